"""Results with all hands open, and the limits of a search.

>>> Limit(nodes=1000).nodes, Reach.FORCED > Reach.POSSIBLE > Reach.IMPOSSIBLE
(1000, True)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Strain, StrainLike
from clumond_solver.base.deadline import Deadline, check_seconds
from clumond_solver.base.drawing import Shown
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import FrozenMap, IntChoice, Result, as_int
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Retention

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
        """Refuse impossible limits."""
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


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Result, Shown):
    """Everything that one seat can force from a position with all hands open (double dummy).

    verdict      whether the seat can force success; None if the limit stopped the search first.
    plays        by legal card of the seat to play, whether success can still be forced after it.
    retentions   the reach of each retention; None if it is undecided whether it can be forced.
    miss         how many tricks off the seat finishes if all play perfectly: bounds (low, high).
    tricks       the fewest and the most tricks that the seat can force.
    line         best play by all from here to the end of the hand.
    nodes        the number of positions searched.
    exact        whether the limit cut nothing short.
    """

    verdict: bool | None
    plays: Mapping[Card, bool | None]
    retentions: Mapping[Retention, Reach | None]
    miss: tuple[int, int]
    tricks: TrickRange
    line: tuple[Card, ...]
    nodes: int
    exact: bool


@dataclass(frozen=True, slots=True)
class DealTable(Result, Shown):
    """What every seat of a deal could force as declarer in every strain.

    verdict  by declarer and strain, whether success can be forced; None if the limit stopped the
             search first.
    miss     by declarer and strain, how far off the defence can hold declarer, in tricks: bounds
             (low, high); 0 and 0 if he can force success.
    nodes    the number of positions searched for the table.

    `str` gives a table with a row for each declarer and a column for each strain: "makes", or the
    bounds on the miss.
    """

    verdict: Mapping[tuple[Seat, Strain], bool | None]
    miss: Mapping[tuple[Seat, Strain], tuple[int, int]]
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether every miss is known."""
        return all(low == high for low, high in self.miss.values())

    def __str__(self) -> str:
        """The table, aligned."""
        lines = [" " * 12 + "".join(f"{strain!s:>7}" for strain in Strain)]
        for seat in Seat:
            cells = (self._cell(seat, strain) for strain in Strain)
            lines.append(f"{seat!s:12}" + "".join(f"{cell:>7}" for cell in cells))
        return "\n".join(lines)

    def _cell(self, seat: Seat, strain: Strain) -> str:
        low, high = self.miss[seat, strain]
        if self.verdict[seat, strain]:
            return "makes"
        return str(low) if low == high else f"{low}-{high}"


@dataclass(frozen=True, slots=True, repr=False)
class RetentionTable(Result, Shown):
    """The reach of every retention in every strain for a declarer, from a deal's first card.

    declarer  the declarer's seat.
    reach     the reach by strain and retention; None if it is undecided whether the retention
              can be forced.
    miss      by strain, how far off the defence can hold declarer, in tricks: bounds (low, high);
              0 and 0 if he can force success, whichever three cards he keeps in the end.
    nodes     the number of positions searched for the table.
    lines     by strain and retention, a line of play by all three that ends with the retention on
              target; see `line`.

    `str` gives some sentences, then a table: a row for each retention, a column for each strain.
    """

    declarer: Seat
    reach: Mapping[tuple[Strain, Retention], Reach | None]
    miss: Mapping[Strain, tuple[int, int]]
    nodes: int
    lines: Mapping[tuple[Strain, Retention], tuple[Card, ...]] = FrozenMap({})

    @property
    def exact(self) -> bool:
        """Whether every reach is fully known: neither None nor UNFORCED."""
        return not any(map(self.is_undecided, Strain))

    def is_undecided(self, strain: Strain) -> bool:
        """Whether some reach in a strain is not fully known: None or UNFORCED."""
        return any(_amount_known(self.reach[strain, r]) < _FULLY_KNOWN for r in Retention.all())

    def knows_forced(self, strain: Strain) -> bool:
        """Whether it is known of every retention in a strain if it can be forced: none is None."""
        return all(self.reach[strain, kept] is not None for kept in Retention.all())

    def joined(self, other: RetentionTable) -> RetentionTable:
        """The table with all that this one and another of the same declarer and deal know."""
        return RetentionTable(
            self.declarer,
            {
                cell: max(at, other.reach[cell], key=_amount_known)
                for cell, at in self.reach.items()
            },
            {
                strain: (max(low, other.miss[strain][0]), min(high, other.miss[strain][1]))
                for strain, (low, high) in self.miss.items()
            },
            self.nodes + other.nodes,
            FrozenMap({**self.lines, **other.lines}),
        )

    def forced(self, strain: StrainLike) -> tuple[Retention, ...]:
        """The retentions that can be forced in a strain."""
        strain = Strain(strain)
        return tuple(r for r in Retention.all() if self.reach[strain, r] is Reach.FORCED)

    def line(self, strain: StrainLike, kept: Retention | str) -> tuple[Card, ...] | None:
        """A line of play by all three, from the first card on, to a retention on target.

        None if none is known: always if the retention is impossible, and perhaps if it is forced.
        """
        retention = Retention.parse(kept) if isinstance(kept, str) else kept
        return self.lines.get((Strain(strain), retention))


_FULLY_KNOWN = 2


def _amount_known(reach: Reach | None) -> int:
    """The amount known of a reach: 0 nothing, 1 that it is not forced, 2 all."""
    return {None: 0, Reach.UNFORCED: 1}.get(reach, _FULLY_KNOWN)
