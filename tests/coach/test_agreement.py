"""Within one hint every count, every figure and "certain" agree, and agree with the games behind.

The gate looks at a share of the positions, `.ci/extended` at 2,000 in whole sessions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from clumond_solver.base.cards import Card, Strain
from clumond_solver.coach.hints import endings_of, hint
from clumond_solver.coach.reasons import in_sentences, wordings
from clumond_solver.coach.reasons.calls_of_any_game import barred
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.coach.reasons.wordings import Alike, Often
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.clumond.clumond_engine import RatedCards
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
from clumond_solver.single_dummy.engine_protocol import Rated
from clumond_solver.single_dummy.levels import named_style
from tests.all_games import GAMES, random_actions, standing_after
from tests.coach.positions import OTHER_GAMES, events, explained
from tests.shares import share_of, source

GAMES_PER_CARD, ITERATIONS, SHARE_OF_TURNS = 48, 60, 0.1
# Figures no further apart than this may be called about as good: a chance, or points.
NEAR, NEAR_POINTS = 0.051, 0.16
UNCERTAIN = (of_clumond.mostly_fails, of_clumond.fails_both_ways, of_clumond.unlikely)


def contradictions(
    facts: list[Fact], values: dict[Any, float], best: float, near: float
) -> Iterator[str]:
    """What a hint says against its own figures."""
    if values and max(values.values()) > best:
        yield "another action has a higher figure"
    apart = max(values.values(), default=best) - min(values.values(), default=best)
    for fact in events(facts):
        often, value = fact.values.get("often"), fact.values
        if isinstance(often, Often) and often.count > often.games:
            yield "more often than there are games"
        if fact.kind is of_clumond.little_difference and apart > near:
            yield "little difference beside figures that differ"
        if fact.kind is wordings.hardly_matters and apart > 1e-9:
            yield "hardly matters beside figures that differ"
        if fact.kind is wordings.as_good and isinstance(value["actions"][0], PlayCard):
            most = max(abs(values.get(one, best) - best) for one in value["actions"])
            least = {Alike.EQUALLY: 0.0, Alike.ABOUT: near}.get(value["alike"], most)
            if near < 1 and most > least:
                yield "as good beside figures that differ"
        if fact.kind is wordings.equals:
            of_cards = {
                round(values[play], 9) for card in value["cards"]
                if (play := PlayCard(card.card)) in values and card.named is card.led is None
            }  # fmt: skip
            if len(of_cards) > 1:
                yield "equals beside figures that differ"


def contradictions_in_chances(facts: list[Fact], best: float) -> Iterator[str]:
    """What it says of success that is not what the chance of the best card says."""
    for fact in events(facts):
        is_beaten = fact.kind is of_clumond.beaten
        certain = fact.kind in {of_clumond.certain, of_clumond.impossible, of_clumond.settled}
        if (certain or (is_beaten and fact["is_certain"])) and best not in {0.0, 1.0}:
            yield "certain in words only"
        fails = fact.kind is of_clumond.ends and fact["fault"]
        doubts = fact.kind in UNCERTAIN or fails or (is_beaten and not fact["is_certain"])
        if doubts and best in {0.0, 1.0}:
            yield "certain in figures only"
        is_nearly = is_beaten and not fact["is_certain"]
        if is_nearly and abs(sum(fact["failed"]) / fact["games"] - best) > NEAR:
            yield "fails more or less often than the figure says"


def contradictions_with_games(rated: RatedCards, facts: list[Fact]) -> Iterator[str]:
    """What a hint counts otherwise than the games behind it."""
    after = {card.card: endings_of(rated, card) for card in rated.values}
    endings = {card: one for card, one in after.items() if one is not None}
    assert all(one.games == GAMES_PER_CARD for one in endings.values())
    for fact in facts:
        if fact.kind is wordings.happens and fact["event"].kind is of_clumond.ends:
            counts = ((fact["after"], fact["often"].count), (fact["other"], fact["beside"]))
            fault = fact["event"]["fault"]
            after_both = ((endings[played.card], count) for played, count in counts if played)
            if any((one.number(fault) if fault else one.won) != n for one, n in after_both):
                yield "another number of failures"
        if fact.kind is of_clumond.beaten:
            failed = endings[fact["card"]].failed if fact["card"] in endings else 0
            if failed and sum(fact["failed"]) != failed:
                yield "ways of failing do not add up"


def clumond_positions(seed: int) -> Iterator[ClumondView]:
    """Turns of all seats in a hand, declared in its best strain or undeclared, by easy players."""
    rng = source(f"agreement {seed}")
    deal = Deal.random(seed)
    declarer = rng.choice([*Seat, *Seat, None])
    strain = Strain.NO_TRUMPS
    if declarer is not None:
        strain = max(Strain, key=lambda one: quick_estimate(deal[declarer], one))
    play = Play(deal, declarer, strain)
    style, iterations = named_style("easy")
    while not play.is_over:
        if rng.random() < SHARE_OF_TURNS:
            yield ClumondView.of(play, Seat(play.turn or 0))
        drawn = choose(play, iterations=iterations.declarer, style=style, seed=rng.getrandbits(32))
        play.push(drawn.card)


_CARD, _OTHER = (PlayedCard(0, Card.parse(text)) for text in ("H5", "H2"))
_AS_GOOD = (PlayCard(_OTHER.card),)


@pytest.mark.parametrize(
    ("best", "fact"),
    [
        (0.99, of_clumond.beaten(_CARD.card, True, (0, 0, 0), 48)),
        (1.0, of_clumond.beaten(_CARD.card, False, (28, 20, 0), 48)),
        (0.88, of_clumond.beaten(_CARD.card, False, (0, 46, 0), 48)),
        (1.0, of_clumond.mostly_fails(0, Fault.TOO_MANY)),
        (0.99, of_clumond.impossible()),
        (0.99, of_clumond.settled(0, succeeds=False)),
        (0.99, of_clumond.little_difference(0, False, (4, 5))),
        (0.99, wordings.hardly_matters((wordings.fixed(wins=True),))),
        (0.99, wordings.as_good(_AS_GOOD)),
        (0.82, wordings.as_good(_AS_GOOD, Alike.EQUALLY)),
        (0.82, wordings.but(wordings.equals((_CARD, _OTHER)))),
        (0.70, wordings.fixed(wins=False)),
        (0.90, wordings.danger(_CARD.card, Often(9, 8), is_costly=False)),
    ],
)
def test_what_contradicts_its_figures_is_seen(best: float, fact: Fact) -> None:
    values = {PlayCard(_CARD.card): best, PlayCard(_OTHER.card): 0.77}
    seen = [*contradictions([fact], values, best, NEAR), *contradictions_in_chances([fact], best)]
    assert seen
    assert not [*contradictions([wordings.fixed(wins=False)], values, 1.0, NEAR)]


@pytest.mark.parametrize("hand", range(share_of(160)))
def test_hints_for_cards_of_clumond_agree(hand: int) -> None:
    for view in clumond_positions(hand):
        rated, facts = explained(view, iterations=ITERATIONS, games=GAMES_PER_CARD)
        best, near = best_of(rated), NEAR if rated.in_chances else NEAR_POINTS
        wrong = [*contradictions(facts, dict(rated.values), best, near)]
        wrong += contradictions_in_chances(facts, best) if rated.in_chances else ()
        assert isinstance(rated, RatedCards)
        wrong += contradictions_with_games(rated, facts)
        assert not wrong, (wrong, in_sentences(facts, view), view)


def other_positions(name: str, seed: int) -> Iterator[View]:
    """Turns of all seats in a deal of another game, calls and cards, by random players."""
    game, rng = GAMES[name], source(f"agreement {name} {seed}")
    state = game.deal(seed, standing_after(game, seed))
    for _ in random_actions(state, rng):
        is_shown = state.play is None or not state.face_down
        if is_shown and rng.random() < SHARE_OF_TURNS:
            yield View.of(state, state.seat_to_act)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", OTHER_GAMES)
def test_hints_of_other_games_agree(name: str) -> None:
    for view in (view for deal in range(share_of(60)) for view in other_positions(name, deal)):
        rated, facts = explained(view, iterations=30, games=6)
        wrong = [*contradictions(facts, dict(rated.values), best_of(rated), float("inf"))]
        is_forced = any(fact.kind in {wordings.only_choice, barred} for fact in facts)
        assert (len(view.legal_actions) == 1) is is_forced
        said = [in_sentences([fact], view) for fact in facts]
        assert len({*said}) == len(said)
        assert facts
        assert not wrong, (wrong, said, view)


def best_of(rated: Rated[Any]) -> float:
    return rated.values.get(rated.best, 0.0)


def called_in_turn(name: str, seed: int) -> Iterator[View]:
    """Every call of a deal, of the session's longer and shorter ones in turn.

    The players call as high as they may, as low as they may, or at random.
    """
    game, rng = GAMES[name], source(f"calls {name} {seed}")
    state = game.deal(seed, standing_after(game, seed // 3))
    while not state.is_over and state.play is None:
        legal = list(state.legal_actions)
        # The hint for a caller's 696 rules takes a quarter of a minute.
        if len(legal) < 100:
            yield View.of(state, state.seat_to_act)
        state.push((legal[-1], legal[0], rng.choice(legal))[seed % 3])


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_given_at_every_call_of_every_game(name: str) -> None:
    for view in (view for deal in range(share_of(60)) for view in called_in_turn(name, deal)):
        answer = hint(view, iterations=10, games=2, call_games=20, seed=1)
        assert answer.action in [*view.legal_actions]
