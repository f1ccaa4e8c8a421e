"""Suits, ranks, cards and hands, small values read from and written to text; and packs of cards.

A card is one bit of a 64-bit mask: sixteen bits per suit, suits in the order of what they count in
Clumond, ranks from the two upwards. A `Hand` is a set of cards with such a mask, on which the
compiled core also works.

>>> len(CLUMOND_PACK), Card.parse("HT") in CLUMOND_PACK.cards
(48, False)
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

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
from clumond_solver.base.errors import DealError, NotationError, shown_value
from clumond_solver.base.seeds import source_of
from clumond_solver.base.values import Drawable, StableHash
from clumond_solver.base.wording import counted

_BITS_PER_SUIT = 16


class Suit(IntChoice):
    """A suit; its value is what a card of it counts in Clumond (rule CLU-06).

    >>> Suit.parse("♥"), int(Suit.CLUBS), str(Suit.SPADES)
    (Suit.HEARTS, 3, 'S')
    """

    DIAMONDS = 0
    SPADES = 1
    HEARTS = 2
    CLUBS = 3

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a letter or a name (either case), or a suit symbol; NotationError otherwise."""
        text = as_text(text, "a suit's text")
        suit = _suit_of(text)
        if suit is None:
            raise NotationError("no such suit (use C, H, S or D)", text)
        return suit

    @property
    def symbol(self) -> str:
        """The suit's symbol: ♦, ♠, ♥ or ♣."""
        return "♦♠♥♣"[self]

    @property
    def is_red(self) -> bool:
        """Whether it is a red suit: hearts or diamonds."""
        return self in {Suit.HEARTS, Suit.DIAMONDS}

    @property
    def mask(self) -> int:
        """The bits of the suit's cards in a mask of 64 bits."""
        return 0xFFFF << (_BITS_PER_SUIT * self)

    def __str__(self) -> str:
        return "DSHC"[self]


class Rank(IntChoice):
    """A rank, from two (lowest) to ace (highest); `TrickRules.ranking` can reorder ranks in a game.

    >>> Rank.parse("10"), str(Rank.ACE), Rank.ACE > Rank.KING
    (Rank.TEN, 'A', True)
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a digit, 10, one of T J Q K A, or a name (either case); NotationError otherwise."""
        text = as_text(text, "a rank's text")
        rank = _RANK_OF_TEXT.get(text.strip().upper())
        if rank is None:
            raise NotationError("no such rank (use A, K, Q, J or a number)", text)
        return rank

    def __str__(self) -> str:
        return "23456789TJQKA"[self - 2]


class Strain(IntChoice):
    """A trump suit, with the suit's value, or no trumps.

    >>> Strain.parse("nt"), Strain.CLUBS.suit, Strain.NO_TRUMPS.suit
    (Strain.NO_TRUMPS, Suit.CLUBS, None)
    """

    DIAMONDS = 0
    SPADES = 1
    HEARTS = 2
    CLUBS = 3
    NO_TRUMPS = 4

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read a suit as `Suit.parse` does, or N, NT or "no trumps"; NotationError otherwise."""
        text = as_text(text, "a strain's text")
        if re.fullmatch(r"n|nt|no[ -]?trumps?", text.strip().lower()):
            return cls.NO_TRUMPS
        suit = _suit_of(text)
        if suit is None:
            raise NotationError("no such strain (use C, H, S, D or NT)", text)
        return cls(suit)

    @property
    def suit(self) -> Suit | None:
        """The trump suit, or None at no trumps."""
        return _SUIT_OF_STRAIN[self]

    @property
    def symbol(self) -> str:
        """The trump suit's symbol, or NT."""
        return "NT" if self is Strain.NO_TRUMPS else Suit(self).symbol

    def __str__(self) -> str:
        return "NT" if self is Strain.NO_TRUMPS else str(Suit(self))


# A table is fastest: games ask for the trump suit of every deal that an engine draws.
_SUIT_OF_STRAIN: tuple[Suit | None, ...] = (*Suit, None)

#: A suit, its strain, or a text for `Suit.parse`.
SuitLike = Suit | Strain | str
#: A strain, its suit, or a text for `Strain.parse`.
StrainLike = Strain | Suit | str

_SUIT_OF_CHARACTER = {
    character: suit
    for suit, characters in zip(Suit, ("Dd♦♢", "Ss♠♤", "Hh♥♡", "Cc♣♧"), strict=True)
    for character in characters
}
# "clubs" and "club", by the end of the slice.
_SUIT_OF_NAME = {suit.name.lower()[:end]: suit for suit in Suit for end in (None, -1)}
_RANK_OF_TEXT = (
    {str(rank): rank for rank in Rank} | {rank.name: rank for rank in Rank} | {"10": Rank.TEN}
)


def _suit_of(text: str) -> Suit | None:
    word = text.strip()
    return _SUIT_OF_CHARACTER.get(word) or _SUIT_OF_NAME.get(word.lower())


DIAGRAM_ORDER = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS)
#: The strains in the order of tables and pages.
STRAIN_ORDER = (*map(Strain, DIAGRAM_ORDER), Strain.NO_TRUMPS)
_DOTTED_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


# The masks of cards by suit and rank. A table is fastest, and searches need masks by the million.
_MASKS = tuple(
    tuple(1 << (_BITS_PER_SUIT * suit + rank - 2) if rank >= 2 else 0 for rank in range(15))
    for suit in range(len(Suit))
)
_TEXTS = tuple({rank: f"{suit}{rank}" for rank in Rank} for suit in Suit)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card; cards sort by suit as `Suit` does, then by rank.

    >>> Card.parse("10h"), str(Card(Suit.HEARTS, Rank.TEN))
    (Card.parse('HT'), 'HT')
    """

    suit: Suit
    rank: Rank

    def __post_init__(self) -> None:
        if type(self.suit) is not Suit or type(self.rank) is not Rank:
            object.__setattr__(self, "suit", Suit(self.suit))
            object.__setattr__(self, "rank", Rank(self.rank))

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read suit and rank in either order: HT, 10h, ♥T or ten of hearts; or NotationError."""
        text = as_text(text, "a card's text")
        word = text.strip()
        for suit_text, rank_text in ((word[:1], word[1:]), (word[-1:], word[:-1])):
            suit = _SUIT_OF_CHARACTER.get(suit_text)
            rank = _RANK_OF_TEXT.get(rank_text.strip().upper())
            if suit is not None and rank is not None:
                return cls(suit, rank)
        words = [part for part in word.lower().split() if part != "of"]
        if len(words) == 2:
            for suit_text, rank_text in (words, words[::-1]):
                suit, rank = _suit_of(suit_text), _RANK_OF_TEXT.get(rank_text.upper())
                if suit is not None and rank is not None:
                    return cls(suit, rank)
        raise NotationError("not a card (write suit and rank, such as HA or C9)", text)

    @classmethod
    def from_bit(cls, bit: int) -> Card:
        """The card with a bit index, 0 to 63; see `bit`. DealError if there is none."""
        try:
            return _CARD_OF_BIT[bit]
        except (LookupError, TypeError):
            raise DealError(f"no card has bit {shown_value(bit)}") from None

    @property
    def bit(self) -> int:
        """The index of the card's bit in a mask: 16 times the suit plus the rank less 2."""
        return _BITS_PER_SUIT * self.suit + self.rank - 2

    @property
    def mask(self) -> int:
        """The card as a mask of one bit."""
        return _MASKS[self.suit][self.rank]

    def __str__(self) -> str:
        return _TEXTS[self.suit][self.rank]

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"

    def pretty(self) -> str:
        """Suit symbol, then rank.

        >>> Card.parse("HT").pretty()
        '♥T'
        """
        return f"{self.suit.symbol}{self.rank}"


def as_card(given: object) -> Card:
    """Return a card, or read one from a text; WrongTypeError or NotationError otherwise."""
    if isinstance(given, Card):
        return given
    if not isinstance(given, str):
        raise wrong_type(given, "a card or its text")
    return Card.parse(given)


_ALL_CARDS = sum(0x1FFF << (_BITS_PER_SUIT * suit) for suit in Suit)
_CARD_OF_BIT = {card.bit: card for card in (Card(suit, rank) for suit in Suit for rank in Rank)}


@dataclass(frozen=True, slots=True, order=True)
class Hand(Drawable):
    """An immutable set of cards, iterated in ascending order.

    The operators ``& | -`` combine two hands; ``<`` and ``>`` sort hands by `mask`, the set as an
    integer of 64 bits.

    >>> hand = Hand.parse("C:J98732 H:KQ7 S:42 D:AKQJ9")
    >>> str(hand), len(hand), Card.parse("HQ") in hand
    ('42.KQ7.AKQJ9.J98732', 16, True)
    >>> hand - Hand.of("S4", "S2")
    Hand.parse('.KQ7.AKQJ9.J98732')
    """

    mask: int = 0

    def __post_init__(self) -> None:
        if type(self.mask) is not int:
            object.__setattr__(self, "mask", as_int(self.mask, "a mask of cards"))
        if self.mask & ~_ALL_CARDS:
            raise DealError(f"mask {self.mask:#x} has bits that are not cards")

    @classmethod
    def of(cls, *cards: Card | str) -> Hand:
        """The hand of the given cards (or their texts); DealError for a card given twice."""
        mask = 0
        for given in cards:
            card = as_card(given)
            if mask & card.mask:
                raise DealError(f"card {card} is given twice")
            mask |= card.mask
        return cls(mask)

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> Hand:
        """The hand of an iterable of cards; DealError for a card given twice."""
        try:
            given = iter(cards)
        except TypeError:
            raise wrong_type(cards, "an iterable of cards") from None
        return cls.of(*given)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read `42.KQ7.AKQJ9.J98732` (spades, hearts, diamonds, clubs) or labelled suits.

        A labelled hand names its suits in any order, by letter, symbol or name, and may leave suits
        out: `C:J98732 H:KQ7`, `♣J98732 ♥KQ7`, `clubs J98732 hearts KQ7`. A void is an empty field
        or a dash. Blanks and dots stand for each other: `42 KQ7 AKQJ9 J98732`, `C:J98732.H:KQ7`. A
        list of cards is a hand too: `S4 S2 10h`. NotationError says where reading stopped, or which
        card is repeated.
        """
        text = as_text(text, "a hand's text")
        if not text.strip():
            raise NotationError("an empty text is not a hand", text)
        is_dotted = "." in text and _SUIT_LABEL.match(text.lstrip()) is None
        return cls(_parse_dotted(text) if is_dotted else _parse_words(text))

    def __contains__(self, card: object) -> bool:
        """Whether a card, or a card given as text, is held; WrongTypeError for anything else.

        >>> "CJ" in Hand.parse("42.KQ7.AKQJ9.J98732")
        True
        """
        if not isinstance(card, Card):
            card = as_card(card)
        return bool(self.mask & card.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Card]:
        rest = self.mask
        while rest:
            lowest = rest & -rest
            yield _CARD_OF_BIT[lowest.bit_length() - 1]
            rest ^= lowest

    def __and__(self, other: Hand) -> Hand:
        return _hand(self.mask & other.mask) if type(other) is Hand else NotImplemented

    def __or__(self, other: Hand) -> Hand:
        return _hand(self.mask | other.mask) if type(other) is Hand else NotImplemented

    def __sub__(self, other: Hand) -> Hand:
        return _hand(self.mask & ~other.mask) if type(other) is Hand else NotImplemented

    def issubset(self, other: Hand) -> bool:
        """Whether the other hand holds every card of this one."""
        if type(other) is not Hand:
            raise wrong_type(other, "a hand")
        return not self.mask & ~other.mask

    def isdisjoint(self, other: Hand) -> bool:
        """Whether no card is in both."""
        if type(other) is not Hand:
            raise wrong_type(other, "a hand")
        return not self.mask & other.mask

    def with_card(self, card: Card | str) -> Hand:
        """This hand and one more card; DealError if it is held already."""
        if card in self:
            raise DealError(f"{card} is already in {self}")
        return _hand(self.mask | as_card(card).mask)

    def without_card(self, card: Card | str) -> Hand:
        """This hand less one card; DealError if it is not held."""
        if card not in self:
            raise DealError(f"{card} is not in {self}")
        return _hand(self.mask & ~as_card(card).mask)

    def in_suit(self, suit: SuitLike) -> Hand:
        """The cards of one suit."""
        return _hand(self.mask & Suit(suit).mask)

    def length(self, suit: SuitLike) -> int:
        """The number of cards of one suit.

        >>> Hand.parse("42.KQ7.AKQJ9.J98732").length("clubs")
        6
        """
        return (self.mask & Suit(suit).mask).bit_count()

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """The number of cards by suit, in the order of `Suit`."""
        diamonds, spades, hearts, clubs = (self.length(suit) for suit in Suit)
        return diamonds, spades, hearts, clubs

    def ranks_text(self, suit: SuitLike) -> str:
        """The ranks held in one suit from the highest down, such as 'KQ7'."""
        return "".join(str(card.rank) for card in reversed(tuple(self.in_suit(suit))))

    def pretty(self) -> str:
        """The hand with suit symbols, in the order of diagrams: clubs, hearts, spades, diamonds.

        >>> Hand.parse("42.KQ7..J98732").pretty()
        '♣J98732 ♥KQ7 ♠42 ♦-'
        """
        return " ".join(suit.symbol + (self.ranks_text(suit) or "-") for suit in DIAGRAM_ORDER)

    def __str__(self) -> str:
        """Spades, hearts, diamonds and clubs, with dots between them."""
        return ".".join(self.ranks_text(suit) for suit in _DOTTED_ORDER)

    def __repr__(self) -> str:
        return f"Hand.parse('{self}')"


_new_hand, _set_mask = partial(object.__new__, Hand), Hand.__dict__["mask"].__set__


def _hand(mask: int) -> Hand:
    """A hand of bits that are known to be cards: unchecked, in half the time."""
    hand: Hand = _new_hand()
    _set_mask(hand, mask)
    return hand


# A suit's name, letter or symbol, with or without a colon.
_SUIT_LABEL = re.compile(r"(diamond|spade|heart|club)s?\b:?|[CHSD♦♢♠♤♥♡♣♧]:?", re.IGNORECASE)
# Patterns of one suit and of one rank.
_SUIT, _RANK = r"[CHSD♦♢♠♤♥♡♣♧]", r"(10|[2-9TJQKA])"
_IS_CARD = re.compile(f"{_SUIT}{_RANK}|{_RANK}{_SUIT}", re.IGNORECASE)
# As people and their keyboards write it.
_DASHES = "-‐‑‒–—―−"
_IS_GROUP = re.compile(f"{_RANK}+|[{_DASHES}]", re.IGNORECASE)


# The most characters of a wrong word that a message shows.
_LONGEST_SHOWN = 24
_NOTATION = (
    "a hand is written spades, hearts, diamonds, clubs, with dots or blanks between them"
    " (AK8732.AK974.KJ4.Q3), or as a list of cards (SA HK D5)"
)


def _parse_words(text: str) -> int:
    """The mask of a hand without dots: cards, labelled suits, or four groups of ranks."""
    words = list(re.finditer(r"[^\s,;.]+", text))
    cards = [word[0] for word in words if _IS_CARD.fullmatch(word[0])]
    if len(cards) == len(words):
        return _parse_cards(text, words)
    if len({Card.parse(card).suit for card in cards}) < len(cards):
        # SK is a card, or the label S and a rank; no suit is labelled twice, so these are cards.
        bad = next(word for word in words if word[0] not in cards)
        raise _not_understood(text, bad.start(), "is not a card")
    if _SUIT_LABEL.match(text.lstrip()):
        return _parse_labelled(text)
    return _parse_groups(text, words)


def _parse_groups(text: str, words: Sequence[re.Match[str]]) -> int:
    """The mask of four groups of ranks, spades first."""
    for word in words:
        if not _IS_GROUP.fullmatch(word[0]):
            labelled = _SUIT_LABEL.match(word[0])
            fault = "names its suit, but not all suits are named" if labelled else "is not a card"
            raise _not_understood(text, word.start(), fault)
    if len(words) != len(Suit):
        groups = counted(len(words), "group")
        raise NotationError(f"{groups} of cards, not four: {_NOTATION}", text, len(text.rstrip()))
    return _parse_dotted(".".join(word[0] for word in words))


def _not_understood(
    text: str, start: int, fault: str = "is neither a card nor a suit"
) -> NotationError:
    word = re.split(r"[\s,;.]", text[start:], maxsplit=1)[0]
    shown = word if len(word) <= _LONGEST_SHOWN else f"{word[:_LONGEST_SHOWN]}…"
    return NotationError(f"“{shown}” {fault}; {_NOTATION}", text, start)


def _parse_dotted(text: str) -> int:
    """The mask of four fields, spades first, separated by dots."""
    if text.count(".") != len(Suit) - 1:
        reason = f"{text.count('.') + 1} suits, not four: {_NOTATION}"
        raise NotationError(reason, text, len(text.rstrip()))
    mask, suits = 0, iter(_DOTTED_ORDER)
    suit, offset = next(suits), 0
    while offset < len(text):
        if text[offset] == ".":
            suit, offset = next(suits), offset + 1
        else:
            mask, offset = _read_rank(text, offset, suit, mask)
    return mask


def _parse_cards(text: str, words: Iterable[re.Match[str]]) -> int:
    """The mask of a list of cards."""
    mask = 0
    for word in words:
        card = Card.parse(word[0])
        if mask & card.mask:
            raise NotationError(f"card {card} comes twice", text, word.start())
        mask |= card.mask
    return mask


def _parse_labelled(text: str) -> int:
    """The mask of suits labelled by a letter, a symbol or a name."""
    mask, offset = 0, 0
    suit: Suit | None = None
    labelled: set[Suit] = set()
    while offset < len(text):
        label = _SUIT_LABEL.match(text, offset)
        if label is not None:
            suit = Suit.parse(label[1] or text[offset])
            if suit in labelled:
                raise NotationError(f"suit {suit} is named twice", text, offset)
            labelled.add(suit)
            offset = label.end()
        elif suit is None:
            offset += 1
        else:
            mask, offset = _read_rank(text, offset, suit, mask)
    return mask


def _read_rank(text: str, offset: int, suit: Suit, mask: int) -> tuple[int, int]:
    """Read one rank, or skip a blank or a void's dash; return the new mask and the next offset."""
    if text[offset].isspace() or text[offset] in f"{_DASHES},;.":
        return mask, offset + 1
    width = 2 if text.startswith("10", offset) else 1
    rank = _RANK_OF_TEXT.get(text[offset : offset + width].upper())
    if rank is None:
        start = max(text.rfind(separator, 0, offset) for separator in " .,;\t") + 1
        # Three letters were meant as a word, such as a suit's name, not as ranks.
        if offset - start <= 1 and re.match(r"[^\W\d_]{3}", text[start:]):
            raise _not_understood(text, start)
        raise NotationError(
            f"no such rank {text[offset]!r} (use A, K, Q, J or a number)", text, offset
        )
    card_mask = Card(suit, rank).mask
    if mask & card_mask:
        raise NotationError(f"card {suit}{rank} comes twice", text, offset)
    return mask | card_mask, offset + width


_Item = TypeVar("_Item")
#: What fixes a shuffle: its seed, or the whole pack in its order.
Chance = int | Sequence[Card]


@dataclass(frozen=True, slots=True, order=True)
class Pack(StableHash):
    """The cards that a game is played with: all four suits of the given ranks."""

    name: str
    cards: Hand

    def __post_init__(self) -> None:
        check_fields(Pack, self)

    @classmethod
    @checked
    def of_ranks(cls, name: str, ranks: Sequence[Rank]) -> Pack:
        """The pack of these ranks in all four suits."""
        return cls(name, Hand.from_cards(Card(suit, rank) for suit in Suit for rank in ranks))

    def __len__(self) -> int:
        return len(self.cards)

    def shuffled(self, seed: int) -> tuple[Card, ...]:
        """All cards in an order that the seed fixes, on every machine and Python version.

        >>> FULL_PACK.shuffled(1) == FULL_PACK.shuffled(1) != FULL_PACK.shuffled(2)
        True
        """
        return shuffled(tuple(self.cards), source_of(seed))

    def order(self, chance: Chance) -> tuple[Card, ...]:
        """The order that a seed fixes, or the order given; DealError unless it is of this pack."""
        if not isinstance(chance, Iterable):
            return self.shuffled(as_int(chance, "a seed, or a pack of cards in its order,"))
        cards = as_tuple(chance, "a seed, or a pack of cards in its order,")
        if len(cards) != len(self) or Hand.from_cards(cards) != self.cards:
            raise DealError(f"{counted(len(cards), 'card')}, not the {self.name} pack")
        return cards

    @checked
    def without(self, hand: Hand, turned: Card | None = None) -> list[Card]:
        """The cards besides a hand and a card turned up; DealError unless both fit the pack."""
        self.check_holds(hand, "the hand")
        seen = hand
        if turned is not None:
            self.check_holds(Hand.of(turned), "the card turned up")
            if turned in hand:
                raise DealError(f"{turned} is turned up and in the hand: each card is dealt once")
            seen = hand.with_card(turned)
        return list(self.cards - seen)

    def check_holds(self, cards: Hand, owner: str) -> None:
        """DealError if the owner's cards include one that is not in the pack."""
        check_type(cards, Hand, "a hand of cards")
        foreign = cards - self.cards
        if foreign:
            listed = " ".join(str(card) for card in foreign)
            raise DealError(f"{listed} in {owner}: the {self.name} pack has no such card")


def shuffled(items: Sequence[_Item], source: random.Random) -> tuple[_Item, ...]:
    """The items in an order drawn from the source, all orders equally likely."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def below(bound: int, source: random.Random) -> int:
    """A whole number from 0 to bound - 1, exactly uniform however large the bound.

    It uses only `random.Random.random`, whose values for a seed Python promises never to change.
    """
    words = (bound.bit_length() + 31) // 32
    span = 1 << (32 * words)
    while True:
        drawn = 0
        for _ in range(words):
            drawn = (drawn << 32) | int(source.random() * (1 << 32))
        if drawn < span - span % bound:
            return drawn % bound


CLUMOND_PACK = Pack.of_ranks("48-card (no tens)", [rank for rank in Rank if rank is not Rank.TEN])
FULL_PACK = Pack.of_ranks("52-card", list(Rank))
PIQUET_PACK = Pack.of_ranks("32-card", [rank for rank in Rank if rank >= Rank.SEVEN])
