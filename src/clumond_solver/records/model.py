"""Records, their claims, and how they are read and written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.errors import DealError, NotationError, RecordError, RuleError
from clumond_solver.base.files import write_atomically
from clumond_solver.base.values import check_type, path_text
from clumond_solver.base.wording import counted
from clumond_solver.games.clumond.deals import FULL_HAND, KEPT_CARDS, Deal, Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import RULES, TRICKS, ParReading, Play, Retention
from clumond_solver.games.clumond.scoring import ExposedTens
from clumond_solver.records.notation import (
    EVENT_TAG,
    FORMAT_VERSION,
    KNOWN_NAMES,
    TAG_NAME,
    VERSION_TAG,
    Calls,
    CardNote,
    RecordedTrick,
    SeatCounts,
    Tags,
    check_characters,
    clean_comment,
    comment_lines,
    tag_text,
    written_tags,
)
from clumond_solver.records.reading import Parts, parse_each


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
        if len(records) != 1:
            raise RecordError(f"expected one record, found {len(records)}", len(records), 1)
        if isinstance(records[0], RecordError):
            raise records[0]
        return records[0]

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
        first, second, third = players or ("", "", "")
        return replace(
            cls.of(state.play, players=(first, second, third)),
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
        return dict(self.tags).get(EVENT_TAG, "")

    @property
    def plays(self) -> tuple[Card, ...]:
        """The cards of the recorded play, in order."""
        return tuple(card for trick in self.tricks for card in trick.cards)

    @property
    def notes(self) -> tuple[CardNote, ...]:
        """The notes on the recorded cards, in order."""
        return tuple(note for trick in self.tricks for _, note in trick.noted)

    def with_notes(self, notes: Sequence[CardNote]) -> Record:
        """The same record with these notes, one for each card.

        >>> play = Play(Deal.random(seed=1), None)
        >>> play.push(next(iter(play.legal_plays)))
        >>> record = Record.of(play).with_notes([CardNote("the lowest", 0.5)])
        >>> Record.parse(str(record)).notes
        (CardNote(comment='the lowest', value=0.5),)
        """
        if len(notes) != len(self.plays):
            raise RuleError(f"{len(notes)} notes on {len(self.plays)} cards")
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


def parse_records(text: str) -> list[Record | RecordError]:
    """Read all records of a text, in order, with a RecordError in place of a bad one.

    >>> [str(error) for error in parse_records('[Clumond "7"]')]
    ['record 1, line 1: format version 7: this library reads version 1']
    """
    check_type(text, str, "a text of records")
    return list(parse_each(text, _record_from_parts))


def _check_tags(players: Sequence[str], tags: Sequence[tuple[str, str]]) -> None:
    for name, value in tags:
        if not re.fullmatch(TAG_NAME, name):
            raise NotationError("a tag's name has letters, digits and _ only", name)
        if name.lower() in KNOWN_NAMES:
            raise NotationError(f"tag {name} has a field of its own", name)
        check_characters(value, f"tag {name}")
    for name in players:
        check_characters(name, "a player's name")


def _deal_played(kept: Sequence[Hand], parts: Parts, fields: Mapping[str, Any]) -> Deal:
    """The deal of a complete play: the cards that each seat played and kept."""
    hands, leader = list(kept), fields["leader"]
    before = sum(fields.get("tricks_before", ()))
    cards = sum(len(trick.cards) for trick in parts.tricks)
    if cards < len(Seat) * (TRICKS - before):
        raise RuleError(
            f"{counted(cards, 'card')} of {len(Seat) * (TRICKS - before)} played: kept cards are"
            " those of a complete play; with a play that stops early give [Deal]",
            option="kept",
        )
    rules = RULES[fields.get("strain") or Strain.NO_TRUMPS]
    for trick in parts.tricks:
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


def _record_from_parts(parts: Parts) -> Record:
    """Make a record; raises a ClumondError that says why if the parts do not fit together."""
    fields = dict(parts.fields)
    kept = fields.pop("kept", None)
    if kept is not None:
        if "deal" in fields:
            both = "the deal follows from the kept cards: give [Deal] or [Kept], not both"
            raise RuleError(both, option="kept")
        fields["deal"] = _deal_played(kept, parts, fields)
    players = [fields.pop(f"players.{seat}", "") for seat in range(len(Seat))]
    claim = {
        name.removeprefix("claim."): fields.pop(name)
        for name in [*fields]
        if name.startswith("claim.")
    }
    return Record(
        **fields,
        tricks=parts.tricks,
        players=(players[0], players[1], players[2]),
        claim=Claim(**claim),
        comment=parts.comment,
        tags=parts.tags,
        line=dict(parts.tag_lines)[VERSION_TAG.lower()],
        tag_lines=parts.tag_lines,
    )


def read_records(path: str | os.PathLike[str]) -> list[Record | RecordError]:
    """Read all records of a UTF-8 file, as `parse_records` does; OSError if it cannot be read."""
    return parse_records(decode_text(Path(path_text(path)).read_bytes()))


def decode_text(data: bytes) -> str:
    """The text of an input; a byte that is not UTF-8 later makes its own record an error."""
    return data.decode("utf-8", "surrogateescape")


def write_records(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write a file of records for `read_records`; if an error occurs, no part of it is written.

    >>> from tempfile import TemporaryDirectory
    >>> deal = '[Deal "F:AK.2.2. QJ.3.3. 98.4.4."]'
    >>> parts = ('[Clumond "1"]', deal, '[TricksBefore "4,4,4"]', '[Declarer "none"]', '[Play "F"]')
    >>> record = Record.parse("\\n".join((*parts, "S9 SK SQ")))
    >>> with TemporaryDirectory() as folder:
    ...     write_records([record, record], Path(folder, "two.clumond"))
    ...     read_records(Path(folder, "two.clumond")) == [record, record]
    True
    """
    written = list(records)
    for record in written:
        check_type(record, Record, "a record")
    text = "\n".join(map(str, written))
    write_atomically(path, text.encode())
