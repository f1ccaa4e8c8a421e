"""Independent numbered jobs on a few threads; the answers do not depend on the number of threads.

The compiled core releases the GIL. The calling thread only waits, so an interrupt from the
keyboard stops the workers at once, and is raised when they have returned. If one thread suffices,
or Python has no threads (in a browser), the calling thread does the jobs.

>>> run_jobs([lambda _: "a", lambda _: "b"], threads=2)
['a', 'b']
"""

from __future__ import annotations

import math
import os
import sys
from _thread import start_new_thread
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Generic, NoReturn, TypeVar

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.stopping import Stopper
from clumond_solver.base.values import as_int

#: More than any machine needs.
MOST_THREADS = 4096
_CONTAINER_LIMIT = Path("/sys/fs/cgroup/cpu.max")
_WAIT_SECONDS = 0.05
# The number of jobs queued per thread, so that no thread waits for the calling thread.
_JOBS_AHEAD = 4
Answer = TypeVar("Answer")


def lacks_threads() -> bool:
    """Whether Python cannot start threads or processes, as in a browser."""
    return sys.platform == "emscripten"


def processors() -> int:
    """The number of processors that this process may use; 1 if it cannot start threads.

    It may use those that it is bound to, and as much time on them as its container gives it.
    """
    if lacks_threads():
        return 1
    allowed = getattr(os, "sched_getaffinity", None)
    count = len(allowed(0)) if allowed else os.cpu_count() or 1
    # Without a limit the file begins with "max".
    with suppress(OSError, ValueError):
        quota, period = map(int, _CONTAINER_LIMIT.read_text("ascii").split())
        count = min(count, max(1, math.ceil(quota / period)))
    return count


def checked_threads(threads: int) -> int:
    """The number of threads to use: as given, but always 1 in a browser.

    SearchError for less than 1 or more than `MOST_THREADS`.
    """
    if not 1 <= as_int(threads, "a number of threads") <= MOST_THREADS:
        raise SearchError(f"{shown_number(threads)} threads: from 1 to {MOST_THREADS}")
    return 1 if lacks_threads() else threads


def run_jobs(
    jobs: Iterable[Callable[[Stop], Answer]],
    *,
    threads: int = 1,
    deadline: Deadline | None = None,
    on_done: Callable[[Mapping[int, Answer]], None] | None = None,
) -> list[Answer]:
    """Do the jobs, and return their answers in the order of the jobs.

    A job gets a flag at which it must return early. After the deadline the jobs under way return
    what they have and no others begin, so the list may be shorter. An error also stops the jobs
    under way (`base.stopping`). ``on_done`` is called with the answers so far, by number of the
    job.
    """
    count = checked_threads(threads)
    limit = deadline or Deadline(None)
    if count == 1:
        return _run_in_this_thread(jobs, limit, on_done)
    pool = _WorkerPool[Answer](count, limit.stop())
    begun = 0
    waiting = enumerate(jobs)
    try:
        pool.start()
        while not limit.passed:
            for job in islice(waiting, _JOBS_AHEAD * count - (begun - len(pool.answers))):
                begun += 1
                pool.todo.put(job)
            if len(pool.answers) == begun:
                break
            if pool.receive(_WAIT_SECONDS) and on_done is not None:
                on_done(pool.answers)
    finally:
        # An interrupt may come between any two of these statements; after each the workers can end.
        pool.is_over = True
        try:
            pool.todo.put(None)
        finally:
            if len(pool.answers) < begun:
                pool.stop()
            pool.wait()
    while pool.receive(0):
        pass
    return list(map(pool.answers.__getitem__, takewhile(pool.answers.__contains__, range(begun))))


class _WorkerPool(Generic[Answer]):
    """Threads that do numbered jobs.

    Only `SimpleQueue` is safe here: an interrupt in the calling thread while it holds one of
    Python's locks would leave a worker waiting for ever. `threading.Thread` takes such locks.
    """

    def __init__(self, threads: int, stop: Stop) -> None:
        self.todo: SimpleQueue[tuple[int, Callable[[Stop], Answer]] | None] = SimpleQueue()
        self.answers: dict[int, Answer] = {}
        self._done: SimpleQueue[tuple[int, Callable[[], Answer]]] = SimpleQueue()
        self._stop = stop
        self._stopper = Stopper()
        #: Once true, no further job begins. A None in `todo` ends a thread, which puts it back for
        #: the next.
        self.is_over = False
        self._threads = threads
        self._started = 0
        self._ended: SimpleQueue[None] = SimpleQueue()

    def start(self) -> None:
        """Start the threads."""
        for _ in range(self._threads):
            start_new_thread(self._work, ())
            self._started += 1

    def _work(self) -> None:
        self._stopper.attach()
        while (job := self.todo.get()) is not None:
            if not self.is_over:
                self._done.put((job[0], _outcome(partial(job[1], self._stop))))
        self.todo.put(None)
        self._ended.put(None)

    def stop(self) -> None:
        """Stop the jobs under way, and their searches."""
        self._stop.set()
        self._stopper.stop()

    def receive(self, seconds: float) -> bool:
        """Store an answer that comes within this time, or raise the error of its job."""
        try:
            number, answer = self._done.get(timeout=seconds)
        except Empty:
            return False
        self.answers[number] = answer()
        return True

    def wait(self) -> None:
        """Wait for all threads; a thread whose start was interrupted ends by itself."""
        for _ in range(self._started):
            self._ended.get()


def _outcome(job: Callable[[], Answer]) -> Callable[[], Answer]:
    try:
        answer = job()
    except BaseException as error:
        return partial(_raise, error)
    return lambda: answer


def _raise(error: BaseException) -> NoReturn:
    raise error


def _run_in_this_thread(
    jobs: Iterable[Callable[[Stop], Answer]],
    limit: Deadline,
    on_done: Callable[[Mapping[int, Answer]], None] | None,
) -> list[Answer]:
    stop = limit.stop(checks_signals=True)
    answers: dict[int, Answer] = {}
    for number, job in enumerate(jobs):
        if limit.passed:
            break
        answers[number] = job(stop)
        if on_done is not None:
            on_done(answers)
    return list(answers.values())
