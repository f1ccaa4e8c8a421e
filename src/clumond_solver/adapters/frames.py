"""Results as pandas data frames (extra ``arrays``).

>>> from clumond_solver.results import Estimate
>>> frame = to_frame([Estimate(p=0.5, standard_error=0.05, games=100)])
>>> float(frame.loc[0, "p"]), list(frame.columns)
(0.5, ['item', 'p', 'standard_error', 'games', 'as_sure_as', 'proved'])
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import singledispatch
from typing import Any

from clumond_solver.cards import Card, Strain
from clumond_solver.errors import ClumondError, missing_extra
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.results import Advice, Analysis, DealTable

Row = dict[str, Any]


def to_frame(results: object) -> Any:
    """A data frame of one result, or of many, such as `solve_many` gives.

    `Advice` has a row a call, `DealTable` a row a declarer and strain, `Analysis` a row a card;
    all other results have one row of their numbers, flags and names. A pair of bounds becomes two
    columns, ``…_low`` and ``…_high``; what a result maps, such as `Solution.plays`, is left out.
    Of many results ``item`` counts them from 0; an error among them is a row with an ``error``.
    TypeError for what is no result; MissingExtraError without pandas.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise missing_extra("pandas", "arrays") from error
    if is_dataclass(results):
        return pd.DataFrame(rows(results))
    if not isinstance(results, Iterable):
        raise TypeError(f"{type(results).__name__} is no result, nor many of them")
    return pd.DataFrame(
        [{"item": item, **row} for item, each in enumerate(results) for row in rows(each)]
    )


@singledispatch
def rows(result: object) -> list[Row]:
    """The rows of one result, as dictionaries by column; TypeError for what is no result."""
    if not is_dataclass(result):
        raise TypeError(f"{type(result).__name__} is no result")
    return [_flat(result)]


@rows.register
def _(error: ClumondError) -> list[Row]:
    return [{"error": str(error)}]


@rows.register
def _(advice: Advice) -> list[Row]:
    def row(call: Strain | None) -> Row:
        score = advice.passing if call is None else advice.declaring[call]
        chance = {} if call is None else _flat(advice.estimates[call])
        named = {"call": "pass" if call is None else str(call), "advised": call is advice.call}
        return (
            named
            | chance
            | {"own": score.own, "relative": score.relative, "error_of_score": score.error}
        )

    return [row(call) for call in (*Strain, None)]


@rows.register
def _(table: DealTable) -> list[Row]:
    return [
        {
            "declarer": str(seat),
            "strain": str(strain),
            "verdict": table.verdict[seat, strain],
            **_bounds("miss", table.miss[seat, strain]),
        }
        for seat in Seat
        for strain in Strain
    ]


@rows.register
def _(analysis: Analysis) -> list[Row]:
    return [_flat(play) | {"turned": play.turned} for play in analysis.plays]


def _flat(result: Any, prefix: str = "") -> Row:
    """The fields of a result that fit into one cell, or into two, by name."""
    row: Row = {}
    for field in fields(result):
        name, value = prefix + field.name, getattr(result, field.name)
        if isinstance(value, Card | Enum):
            row[name] = str(value)
        elif value is None or isinstance(value, bool | int | float | str):
            row[name] = value
        elif isinstance(value, tuple) and len(value) == 2:
            row |= _bounds(name, value)
        elif is_dataclass(value):
            row |= _flat(value, f"{name}_")
    return row


def _bounds(name: str, ends: tuple[int, int]) -> Row:
    return {f"{name}_low": ends[0], f"{name}_high": ends[1]}
