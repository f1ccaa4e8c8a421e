"""Links to hands of Clumond: a friend plays the same cards against the same opponents.

The text of a link holds the cards and terms of the hand, the seat, the opponents' levels, and how
up to eight people played it. A reader sees no card in it, but it is not encrypted. It says nothing
of other hands of the session.

>>> session = Session(ClumondGame(hands=1), seed=5)
>>> session.play_out(lambda state: next(iter(state.legal_actions)))
>>> hand = SharedHand.played(session, Seating.usual(3), 1, tag=7, name="Ann")
>>> parse_link(f"Play my hand: https://example.org/#/play?hand={hand.link}") == hand
True
>>> hand.session(hand.results[0]).acts == session.acts
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate, pairwise
from typing import Annotated, Any, TypeVar
from urllib.parse import unquote
from zlib import crc32

from clumond_solver.base.cards import Card
from clumond_solver.base.checks import as_text, check_fields, check_type
from clumond_solver.base.errors import NotationError, RuleError
from clumond_solver.base.values import Result
from clumond_solver.coach.clumond.day_deal import day_session
from clumond_solver.coach.clumond.puzzles import DIGITS, digits_of, number_of
from clumond_solver.coach.days import parse_day
from clumond_solver.coach.seating import MOST_NAME, NO_HELP, Help, Seating
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.play import ParReading
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.clumond.signals import Convention
from clumond_solver.games.sessions import MOST_POT, Session
from clumond_solver.rules.actions import Action
from clumond_solver.single_dummy.level_names import Level

#: The most results in a link.
MOST_RESULTS = 8
#: The most hands in a link to a match.
MOST_HANDS = 8
#: Results have tags below this number.
RESULT_TAGS = 1 << 16
# The first digit of a link; links written in another way will have another.
_VERSION, _VERSION_OF_MATCH = "2", "3"
# The same where the table has agreed on signals.
_OF_SIGNALS = {_VERSION: "4", _VERSION_OF_MATCH: "5"}
_VERSIONS = {digit: plain for plain, other in _OF_SIGNALS.items() for digit in (plain, other)}
_CHECK_DIGITS = 6
_SHORTEST, _LONGEST = 12, 16_000
# What comes before a link: an address, or nothing.
_BEFORE = re.compile(rf"(?:hand|match)(?:=|-3d)|^\W*(?=[{DIGITS}]{{{_SHORTEST}}})")
# Mail filters wrap an address in one of their own, and some do so with what is wrapped already.
_MOST_WRAPPED = 2
_MOST_ANTE, _MOST_HELP, _MOST_DAY = 10**6, 99, date.max.toordinal()
_BYTES = 256
_T = TypeVar("_T")
_SCORINGS, _PARS, _LEVELS = tuple(Scoring), tuple(ParReading), tuple(Level)
_OTHER_VERSION = "another version of the program made this link"
# An older version wrote its checksum in another way, and of a link cut off in front any digit may
# be the first.
_CUT_OR_OTHER_VERSION = (
    "this link is incomplete, or another version of the program made it: copy all of the message"
)
_TERMS = ("four_tens", "scoring", "par", "ante", "signals")


@dataclass(frozen=True, slots=True)
class PlayedHand(Result):
    """How somebody played a hand.

    tag      tells the results of a hand apart; 0 to 65,535.
    name     the name that the player typed; "" for none. A link holds 30 of its characters.
    actions  all calls and cards, of every seat.
    replay   whether the player had seen the hand before.
    help     the help taken; a link counts at most 99 of each kind.
    """

    tag: Annotated[int, range(RESULT_TAGS)]
    name: str
    actions: tuple[Action, ...]
    replay: bool = False
    help: Help = NO_HELP

    def __post_init__(self) -> None:
        check_fields(PlayedHand, self)

    def parts_at(self, other: PlayedHand) -> int:
        """The number of actions that are the same in both, until they part."""
        pairs = zip(self.actions, other.actions, strict=False)
        same = (number for number, (own, others) in enumerate(pairs) if own != others)
        return next(same, min(len(self.actions), len(other.actions)))


@dataclass(frozen=True, slots=True)
class SharedHand(Result):
    """A hand of Clumond to be played from one seat, and how people played it.

    game     the terms, of one hand.
    cards    the pack as it was shuffled, with each hand's cards in the order of cards.
    pot      the chips in the pot before it.
    seat     the seat of the people.
    levels   the levels of the other seats, clockwise.
    day      the date, if it is a deal of the day.
    results  how people played it, at most eight.

    WrongTypeError for a field of the wrong type, here as in `PlayedHand`; the message names it.
    """

    game: ClumondGame
    cards: tuple[Card, ...]
    pot: Annotated[int, range(MOST_POT + 1)]
    seat: Seat
    levels: tuple[Level, Level]
    day: date | None = None
    results: Annotated[tuple[PlayedHand, ...], range(MOST_RESULTS + 1)] = ()

    def __post_init__(self) -> None:
        check_fields(SharedHand, self)

    @classmethod
    def of(cls, session: Session[Any], seating: Seating, number: int) -> SharedHand:
        """Deal ``number`` of a session, without results; RuleError if it has not begun."""
        check_type(session, Session, "a session")
        check_type(seating, Seating, "a seating")
        before, _ = session.replayed(number, 0)
        terms = session.game
        if not isinstance(terms, ClumondGame):
            raise RuleError("only hands of Clumond can be sent")
        seat = Seat(before.standing.seat(seating.person))
        others = (before.standing.player((seat + turn) % len(Seat)) for turn in (1, 2))
        first, second = (seating.levels[player] for player in others)
        game = replace(ClumondGame(hands=1), **{name: getattr(terms, name) for name in _TERMS})
        cards, pot = cards_of(session, number), before.standing.pot
        return cls(game, cards, pot, seat, (first, second), _day_of(seating.day, cards))

    @classmethod
    def played(
        cls, session: Session[Any], seating: Seating, number: int, *, tag: int, name: str = ""
    ) -> SharedHand:
        """Deal ``number``, with its result first, then those of links that others have sent.

        RuleError if the deal is not over.
        """
        hand = cls.of(session, seating, number)
        session.ended_deal(number)
        actions = tuple(action for _, action in session.acts[number - 1])
        own = PlayedHand(tag, name, actions, seating.replay, seating.help_in(number))
        sent = next((link for link in seating.links if is_link_to(link, hand)), None)
        return hand.merged([own, *(parse_link(sent).results if sent else ())])

    def merged(self, results: Iterable[PlayedHand]) -> SharedHand:
        """With its results, then these, at most eight; of those with one tag the first."""
        by_tag: dict[int, PlayedHand] = {}
        for result in (*self.results, *results):
            by_tag.setdefault(result.tag, result)
        return replace(self, results=tuple(by_tag.values())[:MOST_RESULTS])

    def is_same_hand(self, other: SharedHand) -> bool:
        """Whether both are the same cards from the same seat, on the same terms."""
        return replace(self, levels=other.levels, day=other.day, results=other.results) == other

    def session(self, result: PlayedHand | None = None) -> Session[ClumondState]:
        """A session of this hand, in which player 0 has the seat; played out as in a result."""
        dealer = (-1 - self.seat) % len(Seat)
        session = (
            Session(self.game, 0, dealer, self.cards, self.pot)
            if self.day is None
            else day_session(self.day)
        )
        for action in () if result is None else result.actions:
            session.push(action)
        return session

    def seating(self, names: tuple[str, ...], *, replay: bool) -> Seating:
        """The seats of that session: the person first."""
        levels = (self.levels[0], *self.levels)
        day = str(self.day) if self.day and not replay else ""
        return Seating(names, levels, day=day, replay=replay, links=(self.link,))

    @property
    def link(self) -> str:
        """The text of the link, in small letters and digits."""
        writer = _Writer()
        self.write(writer)
        return _version(_VERSION, self.game) + writer.digits

    def write(self, writer: _Writer) -> None:
        """Write the hand with its results."""
        writer.write(self.day.toordinal() if self.day else 0, _MOST_DAY + 1)
        if self.day is None:
            writer.write(self.game.four_tens, 2)
            writer.write(_SCORINGS.index(self.game.scoring), len(_SCORINGS))
            writer.write(_PARS.index(self.game.par), len(_PARS))
            writer.write(self.game.ante, _MOST_ANTE + 1)
            writer.write(self.pot, MOST_POT + 1)
            writer.write(self.seat, len(Seat))
            rest = list(self.game.pack.cards)
            for card in self.game.pack.order(self.cards):
                writer.write(rest.index(card), len(rest))
                rest.remove(card)
        for level in self.levels:
            writer.write(_LEVELS.index(level), len(_LEVELS))
        writer.write(len(self.results), MOST_RESULTS + 1)
        for result in self.results:
            self._write_result(result, writer)

    def _write_result(self, result: PlayedHand, writer: _Writer) -> None:
        writer.write(result.tag, RESULT_TAGS)
        name = printable_name(result.name).encode(errors="replace")
        writer.write(len(name), _BYTES)
        for byte in name:
            writer.write(byte, _BYTES)
        writer.write(result.replay, 2)
        for count in result.help:
            writer.write(min(_MOST_HELP, count), _MOST_HELP + 1)
        session = self.session()
        for action in result.actions:
            legal = sorted(session.state.legal_actions, key=str)
            session.push(action)
            writer.write(legal.index(action), len(legal))
        if not session.is_finished:
            raise RuleError("a result of a hand that is not over has no link")


@dataclass(frozen=True, slots=True)
class SharedMatch(Result):
    """Hands of Clumond that friends play one after another: two to eight, with one link.

    Who has played several of them has the same tag in all.

    >>> session = Session(ClumondGame(hands=2), seed=5)
    >>> session.play_out(lambda state: next(iter(state.legal_actions)))
    >>> played = [SharedHand.played(session, Seating.usual(3), n, tag=n) for n in (1, 2)]
    >>> match = SharedMatch.by_person(played, own=(0, 1))
    >>> [hand.results[0].tag for hand in match.hands], parse_match(match.link) == match
    ([1, 1], True)
    """

    hands: Annotated[tuple[SharedHand, ...], range(2, MOST_HANDS + 1)]

    def __post_init__(self) -> None:
        check_fields(SharedMatch, self)
        if len({hand.game.signals for hand in self.hands}) > 1:
            raise RuleError("all hands of a match are played with signals, or none")

    @classmethod
    def by_person(cls, hands: Sequence[SharedHand], own: Sequence[int]) -> SharedMatch:
        """A match of hands; those with these indices begin with the person's result."""
        hands, tags = [*hands], [hands[index].results[0].tag for index in own]
        for index in own:
            first, *others = hands[index].results
            results = (replace(first, tag=tags[0]), *others)
            hands[index] = replace(hands[index], results=results)
        return cls(tuple(hands))

    @property
    def link(self) -> str:
        """The text of the link, in small letters and digits."""
        writer = _Writer()
        writer.write(len(self.hands), MOST_HANDS + 1)
        for hand in self.hands:
            hand.write(writer)
        return _version(_VERSION_OF_MATCH, self.hands[0].game) + writer.digits


def _version(plain: str, game: ClumondGame) -> str:
    return plain if game.signals is Convention.NONE else _OF_SIGNALS[plain]


def is_link_to(link: str, hand: SharedHand) -> bool:
    """Whether a link is to this hand, from the same seat; reads none of its results."""
    with suppress(NotationError):
        return _read_terms(_reader_of(link, _VERSION)).is_same_hand(hand)
    return False


def _day_of(day: str, cards: tuple[Card, ...]) -> date | None:
    """The date of a deal of the day, if these are its cards: a file may say anything."""
    with suppress(NotationError):
        date_named = parse_day(day)
        if cards_of(day_session(date_named), 1) == cards:
            return date_named
    return None


def cards_of(session: Session[Any], number: int) -> tuple[Card, ...]:
    """The cards of a deal, from 1, as `SharedHand` has them."""
    cards = session.shuffled(number)
    ends = range(FULL_HAND, len(Seat) * FULL_HAND + 1, FULL_HAND)
    hands = (sorted(cards[end - FULL_HAND : end]) for end in ends)
    return (*(card for hand in hands for card in hand), *cards[ends[-1] :])


def printable_name(text: str) -> str:
    """A name without characters that cannot be seen, and not too long."""
    return "".join(filter(str.isprintable, text))[:MOST_NAME].strip()


def parse_link(text: str) -> SharedHand:
    """Read a link: its text, a web address that ends with it, or a message with that address.

    A mail program may have wrapped, quoted or capitalised it, a mail filter put it into an address
    of its own. NotationError for a text without a link, or with one that is incomplete or was
    changed.
    """
    return _parsed(text, "a hand", _VERSION, _read_hand)


def parse_match(text: str) -> SharedMatch:
    """Read a link to a match, as `parse_link` does one to a hand."""
    return _parsed(text, "a match", _VERSION_OF_MATCH, _read_match)


def _parsed(text: str, what: str, version: str, read: Callable[[_Reader], _T]) -> _T:
    text = as_text(text, "a link's text").lower()
    error = NotationError(f"this is no link to {what}: copy all of the message", text)
    # The last says what is wrong: one that begins as it should, if there is any.
    for link in sorted(_possible_links(text), key=lambda link: _VERSIONS.get(link[0]) == version):
        try:
            return read(_reader_of(link, version))
        except NotationError as fault:
            error = fault
    raise error


def _possible_links(text: str) -> dict[str, None]:
    """What may be a link in a text, as it is and without percent-encoding, in their order."""
    possible = dict[str, None]()
    for _ in range(_MOST_WRAPPED + 1):
        ends = [match.end() for match in _BEFORE.finditer(text)]
        for start, end in pairwise([*ends, len(text)]):
            link = "".join(re.findall(f"[{DIGITS}]+", text[start:end]))
            if len(link) >= _SHORTEST:
                possible.update(dict.fromkeys(_readings(link)))
        text = unquote(text)
    return possible


def _readings(link: str) -> list[str]:
    """A link after an equals sign, which mail programs may write as "=3D": it may begin so, too."""
    if not link.startswith("3d"):
        return [link]
    readings = [link[2:], link]
    return [reading for reading in readings if _is_whole(reading)] or readings


def _is_whole(link: str) -> bool:
    """Whether nothing of a link is missing or changed; False for any other text."""
    with suppress(ValueError):
        _Reader(link)
        return True
    return False


def _reader_of(link: str, version: str) -> _Reader:
    """Reads a link after its version; NotationError if another version wrote it."""
    plain = _VERSIONS.get(link[:1])
    if plain is None:
        raise NotationError(_OTHER_VERSION if _is_whole(link) else _CUT_OR_OTHER_VERSION, link)
    if plain != version and _is_whole(link):
        kind = {_VERSION: "a hand", _VERSION_OF_MATCH: "a match"}[plain]
        raise NotationError(f"this is a link to {kind}: open it as one", link)
    return _Reader(link)


def _read_hand(reader: _Reader) -> SharedHand:
    hand = _read_terms(reader)
    results = [_read_result(hand, reader) for _ in range(reader.read(MOST_RESULTS + 1))]
    return replace(hand, results=tuple(results))


def _read_match(reader: _Reader) -> SharedMatch:
    count = reader.read(MOST_HANDS + 1)
    return SharedMatch(tuple(_read_hand(reader) for _ in range(count)))


def _read_terms(reader: _Reader) -> SharedHand:
    """The hand without its results."""
    day = reader.read(_MOST_DAY + 1)
    if day:
        session = day_session(date.fromordinal(day))
        game, cards, pot = ClumondGame(hands=1), cards_of(session, 1), 0
        seat = Seat(session.standing.seat(0))
    else:
        game = ClumondGame(
            four_tens=bool(reader.read(2)),
            scoring=_SCORINGS[reader.read(len(_SCORINGS))],
            par=_PARS[reader.read(len(_PARS))],
            ante=reader.read(_MOST_ANTE + 1),
            hands=1,
            signals=reader.signals,
        )
        pot, seat = reader.read(MOST_POT + 1), Seat(reader.read(len(Seat)))
        rest = list(game.pack.cards)
        cards = tuple(rest.pop(reader.read(bound)) for bound in range(len(rest), 0, -1))
    first, second = (_LEVELS[reader.read(len(_LEVELS))] for _ in range(2))
    day_named = date.fromordinal(day) if day else None
    return SharedHand(game, cards, pot, seat, (first, second), day_named)


def _read_result(hand: SharedHand, reader: _Reader) -> PlayedHand:
    tag = reader.read(RESULT_TAGS)
    name = bytes(reader.read(_BYTES) for _ in range(reader.read(_BYTES))).decode(errors="replace")
    replay = bool(reader.read(2))
    help_taken = Help(*(reader.read(_MOST_HELP + 1) for _ in Help._fields))
    session = hand.session()
    while not session.is_finished:
        legal = sorted(session.state.legal_actions, key=str)
        session.push(legal[reader.read(len(legal))])
    actions = tuple(action for _, action in session.acts[0])
    return PlayedHand(tag, printable_name(name), actions, replay, help_taken)


class _Writer:
    """Writes numbers below their bounds as one number in mixed radix, with a checksum."""

    def __init__(self) -> None:
        self._numbers: list[tuple[int, int]] = []

    def write(self, number: int, bound: int) -> None:
        if not 0 <= number < bound:
            raise RuleError(f"{number}: a link has room for 0 to {bound - 1} here")
        self._numbers.append((int(number), bound))

    @property
    def digits(self) -> str:
        value = 1
        for number, bound in reversed(self._numbers):
            value = value * bound + number
        digits = digits_of(value, -(-value.bit_length() // 5))
        return digits_of(crc32(digits.encode()) >> 2, _CHECK_DIGITS) + digits


class _Reader:
    """Reads what a `_Writer` wrote after a version, with any text after it.

    NotationError if there is none.
    """

    def __init__(self, link: str) -> None:
        by_signals = link[:1] in _OF_SIGNALS.values()
        self.signals = Convention.AUTHOR if by_signals else Convention.NONE
        digits = link[1:_LONGEST]
        check, body = number_of(digits[:_CHECK_DIGITS]), digits[_CHECK_DIGITS:]
        checks = accumulate(body.encode(), lambda crc, code: crc32(bytes([code]), crc), initial=0)
        # The longest, since by chance the beginning of a link may have the same checksum.
        length = max((at for at, crc in enumerate(checks) if at and crc >> 2 == check), default=0)
        if not length:
            reason = "this link is incomplete or was changed: copy all of the message"
            raise NotationError(reason, link)
        self._value = number_of(body[:length])

    def read(self, bound: int) -> int:
        self._value, number = divmod(self._value, bound)
        return number
