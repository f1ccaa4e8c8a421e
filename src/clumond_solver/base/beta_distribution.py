"""The beta distribution of chances estimated from games, to the last digit alike on all machines.

>>> [round(quantile(share, 50.5, 50.5), 3) for share in (0.025, 0.5, 0.975)]
[0.403, 0.5, 0.597]
"""

from __future__ import annotations

from clumond_solver._core.bits.portable_math import exp, log

# From this argument on, three terms of Stirling's series are exact enough.
_LARGE = 12.0
_HALF_LOG_2_PI = 0.9189385332046727
# After so many halvings two bounds are equal as doubles.
_HALVINGS = 60
_NEGLIGIBLE = 1e-12
# The most terms of the continued fraction; it needs about the square root of the counts.
_MOST_TERMS = 10_000


def quantile(share: float, wins: float, losses: float) -> float:
    """The chance below which a beta distribution has this share of its weight.

    ``wins`` and ``losses``, above 0, are the parameters of the distribution.
    """
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _weight_below(middle, wins, losses) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def log_beta(first: float, second: float) -> float:
    """The logarithm of the beta function."""
    return _log_gamma(first) + _log_gamma(second) - _log_gamma(first + second)


def _weight_below(chance: float, wins: float, losses: float) -> float:
    """The regularised incomplete beta function (NIST, "Digital Library", 8.17.22)."""
    if chance > (wins + 1) / (wins + losses + 2):  # The other tail converges sooner.
        return 1 - _weight_below(1 - chance, losses, wins)
    if chance <= 0:
        return 0.0
    front = wins * log(chance) + losses * log(1 - chance) - log_beta(wins, losses)
    return exp(front) / (wins * _fraction(chance, wins, losses))


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    value, above, below = 1.0, 1.0, 0.0
    for term in range(1, _MOST_TERMS):
        m = term // 2
        if term % 2:
            step = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            step = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        below = 1 / (1 + step * below)
        above = 1 + step / above
        value *= above * below
        if abs(above * below - 1) < _NEGLIGIBLE:
            break
    return value


def _log_gamma(x: float) -> float:
    """The logarithm of the gamma function by Stirling's series."""
    product = 1.0
    while x < _LARGE:
        product *= x
        x += 1
    series = (1 / 12 - (1 / 360 - 1 / (1260 * x * x)) / (x * x)) / x
    return (x - 0.5) * log(x) - x + _HALF_LOG_2_PI + series - log(product)
