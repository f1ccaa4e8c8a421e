"""Connections with deadlines, and a log without floods.

A server waits a limited time for a request, and for the client to read an answer, and holds a
limited number of connections. One more closes the one that has kept it waiting longest.
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

# Connections accepted at once: few enough to stay below the limit on open files.
BACKLOG = 32


class Connection(H11Protocol):  # type: ignore[misc]
    """A connection with a deadline whenever the client has to act.

    Single bytes do not extend the deadline: it holds until all headers of a request have arrived,
    or until the client has read the answer.
    """

    most_connections = 100
    patience_seconds = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Wait for a request; if there are too many connections, close another."""
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._update_deadline()
        if len(self.connections) > self.most_connections:
            waiting = [other for other in self.connections if other.deadline < math.inf]
            min(waiting, key=lambda other: other.deadline).drop()

    @property
    def deadline(self) -> float:
        """When the client must have acted, by the loop's clock; infinite without a deadline."""
        return math.inf if self._deadline is None else self._deadline.when()

    def drop(self) -> None:
        """Close at once, without waiting for the client."""
        self.connections.discard(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Cancel the deadline once a request has arrived."""
        super().data_received(data)
        self._update_deadline()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._update_deadline()

    def pause_writing(self) -> None:
        """Wait until the client reads."""
        super().pause_writing()
        self._update_deadline()

    def resume_writing(self) -> None:
        """Cancel the deadline unless the answer is complete."""
        super().resume_writing()
        self._update_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline."""
        super().connection_lost(exc)
        self._cancel_deadline()

    def _update_deadline(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering and not self.flow.write_paused:
            self._cancel_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.patience_seconds, self.drop)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class RateLimitedHandler(logging.Handler):
    """A log handler for standard error that writes the same line at most once a minute.

    An OSError takes one line; any other error is a bug, and is written with its traceback.
    """

    every_seconds = 60.0
    most_remembered = 100

    def __init__(self) -> None:
        """Start with no line written."""
        super().__init__()
        self._written: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, unless the same was written within the last minute."""
        error = record.exc_info[1] if record.exc_info else None
        text = record.getMessage().partition("\n")[0]
        if error is not None:
            text = f"{text}: {error!r}"
        now = time.monotonic()
        if now - self._written.get(text, -math.inf) < self.every_seconds:
            return
        if len(self._written) >= self.most_remembered:
            self._written.clear()
        self._written[text] = now
        print(f"clumond web: {text}", file=sys.stderr)
        if error is not None and not isinstance(error, OSError):
            traceback.print_exception(error)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"errors": {"()": RateLimitedHandler}},
    "loggers": {
        name: {"handlers": ["errors"], "level": "WARNING", "propagate": False}
        for name in ("uvicorn", "asyncio")
    },
}
