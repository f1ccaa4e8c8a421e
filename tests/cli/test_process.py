"""The command as a process: help, pipes, interruption, odd surroundings, terminals."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import clumond_solver
from clumond_solver import __version__
from clumond_solver.base.cards import Hand
from clumond_solver.cli import BAD_INPUT, CHECK_FAILED, INTERRUPTED, OK, main
from clumond_solver.cli.commands import COMMANDS
from clumond_solver.cli.streams import read_line
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.sessions import Session
from tests.cli.command import Capture, completed, process, run
from tests.key_press import pressing
from tests.samples import HAND_TEXT, LAST, ROOT, SAMPLE_HANDS


def test_the_examples_of_a_batch_read_files_that_examples_make(capsys: Capture) -> None:
    assert run("batch", "--help") == OK
    page = capsys.readouterr().out
    read = re.findall(r"^  clumond batch (\S+) ", page, re.MULTILINE)
    assert read == re.findall(r">(\S+)", page)
    assert len(read) == 2


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_is_told(capsys: Capture, option: str) -> None:
    assert run(option) == OK
    assert capsys.readouterr().out == f"clumond {__version__}\n"


@pytest.mark.parametrize(
    "words",
    ["analyse SAMPLE --no-chances", "show SAMPLE", "verify SAMPLE", "deal --seed 3", "solve PLAY",
     "advise HAND --budget 0"],
)  # fmt: skip
def test_json_is_short_for_its_format(capsys: Capture, words: str) -> None:
    play = LAST
    meant = {"SAMPLE": str(SAMPLE_HANDS), "HAND": HAND_TEXT, "PLAY": play}
    command = [meant.get(word, word) for word in words.split()]
    code = run(*command, "--json")
    short = capsys.readouterr().out
    assert run(*command, "--format", "json") == code
    assert capsys.readouterr().out == short
    assert all(isinstance(json.loads(line), dict) for line in short.splitlines())


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_script_completes_the_words_of_commands(capsys: Capture, shell: str) -> None:
    pytest.importorskip("shtab")
    assert run("--print-completion", shell) == OK
    script = capsys.readouterr().out
    for word in ("advise", "--scoring", "chips", "review", "--every-card", "--static"):
        assert word in script
    assert run("--print-completion", "abacus") == BAD_INPUT
    assert "“abacus”: no such shell (use bash, " in capsys.readouterr().err


@pytest.mark.machine
@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_completes_commands_options_and_files() -> None:
    pytest.importorskip("shtab")
    script = f"""
        source <({shlex.quote(sys.executable)} -m clumond_solver --print-completion bash)
        try() {{
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
            _shtab_clumond clumond "${{@: -1}}"
            echo "${{COMPREPLY[*]}}"
        }}
        try clumond revi; try clumond advise --opp; try clumond advise --scoring c
        try clumond verify seeds/sample"""
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.split() == ["review", "--opponents", "chips", "seeds/sample-hands.clumond"]


@pytest.mark.machine
def test_a_copied_folder_tells_its_own_version(tmp_path: Path) -> None:
    copy = tmp_path / "clumond_solver"
    shutil.copytree(Path(clumond_solver.__file__).parent, copy)
    version = copy / "base" / "version.py"
    version.write_text(version.read_text("utf-8").replace(__version__, "9.9"), "utf-8")
    assert completed("--version", cwd=tmp_path).stdout == "clumond 9.9\n"


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


@pytest.mark.machine
@pytest.mark.skipif(os.name != "posix", reason="a pipe with a name")
@pytest.mark.parametrize("command", ["verify", "show"])
def test_a_pipe_is_read_once(command: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = process(command, str(pipe))
    pipe.write_text("game clag\nseed 3\n")
    assert child.wait(30) == BAD_INPUT
    assert child.stderr is not None
    assert "session" in child.stderr.read()


@pytest.mark.machine
@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [("advise -", BAD_INPUT, "standard input is empty"), ("play --seed 7", OK, "your call: ")],
)
def test_closed_standard_input_is_empty(arguments: str, code: int, said: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m clumond_solver {arguments} <&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert said in done.stdout + done.stderr


def test_a_file_without_end_is_not_read_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("clumond_solver.cli.streams.MOST_BYTES", 100)
    path = tmp_path / "long.clumond"
    path.write_bytes(b"\n" * 101)
    assert main(["verify", str(path)]) == BAD_INPUT
    assert "more than 100 bytes" in capsys.readouterr().err


@pytest.mark.machine
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="standard output has no name")
def test_standard_output_may_be_named_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"play": "no"}\n')
    batch = ("batch", str(tmp_path / "in.jsonl"))
    assert completed(*batch, "/dev/stdout").stdout == completed(*batch, "-").stdout != ""
    assert "</svg>" in completed("puzzle", "--seed", "3", "--svg", "/dev/stdout").stdout


@pytest.mark.machine
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_error_that_cannot_be_printed_is_one_in_the_exit_code() -> None:
    with Path("/dev/full").open("w") as full:
        assert completed("show", "nofile", stderr=full).returncode == BAD_INPUT


@pytest.mark.machine
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "words",
    [["show", HAND_TEXT], ["--help"], ["puzzle", "--help"], ["clag", "--help"], ["--version"]],
)
def test_a_full_disk_is_bad_input_not_a_crash(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = completed(*words, stdout=full)
    assert done.returncode == BAD_INPUT
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@pytest.mark.parametrize("encoding", ["cp437", "latin-1", "ascii", "utf-8"])
def test_help_is_shown_in_any_encoding(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    own = [command.name for command in COMMANDS if command.about]
    commands = [[name] for name in (*own, "clag play", "clubs")]
    for words in ([], *commands):
        shown = io.BytesIO()
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(shown, encoding))
        assert run(*" ".join(words).split(), "--help") == OK
        assert shown.getvalue().startswith(b"usage: clumond")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    read_line("田 ♥: ")
    last = shown.getvalue().decode(encoding).split("\n")[-2]
    assert last == ("田 ♥: " if encoding == "utf-8" else "? H: ")


@pytest.mark.machine
def test_letters_stand_for_suit_symbols_where_these_can_be_neither_shown_nor_read() -> None:
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = completed("show", HAND_TEXT, env=ascii_only)
    assert done.stdout.startswith("C Q 3   H A K 9 7 4   S A K 8 7 3 2   D K J 4")
    done = completed("play", "--seed", "7", "--seat", "F", input="♥\nquit\nyes\n", env=ascii_only)
    assert done.returncode == OK
    assert "no such strain" in done.stdout
    assert "Traceback" not in done.stderr


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


def has_verdicts(lines: list[dict[str, Any]], err: list[str]) -> bool:
    return all("verdict" in line for line in lines[:-1]) and "play" in lines[-1]


def has_words(lines: list[dict[str, Any]], err: list[str]) -> bool:
    starts = {line["words"].split()[0] for line in lines}
    undecided = err[-2].startswith("clumond: undecided: ")
    return undecided and starts <= {"Against", "Undecided:", "Undecided,"}


def is_advice_so_far(lines: list[dict[str, Any]], err: list[str]) -> bool:
    return lines[-1]["complete"] is False


INTERRUPTED_COMMANDS: list[tuple[str, str, Callable[[list[Any], list[str]], bool]]] = [
    ("solve - --declarer F --strain C --time 600", "asking for tricks", has_verdicts),
    ("solve -", "what rearhand can force", has_words),
    (f"advise {HAND_TEXT} --budget 1000000", "games: ", is_advice_so_far),
]


@pytest.mark.machine
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(("command", "at", "is_right"), INTERRUPTED_COMMANDS)
def test_an_interrupted_command_prints_what_it_knows(
    command: str, at: str, is_right: Callable[[list[Any], list[str]], bool]
) -> None:
    deals = "".join(f"{Deal.random(seed)}\n" for seed in range(300))
    code, lines, err = interrupted(*command.split(), data=deals, at=at)
    assert code == INTERRUPTED
    assert 1 <= len(lines) < 300
    assert is_right(list(map(json.loads, lines)), err.splitlines())
    assert "Traceback" not in err
    assert err.splitlines()[-1] == "clumond: interrupted"


@pytest.mark.machine
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_interrupts_without_end_end_a_batch_in_one_line(tmp_path: Path) -> None:
    lines = [json.dumps({"table": str(Deal.random(seed))}) for seed in range(40)]
    (tmp_path / "in.jsonl").write_text("\n".join([json.dumps({"hand": ""}), *lines]))
    child = process("batch", str(tmp_path / "in.jsonl"), "-", "--workers", "2", "--progress")
    assert child.stderr is not None
    assert "answered" in child.stderr.readline()
    while child.poll() is None:
        child.send_signal(signal.SIGINT)
        time.sleep(0.02)
    said = child.stderr.read()
    assert "Traceback" not in said
    assert said.splitlines()[-1] == "clumond: interrupted"
    assert child.returncode in {INTERRUPTED, -signal.SIGINT}


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
    error = capsys.readouterr().err
    assert "line 1: answers something else" in error
    assert "0 answered" not in error


@pytest.mark.machine
def test_batch_works_from_standard_input_to_standard_output() -> None:
    question = '{"deal": "F:AK.2.2. QJ.3.3. 98.4.4.", "tricks": [4, 4, 4]}\n'
    command = ("batch", "-", "-", "--workers", "1", "--default", "declarer=F")
    batch = completed(*command, input=question)
    assert batch.returncode == CHECK_FAILED
    assert "no strain" in json.loads(batch.stdout)["message"]


FORGED = "x.clumond, record 1: right\n\x1b[2J\u202ey"


@pytest.mark.skipif(sys.platform == "win32", reason="no such file names")
@pytest.mark.parametrize("command", ["verify", "review"])
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
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert run("show", "AK.42..3") == OK
    assert capsys.readouterr().out == "♣ 3   \x1b[31m♥ 4 2   \x1b[0m♠ A K   \x1b[31m♦ \x1b[0m–\n"
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("show", "AK.42..3") == OK
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert run("show", "AK.42..3") == OK
    assert "\x1b[31m♥" in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "")
    assert run("show", "AK.42..3") == OK
    assert "\x1b" not in capsys.readouterr().out


def test_progress_on_a_terminal_is_a_bar_in_one_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    assert run("advise", HAND_TEXT, "--budget", "40") == OK
    told = capsys.readouterr().err
    assert re.search(r"\r\x1b\[K\[#+\.+\] [0-9]+ of 40 games: ", told)
    assert "\n" not in told
    assert max(map(len, told.split("\r\x1b[K"))) < 60


@pytest.mark.parametrize(
    "command",
    [
        "review KEPT --html KEPT",
        "puzzle --seed 2 --svg KEPT",
        "play --seed 2 --save KEPT",
        "play --seed 2 --record KEPT",
        "play --resume SESSION --save KEPT",
        "play --resume SESSION --record KEPT",
        "play --resume SESSION --record SESSION",
        "play clubs --seed 2 --save KEPT",
    ],
)
def test_no_command_writes_over_a_file(tmp_path: Path, capsys: Capture, command: str) -> None:
    kept, session = tmp_path / "kept.clumond", tmp_path / "mine.session"
    kept.write_bytes(SAMPLE_HANDS.read_bytes())
    session.write_text(str(Session(ClumondGame(), 3)), encoding="utf-8")
    names = {"KEPT": str(kept), "SESSION": str(session)}
    assert run(*(names.get(word, word) for word in command.split())) == BAD_INPUT
    assert "exists already: name another file" in capsys.readouterr().err
    assert kept.read_bytes() == SAMPLE_HANDS.read_bytes()
    assert session.read_text(encoding="utf-8") == str(Session(ClumondGame(), 3))
    assert len([*tmp_path.iterdir()]) == 2


def test_nor_over_the_second_file_of_many(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "p-2.svg").write_text("mine")
    assert run("puzzle", "--seed", "2", "--count", "2", "--svg", f"{tmp_path}/p.svg") == BAD_INPUT
    assert "p-2.svg exists already" in capsys.readouterr().err
    assert (tmp_path / "p-2.svg").read_text() == "mine"


def test_a_default_may_be_a_truth(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"table": str(Deal.random(1))}))
    defaults = ("--default", "misses=true", "--default", "nodes=9")
    assert run("batch", str(source), str(target), "--workers", "1", *defaults) == OK
    assert len(json.loads(target.read_text())["verdict"]) == 15
