"""Independent numbered jobs on a few threads, with answers that do not depend on how many.

The compiled engines release the GIL. The calling thread only waits, so an interrupt from the
keyboard is seen at once, told to the workers, and raised when they have come back. A single thread
is the calling one: nothing here needs threads where there are none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from clumond_solver._core.bits.stop import Stop
from clumond_solver.errors import SearchError
from clumond_solver.system.deadline import Deadline

_WAIT_SECONDS = 0.05
# More jobs are handed out than there are threads, so that none waits for the calling thread.
_JOBS_AHEAD = 4
Answer = TypeVar("Answer")


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
    tell_done: Callable[[int], None] | None = None,
) -> list[Answer]:
    """Do the jobs; their answers in the jobs' order.

    Each job is given a flag that tells it to come back early. After the deadline the jobs under
    way come back with what they have and no more are begun: the list is then shorter.
    ``tell_done`` is called with the number of jobs done.
    """
    count = checked_threads(threads)
    limit = deadline or Deadline(None)
    if count == 1:
        return _in_turn(jobs, limit, tell_done)
    stop = limit.stop()
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
            if done and tell_done is not None:
                tell_done(len(futures) - len(pending))
    finally:
        stop.tell()
        pool.shutdown(cancel_futures=True)
    return [future.result() for future in futures if not future.cancelled()]


def _in_turn(
    jobs: Iterable[Callable[[Stop], Answer]],
    limit: Deadline,
    tell_done: Callable[[int], None] | None,
) -> list[Answer]:
    stop = limit.stop(listens=True)
    answers: list[Answer] = []
    for job in jobs:
        if limit.passed:
            break
        answers.append(job(stop))
        if tell_done is not None:
            tell_done(len(answers))
    return answers
