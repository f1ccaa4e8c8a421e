"""Every input that ever failed, a file each in `corpus/`, read again.

A file begins with what reads it, such as `hand`, `command` or `page deal`, and lines of what has to
come: `= WORDS` of the answer, `! WORDS` of the library's error, for a command with its exit code
after `=` or `!`, such as `!2 WORDS`. Behind an empty line stands the input. A command's first line
has its words, what follows is its standard input; in it, {SAMPLES} is the file of sample hands.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import ClumondError
from clumond_solver.base.json_data import json_text
from clumond_solver.coach.clumond.hand_links import parse_link, parse_match
from clumond_solver.coach.clumond.puzzles import parse_puzzle
from clumond_solver.coach.hints import hint
from clumond_solver.games.clumond.deals import Deal
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.registry import describe, new_game
from clumond_solver.games.sessions import Session
from clumond_solver.questions.kinds import parse_question
from clumond_solver.records import parse_records
from clumond_solver.rules.actions import parse_action
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.web.endpoints import WITHOUT_SESSIONS
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.question import parse_page_question
from tests.cli.command import Capture, feed, run
from tests.samples import SAMPLE_HANDS

FILES = sorted((Path(__file__).parent / "corpus").glob("*.txt"))
EXPECTED = re.compile(r"([=!])(\d?) (.*)")
READERS: dict[str, Callable[[str], object]] = {
    "hand": Hand.parse,
    "deal": Deal.parse,
    "play": Play.parse,
    "records": lambda text: "\n".join(map(str, parse_records(text))),
    "events": lambda text: [getattr(record, "event", "") for record in parse_records(text)],
    "session": Session.parse,
    "question": parse_question,
    "link": lambda text: parse_link(text).link,
    "match": lambda text: parse_match(text).link,
    "puzzle": parse_puzzle,
    "action": parse_action,
    "game": lambda text: describe(new_game(text)),
    "choice": lambda text: choose(Play.parse(text), iterations=200, seed=1).action,
    "hint": lambda text: hint(Play.parse(text), iterations=200, games_per_action=24, seed=1),
}


def _page(kind: str, text: str) -> str:
    answer = WITHOUT_SESSIONS[kind].answer(parse_page_question(text), RequestContext())
    return json.dumps(answer, ensure_ascii=False)


def _outcome(reader: str, text: str) -> tuple[str, str]:
    """What is read, or the error; by "=" or "!"."""
    kind, _, endpoint = reader.partition(" ")
    try:
        read = _page(endpoint, text) if kind == "page" else READERS[kind](text)
    except ClumondError as error:
        return "!", str(error)
    return "=", json_text(read) if isinstance(read, dict) else str(read)


def _ran(words: str, stdin: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> str:
    """The exit code, and what was printed."""
    feed(monkeypatch, stdin.encode())
    code = run(*(word.replace("{SAMPLES}", str(SAMPLE_HANDS)) for word in shlex.split(words)))
    printed = capsys.readouterr()
    return f"{code} {printed.out}{printed.err}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_once_failed_is_read_or_refused(
    file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, _, text = file.read_bytes().decode().partition("\n\n")
    reader, *expected = head.splitlines()
    assert expected, "say what has to come"
    for line in expected:
        match = EXPECTED.fullmatch(line)
        assert match, line
        sign, code, words = match.groups()
        if reader == "command":
            shown = _ran(*text.rstrip("\n").partition("\n")[::2], capsys, monkeypatch)
            assert shown.startswith(f"{code} "), shown
            assert "Traceback" not in shown
            assert words in shown, shown
            continue
        found, shown = _outcome(reader, text.removesuffix("\n"))
        assert (found, words in shown) == (sign, True), shown


def test_the_corpus_is_there() -> None:
    assert len(FILES) > 50
