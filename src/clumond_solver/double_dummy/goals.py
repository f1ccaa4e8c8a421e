"""Goals of a seat with all hands open: the trick counts that reach them, by retention.

>>> mask = near_pars(Retention.parse("DDS"), 0, supplementary=0)
>>> [tricks for tricks in range(TRICKS + 1) if mask >> tricks & 1]
[1, 11]
"""

from __future__ import annotations

from functools import lru_cache

from clumond_solver.base.cards import Suit
from clumond_solver.base.errors import SearchError
from clumond_solver.base.values import as_int, check_type
from clumond_solver.double_dummy.open_position import Goal, OpenPosition, goal_masks
from clumond_solver.games.clumond.play import TRICKS, ParReading, Retention
from clumond_solver.games.clumond.scoring import off_table


def success(position: OpenPosition) -> Goal:
    """Success: taking a par of the retention."""
    return within(0, position.supplementary, ParReading.NEAREST)


@lru_cache(maxsize=128)
def within(miss: int, supplementary: int, par: ParReading) -> Goal:
    """Being at most `miss` tricks off; 0 is success."""
    return goal_masks({kept: near_pars(kept, miss, supplementary, par) for kept in Retention.all()})


def ending(supplementary: int, retention: Retention | None, tricks: int | None) -> Goal | None:
    """Success with a retention, a number of tricks, or both; None if neither is given."""
    if retention is not None:
        check_type(retention, Retention, "a retention (one of Retention.all())")
    if tricks is None:
        return None if retention is None else exactly(retention, supplementary)
    count = as_int(tricks, "a number of tricks")
    if not 0 <= count <= TRICKS:
        raise SearchError(f"{count} tricks: a number from 0 to {TRICKS}")
    kept = Retention.all() if retention is None else (retention,)
    return goal_masks(dict.fromkeys(kept, 1 << count))


@lru_cache(maxsize=256)
def exactly(retention: Retention, supplementary: int) -> Goal:
    """Success with this retention."""
    return goal_masks({retention: near_pars(retention, 0, supplementary)})


@lru_cache(maxsize=32)
def tricks_within(fewest: int, most: int) -> Goal:
    """From `fewest` to `most` tricks, with any retention."""
    return goal_masks(dict.fromkeys(Retention.all(), (2 << most) - (1 << fewest)))


def near_pars(
    retention: Retention, miss: int, supplementary: int, par: ParReading = ParReading.NEAREST
) -> int:
    """A mask of the trick counts (0 to 13) that are at most `miss` tricks off."""
    row = off_table(supplementary, par)[retention.code]
    return sum(1 << tricks for tricks, off in enumerate(row) if off <= miss)


def worst_miss(position: OpenPosition, par: ParReading = ParReading.NEAREST) -> int:
    """An upper bound on the miss: the most tricks off of all endings that may be possible."""
    lengths = [(position.hands[0] >> 16 * suit & 0xFFFF).bit_count() for suit in Suit]
    codes = {kept.code for kept in Retention.all() if kept.fits(lengths)}
    rows = off_table(position.supplementary, par)
    fewest, most = position.taken, position.taken + position.tricks_left
    return max(max(rows[code][fewest : most + 1]) for code in codes)
