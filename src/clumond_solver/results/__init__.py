"""The classes of the engines' results: open hands, one hand known, hints, reviews, Clumond's own.

>>> Reach.FORCED > Reach.POSSIBLE > Reach.IMPOSSIBLE
True
"""

from clumond_solver.results.clumond import (
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
from clumond_solver.results.double_dummy import Limit, Reach, TrickRange, checked_limit
from clumond_solver.results.reviews import (
    COSTLY_CHANCE,
    Bounds,
    Hint,
    Review,
    ReviewedPlay,
    verdict_of,
)
from clumond_solver.results.single_dummy import (
    ActionValue,
    Certainty,
    Choice,
    Proof,
    ScoreEstimate,
)

__all__ = [
    "COSTLY_CHANCE", "ActionValue", "Advice", "BetterLine", "Bounds", "Certainty", "Choice",
    "DealTable", "Estimate", "ExpectedScore", "Hint", "JudgedCall", "Limit", "Proof",
    "Reach", "Replay", "RetentionTable", "Review", "ReviewedPlay", "ScoreEstimate", "Solution",
    "TrickRange", "checked_limit", "verdict_of",
]  # fmt: skip
