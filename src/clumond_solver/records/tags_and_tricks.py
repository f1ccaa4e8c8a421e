"""The notation of records: lines, tags with their fields, tricks, notes and comments.

A tag with a field of `Record` is a line of `TAGS`. Other tags, such as `Event`, stay as they are in
`Record.tags`.

>>> tag_text("Event", 'the "first"')
'[Event "the \\\\"first\\\\""]'
>>> trick = parse_trick(["F:", "SA", "S4{=0.25 too low}", "SJ"])
>>> trick.notes[1], str(trick)
(CardNote(comment='too low', value=0.25), 'F: SA S4{=0.25 too low} SJ')
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.checks import as_float, as_text, check_fields
from clumond_solver.base.errors import NotationError, RuleError, shown_value
from clumond_solver.base.values import set_plain_fields
from clumond_solver.base.wording import counted
from clumond_solver.games.clumond.deals import (
    FULL_HAND,
    Deal,
    ExposedTens,
    Seat,
    parse_declarer,
    parse_hands,
)
from clumond_solver.games.clumond.play import ParReading, Retention, counts_text, parse_counts
from clumond_solver.rules.actions import Declare, Pass

FORMAT_VERSION = "1"
VERSION_TAG = "Clumond"
#: The tag whose value is shown as the title of a hand.
EVENT_TAG = "Event"
SeatCounts = tuple[int, int, int]
Calls = tuple[Pass | Declare, ...]
Tags = tuple[tuple[str, str], ...]
TAG_NAME = r"[A-Za-z][A-Za-z0-9_]*"
TAG_PATTERN = re.compile(rf'\[\s*({TAG_NAME})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TAG_AFTER_BLANKS = re.compile(rf"\s*{TAG_PATTERN.pattern}")
FIRST_TAG = re.compile(rf"\[\s*{VERSION_TAG}\b", re.IGNORECASE)
#: What says nothing where files begin, end or were joined: a byte order mark, the ^Z of DOS.
FILE_MARKS = "\ufeff\x1a"
# Characters that reorder the text after them, or count as the end of a line.
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")


def tag_text(name: str, value: str) -> str:
    """The text of a tag."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def unescaped(value: str) -> str:
    """The value between a tag's quotation marks."""
    return re.sub(r'\\([\\"])', r"\1", value)


def check_characters(text: str, where: str) -> None:
    """NotationError for control characters, line breaks and marks that reorder text."""
    for offset, character in enumerate(text):
        if _is_control(character):
            code_point = f"U+{ord(character):04X}"
            raise NotationError(f"control character {code_point} in {where}", text, offset)


def _is_control(character: str) -> bool:
    if character in _REORDERING or ord(character) & 0xFFFE == 0xFFFE:
        return True
    return character != "\t" and unicodedata.category(character) in {"Cc", "Cs"}


def _parse_par(value: str) -> ParReading:
    return ParReading(value.strip().lower())


def _seat_text(seat: Seat | None) -> str:
    return "none" if seat is None else seat.letter


def _parse_calls(value: str) -> Calls:
    words = value.split()
    return tuple(Pass() if w.lower() == "pass" else Declare(Strain.parse(w)) for w in words)


def _calls_text(calls: Sequence[Pass | Declare]) -> str:
    return " ".join("pass" if isinstance(call, Pass) else str(call.strain) for call in calls)


def _parse_retentions(value: str) -> tuple[Retention, Retention, Retention]:
    words = value.split()
    if len(words) != len(Seat):
        raise NotationError("expected three retentions, forehand's first", value)
    forehand, middlehand, rearhand = (Retention.parse(word) for word in words)
    return forehand, middlehand, rearhand


def _parse_successful(value: str) -> frozenset[Seat]:
    if value.strip().lower() == "none":
        return frozenset()
    seats = [Seat.parse(word) for word in value.split()]
    if not seats or len(set(seats)) < len(seats):
        raise NotationError("expected different seats that succeeded, or none", value)
    return frozenset(seats)


def _successful_text(successful: frozenset[Seat]) -> str:
    return " ".join(seat.letter for seat in sorted(successful)) or "none"


@dataclass(frozen=True, slots=True)
class Tag:
    """A known tag.

    name     the tag's name.
    field    the field of `Record` that it gives: "deal", "claim.tricks", "players.0".
    parse    a function that reads the tag's value, or raises NotationError.
    write    a function that writes the field's value.
    implied  a function of the record that returns the field's value without the tag, which is then
             not written. A tag that is always written returns an object that equals no value.
    needed   whether every record must have the tag.
    """

    name: str
    field: str
    parse: Callable[[str], object]
    write: Callable[[Any], str]
    implied: Callable[[Any], object] = lambda _: None
    needed: bool = False


def _no_name(_: object) -> str:
    return ""


def _tricks_before(record: Any) -> SeatCounts | None:
    return (0, 0, 0) if record.deal.size == FULL_HAND else None


def _supplementary(record: Any) -> SeatCounts:
    return (0, 0, 0) if record.tens is None else record.tens.supplementary


# In the order of writing.
TAGS = (
    Tag("Forehand", "players.0", str, str, _no_name),
    Tag("Middlehand", "players.1", str, str, _no_name),
    Tag("Rearhand", "players.2", str, str, _no_name),
    Tag("Deal", "deal", Deal.parse, str, needed=True),
    Tag("TricksBefore", "tricks_before", parse_counts, counts_text, _tricks_before),
    Tag("Tens", "tens", ExposedTens.parse, str),
    Tag("Supplementary", "supplementary", parse_counts, counts_text, _supplementary),
    Tag("Par", "par", _parse_par, str, lambda _: ParReading.NEAREST),
    Tag("Calls", "calls", _parse_calls, _calls_text),
    Tag("Declarer", "declarer", parse_declarer, _seat_text, lambda _: object(), needed=True),
    Tag("Strain", "strain", Strain.parse, str),
    Tag("Tricks", "claim.tricks", parse_counts, counts_text),
    Tag("Retentions", "claim.retentions", _parse_retentions, lambda kept: " ".join(map(str, kept))),
    Tag("Success", "claim.successful", _parse_successful, _successful_text),
    Tag("Play", "leader", Seat.parse, _seat_text, needed=True),
)
#: The kept cards in place of the deal. Only for reading: records are written with their deal.
KEPT = Tag("Kept", "kept", parse_hands, str)
TAG_OF_NAME = {tag.name.lower(): tag for tag in (*TAGS, KEPT)}
#: The names of all tags in lower case, with that of the format's version, which has no field.
KNOWN_NAMES = frozenset({VERSION_TAG.lower(), *TAG_OF_NAME})


def written_tags(record: Any) -> Iterator[tuple[str, str]]:
    """The names and values of the known tags of a record, in order."""
    for tag in TAGS:
        value = record
        for part in tag.field.split("."):
            value = value[int(part)] if part.isdigit() else getattr(value, part)
        if value != tag.implied(record):
            yield tag.name, tag.write(value)


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
        check_fields(CardNote, self)
        object.__setattr__(self, "comment", " ".join(self.comment.split()))
        check_characters(self.comment, "a note on a card")
        if brace := re.search(r"[{}]", self.comment):
            raise NotationError("a brace in a note on a card", self.comment, brace.start())
        if self.value is None:
            return
        if not math.isfinite(as_float(self.value, "a note's value")):
            raise RuleError(
                f"a note with value {shown_value(self.value)}: a finite number, or None"
            )
        set_plain_fields(self)

    def __bool__(self) -> bool:
        return bool(self.comment) or self.value is not None

    @classmethod
    def parse(cls, text: str) -> CardNote:
        """Read the text between braces; NotationError for a value that is not a number."""
        text = as_text(text, "a note's text").strip()
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
        check_fields(RecordedTrick, self)
        if not 1 <= len(self.cards) <= len(Seat):
            raise RuleError(f"{len(self.cards)} cards: a trick has one to three")
        if len(self.notes) not in {0, len(self.cards)}:
            raise RuleError(
                f"{counted(len(self.notes), 'note')} on {counted(len(self.cards), 'card')}"
            )
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


_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
# What a byte that was not UTF-8 has been decoded to.
_UNDECODED = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of the text, or a part of one.

    number  the line's number from 1.
    start   the byte offset in the file.
    text    the text, without the line's end.
    next    the index in the whole text at which the next line begins.
    """

    number: int
    start: int
    text: str
    next: int = 0

    def part(self, begin: int, end: int | None = None) -> TextLine:
        """The part of the line between two offsets."""
        start = self.start + bytes_in(self.text[:begin])
        return replace(self, start=start, text=self.text[begin:end])


def text_lines(text: str) -> Iterator[TextLine]:
    """All lines except blank ones, which have no meaning anywhere."""
    start = 0
    for number, match in enumerate(_LINE.finditer(text), start=1):
        if not match[1].isspace() and match[1]:
            yield TextLine(number, start, match[1], match.end())
        start += bytes_in(match[0])


def tag_names_at(text: str, offset: int) -> Iterator[str]:
    """The names, in lower case, of the tags that stand at an offset with only blanks between."""
    while tag := _TAG_AFTER_BLANKS.match(text, offset):
        yield tag[1].lower()
        offset = tag.end()


def bytes_in(text: str) -> int:
    """The number of bytes that a text had in the file."""
    return len(_UNDECODED.sub("?", text).encode("utf-8", "surrogatepass"))
