"""Hints: they rest on what was seen, in every game, within their time; and ratings of cards."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Any

import pytest
from hypothesis import given, settings

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import IllegalPlayError, RuleError, SearchError
from clumond_solver.coach.clumond.hand_hints import endings_of
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reasons import wordings
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.wordings import Alike
from clumond_solver.coach.reasons.wordings_of_calls import barred
from clumond_solver.coach.reviews import review
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.results import Hint
from clumond_solver.rules.actions import CardAction, Nominate, PlayCard, PlayTop, parse_action
from clumond_solver.rules.game import Game
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.clumond_engine import RatedCards, rate_cards
from tests.all_games import GAMES, every_game_or_example, standing_after
from tests.coach.positions import SEEDS, events, explained, open_views, random_play, random_state
from tests.coach.test_reasons import fact_holds

_NINE_WITH_THREE_CLUBS = "F:Q987.9.AQ987653.Q82 63.AKQJ87642.K.AJ74 AKJ542.53.J42.K9653"
_UNTIL_HIS_LAST_TRUMP = (
    "H5 H9 H4 DQ DK D4 H2 H3 CQ C3 C2 CJ S3 SK S7 S2 S8 S6 S9 H6 S4 H7 C5 C8 H8 C9 D3 HJ DJ D5"
    " HQ S5 D6 HK SA SQ HA"
)


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_hints_rest_on_what_was_seen(seed: int) -> None:
    play = random_play(seed)
    known = ClumondView.of(play, Seat(play.turn or 0))
    given_play = hint(play, iterations=40, games=4, seed=1)
    assert given_play == hint(known, iterations=40, games=4, seed=1)
    assert isinstance(given_play.action, PlayCard)
    assert given_play.action.card in play.legal_plays
    assert [*given_play.values.values()] == sorted(given_play.values.values(), reverse=True)
    assert given_play.action == next(iter(given_play.values))
    if given_play.in_chances:
        assert all(0 <= chance <= 1 for chance in given_play.values.values())


@every_game_or_example
def test_hints_are_given_in_every_game(name: str) -> None:
    for view in open_views(name, range(6)):
        answer = hint(view, iterations=30, games=2, seed=1)
        assert answer.action in view.legal_actions
        assert {*answer.values} <= {*view.legal_actions}
        assert isinstance(answer.action, CardAction) or not answer.in_chances
        assert not isinstance(answer.action, PlayTop)
        assert str(answer)
        assert answer.to_dict()["action"] == str(answer.action)


def test_hints_read_as_players_speak() -> None:
    cards = [PlayCard(Card.parse(text)) for text in ("D5", "DA")]
    found = Hint(cards[0], {cards[0]: 0.58, cards[1]: 0.41}, cards[1], in_chances=True)
    assert str(found) == "♦5 58\N{NO-BREAK SPACE}%, ♦A 41\N{NO-BREAK SPACE}%."
    points = replace(found, values={cards[0]: 0.4, cards[1]: -1.0}, in_chances=False, reason="So.")
    assert str(points) == "♦5 +0.4, ♦A \N{MINUS SIGN}1.0 points ahead of the others. So."
    assert str(Hint(cards[0], {})) == "The only choice: ♦5."


def test_a_hint_names_what_its_figures_count() -> None:
    game = ClumondGame(scoring=Scoring.CHIPS)
    call = hint(game.deal(5, game.opening()), call_games=0)
    assert call.unit == "chips ahead of the others"
    of_two = hint(random_state("clabberjass", 3), iterations=20, games=4)
    assert of_two.unit == "points ahead of the opponent"
    last = Play(Deal.random(3), None)
    assert hint(last, iterations=20, games=4).unit == "expected points on paper"
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    assert hint(play, iterations=20, games=4).unit == "chance of beating declarer"
    assert hint(play.replace(leader="F"), iterations=20, games=4).unit == "chance of success"


def played(game: Game[Any], seed: int, actions: str) -> TrickState:
    """The first deal of a session after these actions."""
    session: Session[TrickState] = Session(game, seed)
    for action in actions.split(", "):
        session.push(parse_action(action))
    return session.state


def test_a_defender_reads_of_declarer_wherever_a_hint_is_asked_from() -> None:
    actions = "declare C, play SJ, play S9, play S7, play SQ, play SK, play S8"
    state = played(ClumondGame(), 91005, actions)
    texts = {hint(source, iterations=100, games=32).reason for source in (state, View.of(state))}
    assert len(texts) == 1
    assert "eclarer" in texts.pop()


def test_a_card_is_told_from_one_far_worse_if_nothing_tells_it_from_the_next() -> None:
    """Luck may explain all that ♦A, the nearest, is worse."""
    state = played(ClabberjassGame(), 91014, "pass, pass, declare H, play DJ, play DK")
    reason = hint(state, seed=3).reason
    assert "after ♦8" in reason
    assert "♦A is not clearly worse" in reason


def test_hints_refuse_what_makes_no_sense() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    with pytest.raises(SearchError, match="games"):
        hint(play, games=-1)
    with pytest.raises(SearchError, match="iterations"):
        hint(play, iterations=0)
    for source in (play, random_state("clubs 4", 3)):
        with pytest.raises(SearchError, match="threads"):
            hint(source, iterations=20, games=4, threads=0)
    while not play.is_over:
        play.push(next(iter(play.legal_plays)))
    with pytest.raises(RuleError, match="over"):
        hint(play)


def test_what_a_seat_knows_after_its_card() -> None:
    for seed in range(60):
        play = random_play(seed)
        seat = Seat(play.turn or 0)
        known = ClumondView.of(play, seat)
        for card in play.legal_plays:
            play.push(card)
            assert known.after(PlayCard(card)) == ClumondView.of(play, seat)
            play.pop()
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    with pytest.raises(RuleError, match="turn"):
        ClumondView.of(play, Seat.FOREHAND).after(PlayCard(Card.parse("SA")))
    elsewhere = next(iter(play.hands[0]))
    with pytest.raises(IllegalPlayError, match="does not hold"):
        ClumondView.of(play, Seat.MIDDLEHAND).after(PlayCard(elsewhere))


def test_one_moment_has_one_figure_however_long_the_search() -> None:
    """Hint, review and rating agree, and a longer search moves no figure."""
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    known = ClumondView.of(play, Seat.MIDDLEHAND)
    rated = rate_cards(known, iterations=200, games=20)
    told = hint(play, iterations=200, games=20)
    assert told.values == rated.values
    play.push(rated.best.card)
    [reviewed] = review(play, iterations=200, card_games=20, games=0, call_games=0).plays
    assert reviewed.values == told.values
    longer = rate_cards(known, iterations=2000, games=20, also=tuple(rated.values))
    assert all(longer.values[card] == value for card, value in rated.values.items())


def test_ratings_do_not_depend_on_the_number_of_threads() -> None:
    play = Play(Deal.random(8), None)
    known = ClumondView.of(play, Seat.FOREHAND)
    alone, together = (rate_cards(known, iterations=50, games=30, threads=n) for n in (1, 2))
    assert alone == together


def test_a_card_that_was_asked_for_is_rated_too() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    known = ClumondView.of(play, Seat.MIDDLEHAND)
    usual = rate_cards(known, iterations=200, games=10)
    other = next(each for each in map(PlayCard, play.legal_plays) if each not in usual.values)
    found = rate_cards(known, iterations=200, games=10, also=(other,))
    assert other in found.values
    assert {card: found.values[card] for card in usual.values} == usual.values


def test_what_lies_between_cards_by_luck_is_not_told_as_a_difference() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    rated = rate_cards(ClumondView.of(play, Seat.MIDDLEHAND), iterations=200, games=4)
    one, other, *_ = dict.fromkeys(rated.results)
    by_luck = replace(rated, results={one: [1.0, 0.0] * 20, other: [0.0, 1.0] * 19 + [1.0, 1.0]})
    assert by_luck.values[one] == by_luck.values[other]
    clearly = replace(rated, results={one: [1.0] * 40, other: [1.0, 0.0] * 20})
    assert 0.94 < clearly.values[one] < 1
    assert clearly.cost(other) == pytest.approx(clearly.values[one] - clearly.values[other])


def test_a_chance_is_lowered_by_what_games_flatter_and_only_a_proof_makes_it_sure() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    rated = rate_cards(ClumondView.of(play, Seat.MIDDLEHAND), iterations=50, games=4)
    card = rated.best
    for won, shown in ([1.0, 0.0], 4 / 9), ([1.0] * 99, 0.9938), ([0.0] * 99, 0.0040):
        results = dict.fromkeys(rated.results, won)
        value = replace(rated, results=results).values[card]
        assert value == pytest.approx(shown, abs=1e-4)
        assert 0 < value < 1


def test_near_the_end_no_likely_deal_is_missed() -> None:
    # Declarer's cards explain his plays best if he keeps three clubs and makes his nine: one of 35
    # deals, which a few deals drawn at random may lack.
    play = Play(Deal.parse(_NINE_WITH_THREE_CLUBS), Seat.MIDDLEHAND, Strain.HEARTS)
    for card in _UNTIL_HIS_LAST_TRUMP.split():
        play.push(Card.parse(card))
    known = ClumondView.of(play, Seat.REARHAND)
    for seed in range(12):
        rated = rate_cards(known, iterations=50, games=24, seed=seed)
        assert rated.values[rated.best] < 0.25


def test_only_what_is_beyond_its_error_is_a_mistake() -> None:
    play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    rated = rate_cards(ClumondView.of(play, Seat.FOREHAND), iterations=50, games=40)
    card, other = (PlayCard(Card.parse(text)) for text in ("H3", "DA"))
    assert rated.best == card
    assert (rated.cost(other), rated.cost(card)) == (1.0, 0.0)
    even = replace(rated, results={card: [1.0, 0.0] * 20, other: [0.0, 1.0] * 19 + [1.0, 1.0]})
    assert even.cost(card) == 0.0


def test_what_a_hint_calls_as_good_is_what_a_review_counts_as_no_cost() -> None:
    checked = 0
    for seed in range(6):
        play = random_play(seed, fewest_left=4)
        rated, facts = explained(ClumondView.of(play), iterations=60, games=24)
        assert isinstance(rated, RatedCards)
        for fact in facts if rated.choice.proof is None else ():
            if fact.kind is wordings.as_good and fact["alike"] is Alike.ABOUT:
                checked += 1
                assert all(rated.cost(action) == 0.0 for action in fact["actions"])
    assert checked


def test_a_forced_call_is_explained_by_what_is_barred() -> None:
    game = GAMES["clag foss 3"]
    for seed in range(30):
        state = game.deal(seed, standing_after(game, 0))
        while state.play is None and len(state.legal_actions) > 1:
            state.push(state.legal_actions[0])
        if state.play is None:
            [fact] = explained(View.of(state), iterations=30, games=0)[1]
            assert fact.kind is barred
            nomination = fact["nomination"]
            assert Nominate(int(nomination[0])) not in state.legal_actions
            assert nomination[1:].startswith(" (all nominations would add up")
            return
    raise AssertionError("no call was forced")


@pytest.mark.usefixtures("hasty")
def test_cards_that_lead_to_the_same_are_said_to() -> None:
    seen = set[object]()
    for view in (view for name in GAMES for view in open_views(name, range(6))):
        rated, facts = explained(view, iterations=30, games=6)
        plays = [world.play for world in view.sample_worlds(5, seed=1) if world.play]
        for fact in events(facts):
            seen.add(fact.kind)
            assert all(fact_holds(fact, play, view) for play in plays), fact
            if fact.kind is wordings.hardly_matters:
                assert len({*rated.values.values()}) == 1
    assert seen >= {wordings.equals, wordings.hardly_matters}


@pytest.mark.parametrize("time", [0.0, 0.05, 0.3])
def test_hints_of_any_game_keep_to_their_time(time: float) -> None:
    state = random_state("clubs 4", 3)
    began = monotonic()
    found = hint(state, time=time)
    assert found.action in state.legal_actions
    assert monotonic() - began < time + 5


def test_a_plan_is_named_where_success_is_certain_in_several_ways() -> None:
    play = Play.parse(
        "F:.AK7532.J8.AKQ4 A7653..7532.862 9842.J84..J9753"
        " declarer=F strain=H leader=F tricks=1,3,0"
    )
    known = ClumondView.of(play, Seat.FOREHAND)
    found = hint(play, games=40)
    rated = rate_cards(known, games=40)
    games = endings_of(rated, rated.best)
    assert games is not None
    assert games.won == games.games
    assert found.plan == games.best[0]
    [certain] = [fact for fact in explained(known, games=40)[1] if fact.kind is of_clumond.certain]
    assert certain["kept"] == found.plan[0]
    assert len(certain["plans"]) == 2
