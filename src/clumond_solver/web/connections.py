"""Bounds on connections, so that a client that holds many keeps nobody else from the page."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Limits of connections.

    in_all         how many the server answers; it refuses more
    of_one_client  how many one address may have, None for any number; more are closed
    idle_seconds   how long one may stay without a whole question, or without reading its answer
    """

    in_all: int = 400
    of_one_client: int | None = None
    idle_seconds: float = 10.0


class Connection(H11Protocol):  # type: ignore[misc]
    """A connection within limits."""

    def __init__(
        self, *arguments: Any, limits: ConnectionLimits, clients: Counter[str], **named: Any
    ) -> None:
        """Take what uvicorn gives, the limits, and how many connections each client has."""
        super().__init__(*arguments, **named)
        self._limits = limits
        self._clients = clients
        self._last_cycle: Any = None
        self._last_unread = 0
        self._next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin, or end at once if the client has too many."""
        super().connection_made(transport)
        self._clients[self._host] += 1
        most = self._limits.of_one_client
        if most is not None and self._clients[self._host] > most:
            # It takes no place among all meanwhile.
            self.connections.discard(self)
            transport.abort()
        else:
            self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        if self._next_look is not None:
            # It would hold the connection, with all that has come, for as long as one may be idle.
            self._next_look.cancel()
        self._clients[self._host] -= 1
        if not self._clients[self._host]:
            del self._clients[self._host]

    @property
    def _host(self) -> str:
        return str(self.client[0]) if self.client else ""

    def _look_later(self) -> None:
        self._last_cycle, self._last_unread = self.cycle, self._unread
        self._next_look = self.loop.call_later(self._limits.idle_seconds, self._close_if_idle)

    @property
    def _unread(self) -> int:
        """The bytes of answers that the client's machine has not taken."""
        return int(self.transport.get_write_buffer_size())

    def _close_if_idle(self) -> None:
        """Close it if since the last look no whole question came, or nothing was read."""
        is_answered = self.cycle is None or self.cycle.response_complete
        if self._unread and self._unread == self._last_unread:
            # To close it would wait for the client.
            self.transport.abort()
        elif is_answered and not self._unread and self.cycle is self._last_cycle:
            self.transport.close()
        elif not self.transport.is_closing():
            self._look_later()
