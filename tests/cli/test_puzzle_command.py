"""`clumond puzzle`: printed, drawn, as data."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from clumond_solver.cli import BAD_INPUT, OK, main
from clumond_solver.coach.clumond.puzzles import PuzzleLevel, daily_puzzle, parse_puzzle, puzzles
from tests.samples import PUZZLE_CODE

# Runs the command: exit code, output, errors.
Answer = Callable[..., tuple[int, str, str]]


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Answer:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["puzzle", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_the_task_is_printed_and_the_solution_only_if_asked_for(answer: Answer) -> None:
    code, out, _ = answer(PUZZLE_CODE)
    assert code == OK
    assert "One card alone forces success" in out
    assert "does not force success" not in out
    code, out, _ = answer(PUZZLE_CODE, "--solution")
    assert code == OK
    assert "♦A forces success" in out
    assert "♠J does not force success" in out


def test_several_are_those_of_the_seed(answer: Answer) -> None:
    _, out, _ = answer("--seed", "1", "--level", "easy", "--count", "3", "--json")
    codes = [json.loads(line)["code"] for line in out.splitlines()]
    assert codes == [puzzle.code for puzzle in puzzles(3, seed=1, level="easy")]


def test_today_s_is_printed_by_default_and_a_day_s_on_demand(answer: Answer) -> None:
    shown = " ".join(answer("--date", "2026-11-21")[1].split())
    assert shown.split("puzzle ")[1][:25] == daily_puzzle(date(2026, 11, 21)).code
    before, shown, after = daily_puzzle(date.today()), answer()[1], daily_puzzle(date.today())
    assert before.code in shown.replace("\n", "") or after.code in shown.replace("\n", "")


def test_data_hold_the_solution_only_if_asked_for(answer: Answer) -> None:
    found = json.loads(answer(PUZZLE_CODE, "--json")[1])
    assert not {"right", "line", "wrong", "grade"} & set(found)
    found = json.loads(answer(PUZZLE_CODE, "--format", "json", "--solution")[1])
    assert found["right"] == ["DA"]
    assert parse_puzzle(found["position"]).code == PUZZLE_CODE
    assert "At first sight" in answer(PUZZLE_CODE, "--solution")[1]
    assert "At first sight" not in answer(PUZZLE_CODE)[1]


def test_pictures_are_whole_documents(answer: Answer, tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    code, out, _ = answer("--seed", "2", "--count", "2", "--svg", str(picture))
    assert code == OK
    for file in (picture, tmp_path / "p-2.svg"):
        assert ET.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")
        assert str(file) in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--level", "fiendish"],
        ["--date", "tomorrow"],
        ["--date", "2026-11-22", "--seed", "3"],
        ["--date", "2026-11-22", "--count", "3"],
        ["--count", "0"],
        [PUZZLE_CODE, "--seed", "3"],
        ["nonsense"],
        ["F:A.2.3.4 K.3.4.5 Q.4.5.6 declarer=F strain=C leader=F tricks=4,4,4"],
        ["--svg", "/nowhere/p.svg"],
        ["--sheet", "p.html"],
    ],
)
def test_what_cannot_be_is_refused_in_a_line(answer: Answer, arguments: list[str]) -> None:
    assert refused(answer, arguments)


def refused(answer: Answer, arguments: list[str]) -> bool:
    """By the command itself in one line, or by the parser of its arguments."""
    try:
        code, out, err = answer(*arguments)
    except SystemExit as ended:
        return ended.code == BAD_INPUT
    return code == BAD_INPUT and out == "" and err.count("\n") == 1


def test_every_level_can_be_asked_for(answer: Answer) -> None:
    for level in PuzzleLevel:
        _, out, _ = answer("--seed", "6", "--level", str(level))
        assert f"({level}; puzzle" in out.replace("\n", " ")
