"""Results, and the answers of batches, as pandas data frames (extra ``arrays``).

>>> from clumond_solver.results import Estimate
>>> frame = to_frame([Estimate(p=0.5, standard_error=0.05, games=100)])
>>> float(frame.loc[0, "p"]), list(frame.columns)
(0.5, ['item', 'p', 'standard_error', 'games', 'effective_games', 'proved'])
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from itertools import chain
from typing import Any

from clumond_solver.base.by_type import by_type
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.checks import as_tuple, check_type, path_text, wrong_type
from clumond_solver.base.errors import ClumondError, NotationError, RuleError, missing_extra
from clumond_solver.base.json_data import to_jsonable
from clumond_solver.base.values import Result, Shown, fields_of
from clumond_solver.base.wording import counted
from clumond_solver.display.json_data import data_of
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.questions.ask_kinds import Ending
from clumond_solver.questions.kinds import Answers, BatchQuestion, Question
from clumond_solver.results import (
    Advice,
    DealTable,
    Limit,
    Reach,
    RetentionTable,
    Solution,
)

__all__ = ["read_answers", "to_frame"]
Columns = dict[str, Any]
# What answers in a file say about their questions.
_SUBJECT = ("number", "id", "hand", "play", "seat", "keep", "exactly")
# Categorical columns with their ordered categories.
_CATEGORIES: Mapping[str, Iterable[object]] = {
    "seat": Seat,
    "declarer": Seat,
    "strain": Strain,
    "call": (*Strain, "pass"),
    "retention": Retention.all(),
    "reach": Reach,
}


def to_frame(results: object, questions: Iterable[Question] | None = None) -> Any:
    """A data frame of one result, or of many, such as `answer_many` gives.

    `Advice` gives one row per call, `DealTable` one per declarer and strain, `RetentionTable` one
    per strain and retention, `Review` one per card or call. `Solution` and `Answers` give one row
    per card for ``plays`` (columns ``card``, ``makes``), then one per retention for ``retentions``
    (``retention``, ``reach``); these rows repeat all other fields. Any other result gives one row
    of its numbers, flags and names; mappings are left out.

    A pair of bounds becomes two columns, ``…_low`` and ``…_high``. Seats, strains, retentions and
    reaches are ordered categories. With many results, the column ``item`` is the result's index; an
    error among them becomes a row with an ``error``. With ``questions``, one for each of many
    results, rows also have the question's ``id`` and subject, as in `read_answers`, and a column
    for each argument that differs between the questions: ``style``, ``scoring``, ``limit_nodes``.
    WrongTypeError for other values, RuleError for another number of questions, MissingExtraError
    without pandas.
    """
    if is_dataclass(results) and not isinstance(results, type):
        return _frame(rows(results))
    results = as_tuple(results, "a result or an iterable of results")
    about = [{}] * len(results) if questions is None else _about_each(questions)
    if len(about) != len(results):
        raise RuleError(f"{counted(len(about), 'question')} for {counted(len(results), 'result')}")
    return _frame(
        {"item": item} | given | row
        for item, (given, result) in enumerate(zip(about, results, strict=True))
        for row in rows(result)
    )


def _about_each(questions: Iterable[Question]) -> list[Columns]:
    """For each question its id, its subject, and the arguments that differ from another's."""
    asked = as_tuple(questions, "an iterable of questions")
    for question in asked:
        check_type(question, BatchQuestion, "a question")
    arguments = [_cells(question._arguments()) for question in asked]
    names = dict.fromkeys(chain.from_iterable(arguments))
    differing = [name for name in names if len({given.get(name) for given in arguments}) > 1]
    return [
        {name: given.get(name) for name in differing}
        | _subject_of({"id": question.id} | to_jsonable(question._subject()))
        for question, given in zip(asked, arguments, strict=True)
    ]


def _cells(arguments: Mapping[str, Any]) -> Columns:
    """A question's arguments, one value each; the terms of an agreement are arguments too."""
    cells: Columns = {}
    for name, value in arguments.items():
        if isinstance(value, Agreement | Ending):
            cells |= _cells(fields_of(value))
        elif isinstance(value, Limit):
            cells |= {f"{name}_{part}": number for part, number in fields_of(value).items()}
        elif not isinstance(value, Hand | Play | Deal):
            data = to_jsonable(value)
            cells[name] = " ".join(map(str, data)) if isinstance(data, list) else data
    return cells


def read_answers(path: str | os.PathLike[str]) -> Any:
    """A data frame of the answers in a batch's file (`run_batch`).

    The rows are those of `to_frame`, with the question's ``number``, ``id`` and subject (``play``,
    ``hand`` or ``deal``, and what goes with it). An incomplete last line is left out. NotationError
    for a line that is not an answer, OSError for a file that cannot be read, MissingExtraError
    without pandas.
    """
    with open(path_text(path), encoding="utf-8", errors="surrogateescape") as file:
        return _frame(row for line in file if line.endswith("\n") for row in _rows_of_line(line))


def _frame(table_rows: Iterable[Columns]) -> Any:
    try:
        import pandas as pd
    except ImportError as error:
        raise missing_extra("pandas", "arrays") from error
    frame = pd.DataFrame(list(table_rows))
    for column, members in _CATEGORIES.items():
        names = list(map(str, members))
        # The seats of other games are numbers.
        if column in frame and set(frame[column].dropna()) <= set(names):
            frame[column] = pd.Categorical(frame[column], names, ordered=True)
    return frame


def _rows_of_line(line: str) -> Iterator[Columns]:
    try:
        data = json.loads(line)
        subject = _subject_of(data)
        if "message" in data:
            yield subject | {"error": data["message"]}
            return
        del data["key"], data["check"]
        data.pop("words", None)
        answered = _rows_of_play if "play" in subject else _rows_of_answer
        yield from (subject | row for row in answered(data))
    except (ValueError, LookupError, TypeError, AttributeError):
        raise NotationError("not an answer of a batch", line) from None


def _subject_of(data: Columns) -> Columns:
    """What a line of a file says about its question, which is removed from the data."""
    subject = {name: data.pop(name) for name in _SUBJECT if data.get(name) is not None}
    for name in ("table", "retentions"):
        if isinstance(data.get(name), str):
            subject["deal"] = data.pop(name)
    return subject


@by_type("rows")
def rows(result: object) -> list[Columns]:
    """The rows of one result, as dictionaries by column; WrongTypeError for other values."""
    if not isinstance(result, Result | Shown):
        raise wrong_type(result, "a result")
    return [flat_row(fields_of(result))]


@rows.register
def _(error: ClumondError) -> list[Columns]:
    return [{"error": str(error)}]


@rows.register
def _(advice: Advice) -> list[Columns]:
    return _rows_of_answer(to_jsonable(data_of(advice)))


@rows.register(DealTable)
@rows.register(RetentionTable)
@rows.register(Solution)
def _(result: Result) -> list[Columns]:
    return _rows_of_answer(result.to_dict())


@rows.register
def _(answers: Answers) -> list[Columns]:
    return _rows_of_play(to_jsonable(fields_of(answers)))


def _rows_of_play(answers: Mapping[str, Any]) -> list[Columns]:
    """The rows of what was answered about a play: an open verdict is None, others are left out."""
    given = {name: value for name, value in answers.items() if value is not None}
    return _rows_of_answer({"verdict": None} | given)


def _rows_of_answer(answer: Mapping[str, Any]) -> list[Columns]:
    """The rows of an answer that is data for JSON, from a result or a line of a file."""
    if "strains" in answer:
        choices = {**answer["strains"], "pass": answer["passing"]}
        return [
            {"call": call, "advised": call == answer["call"]} | flat_row(score)
            for call, score in choices.items()
        ]
    repeated = flat_row(answer)
    verdicts, misses = answer.get("verdict"), answer.get("miss", {})
    if "reach" in answer:
        cells = ((_split_key("strain retention", key), at) for key, at in answer["reach"].items())
        return [repeated | cell | {"reach": reach} | flat_row({"miss": misses[cell["strain"]]})
                for cell, reach in cells]  # fmt: skip
    if isinstance(verdicts, Mapping):
        return [repeated | _split_key("declarer strain", key)
                | flat_row({"verdict": makes, "miss": misses[key]})
                for key, makes in verdicts.items()]  # fmt: skip
    plays, retentions = answer.get("plays", {}), answer.get("retentions", {})
    by_card = [repeated | {"card": card, "makes": makes} for card, makes in plays.items()]
    by_retention = [
        repeated | {"retention": kept, "reach": reach} for kept, reach in retentions.items()
    ]
    return [*by_card, *by_retention] or [repeated]


def _split_key(columns: str, key: str) -> Columns:
    return dict(zip(columns.split(), key.split(), strict=True))


def flat_row(fields_by_name: Mapping[str, Any], prefix: str = "") -> Columns:
    """The fields that fit one cell, or as bounds two; a nested result's with its field's name."""
    row: Columns = {}
    for key, given in fields_by_name.items():
        name = prefix + key
        value = fields_of(given) if isinstance(given, Result) else to_jsonable(given)
        if isinstance(given, Result) or (isinstance(value, Mapping) and "fewest" in value):
            row |= flat_row(value, f"{name}_")
        elif isinstance(value, list) and len(value) == 2 and isinstance(value[0], int | float):
            row |= {f"{name}_low": value[0], f"{name}_high": value[1]}
        elif isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            row[name] = " ".join(value)
        elif not isinstance(value, list | Mapping):
            row[name] = value
    return row
