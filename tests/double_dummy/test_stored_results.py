"""What the search stores of one position holds for others like it: one table, positions alike."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace

import pytest

from clumond_solver._core.double_dummy.fastest import new_search
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from tests.double_dummy import compiled_reference
from tests.double_dummy.test_cooperative_bounds import LANE, SUITS, Ending, random_ending
from tests.double_dummy.test_goals import random_goal
from tests.shares import share_of, source

# By tricks left, the number of positions from which others are made.
FAMILIES = {3: 6000, 4: 4000, 5: 1000}
MEMBERS = 8
GOALS = 12


def like(ending: Ending, rng: random.Random) -> Ending:
    """The same but for a suit or two, where two players' cards change hands; lengths stay."""
    hands = list(ending.hands)
    for _ in range(rng.randint(1, 2)):
        suit, (one, other) = rng.choice(SUITS), rng.sample(range(3), 2)
        cards = [_cards(hands[player] & LANE << 16 * suit) for player in (one, other)]
        for _ in range(rng.choice((1, 1, 2, 3))):
            if all(cards):
                pair = rng.choice(cards[0]) | rng.choice(cards[1])
                hands[one] ^= pair
                hands[other] ^= pair
                cards = [_cards(hands[player] & LANE << 16 * suit) for player in (one, other)]
    return replace(ending, hands=tuple(hands))


def _cards(mask: int) -> list[int]:
    return [1 << card for card in range(64) if mask >> card & 1]


def endings_of(goals: list[list[int]]) -> array[int]:
    """For plain minimax: the goals, a bit for each, that every ending meets."""
    return array(
        "Q",
        [
            sum((goal[place] >> taken & 1) << number for number, goal in enumerate(goals))
            for place in range(64)
            for taken in range(14)
        ],
    )


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", FAMILIES)
def test_stored_results_hold_for_positions_alike(tricks_left: int) -> None:
    rng, search = source(f"stored, {tricks_left}"), new_search(4096)
    found = [0, 0]
    for family in range(share_of(FAMILIES[tricks_left])):
        if family % 40 == 0:
            goals = [random_goal(rng) for _ in range(GOALS)]
            endings = endings_of(goals)
        ending, taken = random_ending(rng, tricks_left), rng.randint(0, 13 - tricks_left)
        asked = rng.sample(range(GOALS), 4)
        for _ in range(MEMBERS):
            hands, table = ending.begun(rng, rng.choice((0, 0, 1, 2)))
            at = hands, ending.leader, table, taken, ending.strain
            forced, possible, _ = compiled_reference.answers_after(*at, endings)
            for number in asked:
                for kind, right in ((GoalKind.PARS, forced), (GoalKind.COOPERATIVE, possible)):
                    answer, _, _ = search.run(*at, tuple(goals[number]), kind)
                    assert answer is bool(right >> number & 1), (ending, at, goals[number], kind)
                    found[answer] += 1
            ending = like(ending, rng)
            taken = min(max(taken + rng.choice((-1, 0, 0, 1)), 0), 13 - tricks_left)
    assert min(found) > sum(found) / 10
