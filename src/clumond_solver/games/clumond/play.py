"""Clumond: retentions and their code, the play of a hand and its outcome.

Three players hold sixteen cards each and play thirteen tricks. The suits of the three cards that
a player keeps, his *retention*, say how many tricks he should have taken: diamonds count 0, spades
1, hearts 2, clubs 3, and he needs the sum, or ten more. One player may go for clumond: he names the
strain and plays alone against the others. In the Four Tens variant exposed tens count as
supplementary tricks.

Sources: the rules of Clumond by Charles Magri, in two descriptions; see games/rules.md.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, pairwise
from operator import le
from typing import Any

from clumond_solver.base.cards import Card, Hand, Strain, StrainLike, Suit
from clumond_solver.base.checks import as_int, as_text, as_tuple, check_type, checked, wrong_type
from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.errors import (
    DealError,
    NotationError,
    RuleError,
    shown_number,
    shown_value,
)
from clumond_solver.base.values import Drawable, Result
from clumond_solver.base.wording import counted
from clumond_solver.games.clumond.deals import (
    FULL_HAND,
    KEPT_CARDS,
    Deal,
    Seat,
    SeatLike,
    check_equal_sizes,
    check_hands,
    hands_text,
    parse_declarer,
    parse_hands,
)
from clumond_solver.rules.tricks import TrickPlay, TrickRules

TRICKS = FULL_HAND - KEPT_CARDS
# The seats by number: an index into a tuple is faster than a call of the enumeration.
_SEATS = tuple(Seat)
MOST_SUPPLEMENTARY = sum(Suit)
#: By seat, the suits in which it is void.
Voids = tuple[frozenset[Suit], frozenset[Suit], frozenset[Suit]]
#: The trick rules by strain.
RULES = {strain: TrickRules.plain(3, strain.suit, kept=KEPT_CARDS) for strain in Strain}


@cache
def possible_pars(code: int, supplementary: int = 0) -> frozenset[int]:
    """The totals that succeed with a code and are possible: the code, ten more, or both.

    A total is at least the supplementary tricks and at most thirteen more (rules: CLU-08, TEN-04).

    >>> sorted(possible_pars(1)), sorted(possible_pars(5)), sorted(possible_pars(9, 6))
    ([1, 11], [5], [9, 19])
    """
    return frozenset(
        par for par in (code, code + 10) if supplementary <= par <= supplementary + TRICKS
    )


@dataclass(frozen=True, slots=True, order=True)
class Retention:
    """The suits of three kept cards, without order: one of twenty multisets.

    >>> [str(suit) for suit in Retention.parse("DHC")], str(Retention.parse("DHC"))
    (['C', 'H', 'D'], 'CHD')
    """

    suits: tuple[Suit, Suit, Suit]

    def __post_init__(self) -> None:
        suits = as_tuple(self.suits, "three suits")
        if len(suits) != KEPT_CARDS:
            raise RuleError(f"{counted(len(suits), 'suit')}: a retention has {KEPT_CARDS}")
        first, second, third = sorted(map(Suit, suits), reverse=True)
        object.__setattr__(self, "suits", (first, second, third))

    @classmethod
    def parse(cls, text: str) -> Retention:
        """Read three suit letters or symbols in any order; NotationError otherwise."""
        text = as_text(text, "a retention's text")
        letters = re.sub(r"[\s,]", "", text)
        if len(letters) != KEPT_CARDS:
            raise NotationError("a retention is three suits, such as CHD", text)
        try:
            first, second, third = (Suit.parse(letter) for letter in letters)
        except NotationError as error:
            raise NotationError(error.reason, text, text.index(error.text)) from None
        return cls((first, second, third))

    @classmethod
    def of(cls, hand: Hand) -> Retention:
        """The retention of a hand of three cards; RuleError for any other size."""
        check_type(hand, Hand, "a hand")
        suits = [card.suit for card in hand]
        if len(suits) != KEPT_CARDS:
            raise RuleError(
                f"{hand} has {counted(len(suits), 'card')}: a retention has {KEPT_CARDS}"
            )
        return cls((suits[0], suits[1], suits[2]))

    @classmethod
    def all(cls) -> tuple[Retention, ...]:
        """All twenty retentions, sorted by code, then by suits."""
        return _every_retention()

    @property
    def code(self) -> int:
        """The sum of the suits' values, 0 to 9.

        To succeed, a player needs a total of this many tricks, or of ten more.
        """
        return sum(self.suits)

    @property
    def totals(self) -> tuple[int, ...]:
        """The numbers of tricks, of thirteen, with which a player who keeps it succeeds.

        >>> Retention.parse("CSS").totals, Retention.parse("DDD").totals
        ((5,), (0, 10))
        """
        return tuple(sorted(possible_pars(self.code)))

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The number of cards by suit code."""
        return _counts(self.suits)

    @checked
    def fits(self, lengths: Sequence[int]) -> bool:
        """Whether a hand with so many cards of each suit, by suit code, can keep it."""
        return all(map(le, self.counts, lengths))

    def pretty(self) -> str:
        """The suits as symbols."""
        return "".join(suit.symbol for suit in self.suits)

    def __iter__(self) -> Iterator[Suit]:
        return iter(self.suits)

    def __str__(self) -> str:
        return "".join(str(suit) for suit in self.suits)

    def __repr__(self) -> str:
        return f"Retention.parse('{self}')"


def as_retention(given: Retention | str) -> Retention:
    """Return a retention, or read one from a text; WrongTypeError or NotationError otherwise."""
    if isinstance(given, str):
        return Retention.parse(given)
    check_type(given, Retention, "a retention or its text")
    return given


def voids_shown(plays: Iterable[tuple[Seat, Card]]) -> Voids:
    """By seat, the suits led that it did not follow in these plays, whose first one is a lead."""
    shown: tuple[set[Suit], set[Suit], set[Suit]] = (set(), set(), set())
    for index, (seat, card) in enumerate(plays):
        if index % 3 == 0:
            led = card.suit
        elif card.suit is not led:
            shown[seat].add(led)
    forehand, middlehand, rearhand = map(frozenset, shown)
    return forehand, middlehand, rearhand


@cache
def _every_retention() -> tuple[Retention, ...]:
    retentions = (Retention(suits) for suits in combinations_with_replacement(Suit, 3))
    return tuple(sorted(retentions, key=lambda retention: (retention.code, retention.suits)))


@cache
def _counts(suits: tuple[Suit, ...]) -> tuple[int, int, int, int]:
    diamonds, spades, hearts, clubs = map(suits.count, Suit)
    return diamonds, spades, hearts, clubs


class ParReading(StrChoice):
    """How to count the tricks that a failed hand is off: two readings of the rules.

    Both agree on success. A total is the sum of the tricks taken and the supplementary tricks.

    NEAREST  the distance from the total to the nearest par, the code or ten more (the default).
    REDUCED  the distance from the total to the code; a total of ten or more is first reduced by 10.

    >>> missed = SeatOutcome(Retention.parse("CCC"), tricks_taken=11)
    >>> missed.off(ParReading.NEAREST), missed.off(ParReading.REDUCED)
    (2, 8)
    """

    NEAREST = "nearest"
    REDUCED = "reduced"


@checked
def tricks_off(
    code: int, total: int, supplementary: int = 0, par: ParReading | str = ParReading.NEAREST
) -> int:
    """How many tricks a total is off with a code; 0 exactly for success.

    ``total`` includes supplementary tricks. RuleError for a code with which no total succeeds.

    >>> tricks_off(9, 11), tricks_off(9, 11, par="reduced")
    (2, 8)
    """
    if not 0 <= supplementary <= MOST_SUPPLEMENTARY:
        raise RuleError(
            f"{shown_number(supplementary)} supplementary tricks: 0 to {MOST_SUPPLEMENTARY}"
        )
    if ParReading(par) is ParReading.REDUCED:
        return abs((total - 10 if total >= 10 else total) - code)
    pars = possible_pars(code, supplementary)
    if not pars:
        raise RuleError(f"no total succeeds with the code {shown_number(code)}")
    return min(abs(total - wanted) for wanted in pars)


@dataclass(frozen=True, slots=True, order=True)
class SeatOutcome(Result):
    """A player's retention and tricks, and how a miss is measured."""

    _derived = "code", "pars", "total", "success", "off"
    retention: Retention
    tricks_taken: int
    supplementary: int = 0
    par: ParReading = ParReading.NEAREST

    @property
    def code(self) -> int:
        """The retention's code."""
        return self.retention.code

    @property
    def total(self) -> int:
        """The sum of the tricks taken and the supplementary tricks, 0 to 19."""
        return self.tricks_taken + self.supplementary

    @property
    def tricks_text(self) -> str:
        """Tricks taken, and supplementary ones if there are any: "9 + 3"."""
        return f"{self.tricks_taken}{f' + {self.supplementary}' if self.supplementary else ''}"

    @property
    def pars(self) -> tuple[int, ...]:
        """The totals that succeed with the retention, ascending."""
        return tuple(sorted(possible_pars(self.retention.code, self.supplementary)))

    @property
    def success(self) -> bool:
        """Whether the total is one of the pars."""
        return self.total in self.pars

    def off(self, par: ParReading | str | None = None) -> int:
        """How many tricks the player is off; ``par`` replaces the table's way to count."""
        return tricks_off(
            self.retention.code, self.total, self.supplementary, self.par if par is None else par
        )

    @property
    def result(self) -> str:
        """The player's result in words.

        >>> SeatOutcome(Retention.parse("CCC"), 11, par=ParReading.REDUCED).result
        '8 off'
        """
        return "success" if self.success else f"{self.off()} off"


@dataclass(frozen=True, slots=True, order=True)
class Outcome(Result):
    """The end of a hand: the seats' outcomes, and the declarer.

    >>> kept = (Retention.parse("DDS"), Retention.parse("CSS"), Retention.parse("CCH"))
    >>> outcome = Outcome(Seat.FOREHAND, tuple(map(SeatOutcome, kept, (1, 5, 7))))
    >>> outcome.declarer_succeeded, outcome[Seat.REARHAND].off()
    (True, 1)
    """

    declarer: Seat | None
    seats: tuple[SeatOutcome, SeatOutcome, SeatOutcome]

    def __getitem__(self, seat: SeatLike) -> SeatOutcome:
        return self.seats[Seat(seat)]

    @property
    def declarer_succeeded(self) -> bool | None:
        """Whether the declarer succeeded; None if nobody declared."""
        return None if self.declarer is None else self.seats[self.declarer].success


class Play(TrickPlay, Drawable):
    """A hand of Clumond in play, from its first card or from any point.

    ``deal`` gives the hands. A `Deal` has them as at the start of the trick under way, with the
    cards on the table; a sequence of three hands may include those cards or not. ``declarer=None``
    is the undeclared hand, always at no trumps. ``leader`` leads to the trick under way, by default
    the seat that leads first (declarer's left, or forehand). ``tricks_taken`` adds up to the tricks
    already played, and is required if hands are shorter than sixteen. ``supplementary`` are the
    tricks for exposed tens, 0 to 6 per seat; ``table`` has the cards on the table, the lead first.
    ``par``, "nearest" or "reduced", says how `outcome` measures a miss (`ParReading`).

    DealError or RuleError for an inconsistent position, IllegalPlayError for an illegal card on the
    table.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> play = Play(deal, declarer=Seat.FOREHAND, strain=Strain.CLUBS)
    >>> play.turn, len(play.legal_plays)
    (Seat.MIDDLEHAND, 16)
    >>> play.push(Card.parse("SA"))
    >>> Play.parse(str(play)) == play
    True
    """

    __slots__ = ("declarer", "par", "strain", "supplementary")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        deal: Deal | Sequence[Hand],
        declarer: SeatLike | None,
        strain: StrainLike | None = None,
        *,
        leader: SeatLike | None = None,
        tricks_taken: Sequence[int] | None = None,
        supplementary: Sequence[int] = (0, 0, 0),
        table: Sequence[Card] = (),
        par: ParReading | str = ParReading.NEAREST,
    ) -> None:
        self.declarer = None if declarer is None else Seat(declarer)
        self.strain = _strain_played(self.declarer, strain)
        self.supplementary = check_seat_counts(
            "supplementary tricks", supplementary, MOST_SUPPLEMENTARY
        )
        self.par = ParReading(par)
        start = _opening_leader(self.declarer) if leader is None else Seat(leader)
        hands = _with_table(deal, start, table)
        taken = _tricks_taken(tricks_taken, hands)
        super().__init__(RULES[self.strain], hands, start, taken)
        for card in table:
            self.push(card)
        self._history.clear()

    @classmethod
    def parse(cls, text: str) -> Play:
        """Read the text of `str`: a deal, then `name=value` words; see docs/notation.md.

        Full hands need neither leader nor tricks: the seat left of declarer leads, forehand if
        nobody declared.
        """
        text = as_text(text, "a play's text")
        head = re.match(r"(\s*\S+\s+\S+\s+\S+)(.*)\Z", text, re.DOTALL)
        if head is None:
            raise NotationError("a play starts with its deal, F:hand hand hand", text)
        words = _parse_words(text, head.end(1))
        hands = parse_hands(head[1])
        full = all(len(hand) == FULL_HAND for hand in hands)
        for name in _PLAY_WORDS[:2] if full else _PLAY_WORDS[:4]:
            if name not in words:
                raise NotationError(f"{name}= is missing", text, len(text))
        return cls(
            hands,
            parse_declarer(words["declarer"]),
            Strain.parse(words["strain"]),
            leader=Seat.parse(words["leader"]) if "leader" in words else None,
            tricks_taken=parse_counts(words.get("tricks", "0,0,0")),
            supplementary=parse_counts(words.get("supplementary", "0,0,0")),
            table=[Card.parse(card) for card in words.get("table", "").replace(",", " ").split()],
            par=words.get("par", "nearest").lower(),
        )

    @property
    def hands(self) -> tuple[Hand, Hand, Hand]:
        """The cards still held, forehand's first, without those on the table."""
        forehand, middlehand, rearhand = self._now.hands
        return forehand, middlehand, rearhand

    @property
    def leader(self) -> Seat:
        """The seat that leads, or led, to the trick under way."""
        return _SEATS[self._now.leader]

    @property
    def turn(self) -> Seat | None:
        """The seat to play; None when the hand is over."""
        seat = super().turn
        return None if seat is None else _SEATS[seat]

    @property
    def tricks_taken(self) -> tuple[int, int, int]:
        """The tricks won by seat, without supplementary ones."""
        forehand, middlehand, rearhand = self._now.taken
        return forehand, middlehand, rearhand

    def outcome(self) -> Outcome:
        """The outcome; RuleError while the hand is unfinished."""
        if not self.is_over:
            raise RuleError(
                f"the hand is unfinished: {TRICKS - self.tricks_left} of {TRICKS} tricks are played"
            )
        forehand, middlehand, rearhand = (
            SeatOutcome(
                Retention.of(self.hands[seat]),
                self.tricks_taken[seat],
                self.supplementary[seat],
                self.par,
            )
            for seat in Seat
        )
        return Outcome(self.declarer, (forehand, middlehand, rearhand))

    def replace(self, **terms: Any) -> Play:
        """A copy of this position, with some arguments of `Play` changed and without its history.

        ``terms`` are those arguments by name, such as ``strain``; errors are those of `Play`. If no
        card has been played, a new ``declarer`` also moves the first lead.

        >>> play = Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS, supplementary=(0, 3, 0))
        >>> str(play.replace(strain=Strain.HEARTS)).split()[4:]
        ['strain=H', 'leader=M', 'tricks=0,0,0', 'supplementary=0,3,0']
        """
        arguments = self.terms
        if "declarer" in terms and self.tricks_left == TRICKS and not self.trick:
            del arguments["leader"]
        return Play(self.hands, **arguments | terms)

    @property
    def terms(self) -> dict[str, Any]:
        """All of this position but its hands: the arguments of `Play` by name."""
        return {
            "declarer": self.declarer,
            "strain": self.strain,
            "leader": self.leader,
            "tricks_taken": self.tricks_taken,
            "supplementary": self.supplementary,
            "table": self.trick,
            "par": self.par,
        }

    @property
    def at_start_of_trick(self) -> Play:
        """The play, without history, at the start of the trick in which this one began."""
        hands, leader, taken = self._at_start()
        terms = self.terms | {"leader": Seat(leader), "tricks_taken": taken, "table": ()}
        return Play(hands, **terms)

    @property
    def deal(self) -> Deal:
        """The hands at the start of the trick in which this play began.

        DealError for a play set up after the last trick.

        >>> play = Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)
        >>> play.push(next(iter(play.legal_plays)))
        >>> play.deal == Deal.random(1)
        True
        """
        forehand, middlehand, rearhand = self._at_start()[0]
        return Deal((forehand, middlehand, rearhand))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the start and the cards played since, as numbers."""
        hands, leader, taken = self._at_start()
        terms = self.terms | {"leader": leader, "tricks_taken": taken, "table": ()}
        cards = bytes(played.card.bit for played in self.all_played)
        return _unpickle, ([hand.mask for hand in hands], terms, cards, len(self._history))

    def __eq__(self, other: object) -> bool:
        """Whether the position is the same; the history does not count."""
        return isinstance(other, Play) and self.key == other.key

    @property
    def key(self) -> tuple[object, ...]:
        """The position as a key for dictionaries; equal exactly for equal plays.

        >>> play = Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)
        >>> {play.key: "start"}[play.copy().key]
        'start'
        """
        return (self.hands, *self.terms.values())

    def __str__(self) -> str:
        """The position as one line for `parse`."""
        words = [
            hands_text(self.hands),
            f"declarer={'none' if self.declarer is None else self.declarer.letter}",
            f"strain={self.strain}",
            f"leader={self.leader.letter}",
            f"tricks={counts_text(self.tricks_taken)}",
        ]
        if any(self.supplementary):
            words.append(f"supplementary={counts_text(self.supplementary)}")
        if self.trick:
            words.append("table=" + ",".join(str(card) for card in self.trick))
        if self.par is not ParReading.NEAREST:
            words.append(f"par={self.par}")
        return " ".join(words)

    def __repr__(self) -> str:
        """Evaluates to an equal play, without its history."""
        return f"Play.parse('{self}')"


def _unpickle(
    masks: Iterable[int], terms: Mapping[str, Any], cards: bytes, history_length: int
) -> Play:
    play = Play([Hand(mask) for mask in masks], **terms).after(map(Card.from_bit, cards))
    del play._history[: len(cards) - history_length]
    return play


def _strain_played(declarer: Seat | None, given: StrainLike | None) -> Strain:
    strain = None if given is None else Strain(given)
    if declarer is None:
        if strain not in {None, Strain.NO_TRUMPS}:
            raise RuleError(
                f"an undeclared hand is played at no trumps, not in {strain}", option="strain"
            )
        return Strain.NO_TRUMPS
    if strain is None:
        raise RuleError(f"{declarer} declares, but no strain is given", option="strain")
    return strain


def _opening_leader(declarer: Seat | None) -> Seat:
    return Seat.FOREHAND if declarer is None else declarer.left


def check_seat_counts(label: str, counts: Sequence[int], most: int) -> tuple[int, int, int]:
    """The counts themselves; RuleError unless there is one per seat, each from 0 to ``most``."""
    check_type(counts, Collection, f"a row of {label}")
    numbers = tuple(as_int(count, f"a number of {label}") for count in counts)
    if len(numbers) != len(Seat) or not all(0 <= number <= most for number in numbers):
        raise RuleError(
            f"{label} {shown_value(numbers)}: one number per seat, each from 0 to {most}",
            option=label.replace(" ", "_").removesuffix("_tricks"),
        )
    forehand, middlehand, rearhand = numbers
    return forehand, middlehand, rearhand


def _with_table(
    deal: Deal | Sequence[Hand], leader: Seat, table: Sequence[Card]
) -> tuple[Hand, ...]:
    """The hands at the start of the trick, whether or not ``deal`` includes the table."""
    check_type(table, Sequence, "a sequence of cards on the table")
    if len(table) >= len(Seat):
        raise RuleError(f"{len(table)} cards on the table: a trick of three is complete")
    # A text is an iterable too, of letters.
    if isinstance(deal, str) or not isinstance(deal, Iterable):
        raise wrong_type(deal, "a deal")
    hands = list(deal)
    check_hands(hands)
    for offset, card in enumerate(table):
        seat = Seat((leader + offset) % 3)
        if isinstance(deal, Deal) and card not in hands[seat]:
            raise RuleError(f"{card} on the table is not in {seat}'s hand")
        hands[seat] |= Hand.of(card)
    if table:
        check_hands(hands)
    check_equal_sizes(hands)
    return tuple(hands)


def _tricks_taken(given: Sequence[int] | None, hands: Sequence[Hand]) -> tuple[int, int, int]:
    """The tricks taken, checked against the size of the hands."""
    size = len(hands[0])
    played = FULL_HAND - size
    if not 0 <= played <= TRICKS:
        raise DealError(
            f"hands of {counted(size, 'card')}: a play has {KEPT_CARDS} to {FULL_HAND} per hand"
        )
    if given is None:
        if played:
            raise RuleError(
                f"hands of {size} cards: {played} tricks are already played; say with {{option}}"
                " who has won them",
                option="tricks_taken",
            )
        given = (0, 0, 0)
    taken = check_seat_counts("tricks taken", given, TRICKS)
    if sum(taken) != played:
        raise RuleError(
            f"tricks taken {taken} add up to {sum(taken)}, but with hands of {size} cards"
            f" {played} tricks are played",
            option="tricks_taken",
        )
    return taken


def parse_position(text: str) -> Play | Deal | Hand:
    """Read a play, a deal or a hand, whichever the text is.

    A text with `declarer=` is a play; one that begins with a seat's letter and a colon is a deal.
    RuleError for a play that does not say who declares; NotationError and DealError as from the
    parsers of the three.

    >>> parse_position("F:97.J6.6.AKQ J4.K54.8.54 AKQ.Q9.9.83").size
    8
    >>> len(parse_position("AK.Q.42.9"))
    6
    """
    text = as_text(text, "a position's text")
    if re.search(r"\bdeclarer\s*=", text, re.IGNORECASE):
        return Play.parse(text)
    if field := re.search(rf"\b({'|'.join(_PLAY_WORDS)})\s*=", text, re.IGNORECASE):
        raise RuleError(f"a play with {field[0]} also needs declarer= with F, M, R or none")
    if re.match(r"\s*[FMRfmr]\s*:", text):
        return Deal.parse(text)
    if re.fullmatch(r"(\s*[^\s.]*(\.[^\s.]*){3}){3}\s*", text):
        raise NotationError(
            "three hands without a seat: a deal begins with one, F:hand hand hand", text
        )
    return Hand.parse(text)


_PLAY_WORDS = ("declarer", "strain", "leader", "tricks", "supplementary", "table", "par")


def _parse_words(text: str, start: int) -> dict[str, str]:
    """Read the `name=value` words after the deal."""
    words: dict[str, str] = {}
    # A value goes on to the next name, since it may have blanks: strain=no trumps.
    names = re.finditer(r"(?<!\S)[^\s=]++\s*+=", text[start:])
    for begin, end in pairwise([start, *(start + name.start() for name in names), len(text)]):
        word = text[begin:end].strip()
        name, equals, value = (part.strip() for part in word.partition("="))
        name = name.lower()
        if word and (not equals or name not in _PLAY_WORDS or name in words):
            known = ", ".join(_PLAY_WORDS)
            reason = f"{word!r} is not name=value with a name used once, out of {known}"
            raise NotationError(reason, text, text.index(word, begin))
        words[name] = value
    words.pop("", None)
    return words


def parse_counts(text: str) -> tuple[int, int, int]:
    """Three numbers, forehand's first; NotationError for anything else.

    >>> parse_counts("4, 3,6"), counts_text((4, 3, 6))
    ((4, 3, 6), '4,3,6')
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) != len(Seat) or not all(re.fullmatch(r"[0-9]{1,2}", word) for word in words):
        reason = "expected three numbers of one or two digits, forehand's first, such as 4,3,6"
        raise NotationError(reason, text)
    forehand, middlehand, rearhand = map(int, words)
    return forehand, middlehand, rearhand


def counts_text(counts: Sequence[int]) -> str:
    """Three numbers as `parse_counts` reads them."""
    return ",".join(map(str, counts))
