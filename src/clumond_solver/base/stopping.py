"""Stopping a long call of the library from another thread, or from the task that awaits it.

Deadlines, searches and solvers check in their own thread whether their call was stopped.

>>> import asyncio
>>> asyncio.run(in_thread(sum, [1, 2]))
3
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar
from weakref import ref

from clumond_solver.base.errors import SearchError

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_Worker = TypeVar("_Worker")


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

    def run(
        self, function: Callable[_Given, _Answer], *args: _Given.args, **kwargs: _Given.kwargs
    ) -> _Answer:
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
        self._end_functions[ref(worker, self._forget)] = end
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
    function: Callable[_Given, _Answer], *args: _Given.args, **kwargs: _Given.kwargs
) -> _Answer:
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
