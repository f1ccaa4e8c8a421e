"""The command `play`: its options, levels, saved sessions."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from clumond_solver.cli import BAD_INPUT, INTERRUPTED, OK
from clumond_solver.coach.seating import Seating, seated_text, written_seating
from clumond_solver.coach.table import Table
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import ParReading
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.registry import parse_game
from clumond_solver.games.sessions import Session
from clumond_solver.records import Record, read_records, verify
from clumond_solver.single_dummy.engines import engine_of
from clumond_solver.single_dummy.level_names import Level
from tests.cli.command import Capture, feed, run
from tests.key_press import pressing


def test_play_seats_a_person_and_records_the_hands(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.clumond"
    lines = ["pass", *"23456789JQKA", *(["hint"] * 2), "quit"]
    feed(monkeypatch, "\n".join(lines).encode())
    options = ("--seed", "3", "--hands", "1", "--level", "easy", "--record", str(file))
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
    session = Session.parse(file.read_text())
    seating = written_seating(file.read_text(), session)
    assert seating.levels == (Level(level),) * 3
    engine = engine_of("clubs").player(Level(level))
    again = Table(Session(session.game, session.seed), seating.person, [engine] * 3)
    while not again.is_persons_turn:
        again.step()
    assert session.acts == again.session.acts


def test_all_that_a_table_agrees_on_is_named_with_its_default(capsys: Capture) -> None:
    assert run("play", "--help") == OK
    told = " ".join(capsys.readouterr().out.split())
    for option, default in {
        "--scoring": "paper", "--par": "nearest", "--ante": "2", "--stakes": "50", "--hands": "12",
        "--target": "none", "--until-broke": "no", "--four-tens": "no",
    }.items():  # fmt: skip
        assert re.search(rf" {option} .*?\(default {default}\)", told), option
    assert "None" not in told
    assert "you,left,right" in told


def test_the_game_after_a_command_keeps_its_options(capsys: Capture) -> None:
    assert run("deal", "clag", "--seed", "7") == OK
    dealt = capsys.readouterr().out
    assert run("--game", "clag", "deal", "--seed", "7") == OK
    assert capsys.readouterr().out == dealt


def test_a_session_is_played_as_agreed_kept_and_gone_on_with(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.session"
    feed(monkeypatch, b"no\nquit\nyes\n")
    agreed = ("--scoring", "chips", "--ante", "3", "--stakes", "40", "--par", "reduced",
              "--target", "90", "--hands", "5", "--until-broke", "--four-tens")  # fmt: skip
    command = ("play", *agreed, "--seed", "3", "--level", "easy", "--names", "Ann,Bo,Cy",
               "--seat", "middlehand", "--save", str(file))  # fmt: skip
    assert run(*command) == OK
    page = capsys.readouterr().out
    assert "pot 9 chips" in page
    assert page.endswith(f"saved in {file}: --resume {file} continues it\n")
    assert "Ann, you, middlehand" in page
    session = Session.parse(file.read_text(encoding="utf-8"))
    assert session.game == ClumondGame(
        four_tens=True, scoring=Scoring.CHIPS, par=ParReading.REDUCED, ante=3, stakes=40, hands=5,
        target=90, until_broke=True,
    )  # fmt: skip
    assert run(*command) == BAD_INPUT
    assert "exists already" in capsys.readouterr().err
    assert run("play", "--record", str(file)) == BAD_INPUT
    assert "exists already" in capsys.readouterr().err
    feed(monkeypatch, b"")
    assert run("play", "--resume", str(file)) == OK
    assert "Ann, you, middlehand" in capsys.readouterr().out
    assert Session.parse(file.read_text(encoding="utf-8")).acts == session.acts


def test_a_resumed_session_keeps_levels_and_the_name_of_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.session"
    session = Session(ClumondGame(hands=2), 3)
    levels = (Level.EASY, Level.STRONG, Level.MEDIUM)
    seating = replace(Seating.usual(3), levels=levels)
    file.write_text(seated_text(session, seating), encoding="utf-8")
    easy = (Level.EASY,) * 3
    for options, kept in (
        ((), levels),
        *((("--seat", seat), levels) for seat in ("forehand", "middlehand", "rearhand")),
        (("--level", "easy"), easy),
    ):
        feed(monkeypatch, b"quit\nyes\n")
        assert run("play", "--resume", str(file), *options) == OK
        written = file.read_text(encoding="utf-8")
        seated = written_seating(written, Session.parse(written))
        assert (seated.levels, seated.names[seated.person]) == (kept, "You")


def test_a_session_that_another_program_has_continued_is_not_overwritten(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.session"
    feed(monkeypatch, b"")
    assert run("play", "--seed", "3", "--seat", "forehand", "--save", str(file)) == OK
    newer = file.read_text(encoding="utf-8") + "0 pass\n"

    lines = iter(["pass"])

    def pass_after_another(_: str) -> str | None:
        file.write_text(newer, encoding="utf-8")
        return next(lines, None)

    monkeypatch.setattr("clumond_solver.cli.play_command.read_line", pass_after_another)
    assert run("play", "--resume", str(file)) == BAD_INPUT
    assert "another program has changed it" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == newer


def test_save_at_the_table_overwrites_no_other_file(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    precious, mine = tmp_path / "precious", tmp_path / "mine.session"
    precious.write_text("precious")
    feed(monkeypatch, f"save {precious}\nquit\nsave {precious}\nsave {mine}\n".encode())
    assert run("play", "--seed", "3", "--seat", "forehand", "--level", "easy") == OK
    assert capsys.readouterr().out.count("the session is not saved:") == 2
    assert precious.read_text() == "precious"
    assert Session.parse(mine.read_text(encoding="utf-8")).acts == ((),)


@pytest.mark.rule("CLU-14")
def test_the_seed_says_who_deals_first_at_the_terminal_too(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(6):
        feed(monkeypatch, b"quit\nyes\n")
        assert run("play", "--seed", str(seed), "--level", "easy") == OK
        told = ("you deal ", "left deals ", "right deals ")
        assert told[Session(ClumondGame(), seed).standing.dealer] in capsys.readouterr().out


@pytest.mark.machine
@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_in_a_terminal_an_interrupt_leaves_the_session_kept(tmp_path: Path) -> None:
    import pty

    file = tmp_path / "mine.session"
    words = ("play", "--seed", "7", "--level", "easy", "--seat", "F", "--save", str(file))
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
@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_in_a_terminal_tab_completes_and_arrow_up_recalls(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    import pty

    own, terminal = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "clumond_solver", "play", "--seed", "7", "--seat", "F"],
        stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL, start_new_session=True,
        cwd=tmp_path, env=os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "xterm"},
    )  # fmt: skip
    os.close(terminal)
    (tmp_path / "mine.session").write_text("mine")
    # Tab completes a call, the name of a file, a command, an answer; arrow up recalls the call.
    typing = {
        "your call: ": "PA\t\r",
        "your card: ": "\x1b[A\r",
        "pass: the calls are complete": "",
        " card: ": "save mi\t\r",
        "mine.session exists already": "",
        "card: ": "qu\t\r",
        "leave? ": "y\t\r",
        "total ": "",
    }
    shown = b""
    stop = threading.Timer(60, child.kill)
    stop.start()
    with contextlib.suppress(OSError):
        for awaited, typed in typing.items():
            while awaited.encode() not in shown:
                shown += os.read(own, 4096)
            shown = shown.partition(awaited.encode())[2]
            os.write(own, typed.encode())
        while os.read(own, 4096):
            pass
    assert child.wait(30) == OK
    stop.cancel()
    assert (tmp_path / "mine.session").read_text() == "mine"


@pytest.mark.parametrize("name", ["clumond", "clag", "clubs", "clabberjass"])
def test_help_says_who_deals_first(name: str, capsys: Capture) -> None:
    run("--game", name, "play", "--help")
    first = {Session(parse_game(name), seed).standing.first_dealer for seed in range(20)}
    default = "you deal" if first == {0} else "at random"
    assert f"left; default: {default})" in " ".join(capsys.readouterr().out.split())
