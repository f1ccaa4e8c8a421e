"""The quick formula: cheap, bounded, and in line with the games it was fitted to."""

from __future__ import annotations

import math

import pytest

from clumond_solver.cards import Hand, Strain
from clumond_solver.deals import Deal, Seat
from clumond_solver.errors import RuleError
from clumond_solver.quick import expected_tricks, features, quick_estimate
from clumond_solver.single_dummy import estimate, mean
from clumond_solver.training import _ridge


def test_the_formula_gives_a_chance_for_every_hand() -> None:
    for seed in range(300):
        hand = Deal.random(seed)[Seat.FOREHAND]
        for strain in Strain:
            assert 0.01 <= quick_estimate(hand, strain) <= 0.95


def test_it_ranks_hands_as_games_do() -> None:
    situations = [(Deal.random(500 + n)[Seat.FOREHAND], Strain(n % 5)) for n in range(60)]
    ranked = sorted(situations, key=lambda each: quick_estimate(*each))
    low, high = (
        mean([estimate(*each, games=12, iterations=30, seed=1).p for each in part])
        for part in (ranked[:20], ranked[-20:])
    )
    # The standard error of either mean is at most .033.
    assert low + 0.1 < high


def test_expected_tricks_count_what_the_text_says() -> None:
    hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    # Six honours, two aces, five small cards, six trumps with two honours.
    by_hand = 2.94 + 6 * 0.28 + 2 * 0.29 - 5 * 0.29 + 6 * 0.22 + 2 * 0.15
    assert expected_tricks(hand, Strain.SPADES) == pytest.approx(by_hand, abs=0.01)


def test_features_have_one_length_and_are_finite() -> None:
    for strain in Strain:
        found = features(Deal.random(3)[Seat.FOREHAND].mask, strain)
        assert len(found) == 45
        assert all(map(math.isfinite, found))


def test_the_fit_finds_a_line_that_is_there() -> None:
    rows = [[1.0, float(x % 13), float(x * x % 7)] for x in range(5000)]
    values = [3 + 0.5 * row[1] - 2 * row[2] for row in rows]
    assert _ridge(rows, values) == pytest.approx([3, 0.5, -2], rel=0.05)


@pytest.mark.parametrize("text", ["AK8732.AK974.KJ4.Q", "AKT732.AK974.KJ4.Q3"])
def test_other_hands_are_refused(text: str) -> None:
    with pytest.raises(RuleError, match=r"15 cards|without tens"):
        quick_estimate(Hand.parse(text), Strain.SPADES)
