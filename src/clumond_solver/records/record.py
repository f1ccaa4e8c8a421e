"""Records and their claims: made, read from texts and files, and written.

A text is read record by record, so that damage to one does not affect the next.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.checks import as_tuple, check_fields, check_type, checked, path_text
from clumond_solver.base.errors import (
    ClumondError,
    DealError,
    NotationError,
    RecordError,
    RuleError,
    not_utf8,
)
from clumond_solver.base.files import write_atomically
from clumond_solver.base.wording import counted
from clumond_solver.games.clumond.deals import FULL_HAND, KEPT_CARDS, Deal, ExposedTens, Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import RULES, TRICKS, ParReading, Play, Retention
from clumond_solver.records.tags_and_tricks import (
    EVENT_TAG,
    FILE_MARKS,
    FIRST_TAG,
    FORMAT_VERSION,
    KEPT,
    KNOWN_NAMES,
    TAG_NAME,
    TAG_OF_NAME,
    TAG_PATTERN,
    TAGS,
    VERSION_TAG,
    Calls,
    CardNote,
    RecordedTrick,
    SeatCounts,
    Tags,
    TextLine,
    bytes_in,
    check_characters,
    clean_comment,
    comment_lines,
    parse_trick,
    tag_names_at,
    tag_text,
    text_lines,
    unescaped,
    written_tags,
)

_VERSION_NAME = VERSION_TAG.lower()
_PIECE = re.compile(r"\S")
_DELIMITER = re.compile(r"[\s;{\[]")
# A tag, or as much of it as was written.
_TAG_BEGUN = re.compile(rf'\[\s*{TAG_NAME}\s+"(?:[^"\\]|\\.)*(?:"\s*\])?')


@dataclass(frozen=True, slots=True)
class Claim:
    """The result that a record claims; None for what it does not claim.

    tricks      the tricks taken by seat, without supplementary ones.
    retentions  the retentions by seat.
    successful  the seats that succeeded.
    """

    tricks: SeatCounts | None = None
    retentions: tuple[Retention, Retention, Retention] | None = None
    successful: frozenset[Seat] | None = None

    def __post_init__(self) -> None:
        check_fields(Claim, self)


def _pairs(tags: Iterable[tuple[str, str]]) -> Tags:
    """Tags as a tuple of pairs."""
    pairs = as_tuple(tags, "tags, as pairs of texts")
    return tuple(as_tuple(pair, "a tag, as a pair of texts") for pair in pairs)


# Fields that may be given in another form, and what converts them.
_CONVERTED: Mapping[str, Callable[[Any], object]] = {
    "declarer": Seat,
    "leader": Seat,
    "strain": Strain,
    "par": ParReading,
    "players": partial(as_tuple, needed="three names"),
    "calls": partial(as_tuple, needed="calls"),
    "tricks": partial(as_tuple, needed="tricks"),
    "tags": _pairs,
}


@dataclass(frozen=True, slots=True)
class Record:
    """A hand as somebody recorded it, right or wrong: `verify` checks it.

    deal           the hands before the recorded play.
    declarer       the seat that went for clumond, or None.
    strain         the declared strain; no trumps in an undeclared hand.
    tricks         the play, as far as recorded.
    players        the players' names, forehand's first; empty if unknown. Rearhand dealt.
    calls          the calls of the seats in turn, forehand's first; None if not recorded.
    tens           the exposed tens (Four Tens variant); None in the base game.
    supplementary  the supplementary tricks by seat; by default those of the tens.
    par            the way to count tricks off (`ParReading`).
    leader         the leader to the first trick; by default as the rules say.
    tricks_before  the tricks taken before the recorded play, if the hands are shorter than sixteen.
    claim          the claimed result.
    comment        remarks on the whole hand, in one or more lines.
    tags           the tags that have no field here, as (name, value), in their order; `str` writes
                   them too.
    line           the number of the record's first line in the text it was read from, or None.
    tag_lines      the line numbers of its known tags there, as (name in lower case, line).

    DealError, RuleError or NotationError if the parts do not fit together.
    """

    deal: Deal
    declarer: Seat | None
    strain: Strain | None = None
    tricks: tuple[RecordedTrick, ...] = ()
    players: tuple[str, str, str] = ("", "", "")
    calls: Calls | None = None
    tens: ExposedTens | None = None
    supplementary: SeatCounts | None = None
    par: ParReading = ParReading.NEAREST
    leader: Seat | None = None
    tricks_before: SeatCounts | None = None
    claim: Claim = Claim()
    comment: str = ""
    tags: Tags = ()
    line: int | None = field(default=None, compare=False, repr=False)
    tag_lines: tuple[tuple[str, int], ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Fill in defaults by the rules; refuse values that could not be written or replayed."""
        for name, kind in _CONVERTED.items():
            given = getattr(self, name)
            object.__setattr__(self, name, None if given is None else kind(given))
        check_fields(Record, self)
        if self.supplementary is None:
            counts = (0, 0, 0) if self.tens is None else self.tens.supplementary
            object.__setattr__(self, "supplementary", counts)
        if self.tricks_before is None and self.deal.size == FULL_HAND:
            object.__setattr__(self, "tricks_before", (0, 0, 0))
        object.__setattr__(self, "comment", clean_comment(self.comment))
        start = self.start()
        object.__setattr__(self, "declarer", start.declarer)
        object.__setattr__(self, "strain", start.strain)
        object.__setattr__(self, "leader", start.leader)
        _check_tags(self.players, self.tags)
        if any(len(trick.cards) < len(Seat) for trick in self.tricks[:-1]):
            raise RuleError("only the last trick of a record may be incomplete")

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a text of exactly one record; RecordError (with record and line) otherwise."""
        records = parse_records(text)
        if not records:
            raise RecordError("there is no record here", record=1, line=1)
        record, *others = records
        if others:
            reason = "one record is read, not several (parse_records reads them)"
            raise RecordError(reason, record=2, line=others[0].line or 1)
        if isinstance(record, RecordError):
            raise record
        return record

    @classmethod
    def of(
        cls, play: Play, *, players: tuple[str, str, str] = ("", "", ""), comment: str = ""
    ) -> Record:
        """The record of a play from its first trick on.

        If the play began within a trick, the record begins with the first card of that trick.

        >>> play = Play(Deal.random(seed=1), None)
        >>> play.push(next(iter(play.legal_plays)))
        >>> Record.of(play).tricks[0].leader
        Seat.FOREHAND
        """
        check_type(play, Play, "a play")
        start = play.rewound()
        tricks = [RecordedTrick(trick.cards, Seat(trick.leader)) for trick in play.tricks]
        if play.trick:
            tricks.append(RecordedTrick(play.trick, play.leader))
        return cls(
            play.deal,
            start.declarer,
            start.strain,
            tuple(tricks),
            players=players,
            supplementary=start.supplementary,
            par=start.par,
            leader=start.leader,
            tricks_before=start.tricks_taken,
            comment=comment,
        )

    @classmethod
    def of_hand(
        cls, state: ClumondState, *, players: Sequence[str] = (), tags: Tags = ()
    ) -> Record:
        """The record of a hand, with its calls and, if it is over, its result as the claim.

        RuleError while the calls are not complete: there is no play to record.
        """
        check_type(state, ClumondState, "the state of a hand of Clumond")
        if state.play is None:
            raise RuleError("the calls are not complete: there is no play to record")
        claim = Claim()
        if state.is_over:
            forehand, middlehand, rearhand = (state.outcome()[seat] for seat in Seat)
            claim = Claim(
                state.play.tricks_taken,
                (forehand.retention, middlehand.retention, rearhand.retention),
                frozenset(seat for seat in Seat if state.outcome()[seat].success),
            )
        names = as_tuple(players, "three names") or ("", "", "")
        return replace(
            cls.of(state.play, players=names),
            supplementary=None,
            calls=state.calls,
            tens=state.tens,
            claim=claim,
            tags=tags,
        )

    @property
    def event(self) -> str:
        """The title of the hand: its tag `Event`; empty without one.

        >>> replace(Record.of(Play(Deal.random(1), None)), tags=(("Event", "Friday"),)).event
        'Friday'
        """
        return {name.lower(): value for name, value in self.tags}.get(EVENT_TAG.lower(), "")

    @property
    def plays(self) -> tuple[Card, ...]:
        """The cards of the recorded play, in order."""
        return tuple(card for trick in self.tricks for card in trick.cards)

    @property
    def notes(self) -> tuple[CardNote, ...]:
        """The notes on the recorded cards, in order."""
        return tuple(note for trick in self.tricks for _, note in trick.noted)

    @checked
    def with_notes(self, notes: Sequence[CardNote]) -> Record:
        """The same record with these notes, one for each card.

        >>> play = Play(Deal.random(seed=1), None)
        >>> play.push(next(iter(play.legal_plays)))
        >>> record = Record.of(play).with_notes([CardNote("the lowest", 0.5)])
        >>> Record.parse(str(record)).notes
        (CardNote(comment='the lowest', value=0.5),)
        """
        if len(notes) != len(self.plays):
            raise RuleError(f"{counted(len(notes), 'note')} on {counted(len(self.plays), 'card')}")
        remaining = iter(notes)
        tricks = (
            replace(trick, notes=tuple(islice(remaining, len(trick.cards))))
            for trick in self.tricks
        )
        return replace(self, tricks=tuple(tricks))

    @property
    def is_finished(self) -> bool:
        """Whether all cards of the play are recorded."""
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
            par=self.par,
        )

    def __str__(self) -> str:
        """The record as text for `parse`, ending in a line break."""
        tags = [(VERSION_TAG, FORMAT_VERSION), *self.tags, *written_tags(self)]
        lines = [tag_text(name, value) for name, value in tags]
        # Before the last tag, which is followed by the tricks.
        lines[-1:-1] = comment_lines(self.comment)
        lines += [str(trick) for trick in self.tricks]
        if not self.is_finished:
            lines.append("*")
        return "\n".join(lines) + "\n"


def _check_tags(players: Sequence[str], tags: Sequence[tuple[str, str]]) -> None:
    for name, value in tags:
        if not re.fullmatch(TAG_NAME, name):
            raise NotationError("a tag's name has letters, digits and _ only", name)
        if name.lower() in KNOWN_NAMES:
            raise NotationError(f"tag {name} has a field of its own", name)
        check_characters(value, f"tag {name}")
    for name in players:
        check_characters(name, "a player's name")


def holds_records(text: str) -> bool:
    """Whether a text has records: it has their first tag, or begins with another after remarks."""
    begins = re.match(r"([\s\ufeff]|[%;][^\r\n]*[\r\n]|\{[^}]*\})*\[", text)
    return begins is not None or FIRST_TAG.search(text) is not None


def read_records(path: str | os.PathLike[str]) -> list[Record | RecordError]:
    """Read all records of a UTF-8 file, as `parse_records` does; OSError if it cannot be read."""
    with open(path_text(path), "rb") as file:
        return parse_records(decode_text(file.read()))


def write_records(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write a file of records for `read_records`; if an error occurs, no part of it is written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> deal = '[Deal "F:AK.2.2. QJ.3.3. 98.4.4."]'
    >>> parts = ('[Clumond "1"]', deal, '[TricksBefore "4,4,4"]', '[Declarer "none"]', '[Play "F"]')
    >>> record = Record.parse("\\n".join((*parts, "S9 SK SQ")))
    >>> with TemporaryDirectory() as folder:
    ...     write_records([record, record], Path(folder, "two.clumond"))
    ...     read_records(Path(folder, "two.clumond")) == [record, record]
    True
    """
    written = as_tuple(records, "an iterable of records")
    for record in written:
        check_type(record, Record, "a record")
    text = "\n".join(map(str, written))
    write_atomically(path, text.encode())


@checked
def decode_text(data: bytes) -> str:
    """The text of an input; a byte that is not UTF-8 later makes its own record an error."""
    return data.decode("utf-8", "surrogateescape")


def parse_records(text: str) -> list[Record | RecordError]:
    """Read all records of a text, in order, with a RecordError in place of a bad one.

    >>> [str(error) for error in parse_records('[Clumond "7"]')]
    ['record 1, line 1: format version 7: this library reads version 1']
    """
    check_type(text, str, "a text of records")
    return list(_parse_each(text))


def _parse_each(text: str) -> Iterator[Record | RecordError]:
    reader = _Reader(1)
    for line in text_lines(text):
        begin = 0
        for tag in FIRST_TAG.finditer(line.text):
            before = line.part(begin, tag.start())
            if not reader.ends_before(tag, before.text, tag_names_at(text, line.next)):
                continue
            reader.read(before)
            if not reader.is_empty:
                yield reader.result()
                reader = _Reader(reader.number + 1)
            begin = tag.start()
        reader.read(line.part(begin))
    if not reader.is_empty:
        yield reader.result()


def _check_encoding(line: TextLine, number: int) -> None:
    """RecordError with the byte's offset if the line was not UTF-8."""
    bad = re.search("[\ud800-\udfff\0]", line.text)
    if bad is None:
        return
    offset = line.start + bytes_in(line.text[: bad.start()])
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

    def ends_before(self, tag: re.Match[str], before: str, following: Iterator[str]) -> bool:
        """Whether another record starts at a first tag, given the text before it on its line.

        Remarks may quote such a tag. If a remark ends in one, other tags follow on the next line
        and none of them can belong to this record, then files were joined there.
        """
        if not before.strip(FILE_MARKS).strip():
            return True
        whole = TAG_PATTERN.match(tag.string, tag.start())
        if whole is None:
            return False
        words = _TAG_BEGUN.sub("", before).lstrip(FILE_MARKS)
        if self.brace_line is None and not (words.startswith("%") or re.search("[;{]", words)):
            return True
        names = [] if tag.string[whole.end() :].strip(FILE_MARKS).strip() else [*following]
        given = self.tag_lines.keys() | {name.lower() for name, _ in self.unknown_tags}
        awaits_tags = self.first_error is None and given and "play" not in given
        if awaits_tags and given.isdisjoint(names):
            return False
        return bool(names) and names[0] != _VERSION_NAME

    def error(self, reason: str, line: int | None = None) -> RecordError:
        return RecordError(reason, self.number, self.line if line is None else line)

    def read(self, line: TextLine) -> None:
        """Read a line, unless an earlier line was bad."""
        if self.first_error is None:
            try:
                _check_encoding(line, self.number)
                self._read_line(line)
            except RecordError as error:
                self.first_error = error

    def result(self) -> Record | RecordError:
        """The record of all lines, or its error."""
        if self.first_error is not None:
            return self.first_error
        try:
            return self._checked_record()
        except RecordError as error:
            return error

    def _read_line(self, line: TextLine) -> None:
        self.line, text = line.number, line.text.strip(FILE_MARKS)
        if self.brace_line is None and text.startswith("%"):
            return
        words: list[str] = []
        remarks: list[str] = []
        offset = 0 if self.brace_line is None else self._read_braces(text, 0, remarks)
        while piece := _PIECE.search(text, offset):
            offset = self._read_piece(text, piece.start(), words, remarks)
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
                f" {counted(len(self.tricks[-1].cards), 'card')}: three belong on its line"
            )
        try:
            self.tricks.append(parse_trick(words, self.line))
        except ClumondError as error:
            raise self.error(f"trick {len(self.tricks) + 1}: {error}") from error
        self.remarks_by_trick.append([])

    def _checked_record(self) -> Record:
        self._check_complete()
        try:
            record = self._record_of_fields()
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

    def _record_of_fields(self) -> Record:
        """The record; raises a ClumondError that says why if its parts do not fit together."""
        fields: dict[str, Any] = {
            tag.field: self.values[name] for name, tag in TAG_OF_NAME.items() if name in self.values
        }
        kept = fields.pop("kept", None)
        if kept is not None:
            if "deal" in fields:
                both = "the deal follows from the kept cards: give [Deal] or [Kept], not both"
                raise RuleError(both, option="kept")
            fields["deal"] = _deal_played(kept, self.tricks, fields)
        players = [fields.pop(f"players.{seat}", "") for seat in range(len(Seat))]
        claim = {
            name.removeprefix("claim."): fields.pop(name)
            for name in [*fields]
            if name.startswith("claim.")
        }
        return Record(
            **fields,
            tricks=tuple(
                replace(trick, comment="\n".join(remarks))
                for trick, remarks in zip(self.tricks, self.remarks_by_trick, strict=True)
            ),
            players=(players[0], players[1], players[2]),
            claim=Claim(**claim),
            comment="\n".join(self.remarks),
            tags=tuple(self.unknown_tags),
            line=self.tag_lines[_VERSION_NAME],
            tag_lines=tuple(self.tag_lines.items()),
        )


def _deal_played(
    kept: Sequence[Hand], tricks: Sequence[RecordedTrick], fields: Mapping[str, Any]
) -> Deal:
    """The deal of a complete play: the cards that each seat played and kept."""
    hands, leader = list(kept), fields["leader"]
    before = sum(fields.get("tricks_before", ()))
    cards = sum(len(trick.cards) for trick in tricks)
    if cards < len(Seat) * (TRICKS - before):
        raise RuleError(
            f"{counted(cards, 'card')} of {len(Seat) * (TRICKS - before)} played: kept cards are"
            " those of a complete play; with a play that stops early give [Deal]",
            option="kept",
        )
    rules = RULES[fields.get("strain") or Strain.NO_TRUMPS]
    for trick in tricks:
        for offset, card in enumerate(trick.cards):
            seat = (leader + offset) % len(Seat)
            keeper = next((Seat(other) for other in Seat if card in kept[other]), None)
            if keeper is not None:
                raise RuleError(f"{keeper} kept {card}, which {Seat(seat)} played", option="kept")
            hands[seat] = hands[seat].with_card(card)
        leader = (leader + rules.winner(trick.cards)) % len(Seat)
    try:
        return Deal((hands[0], hands[1], hands[2]))
    except DealError as error:
        raise RuleError(str(error), option="kept") from None


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
