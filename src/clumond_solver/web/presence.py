"""Who is at a table now: the windows that wait for its news.

>>> presence = Presence(clock=lambda: 0.0)
>>> presence.sit("session", 1, "window", claims=True)
Sat(newest=True, changes=True)
>>> presence.here("session"), presence.sit("session", 1, "older window", claims=False)
([1], Sat(newest=False, changes=False))
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

#: How long somebody counts as here after the last question, in seconds.
AWAY_SECONDS = 5.0
_MOST_SEATS = 2000


class Sat(NamedTuple):
    """What a question of a window means.

    newest  whether the player sits at that window, not at a newer one.
    changes whether he has come just now, to the table or to this window, or has left.
    """

    newest: bool
    changes: bool


@dataclass
class _Window:
    """The window at which a player sits: how many of its questions wait, when it asked last."""

    name: str
    asked: float
    waiting: int = 0

    def is_here(self, now: float) -> bool:
        return self.waiting > 0 or now - self.asked < AWAY_SECONDS


class Presence:
    """The window at which each player of each session sits, for any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Nobody is here; ``clock`` gives seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: dict[tuple[str, int], _Window] = {}

    def sit(self, session_id: str, player: int, window: str, *, claims: bool) -> Sat:
        """Note a question of a window; one that ``claims`` the seat is the newest."""
        with self._lock:
            now, known = self._clock(), self._windows.get((session_id, player))
            comes = known is None or not known.is_here(now)
            if known is None or (claims and known.name != window):
                while len(self._windows) >= _MOST_SEATS:
                    self._windows.pop(next(iter(self._windows)))
                known = self._windows[session_id, player] = _Window(window, now)
                comes = True
            if known.name != window:
                return Sat(newest=False, changes=False)
            known.asked = now
            return Sat(newest=True, changes=comes)

    def leave(self, session_id: str, player: int, window: str) -> Sat:
        """Note that a player has left a window, which says so itself."""
        with self._lock:
            known = self._windows.get((session_id, player))
            sat_there = known is not None and known.name == window
            if sat_there:
                del self._windows[session_id, player]
            return Sat(newest=sat_there, changes=sat_there)

    @contextmanager
    def waiting(self, session_id: str, player: int, window: str) -> Iterator[None]:
        """Count one question more that waits at a window, if the player sits there."""
        known = self._windows.get((session_id, player))
        if known is None or known.name != window:
            yield
            return
        self._count(known, 1)
        try:
            yield
        finally:
            self._count(known, -1)

    def _count(self, window: _Window, change: int) -> None:
        with self._lock:
            window.waiting += change
            window.asked = self._clock()

    def here(self, session_id: str) -> list[int]:
        """The players who are here."""
        now = self._clock()
        with self._lock:
            return sorted(
                player
                for (session, player), window in self._windows.items()
                if session == session_id and window.is_here(now)
            )
