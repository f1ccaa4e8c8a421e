"""`clumond puzzle`: asked in the terminal, printed, drawn, on a sheet, as data."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.cli import BAD_INPUT, OK, main
from clumond_solver.coach.lines_of_play import success_by_card
from clumond_solver.coach.puzzle_play import judge_move
from clumond_solver.coach.puzzles import Puzzle, PuzzleLevel, daily_puzzle, parse_puzzle, puzzles
from clumond_solver.double_dummy.solver import Solver
from tests.samples import PUZZLE_CODE

# Runs the command with these lines typed: exit code, output, errors.
Answer = Callable[..., tuple[int, str, str]]


def solving(puzzle: Puzzle) -> str:
    """The cards that solve a puzzle, a line each."""
    lines, played = "", list[Card]()
    while not (play := puzzle.play.after(played)).is_over:
        good = [
            card
            for card, makes in success_by_card(play, Solver()).items()
            if makes is puzzle.attacks
        ]
        played += [good[0], *judge_move(puzzle, [*played, good[0]]).replies]
        lines += f"{good[0]}\n"
    return lines


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answer:
    def run(*arguments: str, lines: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = main(["puzzle", *arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def test_a_wrong_answer_is_refuted_and_the_right_one_explained(answer: Answer) -> None:
    code, out, _ = answer(PUZZLE_CODE, lines="c9\nDA\nSJ\nD5\nC6\n")
    assert code == OK
    assert "One card alone forces success" in out
    assert "♣9 and ♣6 do not force success: ♣9 ♣2 ♣A" in out
    assert "Right. ♦4 ♦2 follow: play on." in out
    assert "Try again" in out
    assert "♦A forces success" in out
    assert out.index("♣9 and ♣6 do not") < out.index("♦A forces")


def test_what_is_no_answer_is_told_so_and_asked_again(answer: Answer) -> None:
    code, out, _ = answer(PUZZLE_CODE, lines="?\nnonsense\nHA\nhint\nsolution\n")
    assert code == OK
    assert "“nonsense”: not a card" in out
    assert "offset" not in out
    assert "illegal play HA by forehand" in out
    assert "It is a diamond." in out
    assert out.count("your card") == 5


def test_several_are_counted(answer: Answer) -> None:
    first, second, _ = puzzles(3, seed=1, level="easy")
    lines = f"{solving(first)}hint\n{solving(second)}quit\n"
    code, out, _ = answer("--seed", "1", "--level", "easy", "--count", "3", lines=lines)
    assert code == OK
    assert "1 of 3 solved at the first try" in out


def test_where_the_lines_end_the_line_is_ended_and_the_score_told(answer: Answer) -> None:
    _, out, _ = answer(PUZZLE_CODE)
    assert out.endswith("next, quit): \n\n0 of 1 solved at the first try.\n")
    _, out, _ = answer("--seed", "1", "--count", "2", lines="next\n")
    assert out.endswith("next, quit): \n\n0 of 2 solved at the first try.\n")
    _, out, _ = answer(PUZZLE_CODE, lines="DA\nSJ\nD5\nC6\n")
    assert "at the first try" not in out


def test_today_s_is_asked_by_default_and_a_day_s_may_be(answer: Answer) -> None:
    shown = " ".join(answer("--date", "2026-11-21")[1].split())
    assert shown.split("puzzle ")[1][:25] == daily_puzzle(date(2026, 11, 21)).code
    before, shown, after = daily_puzzle(date.today()), answer()[1], daily_puzzle(date.today())
    assert before.code in shown.replace("\n", "") or after.code in shown.replace("\n", "")


def test_the_solution_is_printed_only_where_it_is_asked_for(answer: Answer) -> None:
    found = json.loads(answer(PUZZLE_CODE, "--json")[1])
    assert not {"right", "line", "wrong", "grade"} & set(found)
    found = json.loads(answer(PUZZLE_CODE, "--format", "json", "--solution")[1])
    assert found["right"] == ["DA"]
    assert parse_puzzle(found["position"]).code == PUZZLE_CODE
    assert "At first sight" in answer(PUZZLE_CODE, "--solution")[1]
    assert "At first sight" not in answer(PUZZLE_CODE, lines="")[1]


def test_pictures_and_sheets_are_whole_documents(answer: Answer, tmp_path: Path) -> None:
    picture, sheet = tmp_path / "p.svg", tmp_path / "sheet.html"
    code, out, _ = answer("--seed", "2", "--count", "2", "--svg", str(picture))
    assert code == OK
    for file in (picture, tmp_path / "p-2.svg"):
        assert ET.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")
        assert str(file) in out
    assert answer("--seed", "2", "--sheet", str(sheet))[0] == OK
    page = sheet.read_text(encoding="utf-8")
    assert page.count("<article>") == 6
    tasks, solutions = page.split("<section class=solutions>")
    assert "At first sight" not in tasks
    for each in puzzles(6, seed=2):
        assert each.code in tasks
        assert each.right[0].pretty() in solutions


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
