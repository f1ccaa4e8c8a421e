"""The Beta distribution beside sums of binomial chances, and what they make of estimates."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver.base.beta_distribution import quantile
from clumond_solver.results import Estimate

COUNTS = st.integers(1, 300)
SHARES = st.sampled_from([0.001, 0.025, 0.5, 0.975])


@given(wins=COUNTS, losses=COUNTS, share=SHARES)
def test_below_a_quantile_lies_its_share(wins: int, losses: int, share: float) -> None:
    chance = quantile(share, wins, losses)
    trials = wins + losses - 1
    # So many successes or more, in one trial less: the same sum as the Beta distribution's weight.
    below = sum(
        comb(trials, won) * chance**won * (1 - chance) ** (trials - won)
        for won in range(wins, trials + 1)
    )
    assert below == pytest.approx(share, abs=1e-9)


@given(
    games=st.integers(0, 10**6),
    weight=st.floats(0, 1000),
    p=st.floats(0, 1),
)
def test_a_range_holds_its_estimate(games: int, weight: float, p: float) -> None:
    found = Estimate(p=p, standard_error=0.1, games=games, effective_games=weight)
    low, high = found.interval
    assert 0 <= low <= p <= high <= 1
    assert high > low


def test_a_guess_of_little_chance_has_a_range_that_begins_low() -> None:
    found = Estimate(p=0.02, standard_error=0.02, games=0, effective_games=75)
    low, high = found.interval
    assert (round(low, 3), round(high, 3)) == (0.001, 0.061)
