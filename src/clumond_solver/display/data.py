"""Results as plain data for JSON: dicts, lists, strings and numbers only.

Cards, hands, deals and plays are written in the library's notation (docs/notation.md), so that
what comes out can be read in again.

>>> hand_data(Hand.parse("AK..2."))["suits"]["S"]
'AK'
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from clumond_solver.cards import Card, Hand, Strain, Suit
from clumond_solver.errors import RecordError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Outcome, Play, Retention
from clumond_solver.records import Record, Verification
from clumond_solver.results import Advice, Analysis, DealTable, Estimate, ExpectedScore, Reach, Seen

Data = dict[str, Any]


def hand_data(hand: Hand) -> Data:
    """A hand, whole and by suits."""
    suits = {str(suit): hand.ranks_text(suit) for suit in reversed(Suit)}
    return {"hand": str(hand), "cards": len(hand), "suits": suits}


def deal_data(deal: Deal) -> Data:
    """A deal, whole and by seats."""
    return {"deal": str(deal), "hands": {str(seat): str(deal[seat]) for seat in Seat}}


def play_data(play: Play) -> Data:
    """A point of the play."""
    return {
        "play": str(play),
        "declarer": _seat(play.declarer),
        "strain": str(play.strain),
        "leader": str(play.leader),
        "turn": _seat(play.turn),
        "trick": [str(card) for card in play.trick],
        "tricks_taken": list(play.tricks_taken),
        "supplementary": list(play.supplementary),
        "legal_plays": [str(card) for card in play.legal_plays],
    }


def record_data(record: Record) -> Data:
    """A record, in parts and as the text that reads back."""
    return {
        "tags": [list(tag) for tag in record.tags],
        "players": list(record.players),
        "deal": str(record.deal),
        "declarer": _seat(record.declarer),
        "strain": str(record.strain),
        "tricks": [[str(card) for card in trick.cards] for trick in record.tricks],
        "notes": [
            {"card": place, "comment": note.comment, "value": note.value}
            for place, note in enumerate(record.notes)
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
    """What replaying a record showed."""
    return {
        "ok": verification.ok,
        "finished": verification.finished,
        "cards_played": verification.cards_played,
        "tricks_taken": list(verification.tricks_taken),
        "outcome": None if verification.outcome is None else outcome_data(verification.outcome),
        "findings": [
            {
                "kind": str(finding.kind),
                "reason": finding.reason,
                "line": finding.line,
                "trick": finding.trick,
                "seat": _seat(finding.seat),
                "card": None if finding.card is None else str(finding.card),
            }
            for finding in verification.findings
        ],
    }


def outcome_data(outcome: Outcome) -> Data:
    """How a hand ended, by seats."""
    return {
        str(seat): {
            "tricks_taken": outcome[seat].tricks_taken,
            "supplementary": outcome[seat].supplementary,
            "retention": str(outcome[seat].retention),
            "code": outcome[seat].retention.code,
            "success": outcome[seat].success,
            "off": outcome[seat].off(),
        }
        for seat in Seat
    }


def plays_data(plays: Mapping[Card, bool | None]) -> Data:
    """Each card's verdict."""
    return {str(card): makes for card, makes in plays.items()}


def retentions_data(retentions: Mapping[Retention, Reach | None]) -> Data:
    """Each retention's reach."""
    return {str(kept): None if at is None else str(at) for kept, at in retentions.items()}


def table_data(table: DealTable) -> Data:
    """All fifteen contracts of a deal, by declarer and strain."""
    return {
        "verdict": _by_contract(table.verdict),
        "miss": {seat: _lists(row) for seat, row in _by_contract(table.miss).items()},
        "nodes": table.nodes,
    }


def _by_contract(cells: Mapping[tuple[Seat, Strain], Any]) -> dict[str, Data]:
    return {seat.letter: {str(strain): cells[seat, strain] for strain in Strain} for seat in Seat}


def _lists(row: Data) -> Data:
    return {strain: list(bounds) for strain, bounds in row.items()}


def analysis_data(analysis: Analysis, seen: Sequence[Seen] = ()) -> Data:
    """A played hand with all hands open; with ``seen`` also each card's chance as it was seen."""
    plays = [
        {
            "card": str(step.card),
            "seat": str(step.seat),
            "trick": step.trick,
            "verdict": step.verdict,
            "turned": step.turned,
            "options": plays_data(step.options),
        }
        for step in analysis.plays
    ]
    for step, each, shown in zip(analysis.plays, seen, plays, strict=False):
        shown["seen"] = {
            "before": each.before,
            "after": each.after,
            "cost": each.cost(own=step.seat is analysis.seat),
        }
    return {"seat": str(analysis.seat), "verdict": analysis.verdict, "plays": plays}


def advice_data(advice: Advice) -> Data:
    """What to call, and the figures behind it."""
    return {
        "call": "pass" if advice.call is None else str(advice.call),
        "best": str(advice.best),
        "confidence": advice.confidence,
        "break_even": advice.break_even,
        "strains": {
            str(strain): _estimate_data(estimate) | _score_data(advice.declaring[strain])
            for strain, estimate in advice.estimates.items()
        },
        "passing": _score_data(advice.passing),
        "games": advice.games,
        "complete": advice.complete,
    }


def _estimate_data(estimate: Estimate) -> Data:
    return {
        "p": estimate.p,
        "standard_error": estimate.standard_error,
        "interval": list(estimate.interval),
        "games": estimate.games,
        "successes": [
            {"retention": str(retention), "total": total, "games": games}
            for (retention, total), games in sorted(estimate.successes.items())
        ],
        "tricks": {str(tricks): games for tricks, games in sorted(estimate.tricks.items())},
    }


def _score_data(score: ExpectedScore) -> Data:
    error = None if math.isinf(score.error) else score.error
    return {"own": score.own, "relative": score.relative, "error": error}


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else str(seat)
