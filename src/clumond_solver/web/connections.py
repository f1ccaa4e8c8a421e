"""Connections that nobody can hold for nothing, and complaints that do not flood.

A server waits for a request, and for an answer to be read, for a limited time, and holds a limited
number of connections. Where one more comes, the one that has kept it waiting longest goes.
"""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import time
import traceback
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# As many as the system hands over at once: few enough to stay below its limit on open files.
BACKLOG = 32


class Connection(H11Protocol):  # type: ignore[misc]
    """A connection with a deadline whenever it is the client who has to act.

    A byte now and then does not put the deadline off: it holds until a whole request's headers are
    there, or until what was answered has been read.
    """

    most = 100
    patience = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Make room where there are too many, and wait for a request."""
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._look()
        if len(self.connections) > self.most:
            waiting = [each for each in self.connections if each.deadline < math.inf]
            min(waiting, key=lambda each: each.deadline).drop()

    @property
    def deadline(self) -> float:
        """When the client must have acted, by the loop's clock; infinite if it need not."""
        return math.inf if self._deadline is None else self._deadline.when()

    def drop(self) -> None:
        """Close at once, whatever has not been read."""
        self.connections.discard(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Go on without a deadline if there is a request now."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Wait until the client reads."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """Go on without a deadline if there is more to answer."""
        super().resume_writing()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline."""
        super().connection_lost(exc)
        self._end_deadline()

    def _look(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering and not self.flow.write_paused:
            self._end_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.patience, self.drop)

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Complaints(logging.Handler):
    """Writes what goes wrong to standard error, the same thing at most once a minute.

    An error of the system takes one line; any other is a fault of the program, and traced.
    """

    every_seconds = 60.0
    most_kinds = 100

    def __init__(self) -> None:
        """Begin with nothing told."""
        super().__init__()
        self._told: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, unless the same was written within the last minute."""
        error = record.exc_info[1] if record.exc_info else None
        text = record.getMessage().partition("\n")[0]
        if error is not None:
            text = f"{text}: {error!r}"
        now = time.monotonic()
        if now - self._told.get(text, -math.inf) < self.every_seconds:
            return
        if len(self._told) >= self.most_kinds:
            self._told.clear()
        self._told[text] = now
        print(f"explorer: {text}", file=sys.stderr)
        if error is not None and not isinstance(error, OSError):
            traceback.print_exception(error)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"complaints": {"()": Complaints}},
    "loggers": {
        name: {"handlers": ["complaints"], "level": "WARNING", "propagate": False}
        for name in ("uvicorn", "asyncio")
    },
}
