"""What JSON says of records, read, refused and verified."""

from __future__ import annotations

from clumond_solver.base.errors import RecordError, error_data
from clumond_solver.base.values import fields_of
from clumond_solver.display.json_data import Data, data_of
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.records import Record, Verification

_FINDING = "kind", "reason", "line", "trick", "seat", "card"


@data_of.register
def _(record: Record) -> Data:
    """A record, in parts and as its text."""
    return {
        "tags": record.tags,
        "players": record.players,
        "deal": record.deal,
        "declarer": record.declarer,
        "strain": record.strain,
        "tricks": [trick.cards for trick in record.tricks],
        "notes": [
            {"card": index, "comment": note.comment, "value": note.value}
            for index, note in enumerate(record.notes)
            if note
        ],
        "finished": record.is_finished,
        "comment": record.comment,
        "text": str(record),
    }


@data_of.register
def _(error: RecordError) -> Data:
    """A record that could not be read."""
    return {
        "record": error.record,
        "ok": False,
        **error_data(error, error.reason),
        "line": error.line,
    }


@data_of.register
def _(verification: Verification) -> Data:
    """The result of replaying a record."""
    outcome = verification.outcome
    return fields_of(verification) | {
        "ok": verification.ok,
        "outcome": outcome and dict(zip(Seat, outcome.seats, strict=True)),
        "findings": [
            {name: getattr(finding, name) for name in _FINDING} for finding in verification.findings
        ],
    }
