"""Numbers of our own: exponential, logarithm and Beta distribution."""

from __future__ import annotations

import math
import struct
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver._core.bits.portable_math import exp, log, log2, normal_cdf
from clumond_solver.base.beta_distribution import quantile
from clumond_solver.results import Estimate


@given(st.floats(-700, 709))
def test_the_exponential_is_right_to_two_units_in_the_last_place(x: float) -> None:
    assert abs(exp(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x))


@given(st.floats(min_value=0, exclude_min=True, allow_infinity=False))
def test_the_logarithm_is_right_to_two_units_in_the_last_place(x: float) -> None:
    assert abs(log(x) - math.log(x)) <= 2 * math.ulp(math.log(x))


@given(st.floats(2.0**-126, 2.0**127, width=32))
def test_the_float_logarithm_is_rounded_to_the_nearest(x: float) -> None:
    [nearest] = struct.unpack("f", struct.pack("f", math.log2(x)))
    assert log2(x) == nearest


@given(st.floats(-8, 8))
def test_the_normal_law_is_right_to_fourteen_digits(x: float) -> None:
    assert normal_cdf(x) == pytest.approx(0.5 * (1 + math.erf(x / math.sqrt(2))), abs=1e-14)


def test_the_bits_are_fixed() -> None:
    """By these a platform shows itself that rounds in another way."""
    found = [exp(x / 7) for x in range(-30, 30)] + [log(x / 7) for x in range(1, 60)]
    digest = 0
    for value in found:
        for word in value.hex().encode():
            digest = (digest * 31 + word) % 2**61
    assert digest == 987856395007576856


def test_the_ends() -> None:
    assert (exp(0), exp(-1e300), exp(1e300), log(1)) == (1, 0, math.inf, 0)
    assert (log2(1), log2(2.0**-126), log2(2.0**127)) == (0, -126, 127)
    assert (normal_cdf(50), normal_cdf(-50), normal_cdf(0)) == (1, 0, 0.5)
    assert math.isnan(exp(math.nan))
    for x in (0.0, -1.0, math.inf, math.nan):
        with pytest.raises(ValueError, match="no logarithm"):
            log(x)


# The Beta distribution beside sums of binomial chances, and what they make of estimates.


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


@given(games=st.integers(0, 10**6), weight=st.floats(0, 1000), p=st.floats(0, 1))
def test_a_range_holds_its_estimate(games: int, weight: float, p: float) -> None:
    found = Estimate(p=p, standard_error=0.1, games=games, effective_games=weight)
    low, high = found.interval
    assert 0 <= low <= p <= high <= 1
    assert high > low


def test_a_guess_of_little_chance_has_a_range_that_begins_low() -> None:
    found = Estimate(p=0.02, standard_error=0.02, games=0, effective_games=75)
    low, high = found.interval
    assert (round(low, 3), round(high, 3)) == (0.001, 0.061)
