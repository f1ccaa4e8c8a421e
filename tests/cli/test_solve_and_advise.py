"""The commands `solve`, `advise` and `puzzle`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from clumond_solver.base.cards import Strain
from clumond_solver.base.json_data import to_jsonable
from clumond_solver.cli import BAD_INPUT, INTERRUPTED, OK, main, solve_command
from clumond_solver.coach.clumond.puzzles import daily_puzzle, parse_puzzle, puzzles
from clumond_solver.display.json_data import data_of
from clumond_solver.display.text.double_dummy import retention_words
from clumond_solver.double_dummy.table_of_a_deal import StrainRow, solve_retentions, table_of
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.results import Limit, Reach, RetentionTable
from tests.cli.command import Capture, clumond_parser, feed, run
from tests.samples import DEAL_TEXT, END, HAND_TEXT, PUZZLE_CODE


def test_a_line_that_the_nodes_were_too_few_for_is_none(capsys: Capture) -> None:
    deal = str(Deal.random(7))
    assert run("solve", deal, "--declarer", "F", "--strain", "NT", "--nodes", "20000") == OK
    page = capsys.readouterr().out
    assert "Best play by all: not found within the limit." in page
    assert max(map(len, page.splitlines())) <= 80


OVER = "F:...A76 ...K42 .A2.3. declarer=F strain=NT leader=F tricks={}"


@pytest.mark.parametrize(
    ("tricks", "options", "said"),
    [
        ("5,4,4", (), "forehand has taken 5 tricks and is 4 tricks off."),
        ("9,3,1", (), "forehand has taken 9 tricks and is on target."),
        ("9,3,1", ("--keep", "CCC"), "on target. That is success with CCC kept."),
        ("9,3,1", ("--exactly", "8", "--seat", "M"), "That is not exactly 8 tricks."),
    ],
)
def test_when_the_hand_is_over_nothing_is_forced(
    capsys: Capture, tricks: str, options: tuple[str, ...], said: str
) -> None:
    assert run("solve", OVER.format(tricks), *options) == OK
    page = " ".join(capsys.readouterr().out.split())
    assert "The hand is over: " in page
    assert page.endswith(said)
    assert "force" not in page
    assert "to play" not in page


def test_solve_as_json(capsys: Capture) -> None:
    assert run("solve", END, "--format", "json", "--memory", "2M") == OK
    answers = json.loads(capsys.readouterr().out)
    assert answers["verdict"] is True
    assert [card for card, makes in answers["plays"].items() if makes] == ["SA", "HK"]
    assert answers["miss"] == [0, 0]
    assert len(answers["retentions"]) == 20
    assert len(answers["line"]) == 6


def test_solve_answers_the_core_question_for_each_seat(capsys: Capture) -> None:
    assert run("solve", DEAL_TEXT, "--nodes", "3000") == OK
    page = capsys.readouterr().out
    assert [f"{seat} declares:" in page for seat in Seat] == [True] * 3
    assert page.count("\nforced: against everything") < len(Seat)
    assert "not found: not forced, and no line with help found" in " ".join(page.split())
    assert run("solve", DEAL_TEXT, "--nodes", "3000", "--strain", "all", "--format", "json") == OK
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["declarer"] for each in answers] == [str(seat) for seat in Seat]
    for seat, answer in zip(Seat, answers, strict=True):
        table = solve_retentions(Deal.parse(DEAL_TEXT), seat, limit=Limit(nodes=3000))
        assert answer == {"deal": DEAL_TEXT} | to_jsonable(data_of(table))
        assert answer["words"] == retention_words(table)
        assert answer["words"] in " ".join(page.split())


def test_a_line_says_what_is_open_when_it_takes_long(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_command, "REPORT_SECONDS", 0.0)
    assert run("solve", DEAL_TEXT, "--declarer", "F", "--nodes", "20000") == OK
    told = capsys.readouterr().err
    assert told.splitlines()[0] == (
        "clumond: undecided: what can be forced by forehand (Ctrl-C keeps what is known)"
    )


def test_what_is_undecided_is_said_apart_where_nothing_more_can_be_forced() -> None:
    reaches: dict[Retention, Reach | None] = dict.fromkeys(Retention.all(), Reach.POSSIBLE)
    rows = {at: StrainRow(reaches, (1, 5)) for at in Strain}
    rows[Strain.SPADES] = StrainRow({**reaches, Retention.parse("CCC"): Reach.UNFORCED}, (1, 5))
    rows[Strain.CLUBS] = StrainRow()
    search = solve_command._WholeDealSearch(
        Deal.parse(DEAL_TEXT), [], clumond_parser().parse_args(["solve", DEAL_TEXT])
    )
    search._waiting = {seat: table_of(seat, rows) for seat in (Seat.FOREHAND, Seat.REARHAND)}
    assert search._undecided_line() == (
        "clumond: undecided: what can be forced by forehand in clubs, by rearhand in clubs;"
        " what can be reached with help by forehand in spades, by rearhand in spades"
    )


def test_what_can_be_forced_is_said_of_all_seats_before_any_search_for_help(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[tuple[Seat, bool]] = []

    def solve(deal: Deal, seat: Seat, *, with_help: bool, **given: Any) -> RetentionTable:
        looks.append((seat, with_help))
        if with_help and seat is Seat.REARHAND:
            raise KeyboardInterrupt
        reach = Reach.POSSIBLE if with_help else Reach.UNFORCED
        rows = {at: StrainRow(dict.fromkeys(Retention.all(), reach), (1, 5)) for at in Strain}
        given["watch"](table := table_of(seat, rows))
        return table

    monkeypatch.setattr(solve_command, "solve_retentions", solve)
    assert run("solve", DEAL_TEXT) == INTERRUPTED
    page, told = capsys.readouterr()
    assert looks == [(seat, with_help) for with_help in (False, True) for seat in Seat]
    assert re.findall("(?:defence (.*) can force)|(?:(.*) declares:)", page) == [
        *((str(seat), "") for seat in Seat),
        *(("", str(seat)) for seat in Seat),
    ]
    assert page.count("Tricks off with best play: ♣ 1 to 5, ♥ 1 to 5") == 3
    assert re.search("♣♣♣ +9 +with help  with help", page)
    assert re.search("♣♣♣ +9 +not found  not found", page)
    assert told == (
        "clumond: undecided: what can be reached with help by rearhand\nclumond: interrupted\n"
    )


def test_what_is_not_found_is_counted_with_the_way_to_search_on(capsys: Capture) -> None:
    assert run("solve", DEAL_TEXT, "--declarer", "F", "--nodes", "3000") == OK
    page, told = capsys.readouterr()
    count = page.count("not found ") + len(re.findall("not found$", page, re.MULTILINE))
    assert told == (
        f"clumond: {count} cells left open; --nodes 30000 searches longer, --nodes all to the end\n"
    )


def test_an_ending_that_cannot_be_forced_is_shown_with_help(capsys: Capture) -> None:
    asked = ("solve", DEAL_TEXT, "--declarer", "F", "--strain", "C", "--keep")
    assert run(*asked, "CCC", "--nodes", "100000") == OK
    page = capsys.readouterr().out
    assert "cannot force success with CCC kept" in page
    line = page.partition("With everybody's help:")[2]
    assert len(re.findall("^ *[0-9]+ ", line, re.MULTILINE)) == 13


def test_solve_reads_a_position_a_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, f"{END}\n\n{END}\n".encode())
    assert run("solve", "-", "--format", "json") == OK
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_advise_answers_the_first_question(capsys: Capture) -> None:
    assert run("advise", HAND_TEXT, "--seat", "R", "--budget", "40", "--seed", "3") == OK
    output = capsys.readouterr()
    assert "rearhand holds" in output.out
    assert "points on paper" in output.out
    assert output.err == ""
    run("advise", HAND_TEXT, "--seat", "R", "--budget", "40", "--seed", "3")
    assert capsys.readouterr().out == output.out
    assert "better relative score" in " ".join(output.out.split())


def test_the_break_even_is_by_the_score_preferred(capsys: Capture) -> None:
    options = ("--prefer", "own", "--scoring", "chips", "--pot", "0", "--budget", "60")
    assert run("advise", HAND_TEXT, *options) == OK
    assert "Passing is worth less than failing" in " ".join(capsys.readouterr().out.split())


def test_the_call_is_by_the_score_preferred(capsys: Capture) -> None:
    assert run("advise", HAND_TEXT, "--prefer", "own", "--budget", "16") == OK
    assert "better own score" in " ".join(capsys.readouterr().out.split())


def test_the_help_names_the_opponents_that_an_error_offers(capsys: Capture) -> None:
    offered = "easy, medium, strong, full, fast"
    assert run("advise", HAND_TEXT, "--opponents", "hard") == BAD_INPUT
    assert f"'hard': {offered}" in capsys.readouterr().err
    assert run("advise", "--help") == OK
    assert f"how the two others play: {offered}" in " ".join(capsys.readouterr().out.split())


def test_advise_as_json_for_a_hand_a_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, f"{HAND_TEXT}\n42.KQ7.AKQJ9.J98732\n".encode())
    options = ("--scoring", "chips", "--pot", "9", "--tens", "F=CD M=H common=S")
    assert run("advise", "-", "--format", "json", "--budget", "16", *options) == OK
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["hand"] == HAND_TEXT
    assert set(second["strains"]) == {"C", "H", "S", "D", "NT"}
    assert 0 <= second["strains"]["C"]["p"] <= 1


# `clumond puzzle`: printed, drawn, as data.


# Runs the command: exit code, output, errors.
Answer = Callable[..., tuple[int, str, str]]


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Answer:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["puzzle", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


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


def test_pictures_are_whole_documents(answer: Answer, tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    code, out, _ = answer("--seed", "2", "--count", "2", "--svg", str(picture))
    assert code == OK
    for file in (picture, tmp_path / "p-2.svg"):
        assert ET.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")
        assert str(file) in out
