"""Reading records one by one, so that damage to one never reaches the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from clumond_solver.base.errors import ClumondError, RecordError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.records.tags import (
    FORMAT_VERSION,
    KEPT,
    KNOWN_NAMES,
    STARTS_RECORD,
    TAG_OF_NAME,
    TAG_PATTERN,
    TAGS,
    VERSION_TAG,
    tag_text,
    unescaped,
)
from clumond_solver.records.tricks import RecordedTrick, parse_trick

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_VERSION_NAME = VERSION_TAG.lower()
_PIECE = re.compile(r"\S")
_DELIMITER = re.compile(r"[\s;{\[]")
# The replacement for a byte that was not UTF-8.
_UNDECODED = re.compile("[\udc80-\udcff]")


class _Finishable(Protocol):
    @property
    def is_finished(self) -> bool: ...


_Record = TypeVar("_Record", bound=_Finishable)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one record's text.

    fields     the values of the known tags, by the fields of a record.
    tricks     the play.
    comment    remarks on the whole hand.
    tags       names and values of the unknown tags.
    tag_lines  the lines of the known tags, by their names in lower case.
    """

    fields: dict[str, Any]
    tricks: tuple[RecordedTrick, ...]
    comment: str
    tags: tuple[tuple[str, str], ...]
    tag_lines: tuple[tuple[str, int], ...]


def holds_records(text: str) -> bool:
    """Whether a text is one of records: after blanks and comments it begins with a tag."""
    return re.match(r"\ufeff?(\s|%[^\n]*\n)*\[", text) is not None


def parse_each(text: str, build: Callable[[Parts], _Record]) -> Iterator[_Record | RecordError]:
    """The results of ``build`` for the records of a text, in order; errors for bad ones.

    A ClumondError of ``build`` becomes the error of its record.
    """
    reader = _Reader(1)
    for line in _lines(text):
        if STARTS_RECORD.match(line.text) and not reader.is_empty:
            yield reader.result(build)
            reader = _Reader(reader.number + 1)
        reader.take(line)
    if not reader.is_empty:
        yield reader.result(build)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text: its number from 1, its byte offset in the file, its text."""

    number: int
    start: int
    text: str


def _lines(text: str) -> Iterator[_Line]:
    """All lines but blank ones, which never mean anything."""
    start = _bytes_in("\ufeff") if text.startswith("\ufeff") else 0
    lines = _LINE.finditer(text.removeprefix("\ufeff"))
    for number, match in enumerate(lines, start=1):
        if not match[1].isspace() and match[1]:
            yield _Line(number, start, match[1])
        start += _bytes_in(match[0])


def _bytes_in(text: str) -> int:
    """The number of bytes that a text had in the file."""
    return len(_UNDECODED.sub("?", text).encode("utf-8", "surrogatepass"))


def _check_encoding(line: _Line, number: int) -> None:
    """RecordError with the byte's offset if the line was not UTF-8."""
    bad = re.search("[\ud800-\udfff\0]", line.text)
    if bad is None:
        return
    offset = line.start + _bytes_in(line.text[: bad.start()])
    if bad[0] == "\0":
        reason = f"zero byte at byte offset {offset}: records are UTF-8, this may be UTF-16"
    else:
        byte = ord(bad[0]) & 0xFF
        reason = f"byte 0x{byte:02X} at byte offset {offset} is not UTF-8: records are UTF-8 text"
    raise RecordError(reason, number, line.number)


class _Reader:
    """Reads the lines of one record."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.is_empty = True
        self.fault: RecordError | None = None
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

    def take(self, line: _Line) -> None:
        """Read a line, unless an earlier one was bad."""
        self.is_empty = self.is_empty and line.text.startswith("%")
        if self.fault is None:
            try:
                _check_encoding(line, self.number)
                self.read(line)
            except RecordError as error:
                self.fault = error

    def result(self, build: Callable[[Parts], _Record]) -> _Record | RecordError:
        """The record of all lines, or its error."""
        if self.fault is not None:
            return self.fault
        try:
            return self.finish(build)
        except RecordError as error:
            return error

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
        """Read the remark, tag or word at a place of a line; return the place behind it."""
        if text[place] == ";":
            remarks.append(text[place + 1 :].removeprefix(" "))
            return len(text)
        if text[place] == "{":
            self.brace_line = self.line
            return self._read_braces(text, place + 1, remarks)
        if text[place] == "[":
            return self._read_tag(text, place)
        end = _word_end(text, place)
        words.append(text[place:end])
        return end

    def _read_braces(self, text: str, place: int, remarks: list[str]) -> int:
        """Read a comment up to its closing brace; return the place behind it."""
        closing = text.find("}", place)
        end = len(text) if closing < 0 else closing
        if inside := text[place:end].strip():
            remarks.append(inside)
        if closing >= 0:
            self.brace_line = None
        return end + 1

    def _read_tag(self, text: str, place: int) -> int:
        tag = TAG_PATTERN.match(text, place)
        if tag is None:
            raise self.error(f'not a tag, [Name "value"]: {_shown(text[place:])}')
        if "play" in self.values:
            raise self.error(f"tag {tag[1]} after the play: tags come before [Play]")
        name, value = tag[1].lower(), unescaped(tag[2])
        if name not in KNOWN_NAMES:
            self.others.append((tag[1], value))
        elif name in self.values:
            raise self.error(f"tag {tag[1]} is given twice")
        else:
            self.values[name] = self._tag_value(tag[1], value)
            self.tag_lines[name] = self.line
        return tag.end()

    def _tag_value(self, name: str, value: str) -> object:
        if name.lower() == _VERSION_NAME:
            if value != FORMAT_VERSION:
                reads = f"this library reads version {FORMAT_VERSION}"
                raise self.error(f"format version {_cut(value)}: {reads}")
            return value
        try:
            return TAG_OF_NAME[name.lower()].parse(value)
        except ClumondError as error:
            raise self.error(f"tag {name}: {error}") from error

    def _play_words(self, words: list[str]) -> None:
        """Read the cards of one trick, and the asterisk of a record that stops on purpose."""
        if not words:
            return
        if "play" not in self.values:
            known = _VERSION_NAME in self.values
            expected = "[Play]" if known else tag_text(VERSION_TAG, FORMAT_VERSION)
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
            self.tricks.append(parse_trick(words, self.line))
        except ClumondError as error:
            raise self.error(f"trick {len(self.tricks) + 1}: {error}") from error
        self.tricks_remarks.append([])

    def finish(self, build: Callable[[Parts], _Record]) -> _Record:
        self._check_complete()
        try:
            record = build(self._parts())
        except ClumondError as error:
            raise self.error(str(error), self.tag_lines[_VERSION_NAME]) from error
        if not (record.is_finished or self.stopped):
            cards = sum(len(trick.cards) for trick in self.tricks)
            raise self.error(
                f"the play breaks off after {cards} cards: cut off?"
                " (a record that stops early on purpose ends in *)"
            )
        return record

    def _check_complete(self) -> None:
        if self.brace_line is not None:
            raise self.error("a comment's { without its }", self.brace_line)
        for name in (VERSION_TAG, *(tag.name for tag in TAGS if tag.needed)):
            stands_for_it = name == "Deal" and KEPT.name.lower() in self.values
            if name.lower() not in self.values and not stands_for_it:
                raise self.error(f"no [{name}] tag: not a record, or one that was cut off")

    def _parts(self) -> Parts:
        return Parts(
            fields={
                tag.field: self.values[name]
                for name, tag in TAG_OF_NAME.items()
                if name in self.values
            },
            tricks=tuple(
                replace(trick, comment="\n".join(remarks))
                for trick, remarks in zip(self.tricks, self.tricks_remarks, strict=True)
            ),
            comment="\n".join(self.remarks),
            tags=tuple(self.others),
            tag_lines=tuple(self.tag_lines.items()),
        )


def _word_end(text: str, place: int) -> int:
    """The end of a word; a note in braces directly behind a card belongs to it."""
    delimiter = _DELIMITER.search(text, place)
    end = len(text) if delimiter is None else delimiter.start()
    if text[end : end + 1] != "{" or text[end - 1] in ":*":
        return end
    return text.find("}", end) + 1 or end


def _shown(text: str) -> str:
    return repr(_cut(text))


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
