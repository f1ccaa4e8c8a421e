"""Seats and deals of Clumond, dealt at random or under constraints.

>>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
>>> deal[Seat.REARHAND].length(Suit.HEARTS)
6
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, islice
from math import comb
from operator import or_
from typing import Any, Literal, TypeVar, overload

from clumond_solver.base.cards import (
    CLUMOND_PACK,
    FULL_PACK,
    Card,
    Hand,
    Rank,
    Suit,
    SuitLike,
    below,
    shuffled,
)
from clumond_solver.base.checks import (
    as_int,
    as_text,
    as_tuple,
    check_fields,
    check_type,
    checked,
    wrong_type,
)
from clumond_solver.base.enumerations import IntChoice
from clumond_solver.base.errors import DealError, NotationError, shown_number, shown_value
from clumond_solver.base.seeds import source_of
from clumond_solver.base.values import Drawable
from clumond_solver.base.wording import counted

FULL_HAND = 16
KEPT_CARDS = 3
_MOST_REJECTED = 1_000_000
# A deal that lacks more cards is probably not meant as a full deal.
_MOST_LACKING = 3
_Bounds = tuple[tuple[tuple[int, int], ...], ...]
_Value = TypeVar("_Value")
# The type variables let a mapping have keys of any one type; `Mapping` is invariant in its keys.
_Member = TypeVar("_Member", bound=IntChoice)
_SeatT = TypeVar("_SeatT", bound="SeatLike")
_SuitT = TypeVar("_SuitT", bound=SuitLike)


class Seat(IntChoice):
    """A seat at the table, clockwise from the dealer's left; rearhand deals.

    >>> Seat.parse("m").left, str(Seat.FOREHAND)
    (Seat.REARHAND, 'forehand')
    """

    FOREHAND = 0
    MIDDLEHAND = 1
    REARHAND = 2

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read a seat's name or its first letter, or "dealer", in either case; or NotationError."""
        text = as_text(text, "a seat's text")
        word = text.strip().lower()
        for seat in cls:
            if word and word in {str(seat), seat.letter.lower()}:
                return seat
        if word == "dealer":
            return cls.REARHAND
        raise NotationError("no such seat (use forehand, middlehand, rearhand or dealer)", text)

    @property
    def left(self) -> Seat:
        """The next seat clockwise."""
        return Seat((self + 1) % 3)

    @property
    def letter(self) -> str:
        """F, M or R."""
        return "FMR"[self]


def parse_declarer(text: str) -> Seat | None:
    """The declarer's seat, as `Seat.parse` reads it; None for "none", in either case.

    >>> parse_declarer("None"), parse_declarer("f")
    (None, Seat.FOREHAND)
    """
    text = as_text(text, "a seat's text")
    return None if text.strip().lower() == "none" else Seat.parse(text)


#: A seat, or a text for `Seat.parse`.
SeatLike = Seat | str


@dataclass(frozen=True, slots=True, order=True)
class Deal(Drawable):
    """Three hands of equal size from the pack without tens, forehand's first.

    A full deal has 16 cards per hand; a deal of 4 to 15 cards per hand is the end of a play.
    DealError for any other size, hands of unequal size, a card held twice, or a ten.
    """

    hands: tuple[Hand, Hand, Hand]

    def __post_init__(self) -> None:
        if isinstance(self.hands, str):
            raise wrong_type(self.hands, "three hands (Deal.parse reads a text)")
        if type(self.hands) is not tuple:
            object.__setattr__(self, "hands", as_tuple(self.hands, "three hands"))
        check_hands(self.hands)
        check_equal_sizes(self.hands)
        if not KEPT_CARDS < self.size <= FULL_HAND:
            raise DealError(
                f"hands of {counted(self.size, 'card')}: a deal has {KEPT_CARDS + 1} to"
                f" {FULL_HAND} per hand"
            )

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read `F:hand hand hand`: the first seat's letter, then its hand, then clockwise.

        Separate hands that contain blanks by `|`, or name every seat: `F: … M: … R: …`. The third
        of full hands may be left out, since it is the rest of the pack. NotationError for a text
        that cannot be read, DealError for hands that cannot be dealt.

        >>> deal = Deal.random(7)
        >>> forehand, middlehand, _ = (hand.pretty() for hand in deal)
        >>> Deal.parse(f"F: {forehand} M: {middlehand}") == deal
        True
        """
        hands = _hands_given(text)
        missing = [seat for seat in Seat if seat not in hands]
        if len(missing) == 1 and all(len(hand) == FULL_HAND for hand in hands.values()):
            one, other = hands.values()
            hands[missing[0]] = CLUMOND_PACK.cards - one - other
            return cls((hands[Seat(0)], hands[Seat(1)], hands[Seat(2)]))
        return cls(parse_hands(text))

    @overload
    @classmethod
    def random(
        cls,
        seed: int,
        *,
        cards: int = FULL_HAND,
        holds: Mapping[_SeatT, Hand] | None = None,
        lengths: Mapping[_SeatT, Mapping[_SuitT, tuple[int, int]]] | None = None,
        four_tens: Literal[False] = False,
    ) -> Deal: ...
    @overload
    @classmethod
    def random(cls, seed: int, *, four_tens: Literal[True]) -> FourTensDeal: ...
    @classmethod
    def random(
        cls,
        seed: int,
        *,
        cards: int = FULL_HAND,
        holds: Mapping[_SeatT, Hand] | None = None,
        lengths: Mapping[_SeatT, Mapping[_SuitT, tuple[int, int]]] | None = None,
        four_tens: bool = False,
    ) -> Deal:
        """Deal at random; all possible deals are equally likely, and the seed fixes the deal.

        ``cards`` is the size of a hand; ``holds`` gives cards that a seat must have, ``lengths``
        the fewest and the most cards of a suit that a seat may have. With ``four_tens``, and none
        of these, it is a deal of the variant Four Tens, whose ``tens`` say where the exposed tens
        lie. DealError if no deal fits, or if a seat or a suit comes twice.

        >>> both = {Seat.FOREHAND: Hand.parse("AK..."), Seat.REARHAND: Hand.parse("Q...")}
        >>> deal = Deal.random(7, holds=both, lengths={Seat.MIDDLEHAND: {Suit.CLUBS: (0, 1)}})
        >>> deal[Seat.MIDDLEHAND].length(Suit.CLUBS) <= 1
        True
        >>> Deal.random(7, lengths={"F": {"clubs": (9, 12)}})["F"].length("clubs") >= 9
        True
        >>> str(Deal.random(7, four_tens=True).tens)
        'F=D M=CHS R=- common=-'
        """
        check_type(four_tens, bool, "four_tens: True or False")
        if not four_tens:
            return _dealing(cards, holds, lengths)(source_of(seed))
        if cards != FULL_HAND or holds or lengths:
            raise DealError("Four Tens is dealt from the whole pack: no cards, holds or lengths")
        return deal_four_tens(FULL_PACK.shuffled(seed))

    @property
    def size(self) -> int:
        """The number of cards of a hand."""
        return len(self.hands[0])

    def __getitem__(self, seat: SeatLike) -> Hand:
        return self.hands[Seat(seat)]

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    def __str__(self) -> str:
        """`F:` and the three hands in the dotted form."""
        return hands_text(self.hands)

    def __repr__(self) -> str:
        return f"Deal.parse('{self}')"


def deals(
    count: int,
    *,
    seed: int = 0,
    where: Callable[[Deal], bool] | None = None,
    cards: int = FULL_HAND,
    holds: Mapping[_SeatT, Hand] | None = None,
    lengths: Mapping[_SeatT, Mapping[_SuitT, tuple[int, int]]] | None = None,
) -> Iterator[Deal]:
    """Yield random deals, all possible ones equally likely; the seed fixes them.

    ``cards``, ``holds`` and ``lengths`` are as in `Deal.random`; no deal is rejected because of
    them. ``where`` accepts or rejects a deal; a rejected deal is replaced by a new one, and
    1,000,000 rejected deals in a row raise DealError. The seed is any whole number; the first deals
    of a seed do not depend on ``count``.

    >>> long_clubs = {Seat.FOREHAND: {Suit.CLUBS: (6, 12)}}
    >>> void = deals(2, seed=1, where=lambda deal: deal[Seat.REARHAND].length(Suit.CLUBS) == 0,
    ...              lengths=long_clubs)
    >>> [deal[Seat.FOREHAND].length(Suit.CLUBS) >= 6 for deal in void]
    [True, True]
    """
    if as_int(count, "a number of deals") < 0:
        raise DealError(f"{shown_number(count)} deals: a count, 0 or more")
    if where is not None and not callable(where):
        raise wrong_type(where, "where: a function of a deal")
    draw, source = _dealing(cards, holds, lengths), source_of(seed)
    return (_draw_accepted(draw, source, where) for _ in range(count))


def _draw_accepted(
    draw: Callable[[random.Random], Deal],
    source: random.Random,
    where: Callable[[Deal], bool] | None,
) -> Deal:
    for _ in range(_MOST_REJECTED):
        deal = draw(source)
        if where is None or where(deal):
            return deal
    raise DealError(f"none of {_MOST_REJECTED:,} deals in a row meets the condition")


def _dealing(
    cards: int,
    holds: Mapping[_SeatT, Hand] | None,
    lengths: Mapping[_SeatT, Mapping[_SuitT, tuple[int, int]]] | None,
) -> Callable[[random.Random], Deal]:
    """A function that draws deals under the constraints of `Deal.random`."""
    size = as_int(cards, "a number of cards")
    if not KEPT_CARDS < size <= FULL_HAND:
        raise DealError(
            f"hands of {shown_number(size)} cards: a deal has {KEPT_CARDS + 1} to {FULL_HAND}"
        )
    held = _by_member(Seat, {} if holds is None else holds, "hands by seat")
    fixed = tuple(held.get(seat, Hand()) for seat in Seat)
    check_hands(fixed)
    pool = CLUMOND_PACK.cards - (fixed[0] | fixed[1] | fixed[2])
    rooms = tuple(size - len(hand) for hand in fixed)
    if min(rooms) < 0:
        raise DealError(f"a seat must hold more than its {size} cards")
    bounds = () if lengths is None else _length_bounds(lengths, fixed)
    space = _deal_space(pool, rooms, bounds) if lengths else None

    def draw(source: random.Random) -> Deal:
        if space is None:
            drawn = _deal_in_turn(shuffled(tuple(pool), source), rooms)
        else:
            drawn = space.sample(source)
        forehand, middlehand, rearhand = map(or_, fixed, drawn)
        return Deal((forehand, middlehand, rearhand))

    return draw


def check_hands(hands: Sequence[Hand]) -> None:
    """DealError if a card is in two hands, or not in Clumond's pack of 48."""
    if len(hands) != len(Seat):
        raise DealError(f"{counted(len(hands), 'hand')}: Clumond has three players")
    seen = Hand()
    for seat, hand in zip(Seat, hands, strict=True):
        check_type(hand, Hand, "a hand")
        CLUMOND_PACK.check_holds(hand, f"{seat}'s hand")
        twice = seen & hand
        if twice:
            listed = " ".join(str(card) for card in twice)
            raise DealError(f"{listed} in {seat}'s hand and in another: each card is dealt once")
        seen |= hand


def check_equal_sizes(hands: Sequence[Hand]) -> None:
    """DealError if one player holds more cards than another."""
    sizes = tuple(len(hand) for hand in hands)
    if len(set(sizes)) > 1:
        counts = ", ".join(f"{seat} {size}" for seat, size in zip(Seat, sizes, strict=True))
        raise DealError(
            f"hands of unequal size ({counts}):"
            f" all players hold equally many cards{_lacking(hands)}"
        )


def _lacking(hands: Sequence[Hand]) -> str:
    """The cards that an almost full deal lacks, in words."""
    lacking = CLUMOND_PACK.cards - (hands[0] | hands[1] | hands[2])
    if len(lacking) > _MOST_LACKING:
        return ""
    return f"; no hand has {' '.join(map(str, lacking))}"


def hands_text(hands: Sequence[Hand]) -> str:
    """Three hands as one text, forehand's first."""
    return "F:" + " ".join(str(hand) for hand in hands)


def parse_hands(text: str) -> tuple[Hand, Hand, Hand]:
    """Read three hands of any size from `F:hand hand hand`, whose first seat may be any seat.

    Separate hands that contain blanks by `|`, or name every seat: `F: S:A H:K | … | …`.
    """
    hands = _hands_given(text)
    if len(hands) != len(Seat):
        raise NotationError(f"a deal has three hands, this one {len(hands)}", text, len(text))
    return hands[Seat.FOREHAND], hands[Seat.MIDDLEHAND], hands[Seat.REARHAND]


def _hands_given(text: str) -> dict[Seat, Hand]:
    """The hands in the text, by seat; there may be fewer than three."""
    text = as_text(text, "a deal's text")
    labels = list(re.finditer(r"(?<!\S)([FMRfmr])\s*:", text))
    if not labels or text[: labels[0].start()].strip():
        raise NotationError("a deal starts with its first seat and a colon (F: for forehand)", text)
    if len(labels) > 1:
        ends = [*(label.start() for label in labels[1:]), len(text)]
        spans = [(Seat.parse(m[1]), m.end(), end) for m, end in zip(labels, ends, strict=True)]
    else:
        [label] = labels
        hand_pattern = r"[^|]+" if "|" in text else r"\S+"
        pieces = re.compile(hand_pattern).finditer(text, label.end())
        first = Seat.parse(label[1])
        spans = [
            (Seat((first + offset) % len(Seat)), piece.start(), piece.end())
            for offset, piece in enumerate(pieces)
        ]
    if len(spans) > len(Seat):
        reason = f"a deal has three hands, this one {len(spans)}"
        raise NotationError(reason, text, spans[len(Seat)][1])
    hands: dict[Seat, Hand] = {}
    for seat, start, end in spans:
        if seat in hands:
            raise NotationError(f"{seat}'s hand is given twice", text, start)
        hands[seat] = _parse_hand_in(text, start, text[start:end])
    return hands


def _parse_hand_in(text: str, start: int, word: str) -> Hand:
    try:
        return Hand.parse(word)
    except NotationError as error:
        raise NotationError(error.reason, text, start + error.offset) from None


def _deal_in_turn(cards: Sequence[Card], rooms: Sequence[int]) -> tuple[Hand, ...]:
    """Deal cards to hands with these rooms, one hand after the other; the rest stays undealt."""
    stock = iter(cards)
    return tuple(Hand.from_cards(islice(stock, room)) for room in rooms)


def _by_member(
    member_type: type[_Member], given: Mapping[Any, _Value], label: str
) -> Mapping[_Member, _Value]:
    """Convert the keys of a mapping to seats or suits."""
    check_type(given, Mapping, label)
    by_member = {member_type(key): value for key, value in given.items()}
    if len(by_member) < len(given):
        raise DealError(f"{label} {shown_value(given)}: one of them comes twice")
    return by_member


def _length_bounds(
    lengths: Mapping[_SeatT, Mapping[_SuitT, tuple[int, int]]], fixed: Sequence[Hand]
) -> _Bounds:
    """By seat and suit code, the fewest and the most cards to deal besides the fixed ones."""
    bounds = []
    by_seat = _by_member(Seat, lengths, "lengths by seat")
    for seat in Seat:
        row = []
        by_suit = _by_member(Suit, by_seat.get(seat, {}), f"{seat}'s lengths by suit")
        for suit in Suit:
            low, high = _fewest_and_most(by_suit.get(suit, (0, FULL_HAND)))
            if not 0 <= low <= high:
                raise DealError(
                    f"{seat} cannot hold from {shown_number(low)} to {shown_number(high)} cards"
                    f" of {suit}"
                )
            held = fixed[seat].length(suit)
            if held > high:
                raise DealError(f"{seat} must hold {held} cards of {suit}, but at most {high}")
            row.append((max(0, low - held), high - held))
        bounds.append(tuple(row))
    return tuple(bounds)


def _fewest_and_most(given: object) -> tuple[int, int]:
    needed = "a pair of lengths, (fewest, most),"
    if not isinstance(given, Sequence) or len(given) != 2:
        raise wrong_type(given, needed)
    low, high = (as_int(end, needed) for end in given)
    return low, high


class DealSpace:
    """All ways to deal a pool of cards to hands of given sizes, within suit lengths.

    They are counted suit by suit, because the cards of a suit affect the others only through the
    room that they leave in the hands. So the number of deals is exact, and a deal drawn by the
    counts is exactly uniform, without rejection. Cards beyond the room stay undealt.

    >>> pool = Hand.parse("AK.A..")
    >>> DealSpace(pool, [1, 1], [[(0, 9)] * 4, [(0, 9), (0, 0), (0, 9), (0, 9)]]).count
    2
    """

    def __init__(
        self, pool: Hand, rooms: Sequence[int], bounds: Sequence[Sequence[tuple[int, int]]]
    ) -> None:
        """Count the deals; ``bounds[hand][suit]`` has the fewest and the most cards of a suit."""
        self._pool = pool
        self._by_suit = [tuple(pool.in_suit(suit)) for suit in Suit]
        self._rooms = tuple(rooms)
        self._bounds = bounds
        self._counts: dict[tuple[int, tuple[int, ...]], int] = {}
        self._choices: dict[
            tuple[int, tuple[int, ...]], tuple[list[tuple[int, ...]], list[int]]
        ] = {}
        if not self.count:
            raise DealError(
                f"no deal of {sum(self._rooms)} cards to {len(self._rooms)} hands"
                f" out of {len(pool)} meets the constraints"
            )

    @property
    def count(self) -> int:
        """The number of deals."""
        return self._count(0, self._rooms)

    def sample(self, source: random.Random) -> tuple[Hand, ...]:
        """Draw a deal at random, all equally likely: a hand for each room."""
        masks = [0] * len(self._rooms)
        rooms = self._rooms
        for suit in Suit:
            split = self._sample_split(suit, rooms, source)
            cards = iter(shuffled(self._by_suit[suit], source))
            for index, length in enumerate(split):
                for card in islice(cards, length):
                    masks[index] |= card.mask
            rooms = _less(rooms, split)
        return tuple(map(Hand, masks))

    def _sample_split(
        self, suit: Suit, rooms: tuple[int, ...], source: random.Random
    ) -> tuple[int, ...]:
        """Draw the hands' lengths in a suit, in proportion to the deals that have them."""
        key = (suit, rooms)
        if key not in self._choices:
            ways_by_split = dict(self._splits(suit, rooms))
            deals = (
                ways * self._count(suit + 1, _less(rooms, split))
                for split, ways in ways_by_split.items()
            )
            self._choices[key] = list(ways_by_split), list(accumulate(deals))
        splits, cumulative = self._choices[key]
        return splits[bisect_right(cumulative, below(cumulative[-1], source))]

    def _count(self, suit: int, rooms: tuple[int, ...]) -> int:
        """The number of ways to deal this suit and all later ones into the rooms."""
        if suit == len(Suit):
            return int(not any(rooms))
        key = (suit, rooms)
        if key not in self._counts:
            self._counts[key] = sum(
                ways * self._count(suit + 1, _less(rooms, split))
                for split, ways in self._splits(Suit(suit), rooms)
            )
        return self._counts[key]

    def _splits(self, suit: Suit, rooms: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the possible lengths of the hands in a suit, each with its number of ways."""
        left_in_pool = sum(self._pool.length(later) for later in Suit if later >= suit)
        most_undealt = left_in_pool - sum(rooms)

        def share(hand: int, left: int) -> Iterator[tuple[tuple[int, ...], int]]:
            if hand == len(rooms):
                if left <= most_undealt:
                    yield (), 1
                return
            low, high = self._bounds[hand][suit]
            for length in range(low, min(high, left, rooms[hand]) + 1):
                for rest, ways in share(hand + 1, left - length):
                    yield (length, *rest), ways * comb(left, length)

        return share(0, self._pool.length(suit))


def _less(rooms: tuple[int, ...], split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(room - length for room, length in zip(rooms, split, strict=True))


# Cached, because counting takes a thousand times as long as drawing a deal.
_deal_space = lru_cache(maxsize=64)(DealSpace)


# The variant Four Tens.

TENS = Hand.from_cards(Card(suit, Rank.TEN) for suit in Suit)


@dataclass(frozen=True, slots=True, order=True)
class ExposedTens:
    """The places of the four tens in the Four Tens variant: before a player, or in common.

    >>> tens = ExposedTens.parse("F=CD M=H common=S")
    >>> tens.supplementary, str(tens)
    ((4, 3, 1), 'F=CD M=H R=- common=S')
    """

    own: tuple[Hand, Hand, Hand]
    common: Hand

    def __post_init__(self) -> None:
        check_fields(ExposedTens, self)
        places = (*self.own, self.common)
        placed = self.own[0] | self.own[1] | self.own[2] | self.common
        if placed != TENS or sum(map(len, places)) != len(TENS):
            raise DealError("each of the four tens lies in one place: before a player or in common")

    @classmethod
    def parse(cls, text: str) -> ExposedTens:
        """Read the suits by place, `F=CD M=H R=- common=S`; places without a ten may be left out.

        NotationError for a text that cannot be read, DealError for tens in no place or in two.
        """
        text = as_text(text, "a text of exposed tens")
        placed = {"F": Hand(), "M": Hand(), "R": Hand(), "COMMON": Hand()}
        for word in re.finditer(r"\S+", text):
            place, equals, suits = word[0].partition("=")
            if not equals or place.upper() not in placed:
                reason = "say where tens lie by F=, M=, R= or common= and their suits"
                raise NotationError(reason, text, word.start())
            placed[place.upper()] = _tens_of(suits, text, word.start())
        return cls((placed["F"], placed["M"], placed["R"]), placed["COMMON"])

    @property
    def supplementary(self) -> tuple[int, int, int]:
        """The supplementary tricks by seat: the codes of its own tens and of those in common."""
        forehand, middlehand, rearhand = (_code(own) + _code(self.common) for own in self.own)
        return forehand, middlehand, rearhand

    def __str__(self) -> str:
        """The suits of the tens by place, a dash for none."""
        places = zip(("F", "M", "R", "common"), (*self.own, self.common), strict=True)
        suits = {place: "".join(str(card.suit) for card in tens)[::-1] for place, tens in places}
        return " ".join(f"{place}={letters or '-'}" for place, letters in suits.items())


def _tens_of(suits: str, text: str, offset: int) -> Hand:
    try:
        letters = [] if suits == "-" else [Suit.parse(letter) for letter in suits]
    except NotationError as error:
        raise NotationError(error.reason, text, offset) from None
    return Hand.from_cards(Card(suit, Rank.TEN) for suit in letters)


def _code(tens: Hand) -> int:
    return sum(card.suit for card in tens)


@checked
def expose_tens(hands: Sequence[Hand], centre: Sequence[Card]) -> tuple[Deal, ExposedTens]:
    """Expose the tens of the hands, and replace them with cards from the centre, forehand's first.

    The first card of the centre is on top. A ten drawn from the centre is exposed and replaced too,
    so only tens stay in the centre (rules: TEN-01, TEN-02). DealError unless the hands have 16
    cards each and the centre has 4.
    """
    if [len(hand) for hand in hands] != [FULL_HAND] * 3 or len(centre) != len(TENS):
        raise DealError("Four Tens is dealt as three hands of 16 cards and 4 in the centre")
    stock = list(centre)
    refilled, own = [], []
    for hand in hands:
        exposed, rest = hand & TENS, hand - TENS
        while len(rest) < FULL_HAND:
            drawn = stock.pop(0)
            if drawn.rank is Rank.TEN:
                exposed = exposed.with_card(drawn)
            else:
                rest = rest.with_card(drawn)
        refilled.append(rest)
        own.append(exposed)
    deal = Deal((refilled[0], refilled[1], refilled[2]))
    return deal, ExposedTens((own[0], own[1], own[2]), Hand.from_cards(stock))


@dataclass(frozen=True, slots=True)
class FourTensDeal(Deal):
    """A deal of Four Tens after the tens are exposed: the hands, and where the tens lie."""

    tens: ExposedTens


def deal_four_tens(order: Sequence[Card]) -> FourTensDeal:
    """The deal of a shuffled pack of 52 cards."""
    hands = [Hand.from_cards(order[start : start + FULL_HAND]) for start in (0, FULL_HAND, 32)]
    deal, tens = expose_tens(hands, order[3 * FULL_HAND :])
    return FourTensDeal(deal.hands, tens)
