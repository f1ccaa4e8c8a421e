"""Reading records: each is read for itself, so that damage to one never reaches the next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clumond_solver.cards import Card
from clumond_solver.errors import ClumondError, RecordError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.records.model import Claim, Record, RecordedTrick
from clumond_solver.records.tags import (
    FORMAT_VERSION,
    KNOWN_TAGS,
    TAG,
    VERSION_TAG,
    unescaped,
)

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_PIECE = re.compile(r"\S")
_DELIMITER = re.compile(r"[\s;{\[]")
# What stands for a byte that was not UTF-8.
_UNDECODED = re.compile("[\udc80-\udcff]")


def parse_records(text: str) -> list[Record | RecordError]:
    """All records of a text, in order; in place of a bad one its RecordError.

    >>> [str(error) for error in parse_records('[Clumond "7"]')]
    ['record 1, line 1: format version 7: this library reads version 1']
    """
    return [_read_chunk(chunk, number) for number, chunk in enumerate(_chunks(text), start=1)]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text: its number from 1, the byte of the file it starts at, what it says."""

    number: int
    start: int
    text: str


def _chunks(text: str) -> list[list[_Line]]:
    """The lines of each record: from one version tag to the next."""
    chunks: list[list[_Line]] = [[]]
    start = _bytes_in("\ufeff") if text.startswith("\ufeff") else 0
    lines = _LINE.finditer(text.removeprefix("\ufeff"))
    for number, match in enumerate(lines, start=1):
        if not match[0]:
            break
        line = _Line(number, start, match[1])
        start += _bytes_in(match[0])
        if VERSION_TAG.match(line.text):
            chunks.append([])
        chunks[-1].append(line)
    before_first = [line for line in chunks[0] if line.text.strip() and line.text[0] != "%"]
    return chunks if before_first else chunks[1:]


def _bytes_in(text: str) -> int:
    """How many bytes of the file a part of its text was."""
    return len(_UNDECODED.sub("?", text).encode("utf-8", "surrogatepass"))


def _read_chunk(chunk: Sequence[_Line], number: int) -> Record | RecordError:
    reader = _Reader(number)
    try:
        for line in chunk:
            _check_encoding(line, number)
            reader.read(line)
        return reader.finish()
    except RecordError as error:
        return error


def _check_encoding(line: _Line, number: int) -> None:
    """RecordError with the byte's offset in the file if the line was not UTF-8."""
    bad = re.search("[\ud800-\udfff\0]", line.text)
    if bad is None:
        return
    offset = line.start + _bytes_in(line.text[: bad.start()])
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
        place = 0 if self.brace_line is None else self._read_braces(line.text, 0, remarks)
        while piece := _PIECE.search(line.text, place):
            place = self._read_piece(line.text, piece.start(), words, remarks)
        self._play_words(words)
        (self.tricks_remarks[-1] if self.tricks_remarks else self.remarks).extend(remarks)

    def _read_piece(self, text: str, place: int, words: list[str], remarks: list[str]) -> int:
        """Take the remark, tag or word at a place of a line; the place behind it."""
        if text[place] == ";":
            remarks.append(text[place + 1 :].removeprefix(" "))
            return len(text)
        if text[place] == "{":
            self.brace_line = self.line
            return self._read_braces(text, place + 1, remarks)
        if text[place] == "[":
            return self._read_tag(text, place)
        delimiter = _DELIMITER.search(text, place)
        end = len(text) if delimiter is None else delimiter.start()
        words.append(text[place:end])
        return end

    def _read_braces(self, text: str, place: int, remarks: list[str]) -> int:
        """Take a comment up to its closing brace; the place behind it."""
        closing = text.find("}", place)
        end = len(text) if closing < 0 else closing
        if inside := text[place:end].strip():
            remarks.append(inside)
        if closing >= 0:
            self.brace_line = None
        return end + 1

    def _read_tag(self, text: str, place: int) -> int:
        tag = TAG.match(text, place)
        if tag is None:
            raise self.error(f'not a tag, [Name "value"]: {_shown(text[place:])}')
        if "play" in self.values:
            raise self.error(f"tag {tag[1]} after the play: tags stand before [Play]")
        name, value = tag[1].lower(), unescaped(tag[2])
        if name not in KNOWN_TAGS:
            self.others.append((tag[1], value))
        elif name in self.values:
            raise self.error(f"tag {tag[1]} is given twice")
        else:
            self.values[name] = self._tag_value(tag[1], value)
            self.tag_lines[name] = self.line
        return tag.end()

    def _tag_value(self, name: str, value: str) -> object:
        try:
            parsed = KNOWN_TAGS[name.lower()](value)
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
