"""The commands `solve` and `advise`."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest

from clumond_solver.base.cards import Strain
from clumond_solver.cli import BAD_INPUT, INTERRUPTED, OK, whole_deals
from clumond_solver.display.data import retention_table_data
from clumond_solver.display.text import retention_words
from clumond_solver.double_dummy.table_of_a_deal import StrainRow, solve_retentions, table_of
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.results import Limit, Reach, RetentionTable
from tests.cli.command import Capture, clumond_parser, feed, run
from tests.samples import DEAL_TEXT, END, HAND_TEXT


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (f'solve "{END.partition(" declarer")[0]}" --declarer F --strain S --keep CSS', "--tricks"),
        ("--game clabberjass advise SA,S9,H9,DA,DK,D7", "--turned"),
        ("play --hands none", "--until-broke"),
    ],
)
def test_an_error_names_the_option_of_the_command(words: str, option: str, capsys: Capture) -> None:
    assert run(*shlex.split(words)) == BAD_INPUT
    told = capsys.readouterr().err
    assert re.search(rf"{option}\b", told)
    assert "=" not in told
    assert "_" not in told


def test_solve_tells_what_can_be_forced(capsys: Capture) -> None:
    assert run("solve", END) == OK
    page = capsys.readouterr().out
    assert "forehand can force success" in page
    assert "forehand still succeeds after: ♥K  ♠A" in page
    assert "Best play by all" in page


def test_a_line_that_the_nodes_were_too_few_for_is_none(capsys: Capture) -> None:
    deal = str(Deal.random(7))
    assert run("solve", deal, "--declarer", "F", "--strain", "NT", "--nodes", "20000") == OK
    page = capsys.readouterr().out
    assert "Best play by all: not found within the limit." in page
    assert max(map(len, page.splitlines())) <= 80


def test_solve_as_json(capsys: Capture) -> None:
    assert run("solve", END, "--format", "json", "--memory", "2M") == OK
    answers = json.loads(capsys.readouterr().out)
    assert answers["verdict"] is True
    assert [card for card, makes in answers["plays"].items() if makes] == ["SA", "HK"]
    assert answers["miss"] == [0, 0]
    assert len(answers["retentions"]) == 20
    assert len(answers["line"]) == 6


def test_solve_tells_whether_one_ending_can_be_forced_and_how(capsys: Capture) -> None:
    play = "F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4"
    assert run("solve", play, "--keep", "CSD") == OK
    page = capsys.readouterr().out
    assert "forehand can force success with CSD kept" in page
    assert "Best play by all" in page
    assert "succeeds after" not in page
    assert run("solve", play, "--keep", "CSD", "--exactly", "5", "--format", "json") == OK
    answers = json.loads(capsys.readouterr().out)
    assert answers.pop("play") == play
    assert answers == {
        "seat": "forehand",
        "keep": "CSD",
        "exactly": 5,
        "verdict": True,
        "line": ["CA", "C2", "CJ"],
    }
    assert run("solve", play, "--exactly", "6", "--ask", "verdict") == OK
    assert "cannot force exactly 6 tricks" in capsys.readouterr().out
    assert run("solve", play, "--keep", "CSX") == BAD_INPUT


FORCED = "F:987.954.AKQ2.AJ9642 653.AQJ.J987654.K87 AKQJ42.K87632.3.Q53"


def test_solve_answers_the_core_question_about_one_declarer(capsys: Capture) -> None:
    assert run("solve", FORCED, "--declarer", "R", "--memory", "16M") == OK
    page = " ".join(capsys.readouterr().out.split())
    assert "rearhand can force ♠♠♠, ♥♠♠, ♥♥♠ or ♥♥♥ in spades; none of the twenty" in page
    assert "Yet he can force success in hearts" in page
    assert "kept target ♣ ♥ ♠ ♦ NT" in page
    assert "♥♥♠ 5 with help with help forced with help with help" in page
    assert "forced: against everything; with help: only if both others help; never" in page
    assert "forehand declares" not in page


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
        assert answer == {"deal": DEAL_TEXT} | retention_table_data(table)
        assert answer["words"] == retention_words(table)
        assert answer["words"] in " ".join(page.split())


def test_what_a_limit_leaves_open_is_said_in_words(capsys: Capture) -> None:
    assert run("solve", DEAL_TEXT, "--declarer", "F", "--nodes", "0") == OK
    page = " ".join(capsys.readouterr().out.split())
    assert (
        "Undecided, whether forehand can force them: all twenty in any trump and at no trumps"
        in page
    )
    assert "undecided: not known." in page
    assert run("solve", DEAL_TEXT, "--declarer", "F", "--strain", "C", "--nodes", "0") == OK
    assert "not known within the limit" in capsys.readouterr().out


def test_a_line_says_what_is_open_when_it_takes_long(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_deals, "REPORT_SECONDS", 0.0)
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
    search = whole_deals._WholeDealSearch(
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

    monkeypatch.setattr(whole_deals, "solve_retentions", solve)
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
    assert run("solve", DEAL_TEXT, "--declarer", "F", "--nodes", "all", "--time", "0") == OK
    assert capsys.readouterr().err == (
        "clumond: 100 cells left open; a longer --time searches on\n"
    )
    assert run("solve", FORCED, "--declarer", "R", "--nodes", "all", "--memory", "16M") == OK
    assert not capsys.readouterr().err


def test_an_ending_that_cannot_be_forced_is_shown_with_help(capsys: Capture) -> None:
    asked = ("solve", DEAL_TEXT, "--declarer", "F", "--strain", "C", "--keep")
    assert run(*asked, "CCC", "--nodes", "100000") == OK
    page = capsys.readouterr().out
    assert "cannot force success with CCC kept" in page
    line = page.partition("With everybody's help:")[2]
    assert len(re.findall("^ *[0-9]+ ", line, re.MULTILINE)) == 13
    assert run(*asked, "DDD", "--nodes", "0") == OK
    assert "With everybody's help: no line found within the limit." in capsys.readouterr().out
    play = "F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6"
    assert run("solve", play, "--keep", "CCC") == OK
    assert "With everybody's help: never, by no play at all." in capsys.readouterr().out


def test_every_strain_is_asked_about_a_whole_deal_alone(capsys: Capture) -> None:
    assert run("solve", DEAL_TEXT, "--strain", "all", "--keep", "CSD") == BAD_INPUT
    assert "without --keep" in capsys.readouterr().err


def test_solve_completes_a_deal_by_options(capsys: Capture) -> None:
    deal = END.partition(" declarer")[0]
    options = ["--declarer", "F", "--strain", "S", "--leader", "F", "--tricks", "4,4,3"]
    assert run("solve", deal, *options, "--format", "json", "--ask", "verdict") == OK
    answers = json.loads(capsys.readouterr().out)
    assert answers == {"play": END, "seat": "forehand", "verdict": True}


def test_solve_asks_any_seat(capsys: Capture) -> None:
    undeclared = END.replace("declarer=F strain=S", "declarer=none strain=NT")
    assert run("solve", undeclared, "--seat", "M", "--format", "json") == OK
    assert json.loads(capsys.readouterr().out)["seat"] == "middlehand"


def test_solve_reads_a_position_a_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, f"{END}\n\n{END}\n".encode())
    assert run("solve", "-", "--format", "json") == OK
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_solve_says_what_it_could_not_find_in_time(capsys: Capture) -> None:
    assert run("solve", DEAL_TEXT, "--declarer", "F", "--strain", "C", "--time", "0") == OK
    page = capsys.readouterr().out
    assert "not known within the limit" in page
    assert "not found within the limit" in page


def test_advise_answers_the_first_question(capsys: Capture) -> None:
    assert run("advise", HAND_TEXT, "--seat", "R", "--budget", "40", "--seed", "3") == OK
    output = capsys.readouterr()
    assert "rearhand holds" in output.out
    assert "points on paper" in output.out
    assert output.err == ""
    run("advise", HAND_TEXT, "--seat", "R", "--budget", "40", "--seed", "3")
    assert capsys.readouterr().out == output.out


@pytest.mark.parametrize(
    "words",
    [
        "AK8732 AK974 KJ4 Q3",
        "spades AK8732 hearts AK974 diamonds KJ4 clubs Q3",
        "SA SK S8 S7 S3 S2 HA HK H9 H7 H4 DK DJ D4 CQ C3",
    ],
)
def test_advise_reads_hands_as_people_write_them(words: str, capsys: Capture) -> None:
    assert run("advise", *words.split(), "--budget", "0", "--seat", "dealer") == OK
    told = capsys.readouterr().out
    assert told.startswith("rearhand holds\n♣ Q 3   ♥ A K 9 7 4   ♠ A K 8 7 3 2   ♦ K J 4\n")


def test_advise_says_which_pot_seat_scoring_and_tens_it_assumed(capsys: Capture) -> None:
    options = ("--scoring", "chips", "--tens", "F=CD M=H common=S", "--budget", "0")
    assert run("advise", HAND_TEXT, *options) == OK
    told = " ".join(capsys.readouterr().out.split())
    assert "forehand, nobody has called yet; played for chips, 6 in the pot; tens F=CD M=H" in told


def test_advise_as_json_for_a_hand_a_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, f"{HAND_TEXT}\n42.KQ7.AKQJ9.J98732\n".encode())
    options = ("--scoring", "chips", "--pot", "9", "--tens", "F=CD M=H common=S")
    assert run("advise", "-", "--format", "json", "--budget", "16", *options) == OK
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["hand"] == HAND_TEXT
    assert set(second["strains"]) == {"C", "H", "S", "D", "NT"}
    assert 0 <= second["strains"]["C"]["p"] <= 1


def test_advise_reports_progress_on_standard_error_when_asked(capsys: Capture) -> None:
    assert run("advise", HAND_TEXT, "--budget", "16", "--progress") == OK
    assert "games: " in capsys.readouterr().err
