"""A declarer's chance in microseconds: a fitted formula, and a point count for the table.

`quick_estimate` adds up points for cards (by suit, rank and strain), for suit lengths, and for
thirty products of lengths, honours and expected tricks. The sum is the logarithm of the odds of
success. `python -m training.calibration` fitted the weights to one game of each of 40,000 hands in
every strain.

`point_count` is for people: eight whole numbers (see its docstring). docs/single_dummy.md has the
errors of both.

>>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
>>> quick_estimate(hand, Strain.SPADES) > quick_estimate(hand, Strain.CLUBS)
True
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from typing import Any

from clumond_solver.base.cards import CLUMOND_PACK, Hand, Strain, StrainLike, Suit
from clumond_solver.base.numbers import total
from clumond_solver.base.packaged import packaged_data
from clumond_solver.games.clumond.deals import FULL_HAND, KEPT_CARDS
from clumond_solver.knowledge.clumond_views import check_full_hand
from clumond_solver.single_dummy.corrections import chance_of_log_odds

# Masks of one suit's cards: ace, king and queen; 6 to queen; 2, 3 and 4; all.
HONOURS = 0b1110000000000
_MIDDLE = 0b0011011110000
SMALL = 0b111
LANE = 0x1FFF
PACK = CLUMOND_PACK.cards.mask
_BITS = tuple(card.bit for card in CLUMOND_PACK.cards)
# Longer suits count as this long.
LONGEST = 8


@dataclass(frozen=True, slots=True)
class Formula:
    """The weights of one strain.

    tricks   constant of the expected tricks; then a card's contribution to them, at its bit + 1.
    cards    constant of the log odds; then a card's points, at its bit + 1.
    lengths  by suit: points for a length of 0, 1 … 8 or more cards.
    terms    weights of the `interactions`.
    """

    tricks: tuple[float, ...]
    cards: tuple[float, ...]
    lengths: tuple[tuple[float, ...], ...]
    terms: tuple[float, ...]

    @classmethod
    def of(cls, tricks: Sequence[float], weights: Sequence[float]) -> Formula:
        """The formula with these weights, in the order of the `features`."""
        first_length = 1 + len(_BITS)
        first_term = first_length + len(Suit) * (LONGEST + 1)
        lengths = weights[first_length:first_term]
        return cls(
            _by_bit(tricks),
            _by_bit(weights[:first_length]),
            tuple(tuple(lengths[suit * (LONGEST + 1) :][: LONGEST + 1]) for suit in Suit),
            tuple(weights[first_term:]),
        )

    def logit(self, mask: int) -> float:
        """The logarithm of the odds that a full hand, a mask, succeeds."""
        tricks, points = self.tricks[0], self.cards[0]
        rest = mask
        while rest:
            index = (rest & -rest).bit_length()  # the lowest bit + 1
            rest &= rest - 1
            tricks += self.tricks[index]
            points += self.cards[index]
        lengths, honours, small = _counts(mask)
        for row, length in zip(self.lengths, lengths, strict=True):
            points += row[min(length, LONGEST)]
        products = interactions(lengths, honours, small, tricks, (max(lengths), min(lengths)))
        return points + total(map(mul, self.terms, products))


def quick_estimate(hand: Hand, strain: StrainLike) -> float:
    """Estimate a full hand's chance as declarer, 0 to 1, by a formula.

    It is right on average, but the highest of several estimates is usually too high.
    RuleError for a hand that is not sixteen cards of the pack without tens.
    """
    if not isinstance(hand, Hand) or hand.mask & ~PACK or hand.mask.bit_count() != FULL_HAND:
        check_full_hand(hand)
    return chance_of_log_odds(formulas()[Strain(strain)].logit(hand.mask))


def expected_tricks(hand: Hand, strain: StrainLike) -> float:
    """The tricks that a declarer takes on average with a full hand, by the formula.

    RuleError as for `quick_estimate`.

    >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    >>> expected_tricks(hand, Strain.SPADES) > expected_tricks(hand, Strain.CLUBS)
    True
    """
    check_full_hand(hand)
    weights = formulas()[Strain(strain)].tricks
    return weights[0] + total(weights[card.bit + 1] for card in hand)


def point_count(hand: Hand, strain: StrainLike) -> int:
    """The chance in per cent, roughly, as a person can count it; it may be below 0.

    Start at -41. Add 5 for each ace and 2 more for the ace of trumps; 6 for each card of the two
    longest suits; 4 for each trump beyond four, or 6 at no trumps. Subtract 1 for each card from 6
    to queen, 3 for each diamond beyond four, and 2 times the difference between two numbers of
    cards: aces, kings and queens less twos, threes and fours; twice the clubs and the hearts less
    twelve. RuleError as for `quick_estimate`.

    >>> point_count(Hand.parse("AK8732.AK974.KJ4.Q3"), Strain.SPADES)
    31
    """
    check_full_hand(hand)
    return round(total(counted_points(hand, Strain(strain))))


def counted_points(hand: Hand, strain: Strain) -> list[float]:
    """The summands of `point_count`, its constant first, in the order of its description."""
    return list(map(mul, _COUNT, count_features(hand.mask, strain)))


# The least-squares fit that training prints, rounded; the constant then makes the mean estimate
# equal to the share of games won.
_COUNT = (-41, 5, 2, 6, 4, 6, -1, -3, -2)


def count_features(mask: int, strain: Strain) -> list[float]:
    """What `point_count` counts: a one for its constant, then a number for each of its points."""
    lengths, honours, small = _counts(mask)
    lanes = _lanes(mask)
    trumps = strain < Strain.NO_TRUMPS
    order = sorted(lengths)
    strength = sum(honours) - sum(small)
    suits = 2 * lengths[Suit.CLUBS] + lengths[Suit.HEARTS] - 12
    return [
        1.0,
        sum(lane >> 12 for lane in lanes),
        lanes[strain] >> 12 if trumps else 0,
        order[-1] + order[-2],
        max(0, lengths[strain] - 4) if trumps else 0,
        not trumps,
        sum((lane & _MIDDLE).bit_count() for lane in lanes),
        max(0, lengths[Suit.DIAMONDS] - 4),
        abs(strength - suits),
    ]


def card_features(mask: int) -> list[float]:
    """A one for the constant, then 1 or 0 for each card of the pack: expected tricks use these."""
    return [1.0, *(float(mask >> bit & 1) for bit in _BITS)]


def features(mask: int, tricks: float) -> list[float]:
    """What the formula weights, in the order of its weights; ``tricks`` are the expected ones."""
    lengths, honours, small = _counts(mask)
    one_hot = [float(min(length, LONGEST) == n) for length in lengths for n in range(LONGEST + 1)]
    products = interactions(lengths, honours, small, tricks, (max(lengths), min(lengths)))
    return [*card_features(mask), *one_hot, *products]


def interactions(
    lengths: Sequence[Any],
    honours: Sequence[Any],
    small: Sequence[Any],
    tricks: Any,
    extremes: tuple[Any, Any],
) -> list[Any]:
    """What `Formula.terms` weights, in the same order, for numbers or for arrays.

    ``lengths``, ``honours`` and ``small`` are counts by suit, ``tricks`` the expected tricks,
    ``extremes`` the longest and the shortest length.
    """
    longest, shortest = extremes
    d, s, h, c = lengths
    # How far the expected tricks lie from the mean code of three cards of the hand.
    gap = abs(tricks - KEPT_CARDS * (s + 2 * h + 3 * c) / FULL_HAND)
    return [
        *map(mul, honours, lengths),
        *map(mul, small, lengths),
        tricks,
        tricks * tricks,
        tricks * d,
        tricks * s,
        tricks * h,
        tricks * c,
        gap,
        gap * gap,
        d * s,
        d * h,
        d * c,
        s * h,
        s * c,
        h * c,
        d * s * h,
        d * s * c,
        d * h * c,
        s * h * c,
        longest,
        longest * longest,
        shortest,
        shortest * shortest,
    ]


def _counts(mask: int) -> tuple[list[int], list[int], list[int]]:
    """The numbers, by suit, of cards; of aces, kings and queens; of twos, threes and fours."""
    lanes = _lanes(mask)
    return (
        [lane.bit_count() for lane in lanes],
        [(lane & HONOURS).bit_count() for lane in lanes],
        [(lane & SMALL).bit_count() for lane in lanes],
    )


def _lanes(mask: int) -> tuple[int, int, int, int]:
    return mask & LANE, mask >> 16 & LANE, mask >> 32 & LANE, mask >> 48 & LANE


def _by_bit(weights: Sequence[float]) -> tuple[float, ...]:
    """The constant, then the weight of each card at its bit + 1; 0 where the pack has no card."""
    spread = [weights[0]] + [0.0] * (len(Suit) * 16)
    for bit, weight in zip(_BITS, weights[1:], strict=True):
        spread[1 + bit] = weight
    return tuple(spread)


def parse_formulas(text: str) -> tuple[Formula, ...]:
    """The formulas of the five strains from the text that training wrote."""
    data = json.loads(text)
    return tuple(Formula.of(strain["tricks"], strain["weights"]) for strain in data["strains"])


@cache
def formulas() -> tuple[Formula, ...]:
    """The formulas that ship with the library, by strain."""
    data = packaged_data("clumond_solver.single_dummy.clumond", "quick_estimate.json")
    return parse_formulas(data.decode("ascii"))
