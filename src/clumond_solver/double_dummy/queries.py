"""Queries: questions that a limit may interrupt and that can be resumed.

The results of a query's searches stay in the core's table, so that resuming repeats little work.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from clumond_solver.base.stopping import Deadline
from clumond_solver.base.values import FrozenMap
from clumond_solver.double_dummy.goals import Goal, OpenPosition
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.games.clumond.play import Retention
from clumond_solver.results import Reach

# The nodes of the first search at either end of a bracket, and their growth factor.
FIRST_NODES = 2000
_GROWTH = 4


@dataclass(frozen=True, slots=True)
class SearchTask:
    """A search of the core: can the hero force a goal, with this number of tricks so far?"""

    position: OpenPosition
    goal: Goal
    kind: GoalKind
    taken: int


class Found(NamedTuple):
    """The answer of a search, None if it was stopped; for a yes with help, the play to it."""

    answer: bool | None
    line: tuple[int, ...] = ()


class SearchFunction(Protocol):
    """Runs a search until the deadline, or until it has visited ``max_nodes``."""

    def __call__(self, task: SearchTask, deadline: Deadline, max_nodes: float = math.inf) -> Found:
        """Search."""


class Query(Protocol):
    """A query that may take several deadlines to answer."""

    @property
    def is_undecided(self) -> bool:
        """Whether the answer is still unknown."""

    def work(self, deadline: Deadline) -> None:
        """Work until the answer is known or the deadline has passed."""


def work_through(queries: Sequence[Query], deadline: Deadline) -> None:
    """Work at the undecided queries in rounds, with equal shares of what is left of the deadline.

    A hard query leaves time for the others, and gets back in the next round what they do not need.
    """
    while not deadline.passed and (undecided := [query for query in queries if query.is_undecided]):
        for index, query in enumerate(undecided):
            with deadline.portion(1 / (len(undecided) - index)) as part:
                query.work(part)


class VerdictQuery:
    """Whether the hero can force a goal."""

    def __init__(self, search: SearchFunction, task: SearchTask) -> None:
        self.answer: bool | None = None
        self._search = search
        self._task = task

    @property
    def is_undecided(self) -> bool:
        """Whether the answer is still unknown."""
        return self.answer is None

    def work(self, deadline: Deadline) -> None:
        """Search."""
        self.answer = self._search(self._task, deadline).answer


class Bracket:
    """The least number for which a goal can be forced, with bounds `low` and `high` so far.

    Searches at both ends, with more and more nodes, make the bounds close even under a limit.
    """

    def __init__(
        self, search: SearchFunction, high: int, task_at: Callable[[int], SearchTask]
    ) -> None:
        self.low, self.high = 0, high
        self._search = search
        self._task_at = task_at
        self._nodes = FIRST_NODES

    @property
    def is_undecided(self) -> bool:
        """Whether the number is still unknown."""
        return self.low < self.high

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds known so far."""
        return self.low, self.high

    def work(self, deadline: Deadline) -> None:
        """Search at both ends until the bounds meet or the deadline has passed."""
        while self.is_undecided and not deadline.passed:
            for number in dict.fromkeys((self.low, self.high - 1)):
                answer = self._search(self._task_at(number), deadline, self._nodes).answer
                if answer is not None:
                    if answer:
                        self.high = number
                    else:
                        self.low = number + 1
                    break
            else:
                self._nodes *= _GROWTH


class PossibleQuery(VerdictQuery):
    """Whether any play at all reaches a goal, and a line that does.

    Searches and beams take turns, each longer than the last, then a search without limit: most
    lines are easy to find one way or the other.
    """

    #: The nodes of a search, and the widths of the beams after it.
    STAGES: tuple[tuple[int, tuple[int, ...]], ...] = (
        (FIRST_NODES, (1, 2)),
        (10_000, (4,)),
        (40_000, (8, 16, 16, 16, 16, 16)),
    )

    def __init__(
        self,
        search: SearchFunction,
        task: SearchTask,
        find_line: Callable[[int, int], tuple[int, ...] | None],
    ) -> None:
        """Prepare the query; `find_line` takes a beam's width and its seed."""
        super().__init__(search, task)
        self.line: tuple[int, ...] = ()
        self._find_line = find_line
        self._stages = list(self.STAGES)

    def work(self, deadline: Deadline) -> None:
        """Work until the answer is known or the deadline has passed."""
        while self.is_undecided and not deadline.passed:
            self.work_at_stage(deadline)

    def work_at_stage(self, deadline: Deadline) -> None:
        """Search once, then look for a line with beams, if that is still to be done."""
        nodes, widths = self._stages[0] if self._stages else (math.inf, ())
        self.answer, self.line = self._search(self._task, deadline, nodes)
        if not widths or not self.is_undecided or deadline.passed:
            return
        del self._stages[0]
        for seed, width in enumerate(widths, sum(widths)):
            line = self._find_line(width, seed)
            if line is not None:
                self.answer, self.line = True, line
                return


def work_at_help(queries: Sequence[PossibleQuery], deadline: Deadline) -> None:
    """Work at the undecided queries, stage by stage, then in rounds."""
    for _ in PossibleQuery.STAGES:
        for query in queries:
            if query.is_undecided and not deadline.passed:
                query.work_at_stage(deadline)
    work_through(queries, deadline)


class RetentionsQuery:
    """The reach of every retention: first what can be forced, then what can be reached with help.

    If no success can be forced, no retention can; so the verdict comes before all.
    """

    def __init__(
        self,
        success: VerdictQuery,
        forced: Mapping[Retention, VerdictQuery],
        possible: Mapping[Retention, PossibleQuery],
    ) -> None:
        self._success = success
        self._forced = forced
        self._possible = possible

    @property
    def is_undecided(self) -> bool:
        """Whether some reach is not fully known."""
        return self._success.is_undecided or bool(self._forced_undecided or self._help_undecided)

    def work(self, deadline: Deadline) -> None:
        """Work until all is known or the deadline has passed."""
        if self._success.is_undecided or self._forced_undecided:
            with deadline.portion(0.5) as part:
                self.work_at_forced(part)
        self.work_at_help(deadline)
        while self.is_undecided and not deadline.passed:
            work_through((self._success, *self._forced_undecided, *self._help_undecided), deadline)

    def work_at_forced(self, deadline: Deadline) -> None:
        """Work only at the question which retentions can be forced."""
        if self._success.is_undecided:
            self._success.work(deadline)
        if self._success.answer is False:
            return
        # What cannot be reached even with help is soon excluded.
        for query in self._possible.values():
            if query.is_undecided and not deadline.passed:
                query.work_at_stage(deadline)
        work_through(self._forced_undecided, deadline)

    def work_at_help(self, deadline: Deadline) -> None:
        """Work only at the question which retentions can be reached with help."""
        work_at_help(self._help_undecided, deadline)

    @property
    def reaches(self) -> Mapping[Retention, Reach | None]:
        """The reaches so far; None where it is unknown whether the retention can be forced."""
        return FrozenMap({kept: self._reach(kept) for kept in self._forced})

    def _is_forced(self, kept: Retention) -> bool | None:
        if self._success.answer is False or self._possible[kept].answer is False:
            return False
        return self._forced[kept].answer

    @property
    def _forced_undecided(self) -> Sequence[VerdictQuery]:
        return [query for kept, query in self._forced.items() if self._is_forced(kept) is None]

    @property
    def _help_undecided(self) -> Sequence[PossibleQuery]:
        return [
            query
            for kept, query in self._possible.items()
            if query.is_undecided and not self._is_forced(kept)
        ]

    def _reach(self, kept: Retention) -> Reach | None:
        forced = self._is_forced(kept)
        if forced is None:
            return None
        if forced:
            return Reach.FORCED
        possible = self._possible[kept].answer
        if possible is None:
            return Reach.UNFORCED
        return Reach.POSSIBLE if possible else Reach.IMPOSSIBLE
