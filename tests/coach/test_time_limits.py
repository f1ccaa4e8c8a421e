"""A limit of time shortens work and never lengthens it; what it cuts short is not complete."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reviews import review
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.clumond.advice import advise
from tests.all_games import GAMES, random_actions

# More seconds than any of these takes.
LONG = 1000.0
NAMES = ("clumond", "clumond four tens", "clag mcleod 5", "clubs 4", "clabberjass")
short_hint = partial(hint, iterations=60, games=6, call_games=20, seed=3)
short_review = partial(review, iterations=30, card_games=4, games=2, call_games=20, seed=3)


def states(name: str) -> Iterator[TrickState]:
    """A call, if there is one to choose, then cards from the middle of a deal on."""
    game = GAMES[name]
    for seed in range(2):
        state = game.deal(seed, game.opening())
        assert isinstance(state, TrickState)
        if state.play is None and len(state.legal_actions) > 1:
            yield state.copy()
        for number, _ in enumerate(random_actions(state, random.Random(seed))):
            if number in {8, 15} and not state.is_over and len(state.legal_actions) > 1:
                yield state.copy()


@pytest.mark.slow
@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", NAMES)
def test_enough_time_changes_no_hint(name: str) -> None:
    hints = [(short_hint(state), short_hint(state, time=LONG)) for state in states(name)]
    assert hints
    for without, within in hints:
        assert within == without
        assert within.complete


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_hint_without_time_is_not_complete(name: str) -> None:
    for state in states(name):
        late = short_hint(state, time=0)
        assert late.action in state.legal_actions
        proved = set(late.values.values()) <= {0.0, 1.0}
        assert not late.complete or proved, state


@pytest.mark.slow
@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", NAMES)
def test_a_review_keeps_to_its_time_and_says_if_it_was_cut_short(name: str) -> None:
    game = GAMES[name]
    state = game.deal(4, game.opening())
    assert isinstance(state, TrickState)
    for number, _ in enumerate(random_actions(state, random.Random(4))):
        if number == 8:
            break
    whole = short_review(state)
    assert whole.complete
    assert short_review(state, time=LONG) == whole
    late = short_review(state, time=0)
    searched = [play for play in whole.plays if len(play.values) > 1]
    assert not late.complete or not searched
    assert len(late.plays) == len(whole.plays)


def test_as_many_deals_are_searched_as_asked_for() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    chosen = choose(play, iterations=50, time=LONG)
    assert (chosen.iterations, chosen.complete) == (50, True)
    assert choose(play, iterations=50) == chosen
    stopped = choose(play, iterations=10_000_000, time=0.05)
    assert stopped.iterations < 10_000_000
    assert not stopped.complete
    for name in NAMES[2:]:
        for state in states(name):
            most = max(30, len(state.legal_actions))
            assert choose_action(state, iterations=30, time=LONG).iterations <= most
            assert not choose_action(state, iterations=10**7, time=0.05).complete


def test_time_ends_advice_sooner_and_never_later() -> None:
    hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    whole = advise(hand, budget=40, seed=2)
    assert advise(hand, budget=40, seed=2, time=LONG) == whole
    assert whole.complete
    late = advise(hand, budget=100_000, seed=2, time=0.2)
    assert not late.complete
    assert late.games < 100_000
