"""What the parsers read and refuse: `readings.txt`, whose first lines say how to read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import ClumondError, NotationError, RecordError, SessionError
from clumond_solver.games.clag.score_card import ScoreCard
from clumond_solver.games.clumond.deals import Deal, ExposedTens
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.registry import parse_game
from clumond_solver.games.sessions import Session
from clumond_solver.questions.kinds import parse_question
from clumond_solver.rules.actions import parse_action

PARSERS: dict[str, Callable[[str], object]] = {
    "Card": Card.parse,
    "Suit": Suit.parse,
    "Strain": Strain.parse,
    "Hand": Hand.parse,
    "Deal": Deal.parse,
    "Retention": Retention.parse,
    "Play": Play.parse,
    "Tens": ExposedTens.parse,
    "Action": parse_action,
    "Game": parse_game,
    "Session": Session.parse,
    "Score card": ScoreCard.parse,
    "Question": parse_question,
}


def readings(mark: str) -> Iterator[tuple[str, str, str]]:
    """By parser: texts with the value before them; or refused ones with what is said of them."""
    parser = value = ""
    for line in Path(__file__).with_name("readings.txt").read_text("utf-8").splitlines():
        if section := re.fullmatch(r"\[(.*)\]", line):
            parser = section[1]
        elif line.startswith("! "):
            text, _, reason = line.removeprefix("! ").rpartition("=>")
            if mark == "!":
                yield parser, text, reason.strip()
        elif line and not line.startswith("# "):
            value = value if line.startswith("= ") else line
            if mark == "=":
                yield parser, line.removeprefix("= "), value


def filled(text: str) -> str:
    return text.replace("\\n", "\n").replace("␣", " ")


@pytest.mark.parametrize(("parser", "text", "value"), list(readings("=")))
def test_a_text_is_read_in_every_usual_way(parser: str, text: str, value: str) -> None:
    assert str(PARSERS[parser](filled(text))) == value


@pytest.mark.parametrize(("parser", "text", "reason"), list(readings("!")))
def test_a_text_is_refused_with_its_place(parser: str, text: str, reason: str) -> None:
    parts = re.fullmatch(r"(.*?) ?(?:@(\d+)|#(\d+))? ?", text)
    assert parts is not None
    given, offset, line = filled(parts[1]), parts[2], parts[3]
    with pytest.raises(ClumondError, match=re.escape(reason)) as refused:
        PARSERS[parser](given)
    error = refused.value
    if isinstance(error, NotationError) and parser in {"Card", "Hand", "Deal", "Action"}:
        assert error.text == given
        assert 0 <= error.offset <= len(given)
    if offset is not None:
        assert isinstance(error, NotationError)
        assert error.offset == int(offset)
        assert not error.offset or f"at offset {offset} of" in str(error)
    if line is not None:
        assert isinstance(error, SessionError | RecordError)
        assert error.line == int(line)
