"""Records of played hands: a text format in the style of PBN, and replaying under the rules.

A file holds any number of records. Each starts with its format version, gives the deal, who
declared what, what is claimed of the result, and the play with one trick a line; docs/records.md
describes the format. Reading never stops at a bad record: it gives its error and goes on.

>>> record = Record.parse('''
... [Clumond "1"]
... [Event "The end of a hand"]
... [Deal "F:AK.2.2. QJ.3.3. 98.4.4."]
... [TricksBefore "4,4,4"]
... [Declarer "none"]
... [Play "F"]
... F: SA SJ H4 ; forehand leads
... ''')
>>> verification = verify(record)
>>> verification.ok, verification.cards_played
(False, 2)
>>> print(verification.findings[0])
line 8: illegal play H4 by rearhand in trick 13: holds spades, must follow
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from clumond_solver.cards import Card, Strain
from clumond_solver.deals import FULL_HAND, KEPT_CARDS, Deal, Seat
from clumond_solver.errors import ClumondError, NotationError, RecordError, RuleError
from clumond_solver.rules.clumond import TRICKS, Outcome, Play, Retention, SeatOutcome
from clumond_solver.rules.clumond_game import ExposedTens
from clumond_solver.rules.game import Declare, Pass

FORMAT_VERSION = "1"
_Counts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class RecordedTrick:
    """One line of a record's play.

    cards    one to three cards in the order played; only a record's last trick may be incomplete.
    leader   who led according to the record, where it says so.
    comment  what is remarked on the trick, in one or more lines.
    line     the line of the file it stands on, if it was read from text.
    """

    cards: tuple[Card, ...]
    leader: Seat | None = None
    comment: str = ""
    line: int | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse what is no trick."""
        if not 1 <= len(self.cards) <= len(Seat):
            raise RuleError(f"{len(self.cards)} cards: a trick has one to three")
        object.__setattr__(self, "comment", _clean_comment(self.comment))

    def __str__(self) -> str:
        """The line (or lines, with a comment) of the record."""
        label = [] if self.leader is None else [f"{self.leader.letter}:"]
        text = " ".join(label + [str(card) for card in self.cards])
        return "\n".join([text, *_comment_lines(self.comment)]).replace("\n", " ", 1)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a record says of the result; None where it says nothing.

    tricks      tricks taken by each seat, without supplementary ones.
    retentions  what each seat kept.
    successful  the seats that succeeded.
    """

    tricks: _Counts | None = None
    retentions: tuple[Retention, Retention, Retention] | None = None
    successful: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A hand as somebody wrote it down, right or wrong: `verify` tells which.

    deal           the hands before the recorded play.
    declarer       who went for clumond, or None.
    strain         the strain named; no trumps in an undeclared hand.
    tricks         the play, as far as it is recorded.
    players        the players' names, forehand's first; empty if unknown. Rearhand dealt.
    calls          answers to the offer to go for clumond, forehand's first; None if not recorded.
    tens           exposed tens (Four Tens variant); None in the base game.
    supplementary  supplementary tricks by seat; left out, what the tens count for.
    leader         who leads to the first trick; left out, whom the rules say.
    tricks_before  tricks taken before the recorded play, when the hands are shorter than sixteen.
    claim          what the record says of the result.
    comment        remarks on the whole hand, in one or more lines.
    tags           tags that this library does not know, as (name, value), in their order.

    DealError, RuleError or NotationError says what does not fit together. ``line`` and
    ``tag_lines`` tell where a record that was read from text stands in it.
    """

    deal: Deal
    declarer: Seat | None
    strain: Strain | None = None
    tricks: tuple[RecordedTrick, ...] = ()
    players: tuple[str, str, str] = ("", "", "")
    calls: tuple[Pass | Declare, ...] | None = None
    tens: ExposedTens | None = None
    supplementary: _Counts | None = None
    leader: Seat | None = None
    tricks_before: _Counts | None = None
    claim: Claim = Claim()
    comment: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    line: int | None = field(default=None, compare=False, repr=False)
    tag_lines: tuple[tuple[str, int], ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Fill in what the rules say, and refuse what could not be written or replayed."""
        if self.supplementary is None:
            counts = (0, 0, 0) if self.tens is None else self.tens.supplementary
            object.__setattr__(self, "supplementary", counts)
        if self.tricks_before is None and self.deal.size == FULL_HAND:
            object.__setattr__(self, "tricks_before", (0, 0, 0))
        object.__setattr__(self, "comment", _clean_comment(self.comment))
        start = self.start()
        object.__setattr__(self, "strain", start.strain)
        object.__setattr__(self, "leader", start.leader)
        _check_tags(self.players, self.tags)
        if any(len(trick.cards) < len(Seat) for trick in self.tricks[:-1]):
            raise RuleError("only the last trick of a record may be incomplete")

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read exactly one record; RecordError (with record and line) if it is not one."""
        records = parse_records(text)
        if len(records) != 1:
            raise RecordError(f"expected one record, found {len(records)}", len(records), 1)
        if isinstance(records[0], RecordError):
            raise records[0]
        return records[0]

    @classmethod
    def of(
        cls, play: Play, *, players: tuple[str, str, str] = ("", "", ""), comment: str = ""
    ) -> Record:
        """The record of a play with its history, back to the trick in which it began.

        >>> play = Play(Deal.random(seed=1), None)
        >>> play.push(next(iter(play.legal_plays)))
        >>> Record.of(play).tricks[0].leader
        Seat.FOREHAND
        """
        start, cards = _rewound(play)
        tricks = []
        replay = start.copy()
        for first in range(0, len(cards), len(Seat)):
            leader, of_trick = replay.leader, cards[first : first + len(Seat)]
            tricks.append(RecordedTrick(tuple(of_trick), leader))
            for card in of_trick:
                replay.push(card)
        return cls(
            Deal(start.hands),
            start.declarer,
            start.strain,
            tuple(tricks),
            players=players,
            supplementary=start.supplementary,
            leader=start.leader,
            tricks_before=start.tricks_taken,
            comment=comment,
        )

    @property
    def plays(self) -> tuple[Card, ...]:
        """The cards of the recorded play, in order."""
        return tuple(card for trick in self.tricks for card in trick.cards)

    @property
    def is_finished(self) -> bool:
        """Whether as many cards are recorded as the hand has to play."""
        return len(self.plays) >= len(Seat) * (self.deal.size - KEPT_CARDS)

    def start(self) -> Play:
        """The position before the first recorded card."""
        return Play(
            self.deal,
            self.declarer,
            self.strain,
            leader=self.leader,
            tricks_taken=self.tricks_before,
            supplementary=self.supplementary or (0, 0, 0),
        )

    def __str__(self) -> str:
        """The record as text that `parse` reads, ending in a line break."""
        lines = [_tag_text(name, value) for name, value in _tags_of(self)]
        lines[-1:-1] = _comment_lines(self.comment)
        lines += [str(trick) for trick in self.tricks]
        if not self.is_finished:
            lines.append("*")
        return "\n".join(lines) + "\n"


def parse_records(text: str) -> list[Record | RecordError]:
    """All records of a text, in order; in place of a bad one its RecordError.

    >>> [str(error) for error in parse_records('[Clumond "7"]')]
    ['record 1, line 1: format version 7: this library reads version 1']
    """
    offset_of_text = len("\ufeff".encode()) if text.startswith("\ufeff") else 0
    text = text.removeprefix("\ufeff")
    return [
        _read_chunk(chunk, number, text, offset_of_text)
        for number, chunk in enumerate(_chunks(text), start=1)
    ]


def read_records(path: str | os.PathLike[str]) -> list[Record | RecordError]:
    """All records of a UTF-8 file, as `parse_records` gives them; OSError if it cannot be read."""
    return parse_records(decode_records(Path(path).read_bytes()))


def decode_records(data: bytes) -> str:
    """The text of a record file; bytes that are not UTF-8 become errors of their record only."""
    return data.decode("utf-8", "surrogateescape")


def write_records(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write a file that `read_records` reads; it appears as a whole or, on an error, not at all."""
    text = "\n".join(str(record) for record in records)
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _rewound(play: Play) -> tuple[Play, list[Card]]:
    """The position at the start of the trick in which the play began, and all cards since."""
    back = play.copy()
    cards = [back.pop() for _ in back.history][::-1]
    cards = [*back.trick, *cards]
    hands = list(back.hands)
    for place, card in enumerate(back.trick):
        seat = (back.leader + place) % len(Seat)
        hands[seat] = hands[seat].with_card(card)
    start = Play(
        Deal((hands[0], hands[1], hands[2])),
        back.declarer,
        back.strain,
        leader=back.leader,
        tricks_taken=back.tricks_taken,
        supplementary=back.supplementary,
    )
    return start, cards


# Text: what may stand in it, and how it is written.


def _clean_comment(text: str) -> str:
    """The comment without blanks at line ends and empty lines around it."""
    cleaned = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    _check_characters(cleaned.replace("\n", ""), "a comment")
    return cleaned


def _comment_lines(comment: str) -> list[str]:
    return [f"; {line}".rstrip() for line in comment.splitlines()]


def _check_characters(text: str, where: str) -> None:
    """NotationError for line breaks, control characters and halves of surrogate pairs."""
    for offset, character in enumerate(text):
        if character != "\t" and unicodedata.category(character) in {"Cc", "Cs"}:
            name = f"U+{ord(character):04X}"
            raise NotationError(f"control character {name} in {where}", text, offset)


def _check_tags(players: Sequence[str], tags: Sequence[tuple[str, str]]) -> None:
    for name, value in tags:
        if not re.fullmatch(_TAG_NAME, name):
            raise NotationError("a tag's name has letters, digits and _ only", name)
        if name.lower() in _KNOWN_TAGS:
            raise NotationError(f"tag {name} has a field of its own", name)
        _check_characters(value, f"tag {name}")
    for name in players:
        _check_characters(name, "a player's name")


_TAG_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_TAG = re.compile(rf'\[\s*({_TAG_NAME})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_VERSION_TAG = re.compile(r"\s*\[\s*clumond\b", re.IGNORECASE)


def _tag_text(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _unescaped(value: str) -> str:
    return re.sub(r'\\([\\"])', r"\1", value)


def _tags_of(record: Record) -> Iterator[tuple[str, str]]:
    """All tags of a record in the order in which they are written."""
    yield "Clumond", FORMAT_VERSION
    yield from record.tags
    for seat, name in zip(Seat, record.players, strict=True):
        if name:
            yield str(seat).capitalize(), name
    yield "Deal", str(record.deal)
    if record.deal.size < FULL_HAND:
        yield "TricksBefore", _counts_text(record.tricks_before)
    if record.tens is not None:
        yield "Tens", str(record.tens)
    if record.supplementary != ((0, 0, 0) if record.tens is None else record.tens.supplementary):
        yield "Supplementary", _counts_text(record.supplementary)
    if record.calls is not None:
        yield "Calls", " ".join(_call_text(call) for call in record.calls)
    yield "Declarer", "none" if record.declarer is None else record.declarer.letter
    yield "Strain", str(record.strain)
    yield from _claim_tags(record.claim)
    yield "Play", Seat(record.leader or 0).letter


def _claim_tags(claim: Claim) -> Iterator[tuple[str, str]]:
    if claim.tricks is not None:
        yield "Tricks", _counts_text(claim.tricks)
    if claim.retentions is not None:
        yield "Retentions", " ".join(str(each) for each in claim.retentions)
    if claim.successful is not None:
        seats = " ".join(seat.letter for seat in sorted(claim.successful))
        yield "Success", seats or "none"


def _counts_text(counts: _Counts | None) -> str:
    return ",".join(str(count) for count in counts or ())


def _call_text(call: Pass | Declare) -> str:
    return "pass" if isinstance(call, Pass) else str(call.strain)


# Reading the values of tags.


def _parse_counts(value: str) -> _Counts:
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


_KNOWN_TAGS: dict[str, Callable[[str], object]] = {
    "clumond": str,
    "forehand": str,
    "middlehand": str,
    "rearhand": str,
    "deal": Deal.parse,
    "tricksbefore": _parse_counts,
    "tens": ExposedTens.parse,
    "supplementary": _parse_counts,
    "calls": _parse_calls,
    "declarer": _parse_declarer,
    "strain": Strain.parse,
    "tricks": _parse_counts,
    "retentions": _parse_retentions,
    "success": _parse_successful,
    "play": Seat.parse,
}


# Reading records.


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text: its number from 1, the place where it starts, and what it says."""

    number: int
    start: int
    text: str


def _chunks(text: str) -> list[list[_Line]]:
    """The lines of each record: from one version tag to the next."""
    chunks: list[list[_Line]] = [[]]
    for number, match in enumerate(re.finditer(r"([^\r\n]*)(\r\n|\r|\n|\Z)", text), start=1):
        if not match[0]:
            break
        line = _Line(number, match.start(), match[1])
        if _VERSION_TAG.match(line.text):
            chunks.append([])
        chunks[-1].append(line)
    before_first = [line for line in chunks[0] if line.text.strip() and line.text[0] != "%"]
    return chunks if before_first else chunks[1:]


def _read_chunk(
    chunk: Sequence[_Line], number: int, text: str, offset_of_text: int
) -> Record | RecordError:
    reader = _Reader(number)
    try:
        for line in chunk:
            _check_encoding(line, number, text, offset_of_text)
            reader.read(line)
        return reader.finish()
    except RecordError as error:
        return error


def _check_encoding(line: _Line, number: int, text: str, offset_of_text: int) -> None:
    """RecordError with the byte's offset in the file if the line was not UTF-8."""
    bad = re.search("[\ud800-\udfff\0]", line.text)
    if bad is None:
        return
    before = text[: line.start + bad.start()].encode("utf-8", "surrogateescape")
    offset = offset_of_text + len(before)
    if bad[0] == "\0":
        reason = f"zero byte at byte offset {offset}: records are UTF-8 text, is this UTF-16?"
    else:
        byte = ord(bad[0]) & 0xFF
        reason = f"byte 0x{byte:02X} at byte offset {offset} is not UTF-8: records are UTF-8 text"
    raise RecordError(reason, number, line.number)


class _Reader:
    """Reads the lines of one record."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.values: dict[str, Any] = {}
        self.tag_lines: dict[str, int] = {}
        self.others: list[tuple[str, str]] = []
        self.tricks: list[RecordedTrick] = []
        self.remarks: list[str] = []
        self.tricks_remarks: list[list[str]] = []
        self.stopped = False
        self.brace_line: int | None = None
        self.line = 0

    def error(self, reason: str, line: int | None = None) -> RecordError:
        return RecordError(reason, self.number, self.line if line is None else line)

    def read(self, line: _Line) -> None:
        self.line = line.number
        if self.brace_line is None and line.text.startswith("%"):
            return
        words: list[str] = []
        remarks: list[str] = []
        rest = line.text if self.brace_line is None else self._read_braces(line.text, remarks)
        while rest := rest.lstrip():
            rest = self._read_piece(rest, words, remarks)
        self._play_words(words)
        (self.tricks_remarks[-1] if self.tricks_remarks else self.remarks).extend(remarks)

    def _read_piece(self, rest: str, words: list[str], remarks: list[str]) -> str:
        """Take a remark, a tag or a word from the front of a line; what stands behind it."""
        if rest[0] == ";":
            remarks.append(rest[1:].removeprefix(" "))
            return ""
        if rest[0] == "{":
            self.brace_line = self.line
            return self._read_braces(rest[1:], remarks)
        if rest[0] == "[":
            return self._read_tag(rest)
        word = re.split(r"[\s;{\[]", rest, maxsplit=1)[0]
        words.append(word)
        return rest[len(word) :]

    def _read_braces(self, text: str, remarks: list[str]) -> str:
        """Take a comment up to its closing brace; what stands behind it."""
        inside, closing, rest = text.partition("}")
        if inside.strip():
            remarks.append(inside.strip())
        if closing:
            self.brace_line = None
        return rest

    def _read_tag(self, text: str) -> str:
        tag = _TAG.match(text)
        if tag is None:
            raise self.error(f'not a tag, [Name "value"]: {_shown(text)}')
        if "play" in self.values:
            raise self.error(f"tag {tag[1]} after the play: tags stand before [Play]")
        name, value = tag[1].lower(), _unescaped(tag[2])
        if name not in _KNOWN_TAGS:
            self.others.append((tag[1], value))
        elif name in self.values:
            raise self.error(f"tag {tag[1]} is given twice")
        else:
            self.values[name] = self._tag_value(tag[1], value)
            self.tag_lines[name] = self.line
        return text[tag.end() :]

    def _tag_value(self, name: str, value: str) -> object:
        try:
            parsed = _KNOWN_TAGS[name.lower()](value)
        except ClumondError as error:
            raise self.error(f"tag {name}: {error}") from error
        if name.lower() == "clumond" and value != FORMAT_VERSION:
            raise self.error(f"format version {value}: this library reads version {FORMAT_VERSION}")
        return parsed

    def _play_words(self, words: list[str]) -> None:
        """Take the cards of one trick, and the asterisk where the record stops on purpose."""
        if not words:
            return
        if "play" not in self.values:
            expected = "[Play]" if "clumond" in self.values else f'[Clumond "{FORMAT_VERSION}"]'
            raise self.error(f"expected a tag or {expected}, found {_shown(' '.join(words))}")
        if self.stopped:
            raise self.error(f"{_shown(' '.join(words))} behind the * that ends the play")
        if words[-1] == "*":
            self.stopped = True
        if cards := (words[:-1] if self.stopped else words):
            self._read_trick(cards)
        words.clear()

    def _read_trick(self, words: Sequence[str]) -> None:
        if self.tricks and len(self.tricks[-1].cards) < len(Seat):
            raise self.error(
                f"a new trick, but trick {len(self.tricks)} has"
                f" {len(self.tricks[-1].cards)} cards: three belong on its line",
            )
        try:
            leader = Seat.parse(words[0][:-1]) if words[0].endswith(":") else None
            cards = tuple(Card.parse(word) for word in words[leader is not None :])
            self.tricks.append(RecordedTrick(cards, leader, line=self.line))
        except ClumondError as error:
            raise self.error(f"trick {len(self.tricks) + 1}: {error}") from error
        self.tricks_remarks.append([])

    def finish(self) -> Record:
        self._check_complete()
        try:
            record = self._record()
        except ClumondError as error:
            raise self.error(str(error), self.tag_lines["clumond"]) from error
        if not (record.is_finished or self.stopped):
            raise self.error(
                f"the play breaks off after {len(record.plays)} cards: cut off?"
                " (a record that stops early on purpose ends in *)"
            )
        return record

    def _check_complete(self) -> None:
        if self.brace_line is not None:
            raise self.error("a comment's { without its }", self.brace_line)
        for name in ("Clumond", "Deal", "Declarer", "Play"):
            if name.lower() not in self.values:
                raise self.error(f"no [{name}] tag: not a record, or one that was cut off")

    def _record(self) -> Record:
        values = self.values
        return Record(
            deal=values["deal"],
            declarer=values["declarer"],
            strain=values.get("strain"),
            tricks=tuple(
                RecordedTrick(trick.cards, trick.leader, "\n".join(remarks), trick.line)
                for trick, remarks in zip(self.tricks, self.tricks_remarks, strict=True)
            ),
            players=tuple(values.get(str(seat), "") for seat in Seat),
            calls=values.get("calls"),
            tens=values.get("tens"),
            supplementary=values.get("supplementary"),
            leader=values["play"],
            tricks_before=values.get("tricksbefore"),
            claim=Claim(
                values.get("tricks"),
                values.get("retentions"),
                values.get("success"),
            ),
            comment="\n".join(self.remarks),
            tags=tuple(self.others),
            line=self.tag_lines["clumond"],
            tag_lines=tuple(self.tag_lines.items()),
        )


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


# Replaying under the rules.


class FindingKind(StrEnum):
    """What is wrong with a record."""

    CALLS = "calls"
    TENS = "tens"
    LEADER = "leader"
    ILLEGAL_PLAY = "illegal play"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in a record that the rules contradict, and where.

    reason  what and why, in words.
    line    the line of the file; None for records not read from text.
    trick   the trick's number in the hand, from 1, where it is about a trick.
    seat    the seat concerned, if one is.
    card    the card concerned, if one is.
    """

    kind: FindingKind
    reason: str
    line: int | None = None
    trick: int | None = None
    seat: Seat | None = None
    card: Card | None = None

    def __str__(self) -> str:
        """Where, and what is wrong."""
        return self.reason if self.line is None else f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Verification:
    """What replaying a record under the rules showed.

    cards_played  how many cards were legal, before the first that was not.
    tricks_taken  tricks by seat at that point, those before the record included.
    finished      whether the hand was played to its end.
    outcome       the result by the rules, of a finished hand.
    findings      everything that is wrong; the play is followed up to its first fault only.
    """

    cards_played: int
    tricks_taken: _Counts
    finished: bool
    outcome: Outcome | None
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with what is recorded, finished or not."""
        return not self.findings

    @property
    def illegal(self) -> Finding | None:
        """The first illegal play, if there is one."""
        found = (each for each in self.findings if each.kind is FindingKind.ILLEGAL_PLAY)
        return next(found, None)


def verify(record: Record) -> Verification:
    """Replay a record under the rules and compare what it claims; see `Verification`."""
    findings = [*_check_calls(record), *_check_tens(record)]
    play = record.start()
    fault = _check_opening(record) or _replay(record, play)
    findings += [fault] if fault else _check_claim(record, play)
    return Verification(
        len(play.history),
        play.tricks_taken,
        play.is_over,
        play.outcome() if play.is_over else None,
        tuple(findings),
    )


def _line_of(record: Record, tag: str) -> int | None:
    return dict(record.tag_lines).get(tag)


def _check_calls(record: Record) -> Iterator[Finding]:
    """The offer goes round from forehand until somebody accepts (rules: "Going for clumond")."""
    if record.calls is None:
        return
    declared = [place for place, call in enumerate(record.calls) if isinstance(call, Declare)]
    called = f"{len(record.calls)} calls"
    if not declared and len(record.calls) != len(Seat):
        reason = f"{called}, all passes: the offer goes round once, three players answer"
    elif declared and declared[0] != len(record.calls) - 1:
        reason = f"{called}, but call {declared[0] + 1} declares: the offer ends there"
    elif len(record.calls) > len(Seat):
        reason = f"{called}: the offer goes round once, three players answer"
    else:
        reason = _contradiction_of_calls(record.calls, record)
    if reason:
        yield Finding(FindingKind.CALLS, reason, _line_of(record, "calls"))


def _contradiction_of_calls(calls: Sequence[Pass | Declare], record: Record) -> str:
    last = calls[-1]
    by_calls = (
        (Seat(len(calls) - 1), last.strain)
        if isinstance(last, Declare)
        else (None, Strain.NO_TRUMPS)
    )
    if by_calls == (record.declarer, record.strain):
        return ""
    by_tags = (record.declarer, record.strain)
    return f"by the calls {_declared(*by_calls)}, by the tags {_declared(*by_tags)}"


def _declared(declarer: Seat | None, strain: Strain | None) -> str:
    return "nobody declares" if declarer is None else f"{declarer} declares {strain}"


def _check_tens(record: Record) -> Iterator[Finding]:
    if record.tens is not None and record.supplementary != record.tens.supplementary:
        claimed, counted = _counts_text(record.supplementary), record.tens.supplementary
        reason = f"supplementary tricks {claimed}, but the tens count for {_counts_text(counted)}"
        yield Finding(FindingKind.TENS, reason, _line_of(record, "supplementary"))


def _check_opening(record: Record) -> Finding | None:
    """Who leads first follows from the rules when the record has the whole hand."""
    if record.deal.size < FULL_HAND:
        return None
    opener = Play(record.deal, record.declarer, record.strain).leader
    if record.leader is opener:
        return None
    why = "nobody declared" if record.declarer is None else f"left of {record.declarer}"
    reason = f"{record.leader} leads first by the record, {opener} by the rules ({why})"
    return Finding(
        FindingKind.LEADER, reason, _line_of(record, "play"), trick=1, seat=record.leader
    )


def _replay(record: Record, play: Play) -> Finding | None:
    """Play the recorded cards up to the first fault, which is returned."""
    for trick in record.tricks:
        number = sum(play.tricks_taken) + 1
        if trick.leader is not None and trick.leader is not play.leader and not play.is_over:
            why = "won the last trick" if play.history else "leads first"
            reason = f"{trick.leader} leads trick {number} by its line, but {play.leader} {why}"
            return Finding(FindingKind.LEADER, reason, trick.line, number, trick.leader)
        for card in trick.cards:
            if card not in play.legal_plays:
                return _illegal(record, play, card, number, trick.line)
            play.push(card)
    return None


def _illegal(record: Record, play: Play, card: Card, number: int, line: int | None) -> Finding:
    kind, seat = FindingKind.ILLEGAL_PLAY, play.turn
    if seat is None:
        reason = f"illegal play {card} after trick {TRICKS}: the last trick is complete"
        return Finding(kind, reason, line, number, None, card)
    rule = play.rules.why_illegal(play.hands[seat], play.trick, card)
    if card not in play.hands[seat]:
        rule += f" ({_whereabouts(record, play, card)})"
    reason = f"illegal play {card} by {seat} in trick {number}: {rule}"
    return Finding(kind, reason, line, number, seat, card)


def _whereabouts(record: Record, play: Play, card: Card) -> str:
    """Where a card is that the player does not hold."""
    for seat in Seat:
        if card in play.hands[seat]:
            return f"{seat} does"
    for move_number, move in enumerate(play.history):
        if move.card == card:
            number = sum(record.start().tricks_taken) + move_number // len(Seat) + 1
            return f"{Seat(move.seat)} played it in trick {number}"
    return "it is not in the deal"


def _check_claim(record: Record, play: Play) -> Iterator[Finding]:
    """Compare the claimed result with the play, or with what can still come of it."""
    claim = record.claim
    for seat in Seat:
        if claim.tricks is not None and (reason := _tricks_fault(claim.tricks, play, seat)):
            yield Finding(FindingKind.CLAIM, reason, _line_of(record, "tricks"), seat=seat)
        if claim.retentions is not None and not _can_keep(play, seat, claim.retentions[seat]):
            what = "kept" if play.is_over else "still holds"
            reason = (
                f"retention {claim.retentions[seat]} claimed for {seat},"
                f" who {what} {play.hands[seat].pretty()}"
            )
            yield Finding(FindingKind.CLAIM, reason, _line_of(record, "retentions"), seat=seat)
        if claim.successful is not None and (reason := _success_fault(claim, play, seat)):
            yield Finding(FindingKind.CLAIM, reason, _line_of(record, "success"), seat=seat)
    if claim.tricks is not None and not play.is_over and sum(claim.tricks) != TRICKS:
        reason = f"{sum(claim.tricks)} tricks claimed in all, {TRICKS} are played"
        yield Finding(FindingKind.CLAIM, reason, _line_of(record, "tricks"))


def _tricks_fault(claimed: _Counts, play: Play, seat: Seat) -> str:
    taken = play.tricks_taken[seat]
    if play.is_over and claimed[seat] != taken:
        return f"{claimed[seat]} tricks claimed for {seat}, who took {taken}"
    if not play.is_over and not taken <= claimed[seat] <= taken + play.tricks_left:
        return (
            f"{claimed[seat]} tricks claimed for {seat},"
            f" who has {taken} with {play.tricks_left} to come"
        )
    return ""


def _can_keep(play: Play, seat: Seat, retention: Retention) -> bool:
    lengths = play.hands[seat].lengths
    return all(kept <= length for kept, length in zip(retention.counts, lengths, strict=True))


def _success_fault(claim: Claim, play: Play, seat: Seat) -> str:
    """Why a claimed success or failure is wrong, judged by the play or by the claim itself."""
    if play.is_over:
        outcome = play.outcome()[seat]
    elif claim.tricks is not None and claim.retentions is not None:
        supplementary = play.supplementary[seat]
        outcome = SeatOutcome(claim.retentions[seat], claim.tricks[seat], supplementary)
    else:
        return ""
    if outcome.success is (seat in (claim.successful or ())):
        return ""
    said = "failure" if outcome.success else "success"
    return (
        f"{said} claimed for {seat}, whose {outcome.retention}"
        f" (code {outcome.retention.code}) goes with {outcome.total} tricks"
    )
