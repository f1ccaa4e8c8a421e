"""Ratings by the Glicko system: of a person, by his answers to positions that have ratings.

From M. E. Glickman, Parameter estimation in large dynamic paired comparison experiments, 1999, and
his page on the Glicko system, whose example this is:

>>> others = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
>>> Rating(1500, 200).after(others).rounded
(1464, 151)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from clumond_solver.base.values import Result

#: The rating of a person without any result, and how sure it is.
NEW_VALUE, NEW_DEVIATION = 1500.0, 350.0
#: How sure the ratings of positions are: they come from searches, not from persons' results.
POSITION_DEVIATION = 100.0
# A smaller deviation would hardly let the rating move any more.
_LEAST_DEVIATION = 45.0
_PER_POINT = math.log(10) / 400


@dataclass(frozen=True, slots=True)
class Rating(Result):
    """A rating; the true strength is within two deviations with a probability of 95 %.

    value      400 points more: ten to one to do better.
    deviation  the standard deviation of the value, 45 to 350.
    """

    value: float = NEW_VALUE
    deviation: float = NEW_DEVIATION

    @property
    def rounded(self) -> tuple[int, int]:
        """The value and the deviation as whole numbers."""
        return round(self.value), round(self.deviation)

    def expected(self, other: Rating) -> float:
        """The expected score against another, 0 to 1, of whom only the deviation is unsure.

        >>> Rating(1500).expected(Rating(1500)), round(Rating(1900).expected(Rating(1500, 0)), 2)
        (0.5, 0.91)
        """
        return 1 / (1 + math.exp(-other._weight * _PER_POINT * (self.value - other.value)))

    def after(self, results: Iterable[tuple[Rating, float]]) -> Rating:
        """The rating after results against others: 1 for each success, 0 for each failure."""
        precision, gain = 1 / self.deviation**2, 0.0
        for other, score in results:
            expected, weight = self.expected(other), _PER_POINT * other._weight
            precision += weight * weight * expected * (1 - expected)
            gain += weight * (score - expected)
        deviation = max(_LEAST_DEVIATION, 1 / math.sqrt(precision))
        return Rating(self.value + gain / precision, deviation)

    @property
    def _weight(self) -> float:
        """How much a result against this rating counts: the less sure it is, the less."""
        return 1 / math.hypot(1, math.sqrt(3) * _PER_POINT * self.deviation / math.pi)
