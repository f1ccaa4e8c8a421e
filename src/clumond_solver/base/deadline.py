"""Limits of time and of nodes that several searches share.

>>> Deadline(None).seconds_left, Deadline(0).passed
(inf, True)
>>> with Deadline(None, nodes=100).portion(0.5) as portion:
...     portion.nodes_left
50
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Real

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.stopping import check_not_stopped, is_stopped, on_stop
from clumond_solver.base.values import check_type

# About 30 years: longer limits are mistakes, and clocks cannot represent the longest.
_MAX_SECONDS = 1e9


def check_seconds(seconds: float | None) -> None:
    """SearchError unless a time limit is 0 to 1e9 seconds, or None."""
    if seconds is not None:
        check_type(seconds, Real, "a number of seconds")
        if not 0 <= seconds <= _MAX_SECONDS:
            raise SearchError(f"time limit {shown_number(seconds)}: seconds, 0 to {_MAX_SECONDS:g}")


class Deadline:
    """A moment after which work stops, and the most nodes that searches may visit until then.

    Either limit may be absent. `nodes` counts the nodes visited. Only results under a limit of
    nodes are reproducible.
    """

    def __init__(
        self,
        seconds: float | None,
        is_aborted: Callable[[], bool] = lambda: False,
        *,
        nodes: int | None = None,
    ) -> None:
        """Start the clock; the time is also up once ``is_aborted`` returns true.

        SearchError for seconds that `check_seconds` refuses.
        """
        check_not_stopped()
        check_seconds(seconds)
        self._end = math.inf if seconds is None else time.monotonic() + seconds
        self._is_aborted = is_aborted
        self.nodes = 0
        self.max_nodes: float = math.inf if nodes is None else nodes

    @property
    def has_time_limit(self) -> bool:
        """Whether the time is limited."""
        return self._end != math.inf

    @property
    def passed(self) -> bool:
        """Whether the time is up, or no node is left."""
        return self.nodes_left <= 0 or self.seconds_left <= 0

    @property
    def nodes_left(self) -> float:
        """Nodes that may still be visited; infinite without a limit."""
        return self.max_nodes - self.nodes

    @property
    def seconds_left(self) -> float:
        """Seconds to go: 0 when the time is up, infinite without a limit."""
        if is_stopped() or self._is_aborted():
            return 0.0
        return max(0.0, self._end - time.monotonic())

    def stop(self, *, checks_signals: bool = False) -> Stop:
        """Return a flag that stops searches when the time is up; see `Stop` for its argument."""
        stop = Stop(self.seconds_for(1), checks_signals=checks_signals)
        on_stop(stop, Stop.set)
        return stop

    def seconds_for(self, fraction: float) -> float | None:
        """A fraction of the seconds left, for one of several questions; None without a limit."""
        return fraction * self.seconds_left if self.has_time_limit else None

    @contextmanager
    def portion(self, fraction: float) -> Iterator[Deadline]:
        """A deadline with a fraction of the time and nodes left, so that others get the rest."""
        portion = Deadline(self.seconds_for(fraction), self._is_aborted)
        if self.max_nodes < math.inf:
            portion.max_nodes = int(self.nodes_left * fraction)
        try:
            yield portion
        finally:
            self.nodes += portion.nodes

    def split(self, count: int) -> list[Deadline]:
        """Deadlines for parallel work: an equal part of the nodes each, and the whole time."""
        parts = [Deadline(None, self._is_aborted) for _ in range(count)]
        for index, part in enumerate(parts):
            part._end = self._end
            if self.max_nodes < math.inf:
                nodes = int(self.nodes_left)
                part.max_nodes = nodes * (index + 1) // count - nodes * index // count
        return parts
