"""The tables of a goal, alone: what suit lengths decide, against all retentions and totals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

from tests import core_access
from tests.shares import share_of, source

GOALS = 500
# The cards kept of each suit.
RETENTIONS = [counts for counts in product(range(4), repeat=4) if sum(counts) == 3]
# Hands by suit lengths, of which no more than three matter.
HANDS = list(product(range(4), repeat=4))


def place_of(counts: Sequence[int]) -> int:
    """Where masks of totals by retention have those of this one."""
    diamonds, spades, hearts, _ = counts
    return diamonds + 4 * spades + 16 * hearts


def random_goal(rng: random.Random) -> list[int]:
    """Totals that succeed, by retention: few or nearly all, of few or of all retentions."""
    accepted = [0] * 64
    share, density = rng.choice((0, 0.05, 0.2, 1)), rng.choice((0.1, 0.5, 0.9))
    for counts in RETENTIONS:
        if rng.random() < share:
            accepted[place_of(counts)] = sum((rng.random() < density) << n for n in range(14))
    if share == 0:
        accepted[place_of(rng.choice(RETENTIONS))] = rng.getrandbits(14)
    return accepted


def test_counts_are_lost_or_won_if_nothing_in_reach_differs() -> None:
    rng = source("goals")
    fitting = [
        [place_of(kept) for kept in RETENTIONS if all(map(int.__le__, kept, lengths))]
        for lengths in HANDS
    ]
    cases = [
        core_access.case_of(sum(length << 4 * suit for suit, length in enumerate(lengths)))
        for lengths in HANDS
    ]
    assert sorted(cases) == list(range(256))
    for _ in range(share_of(GOALS)):
        accepted = random_goal(rng)
        lost, won, (only_keep, only_totals) = core_access.goal_tables(accepted)
        for case, places in zip(cases, fitting, strict=True):
            some, every = 0, 0x3FFF
            for place in places:
                some |= accepted[place]
                every &= accepted[place]
            for left in range(14):
                for taken in range(14 - left):
                    reach = ((2 << left) - 1) << taken
                    where = accepted, case, left, taken
                    assert (lost[left][case] >> taken & 1) == (not some & reach), where
                    assert (won[left][case] >> taken & 1) == (every & reach == reach), where
        succeeding = [counts for counts in RETENTIONS if accepted[place_of(counts)]]
        if len(succeeding) == 1:
            assert only_totals == accepted[place_of(succeeding[0])]
            assert only_keep == sum(count << 4 * suit for suit, count in enumerate(succeeding[0]))
        else:
            assert only_totals == 0


def test_a_case_has_the_lengths_up_to_three_and_nothing_of_other_hands() -> None:
    rng = source("cases")
    for lengths in product(range(13), repeat=4):
        packed = sum(length << 4 * suit for suit, length in enumerate(lengths))
        right = sum(min(length, 3) << 2 * suit for suit, length in enumerate(lengths))
        assert core_access.case_of(packed | rng.getrandbits(32) << 16) == right, lengths
