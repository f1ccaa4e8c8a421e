"""Work on a stream of items by processes of this machine or by a cluster, answers in order.

The pool reads items only as the caller takes answers, so a stream of any length needs bounded
memory. A killed worker costs time, never an answer: its items go out again, and an item that kills
its worker once more, alone, gets a `BatchError`.

>>> list(in_order(len, ["a", "bc", ""], workers=1))
[1, 2, 0]
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from typing import Any, Generic, TypeVar

from clumond_solver.base.errors import BatchError, SearchError, missing_extra, shown_number
from clumond_solver.base.stopping import check_not_stopped
from clumond_solver.base.threads import lacks_threads
from clumond_solver.base.values import as_int

# Short, since waiting blocks an interrupt from the keyboard on some systems.
_WAIT_SECONDS = 0.1
_CONNECT_SECONDS = 20
_COUNT_SECONDS = 5.0
# Tasks under way or ready for each worker, so that none waits for the next one.
_TASKS_PER_WORKER = 2
# The seconds that a task should take: sending it costs about a thousandth of that.
_TASK_SECONDS = 0.1
_MOST_ITEMS_PER_TASK = 64
# More processes than any machine has processors.
_MOST_WORKERS = 1 << 16
# Starting processes costs a few times as much.
_IN_LINE_SECONDS = 0.5

#: The address of a Dask scheduler, a `distributed.Client` or a `LocalCluster`: the package is an
#: optional extra, so its types cannot be named here.
Cluster = object
Item = TypeVar("Item")
Answer = TypeVar("Answer")


def in_order(
    work: Callable[[Item], Answer],
    items: Iterable[Item],
    *,
    workers: int | None = None,
    cluster: Cluster | None = None,
    chunk: int | None = None,
    quick: Callable[[Item], bool] | None = None,
) -> Generator[Answer | BatchError, None, None]:
    """Yield the answers to the items in their order, lazily.

    ``work`` must be picklable and depend on its item alone. ``workers`` is the number of processes:
    1 works in this thread, as any number does where Python has no processes; None takes one a
    processor (one in all without the extra "batch"). ``cluster`` is a Dask scheduler instead: its
    address, a client of it, or a `LocalCluster`. ``chunk`` items go to a worker at a time (None: as
    many as take a tenth of a second, 64 at most). ``quick`` says which items need no process: with
    ``workers=None`` this thread does such items at the beginning, for half a second in all. An
    error of the iterable comes after the answers to the items before it. Ending the iteration early
    ends the workers.
    """
    count = _checked_workers(workers, cluster)
    if chunk is not None and as_int(chunk, "a number of items") < 1:
        raise SearchError(f"chunks of {shown_number(chunk)} items: at least 1")
    if cluster is None and count == 1:
        return (work(item) for item in items)

    def pooled(rest: Iterable[Item]) -> Generator[Answer | BatchError, None, None]:
        pool = _Processes(count) if cluster is None else _Cluster(cluster)
        try:
            yield from _InOrder(pool, work, rest, chunk).answers()
        finally:
            pool.close()

    if quick is None or cluster is not None or workers is not None:
        return pooled(items)
    return _in_line_first(work, items, quick, pooled)


def _checked_workers(workers: int | None, cluster: Cluster | None) -> int:
    if workers is not None:
        if not 1 <= as_int(workers, "a number of workers") <= _MOST_WORKERS:
            raise SearchError(f"{shown_number(workers)} workers: 1 to {_MOST_WORKERS}")
        if cluster is not None:
            raise SearchError(
                "a cluster has workers of its own: give workers or a cluster, not both"
            )
    if lacks_threads():
        return 1
    if workers is None:
        return (os.cpu_count() or 1) if find_spec("loky") else 1
    return workers


@dataclass(frozen=True, slots=True)
class _Done(Generic[Answer]):
    """The answers of a task, and the seconds that they took."""

    answers: list[Answer]
    seconds: float


def _do_all(work: Callable[[Item], Answer], items: Sequence[Item]) -> _Done[Answer]:
    started = time.monotonic()
    return _Done([work(item) for item in items], time.monotonic() - started)


@dataclass(slots=True, eq=False)
class _Task(Generic[Item, Answer]):
    """Items sent out together; without a future until then."""

    items: Sequence[Item]
    future: Future[_Done[Answer]] | None = None


def _in_line_first(
    work: Callable[[Item], Answer],
    items: Iterable[Item],
    quick: Callable[[Item], bool],
    pooled: Callable[[Iterable[Item]], Generator[Answer | BatchError, None, None]],
) -> Generator[Answer | BatchError, None, None]:
    """Answers to quick items by this thread, until that takes too long; then from a pool."""
    source = iter(items)
    seconds = 0.0
    for item in source:
        if seconds >= _IN_LINE_SECONDS or not quick(item):
            yield from pooled(chain([item], source))
            return
        started = time.monotonic()
        answer = work(item)
        seconds += time.monotonic() - started
        yield answer


class _InOrder(Generic[Item, Answer]):
    """Tasks under way for a stream of items, the oldest first."""

    def __init__(
        self,
        pool: _Processes | _Cluster,
        work: Callable[[Item], Answer],
        items: Iterable[Item],
        chunk: int | None,
    ) -> None:
        self._pool = pool
        self._work = work
        self._source = iter(items)
        self._size = chunk or 1
        self._fixed_size = chunk is not None
        self._tasks: deque[_Task[Item, Answer]] = deque()
        # So many of the oldest tasks go out one at a time, since one of them may kill its worker.
        self._suspects = 0
        self._fault: Exception | None = None
        self._exhausted = False

    def answers(self) -> Iterator[Answer | BatchError]:
        """All answers, in order."""
        while self._fill():
            yield from self._oldest()
        if self._fault is not None:
            raise self._fault

    def _fill(self) -> bool:
        """Keep the workers busy; False when there is nothing left to do."""
        ahead = _TASKS_PER_WORKER * self._pool.workers
        while len(self._tasks) < ahead and not self._exhausted:
            self._take_more()
        for task in islice(self._tasks, 1 if self._suspects else ahead):
            if task.future is None:
                task.future = self._pool.submit(self._work, task.items)
        return bool(self._tasks)

    def _take_more(self) -> None:
        items: list[Item] = []
        try:
            for item in islice(self._source, self._size):
                items.append(item)
        except Exception as error:
            self._fault = error
        self._exhausted = self._fault is not None or len(items) < self._size
        if items:
            self._tasks.append(_Task(items))

    def _oldest(self) -> Sequence[Answer | BatchError]:
        """The answers of the oldest task; none if it must run again."""
        task = self._tasks[0]
        if task.future is None:
            return []
        while not wait([task.future], _WAIT_SECONDS).done:
            check_not_stopped()
        try:
            done = task.future.result()
        except (Exception, CancelledError) as error:
            if not self._pool.is_loss(error):
                raise
            return self._after_loss(task)
        self._tasks.popleft()
        self._suspects = max(0, self._suspects - 1)
        if not self._fixed_size:
            fitting = int(_TASK_SECONDS * len(task.items) / max(done.seconds, 1e-6))
            # Grow slowly, since one quick item says little about the next.
            self._size = min(max(1, fitting), 2 * self._size, _MOST_ITEMS_PER_TASK)
        return done.answers

    def _after_loss(self, task: _Task[Item, Answer]) -> Sequence[BatchError]:
        # Another task on the same worker may be to blame: only running alone proves it.
        proven = self._suspects > 0
        self._recall()
        if not proven:
            self._suspects = len(self._tasks)
            return []
        self._tasks.popleft()
        self._suspects += len(task.items) - 1
        if len(task.items) == 1:
            self._suspects -= 1
            return [BatchError("its worker was killed, more than once")]
        self._tasks.extendleft(_Task([item]) for item in reversed(task.items))
        return []

    def _recall(self) -> None:
        """Recover the lost tasks; a cluster finishes the others first."""
        futures = [task.future for task in self._tasks if task.future is not None]
        while not self._pool.loses_all and wait(futures, _WAIT_SECONDS).not_done:
            pass
        self._pool.restart()
        for task in self._tasks:
            if self._pool.loses_all or (task.future is not None and self._is_lost(task.future)):
                task.future = None

    def _is_lost(self, future: Future[_Done[Answer]]) -> bool:
        error = None if future.cancelled() else future.exception()
        return error is not None and self._pool.is_loss(error)


class _Processes:
    """Processes of this machine, which end with this one."""

    #: The loss of a worker loses all tasks under way.
    loses_all = True

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor = self._start()

    @property
    def workers(self) -> int:
        """The number of tasks that run at a time."""
        return self._count

    def _start(self) -> Executor:
        executor: Executor = _extra("loky", f"{self._count} workers").ProcessPoolExecutor(
            self._count, initializer=_live_with_parent, initargs=(os.getpid(),)
        )
        return executor

    def submit(
        self, work: Callable[[Item], Answer], items: Sequence[Item]
    ) -> Future[_Done[Answer]]:
        try:
            return self._executor.submit(_do_all, work, items)
        except BrokenExecutor as error:
            failed: Future[_Done[Answer]] = Future()
            failed.set_exception(error)
            return failed

    def is_loss(self, error: BaseException) -> bool:
        """Whether a task failed because its worker died."""
        return isinstance(error, BrokenExecutor)

    def restart(self) -> None:
        """Replace the workers, after such a loss."""
        self.close()
        self._executor = self._start()

    def close(self) -> None:
        self._executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]


def _live_with_parent(parent: int) -> None:
    """In a worker: leave interrupts to the parent, and end when it does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _check_tls(address: str, security: Any) -> None:
    """ValueError for an encrypted address without the settings that it needs."""
    settings = security.get_connection_args("client")
    if address.startswith("tls://") and settings.get("ssl_context") is None:
        raise ValueError("its TLS settings are missing (distributed.comm.tls in Dask's own)")


class _Cluster:
    """The workers of a Dask scheduler, which reassigns the tasks of a lost worker itself."""

    loses_all = False

    def __init__(self, cluster: Cluster) -> None:
        distributed = _extra("distributed", "a cluster")
        self._killed: type[Exception] = distributed.KilledWorker
        self._closes = not isinstance(cluster, distributed.Client)
        self._address = cluster
        if isinstance(cluster, distributed.deploy.Cluster):
            self._address = cluster.scheduler_address
        try:
            if isinstance(cluster, str):
                # A client with a wrong address would complain again when it closes.
                import_module("distributed.comm").get_address_host_port(cluster)
                _check_tls(cluster, distributed.Security())
            self._client: Any = cluster
            if self._closes:
                self._client = distributed.Client(
                    cluster, timeout=_CONNECT_SECONDS, set_as_default=False
                )
        except (OSError, ValueError, TypeError) as error:
            raise BatchError(f"no cluster answers at {self._address!r}: {error}") from error
        self._executor: Executor = self._client.get_executor(pure=False)
        self._counted = -_COUNT_SECONDS
        self._workers = 1

    @property
    def workers(self) -> int:
        """The threads of all workers, recounted from time to time since workers come and go."""
        if time.monotonic() - self._counted >= _COUNT_SECONDS:
            self._workers = max(1, sum(self._client.nthreads().values()))
            self._counted = time.monotonic()
        return self._workers

    def submit(
        self, work: Callable[[Item], Answer], items: Sequence[Item]
    ) -> Future[_Done[Answer]]:
        return self._executor.submit(_do_all, work, items)

    def is_loss(self, error: BaseException) -> bool:
        if isinstance(error, CancelledError):
            raise BatchError(f"the cluster at {self._address!r} is gone") from error
        return isinstance(error, self._killed)

    def restart(self) -> None:
        """The scheduler has replaced the worker already."""

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        if self._closes:
            self._client.close()


def _extra(name: str, what: str) -> Any:
    """Import an optional package, or MissingExtraError."""
    try:
        return import_module(name)
    except ImportError as error:
        raise missing_extra(f"{what}: {error.name}", "batch") from error
