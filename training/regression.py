"""Least squares and logistic regression with a penalty, by NumPy (extra ``training``).

>>> [round(weight, 3) for weight in ridge([[1, 0], [1, 1], [1, 2]], [1, 3, 5], penalty=0)]
[1.0, 2.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clumond_solver.base.errors import missing_extra

_NEWTON_STEPS = 5

Rows = Sequence[Sequence[float]]


def numpy() -> Any:
    """The package; MissingExtraError where it is not installed."""
    try:
        import numpy as np
    except ImportError as error:
        raise missing_extra("NumPy", "training") from error
    return np


def ridge(rows: Rows, values: Sequence[float], penalty: float) -> list[float]:
    """Least squares, the squared weights of standardised columns penalised; first column ones."""
    np = numpy()
    table, middles, scales = _standardised(rows)
    weights = _solved(table, np.ones(len(table)), np.asarray(values), penalty)
    return _unscaled(weights, middles, scales)


def logistic(rows: Rows, outcomes: Sequence[float], penalty: float) -> list[float]:
    """Logistic regression of outcomes from 0 to 1, penalised as `ridge`, by Newton's method."""
    np = numpy()
    table, middles, scales = _standardised(rows)
    weights = np.zeros(table.shape[1])
    for _ in range(_NEWTON_STEPS):
        chances = 1 / (1 + np.exp(-table @ weights))
        spreads = chances * (1 - chances)
        # The Newton step as the least squares that it comes from: weights of one step at once.
        aims = spreads * (table @ weights) + np.asarray(outcomes) - chances
        weights = _solved(table, spreads, aims, penalty)
    return _unscaled(weights, middles, scales)


def _standardised(rows: Rows) -> tuple[Any, Any, Any]:
    """Columns with mean 0 and spread 1, but for the first; their means and spreads."""
    np = numpy()
    table = np.asarray(rows, dtype=float)
    middles, scales = table.mean(axis=0), table.std(axis=0)
    middles[0], scales[0] = 0, 1
    scales[scales == 0] = 1
    return (table - middles) / scales, middles, scales


def _solved(table: Any, spreads: Any, aims: Any, penalty: float) -> Any:
    """The weights that make the rows' sums come to their aims, rows counting by their spreads."""
    np = numpy()
    penalties = np.full(table.shape[1], penalty)
    penalties[0] = 0
    square = table.T @ (spreads[:, None] * table) + np.diag(penalties)
    # Columns that say the same share a weight, which no inverse would do.
    return np.linalg.lstsq(square, table.T @ aims, rcond=None)[0]


def _unscaled(weights: Any, middles: Any, scales: Any) -> list[float]:
    """The weights for the columns as they were."""
    unscaled = weights / scales
    unscaled[0] -= (unscaled[1:] * middles[1:]).sum()
    return [float(weight) for weight in unscaled]
