"""Within one hint every count, every figure and "certain" agree, and agree with the games behind.

The gate looks at a share of the positions, `.ci/extended` at 2,000 in whole sessions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from clumond_solver.base.cards import Card, Strain
from clumond_solver.coach.hints import endings_of, hint
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.results import Hint
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.chances import rate_cards
from clumond_solver.single_dummy.choosing import choose
from clumond_solver.single_dummy.quick_estimate import quick_estimate
from clumond_solver.single_dummy.styles import named_style
from tests.all_games import GAMES, random_actions, standing_after
from tests.shares import share_of, source

GAMES_PER_CARD, ITERATIONS, SHARE_OF_TURNS = 48, 60, 0.1
# Figures no further apart than this may be called about as good: a chance, or points.
NEAR, NEAR_POINTS = 0.051, 0.16
CERTAIN = re.compile(
    r"certain to succeed|cannot succeed any more|trick is settled|Declarer is beaten"
)
UNCERTAIN = re.compile(r"as good as beaten|mostly fail|fails? more often|Success is unlikely")
LITTLE = re.compile(r"little difference|hardly matters")
CARD = r"[♠♥♦♣][2-9TJQKA]"
AS_GOOD = re.compile(rf"({CARD}(?:(?:,| and) {CARD})*) (?:is|are) (equally|about as) good")
NO_OTHER = re.compile(r"No other card is legal|The dealer may not nominate")
EQUALS = re.compile(rf"({CARD}(?:(?:,| and) {CARD})*) are equals")
INSTEAD = re.compile(r"tricks in (\w+)(?: of \d+)? games instead of (\w+)")
FAILS = re.compile(r"he fails in (?:all )?(\d+)(?: of (\d+))? games, ([^.]*)")


def cards_in(text: str) -> list[PlayCard]:
    return [PlayCard(Card.parse(name)) for name in re.findall(CARD, text)]


def contradictions(found: Hint, near: float) -> Iterator[str]:
    """What a hint says against its own figures."""
    values, text = found.values, found.reason
    best = values.get(found.action, 0.0)
    if values and max(values.values()) > best:
        yield "another card has a higher figure"
    if LITTLE.search(text) and max(values.values()) - min(values.values()) > near:
        yield "little difference beside figures that differ"
    for names, how in AS_GOOD.findall(text):
        for card in cards_in(names):
            apart = abs(values.get(card, best) - best)
            if apart > (0 if how == "equally" else near):
                yield f"{card} is {how} good"
    if found.in_chances:
        yield from contradictions_in_chances(found, best)


def contradictions_in_chances(found: Hint, best: float) -> Iterator[str]:
    text, is_certain = found.reason, best in {0.0, 1.0}
    if CERTAIN.search(text) and not is_certain:
        yield "certain in words only"
    if is_certain and UNCERTAIN.search(text):
        yield "certain in figures only"
    if "no other card does better" in text and best > NEAR:
        yield "lost, and not by the figure"
    for failed, games, ways in FAILS.findall(text):
        count = int(games or failed)
        if abs(int(failed) / count - best) > NEAR:
            yield "fails more or less often than the figure says"
        if sum(map(int, re.findall(r"in (\d+)", ways))) != int(failed):
            yield "ways of failing do not add up"


def contradictions_with_games(known: ClumondView, found: Hint) -> Iterator[str]:
    """What a hint counts otherwise than the games behind it."""
    rated = rate_cards(known, iterations=ITERATIONS, games=GAMES_PER_CARD, seed=1)
    after = {card: endings_of(rated, card) for card in rated.values}
    endings = [one for one in after.values() if one is not None]
    assert all(one.games == GAMES_PER_CARD for one in endings)
    counts = {str(count) for one in endings for count in (one.too_many, one.too_few)}
    for here, there in INSTEAD.findall(found.reason):
        if not {here, there} <= counts | {"none", "no"}:
            yield f"{here} games instead of {there}"


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


@pytest.mark.parametrize(
    ("best", "reason"),
    [
        (0.99, "Declarer is beaten: no three cards that he may hold can match his tricks."),
        (1.0, "Declarer is as good as beaten: he can only succeed keeping ♥♥♥ with six tricks."),
        (0.88, "Declarer is as good as beaten: he fails in 46 of 48 games, with too few in 46."),
        (0.99, "Declarer is as good as beaten: he fails in all 48 games, with too few in 20."),
        (0.99, "Winning this trick or not makes little difference: ♥K can win a trick later."),
        (0.99, "♥2 is about as good."),
        (0.82, "♥2 is equally good."),
        (0.70, "♥5 goes under ♥J."),
        (0.30, "In all 48 games after ♥5 declarer succeeds; no other card does better."),
    ],
)
def test_what_contradicts_its_figures_is_seen(best: float, reason: str) -> None:
    [card, other] = cards_in("♥5 ♥2")
    given = Hint(card, {card: best, other: 0.77}, other, in_chances=True, reason=reason)
    assert [*contradictions(given, NEAR)]
    assert not [*contradictions(Hint(card, {card: 0.9, other: 0.7}, other, in_chances=True), NEAR)]


@pytest.mark.parametrize("hand", range(share_of(250)))
def test_hints_for_cards_of_clumond_agree(hand: int) -> None:
    for known in clumond_positions(hand):
        found = hint(known, iterations=ITERATIONS, games=GAMES_PER_CARD, seed=1)
        wrong = [*contradictions(found, NEAR if found.in_chances else NEAR_POINTS)]
        wrong += contradictions_with_games(known, found)
        assert not wrong, (wrong, str(found), known)


def other_positions(name: str, seed: int) -> Iterator[View]:
    """Turns of all seats in a deal of another game, calls and cards, by random players."""
    game, rng = GAMES[name], source(f"agreement {name} {seed}")
    state = game.deal(seed, standing_after(game, seed))
    for _ in random_actions(state, rng):
        is_shown = state.play is None or not state.face_down
        if is_shown and rng.random() < SHARE_OF_TURNS:
            yield View.of(state, state.seat_to_act)


def contradictions_of_any_game(view: View, found: Hint) -> Iterator[str]:
    """What a hint of any game says against its own figures, or against its position."""
    values, text = found.values, found.reason
    best = values.get(found.action, 0.0)
    if values and max(values.values()) > best:
        yield "another action has a higher figure"
    if (len(view.legal_actions) == 1) is not bool(NO_OTHER.search(text)):
        yield "forced or not"
    if "hardly matters" in text and values and max(values.values()) - min(values.values()) > 1e-9:
        yield "hardly matters beside figures that differ"
    for names in EQUALS.findall(text):
        figures = {round(values[card], 9) for card in cards_in(names) if card in values}
        if len(figures) > 1:
            yield f"{names} are equals beside figures that differ"
    for part, games in re.findall(r"(\d+) of (\d+) games", text):
        if int(part) > int(games):
            yield f"{part} of {games} games"


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("clumond")])
def test_hints_of_other_games_agree(name: str) -> None:
    for deal in range(share_of(60)):
        for view in other_positions(name, deal):
            found = hint(view, iterations=30, games=6, seed=1)
            assert not [*contradictions_of_any_game(view, found)], (str(found), view)


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


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_given_at_every_call_of_every_game(name: str) -> None:
    for deal in range(share_of(60)):
        for view in called_in_turn(name, deal):
            assert hint(view, iterations=10, games=2, call_games=20, seed=1).action in [
                *view.legal_actions
            ]
