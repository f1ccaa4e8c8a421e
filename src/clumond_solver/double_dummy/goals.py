"""What a seat can be asked to reach, all hands open: trick counts that will do, by retention.

>>> successes = near_pars(Retention.parse("DDS"), 0, supplementary=0)
>>> [tricks for tricks in range(TRICKS + 1) if successes >> tricks & 1]
[1, 11]
"""

from __future__ import annotations

from functools import lru_cache
from operator import le

from clumond_solver.cards import Suit
from clumond_solver.compiled.double_dummy import Goal, OpenPosition, goal_masks
from clumond_solver.games.clumond.play import TRICKS, Retention
from clumond_solver.games.clumond.scoring import off_table


@lru_cache(maxsize=128)
def within(miss: int, supplementary: int) -> Goal:
    """Finishing within `miss` tricks of a possible par; 0 is success."""
    return goal_masks({each: near_pars(each, miss, supplementary) for each in Retention.all()})


@lru_cache(maxsize=256)
def exactly(retention: Retention, supplementary: int) -> Goal:
    """Success with this very retention."""
    return goal_masks({retention: near_pars(retention, 0, supplementary)})


@lru_cache(maxsize=2)
def at_least_all() -> Goal:
    """A virtual count of thirteen tricks or more."""
    return goal_masks(dict.fromkeys(Retention.all(), ((1 << 31) - 1) & ~((1 << TRICKS) - 1)))


@lru_cache(maxsize=2)
def at_most_all() -> Goal:
    """A virtual count of thirteen tricks or fewer."""
    return goal_masks(dict.fromkeys(Retention.all(), (2 << TRICKS) - 1))


def near_pars(retention: Retention, miss: int, supplementary: int) -> int:
    """The trick counts (0 to 13) that end within `miss` of a possible par, as bits."""
    row = off_table(supplementary)[retention.code]
    return sum(1 << tricks for tricks, off in enumerate(row) if off <= miss)


def worst_miss(position: OpenPosition) -> int:
    """A miss that cannot be exceeded: the least that every trick count keeps to."""
    low, high = position.taken, position.taken + position.tricks_left
    counts = sum(1 << tricks for tricks in range(low, high + 1))
    lengths = [(position.hands[0] >> 16 * suit & 0xFFFF).bit_count() for suit in Suit]
    return next(
        miss
        for miss in range(2 * TRICKS)
        if all(
            near_pars(each, miss, position.supplementary) & counts == counts
            for each in Retention.all()
            if all(map(le, each.counts, lengths))
        )
    )
