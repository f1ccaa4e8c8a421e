"""Processes of this machine, or a cluster, that answer a stream of items in order.

The pool reads items only as the caller takes answers, so a stream of any length needs bounded
memory. A killed worker costs time, never an answer: its items are sent out again, and an item that
kills another worker while it is alone there gets a `BatchError`.

>>> list(in_order(len, ["a", "bc", ""], workers=1))
[1, 2, 0]
"""

from __future__ import annotations

import math
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
from multiprocessing import current_process
from typing import Any, Generic, TypeVar

from clumond_solver.base.checks import as_int
from clumond_solver.base.errors import BatchError, SearchError, missing_extra, shown_number
from clumond_solver.base.stopping import check_not_stopped, lacks_threads, processors

# Short, since waiting blocks an interrupt from the keyboard on some systems.
_WAIT_SECONDS = 0.1
_CONNECT_SECONDS = 20
# The workers of a cluster are counted again after this time.
_RECOUNT_SECONDS = 5.0
# Tasks sent out per worker: one under way, and one so that the worker need not wait for it.
_TASKS_PER_WORKER = 2
# How long a task should take: sending it costs about a thousandth of that.
_TASK_SECONDS = 0.1
_MOST_ITEMS_PER_TASK = 64
# More than any machine has processors.
_MOST_WORKERS = 1 << 16
# How long this thread answers quick items: starting processes takes a few times as long.
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

    ``work`` must be picklable; its answer depends on the item alone. ``workers``, ``cluster`` and
    ``chunk`` are as in `answer_many`; one worker is this thread, as any number is where no process
    can be started. ``quick`` says which items need no process: with ``workers=None`` this thread
    answers those at the beginning, for half a second in all. An error of the iterable is raised
    after the answers to the items before it. Ending the iteration early ends the workers.
    """
    count = _checked_workers(workers, cluster)
    if chunk is not None and as_int(chunk, "a number of items") < 1:
        raise SearchError(f"chunks of {shown_number(chunk)} items: at least 1")
    if cluster is None and count == 1:
        return (work(item) for item in items)

    def pooled(rest: Iterable[Item]) -> Generator[Answer | BatchError, None, None]:
        pool = _Processes(count) if cluster is None else _Cluster(cluster)
        try:
            yield from _TaskQueue(pool, work, rest, chunk).answers()
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
    # Python lets no daemonic process, such as those of its own pools and of Dask, start others.
    if lacks_threads() or current_process().daemon:
        return 1
    if workers is None:
        return processors() if find_spec("loky") else 1
    return workers


# The answers of a task, and the seconds that they took.
_TaskResult = tuple[list[Answer], float]


def _run_task(work: Callable[[Item], Answer], items: Sequence[Item]) -> _TaskResult[Answer]:
    started = time.monotonic()
    return [work(item) for item in items], time.monotonic() - started


@dataclass(slots=True, eq=False)
class _Task(Generic[Item, Answer]):
    """Items that a worker answers together; the future is None until they are sent out."""

    items: Sequence[Item]
    future: Future[_TaskResult[Answer]] | None = None


def _in_line_first(
    work: Callable[[Item], Answer],
    items: Iterable[Item],
    quick: Callable[[Item], bool],
    pooled: Callable[[Iterable[Item]], Generator[Answer | BatchError, None, None]],
) -> Generator[Answer | BatchError, None, None]:
    """Answer quick items in this thread until one is slow or time is up, the others in a pool."""
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


class _TaskQueue(Generic[Item, Answer]):
    """The tasks for a stream of items that are not answered yet, the oldest first."""

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
        # This many of the oldest tasks are sent out one by one: one of them may kill its worker.
        self._suspects = 0
        # The error of the iterable of items, to be raised after all answers.
        self._source_error: Exception | None = None
        self._is_exhausted = False

    def answers(self) -> Iterator[Answer | BatchError]:
        """All answers, in order."""
        while self._send_out():
            yield from self._take_oldest()
        if self._source_error is not None:
            raise self._source_error

    def _send_out(self) -> bool:
        """Keep the workers busy; return whether any task is left."""
        count = _TASKS_PER_WORKER * self._pool.workers
        while len(self._tasks) < count and not self._is_exhausted:
            self._add_task()
        for task in islice(self._tasks, 1 if self._suspects else count):
            if task.future is None:
                task.future = self._pool.submit(self._work, task.items)
        return bool(self._tasks)

    def _add_task(self) -> None:
        """Add a task with the next items, if there are any."""
        items: list[Item] = []
        try:
            for item in islice(self._source, self._size):
                items.append(item)
        except Exception as error:
            self._source_error = error
        self._is_exhausted = self._source_error is not None or len(items) < self._size
        if items:
            self._tasks.append(_Task(items))

    def _take_oldest(self) -> Sequence[Answer | BatchError]:
        """Wait for the oldest task's answers; none if its worker died and it must run again."""
        task = self._tasks[0]
        if task.future is None:
            return []
        while not wait([task.future], _WAIT_SECONDS).done:
            check_not_stopped()
        try:
            answers, seconds = task.future.result()
        except (Exception, CancelledError) as error:
            if not self._pool.is_loss(error):
                raise
            return self._after_loss(task)
        self._tasks.popleft()
        self._suspects = max(0, self._suspects - 1)
        if not self._fixed_size:
            fitting = int(_TASK_SECONDS * len(task.items) / max(seconds, 1e-6))
            # Grow slowly, since one quick item says little about the next.
            self._size = min(max(1, fitting), 2 * self._size, _MOST_ITEMS_PER_TASK)
        return answers

    def _after_loss(self, task: _Task[Item, Answer]) -> Sequence[BatchError]:
        """Send the lost tasks out one by one, so that only the item to blame gets an error."""
        ran_alone = self._suspects > 0
        self._recall()
        if not ran_alone:
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
        """Take back the lost tasks; a cluster finishes the others first."""
        futures = [task.future for task in self._tasks if task.future is not None]
        while not self._pool.loses_all and wait(futures, _WAIT_SECONDS).not_done:
            pass
        self._pool.restart()
        for task in self._tasks:
            if self._pool.loses_all or (task.future is not None and self._is_lost(task.future)):
                task.future = None

    def _is_lost(self, future: Future[_TaskResult[Answer]]) -> bool:
        error = None if future.cancelled() else future.exception()
        return error is not None and self._pool.is_loss(error)


class _Processes:
    """Worker processes on this machine; they end when this process ends."""

    #: If a worker dies, all tasks under way are lost.
    loses_all = True

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor = self._start()

    @property
    def workers(self) -> int:
        """The number of tasks that run at the same time."""
        return self._count

    def _start(self) -> Executor:
        executor: Executor = _package(
            "loky", "batch", f"{self._count} workers"
        ).ProcessPoolExecutor(self._count, initializer=_exit_with_parent, initargs=(os.getpid(),))
        return executor

    def submit(
        self, work: Callable[[Item], Answer], items: Sequence[Item]
    ) -> Future[_TaskResult[Answer]]:
        try:
            return self._executor.submit(_run_task, work, items)
        except BrokenExecutor as error:
            failed: Future[_TaskResult[Answer]] = Future()
            failed.set_exception(error)
            return failed

    def is_loss(self, error: BaseException) -> bool:
        """Whether a task failed because its worker died."""
        return isinstance(error, BrokenExecutor)

    def restart(self) -> None:
        """Replace the workers after one has died."""
        self.close()
        self._executor = self._start()

    def close(self) -> None:
        self._executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]


def _exit_with_parent(parent: int) -> None:
    """In a worker: leave interrupts to the parent, and exit when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def exit_after_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=exit_after_parent, daemon=True).start()


def _check_tls(address: str, security: Any) -> None:
    """ValueError for an encrypted address without the settings that it needs."""
    settings = security.get_connection_args("client")
    if address.startswith("tls://") and settings.get("ssl_context") is None:
        raise ValueError("its TLS settings are missing (distributed.comm.tls in Dask's own)")


class _Cluster:
    """The workers of a Dask scheduler, which reassigns the tasks of a lost worker itself."""

    loses_all = False

    def __init__(self, cluster: Cluster) -> None:
        distributed = _package("distributed", "dask", "a cluster")
        self._killed: type[Exception] = distributed.KilledWorker
        self._owns_client = not isinstance(cluster, distributed.Client)
        self._address = cluster
        if isinstance(cluster, distributed.deploy.Cluster):
            self._address = cluster.scheduler_address
        try:
            if isinstance(cluster, str):
                # Check first: a client with a wrong address would print another error as it closes.
                import_module("distributed.comm").get_address_host_port(cluster)
                _check_tls(cluster, distributed.Security())
            self._client: Any = cluster
            if self._owns_client:
                self._client = distributed.Client(
                    cluster, timeout=_CONNECT_SECONDS, set_as_default=False
                )
        except (OSError, ValueError, TypeError) as error:
            raise BatchError(f"no cluster answers at {self._address!r}: {error}") from error
        self._executor: Executor = self._client.get_executor(pure=False)
        self._counted_at = -math.inf
        self._workers = 1

    @property
    def workers(self) -> int:
        """The threads of all workers, recounted from time to time since workers come and go."""
        if time.monotonic() - self._counted_at >= _RECOUNT_SECONDS:
            self._workers = max(1, sum(self._client.nthreads().values()))
            self._counted_at = time.monotonic()
        return self._workers

    def submit(
        self, work: Callable[[Item], Answer], items: Sequence[Item]
    ) -> Future[_TaskResult[Answer]]:
        return self._executor.submit(_run_task, work, items)

    def is_loss(self, error: BaseException) -> bool:
        if isinstance(error, CancelledError):
            raise BatchError(f"the cluster at {self._address!r} is gone") from error
        return isinstance(error, self._killed)

    def restart(self) -> None:
        """Do nothing: the scheduler has replaced the worker already."""

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        if self._owns_client:
            self._client.close()


def _package(name: str, extra: str, what: str) -> Any:
    """Import an optional package, or MissingExtraError with the extra that has it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise missing_extra(f"{what}: {error.name}", extra) from error
