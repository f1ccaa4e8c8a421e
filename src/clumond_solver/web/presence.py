"""Who is at a table now: the windows that wait for its news.

>>> presence = Presence(clock=lambda: 0.0)
>>> presence.sit("session", 1, "window", claims=True)
True
>>> presence.here("session"), presence.sit("session", 1, "older window", claims=False)
([1], False)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

#: How long somebody counts as here after the last question, in seconds.
AWAY_SECONDS = 5.0
_MOST_SEATS = 2000


@dataclass
class _Window:
    """The window at which a player sits: how many of its questions wait, when it asked last."""

    name: str
    waiting: int
    asked: float


class Presence:
    """The window at which each player of each session sits, for any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Nobody is here; ``clock`` gives seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: dict[tuple[str, int], _Window] = {}

    def sit(self, session_id: str, player: int, window: str, *, claims: bool) -> bool:
        """Note a question of a window; False if the player sits at a newer one.

        A window that ``claims`` the seat is the newest.
        """
        with self._lock:
            known = self._windows.get((session_id, player))
            if known is None or (claims and known.name != window):
                while len(self._windows) >= _MOST_SEATS:
                    self._windows.pop(next(iter(self._windows)))
                known = self._windows[session_id, player] = _Window(window, 0, self._clock())
            if known.name != window:
                return False
            known.asked = self._clock()
            return True

    def wait(self, session_id: str, player: int, window: str, change: int) -> None:
        """Count one question more (``change`` 1) or fewer (-1) that waits."""
        with self._lock:
            known = self._windows.get((session_id, player))
            if known is not None and known.name == window:
                known.waiting += change
                known.asked = self._clock()

    def here(self, session_id: str) -> list[int]:
        """The players who are here."""
        now = self._clock()
        with self._lock:
            return sorted(
                player
                for (session, player), window in self._windows.items()
                if session == session_id and (window.waiting or now - window.asked < AWAY_SECONDS)
            )
