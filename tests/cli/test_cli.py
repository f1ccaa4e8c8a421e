"""The command line: what it prints, where, its exit codes, and bad input of every kind."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.cli import BAD_INPUT, CHECK_FAILED, INTERRUPTED, OK, main, whole_deals
from clumond_solver.cli.arguments import new_parser
from clumond_solver.coach.seating import written_seating
from clumond_solver.coach.table import Table
from clumond_solver.display.data import retention_table_data
from clumond_solver.display.text import retention_words
from clumond_solver.double_dummy.table_of_a_deal import solve_retentions, table_of
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import ParReading, Play, Retention
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.saved import parse_session
from clumond_solver.records import Record, read_records, verify
from clumond_solver.results import Limit, Reach, RetentionTable
from clumond_solver.rules.game import Session
from clumond_solver.single_dummy.engines import engine_of
from clumond_solver.single_dummy.players import Level
from tests.key_press import pressing
from tests.samples import SAMPLE_HANDS

HAND = "AK8732.AK974.KJ4.Q3"
FULL = "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"
END = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"

Capture = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or OK)


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))


def process(*arguments: str, stdin: int | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "clumond_solver", *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )


# Deal and show.


def test_deals_are_fixed_by_the_seed_and_readable(capsys: Capture) -> None:
    assert run("deal", "--seed", "7", "--count", "2", "--cards", "6") == OK
    first = capsys.readouterr()
    assert [Deal.parse(line).size for line in first.out.splitlines()] == [6, 6]
    assert first.err == ""
    run("deal", "--seed", "7", "--count", "2", "--cards", "6")
    assert capsys.readouterr().out == first.out


def test_a_deal_without_a_seed_says_which_it_took(capsys: Capture) -> None:
    assert run("deal") == OK
    output = capsys.readouterr()
    seed = output.err.removeprefix("clumond: seed ").strip()
    run("deal", "--seed", seed)
    assert capsys.readouterr().out == output.out


def test_cards_can_be_given_to_seats(capsys: Capture) -> None:
    assert run("deal", "--hold", "F=AK..2.", "--hold", "R=..3.", "--seed", "1") == OK
    deal = Deal.parse(capsys.readouterr().out)
    assert Hand.parse("AK..2.").issubset(deal[Seat.FOREHAND])
    assert Card.parse("D3") in deal[Seat.REARHAND]


def test_deals_as_diagrams_hands_and_json(capsys: Capture) -> None:
    run("deal", "--seed", "1", "--diagram")
    assert "rearhand, dealer" in capsys.readouterr().out
    run("deal", "--seed", "1", "--hands")
    assert len(Hand.parse(capsys.readouterr().out.strip())) == 16
    run("deal", "--seed", "1", "--format", "json", "--count", "3")
    for line in capsys.readouterr().out.splitlines():
        assert Deal.parse(json.loads(line)["deal"])


def test_show_draws_hands_deals_and_plays(capsys: Capture) -> None:
    assert run("show", HAND) == OK
    assert capsys.readouterr().out == "♣ Q 3   ♥ A K 9 7 4   ♠ A K 8 7 3 2   ♦ K J 4\n"
    assert run("show", "C:J98732", "H:KQ7", "S:42", "D:AKQJ9") == OK
    assert "♣ J 9 8 7 3 2" in capsys.readouterr().out
    assert run("show", FULL) == OK
    assert "middlehand" in capsys.readouterr().out
    assert run("show", *END.split()) == OK
    assert "forehand to play" in capsys.readouterr().out


def test_show_as_json_reads_back(capsys: Capture) -> None:
    run("show", END, "--format", "json")
    shown = json.loads(capsys.readouterr().out)
    assert Play.parse(shown["play"]) == Play.parse(END)
    assert shown["legal_plays"] == ["S3", "S8", "SA", "HK", "CJ"]
    run("show", str(SAMPLE_HANDS), "--format", "json")
    lines = capsys.readouterr().out.splitlines()
    assert [Record.parse(json.loads(line)["text"]).is_finished for line in lines] == [False] * 3


def test_show_draws_records(capsys: Capture) -> None:
    assert run("show", str(SAMPLE_HANDS)) == OK
    page = capsys.readouterr().out
    assert "Sample hand 1, as published" in page
    assert "then ♥8 by middlehand, which is not a legal play" in page


@pytest.mark.parametrize("data", [HAND, FULL, END, f"{HAND}\n\n{FULL}"])
def test_show_reads_standard_input(
    data: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, data.encode())
    assert run("show", "-") == OK
    assert "♣" in capsys.readouterr().out
    feed(monkeypatch, SAMPLE_HANDS.read_bytes())
    assert run("show", "-") == OK
    assert "Sample hand 2" in capsys.readouterr().out


# Verify and analyse.


def test_verify_finds_the_illegal_card(capsys: Capture) -> None:
    assert run("verify", str(SAMPLE_HANDS)) == CHECK_FAILED
    report = " ".join(capsys.readouterr().out.split())
    assert "illegal play H8 by middlehand in trick 6: does not hold that card" in report
    assert report.count(": right") == 2
    assert report.count(": WRONG") == 1


def test_verify_as_json(capsys: Capture) -> None:
    assert run("verify", str(SAMPLE_HANDS), "--format", "json") == CHECK_FAILED
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["ok"], second["ok"], third["ok"]) == (False, True, True)
    assert first["findings"][0]["card"] == "H8"
    assert first["findings"][0]["trick"] == 6


def test_verify_goes_on_behind_a_record_that_cannot_be_read(
    tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "mixed.clumond"
    text = SAMPLE_HANDS.read_text(encoding="utf-8")
    file.write_text(text.replace("R: D2 DK D4", "R: D2 DK DD", 1), encoding="utf-8")
    assert run("verify", str(file)) == BAD_INPUT
    output = capsys.readouterr()
    assert output.out.count(": right") == 2
    assert f"{file}: record 1, line 19: trick 4: not a card" in output.err
    assert run("verify", str(file), "--format", "json") == BAD_INPUT
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ok"] for line in lines] == [False, True, True]
    assert "not a card" in lines[0]["error"]


def test_verify_reads_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, SAMPLE_HANDS.read_bytes())
    assert run("verify", "-") == CHECK_FAILED
    assert "-, record 3 (Sample hand 2): right" in capsys.readouterr().out


@pytest.mark.usefixtures("brief_reviews")
def test_analyse_marks_where_it_turned(capsys: Capture) -> None:
    assert run("analyse", str(SAMPLE_HANDS), "--format", "json") == CHECK_FAILED
    first, _, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert "illegal play H8" in first["illegal"]
    turned = ["play DA", "play HA", "play H6"]
    assert [step["action"] for step in third["plays"] if step["turned"]] == turned
    assert third["seat"] == "rearhand"


@pytest.mark.usefixtures("brief_reviews")
def test_analyse_in_words(capsys: Capture) -> None:
    assert run("analyse", str(SAMPLE_HANDS)) == CHECK_FAILED
    page = " ".join(capsys.readouterr().out.split())
    assert "♦A++" in page
    assert "With all hands open ♥74 kept success; after ♥A PLR is 1 trick off at best." in page
    assert "line 21: illegal play H8 by RHO in trick 6: does not hold that card (PLR does)" in page
    assert "games of the engine with these cards" in page
    assert "PLR went for clumond in ♠" in page


def test_analyse_names_the_better_card_as_its_player_saw_it(capsys: Capture) -> None:
    assert run("analyse", str(SAMPLE_HANDS)) == CHECK_FAILED
    page = capsys.readouterr().out
    told = r"trick \d+, \S+ by \S+, \d+ % given away: \S+ was better: "
    assert re.search(told, " ".join(page.split()))


@pytest.mark.usefixtures("brief_reviews")
def test_analyse_tells_every_card_in_words_and_as_data(capsys: Capture) -> None:
    assert run("analyse", str(SAMPLE_HANDS), "--every-card") == CHECK_FAILED
    every = capsys.readouterr().out
    assert "♥A* " in every
    assert run("analyse", str(SAMPLE_HANDS), "--seed", "3", "--format", "json") == CHECK_FAILED
    told = json.loads(capsys.readouterr().out.splitlines()[2])
    assert all(0 <= play["worths"][play["action"]] <= 1 for play in told["plays"])
    assert told["engine"]["games"] > 0


def test_analyse_may_look_at_open_hands_only(capsys: Capture) -> None:
    assert run("analyse", str(SAMPLE_HANDS), "--no-chances") == CHECK_FAILED
    page = capsys.readouterr().out
    assert "♥74 kept success; after ♥A PLR is 1 trick off at best." in " ".join(page.split())
    assert "better" not in page
    assert run("analyse", str(SAMPLE_HANDS), "--no-chances", "--every-card") == CHECK_FAILED
    every = capsys.readouterr().out
    assert len(every) > len(page)
    assert " 5 PLR        ♥4 0 off; ♥7 0 off; ♥K 1 off; ♥A* 1 off" in every


def test_analyse_reviews_a_hand_that_nobody_declared(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "undeclared.clumond"
    play = Play.parse(END.replace("declarer=F strain=S", "declarer=none strain=NT"))
    play.push(Card.parse("SA"))
    file.write_text(str(Record.of(play)), encoding="utf-8")
    assert run("analyse", str(file)) == OK
    assert "Each plays for his own success" in capsys.readouterr().out
    assert run("analyse", str(file), "--no-chances") == OK
    assert "Each plays for his own success" in capsys.readouterr().out
    for options in (["--no-chances"], []):
        assert run("analyse", str(file), "--seat", "R", "--every-card", *options) == OK
        assert "rearhand" in capsys.readouterr().out


# Solve and advise.


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
    assert run("solve", play, "--exactly", "14") == BAD_INPUT
    assert "a number from 0 to 13" in capsys.readouterr().err
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
    assert run("solve", FULL, "--nodes", "3000") == OK
    page = capsys.readouterr().out
    assert [f"{seat} declares:" in page for seat in Seat] == [True] * 3
    assert page.count("\nforced: against everything") < len(Seat)
    assert "not forced: not against best defence" in " ".join(page.split())
    assert run("solve", FULL, "--nodes", "3000", "--strain", "all", "--format", "json") == OK
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["declarer"] for each in answers] == [str(seat) for seat in Seat]
    for seat, answer in zip(Seat, answers, strict=True):
        table = solve_retentions(Deal.parse(FULL), seat, limit=Limit(nodes=3000))
        assert answer == {"deal": FULL} | retention_table_data(table)
        assert answer["words"] == retention_words(table)
        assert answer["words"] in " ".join(page.split())


def test_what_a_limit_leaves_open_is_said_in_words(capsys: Capture) -> None:
    assert run("solve", FULL, "--declarer", "F", "--nodes", "0") == OK
    page = " ".join(capsys.readouterr().out.split())
    assert "Open, whether forehand can force them: all twenty in any trump and at no trumps" in page
    assert "open: not known." in page
    assert run("solve", FULL, "--declarer", "F", "--strain", "C", "--nodes", "0") == OK
    assert "not known within the limit" in capsys.readouterr().out


def test_a_line_says_what_is_open_when_it_takes_long(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_deals, "PATIENCE", 0.0)
    assert run("solve", FULL, "--declarer", "F", "--nodes", "20000") == OK
    told = capsys.readouterr().err
    assert told == "clumond: still open: forehand (Ctrl-C keeps what is known)\n"


def test_what_is_open_is_said_apart_where_nothing_more_can_be_forced() -> None:
    reaches: dict[Retention, Reach | None] = dict.fromkeys(Retention.all(), Reach.POSSIBLE)
    rows = {at: (dict(reaches), (1, 5)) for at in Strain}
    rows[Strain.SPADES][0][Retention.parse("CCC")] = Reach.UNFORCED
    rows[Strain.CLUBS] = dict.fromkeys(Retention.all()), (0, 13)
    search = whole_deals._WholeDealSearch(
        Deal.parse(FULL), [], new_parser().parse_args(["solve", FULL])
    )
    search._waiting = {seat: table_of(seat, rows) for seat in (Seat.FOREHAND, Seat.REARHAND)}
    assert search._open_line() == (
        "clumond: still open: forehand in clubs; rearhand in clubs;"
        " only whether with help or never: forehand in spades; rearhand in spades"
    )


def test_easy_seats_are_told_first_and_what_is_known_of_others_when_it_is_ended(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[tuple[Seat, int | None]] = []

    def solve(deal: Deal, seat: Seat, *, limit: Limit, **given: Any) -> RetentionTable:
        looks.append((seat, limit.nodes))
        if limit == whole_deals._LONGEST_LOOK:
            raise KeyboardInterrupt
        hard = seat is Seat.FOREHAND
        rows = {at: (dict.fromkeys(Retention.all(), Reach.POSSIBLE), (1, 5)) for at in Strain}
        if hard:
            rows[Strain.HEARTS][0][Retention.parse("CCC")] = Reach.UNFORCED
        given["watch"](table := table_of(seat, rows))
        return table

    monkeypatch.setattr(whole_deals, "solve_retentions", solve)
    assert run("solve", FULL) == INTERRUPTED
    page, told = capsys.readouterr()
    assert re.findall("(.*) declares:", page) == ["middlehand", "rearhand", "forehand"]
    assert re.search("♣♣♣   9 +with help  not forced  with help", page)
    assert page.count("\nforced: against everything") == 2
    assert told == (
        "clumond: still open: only whether with help or never: forehand in hearts\n"
        "clumond: interrupted\n"
    )
    first, longest = (each.nodes for each in (whole_deals._FIRST_LOOK, whole_deals._LONGEST_LOOK))
    assert looks == [*((seat, first) for seat in Seat), (Seat.FOREHAND, longest)]


def test_every_strain_is_asked_about_a_whole_deal_alone(capsys: Capture) -> None:
    assert run("solve", FULL, "--strain", "all", "--keep", "CSD") == BAD_INPUT
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
    assert run("solve", FULL, "--declarer", "F", "--strain", "C", "--time", "0") == OK
    page = capsys.readouterr().out
    assert "not known within the limit" in page
    assert "not found within the limit" in page


def test_advise_answers_the_first_question(capsys: Capture) -> None:
    assert run("advise", HAND, "--seat", "R", "--budget", "40", "--seed", "3") == OK
    output = capsys.readouterr()
    assert "rearhand holds" in output.out
    assert "points on paper" in output.out
    assert output.err == ""
    run("advise", HAND, "--seat", "R", "--budget", "40", "--seed", "3")
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
    assert run("advise", HAND, *options) == OK
    told = " ".join(capsys.readouterr().out.split())
    assert "forehand, nobody has spoken; played for chips, 6 in the pot; tens F=CD M=H" in told


def test_advise_as_json_for_a_hand_a_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, f"{HAND}\n42.KQ7.AKQJ9.J98732\n".encode())
    options = ("--scoring", "chips", "--pot", "9", "--tens", "F=CD M=H common=S")
    assert run("advise", "-", "--format", "json", "--budget", "16", *options) == OK
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["hand"] == HAND
    assert set(second["strains"]) == {"C", "H", "S", "D", "NT"}
    assert 0 <= second["strains"]["C"]["p"] <= 1


def test_advise_reports_progress_on_standard_error_when_asked(capsys: Capture) -> None:
    assert run("advise", HAND, "--budget", "16", "--progress") == OK
    assert "games: " in capsys.readouterr().err


# Bad input.

BAD = [
    ("show AK.42..X", "no such rank 'X'"),
    ("show AK.4422..", "card H4 comes twice"),
    ("show AK.42", "2 suits, not four"),
    ("show no-such-file.clumond", "no-such-file.clumond: no such file"),
    ("show nofile", "nofile: no such file"),
    ("--game clag card seeds/clag-score-card.txt", "--scheme score-card --restricted no"),
    ("show F:A.2.3.4 K.3.4.5", "three hands"),
    ("show F:A.2.3.4 K.3.4.5 Q.4.5.67", "unequal size"),
    ("show F:A.2.3.4 A.3.4.5 Q.4.5.6", "each card is dealt once"),
    ("show F:T.2.3.4 K.3.4.5 Q.4.5.6", "no such card"),
    (f"show {END} table=SA,C9", "illegal play C9 by middlehand: holds spades, must follow"),
    (f"show {END} table=C4", "C4"),
    (f"show {END.replace('4,4,3', '4,4,4')}", "add up to 12"),
    (f"show {END.replace('strain=S', 'strain=X')}", "no such strain"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6", "--declarer"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --seat F", "--declarer"),
    ("solve F:A.2.3.4", "three hands, this one 1"),
    ("solve F:A.2.3.4 K.3.4.5 A.4.5.6", "each card is dealt once"),
    ("solve F:A83.K..J K.2.Q.A9 .J.J8.6", "unequal size"),
    ("solve F:A83.K..J K.2.Q.A9 .J.J8.64 leader=F tricks=4,4,3", "says who declares, too"),
    (f"solve {HAND}", "clumond advise"),
    (f"solve {FULL} --nodes -1", "node limit -1"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer F --strain C", "12 tricks are already played"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer F --tricks 4,4,4", "say which with --strain"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer X", "no such seat"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer none --tricks 4,4,4", "--seat"),
    (f"solve {END} --strain C", "the play says who declares"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer F --strain all", "about a full deal, 16 each"),
    (f"solve {END} --time -1", "time limit -1.0"),
    (f"solve {END} --time 1e307", "seconds, 0 to 1e+09"),
    (f"advise {HAND} --time 1e307", "seconds, 0 to 1e+09"),
    (f"solve {END} --time nan", "time limit nan"),
    (f"solve {END} --time soon", "not a number of seconds"),
    (f"solve {END} --memory 1", "memory cap of 1 byte"),
    (f"solve {END} --memory much", "not a size"),
    (f"solve {END} --ask everything", "no such choice"),
    (f"solve {END} --tricks 1,2", "three numbers"),
    ("advise AK8732.AK974.KJ4.Q", "16"),
    ("advise AK8732.AK974.KJ4.QT", '--tens "F=CD M=H common=S"'),
    (
        "advise hello world",
        "“hello world”: “hello” is no card and no suit; a hand is written spades",
    ),
    (f"advise {HAND} rearhand", "“rearhand” is no card and no suit"),
    (f"advise {HAND} 5", "has 17 cards: Clumond is dealt 16 each"),
    ("advise AK8732 AK974 KJ4 Q3 5", "5 groups of cards, not four"),
    (
        f"advise {HAND} --seat first",
        "“first”: no such seat (use forehand, middlehand, rearhand or dealer)",
    ),
    (f"advise {HAND} --budget -1", "budget of -1"),
    (f"advise {HAND} --budget many", "not a whole number"),
    (f"advise {HAND} --seat 4", "no such seat"),
    (f"advise {HAND} --time -1", "-1"),
    (f"advise {HAND} --pot 5", "--scoring chips"),
    (f"advise {HAND} --scoring chips --pot -5", "a pot of -5"),
    (f"advise {HAND} --scoring stones", "invalid choice"),
    (f"advise {HAND} --tens F=CDHH", "given twice"),
    (f"advise {HAND} --seed -1", "seed"),
    ("deal --count 0", "0 deals"),
    ("deal --cards 17", "17"),
    ("deal --cards 2", "hands of 2 cards"),
    ("deal --seed x", "a whole number from 0"),
    ("deal --seed 18446744073709551616", "a whole number from 0"),
    ("deal --hold AK", "seat=hand"),
    ("deal --hold F=T...", "no such card"),
    ("deal --hold F=A... --hold M=A...", "each card is dealt once"),
    ("verify no-such-file.clumond", "No such file"),
    ("verify .", "directory"),
    ("verify a\0b", "not a file name"),
    ("analyse no-such-file.clumond", "No such file"),
    (f"analyse {SAMPLE_HANDS} --time -1", "time limit"),
    (f"analyse {SAMPLE_HANDS} --memory 1K", "memory cap of 1024 bytes"),
    (f"solve {END} --sead 3", "(see clumond solve --help)"),
    ("--game clubs deal --sead 3", "(see clumond --game clubs deal --help)"),
    ("deal --nonsense", "unrecognized arguments: --nonsense"),
    ("bid AK.42..3", "invalid choice: 'bid'"),
    ("", "COMMAND"),
    ("show", "required"),
]


@pytest.mark.parametrize(("arguments", "reason"), BAD, ids=[command for command, _ in BAD])
def test_bad_input_is_one_clear_line(arguments: str, reason: str, capsys: Capture) -> None:
    assert run(*_words(arguments)) == BAD_INPUT
    output = capsys.readouterr()
    assert output.err.startswith("clumond: ")
    assert output.err.count("\n") == 1
    assert reason in output.err


def _words(arguments: str) -> list[str]:
    """The command's words; `--tens` and `--hold` take one word each here."""
    return arguments.split(" ") if arguments else []


@pytest.mark.usefixtures("brief_reviews")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "clumond: standard input: no record in it"),
        (b"hello", "expected a tag or [Clumond"),
        (SAMPLE_HANDS.read_bytes().split(b"F: C9")[0], "cut off"),
        (SAMPLE_HANDS.read_bytes().replace(b"LHO", b"L\xc9O", 1), "not UTF-8"),
        (SAMPLE_HANDS.read_text(encoding="utf-8").encode("utf-16"), "UTF-8"),
    ],
)
def test_bad_records_are_told(
    data: bytes, reason: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in ("verify", "analyse"):
        feed(monkeypatch, data)
        assert run(command, "-") == BAD_INPUT
        assert reason in capsys.readouterr().err


@pytest.mark.parametrize("command", ["show", "advise", "solve"])
def test_standard_input_must_be_utf8_and_hold_something(
    command: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for data, reason in ((b" \n", "empty"), (b"AK.\xff2..", "")):
        feed(monkeypatch, data)
        assert run(command, "-") == BAD_INPUT
        output = capsys.readouterr()
        assert reason in output.err
        assert output.err.count("\n") == 1


def test_a_saved_session_is_shown_too(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.session"
    file.write_text("game clumond\nseed 3\ndealer 0\n", encoding="utf-8")
    assert run("show", str(file)) == OK
    assert "forehand is to act" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "text", "reason"),
    [
        ("play --resume {}", "", "line 1: a session starts with its game"),
        ("--game clag show {}", "nonsense\n", "line 1: a session starts with its game"),
        ("play --resume {}", "game clumond\nseed 5\ndealer 0\n1 pass\n", "it is seat 0's turn"),
        ("--game clag advise {}", "game clag\nseed x\n", "line 2: the second line is the seed"),
        ("--game clubs play --resume {}", "game clag\nseed 3\n", "of clag, not of clubs"),
        ("--game clag verify {}", "", "a score card starts with its players"),
        ("verify {}", "", "no record in it"),
        ("analyse {}", " \n", "no record in it"),
        ("show {}", "", "no record in it"),
        ("show {}", "hello\n", "record 1, line 1: expected a tag"),
        ("show {}", "game clag\nseed 3\n", "a session of clag, not of clumond"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_name_first(
    command: str, text: str, reason: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8")
    assert run(*command.format(file).split()) == BAD_INPUT
    told = capsys.readouterr().err
    assert told.startswith(f"clumond: {file}: ")
    assert reason in told
    assert "clubs players" not in told


WORDS = st.sampled_from(
    ["deal", "show", "solve", "verify", "analyse", "-", "--", "--format", "json", "--seat", "F",
     "--time", "0.01", "--ask", "verdict", "--declarer", "none", "--strain", "NT", "--seed", "1",
     "--cards", "5", "--count", "2", "--hold", "F=AK...", "--memory", "1M", "--tricks", "4,4,3",
     *END.split(), FULL, HAND, str(SAMPLE_HANDS), "tests", "♥AK ♠2"]
)  # fmt: skip


@given(
    st.sampled_from(["deal", "show", "solve", "verify", "analyse"]),
    st.lists(WORDS | st.text(max_size=6), max_size=8),
    st.binary(max_size=40),
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_arguments_bring_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    command: str,
    arguments: list[str],
    data: bytes,
) -> None:
    feed(monkeypatch, data)
    assert run(command, "--time=0.01", *arguments) in {OK, CHECK_FAILED, BAD_INPUT}
    feed(monkeypatch, data)
    assert run(command, *arguments, *["--time=0.01"] * (command in {"solve", "analyse"})) in {
        OK, CHECK_FAILED, BAD_INPUT
    }  # fmt: skip
    assert "Traceback" not in capsys.readouterr().err


# The process: help, pipes, interruption, odd surroundings.


def test_help_shows_examples(capsys: Capture) -> None:
    for command in ("advise", "solve", "verify", "analyse", "show", "deal"):
        assert run(command, "--help") == OK
        assert f"clumond {command} " in capsys.readouterr().out
    assert run("--help") == OK
    assert "advise" in capsys.readouterr().out


def test_the_version_is_told(capsys: Capture) -> None:
    assert run("--version") == OK
    assert capsys.readouterr().out.startswith("clumond ")


@pytest.mark.machine
def test_nothing_goes_wrong_when_the_reader_stops() -> None:
    child = process("deal", "--count", "100000", "--seed", "1")
    assert child.stdout is not None
    assert child.stderr is not None
    Deal.parse(child.stdout.readline())
    child.stdout.close()
    assert child.wait(30) == OK
    assert child.stderr.read() == ""


@pytest.mark.machine
@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
@pytest.mark.parametrize(
    ("closed", "told"), [(">&-", "clumond: output: it is closed\n"), ("2>&-", "")]
)
def test_closed_streams_are_no_fault_of_the_program(closed: str, told: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m clumond_solver show AK {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


def test_a_file_without_end_is_not_read_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("clumond_solver.cli.inputs.MOST_BYTES", 100)
    path = tmp_path / "long.clumond"
    path.write_bytes(b"\n" * 101)
    assert main(["verify", str(path)]) == BAD_INPUT
    assert "more than 100 bytes" in capsys.readouterr().err


@pytest.mark.machine
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_bad_input_not_a_crash() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "clumond_solver", "show", HAND],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == BAD_INPUT
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@pytest.mark.machine
def test_letters_stand_for_suit_symbols_where_these_cannot_be_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clumond_solver", "show", HAND],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=True,
    )
    assert done.stdout.startswith(b"C Q 3   H A K 9 7 4   S A K 8 7 3 2   D K J 4")


def interrupted(*arguments: str, at: str, data: str = "") -> tuple[int, list[str], str]:
    """Run until a line of progress says so, interrupt, and see what was printed."""
    child = process(*arguments, "--format", "json", "--progress", stdin=subprocess.PIPE)
    assert child.stderr is not None
    assert child.stdin is not None
    child.stdin.write(data)
    child.stdin.close()
    for line in child.stderr:
        if at in line:
            break
    assert child.stdout is not None
    with pressing(child):
        out, err = child.stdout.read(), child.stderr.read()
    return child.wait(60), out.splitlines(), err


@pytest.mark.machine
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_interrupted_solve_prints_the_answers_it_has() -> None:
    deals = "".join(f"{Deal.random(seed)}\n" for seed in range(300))
    command = ("solve", "-", "--declarer", "F", "--strain", "C", "--time", "600")
    code, lines, err = interrupted(*command, data=deals, at="asking for tricks")
    assert code == INTERRUPTED
    assert all("verdict" in json.loads(line) for line in lines[:-1])
    assert "play" in json.loads(lines[-1])
    assert 1 <= len(lines) < 300
    assert err.splitlines()[-1] == "clumond: interrupted"


@pytest.mark.machine
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_interrupted_core_question_keeps_what_is_known() -> None:
    deals = "".join(f"{Deal.random(seed)}\n" for seed in range(300))
    code, lines, err = interrupted("solve", "-", data=deals, at="what rearhand can force")
    assert code == INTERRUPTED
    answers = [json.loads(line) for line in lines]
    assert answers
    assert {answer["words"][:4] for answer in answers} <= {"With", "Open"}
    *_, told, end = err.splitlines()
    assert told.startswith("clumond: still open: ")
    assert end == "clumond: interrupted"


@pytest.mark.machine
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_interrupted_advise_prints_the_advice_so_far() -> None:
    code, lines, err = interrupted("advise", HAND, "--budget", "1000000", at="games: ")
    assert code == INTERRUPTED
    assert json.loads(lines[-1])["complete"] is False
    assert "Traceback" not in err


def test_batch_answers_a_file_and_says_how_far_it_came(tmp_path: Path, capsys: Capture) -> None:
    assert run("deal", "--seed", "5", "--count", "2", "--hands", "--format", "json") == OK
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(capsys.readouterr().out + '{"play": "no"}\n')
    command = ("batch", str(source), str(target), "--workers", "1", "--default", "budget=0")
    assert run(*command) == CHECK_FAILED
    told = [json.loads(line) for line in target.read_text().splitlines()]
    assert [Hand.parse(each["hand"]) for each in told[:2]] == [
        Deal.random(s)[Seat(0)] for s in (5, 6)
    ]
    assert told[2]["error"] == "NotationError"
    assert "3 answered, 1 of them by an error" in capsys.readouterr().err
    assert run(*command) == CHECK_FAILED
    assert "3 answered before, 0 answered, 1 of all by an error" in capsys.readouterr().err
    assert run(*command[:-1], "budget=1") == BAD_INPUT
    assert "line 1: answers another line" in capsys.readouterr().err


@pytest.mark.machine
def test_batch_works_from_standard_input_to_standard_output() -> None:
    question = '{"deal": "F:AK.2.2. QJ.3.3. 98.4.4.", "tricks": [4, 4, 4]}\n'
    command = ("batch", "-", "-", "--workers", "1", "--default", "declarer=F")
    batch = subprocess.run(
        [sys.executable, "-m", "clumond_solver", *command],
        input=question,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert batch.returncode == CHECK_FAILED
    assert "no strain" in json.loads(batch.stdout)["message"]


# Play.


def test_play_seats_a_person_and_records_the_hands(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.clumond"
    lines = ["pass", *"23456789JQKA", *(["hint"] * 2), "quit"]
    feed(monkeypatch, "\n".join(lines).encode())
    options = ("--seed", "3", "--hands", "1", "--iterations", "10", "--record", str(file))
    assert run("play", *options) == OK
    output = capsys.readouterr()
    assert output.err == "clumond: seed 3\n"
    assert "hint: " in output.out
    assert output.out.rstrip().endswith("0      0")
    [record] = read_records(file)
    assert isinstance(record, Record)
    assert verify(record).ok


@pytest.mark.parametrize("level", ["easy", "medium", "strong"])
def test_play_has_the_levels_of_the_page(
    level: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.session"
    feed(monkeypatch, b"quit\nyes\n")
    options = ("--seed", "3", "--level", level, "--seat", "rearhand", "--save", str(file))
    assert run("--game", "clubs", "play", "--players", "3", *options) == OK
    session = parse_session(file.read_text())
    seating = written_seating(file.read_text(), session)
    assert seating.levels == (Level(level),) * 3
    engine = engine_of("clubs").player(Level(level))
    again = Table(Session(session.game, session.seed), seating.person, engine)
    while not again.is_persons_turn:
        again.step()
    assert session.acts == again.session.acts


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--iterations 0", "from 1 to 20000000"),
        ("--level hard", "invalid choice"),
        ("--hands 0", "0 hands"),
        ("--until-broke", "over at once"),
        ("--scoring chips --target 50", "over at once"),
        ("--names Ann,Bo", "3 different names"),
        ("--hands none", "never end"),
        ("--seat Q", "rearhand or dealer)"),
        ("--stakes 100", "--stakes counts only with --scoring chips"),
        ("--scoring paper --ante 3", "--ante counts only with --scoring chips"),
        ("--hands many", "“many”: hands must be a whole number or none"),
        ("--scoring stones", "invalid choice"),
        ("--seed -1", "seed"),
        ("--record .", "no file can be written there"),
        ("--record no-such-folder/mine.clumond", "no file can be written there"),
        ("--record a\0b", "no file can be written there"),
    ],
)
def test_play_refuses_what_cannot_be_played(options: str, reason: str, capsys: Capture) -> None:
    assert run("play", *options.split(" ")) == BAD_INPUT
    assert reason in capsys.readouterr().err


def test_all_that_a_table_agrees_on_is_named_with_its_default(capsys: Capture) -> None:
    assert run("play", "--help") == OK
    told = " ".join(capsys.readouterr().out.split())
    for option, default in {
        "--scoring": "paper", "--par": "nearest", "--ante": "2", "--stakes": "50", "--hands": "12",
        "--target": "none", "--until-broke": "no", "--four-tens": "no", "--iterations": "3000",
    }.items():  # fmt: skip
        assert re.search(rf" {option} .*?\(default {default}\)", told), option
    assert "None" not in told
    assert run("--game", "clag", "play", "--help") == OK
    assert "--hands" in capsys.readouterr().out


def test_the_rules_of_each_game_are_told(capsys: Capture) -> None:
    assert run("rules") == OK
    assert "Charles Magri" in capsys.readouterr().out
    assert run("rules", "--game", "clag") == OK
    page = capsys.readouterr().out
    assert "Clouds Low" in page
    assert "=" not in page  # No Python for players.
    assert run("--game", "clag", "rules") == OK
    assert "(ours) of 7 cards" in capsys.readouterr().out


def test_a_session_is_played_as_agreed_kept_and_gone_on_with(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.session"
    feed(monkeypatch, b"no\nquit\nyes\n")
    agreed = ("--scoring", "chips", "--ante", "3", "--stakes", "40", "--par", "reduced",
              "--target", "90", "--hands", "5", "--until-broke", "--four-tens")  # fmt: skip
    command = ("play", *agreed, "--seed", "3", "--iterations", "10", "--names", "Ann,Bo,Cy",
               "--seat", "middlehand", "--save", str(file))  # fmt: skip
    assert run(*command) == OK
    page = capsys.readouterr().out
    assert "pot 9 chips" in page
    assert page.endswith(f"saved in {file}: --resume {file} continues it\n")
    assert "Ann, you, middlehand" in page
    session = parse_session(file.read_text(encoding="utf-8"))
    assert session.game == ClumondGame(
        four_tens=True, scoring=Scoring.CHIPS, par=ParReading.REDUCED, ante=3, stakes=40, hands=5,
        target=90, until_broke=True,
    )  # fmt: skip
    assert run(*command) == BAD_INPUT
    assert "is there already" in capsys.readouterr().err
    feed(monkeypatch, b"")
    assert run("play", "--resume", str(file)) == OK
    assert "Ann, you, middlehand" in capsys.readouterr().out
    assert parse_session(file.read_text(encoding="utf-8")).acts == session.acts


@pytest.mark.rule("CLU-14")
def test_the_seed_says_who_deals_first_at_the_terminal_too(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(6):
        feed(monkeypatch, b"quit\nyes\n")
        assert run("play", "--seed", str(seed), "--iterations", "10") == OK
        told = ("you deal ", "left deals ", "right deals ")
        assert told[Session(ClumondGame(), seed).standing.dealer] in capsys.readouterr().out


@pytest.mark.machine
@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_in_a_terminal_an_interrupt_leaves_the_session_kept(tmp_path: Path) -> None:
    import pty

    file = tmp_path / "mine.session"
    words = ("play", "--seed", "7", "--iterations", "10", "--seat", "F", "--save", str(file))
    own, terminal = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "clumond_solver", *words],
        stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
        env=os.environ | {"COLUMNS": "40", "NO_COLOR": "1"},
    )  # fmt: skip
    os.close(terminal)
    shown = b""
    while b"your call: " not in shown:
        shown += os.read(own, 4096)
    os.write(own, b"hearts\n")
    while b"your card: " not in shown:
        shown += os.read(own, 4096)
    with pressing(child), contextlib.suppress(OSError):
        while more := os.read(own, 4096):
            shown += more
    assert child.wait(30) == INTERRUPTED
    assert b"Traceback" not in shown
    assert "0 declare H" in file.read_text(encoding="utf-8")


@pytest.mark.machine
def test_what_the_encoding_cannot_read_is_no_card_and_no_crash() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clumond_solver", "play", "--seed", "7", "--seat", "F"],
        input="♥\nquit\nyes\n".encode(), capture_output=True, check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert done.returncode == OK
    assert b"no such strain" in done.stdout
    assert b"Traceback" not in done.stderr


# What names and texts may do to a terminal.

FORGED = "x.clumond, record 1: right\n\x1b[2J\u202ey"


@pytest.mark.skipif(sys.platform == "win32", reason="no such file names")
@pytest.mark.parametrize("command", ["verify", "analyse"])
def test_a_file_name_cannot_pass_for_more_than_a_name(
    command: str, tmp_path: Path, capsys: Capture
) -> None:
    record = '[Clumond "1"]\n[Deal "F:AK.2.2. QJ.3.3. 98.4.4."]\n[TricksBefore "4,4,4"]\n'
    named = tmp_path / FORGED
    named.write_text(record + '[Declarer "F"]\n[Strain "S"]\n[Play "F"]\nSA SJ H4\n')
    assert run(command, str(named)) == CHECK_FAILED
    shown = capsys.readouterr()
    assert not [line for line in shown.out.splitlines() if line.endswith(": right")]
    assert not set("\x1b\u202e") & set(shown.out + shown.err)


def test_a_terminal_gets_red_suits_and_no_colour_where_none_is_wanted(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert run("show", "AK.42..3") == OK
    assert capsys.readouterr().out == "♣ 3   \x1b[31m♥ 4 2   \x1b[0m♠ A K   \x1b[31m♦ \x1b[0m–\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("show", "AK.42..3") == OK
    assert "\x1b" not in capsys.readouterr().out


def test_progress_on_a_terminal_is_a_bar_in_one_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    assert run("advise", HAND, "--budget", "40") == OK
    told = capsys.readouterr().err
    assert re.search(r"\r\x1b\[K\[#+\.+\] [0-9]+ of 40 games: ", told)
    assert "\n" not in told
    assert max(map(len, told.split("\r\x1b[K"))) < 60


def test_a_report_is_never_written_over_its_records(tmp_path: Path, capsys: Capture) -> None:
    kept = tmp_path / "kept.clumond"
    kept.write_bytes(SAMPLE_HANDS.read_bytes())
    assert run("analyse", str(kept), "--html", str(kept)) == BAD_INPUT
    assert "write to another" in capsys.readouterr().err
    assert kept.read_bytes() == SAMPLE_HANDS.read_bytes()


def test_a_default_may_be_a_truth(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"table": str(Deal.random(1))}))
    defaults = ("--default", "misses=true", "--default", "nodes=9")
    assert run("batch", str(source), str(target), "--workers", "1", *defaults) == OK
    assert len(json.loads(target.read_text())["verdict"]) == 15
