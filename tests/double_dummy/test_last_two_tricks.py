"""The last two tricks, alone: all answers, and the line, against plain minimax."""

from __future__ import annotations

import random
from array import array
from dataclasses import dataclass
from itertools import product

import pytest

from clumond_solver._core.double_dummy.last_two_tricks import solve_endgame
from tests.double_dummy import compiled_reference
from tests.double_dummy.test_cooperative_bounds import LANE, random_ending
from tests.double_dummy.test_double_dummy import PACK
from tests.shares import share_of, source

POSITIONS = {0: 2000, 1: 60_000, 2: 60_000}
# The first question that asks for a miss; the ones before it ask for anything.
FIRST_MISS = 48
MISSES = 64 - FIRST_MISS


@dataclass(frozen=True)
class Point:
    """A point of the play, mid-trick too; the first hand is the hero's."""

    hands: tuple[int, ...]
    leader: int
    table: tuple[int, ...]
    taken: int
    strain: int

    @property
    def turn(self) -> int:
        return (self.leader + len(self.table)) % 3

    @property
    def legal(self) -> list[int]:
        hand = self.hands[self.turn]
        following = hand & LANE << 16 * (self.table[0] // 16) if self.table else 0
        return [card for card in PACK if (following or hand) >> card & 1]

    def after(self, card: int) -> Point:
        hands, table = list(self.hands), (*self.table, card)
        hands[self.turn] ^= 1 << card
        if len(table) < 3:
            return Point(tuple(hands), self.leader, table, self.taken, self.strain)
        winning = max(range(3), key=lambda place: self._strength(table[place], table[0]))
        leader = (self.leader + winning) % 3
        return Point(tuple(hands), leader, (), self.taken + (leader == 0), self.strain)

    def _strength(self, card: int, led: int) -> tuple[bool, bool, int]:
        return card // 16 == self.strain, card // 16 == led // 16, card

    def answers(self, endings: array[int]) -> tuple[int, int]:
        """By plain minimax."""
        return compiled_reference.answer(
            self.hands, self.leader, self.table, self.taken, self.strain, endings
        )


def random_endings(rng: random.Random) -> array[int]:
    """The answers of every ending to 64 questions; it is at most so many tricks off at random."""
    answers = array("Q")
    most, rare = rng.choice((1, 3, MISSES - 1)), rng.random() < 0.5
    for _ in product(range(64), range(14)):
        mask = rng.getrandbits(FIRST_MISS)
        if rare:
            mask &= rng.getrandbits(FIRST_MISS) & rng.getrandbits(FIRST_MISS)
        off = rng.randint(0, most)
        answers.append(mask | ((1 << MISSES) - (1 << off)) << FIRST_MISS)
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", POSITIONS)
def test_every_answer_is_that_of_plain_minimax(tricks_left: int) -> None:
    rng = source(f"last tricks, {tricks_left}")
    endings = random_endings(rng)
    for _ in range(share_of(POSITIONS[tricks_left])):
        if rng.random() < 0.02:
            endings = random_endings(rng)
        ending = random_ending(rng, tricks_left)
        hands, table = ending.begun(rng, rng.randrange(3) if tricks_left else 0)
        taken = rng.randint(0, 13 - tricks_left)
        point = Point(tuple(hands), ending.leader, tuple(table), taken, ending.strain)
        forced, possible, after, line, _ = solve_endgame(
            point.hands, point.leader, point.table, taken, point.strain, endings, FIRST_MISS
        )
        assert (forced, possible) == point.answers(endings), point
        assert list(after) == (point.legal if tricks_left else []), point
        for card, answer in after.items():
            assert answer == point.after(card).answers(endings)[0], (point, card)
        end = point
        for card in line:
            assert card in end.legal, (point, line)
            end = end.after(card)
        # The line ends as few tricks off as the hero can force, and no fewer.
        assert end.answers(endings)[0] >> FIRST_MISS == forced >> FIRST_MISS, (point, line)
