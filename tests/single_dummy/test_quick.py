"""The quick formula: cheap, bounded, and in line with the games it was fitted to."""

from __future__ import annotations

import math
import random
from operator import mul

import pytest
from hypothesis import given

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.single_dummy.choose_and_estimate import estimate
from clumond_solver.single_dummy.clumond.quick_estimate import (
    Formula,
    card_features,
    features,
    point_count,
    quick_estimate,
)
from clumond_solver.single_dummy.luck import mean
from tests.strategies import seeds


def test_the_formula_gives_a_chance_for_every_hand() -> None:
    for seed in range(300):
        hand = Deal.random(seed)[Seat.FOREHAND]
        for strain in Strain:
            assert 0 < quick_estimate(hand, strain) < 1


@pytest.mark.slow
def test_it_ranks_hands_as_games_do() -> None:
    situations = [(Deal.random(500 + n)[Seat.FOREHAND], Strain(n % 5)) for n in range(60)]
    ranked = sorted(situations, key=lambda each: quick_estimate(*each))
    low, high = (
        mean([estimate(*each, games=12, iterations=30, seed=1).p for each in part])
        for part in (ranked[:20], ranked[-20:])
    )
    # The standard error of either mean is at most .033.
    assert low + 0.1 < high


@given(seeds, seeds)
def test_adding_up_points_is_weighing_the_features(deal: int, seed: int) -> None:
    hand = Deal.random(deal)[Seat.FOREHAND]
    source = random.Random(seed)
    of_tricks = [source.uniform(-1, 1) for _ in card_features(hand.mask)]
    tricks = sum(map(mul, of_tricks, card_features(hand.mask)))
    row = features(hand.mask, tricks)
    assert len(row) == 1 + 48 + 4 * 9 + 30
    assert all(map(math.isfinite, row))
    weights = [source.uniform(-0.1, 0.1) for _ in row]
    by_features = sum(map(mul, weights, row))
    assert Formula.of(of_tricks, weights).logit(hand.mask) == pytest.approx(by_features, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "strain", "counted"),
    [
        # Two aces, one of trumps; eleven cards in the long suits; two trumps beyond four; six cards
        # from 6 to queen; strength 6 - 5, suits 2 x 2 + 5 - 12.
        ("AK8732.AK974.KJ4.Q3", Strain.SPADES, -41 + 10 + 2 + 66 + 8 - 6 - 8),
        ("AK8732.AK974.KJ4.Q3", Strain.NO_TRUMPS, -41 + 10 + 66 + 6 - 6 - 8),
        # A fifth diamond counts as a trump and as a diamond; strength 5 - 4, suits 2 x 6 + 3 - 12.
        ("42.KQ7.AKQJ9.J98732", Strain.DIAMONDS, -41 + 5 + 2 + 66 + 4 - 9 - 3 - 4),
    ],
)
def test_points_are_counted_as_the_text_says(text: str, strain: Strain, counted: int) -> None:
    assert point_count(Hand.parse(text), strain) == counted
