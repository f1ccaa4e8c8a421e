"""Commands and what they print: `transcripts.txt`, whose first lines say how to read it."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from clumond_solver.cli import BAD_INPUT
from tests.cli.command import Capture, feed, run
from tests.samples import DEAL_TEXT, END, HAND_TEXT, LAST, PUZZLE_CODE, SAMPLE_HANDS, SEEDS

NAMES = {
    "{HAND}": HAND_TEXT,
    "{DEAL}": DEAL_TEXT,
    "{END}": END,
    "{HANDS}": END.partition(" declarer")[0],
    "{UNDECLARED}": END.replace("declarer=F strain=S", "declarer=none strain=NT"),
    "{LAST}": LAST,
    "{SAMPLES}": str(SAMPLE_HANDS),
    "{PUZZLE}": PUZZLE_CODE,
    "{CARD}": str(SEEDS / "clag-score-card.txt"),
    "{NUL}": "\0",
}


@dataclass
class Transcript:
    command: str
    code: int
    lines: dict[str, list[str]] = field(default_factory=lambda: {mark: [] for mark in "<>!="})


def transcripts() -> list[Transcript]:
    read: list[Transcript] = []
    for line in Path(__file__).with_name("transcripts.txt").read_text("utf-8").splitlines():
        if start := re.fullmatch(r"(\d?)\$ ?(.*)", line):
            read.append(Transcript(start[2], int(start[1] or 0)))
        elif line and line[0] != "#":
            mark = line[0] if line[0] in "<>!" and line[1:2] in {"", " "} else "="
            read[-1].lines[mark].append(line if mark == "=" else line[2:])
    return read


@pytest.mark.parametrize("transcript", transcripts(), ids=lambda transcript: transcript.command)
def test_a_command_prints_what_its_transcript_says(
    transcript: Transcript, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = NAMES | {"{FILE}": str(tmp_path / "mine.txt"), "{FOLDER}": str(tmp_path)}

    def filled(text: str) -> str:
        return re.sub(r"{[A-Z]+}", lambda name: names[name[0]], text)

    lines = {mark: list(map(filled, lines)) for mark, lines in transcript.lines.items()}
    (tmp_path / "mine.txt").write_text("".join(f"{line}\n" for line in lines[">"]), "utf-8")
    feed(monkeypatch, "".join(f"{line}\n" for line in lines["<"]).encode())
    words = [filled(word) for word in shlex.split(transcript.command)]
    assert run(*words) == transcript.code
    out, err = capsys.readouterr()
    if transcript.code == BAD_INPUT:
        assert err.startswith("clumond: ")
        assert err.count("\n") == 1
    page = " ".join((out + err).split())
    assert [line for line in lines["="] if " ".join(line.split()) not in page] == []
    assert [line for line in lines["!"] if line in page] == []
