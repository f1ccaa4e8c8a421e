"""What JSON says of values: the figures and their names; `data_of` finds the form of each type.

`values.json_text` writes the values in the library's notation (docs/notation.md), so that it can
read them again.

>>> data_of(Hand.parse("AK..2."))["cards"]
3
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clumond_solver.base import by_type
from clumond_solver.base.cards import Hand, Suit
from clumond_solver.base.checks import wrong_type
from clumond_solver.base.values import Result
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play

Data = dict[str, Any]


@by_type.by_type("json")
def data_of(value: object) -> Data:
    """A value as JSON says it; the fields of a result without a form of its own."""
    if isinstance(value, Mapping):
        return {**value}
    if not isinstance(value, Result):
        raise wrong_type(value, "a result, a hand, a deal, a play or a record")
    return value.to_dict()


@data_of.register
def _(hand: Hand) -> Data:
    suits = {suit: hand.ranks_text(suit) for suit in reversed(Suit)}
    return {"hand": hand, "cards": len(hand), "suits": suits}


@data_of.register
def _(deal: Deal) -> Data:
    return {"deal": deal, "hands": {seat: deal[seat] for seat in Seat}}


@data_of.register
def _(play: Play) -> Data:
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


# Loaded late, since most commands need no results, or no records.
_RESULTS, _RECORDS = (f"{__package__}.json_of_{kind}" for kind in ("results", "records"))
by_type.add(
    "json",
    {
        "clumond_solver.results.clumond_results": _RESULTS,
        "clumond_solver.records.record": _RECORDS,
        "clumond_solver.records.replay": _RECORDS,
        "clumond_solver.base.errors": _RECORDS,
    },
)
