"""What day it is, for the deal and the puzzle of the day: one day for everybody, the date in UTC.

>>> parse_day(" 2026-11-22 "), parse_day(str(today())) == today()
(datetime.date(2026, 11, 22), True)
"""

from __future__ import annotations

from datetime import UTC, date, datetime

from clumond_solver.base.errors import NotationError


def today() -> date:
    """The date in UTC, the same all over the world."""
    return datetime.now(UTC).date()


def parse_day(text: str) -> date:
    """Read a date; NotationError for any other text."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise NotationError("a day is a date, such as 2026-11-22", text) from None
