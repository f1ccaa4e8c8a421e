"""Random points of the play of Clumond as masks, for what the core's functions promise alone."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from clumond_solver.games.clumond.play import Retention
from tests.cython_files import plain_clumond

PACK = [16 * suit + rank for suit in range(4) for rank in range(13) if rank != 8]
SUITS, NO_TRUMPS = range(4), 4
LANE = 0xFFFF
TRICKS = range(14)
# Hands, leader, table, the hero's tricks, strain: what references and searches begin with.
Numbers = tuple[tuple[int, ...], int, tuple[int, ...], int, int]


def place_of(counts: Sequence[int]) -> int:
    """Where masks by retention have those of the one that keeps so many cards of each suit."""
    diamonds, spades, hearts, _ = counts
    return diamonds + 4 * spades + 16 * hearts


def endings_table(answers: Callable[[Retention, int], int]) -> array[int]:
    """For plain minimax: what each ending, a retention and a number of tricks, answers."""
    table = array("Q", bytes(8 * 64 * 14))
    for kept in Retention.all():
        for taken in TRICKS:
            table[14 * place_of(kept.counts) + taken] = answers(kept, taken)
    return table


@dataclass(frozen=True)
class Point:
    """A point of the play; the hands lack the cards on the table."""

    hands: tuple[int, ...]
    leader: int
    strain: int
    table: tuple[int, ...] = ()
    taken: tuple[int, ...] = (0, 0, 0)

    @property
    def tricks_left(self) -> int:
        """With the one on the table."""
        return self.hands[(self.leader + 2) % 3].bit_count() - 3

    @property
    def turn(self) -> int:
        return (self.leader + len(self.table)) % 3

    @property
    def legal(self) -> list[int]:
        hand = self.hands[self.turn] if self.tricks_left else 0
        following = hand & LANE << 16 * (self.table[0] // 16) if self.table else 0
        return [card for card in PACK if (following or hand) >> card & 1]

    def after(self, card: int) -> Point:
        hands, table = list(self.hands), (*self.table, card)
        hands[self.turn] ^= 1 << card
        if len(table) < 3:
            return replace(self, hands=tuple(hands), table=table)
        winning = max(range(3), key=lambda place: self._strength(table[place], table[0]))
        leader = (self.leader + winning) % 3
        taken = tuple(tricks + (player == leader) for player, tricks in enumerate(self.taken))
        return Point(tuple(hands), leader, self.strain, (), taken)

    def _strength(self, card: int, led: int) -> tuple[bool, bool, int]:
        return card // 16 == self.strain, card // 16 == led // 16, card

    def begun(self, rng: random.Random, cards: int) -> Point:
        """The point after so many random cards."""
        point = self
        for _ in range(cards):
            point = point.after(rng.choice(point.legal))
        return point

    def with_tricks(self, first: int, second: int | None = None) -> Point:
        """With so many tricks taken by the first player and by the second, the third the rest."""
        others = 13 - self.tricks_left - first
        second = others if second is None else second
        return replace(self, taken=(first, second, others - second))

    def numbers(self, hero: int = 0) -> Numbers:
        """From the hero's seat."""
        hands = tuple(self.hands[(hero + place) % 3] for place in range(3))
        return hands, (self.leader - hero) % 3, self.table, self.taken[hero], self.strain

    def further(self) -> list[int]:
        """The numbers of further tricks by cards kept, in all play."""
        further: list[int] = plain_clumond.reachable(self.hands, self.leader, self.strain)
        return further

    def shuffled(self, boundaries: int, rng: random.Random) -> Point:
        """The cards dealt anew, as many to each player on either side of every boundary."""
        hands = [0, 0, 0]
        for suit in SUITS:
            cards = [card for card in PACK if card // 16 == suit and self._owner(card) is not None]
            parts: list[list[int]] = [[]]
            for card in cards:
                if boundaries >> card & 1:
                    parts.append([])
                parts[-1].append(card)
            for part in parts:
                owners = [self._owner(card) for card in part]
                rng.shuffle(owners)
                for card, owner in zip(part, owners, strict=True):
                    hands[owner or 0] |= 1 << card
        return replace(self, hands=tuple(hands))

    def _owner(self, card: int) -> int | None:
        return next((player for player in range(3) if self.hands[player] >> card & 1), None)


def random_point(rng: random.Random, tricks_left: int) -> Point:
    """Between tricks, mostly uneven: players have long suits, trumps are many, few heroes void."""
    size = tricks_left + 3
    strain = rng.choice((*SUITS, *SUITS, NO_TRUMPS))
    weights = [[rng.choice((0.05, 0.3, 1, 1, 4)) for _ in SUITS] for _ in range(3)]
    for weight in weights:
        if strain != NO_TRUMPS and rng.random() < 0.5:
            weight[strain] *= 4
    if rng.random() < 0.5:
        weights[0] = [max(weight, 0.3) for weight in weights[0]]
    dealt: list[int] = [0, 0, 0]
    for card in rng.sample(PACK, len(PACK)):
        open_to = [player for player in range(3) if dealt[player].bit_count() < size]
        # Some cards are out of the game already.
        chances = [weights[player][card // 16] for player in open_to]
        if rng.random() * 4 < sum(chances):
            dealt[rng.choices(open_to, chances)[0]] |= 1 << card
        if sum(hand.bit_count() for hand in dealt) == 3 * size:
            return Point(tuple(dealt), rng.randrange(3), strain)
    return random_point(rng, tricks_left)
