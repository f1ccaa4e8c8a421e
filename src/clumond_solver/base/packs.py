"""Packs of cards, and shuffling them the same way for the same seed, everywhere.

>>> len(CLUMOND_PACK), Card.parse("HT") in CLUMOND_PACK.cards
(48, False)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex, TypeVar

from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.base.errors import DealError
from clumond_solver.base.seeds import source_of
from clumond_solver.base.values import StableHash

_Item = TypeVar("_Item")
#: What fixes a shuffle: its seed, or the whole pack in its order.
Chance = int | Sequence[Card]


@dataclass(frozen=True, slots=True, order=True)
class Pack(StableHash):
    """The cards that a game is played with: all four suits of the given ranks."""

    name: str
    cards: Hand

    @classmethod
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
        if isinstance(chance, SupportsIndex):
            return self.shuffled(index(chance))
        cards = tuple(chance)
        if len(cards) != len(self) or Hand.from_cards(cards) != self.cards:
            raise DealError(f"{len(cards)} cards that are not the {self.name} pack")
        return cards

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
