"""A deadline that several pieces of work share.

>>> Deadline(None).left, Deadline(0).passed
(inf, True)
>>> with Deadline(None, nodes=100).part(0.5) as part:
...     part.nodes_left
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

#: Some 30 years: machines cannot wait much longer.
MOST_SECONDS = 1e9


def checked_seconds(seconds: float | None) -> float | None:
    """The seconds as they are; SearchError unless they are 0 to `MOST_SECONDS`, or None."""
    if seconds is not None:
        check_type(seconds, Real, "a number of seconds")
    if seconds is not None and not 0 <= seconds <= MOST_SECONDS:
        raise SearchError(f"time limit {shown_number(seconds)}: seconds, 0 to {MOST_SECONDS:g}")
    return seconds


class Deadline:
    """A moment after which work stops, and the nodes that searches may visit till then.

    Either may be without limit. `nodes` counts those visited. Times are not reproducible.
    """

    def __init__(
        self,
        seconds: float | None,
        called_off: Callable[[], bool] = lambda: False,
        *,
        nodes: int | None = None,
    ) -> None:
        """Start the clock; the time is also up once ``called_off`` returns true.

        SearchError for seconds that `checked_seconds` refuses.
        """
        check_not_stopped()
        given = checked_seconds(seconds)
        self._end = math.inf if given is None else time.monotonic() + given
        self._called_off = called_off
        self.nodes = 0
        self.max_nodes: float = math.inf if nodes is None else nodes

    @property
    def ends(self) -> bool:
        """Whether there is a deadline at all."""
        return self._end != math.inf

    @property
    def passed(self) -> bool:
        """Whether the time is up, or no node is left."""
        return self.nodes_left <= 0 or self.left <= 0

    @property
    def nodes_left(self) -> float:
        """Nodes that may still be visited; infinite without a limit."""
        return self.max_nodes - self.nodes

    @property
    def left(self) -> float:
        """Seconds to go, 0 when the time is up."""
        if is_stopped() or self._called_off():
            return 0.0
        return max(0.0, self._end - time.monotonic())

    def stop(self, *, checks_signals: bool = False) -> Stop:
        """A flag that stops searches when the time is up; see `Stop` for ``checks_signals``."""
        stop = Stop(self.share(1), checks_signals=checks_signals)
        on_stop(stop, Stop.set)
        return stop

    def share(self, part: float) -> float | None:
        """A part of the seconds left, for one of several questions; None without a deadline."""
        return part * self.left if self.ends else None

    @contextmanager
    def part(self, share: float) -> Iterator[Deadline]:
        """A share of what is left, so that one hard question leaves some for others."""
        part = Deadline(self.share(share), self._called_off)
        if self.max_nodes < math.inf:
            part.max_nodes = int(self.nodes_left * share)
        try:
            yield part
        finally:
            self.nodes += part.nodes

    def split(self, count: int) -> list[Deadline]:
        """Deadlines for parallel work: equal parts of the nodes, and the whole time for each."""
        parts = [Deadline(None, self._called_off) for _ in range(count)]
        for number, part in enumerate(parts):
            part._end = self._end
            if self.max_nodes < math.inf:
                left = int(self.nodes_left)
                part.max_nodes = left * (number + 1) // count - left * number // count
        return parts
