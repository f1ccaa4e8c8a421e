"""Bad input of every kind: one clear line and an exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clumond_solver.cli import BAD_INPUT, CHECK_FAILED, OK
from tests.cli.command import Capture, feed, run
from tests.samples import DEAL_TEXT, END, HAND_TEXT, SAMPLE_HANDS


def test_a_syntax_error_in_a_game_file_names_its_line(tmp_path: Path, capsys: Capture) -> None:
    game = tmp_path / "mygame.py"
    game.write_text("import sys\ndef deal(:\n", "utf-8")
    assert run(f"--game={game}", "deal") == BAD_INPUT
    assert f"{game}, line 2: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("1 / 0", "line 2: ZeroDivisionError: division by zero"),
        ("import nothing_of_the_name", "line 2: ModuleNotFoundError: "),
        ("raise SystemExit(5)", "line 2: SystemExit: 5"),
    ],
)
@pytest.mark.parametrize("command", ["--game={} deal", "web --game={} --port=1"])
def test_a_game_file_that_fails_is_named_with_its_line(
    line: str, fault: str, command: str, tmp_path: Path, capsys: Capture
) -> None:
    game = tmp_path / "mygame.py"
    game.write_text(f"import sys\n{line}\n", "utf-8")
    assert run(*command.format(game).split()) == BAD_INPUT
    assert f"{game}, {fault}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "new"),
    [
        (("advise", HAND_TEXT, "--games", "8"), "--budget"),
        (("advise", HAND_TEXT, "--games=8"), "--budget"),
        (("--game", "clag", "advise", "-", "--games", "8"), "--games-per-action"),
    ],
)
def test_an_old_name_of_an_option_is_refused_with_the_new_one(
    words: tuple[str, ...], new: str, capsys: Capture
) -> None:
    assert run(*words) == BAD_INPUT
    assert f"the option --games is now called {new} " in capsys.readouterr().err


@pytest.mark.usefixtures("brief_reviews")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (SAMPLE_HANDS.read_bytes().split(b"F: C9")[0], "cut off"),
        (SAMPLE_HANDS.read_bytes().replace(b"LHO", b"L\xc9O", 1), "not UTF-8"),
        (SAMPLE_HANDS.read_text(encoding="utf-8").encode("utf-16"), "UTF-8"),
    ],
)
def test_records_that_are_cut_off_or_not_text_are_refused(
    data: bytes, reason: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (["verify"], ["review", "--no-chances"]):
        feed(monkeypatch, data)
        assert run(*command, "-") == BAD_INPUT
        assert reason in capsys.readouterr().err


@pytest.mark.parametrize("command", ["show", "advise", "solve", "--game=clubs review"])
def test_standard_input_must_be_utf8(
    command: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, b"AK.\xff2..")
    assert run(*command.split(), "-") == BAD_INPUT
    complaint = capsys.readouterr().err
    assert "not UTF-8" in complaint
    assert complaint.count("\n") == 1


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
