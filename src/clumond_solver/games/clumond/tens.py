"""The Four Tens variant: the places of the four tens, and their supplementary tricks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.base.errors import DealError, NotationError
from clumond_solver.base.values import as_text
from clumond_solver.games.clumond.deals import FULL_HAND, Deal

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
        return " ".join(f"{place}={_suits_text(tens)}" for place, tens in places)


def _tens_of(suits: str, text: str, offset: int) -> Hand:
    try:
        letters = [] if suits == "-" else [Suit.parse(letter) for letter in suits]
    except NotationError as error:
        raise NotationError(error.reason, text, offset) from None
    return Hand.from_cards(Card(suit, Rank.TEN) for suit in letters)


def _code(tens: Hand) -> int:
    return sum(card.suit for card in tens)


def _suits_text(tens: Hand) -> str:
    return "".join(str(card.suit) for card in reversed(tuple(tens))) or "-"


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
