"""The exact finish of a rollout, alone: declared against minimax, undeclared against max^n."""

from __future__ import annotations

import random
from array import array
from itertools import chain

import pytest

from clumond_solver._core.rules.clumond import Board, Payoffs
from clumond_solver.base.cards import Strain
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import ParReading, Retention
from clumond_solver.games.clumond.scoring import off_table, undeclared_score
from clumond_solver.knowledge.core_clumond import rules_of
from tests.core_access import exact_rewards
from tests.double_dummy import compiled_reference
from tests.double_dummy.test_cooperative_bounds import random_ending
from tests.shares import share_of, source
from tests.single_dummy.compiled_reference import max_n

DECLARED = {1: 50_000, 2: 50_000, 3: 5000}
UNDECLARED = {1: 50_000, 2: 30_000, 3: 10_000}
# By code of the cards kept, a bit for each number of tricks that succeeds with it.
Successes = list[int]
# Scores by seat, code of the cards kept and tricks taken.
Scores = list[list[list[float]]]
TRICKS = range(14)
CODES = range(10)


def successes(rng: random.Random) -> Successes:
    """Those of the game, with supplementary tricks; or any, few or many."""
    if rng.random() < 0.5:
        table = off_table(rng.choice((0, 0, 1, 3, 6)), rng.choice(list(ParReading)))
        return [sum(1 << taken for taken in TRICKS if not row[taken]) for row in table]
    density = rng.choice((0.1, 0.3, 0.7))
    return [sum((rng.random() < density) << taken for taken in TRICKS) for _ in CODES]


def scores(rng: random.Random) -> Scores:
    """Those of the game, by either reading of par, with supplementary tricks; or whole numbers."""
    if rng.random() < 0.6:
        par = rng.choice(list(ParReading))
        tables = [off_table(rng.choice((0, 0, 1, 3, 6)), par) for _ in Seat]
        return [
            [[float(undeclared_score(off)) for off in row] for row in table] for table in tables
        ]
    most = rng.choice((1, 3, 100))
    return [[[float(rng.randint(0, most)) for _ in TRICKS] for _ in CODES] for _ in Seat]


class Point:
    """A random point of the last tricks, mid-trick too."""

    def __init__(self, rng: random.Random, tricks_left: int) -> None:
        self.ending = random_ending(rng, tricks_left)
        self.hands, self.table = self.ending.begun(rng, rng.randrange(3))
        self.leader, self.strain = self.ending.leader, self.ending.strain
        cuts = sorted(rng.randint(0, 13 - tricks_left) for _ in range(2))
        self.taken = cuts[0], cuts[1] - cuts[0], 13 - tricks_left - cuts[1]

    def __repr__(self) -> str:
        return f"{self.ending}, table={self.table}, taken={self.taken}"

    def board(self) -> Board:
        rules, tricks_left = rules_of(Strain(self.strain)), self.ending.tricks_left
        board = Board(rules, self.ending.hands, self.leader, self.taken, tricks_left)
        for card in self.table:
            board.play(card)
        return board

    def forced(self, seat: int, endings: array[int]) -> int:
        """The questions that the seat can force to be yes, by plain minimax."""
        hands = [self.hands[(seat + number) % 3] for number in range(3)]
        leader = (self.leader - seat) % 3
        return compiled_reference.answer(
            hands, leader, self.table, self.taken[seat], self.strain, endings
        )[0]


def endings_table(goals: list[Successes]) -> array[int]:
    """For plain minimax: the goals, a bit for each, that every ending meets."""
    table = array("Q", bytes(8 * 64 * 14))
    for kept in Retention.all():
        diamonds, spades, hearts, _ = kept.counts
        for taken in TRICKS:
            table[14 * (diamonds + 4 * spades + 16 * hearts) + taken] = sum(
                (goal[kept.code] >> taken & 1) << number for number, goal in enumerate(goals)
            )
    return table


def payoffs_of(declarer: int, success: Successes) -> Payoffs:
    payoff = [[float(mask >> taken & 1) for taken in TRICKS] for mask in success]
    return Payoffs(
        declarer, [payoff] * 3, [success if seat == declarer else [0] * 10 for seat in range(3)]
    )


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", DECLARED)
def test_a_declarer_succeeds_where_plain_minimax_does(tricks_left: int) -> None:
    rng = source(f"declared finish, {tricks_left}")
    found = [0, 0]
    goals, endings, payoffs = [], array("Q"), []
    for number in range(share_of(DECLARED[tricks_left])):
        if number % 100 == 0:
            goals = [successes(rng) for _ in range(8)]
            endings = endings_table(goals)
            payoffs = [[payoffs_of(declarer, goal) for goal in goals] for declarer in range(3)]
        point, declarer = Point(rng, tricks_left), rng.randrange(3)
        board, forced = point.board(), point.forced(declarer, endings)
        for place, each in enumerate(payoffs[declarer]):
            success = forced >> place & 1
            found[success] += 1
            right = [float(success == (seat == declarer)) for seat in range(3)]
            assert list(exact_rewards(board, each)) == right, (point, declarer, goals[place])
    assert min(found) > sum(found) / 10


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", UNDECLARED)
def test_undeclared_each_plays_for_himself_as_in_plain_max_n(tricks_left: int) -> None:
    rng = source(f"undeclared finish, {tricks_left}")
    for number in range(share_of(UNDECLARED[tricks_left])):
        if number % 100 == 0:
            drawn = scores(rng)
            payoffs = Payoffs(-1, drawn, [[0] * 10 for _ in Seat])
            flat = array("d", chain.from_iterable(chain.from_iterable(drawn)))
        point = Point(rng, tricks_left)
        rewards = exact_rewards(point.board(), payoffs)
        right = max_n(point.hands, point.leader, point.table, point.taken, point.strain, flat)
        assert rewards == pytest.approx(right, abs=1e-5), (point, drawn)
