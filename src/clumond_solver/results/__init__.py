"""The classes of the engines' results: open hands, one hand known, hints, reviews, Clumond's own.

>>> Reach.FORCED > Reach.POSSIBLE > Reach.IMPOSSIBLE
True
"""

from clumond_solver.results.clumond_results import (
    Advice,
    BetterLine,
    DealTable,
    Estimate,
    ExpectedScore,
    JudgedCall,
    Replay,
    RetentionTable,
    Solution,
)
from clumond_solver.results.grade_thresholds import COSTLY_CHANCE
from clumond_solver.results.hints_and_reviews import (
    Bounds,
    Hint,
    Loss,
    Review,
    ReviewedPlay,
    verdict_of,
)
from clumond_solver.results.search_results import (
    ActionValue,
    Certainty,
    Choice,
    Limit,
    Proof,
    Reach,
    ScoreEstimate,
    TrickRange,
    checked_limit,
)

__all__ = [
    "COSTLY_CHANCE", "ActionValue", "Advice", "BetterLine", "Bounds", "Certainty", "Choice",
    "DealTable", "Estimate", "ExpectedScore", "Hint", "JudgedCall", "Limit", "Loss",
    "Proof", "Reach", "Replay", "RetentionTable", "Review", "ReviewedPlay", "ScoreEstimate",
    "Solution", "TrickRange", "checked_limit", "verdict_of",
]  # fmt: skip
