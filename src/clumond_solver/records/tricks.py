"""One trick of a record's play: its cards, the notes on them, and a remark on the trick.

>>> trick = parse_trick(["F:", "SA", "S4{=0.25 too low}", "SJ"])
>>> trick.notes[1]
CardNote(comment='too low', value=0.25)
>>> str(trick)
'F: SA S4{=0.25 too low} SJ'
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import NotationError, RuleError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.records.tags import check_characters

_NOTED_CARD = re.compile(r"([^{}]+)\{(.*)\}", re.DOTALL)
_VALUE = re.compile(r"=(\S*)(?:\s+|\Z)")


@dataclass(frozen=True, slots=True)
class CardNote:
    """A note on one card.

    comment  a remark of one line, without braces.
    value    a number that the annotator gives, such as a chance; None without one.

    NotationError for a comment that could not be read back, RuleError for a value that is not a
    number.
    """

    comment: str = ""
    value: float | None = None

    def __post_init__(self) -> None:
        """Refuse notes that could not be written and read back."""
        object.__setattr__(self, "comment", " ".join(self.comment.split()))
        check_characters(self.comment, "a note on a card")
        if brace := re.search(r"[{}]", self.comment):
            raise NotationError("a brace in a note on a card", self.comment, brace.start())
        if self.value is not None and not math.isfinite(self.value):
            raise RuleError(f"a note with value {self.value}: a finite number, or None")

    def __bool__(self) -> bool:
        return bool(self.comment) or self.value is not None

    @classmethod
    def parse(cls, text: str) -> CardNote:
        """Read the text between braces; NotationError for a value that is not a number."""
        text = text.strip()
        marked = _VALUE.match(text)
        if marked is None:
            return cls(text)
        comment = text[marked.end() :]
        if not marked[1]:
            return cls(comment)
        try:
            return cls(comment, float(marked[1]))
        except ValueError:
            raise NotationError("a value is a number, such as =0.25", text, 1) from None

    def __str__(self) -> str:
        """The text for `parse`: `=` and the value, if any, then the comment."""
        if self.value is None:
            return f"= {self.comment}" if self.comment.startswith("=") else self.comment
        return f"={self.value!r} {self.comment}".rstrip()


_NO_NOTE = CardNote()


@dataclass(frozen=True, slots=True)
class RecordedTrick:
    """One trick of a record's play.

    cards    one to three cards in the order played; only a record's last trick may be incomplete.
    leader   the leader according to the record; None if it does not say.
    comment  a remark on the trick, in one or more lines.
    notes    one note per card, or none at all.
    line     the number of its line in the file; None if it was not read from text.
    """

    cards: tuple[Card, ...]
    leader: Seat | None = None
    comment: str = ""
    notes: tuple[CardNote, ...] = ()
    line: int | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.cards) <= len(Seat):
            raise RuleError(f"{len(self.cards)} cards: a trick has one to three")
        if len(self.notes) not in {0, len(self.cards)}:
            raise RuleError(f"{len(self.notes)} notes on {len(self.cards)} cards")
        if not any(self.notes):
            object.__setattr__(self, "notes", ())
        object.__setattr__(self, "comment", clean_comment(self.comment))

    @property
    def noted(self) -> tuple[tuple[Card, CardNote], ...]:
        """The cards, each with its note, which may be empty."""
        notes = self.notes or (_NO_NOTE,) * len(self.cards)
        return tuple(zip(self.cards, notes, strict=True))

    def __str__(self) -> str:
        """The line (or lines, with a comment) of the record."""
        label = [] if self.leader is None else [f"{self.leader.letter}:"]
        cards = [f"{card}{{{note}}}" if note else str(card) for card, note in self.noted]
        text = " ".join(label + cards)
        return "\n".join([text, *comment_lines(self.comment)]).replace("\n", " ", 1)


def parse_trick(words: Sequence[str], line: int | None = None) -> RecordedTrick:
    """Read the words of a line: the leader, if given, then the cards.

    Braces directly after a card hold its note. A ClumondError says what is wrong.
    """
    leader = Seat.parse(words[0][:-1]) if words[0].endswith(":") else None
    cards, notes = [], []
    for word in words if leader is None else words[1:]:
        noted = _NOTED_CARD.fullmatch(word)
        cards.append(Card.parse(word if noted is None else noted[1]))
        notes.append(_NO_NOTE if noted is None else CardNote.parse(noted[2]))
    return RecordedTrick(tuple(cards), leader, notes=tuple(notes), line=line)


def clean_comment(text: str) -> str:
    """The comment without blanks at the ends of lines, and without empty lines around it."""
    cleaned = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    check_characters(cleaned.replace("\n", ""), "a comment")
    return cleaned


def comment_lines(comment: str) -> list[str]:
    """The lines of a comment in a record, each after a semicolon."""
    return [f"; {line}".rstrip() for line in comment.splitlines()]
