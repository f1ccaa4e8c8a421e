"""Results with all hands open in any game, and the limits of a search.

>>> Limit(nodes=1000).nodes, Reach.FORCED > Reach.POSSIBLE > Reach.IMPOSSIBLE
(1000, True)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.stopping import Deadline, check_seconds
from clumond_solver.base.values import IntChoice, Result, as_int

#: The greatest limit: more nodes than any search visits.
MOST_NODES = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The time and the nodes after which a search stops; None for no limit.

    ``time`` is in seconds, at most 10**9; with it results differ from run to run. ``nodes`` is a
    number of positions; with it results are reproducible. Numbers above 2**63 - 1 count as that.
    SearchError for negative numbers and for a time that is NaN.
    """

    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        check_seconds(self.time)
        if self.nodes is not None:
            if as_int(self.nodes, "a number of nodes") < 0:
                raise SearchError(f"node limit {shown_number(self.nodes)}: a count, 0 or more")
            object.__setattr__(self, "nodes", min(self.nodes, MOST_NODES))

    @classmethod
    def of(cls, clock: Deadline, share: float = 1) -> Limit:
        """A share of the time and nodes that are left."""
        nodes = None if clock.max_nodes == math.inf else max(0, int(clock.nodes_left * share))
        return cls(time=clock.seconds_for(share), nodes=nodes)


def checked_limit(limit: Limit | None) -> Limit | None:
    """The limit itself; SearchError for anything else."""
    if limit is not None and not isinstance(limit, Limit):
        raise SearchError(f"limit {limit!r}: give a Limit(time=seconds, nodes=count), or None")
    return limit


class Reach(IntChoice):
    """Whether a seat can end with a retention exactly on target, with all hands open.

    FORCED      the seat can, against any defence.
    POSSIBLE    the seat can only if the defence helps: a line of play ends so.
    UNFORCED    the seat cannot force it; no line with help was found, but there may be one.
    IMPOSSIBLE  no legal play ends so: proved.
    """

    IMPOSSIBLE = 0
    UNFORCED = 1
    POSSIBLE = 2
    FORCED = 3


@dataclass(frozen=True, slots=True)
class TrickRange(Result):
    """The fewest and the most tricks that a seat can force itself to take, all hands open.

    fewest, most  pairs (low, high) of bounds, equal when exact. Tricks taken in the whole hand,
                  without supplementary ones: 0 to 13.

    >>> TrickRange(fewest=(2, 2), most=(5, 6)).exact
    False
    """

    fewest: tuple[int, int]
    most: tuple[int, int]

    @property
    def exact(self) -> bool:
        """Whether both ends are known."""
        return self.fewest[0] == self.fewest[1] and self.most[0] == self.most[1]
