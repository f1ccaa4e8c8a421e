"""Bad input of every kind: one clear line and an exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clumond_solver.cli import BAD_INPUT, CHECK_FAILED, OK
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.sessions import Session
from tests.cli.command import Capture, feed, run
from tests.samples import DEAL_TEXT, END, HAND_TEXT, SAMPLE_HANDS

BAD = [
    ("show AK.42..X", "no such rank 'X'"),
    ("show AK.4422..", "card H4 comes twice"),
    ("show AK.42", "2 suits, not four"),
    ("show no-such-file.clumond", "no-such-file.clumond: no such file"),
    ("show nofile", "nofile: no such file"),
    ("--game clag card seeds/clag-score-card.txt", "--scheme score-card --restricted no"),
    ("show F:A.2.3.4 K.3.4.5", "three hands"),
    (f"show --signals {HAND_TEXT}", "--signals: only a record"),
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
    ("solve F:A83.K..J K.2.Q.A9 .J.J8.64 leader=F tricks=4,4,3", "also needs declarer="),
    (f"solve {HAND_TEXT}", "clumond advise"),
    (f"solve {DEAL_TEXT} --nodes -1", "node limit -1"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer F --strain C", "12 tricks are already played"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer F --tricks 4,4,4", "say which with --strain"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer X", "no such seat"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer none --tricks 4,4,4", "--seat"),
    (f"solve {END} --strain C", "the play says who declares"),
    ("solve F:A.2.3.4 K.3.4.5 Q.4.5.6 --declarer F --strain all", "about a full deal, 16 each"),
    (f"solve {END} --time -1", "time limit -1.0"),
    (f"solve {END} --time 1e307", "seconds, 0 to 1e+09"),
    (f"advise {HAND_TEXT} --time 1e307", "seconds, 0 to 1e+09"),
    (f"solve {END} --time nan", "time limit nan"),
    (f"solve {END} --time soon", "not a number of seconds"),
    (f"solve {END} --memory 1", "memory cap of 1 byte"),
    (f"solve {END} --memory much", "not a size"),
    (f"solve {END} --memory 1M --threads 4", "4 threads need at least 6291456 (6 MiB)"),
    (f"solve {END} --exactly 14", "'14' is not a number of tricks, 0 to 13"),
    (f"solve {DEAL_TEXT} --strain C", "--strain is not for a whole deal"),
    (f"solve {DEAL_TEXT} --tricks 1,2,3", "--tricks is not for a whole deal"),
    ("clag batch", "clag has no batch (it has advise,"),
    ("nowhere --game clag", "invalid choice: 'nowhere'"),
    ("--game clag advise AK.42..3 --said 99", "nominate 99 by seat 0"),
    (f"solve {END} --ask everything", "no such choice"),
    (f"solve {END} --tricks 1,2", "three numbers"),
    ("advise AK8732.AK974.KJ4.Q", "16"),
    ("advise AK8732.AK974.KJ4.QT", '--tens "F=CD M=H common=S"'),
    (
        "advise hello world",
        "“hello world”: “hello” is neither a card nor a suit; a hand is written spades",
    ),
    (f"advise {HAND_TEXT} rearhand", "“rearhand” is neither a card nor a suit"),
    (f"advise {HAND_TEXT} 5", "has 17 cards: Clumond is dealt 16 each"),
    ("advise AK8732 AK974 KJ4 Q3 5", "5 groups of cards, not four"),
    (
        f"advise {HAND_TEXT} --seat first",
        "“first”: no such seat (use forehand, middlehand, rearhand or dealer)",
    ),
    (f"advise {HAND_TEXT} --budget -1", "budget of -1"),
    (f"advise {HAND_TEXT} --budget many", "not a whole number"),
    (f"advise {HAND_TEXT} --seat 4", "no such seat"),
    (f"advise {HAND_TEXT} --time -1", "-1"),
    (f"advise {HAND_TEXT} --pot 5", "--scoring chips"),
    (f"advise {HAND_TEXT} --scoring chips --pot -5", "a pot of -5"),
    (f"advise {HAND_TEXT} --scoring stones", "invalid choice"),
    (f"advise {HAND_TEXT} --tens F=CDHH", "given twice"),
    (f"advise {HAND_TEXT} --seed -1", "seed"),
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
    ("review no-such-file.clumond", "No such file"),
    (f"review {SAMPLE_HANDS} --time -1", "time limit"),
    (f"review {SAMPLE_HANDS} --memory 1K", "memory cap of 1024 bytes"),
    (f"solve {END} --sead 3", "(see clumond solve --help)"),
    ("--game clubs deal --sead 3", "(see clumond --game clubs deal --help)"),
    ("deal --nonsense", "unrecognized arguments: --nonsense"),
    ("solve --bogus", "unrecognized arguments: --bogus"),
    ("solve --declarer F --bogus=3 --nodes 5", "unrecognized arguments: --bogus"),
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


def test_a_syntax_error_in_a_game_file_names_its_line(tmp_path: Path, capsys: Capture) -> None:
    game = tmp_path / "mygame.py"
    game.write_text("import sys\ndef deal(:\n", "utf-8")
    assert run(f"--game={game}", "deal") == BAD_INPUT
    assert f"{game}, line 2: " in capsys.readouterr().err


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
    for command in ("verify", "review"):
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


def test_a_saved_session_is_shown_too(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.session"
    file.write_text("game clumond\nseed 3\ndealer 0\n", encoding="utf-8")
    assert run("show", str(file)) == OK
    assert "forehand is to act" in capsys.readouterr().out
    feed(monkeypatch, file.read_bytes())
    assert run("show", "-") == OK
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
        ("review {}", " \n", "no record in it"),
        ("show {}", "", "no record in it"),
        ("verify {}", "game clag\nseed 3\n", 'a saved session, no records: "clumond show"'),
        ("show {}", "hello\n", "record 1, line 1: expected a tag"),
        ("show {}", "game clag\nseed 3\n", "not of clumond: begin with clumond --game clag"),
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
    ["deal", "show", "solve", "verify", "review", "-", "--", "--format", "json", "--seat", "F",
     "--time", "0.01", "--ask", "verdict", "--declarer", "none", "--strain", "NT", "--seed", "1",
     "--cards", "5", "--count", "2", "--hold", "F=AK...", "--memory", "1M", "--tricks", "4,4,3",
     *END.split(), DEAL_TEXT, HAND_TEXT, str(SAMPLE_HANDS), "tests", "♥AK ♠2"]
)  # fmt: skip


@given(
    st.sampled_from(["deal", "show", "solve", "verify", "review"]),
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
    assert run(command, *arguments, *["--time=0.01"] * (command in {"solve", "review"})) in {
        OK, CHECK_FAILED, BAD_INPUT
    }  # fmt: skip
    assert "Traceback" not in capsys.readouterr().err


def test_a_saved_session_is_advised_on_and_not_solved(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.session"
    file.write_text(str(Session(ClumondGame(), 3)), "utf-8")
    assert run("advise", str(file), "--budget", "9") == OK
    assert "is to act" not in (printed := capsys.readouterr().out)
    assert "hand: " in printed
    feed(monkeypatch, file.read_bytes())
    assert run("advise", "-", "--budget", "9") == OK
    assert capsys.readouterr().out == printed
    assert run("solve", str(file)) == BAD_INPUT
    assert "a saved session; clumond advise" in capsys.readouterr().err
