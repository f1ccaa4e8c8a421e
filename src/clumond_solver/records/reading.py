"""Reading records one by one, so that damage to a record does not affect the next one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from clumond_solver.base.errors import ClumondError, RecordError, not_utf8
from clumond_solver.games.clumond.deals import KEPT_CARDS, Seat
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.records.notation import (
    FORMAT_VERSION,
    KEPT,
    KNOWN_NAMES,
    STARTS_RECORD,
    TAG_OF_NAME,
    TAG_PATTERN,
    TAGS,
    VERSION_TAG,
    RecordedTrick,
    check_characters,
    clean_comment,
    parse_trick,
    tag_text,
    unescaped,
)

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_VERSION_NAME = VERSION_TAG.lower()
_PIECE = re.compile(r"\S")
_DELIMITER = re.compile(r"[\s;{\[]")
# What a byte that was not UTF-8 has been decoded to.
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
    """Whether a text has records: it begins with a tag, after blanks and remarks."""
    return re.match(r"\ufeff?(\s|[%;][^\n]*\n|\{[^}]*\})*\[", text) is not None


def parse_each(text: str, build: Callable[[Parts], _Record]) -> Iterator[_Record | RecordError]:
    """Yield what ``build`` makes of each record of a text, in order, or the record's error.

    A ClumondError of ``build`` becomes the error of its record.
    """
    reader = _Reader(1)
    for line in _lines(text):
        if STARTS_RECORD.match(line.text) and not reader.is_empty:
            yield reader.result(build)
            reader = _Reader(reader.number + 1)
        reader.read(line)
    if not reader.is_empty:
        yield reader.result(build)


@dataclass(frozen=True, slots=True)
class _TextLine:
    """A line of the text: its number from 1, its byte offset in the file, its text."""

    number: int
    start: int
    text: str


def _lines(text: str) -> Iterator[_TextLine]:
    """All lines except blank ones, which have no meaning anywhere."""
    start = _bytes_in("\ufeff") if text.startswith("\ufeff") else 0
    lines = _LINE.finditer(text.removeprefix("\ufeff"))
    for number, match in enumerate(lines, start=1):
        if not match[1].isspace() and match[1]:
            yield _TextLine(number, start, match[1])
        start += _bytes_in(match[0])


def _bytes_in(text: str) -> int:
    """The number of bytes that a text had in the file."""
    return len(_UNDECODED.sub("?", text).encode("utf-8", "surrogatepass"))


def _check_encoding(line: _TextLine, number: int) -> None:
    """RecordError with the byte's offset if the line was not UTF-8."""
    bad = re.search("[\ud800-\udfff\0]", line.text)
    if bad is None:
        return
    offset = line.start + _bytes_in(line.text[: bad.start()])
    raise RecordError(not_utf8(ord(bad[0]) & 0xFF, offset), number, line.number)


class _Reader:
    """Reads the lines of one record."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.first_error: RecordError | None = None
        self.values: dict[str, Any] = {}
        self.tag_lines: dict[str, int] = {}
        self.unknown_tags: list[tuple[str, str]] = []
        self.tricks: list[RecordedTrick] = []
        self.remarks: list[str] = []
        self.remarks_by_trick: list[list[str]] = []
        # Whether an asterisk has ended the play.
        self.has_ended = False
        # The line of the brace that opened the comment under way.
        self.brace_line: int | None = None
        self.line = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing but remarks has come so far."""
        begun = self.values or self.unknown_tags or self.first_error or self.brace_line
        return not begun

    @property
    def is_complete(self) -> bool:
        """Whether the play is recorded to its end, or up to the asterisk."""
        deal = self.values.get("deal")
        played = sum(self.values.get("tricksbefore", ()))
        tricks = deal.size - KEPT_CARDS if deal else TRICKS - played
        cards = sum(len(trick.cards) for trick in self.tricks)
        return self.has_ended or cards >= len(Seat) * tricks > 0

    def error(self, reason: str, line: int | None = None) -> RecordError:
        return RecordError(reason, self.number, self.line if line is None else line)

    def read(self, line: _TextLine) -> None:
        """Read a line, unless an earlier line was bad."""
        if self.first_error is None:
            try:
                _check_encoding(line, self.number)
                self._read_line(line)
            except RecordError as error:
                self.first_error = error

    def result(self, build: Callable[[Parts], _Record]) -> _Record | RecordError:
        """The record of all lines, or its error."""
        if self.first_error is not None:
            return self.first_error
        try:
            return self._finish(build)
        except RecordError as error:
            return error

    def _read_line(self, line: _TextLine) -> None:
        self.line = line.number
        if self.brace_line is None and line.text.startswith("%"):
            return
        words: list[str] = []
        remarks: list[str] = []
        offset = 0 if self.brace_line is None else self._read_braces(line.text, 0, remarks)
        while piece := _PIECE.search(line.text, offset):
            offset = self._read_piece(line.text, piece.start(), words, remarks)
        if self.is_complete and "*" not in words and not _is_trick(words):
            remarks, words = [" ".join(words), *remarks], []
        self._read_play(words)
        for remark in remarks:
            self._check(clean_comment, remark)
        (self.remarks_by_trick[-1] if self.remarks_by_trick else self.remarks).extend(remarks)

    def _read_piece(self, text: str, offset: int, words: list[str], remarks: list[str]) -> int:
        """Read the remark, tag or word at an offset of a line; return the offset after it."""
        if text[offset] == ";":
            remarks.append(text[offset + 1 :].removeprefix(" "))
            return len(text)
        if text[offset] == "{":
            self.brace_line = self.line
            return self._read_braces(text, offset + 1, remarks)
        if text[offset] == "[" and self.is_complete and not TAG_PATTERN.match(text, offset):
            words += text[offset:].split()
            return len(text)
        if text[offset] == "[":
            return self._read_tag(text, offset)
        end = _word_end(text, offset)
        words.append(text[offset:end])
        return end

    def _read_braces(self, text: str, offset: int, remarks: list[str]) -> int:
        """Read a comment up to its closing brace; return the offset after it."""
        closing = text.find("}", offset)
        end = len(text) if closing < 0 else closing
        if inside := text[offset:end].strip():
            remarks.append(inside)
        if closing >= 0:
            self.brace_line = None
        return end + 1

    def _read_tag(self, text: str, offset: int) -> int:
        tag = TAG_PATTERN.match(text, offset)
        if tag is None:
            raise self.error(f'not a tag, [Name "value"]: {_shown(text[offset:])}')
        if "play" in self.values:
            raise self.error(f"tag {tag[1]} after the play: tags come before [Play]")
        name, value = tag[1].lower(), unescaped(tag[2])
        self._check(check_characters, value, f"tag {tag[1]}")
        if name not in KNOWN_NAMES:
            self.unknown_tags.append((tag[1], value))
        elif name in self.values:
            raise self.error(f"tag {tag[1]} is given twice")
        else:
            self.values[name] = self._tag_value(tag[1], value)
            self.tag_lines[name] = self.line
        return tag.end()

    def _check(self, check: Callable[..., object], *arguments: str) -> None:
        """Turn the error of a check, if any, into the error of this line."""
        try:
            check(*arguments)
        except ClumondError as error:
            raise self.error(str(error)) from error

    def _tag_value(self, name: str, value: str) -> object:
        if name.lower() == _VERSION_NAME:
            if value != FORMAT_VERSION:
                supported = f"this library reads version {FORMAT_VERSION}"
                raise self.error(f"format version {_shortened(value)}: {supported}")
            return value
        try:
            return TAG_OF_NAME[name.lower()].parse(value)
        except ClumondError as error:
            raise self.error(f"tag {name}: {error}") from error

    def _read_play(self, words: Sequence[str]) -> None:
        """Read the cards of one trick, and the asterisk that ends an unfinished play on purpose."""
        if not words:
            return
        if "play" not in self.values:
            has_version = _VERSION_NAME in self.values
            expected = "[Play]" if has_version else tag_text(VERSION_TAG, FORMAT_VERSION)
            raise self.error(f"expected a tag or {expected}, found {_shown(' '.join(words))}")
        if self.has_ended:
            raise self.error(f"{_shown(' '.join(words))} after the * that ends the play")
        self.has_ended = words[-1] == "*"
        if cards := (words[:-1] if self.has_ended else words):
            self._read_trick(cards)

    def _read_trick(self, words: Sequence[str]) -> None:
        if self.tricks and len(self.tricks[-1].cards) < len(Seat):
            raise self.error(
                f"a new trick, but trick {len(self.tricks)} has"
                f" {len(self.tricks[-1].cards)} cards: three belong on its line"
            )
        try:
            self.tricks.append(parse_trick(words, self.line))
        except ClumondError as error:
            raise self.error(f"trick {len(self.tricks) + 1}: {error}") from error
        self.remarks_by_trick.append([])

    def _finish(self, build: Callable[[Parts], _Record]) -> _Record:
        self._check_complete()
        try:
            record = build(self._parts())
        except ClumondError as error:
            raise self._error_of_tag(error) from error
        if not (record.is_finished or self.has_ended):
            cards = sum(len(trick.cards) for trick in self.tricks)
            raise self.error(
                f"the play breaks off after {cards} cards: cut off?"
                " (a record that stops early on purpose ends in *)"
            )
        return record

    def _error_of_tag(self, error: ClumondError) -> RecordError:
        """An error of the whole record, at the tag that gives the value in question."""
        field = "tricks_before" if error.option == "tricks_taken" else error.option
        for name, tag in TAG_OF_NAME.items():
            if tag.field == field:
                reason = error.naming(f"[{tag.name}]")
                if name in self.tag_lines:
                    return self.error(f"tag {tag.name}: {reason}", self.tag_lines[name])
                reason = f"no [{tag.name}] tag: {reason}"
                return self.error(reason, self.tag_lines[_VERSION_NAME])
        return self.error(str(error), self.tag_lines[_VERSION_NAME])

    def _check_complete(self) -> None:
        if self.brace_line is not None:
            raise self.error("a comment's { without its }", self.brace_line)
        for name in (VERSION_TAG, *(tag.name for tag in TAGS if tag.needed)):
            is_replaced = name == "Deal" and KEPT.name.lower() in self.values
            if name.lower() not in self.values and not is_replaced:
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
                for trick, remarks in zip(self.tricks, self.remarks_by_trick, strict=True)
            ),
            comment="\n".join(self.remarks),
            tags=tuple(self.unknown_tags),
            tag_lines=tuple(self.tag_lines.items()),
        )


def _is_trick(words: Sequence[str]) -> bool:
    with suppress(ClumondError):
        return not words or bool(parse_trick(words))
    return False


def _word_end(text: str, offset: int) -> int:
    """The end of a word; a note in braces directly after a card belongs to it."""
    delimiter = _DELIMITER.search(text, offset)
    end = len(text) if delimiter is None else delimiter.start()
    if text[end : end + 1] != "{" or text[end - 1] in ":*":
        return end
    return text.find("}", end) + 1 or end


def _shown(text: str) -> str:
    return repr(_shortened(text))


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
