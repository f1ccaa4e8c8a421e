"""The tags of a record: their fields, parsers and writers.

A tag with a field of `Record` is a line of `TAGS`. Other tags, such as `Event`, stay as they are in
`Record.tags`.

>>> tag_text("Event", 'the "first"')
'[Event "the \\\\"first\\\\""]'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import NotationError
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, Seat, parse_declarer, parse_hands
from clumond_solver.games.clumond.play import ParReading, Retention, counts_text, parse_counts
from clumond_solver.games.clumond.scoring import ExposedTens
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
STARTS_RECORD = re.compile(rf"\s*\[\s*{VERSION_TAG}\b", re.IGNORECASE)
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


# Parsers and writers of values.


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


# The tags.


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
