"""Which endings can be reached with everybody's help, against plain minimax."""

from __future__ import annotations

import random
from array import array

import pytest

from clumond_solver._core.double_dummy.fastest import new_search
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.double_dummy.open_position import goal_masks
from clumond_solver.games.clumond.play import Retention
from tests.double_dummy import compiled_reference
from tests.double_dummy.test_double_dummy import PACK

SEARCH = new_search(4096)
EVERY = Retention.all()


def random_hands(rng: random.Random, tricks_left: int, weights: list[int]) -> list[int]:
    """Hands in which some suits are longer, each a mask."""
    size = tricks_left + 3
    keys = {card: rng.random() ** (1 / weights[card // 16]) for card in PACK}
    pack = sorted(PACK, key=keys.__getitem__)[-3 * size :]
    rng.shuffle(pack)
    return [sum(1 << card for card in pack[i * size : (i + 1) * size]) for i in range(3)]


def reachable(
    hands: list[int], leader: int, taken: int, strain: int, tricks_left: int
) -> dict[tuple[Retention, int], bool]:
    """Plain minimax: the endings that some play reaches; 64 questions at a time."""
    totals = range(taken, taken + tricks_left + 1)
    questions = [(each, total) for each in EVERY for total in totals]
    found = {}
    for first in range(0, len(questions), 64):
        part = questions[first : first + 64]
        endings = array("Q", bytes(8 * 64 * 14))
        for place, (each, total) in enumerate(part):
            diamonds, spades, hearts, _ = each.counts
            endings[14 * (diamonds + 4 * spades + 16 * hearts) + total] |= 1 << place
        _, cooperative = compiled_reference.answer(hands, leader, (), taken, strain, endings)
        found.update({each: bool(cooperative >> place & 1) for place, each in enumerate(part)})
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("tricks_left", "deals"), [(1, 200), (2, 600), (3, 400), (4, 6)])
def test_endings_are_reached_with_help_where_plain_minimax_reaches_them(
    tricks_left: int, deals: int
) -> None:
    rng = random.Random(tricks_left)
    yes = no = 0
    for _ in range(deals):
        weights = [rng.choice((1, 1, 4, 16)) for _ in range(4)]
        hands = random_hands(rng, tricks_left, weights)
        leader, strain = rng.randrange(3), rng.randrange(5)
        taken = rng.randint(0, 13 - tricks_left)
        for (each, total), right in reachable(hands, leader, taken, strain, tricks_left).items():
            goal = goal_masks({each: 1 << total})
            answer, _ = SEARCH.run(hands, leader, (), taken, strain, goal, GoalKind.COOPERATIVE)
            assert answer is right, (hands, leader, strain, taken, each, total)
            yes += right
            no += not right
    assert yes > 0
    assert no > 0
