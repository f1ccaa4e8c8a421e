"""The nets' inputs and outputs once more, in plain Python and NumPy, from what a seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from clumond_solver.base.cards import Card, Rank, Strain, Suit
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.rules.tricks import TrickRules

_RANKS: list[Rank] = [rank for rank in sorted(Rank) if rank is not Rank.TEN]
_MOST_ABOVE = 3
_MOST_LENGTH = 9
_MOST_TOTAL = 19
_ONE = 64
_MOST_ACTIVE = 255


def place(card: Card) -> int:
    return 12 * int(card.suit) + _RANKS.index(card.rank)


def _groups(known: ClumondView) -> Iterator[tuple[int, set[int]]]:
    """How many inputs a group of them has, and which of these are set."""
    seat = known.seat
    left, right = Seat((seat + 1) % 3), Seat((seat + 2) % 3)
    own, out = set(known.hand), set(known.unseen)
    trump = None if known.strain is None else known.strain.suit
    at_left = {card for card in out if card.suit in known.voids[right]}
    at_right = {card for card in out if card.suit in known.voids[left]}

    def places(cards: set[Card]) -> set[int]:
        return {place(card) for card in cards}

    def trumps(cards: set[Card]) -> set[int]:
        return {_RANKS.index(card.rank) for card in cards if card.suit is trump}

    def above(card: Card) -> int:
        higher = [each for each in out if each.suit is card.suit and each.rank > card.rank]
        return min(len(higher), _MOST_ABOVE)

    yield 48, places(own)
    yield 12, trumps(own)
    yield 48, places(out - at_left - at_right)
    yield 48, places(at_left)
    yield 48, places(at_right)
    yield 12, trumps(out)
    trick = list(known.trick)
    strain = Strain.NO_TRUMPS if known.strain is None else known.strain
    best = _best(trick, strain) if trick else None
    yield 4, {int(trick[0].suit)} if trick else set()
    yield 48, set() if best is None else places({best})
    yield 12, set() if best is None else trumps({best})
    yield 3, {len(trick)}
    if best is None:
        yield 3, {0}
    else:
        winner = Seat((known.leader + trick.index(best)) % 3)
        yield 3, {1 if winner == left else 2}
    totals = [known.tricks_taken[each] + known.supplementary[each] for each in Seat]
    seats = [seat, left, right] if known.declarer is None else [known.declarer]
    yield 60, {20 * number + min(totals[each], _MOST_TOTAL) for number, each in enumerate(seats)}
    yield TRICKS + 1, {known.tricks_left}
    live = {card.suit for card in out}
    for other in (left, right):
        shown = {suit for suit in live if suit in known.voids[other]}
        yield 5, {int(suit) for suit in shown} | ({4} if trump in shown else set())
    for other in (left, right):
        yield 48, places({card for who, card in known.plays if who == other})
    for suit in [*Suit, trump]:
        held = sum(card.suit is suit for card in own)
        yield 10, set() if suit is None else {min(held, _MOST_LENGTH)}
    for suit in [*Suit, trump]:
        yield 13, set() if suit is None else {sum(card.suit is suit for card in out)}
    yield 192, {4 * place(card) + above(card) for card in own}
    yield 48, {4 * _RANKS.index(card.rank) + above(card) for card in own if card.suit is trump}
    yield 5, {int(strain)}


def _best(trick: Sequence[Card], strain: Strain) -> Card:
    rules = TrickRules.plain(3, strain.suit, kept=3)
    return trick[rules.winner(trick)]


def inputs(known: ClumondView) -> list[int]:
    """The numbers of the inputs that are set for the seat to play."""
    found, first = [], 0
    for size, active in _groups(known):
        found += [first + each for each in sorted(active)]
        first += size
    return found


def outputs(
    numbers: npt.NDArray[np.int16], active: Sequence[int], sizes: tuple[int, int, int, int]
) -> npt.NDArray[np.int64]:
    """All outputs of a net with these weights, in 1/4096."""
    given, units, second_units, count = sizes
    shapes = [
        (given, units),
        (units,),
        (second_units, units),
        (second_units,),
        (count, second_units),
        (count,),
    ]
    ends = np.cumsum([np.prod(shape) for shape in shapes])[:-1]
    parts = [
        part.reshape(shape).astype(np.int64)
        for part, shape in zip(np.split(numbers, ends), shapes, strict=True)
    ]
    first, first_bias, second, second_bias, out, out_bias = parts
    one = np.clip(first[list(active)].sum(axis=0) + first_bias, 0, _MOST_ACTIVE)
    two = np.clip((second @ one + _ONE * second_bias) >> 6, 0, _MOST_ACTIVE)
    return np.asarray(out @ two + _ONE * out_bias)
