"""The compiled core has limits of its own: what would reach beyond its tables is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules import any_game_tricks, clumond_tricks
from clumond_solver._core.rules.clumond_tricks import Board
from clumond_solver._core.rules.payoffs import SETTLINGS, Payoffs
from clumond_solver._core.single_dummy.any_game_tree_search import finish_deal
from clumond_solver._core.single_dummy.clumond_tree_search import Settings, search_card
from clumond_solver._core.single_dummy.deal_weights import HandWeights
from clumond_solver._core.single_dummy.determinization import HiddenCards
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver.base.cards import Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.knowledge.core_any_game import tables_of
from clumond_solver.knowledge.core_clumond import clumond_payoffs
from clumond_solver.rules.payoffs import Settling
from clumond_solver.rules.tricks import TrickRules
from clumond_solver.single_dummy.levels import SearchOptions

RULES = tables_of(TrickRules.plain(3, Strain.SPADES.suit, kept=3), tables_type=clumond_tricks.Rules)
HANDS = [Deal.random(1)[seat].mask for seat in Seat]
TWO_SEATS = tables_of(TrickRules.plain(2))
NAN, INFINITE = float("nan"), float("inf")
Make = Callable[[], object]


def _settings(**changes: float) -> Settings:
    options = SearchOptions()
    for name, value in changes.items():
        object.__setattr__(options, name, value)
    return Settings(1, options)


def _board(
    hands: list[int] = HANDS,
    leader: int = 0,
    taken: tuple[int, ...] = (0, 0, 0),
    tricks_left: int | None = None,
    forced_lead: int = 0,
) -> Board:
    return Board(RULES, hands, leader, taken, tricks_left, forced_lead)


def _searched(
    viewer: int = 0,
    hand: int = HANDS[0],
    unseen: int = HANDS[1] | HANDS[2],
    sizes: tuple[int, ...] = (16, 16, 16),
    moves: tuple[tuple[int, int], ...] = (),
) -> object:
    hands = [hand if seat == viewer else 0 for seat in range(3)]
    payoffs = clumond_payoffs(Seat.FOREHAND, (0, 0, 0))
    board = Board(RULES, hands, 0, (0, 0, 0), 13)
    knowledge = SeatKnowledge(board, payoffs, viewer, unseen, sizes, [unseen] * 3, moves)
    return search_card(knowledge, Settings(20, SearchOptions()), 1, Stop())


REFUSED: dict[str, Make] = {
    "cards of no pack": lambda: _board([1 << 13, 0, 0], tricks_left=2),
    "one card twice": lambda: _board([HANDS[0], HANDS[0], 0]),
    "more cards than tricks": lambda: _board(tricks_left=5),
    "fewer hands than seats": lambda: _board(HANDS[:2]),
    "a leader who is not there": lambda: _board(leader=3),
    "tricks below none": lambda: _board(taken=(-1, 0, 0)),
    "more tricks than any deal has": lambda: _board(taken=(2, 2, 1)),
    "a card that is not legal": lambda: _board().play(8),
    "a hand too small to play": lambda: _board([1, 0, 0]),
    "two cards that alone may be led": lambda: _board(forced_lead=3),
    "the searcher's hand too small": lambda: _searched(hand=HANDS[0] & -HANDS[0]),
    "a hidden hand too small": lambda: _searched(sizes=(16, 15, 17)),
    "cards that are seen and not seen": lambda: _searched(unseen=HANDS[0] | HANDS[1]),
    "a viewer who is not there": lambda: _searched(viewer=3),
    "a hundred plays": lambda: _searched(moves=((0, 1),) * 100),
    "a play of no card": lambda: _searched(moves=((0, 99),)),
    "plays that take more than was taken": lambda: _searched(moves=((0, 1), (1, 2), (2, 3))),
    "a declarer who is not there": lambda: clumond_tricks.Payoffs(3, [[[0.0]]] * 3, [[0]] * 3),
    "eleven codes": lambda: clumond_tricks.Payoffs(0, [[[0.0]] * 11] * 3, [[0] * 11] * 3),
    "nineteen numbers of tricks": lambda: clumond_tricks.Payoffs(0, [[[0.0] * 19]] * 3, [[0]] * 3),
    "a payoff of no number": lambda: clumond_tricks.Payoffs(0, [[[NAN]]] * 3, [[0]] * 3),
    "an infinite weight": lambda: HandWeights([INFINITE] * HandWeights.size),
    "too many iterations": lambda: Settings(10**9, SearchOptions()),
    "particles below none": lambda: _settings(particles=-1),
    "an exact finish of forty tricks": lambda: _settings(exact_tricks=40),
    "last tricks solved in no deal": lambda: _settings(solve_tricks=3, solve_deals=0),
    "trust in no nets": lambda: _settings(trust_nets=0.5),
    "hidden cards held twice": lambda: HiddenCards([1, 1], [1, 0], 2, [2, 2]),
    "hidden cards of no pack": lambda: HiddenCards([0, 0], [1, 0], 1 << 15, [-1, -1]),
    "an excluded set of no slot": lambda: HiddenCards([0, 0], [1, 0], 1, [1, 1], [(2, 1)]),
    "no points": lambda: Payoffs([[[0.0]]] * 2, [0, 0], [0, 0], []),
    "eleven codes of awards": lambda: Payoffs([[[0.0]] * 11] * 2, [0, 0], [0, 0], [0, 0]),
    "an unknown way to settle": lambda: Payoffs(
        [[[0.0]]] * 2, [0, 0], [0, 0], [0, 0], settling="BY_LOT"
    ),
    "duties of three suits led": lambda: any_game_tricks.Rules(
        2, 0, [[]] * 3, [False] * 4, [[0] * 64] * 4, 0, 0, [0] * 64, ()
    ),
    "worths of few cards": lambda: any_game_tricks.Rules(
        2, 0, [[]] * 4, [False] * 4, [[0] * 64] * 4, 0, 0, [0] * 9, ()
    ),
    "a table for more tricks than are played": lambda: finish_deal(
        any_game_tricks.Board(TWO_SEATS, [1, 2], 0, (0, 0)),
        Payoffs(
            [[[0.0] * 3]] * 2,
            [0, 0],
            [-1, -1],
            [0, 0],
            settling="BY_TABLE",
            table=[((2, 0), (1, 1)), ((1, 1), (1, 1)), ((0, 2), (1, 1))],
        ),
        0,
        0,
        1,
    ),
    "a deal to finish with a hand unknown": lambda: finish_deal(
        any_game_tricks.Board(TWO_SEATS, [1, 0], 0, (0, 0)),
        Payoffs([[[0.0] * 2]] * 2, [0, 0], [-1, -1], [0, 0]),
        0,
        0,
        1,
    ),
    "an award of no number": lambda: Payoffs([[[NAN]]] * 2, [0, 0], [0, 0], [0, 0]),
}


@pytest.mark.parametrize("make", REFUSED.values(), ids=REFUSED)
def test_the_core_refuses(make: Make) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        make()


@pytest.mark.parametrize("codes", [0, 11])
def test_the_core_says_how_many_codes_awards_need(codes: int) -> None:
    with pytest.raises(
        ValueError, match=r"^awards need 1 to 10 codes of cards kept, and at most 18"
    ):
        Payoffs([[[0.0]] * codes] * 2, [0, 0], [0, 0], [0, 0])


def test_the_core_takes_what_is_right() -> None:
    assert _board().legal == HANDS[0]
    assert _board(taken=(2, 1, 1)).tricks_left == 13
    assert _searched() is not None


def test_the_core_settles_in_every_way_that_rules_can_name() -> None:
    assert list(SETTLINGS) == [each.name for each in Settling]
