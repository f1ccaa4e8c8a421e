"""The tags of a record: which there are, how their values are read and written.

>>> tag_text("Event", 'the "first"'), parse_counts("4,3,6")
('[Event "the \\\\"first\\\\""]', (4, 3, 6))
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from clumond_solver.cards import Strain
from clumond_solver.errors import NotationError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.games.clumond.tens import ExposedTens
from clumond_solver.rules.game import Declare, Pass

FORMAT_VERSION = "1"
Counts = tuple[int, int, int]

TAG_NAME = r"[A-Za-z][A-Za-z0-9_]*"
TAG = re.compile(rf'\[\s*({TAG_NAME})\s+"((?:[^"\\]|\\.)*)"\s*\]')
VERSION_TAG = re.compile(r"\s*\[\s*clumond\b", re.IGNORECASE)


def tag_text(name: str, value: str) -> str:
    """A tag as it is written."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def unescaped(value: str) -> str:
    """The value that stands between a tag's quotation marks."""
    return re.sub(r'\\([\\"])', r"\1", value)


def check_characters(text: str, where: str) -> None:
    """NotationError for line breaks, control characters and halves of surrogate pairs."""
    for offset, character in enumerate(text):
        if character != "\t" and unicodedata.category(character) in {"Cc", "Cs"}:
            name = f"U+{ord(character):04X}"
            raise NotationError(f"control character {name} in {where}", text, offset)


def counts_text(counts: Counts | None) -> str:
    """Three numbers as the value of a tag; nothing for None."""
    return ",".join(str(count) for count in counts or ())


def call_text(call: Pass | Declare) -> str:
    """`pass`, or the strain declared."""
    return "pass" if isinstance(call, Pass) else str(call.strain)


def parse_counts(value: str) -> Counts:
    """Three numbers, forehand's first; NotationError for anything else."""
    words = [word.strip() for word in value.split(",")]
    if len(words) != len(Seat) or not all(re.fullmatch(r"[0-9]{1,2}", word) for word in words):
        raise NotationError("expected three numbers, forehand's first, such as 4,3,6", value)
    forehand, middlehand, rearhand = (int(word) for word in words)
    return forehand, middlehand, rearhand


def _parse_declarer(value: str) -> Seat | None:
    return None if value.strip().lower() == "none" else Seat.parse(value)


def _parse_calls(value: str) -> tuple[Pass | Declare, ...]:
    words = value.split()
    return tuple(Pass() if w.lower() == "pass" else Declare(Strain.parse(w)) for w in words)


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
        raise NotationError("expected the seats that succeeded, each once, or none", value)
    return frozenset(seats)


KNOWN_TAGS: dict[str, Callable[[str], object]] = {
    "clumond": str,
    "forehand": str,
    "middlehand": str,
    "rearhand": str,
    "deal": Deal.parse,
    "tricksbefore": parse_counts,
    "tens": ExposedTens.parse,
    "supplementary": parse_counts,
    "calls": _parse_calls,
    "declarer": _parse_declarer,
    "strain": Strain.parse,
    "tricks": parse_counts,
    "retentions": _parse_retentions,
    "success": _parse_successful,
    "play": Seat.parse,
}
