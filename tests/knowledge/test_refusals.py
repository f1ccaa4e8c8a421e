"""What contradicts itself is refused before it reaches the compiled core, which trusts its input.

Each of these once read or wrote memory that was not its own, hung, or gave an answer to nonsense.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.errors import ClumondError, RuleError, SearchError, WrongTypeError
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView, terms_of
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.knowledge.views import PlayView, View
from clumond_solver.rules.game import Game
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.clumond.playouts import play_out, players_of
from clumond_solver.single_dummy.levels import FULL, SearchOptions, Style
from clumond_solver.single_dummy.shipped_weights import parse_calling
from tests import strategies
from tests.samples import HAND

ALONE = ClumondView.at_start(HAND, Seat.FOREHAND, None)
NAN = float("nan")


def _in_play(moves: int) -> ClumondView:
    play = Play(Deal.random(5), Seat.FOREHAND, Strain.CLUBS)
    for _ in range(moves):
        play.push(next(iter(play.legal_plays)))
    turn = play.turn
    assert turn is not None
    return ClumondView.of(play, turn)


LATER = _in_play(10)
PASSED = LATER.history
CONTRADICTIONS: dict[str, tuple[ClumondView, dict[str, Any], dict[str, Any]]] = {
    "one card held": (ALONE, {"held": (Hand.parse("A..."), *ALONE.held[1:])}, {}),
    "held by two": (ALONE, {"held": (HAND, HAND, *ALONE.held[2:])}, {}),
    "a hundred moves": (ALONE, {"history": PASSED[:1] * 100}, {}),
    "more tricks than there are": (ALONE, {}, {"tricks_taken": (5, 5, 5)}),
    "a negative count": (ALONE, {}, {"tricks_taken": (5, 0, -5)}),
    "forty tricks left": (ALONE, {}, {"tricks_left": 40}),
    "a table of five": (LATER, {}, {"trick": PASSED[-1:] * 5}),
    "a seat by number": (ALONE, {"seat": 7}, {}),
    "no terms": (ALONE, {"layout": replace(ALONE.layout, terms=None)}, {}),
    "void in all": (ALONE, {"may_hold": (Hand(),) * 4}, {}),
    "another leader": (LATER, {}, {"leader": LATER.leader.left}),
    "a move twice": (LATER, {"history": PASSED[:3] + PASSED[:6] + PASSED[9:]}, {}),
    "moves too few": (LATER, {"history": PASSED[:-1]}, {}),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_view_of_clumond_that_contradicts_itself_is_refused(name: str) -> None:
    view, changes, play_changes = CONTRADICTIONS[name]
    assert view.play is not None
    play = view.play
    with pytest.raises(ClumondError):
        choose(replace(view, play=replace(play, **play_changes), **changes), iterations=5)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_known_of_any_play_is_no_contradiction(data: st.DataObject) -> None:
    play = data.draw(strategies.plays())
    for seat in Seat:
        known = ClumondView.of(play, seat)
        assert replace(known) == known
        assert known.fits(play.hands)


def _view(game: Game[Any], seed: int, moves: int) -> View:
    """What the seat to play sees after so many cards of a deal; calls are made at random."""
    source = random.Random(seed)
    state = game.deal(seed, game.opening())
    while state.play is None or moves:
        if state.is_over:
            state = game.deal(source.randrange(999), game.opening())
        moves -= state.play is not None
        state.push(source.choice(list(state.legal_actions)))
    return View.of(state, state.turn)


VIEW = _view(ClubsGame(4), 3, 0)
assert VIEW.play is not None
PLAY: PlayView = VIEW.play
DEEP = (((0,) * 500,) * 300,) * 4
VIEWS: dict[str, dict[str, Any]] = {
    "held by two": {"held": VIEW.held[:2]},
    "nothing held": {"held": (Hand(),) * 5},
    "held in two places": {"held": (VIEW.held[0] | VIEW.held[2], *VIEW.held[1:])},
    "apart in no slot": {"excluded_sets": ((99, Hand.parse("A...")),)},
    "nobody to act": {"turn": None},
    "no such seat": {"seat": 9},
}
PLAYS: dict[str, dict[str, Any]] = {
    "no points": {"points": ()},
    "tricks left below none": {"tricks_left": -1},
    "a hundred tricks left": {"tricks_left": 100},
    "one trick too few left": {"tricks_left": PLAY.tricks_left - 1},
    "a hundred tricks taken": {"tricks_taken": (100,) * 4},
    "no such leader": {"leader": 9},
}
PAYOFFS: dict[str, dict[str, Any]] = {
    "no awards": {"awards": ()},
    "awards for 500 tricks": {"awards": DEEP},
    "an award that is no number": {"awards": (((NAN,) * 14,),) * 4},
    "no such bidder": {"bidder": 9},
    "two must be there": {"settling": Settling.BIDDER_MUST_LEAD},
    "goals of one": {"goals": (None,)},
    "points of few cards": {"card_points": (1,)},
    "points beyond all": {"card_points": (10**9,) * 64},
    "worths of many tricks": {"trick_points": (1,) * 40},
}


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_that_contradicts_itself_is_refused(name: str) -> None:
    with pytest.raises(ClumondError):
        choose_action(replace(VIEW, **VIEWS[name]), iterations=50)


def test_a_view_with_more_cards_than_were_dealt_says_so() -> None:
    few = replace(VIEW, layout=replace(VIEW.layout, hand_size=10))
    with pytest.raises(RuleError, match="13 cards, played and held, of 10 dealt"):
        few.sample_hands(1, seed=1)


@pytest.mark.parametrize("name", PLAYS)
def test_a_play_seen_that_contradicts_itself_is_refused(name: str) -> None:
    with pytest.raises(ClumondError):
        choose_action(replace(VIEW, play=replace(PLAY, **PLAYS[name])), iterations=50)


@pytest.mark.parametrize("name", PAYOFFS)
def test_payoffs_that_no_deal_can_have_are_refused(name: str) -> None:
    assert PLAY.payoffs is not None
    made = partial(replace, PLAY.payoffs, **PAYOFFS[name])
    with pytest.raises(ClumondError):
        choose_action(replace(VIEW, play=replace(PLAY, payoffs=made())), iterations=50)


@pytest.mark.parametrize("tricks", [1, 3, 4, 5, 12, 14])
def test_a_table_of_payoffs_is_for_as_many_tricks_as_are_played(tricks: int) -> None:
    later = _view(ClubsGame(4), 3, 20)
    assert later.play is not None
    payoffs = Payoffs.by_function(lambda taken: [100 * each for each in taken], 4, tricks)
    with pytest.raises(RuleError, match=f"Payoffs.* for up to|Payoffs.table for {tricks} trick"):
        replace(later.play, payoffs=payoffs)


def test_worlds_in_which_another_seat_is_to_act_are_not_drawn_for_ever() -> None:
    game = ClubsGame(4)
    view = View.of(game.deal(3, game.opening()), 2)
    with pytest.raises(ClumondError):
        replace(view, actions=(), turn=None, play=None).sample_worlds(1, 1)
    with pytest.raises(SearchError, match="-1 deals"):
        view.sample_worlds(-1, 1)


@pytest.mark.parametrize(
    "changes", [{"exact_tricks": 13}, {"particles": 5000}, {"solve_deals": 0, "solve_tricks": 2}]
)
def test_styles_and_weights_are_checked(changes: dict[str, Any]) -> None:
    with pytest.raises(SearchError, match=next(iter(changes))):
        SearchOptions(**changes)
    with pytest.raises(SearchError, match="0 strains, not 5"):
        parse_calling("[]")
    with pytest.raises(SearchError, match="undeclared_factor -5"):
        replace(FULL, undeclared_factor=-5)


# Values of every public type, their fields drawn at random: a library error, or an answer.

pack = ALONE.unseen | HAND
hands = st.integers(0, 2**64 - 1).map(lambda mask: Hand(mask & pack.mask))
threes = st.tuples(*[st.integers(-1, 14)] * 3)
moves = st.builds(PlayedCard, strategies.seats, strategies.cards)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": strategies.seats,
    "held": st.tuples(*[hands] * 4),
    "may_hold": st.tuples(*[hands] * 4),
    "history": st.lists(moves, max_size=60).map(tuple),
}
PLAY_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "leader": strategies.seats,
    "trick": st.lists(moves, max_size=4).map(tuple),
    "tricks_taken": threes,
    "tricks_left": st.integers(-1, 14),
}
TERMS: dict[str, st.SearchStrategy[Any]] = {
    "declarer": st.none() | strategies.seats,
    "strain": strategies.strains,
    "supplementary": threes,
}
searches = st.builds(
    SearchOptions,
    exact_tricks=st.integers(0, 2),
    particles=st.integers(0, 8),
    trust_plays=st.floats(0, 100),
    solve_tricks=st.integers(0, 2),
    solve_deals=st.integers(1, 3),
)
styles = st.builds(Style, searches, searches, searches, st.integers(1, 3))


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_knowledge_has_an_answer_or_an_error_of_the_library(data: st.DataObject) -> None:
    play = data.draw(strategies.plays(fewest_tricks=1))
    known = ClumondView.of(play, play.turn or Seat.FOREHAND)
    names = sorted({*FIELDS, *PLAY_FIELDS, *TERMS})
    changed = data.draw(st.lists(st.sampled_from(names), max_size=3, unique=True))
    style = data.draw(styles)
    try:
        drawn = [
            {name: data.draw(fields[name]) for name in changed if name in fields}
            for fields in (FIELDS, PLAY_FIELDS, TERMS)
        ]
        terms = terms_of(known)._replace(**drawn[2])
        known = replace(
            known,
            play=replace(cast(PlayView, known.play), **drawn[1]),
            layout=replace(known.layout, terms=terms),
            **drawn[0],
        )
        assert len(sample_deals(known, 2)) == 2
        assert choose(known, iterations=20, style=style).card in known.hand
        players = players_of(known, style, iterations=3)
        play_out(known, players, games=1, threads=1)
    except ClumondError:
        assert changed or known.tricks_left == 0 or known.seat is not known.turn


def test_a_view_out_of_an_error_reads_well() -> None:
    with pytest.raises(WrongTypeError, match=r"PlayView.tricks_left: a whole number .* not -1"):
        replace(PLAY, tricks_left=-1)
    with pytest.raises(WrongTypeError, match=r"View.held: a tuple of 5 \(each a Hand\) is needed"):
        replace(VIEW, held=VIEW.held[:2])
