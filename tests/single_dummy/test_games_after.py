"""Games after plays and calls: equals share them, and what they show is what is told."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from clumond_solver.base.cards import Suit
from clumond_solver.base.stopping import Deadline
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.action_choice import CallComparison
from clumond_solver.single_dummy.any_game_playouts import GamesAfter
from clumond_solver.single_dummy.luck import relative_score
from tests.all_games import GAMES, standing_after

NAMES = ("clubs 3", "clag foss 4", "clabberjass")


def _views(name: str, deals: int) -> Iterator[View]:
    """One turn with a choice of cards in each deal."""
    for seed in range(deals):
        state: TrickState = GAMES[name].deal(seed, standing_after(GAMES[name], seed))
        source = random.Random(seed)
        stop = source.randrange(2, 20)
        while not state.is_over:
            stop -= 1
            if stop < 0 and state.play is not None and len(state.legal_actions) > 1:
                view = View.of(state, state.seat_to_act)
                if GamesAfter.can_be_played(view):
                    yield view
                break
            state.push(source.choice(list(state.legal_actions)))


@pytest.mark.parametrize("name", NAMES)
def test_equal_cards_meet_every_card_that_is_out_alike(name: str) -> None:
    """Two cards are equals exactly if no other card beats one of them and not the other."""
    equal = unequal = 0
    for view in _views(name, 30):
        assert view.play is not None
        rules = view.play.rules
        hands = zip(view.held[:-1], view.may_hold[:-1], strict=True)
        out = {
            card
            for seat, (held, may) in enumerate(hands)
            if seat != view.seat
            for card in held | may
        }
        for cards in itertools.combinations(view.held[view.seat], 2):
            if cards[0].suit is not cards[1].suit:
                continue
            alike = all(
                len({rules.power(led, other) > rules.power(led, card) for card in cards}) == 1
                for led in Suit
                for other in out
            )
            said = rules.are_equals(cards, out)
            assert said is alike
            equal, unequal = equal + said, unequal + (not said)
    assert equal
    assert unequal


@pytest.mark.parametrize("name", NAMES)
def test_equal_cards_have_one_figure(name: str) -> None:
    seen = 0
    for view in _views(name, 12):
        found = GamesAfter(view, 8).choose_from_all(view.legal_actions[-1])
        for one, other in itertools.combinations(found.values, 2):
            if not (isinstance(one, PlayCard) and isinstance(other, PlayCard)):
                continue
            if view.are_equals(one.card, other.card):
                seen += 1
                assert found.values[one] == found.values[other]
        assert found.action in found.values
        assert max(value.value for value in found.values.values()) == (
            found.values[found.action].value
        )
    assert seen


@pytest.mark.usefixtures("hasty")
def test_a_play_given_up_early_has_no_figure_and_one_to_keep_has() -> None:
    dropped = 0
    for view in _views("clubs 3", 3):
        actions = view.legal_actions
        found = GamesAfter(view, 256).choose_from_all(actions[0], keep=[actions[-1]])
        assert actions[-1] in found.values
        most = min(256, found.iterations)
        assert all(2 * value.visits >= most for value in found.values.values())
        dropped += len(found.values) < len(actions)
    assert dropped


def test_calls_are_compared_in_the_same_deals_and_the_best_comes_first() -> None:
    for seed in range(6):
        state = GAMES["clag foss 4"].deal(seed, standing_after(GAMES["clag foss 4"], 5))
        view = View.of(state, state.seat_to_act)
        comparison = CallComparison(view, seed)
        order = comparison.best_first(view.legal_actions, 16, Deadline(None))
        assert sorted(map(str, order)) == sorted(map(str, view.legal_actions))
        assert comparison.value(order[0]) >= comparison.value(order[1])
        one, other = (comparison.games[call] for call in order[:2])
        assert len(one) == len(other) >= 8
        gains = [
            relative_score(game.scores, view.seat) - relative_score(beside.scores, view.seat)
            for game, beside in zip(one, other, strict=True)
        ]
        assert comparison.lead(order[0], order[1]) == pytest.approx(sum(gains) / len(gains))
