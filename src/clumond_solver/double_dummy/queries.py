"""Queries: questions that a limit may interrupt and that resume where they were.

A query searches in steps (`Asker`), whose results stay in the core's table, so that a second try
costs little more than what it adds.
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

# Nodes of the first search at either end of a bracket, and the factor by which they grow.
FIRST_NODES = 2000
_GROWTH = 4


@dataclass(frozen=True, slots=True)
class SearchTask:
    """A search of the core: whether the hero reaches a goal, with this trick count so far."""

    position: OpenPosition
    goal: Goal
    kind: GoalKind
    taken: int


class Asker(Protocol):
    """A search function; None where the deadline or ``max_nodes`` ended it."""

    def __call__(
        self, task: SearchTask, deadline: Deadline, max_nodes: float = math.inf
    ) -> bool | None:
        """Search."""


class Query(Protocol):
    """A query that may take several deadlines to answer."""

    @property
    def is_open(self) -> bool:
        """Whether the answer is not known yet."""

    def work(self, deadline: Deadline) -> None:
        """Go on until it is settled or the deadline has passed."""


def work_through(queries: Sequence[Query], deadline: Deadline) -> None:
    """Give every open query an equal share of what is left, round after round.

    So one hard query leaves some for the others, and what these do not need goes back to it: at
    the end all is settled or all is spent.
    """
    while not deadline.passed and (still_open := [query for query in queries if query.is_open]):
        for done, query in enumerate(still_open):
            with deadline.portion(1 / (len(still_open) - done)) as part:
                query.work(part)


class VerdictQuery:
    """Whether the hero forces a goal."""

    def __init__(self, ask: Asker, task: SearchTask) -> None:
        """Search nothing before `work`."""
        self.answer: bool | None = None
        self._ask = ask
        self._task = task

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet."""
        return self.answer is None

    def work(self, deadline: Deadline) -> None:
        """Search."""
        self.answer = self._ask(self._task, deadline)


class Bracket:
    """The least number for which a goal can be forced, known to lie from `low` to `high`.

    Searches of growing size push both ends in turn, so that a limit leaves little between.
    """

    def __init__(
        self, ask: Asker, low: int, high: int, task_at: Callable[[int], SearchTask]
    ) -> None:
        """Search nothing before `work`."""
        self.low, self.high = low, high
        self._ask = ask
        self._task_at = task_at
        self._nodes = FIRST_NODES

    @property
    def is_open(self) -> bool:
        """Whether the number is not known yet."""
        return self.low < self.high

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds known so far."""
        return self.low, self.high

    def work(self, deadline: Deadline) -> None:
        """Search at both ends."""
        while self.is_open and not deadline.passed:
            for number in dict.fromkeys((self.low, self.high - 1)):
                answer = self._ask(self._task_at(number), deadline, self._nodes)
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

    def __init__(self, ask: Asker, task: SearchTask, find_line: Callable[[], bool]) -> None:
        """Search nothing before `work`; it tries `find_line` once."""
        super().__init__(ask, task)
        self._find_line: Callable[[], bool] | None = find_line

    def work(self, deadline: Deadline) -> None:
        """Search, shortly first."""
        if self._find_line is not None:
            self.answer = self._ask(self._task, deadline, FIRST_NODES)
            if self.answer is not None or deadline.passed:
                return
            self.answer = self._find_line() or None
            self._find_line = None
        if self.answer is None:
            self.answer = self._ask(self._task, deadline)


class RetentionQuery:
    """How far one retention can be reached: its two queries, and the verdict on any success."""

    def __init__(
        self, success: VerdictQuery, possible: PossibleQuery, forced: VerdictQuery
    ) -> None:
        """`success` may be settled later; without it no retention can be forced."""
        self.possible = possible
        self._success = success
        self._forced = forced

    @property
    def _is_forced(self) -> bool | None:
        if self._success.answer is False or self.possible.answer is False:
            return False
        return self._forced.answer

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet whether it can be forced."""
        return self._is_forced is None

    def work(self, deadline: Deadline) -> None:
        """Search whether it can be forced."""
        self._forced.work(deadline)

    @property
    def reach(self) -> Reach | None:
        """The reach known so far; None if not even whether it can be forced."""
        forced = self._is_forced
        if forced is None:
            return None
        if forced:
            return Reach.FORCED
        if self.possible.answer is None:
            return Reach.UNFORCED
        return Reach.POSSIBLE if self.possible.answer else Reach.IMPOSSIBLE
