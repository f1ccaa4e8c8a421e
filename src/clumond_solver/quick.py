"""A declarer's chance in microseconds: a fitted formula on features of the hand that one can count.

The idea can be used at the table. *Expected tricks* of a hand: about 2 to 4, plus 0.3 for each ace,
king and queen, 0.3 more for each ace, less 0.26 for each 2, 3 and 4, plus 0.2 (diamonds, spades) to
0.5 (clubs) for each trump. The *likely target* is three times the mean code of the cards. A hand is
worth declaring when the two agree, its cards lie in two long suits, and the trump ace is in it. The
formula adds the squares and products of these that the fit asked for. It was made by
`python -m clumond_solver.training --quick`; see docs/single_dummy.md for its error.

>>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
>>> quick_estimate(hand, Strain.SPADES) > quick_estimate(hand, Strain.CLUBS)
True
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from operator import mul

from clumond_solver.cards import Hand, Strain
from clumond_solver.deals import FULL_HAND, KEPT_CARDS
from clumond_solver.knowledge import check_full_hand
from clumond_solver.packs import CLUMOND_PACK

_HONOURS = 0b1110000000000
_SMALL = 0b111
_LANE = 0x1FFF
_PACK = CLUMOND_PACK.cards.mask
# By strain: constant, then for an honour, an ace more, a small card, a trump, a trump honour more.
_TRICKS = (
    (2.82, 0.33, 0.30, -0.26, 0.23, 0.05),
    (2.94, 0.28, 0.29, -0.29, 0.22, 0.15),
    (2.12, 0.31, 0.26, -0.26, 0.40, 0.10),
    (1.95, 0.29, 0.23, -0.26, 0.49, 0.06),
    (3.69, 0.41, 0.39, -0.31, 0.0, 0.0),
)
_LOWEST, _HIGHEST = 0.01, 0.95


def quick_estimate(hand: Hand, strain: Strain) -> float:
    """The chance (0.01 to 0.95) that a full hand succeeds as declarer, by formula.

    RuleError for a hand that is not sixteen cards of the pack without tens.
    """
    if hand.mask & ~_PACK or hand.mask.bit_count() != FULL_HAND:
        check_full_hand(hand)
    chance: float = sum(map(mul, _weights()[strain], features(hand.mask, strain)))
    return min(max(chance, _LOWEST), _HIGHEST)


def expected_tricks(hand: Hand, strain: Strain) -> float:
    """How many tricks a declarer takes on average with this hand, by the count above.

    >>> expected_tricks(Hand.parse("AK8732.AK974.KJ4.Q3"), Strain.SPADES)
    5.37
    """
    lengths, honours, aces, small = _counts(hand.mask)
    return round(_tricks(strain, lengths, honours, sum(aces), sum(small)), 2)


def features(mask: int, strain: Strain) -> list[float]:
    """What the formula weighs, from a full hand's mask."""
    lengths, honours, aces, small = _counts(mask)
    tricks = _tricks(strain, lengths, honours, sum(aces), sum(small))
    diamonds, spades, hearts, clubs = lengths
    codes = (spades + 2 * hearts + 3 * clubs) / FULL_HAND
    spread = (spades + 4 * hearts + 9 * clubs) / FULL_HAND - codes * codes
    gap = tricks - KEPT_CARDS * codes
    order = sorted((0, 1, 2, 3), key=lengths.__getitem__, reverse=True)
    first, second = KEPT_CARDS * order[0], KEPT_CARDS * order[1]
    outside = max(0.0, min(first, second) - tricks, tricks - max(first, second))
    found = [1.0, tricks, gap, abs(gap), gap * gap, spread, spread * abs(gap), outside]
    found += [abs(first - second), lengths[order[0]] + lengths[order[1]], lengths[order[3]]]
    found.append(lengths[order[0]])
    trumps = strain < Strain.NO_TRUMPS
    found += [lengths[strain], honours[strain], aces[strain]] if trumps else [0.0, 0.0, 0.0]
    found += [diamonds, spades, hearts, *honours, *aces, *small]
    found += [diamonds * diamonds, diamonds * spades, diamonds * hearts, diamonds * clubs]
    found += [spades * spades, spades * hearts, spades * clubs]
    found += [hearts * hearts, hearts * clubs, clubs * clubs]
    total = sum(honours)
    found += [total * total, total * diamonds, total * spades, total * hearts, total * clubs]
    return found


def _counts(mask: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """By suit: cards; aces, kings and queens; aces; twos, threes and fours."""
    lanes = (mask & _LANE, mask >> 16 & _LANE, mask >> 32 & _LANE, mask >> 48 & _LANE)
    return (
        [lane.bit_count() for lane in lanes],
        [(lane & _HONOURS).bit_count() for lane in lanes],
        [lane >> 12 for lane in lanes],
        [(lane & _SMALL).bit_count() for lane in lanes],
    )


def _tricks(
    strain: Strain, lengths: Sequence[int], honours: Sequence[int], aces: int, small: int
) -> float:
    constant, honour, ace, low, trump, trump_honour = _TRICKS[strain]
    tricks = constant + honour * sum(honours) + ace * aces + low * small
    if strain < Strain.NO_TRUMPS:
        tricks += trump * lengths[strain] + trump_honour * honours[strain]
    return tricks


@cache
def _weights() -> tuple[tuple[float, ...], ...]:
    source = files("clumond_solver").joinpath("data", "quick_estimate.json")
    return tuple(tuple(row) for row in json.loads(source.read_text(encoding="ascii"))["weights"])
