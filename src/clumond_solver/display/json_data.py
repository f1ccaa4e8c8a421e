"""What JSON says of hands, plays, records and results: the figures and their names.

`values.json_text` writes the values in the library's notation (docs/notation.md), so that it can
read them again.

>>> hand_data(Hand.parse("AK..2."))["cards"]
3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clumond_solver.base.cards import Hand, Suit
from clumond_solver.base.errors import RecordError
from clumond_solver.base.values import fields_of
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play

if TYPE_CHECKING:
    from clumond_solver.records import Record, Verification
    from clumond_solver.results import Advice, Estimate, RetentionTable

Data = dict[str, Any]
_FINDING = "kind", "reason", "line", "trick", "seat", "card"


def hand_data(hand: Hand) -> Data:
    """A hand, in one text and by suits."""
    suits = {suit: hand.ranks_text(suit) for suit in reversed(Suit)}
    return {"hand": hand, "cards": len(hand), "suits": suits}


def deal_data(deal: Deal) -> Data:
    """A deal, in one text and by seats."""
    return {"deal": deal, "hands": {seat: deal[seat] for seat in Seat}}


def play_data(play: Play) -> Data:
    """A point of the play."""
    return {
        "play": play,
        "declarer": play.declarer,
        "strain": play.strain,
        "leader": play.leader,
        "turn": play.turn,
        "trick": play.trick,
        "tricks_taken": play.tricks_taken,
        "supplementary": play.supplementary,
        "par": play.par,
        "legal_plays": list(play.legal_plays),
    }


def record_data(record: Record) -> Data:
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


def record_error_data(error: RecordError) -> Data:
    """A record that could not be read."""
    return {"record": error.record, "ok": False, "error": error.reason, "line": error.line}


def verification_data(verification: Verification) -> Data:
    """The result of replaying a record."""
    outcome = verification.outcome
    return fields_of(verification) | {
        "ok": verification.ok,
        "outcome": outcome and dict(zip(Seat, outcome.seats, strict=True)),
        "findings": [
            {name: getattr(finding, name) for name in _FINDING} for finding in verification.findings
        ],
    }


def retention_table_data(table: RetentionTable) -> Data:
    """The retentions that a declarer can force in every strain: in words, then by fields.

    Without the lines, which would be most of the data.
    """
    from clumond_solver.display.text.double_dummy import retention_words

    fields = table.to_dict()
    del fields["lines"]
    return {"words": retention_words(table)} | fields


def advice_data(advice: Advice) -> Data:
    """The recommended call, and its figures."""
    return {
        "call": advice.call or "pass",
        "best": advice.best,
        "confidence": advice.confidence,
        "break_even": advice.break_even,
        "strains": {
            strain: _estimate_data(estimate) | advice.declaring[strain].to_dict()
            for strain, estimate in advice.estimates.items()
        },
        "passing": advice.passing,
        "games": advice.games,
        "complete": advice.complete,
    }


def _estimate_data(estimate: Estimate) -> Data:
    return estimate.to_dict() | {
        "successes": [
            {"retention": retention, "total": total, "games": games}
            for (retention, total), games in sorted(estimate.successes.items())
        ],
    }
