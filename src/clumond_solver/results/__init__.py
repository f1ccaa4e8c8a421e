"""The classes of the engines' results: with all hands open, with one hand known, hints, reviews.

>>> Reach.FORCED > Reach.POSSIBLE > Reach.IMPOSSIBLE
True
"""

from clumond_solver.results.double_dummy import (
    DealTable,
    Limit,
    Reach,
    RetentionTable,
    Solution,
    TrickRange,
    checked_limit,
)
from clumond_solver.results.hints import Hint
from clumond_solver.results.reviews import (
    COSTLY_CHANCE,
    BetterLine,
    Bounds,
    Replay,
    Review,
    ReviewedPlay,
    verdict_of,
)
from clumond_solver.results.single_dummy import (
    ActionValue,
    Advice,
    Certainty,
    Choice,
    Estimate,
    ExpectedScore,
    JudgedCall,
    Proof,
    ScoreEstimate,
)

__all__ = [
    "COSTLY_CHANCE", "ActionValue", "Advice", "BetterLine", "Bounds", "Certainty", "Choice",
    "DealTable", "Estimate", "ExpectedScore", "Hint", "JudgedCall", "Limit", "Proof", "Reach",
    "Replay", "RetentionTable", "Review", "ReviewedPlay", "ScoreEstimate", "Solution",
    "TrickRange", "checked_limit", "verdict_of",
]  # fmt: skip
