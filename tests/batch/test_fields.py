"""One row for a parameter: command, files of questions and page derive from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import NotationError
from clumond_solver.batch import fields
from clumond_solver.batch.fields import FIELDS, Field, parameters_of, readers_of
from clumond_solver.double_dummy.table_of_a_deal import solve_deal, solve_retentions
from clumond_solver.single_dummy import advice
from clumond_solver.single_dummy.advice import advise
from clumond_solver.web.questions import arguments_of
from tests.cli.command import clumond_parser
from tests.samples import HAND_TEXT, ROOT


def made_up(hand: Hand, *, seat: str = "F", colour: str = "red") -> None:
    """A function with a parameter of its own."""


def _shade(value: object) -> str:
    if value not in {"red", "blue"}:
        raise NotationError("no such colour", str(value))
    return str(value)


def test_a_new_parameter_is_found_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Field(_shade, _shade, "the colour of the back")
    monkeypatch.setattr(fields, "FIELDS", {**FIELDS, "colour": row})
    monkeypatch.setattr("clumond_solver.cli.arguments.fields.FIELDS", fields.FIELDS)
    monkeypatch.setattr("clumond_solver.web.questions.FIELDS", fields.FIELDS)
    assert parameters_of(made_up)["colour"] == "red"
    assert readers_of(made_up)["colour"]("blue") == "blue"
    assert arguments_of({"colour": "blue", "hand": HAND_TEXT}, made_up)["colour"] == "blue"


@pytest.mark.parametrize("function", [advise, solve_deal, solve_retentions])
def test_every_field_has_its_help_and_reads_no_nonsense(function: Callable[..., Any]) -> None:
    for name in parameters_of(function):
        field = FIELDS[name]
        assert field.help[0].islower() or field.help[0] in "FC"
        with pytest.raises(NotationError):
            field.read({"no": "value"})


def test_the_command_has_the_parameters_of_advise(monkeypatch: pytest.MonkeyPatch) -> None:
    options = vars(clumond_parser().parse_args(["advise", HAND_TEXT]))
    assert parameters_of(advise).keys() <= options.keys()
    monkeypatch.setattr(advice, "advise", lambda hand, *, nodes=7, budget=1: None)
    assert clumond_parser().parse_args(["advise", HAND_TEXT, "--nodes", "9"]).nodes == 9


def test_the_page_on_batches_names_every_field() -> None:
    page = (ROOT / "docs" / "batches.md").read_text("utf-8")
    for function in (advise, solve_deal, solve_retentions):
        assert [name for name in parameters_of(function) if f"`{name}`" not in page] == []
