"""A limit that several searches share.

>>> budget = Budget(Limit(nodes=100))
>>> with budget.part(0.5) as part:
...     part.nodes_left
50
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from clumond_solver._core.double_dummy.open_search import NO_LIMIT
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.errors import SearchError
from clumond_solver.results import Limit


class Budget(Deadline):
    """The rest of a `Limit` that several searches share: a deadline that also counts nodes."""

    def __init__(self, limit: Limit | None, called_off: Callable[[], bool] = lambda: False) -> None:
        """Start with the whole limit; nothing is left once ``called_off`` returns true."""
        super().__init__(None if limit is None else limit.time, called_off)
        self.nodes = 0
        nodes = None if limit is None else limit.nodes
        self.max_nodes = NO_LIMIT if nodes is None else min(nodes, NO_LIMIT)

    @contextmanager
    def part(self, share: float) -> Iterator[Budget]:
        """A budget of a share of what is left, so that one hard question leaves some for others."""
        part = Budget(Limit(time=self.share(share) if self.ends else None), self._called_off)
        if self.max_nodes != NO_LIMIT:
            part.max_nodes = int(self.nodes_left * share)
        try:
            yield part
        finally:
            self.nodes += part.nodes

    def split(self, count: int) -> list[Budget]:
        """Budgets for parallel work: equal parts of the nodes, and the whole time for each."""
        parts = [Budget(None, self._called_off) for _ in range(count)]
        for number, part in enumerate(parts):
            part._end = self._end
            if self.max_nodes != NO_LIMIT:
                left = self.nodes_left
                part.max_nodes = left * (number + 1) // count - left * number // count
        return parts

    @property
    def nodes_left(self) -> int:
        """Positions that may still be searched."""
        return self.max_nodes if self.max_nodes == NO_LIMIT else self.max_nodes - self.nodes

    @property
    def seconds_left(self) -> float | None:
        """Seconds left for the core; None without a deadline."""
        return self.left if self.ends else None

    @property
    def spent(self) -> bool:
        """Whether no further search may begin."""
        return self.passed or self.nodes_left <= 0


def checked_limit(limit: Limit | None) -> Limit | None:
    """The limit itself; SearchError for anything else."""
    if limit is not None and not isinstance(limit, Limit):
        raise SearchError(f"limit {limit!r}: give a Limit(time=seconds, nodes=count), or None")
    return limit
