"""Queries: questions that a limit may interrupt and that can be resumed.

The results of a query's searches stay in the core's table, so that resuming repeats little work.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from clumond_solver.base.deadline import Deadline
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.double_dummy.open_position import Goal, OpenPosition
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


class SearchFunction(Protocol):
    """Runs a search; None if the deadline or ``max_nodes`` ended it."""

    def __call__(
        self, task: SearchTask, deadline: Deadline, max_nodes: float = math.inf
    ) -> bool | None:
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
        """Prepare the query; only `work` searches."""
        self.answer: bool | None = None
        self._search = search
        self._task = task

    @property
    def is_undecided(self) -> bool:
        """Whether the answer is still unknown."""
        return self.answer is None

    def work(self, deadline: Deadline) -> None:
        """Search."""
        self.answer = self._search(self._task, deadline)


class Bracket:
    """The least number for which a goal can be forced, with bounds `low` and `high` so far.

    Searches at both ends, with more and more nodes, make the bounds close even under a limit.
    """

    def __init__(
        self, search: SearchFunction, low: int, high: int, task_at: Callable[[int], SearchTask]
    ) -> None:
        """Prepare the query; only `work` searches."""
        self.low, self.high = low, high
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
                answer = self._search(self._task_at(number), deadline, self._nodes)
                if answer is not None:
                    if answer:
                        self.high = number
                    else:
                        self.low = number + 1
                    break
            else:
                self._nodes *= _GROWTH


class PossibleQuery(VerdictQuery):
    """Whether any play at all reaches a goal: a short search, then playouts, then a long search."""

    def __init__(
        self, search: SearchFunction, task: SearchTask, find_line: Callable[[], bool]
    ) -> None:
        """Prepare the query; `work` calls `find_line` once."""
        super().__init__(search, task)
        self._find_line: Callable[[], bool] | None = find_line

    def work(self, deadline: Deadline) -> None:
        """Search briefly, look for a line, then search until the deadline."""
        if self._find_line is not None:
            self.answer = self._search(self._task, deadline, FIRST_NODES)
            if self.answer is not None or deadline.passed:
                return
            self.answer = self._find_line() or None
            self._find_line = None
        if self.answer is None:
            self.answer = self._search(self._task, deadline)


class RetentionQuery:
    """The reach of a retention: from two queries about it, and the verdict on any success."""

    def __init__(
        self, success: VerdictQuery, possible: PossibleQuery, forced: VerdictQuery
    ) -> None:
        """`success` may be answered later; if it is false, no retention can be forced."""
        self.possible = possible
        self._success = success
        self._forced = forced

    @property
    def _is_forced(self) -> bool | None:
        if self._success.answer is False or self.possible.answer is False:
            return False
        return self._forced.answer

    @property
    def is_undecided(self) -> bool:
        """Whether it is still unknown if the retention can be forced."""
        return self._is_forced is None

    def work(self, deadline: Deadline) -> None:
        """Search whether the retention can be forced."""
        self._forced.work(deadline)

    @property
    def reach(self) -> Reach | None:
        """The reach so far; None if it is unknown whether the retention can be forced."""
        forced = self._is_forced
        if forced is None:
            return None
        if forced:
            return Reach.FORCED
        if self.possible.answer is None:
            return Reach.UNFORCED
        return Reach.POSSIBLE if self.possible.answer else Reach.IMPOSSIBLE
