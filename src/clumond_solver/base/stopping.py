"""How work ends, tells how far it is, and is shared out: stopped calls, limits, jobs on threads.

A long call can be stopped from another thread, or from the task that awaits it: deadlines,
searches and solvers check in their own thread whether their call was stopped.

>>> import asyncio
>>> asyncio.run(in_thread(sum, [1, 2]))
3

Several searches share limits of time and of nodes.

>>> Deadline(None).seconds_left, Deadline(0).passed
(inf, True)
>>> with Deadline(None, nodes=100).portion(0.5) as portion:
...     portion.nodes_left
50

Independent numbered jobs on a few threads; the answers do not depend on the number of threads.

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
import time
from _thread import start_new_thread
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from itertools import islice, takewhile
from numbers import Real
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar
from weakref import ref

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.checks import as_int, check_type, checked, wrong_type
from clumond_solver.base.errors import SearchError, shown_number

#: Called between steps of a long call as ``progress(done, total)``.
ProgressCallback = Callable[[int, int], None]
#: The same, where ``total`` is None if it is unknown.
StreamProgressCallback = Callable[[int, int | None], None]

_Given = ParamSpec("_Given")
_Worker = TypeVar("_Worker")
Answer = TypeVar("Answer")


class Stopper:
    """Runs calls that another thread can stop; after `stop` it refuses to run more.

    >>> stopper = Stopper()
    >>> stopper.run(max, 2, 3)
    3
    >>> stopper.stop()
    >>> stopper.run(max, 2, 3)
    Traceback (most recent call last):
    clumond_solver.base.errors.SearchError: the call was stopped
    """

    def __init__(self) -> None:
        self._stopped = False
        # The function that stops each worker; workers that nobody else refers to drop out.
        self._end_functions: dict[ref[Any], Callable[[Any], None]] = {}

    @checked
    def run(
        self, function: Callable[_Given, Answer], *args: _Given.args, **kwargs: _Given.kwargs
    ) -> Answer:
        """Call a function of the library, in this thread; SearchError if it is stopped."""
        token = _STOPPER.set(self)
        try:
            answer = function(*args, **kwargs)
            check_not_stopped()
            return answer
        finally:
            _STOPPER.reset(token)

    def attach(self) -> None:
        """Let `stop` also end all later calls of the library in this thread."""
        _STOPPER.set(self)

    def on_stop(self, worker: _Worker, end: Callable[[_Worker], None]) -> None:
        """Let `stop` also call ``end(worker)``; SearchError if `stop` has been called already."""
        try:
            self._end_functions[ref(worker, self._forget)] = end
        except TypeError:
            raise wrong_type(worker, "a worker that can be referred to weakly") from None
        self.check()

    def _forget(self, worker: ref[Any]) -> None:
        self._end_functions.pop(worker, None)

    def check(self) -> None:
        """Raise SearchError if the call has been stopped."""
        if self._stopped:
            raise SearchError("the call was stopped")

    def stop(self) -> None:
        """Stop the calls under way, from any thread: they end within a tenth of a second."""
        self._stopped = True
        for reference, stop in self._end_functions.copy().items():
            worker = reference()
            if worker is not None:
                stop(worker)


_STOPPER: ContextVar[Stopper | None] = ContextVar("_STOPPER", default=None)


def is_stopped() -> bool:
    """Whether the call under way in this thread has been stopped."""
    stopper = _STOPPER.get()
    return stopper is not None and stopper._stopped


def check_not_stopped() -> None:
    """Raise SearchError if the call under way has been stopped."""
    stopper = _STOPPER.get()
    if stopper is not None:
        stopper.check()


def on_stop(worker: _Worker, stop: Callable[[_Worker], None]) -> None:
    """Call ``stop(worker)`` when the call under way is stopped; SearchError if it has been."""
    stopper = _STOPPER.get()
    if stopper is not None:
        stopper.on_stop(worker, stop)


async def in_thread(
    function: Callable[_Given, Answer], *args: _Given.args, **kwargs: _Given.kwargs
) -> Answer:
    """Call a function of the library in another thread: ``await in_thread(advise, hand)``.

    When the task is cancelled, the call ends within a tenth of a second. A call that uses other
    processes also ends its work there.
    """
    import asyncio

    stopper = Stopper()
    try:
        return await asyncio.to_thread(lambda: stopper.run(function, *args, **kwargs))
    except asyncio.CancelledError:
        stopper.stop()
        raise


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


#: More than any machine needs.
MOST_THREADS = 4096
_CONTAINER_LIMIT = Path("/sys/fs/cgroup/cpu.max")
_WAIT_SECONDS = 0.05
# The number of jobs queued per thread, so that no thread waits for the calling thread.
_JOBS_AHEAD = 4


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
