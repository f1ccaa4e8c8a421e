"""Means and their standard errors, mostly of scores, and what luck may explain.

Two actions are compared by games on the same deals. How many standard errors the difference must
reach depends on what it decides; here are the thresholds.

>>> mean([1, 2, 6]), relative_score((10, 0, 2), seat=0)
(3.0, 9.0)
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clumond_solver.base.values import total
from clumond_solver.results import ScoreEstimate

#: One action is better than another.
BEYOND_DOUBT = 2.0
#: Something happens more often after one action, or is worth mentioning among the reasons for it.
BEYOND_COUNTS, BEYOND_MENTION = 1.5, 1.0
#: The same of the greatest difference among several.
BEYOND_PICKED = 2.5


def relative_score(scores: Sequence[float], seat: int) -> float:
    """A seat's score less the mean of the others'."""
    return scores[seat] - (total(scores) - scores[seat]) / (len(scores) - 1)


def score_estimate(
    seat: int, finished: Sequence[Sequence[float]], hit_rate: float | None = None
) -> ScoreEstimate:
    """The estimate from finished games; ``finished`` has a game's scores by seat."""
    own = [scores[seat] for scores in finished]
    relatives = [relative_score(scores, seat) for scores in finished]
    return ScoreEstimate(
        seat=seat,
        scores=tuple(map(mean, zip(*finished, strict=True))),
        own=mean(own),
        own_score_error=mean_error(own),
        relative=mean(relatives),
        relative_score_error=mean_error(relatives),
        games=len(finished),
        hit_rate=hit_rate,
    )


def mean(values: Sequence[float]) -> float:
    """The mean of at least one value."""
    return total(values) / len(values)


def mean_error(values: Sequence[float]) -> float:
    """The standard error of the mean; infinite for a single value."""
    count = len(values)
    if count < 2:
        return math.inf
    middle = mean(values)
    squares = total((value - middle) * (value - middle) for value in values)
    return math.sqrt(squares / (count - 1) / count)


def is_luck(differences: Sequence[float], errors: float = BEYOND_DOUBT) -> bool:
    """Whether luck may explain that the mean of differences is not 0.

    >>> is_luck([1, -1, 1, 1]), is_luck([1, 2, 1, 1])
    (True, False)
    """
    middle = mean(differences)
    return not middle or abs(middle) < errors * mean_error(differences)


def joint_error(one: float, other: float) -> float:
    """The standard error of a sum or difference of two independent values."""
    return math.sqrt(one * one + other * other)
