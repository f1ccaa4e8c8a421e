"""Independent numbered jobs on a few threads, with answers that do not depend on how many.

The compiled engines release the GIL. The calling thread only waits, so an interrupt from the
keyboard is seen at once, told to the workers, and raised when they have come back. A single thread
is the calling one; where Python has no threads (in a browser), all work is done in it, in turn.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice, takewhile
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, NoReturn, TypeVar

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import as_int

#: More than any machine has use for.
MOST_THREADS = 4096
_WAIT_SECONDS = 0.05
# More jobs are handed out than there are threads, so that none waits for the calling thread.
_JOBS_AHEAD = 4
Answer = TypeVar("Answer")


def works_alone() -> bool:
    """Whether Python has no threads and no processes to share work out to, as in a browser."""
    return sys.platform == "emscripten"


def processors() -> int:
    """How many processors this process may use; 1 where there are no threads."""
    if works_alone():
        return 1
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def checked_threads(threads: int | None) -> int:
    """The number of threads to use: as given, or at most two of the machine's processors.

    Always 1 where there are no others. SearchError for less than 1 or more than `MOST_THREADS`.
    """
    if threads is not None and not 1 <= as_int(threads, "a number of threads") <= MOST_THREADS:
        raise SearchError(f"{shown_number(threads)} threads: from 1 to {MOST_THREADS}")
    if works_alone():
        return 1
    return min(2, os.cpu_count() or 1) if threads is None else threads


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
    crew = _Crew[Answer](count, limit.stop())
    begun = 0
    waiting = enumerate(jobs)
    try:
        crew.start()
        while not limit.passed:
            for job in islice(waiting, _JOBS_AHEAD * count - (begun - len(crew.answers))):
                crew.todo.put(job)
                begun += 1
            if len(crew.answers) == begun:
                break
            if crew.hears(_WAIT_SECONDS) and tell_done is not None:
                tell_done(len(crew.answers))
    finally:
        # An interrupt may come after each call: by then whoever is at work has been told.
        crew.is_over = True
        try:
            crew.todo.put(None)
        finally:
            crew.stop.set()
            crew.wait()
    while crew.hears(0):
        pass
    return list(map(crew.answers.__getitem__, takewhile(crew.answers.__contains__, range(begun))))


class _Crew(Generic[Answer]):
    """Threads that do numbered jobs.

    They are spoken to through queues of the core alone: an interrupt that comes while the calling
    thread holds a lock would leave a worker waiting for it for ever.
    """

    def __init__(self, threads: int, stop: Stop) -> None:
        self.todo: SimpleQueue[tuple[int, Callable[[Stop], Answer]] | None] = SimpleQueue()
        self.answers: dict[int, Answer] = {}
        self._done: SimpleQueue[tuple[int, Callable[[], Answer]]] = SimpleQueue()
        self.stop = stop
        #: Once set, jobs are begun no more. The None in `todo` then sends one thread after the
        #: other home, however many of them had been started.
        self.is_over = False
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(threads)]

    def start(self) -> None:
        """Set the threads to work."""
        for each in self._threads:
            each.start()

    def _work(self) -> None:
        while (job := self.todo.get()) is not None:
            if not self.is_over:
                self._done.put((job[0], _outcome(partial(job[1], self.stop))))
        self.todo.put(None)

    def hears(self, seconds: float) -> bool:
        """Take in an answer that comes within this time; raises what a job has raised."""
        try:
            number, answer = self._done.get(timeout=seconds)
        except Empty:
            return False
        self.answers[number] = answer()
        return True

    def wait(self) -> None:
        """Until all threads have come back; one that is only being started ends by itself."""
        for each in self._threads:
            if each.is_alive():
                each.join()


def _outcome(job: Callable[[], Answer]) -> Callable[[], Answer]:
    try:
        answer = job()
    except BaseException as error:
        return partial(_raise, error)
    return lambda: answer


def _raise(error: BaseException) -> NoReturn:
    raise error


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
