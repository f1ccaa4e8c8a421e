"""A record to start from, and readers for one right or wrong record."""

from __future__ import annotations

from clumond_solver.base.errors import RecordError
from clumond_solver.records import (
    Record,
    parse_records,
)

GOOD = """[Clumond "1"]
[Event "A test"]
[Deal "F:AK.2.2. QJ.3.3. 98.4.4."]
[TricksBefore "4,4,4"]
[Declarer "none"]
[Play "F"]
F: SA SJ S9
"""


def bad(text: str, number: int = 1) -> RecordError:
    error = parse_records(text)[number - 1]
    assert isinstance(error, RecordError)
    assert error.record == number
    return error


def good(text: str) -> Record:
    return Record.parse(text)
