"""Means and their standard errors, mostly of scores, and what luck may explain.

Two actions are compared by games on the same deals (`PairedGames`); one is better than another if
its lead is `BEYOND_LUCK`.

>>> mean([1, 2, 6]), relative_score((10, 0, 2), seat=0)
(3.0, 9.0)
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from clumond_solver.base.numbers import total
from clumond_solver.results.search_results import BEYOND_LUCK

_T = TypeVar("_T")


def relative_score(scores: Sequence[float], seat: int) -> float:
    """A seat's score less the mean of the others'."""
    return scores[seat] - (total(scores) - scores[seat]) / (len(scores) - 1)


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


def is_luck(differences: Sequence[float], errors: float = BEYOND_LUCK) -> bool:
    """Whether luck may explain that the mean of differences is not 0.

    >>> is_luck([1, -1, 1, 1]), is_luck([1, 2, 1, 1])
    (True, False)
    """
    middle = mean(differences)
    return not middle or abs(middle) < errors * mean_error(differences)


def joint_error(one: float, other: float) -> float:
    """The standard error of a sum or difference of two independent values."""
    return math.sqrt(one * one + other * other)


class PairedGames(ABC, Generic[_T]):
    """Games after several actions: the same deals after all of them, which reduces the luck.

    >>> class Won(PairedGames[str]):
    ...     def gains(self, action: str) -> list[int]:
    ...         return {"♠A": [1, 1, 1, 1, 1, 1], "♠2": [0, 1, 0, 0, 0, 0]}[action]
    >>> Won().lead("♠A", "♠2") > 0.8, Won().is_better("♠A", "♠2"), Won().is_better("♠2", "♠A")
    (True, True, False)
    """

    @abstractmethod
    def gains(self, action: _T) -> Sequence[float]:
        """What the action brought its player, deal by deal."""

    def leads(self, action: _T, other: _T) -> list[float]:
        """How much better an action did than another, in the deals played after both."""
        pairs = zip(self.gains(action), self.gains(other), strict=False)
        return [gain - beside for gain, beside in pairs]

    def lead(self, action: _T, other: _T) -> float:
        """How much better an action did than another, on average."""
        return mean(self.leads(action, other))

    def is_close(self, action: _T, other: _T) -> bool:
        """Whether luck may explain that two actions did not do the same."""
        return is_luck(self.leads(action, other))

    def is_better(self, action: _T, other: _T) -> bool:
        """Whether an action is better than another beyond what luck would explain."""
        leads = self.leads(action, other)
        return bool(leads) and mean(leads) > 0 and not is_luck(leads)

    def is_worse(self, action: _T, best: _T) -> bool:
        """Whether an action is worse than another, by more than luck."""
        return self.is_better(best, action)
