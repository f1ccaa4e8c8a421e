"""A limit that several searches share.

>>> budget = Budget(Limit(nodes=100))
>>> with budget.part(0.5) as part:
...     part.nodes_left
50
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from clumond_solver._core.double_dummy.open_search import NO_LIMIT
from clumond_solver.base.errors import SearchError
from clumond_solver.results import Limit


class Budget:
    """The rest of a limit that several searches share."""

    def __init__(self, limit: Limit | None, called_off: Callable[[], bool] = lambda: False) -> None:
        """Start with the whole limit; nothing is left once ``called_off`` returns true."""
        self.nodes = 0
        self.called_off = called_off
        nodes = None if limit is None else limit.nodes
        self.max_nodes = NO_LIMIT if nodes is None else min(nodes, NO_LIMIT)
        seconds = None if limit is None else limit.time
        self.deadline = math.inf if seconds is None else time.monotonic() + seconds

    @contextmanager
    def part(self, share: float) -> Iterator[Budget]:
        """A budget of a share of what is left, so that one hard question leaves some for others."""
        part = Budget(None, self.called_off)
        if self.max_nodes != NO_LIMIT:
            part.max_nodes = int(self.nodes_left * share)
        if self.deadline != math.inf:
            part.deadline = time.monotonic() + self.seconds_left * share
        try:
            yield part
        finally:
            self.nodes += part.nodes

    def split(self, count: int) -> list[Budget]:
        """Budgets for parallel work: equal parts of the nodes, and the whole time for each."""
        parts = [Budget(None, self.called_off) for _ in range(count)]
        for number, part in enumerate(parts):
            part.deadline = self.deadline
            if self.max_nodes != NO_LIMIT:
                left = self.nodes_left
                part.max_nodes = left * (number + 1) // count - left * number // count
        return parts

    @property
    def nodes_left(self) -> int:
        """Positions that may still be searched."""
        return self.max_nodes if self.max_nodes == NO_LIMIT else self.max_nodes - self.nodes

    @property
    def seconds_left(self) -> float:
        """Negative (no limit) for the core when there is no deadline."""
        if self.deadline == math.inf:
            return -1.0
        return max(0.0, self.deadline - time.monotonic())

    @property
    def spent(self) -> bool:
        """Whether no further search may begin."""
        return self.called_off() or self.nodes_left <= 0 or time.monotonic() >= self.deadline


def checked_limit(limit: Limit | None) -> Limit | None:
    """The limit itself; SearchError for anything else."""
    if limit is not None and not isinstance(limit, Limit):
        raise SearchError(f"limit {limit!r}: give a Limit(time=seconds, nodes=count), or None")
    return limit
