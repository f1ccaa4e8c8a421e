"""The classes of the engines' results: all hands open, one hand known, Clumond's own.

>>> Reach.FORCED > Reach.POSSIBLE > Reach.IMPOSSIBLE
True
"""

from clumond_solver.results.clumond_results import (
    Advice,
    DealTable,
    Estimate,
    ExpectedScore,
    RetentionTable,
    Solution,
)
from clumond_solver.results.search_results import (
    ActionValue,
    Bounds,
    Certainty,
    Choice,
    Limit,
    Loss,
    Proof,
    Reach,
    ScoreEstimate,
    TrickRange,
    checked_limit,
    verdict_of,
)

__all__ = [
    "ActionValue", "Advice", "Bounds", "Certainty", "Choice", "DealTable", "Estimate",
    "ExpectedScore", "Limit", "Loss", "Proof", "Reach", "RetentionTable", "ScoreEstimate",
    "Solution", "TrickRange", "checked_limit", "verdict_of",
]  # fmt: skip
