"""Independent numbered jobs on a few threads, with answers that do not depend on how many.

The compiled engines release the GIL. The calling thread only waits, so an interrupt from the
keyboard is seen at once, told to the workers, and raised when they have come back.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from clumond_solver._core.bits.stop import Stop
from clumond_solver.errors import SearchError

_WAIT_SECONDS = 0.05
# More jobs are handed out than there are threads, so that none waits for the calling thread.
_JOBS_AHEAD = 4
Answer = TypeVar("Answer")


class Deadline:
    """A moment after which work stops; never, if no time is given. Not reproducible."""

    def __init__(self, seconds: float | None) -> None:
        """Start the clock; SearchError unless the seconds are 0 or more."""
        if seconds is not None and not (math.isfinite(seconds) and seconds >= 0):
            raise SearchError(f"time budget {seconds}: seconds, 0 or more")
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and time.monotonic() >= self._end


def checked_threads(threads: int | None) -> int:
    """The number of threads to use: as given, or at most two of the machine's processors."""
    if threads is None:
        return min(2, os.cpu_count() or 1)
    if threads < 1:
        raise SearchError(f"{threads} threads: at least 1")
    return threads


def run_jobs(
    jobs: Iterable[Callable[[Stop], Answer]],
    *,
    threads: int | None = None,
    deadline: Deadline | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Answer]:
    """Do the jobs; their answers in the jobs' order.

    Each job is given a flag that tells it to come back early. After the deadline the jobs under
    way come back with what they have and no more are begun: the list is then shorter.
    ``progress`` is called with the number of jobs done.
    """
    count = checked_threads(threads)
    stop = Stop()
    limit = deadline or Deadline(None)
    futures: list[Future[Answer]] = []
    pending: set[Future[Answer]] = set()
    waiting = iter(jobs)
    pool = ThreadPoolExecutor(count)
    try:
        while not limit.passed:
            for job in islice(waiting, _JOBS_AHEAD * count - len(pending)):
                futures.append(pool.submit(job, stop))
                pending.add(futures[-1])
            if not pending:
                break
            done, pending = wait(pending, _WAIT_SECONDS, FIRST_COMPLETED)
            if done and progress is not None:
                progress(len(futures) - len(pending))
    finally:
        stop.tell()
        pool.shutdown(cancel_futures=True)
    return [future.result() for future in futures if not future.cancelled()]
