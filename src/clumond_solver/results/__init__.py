"""The classes of the engines' results, in a module for each package that computes them.

>>> Reach.FORCED > Reach.POSSIBLE > Reach.IMPOSSIBLE
True
"""

from clumond_solver.results.coach import (
    COSTLY_CHANCE,
    BetterLine,
    Bounds,
    Hint,
    JudgedCall,
    Replay,
    Review,
    ReviewedPlay,
    verdict_of,
)
from clumond_solver.results.double_dummy import (
    MOST_NODES,
    DealTable,
    Limit,
    Reach,
    RetentionTable,
    Solution,
    TrickRange,
    checked_limit,
)
from clumond_solver.results.single_dummy import (
    ActionT,
    ActionValue,
    Advice,
    Certainty,
    Choice,
    Estimate,
    ExpectedScore,
    Proof,
    ScoreEstimate,
)

__all__ = [
    "COSTLY_CHANCE",
    "MOST_NODES",
    "ActionT",
    "ActionValue",
    "Advice",
    "BetterLine",
    "Bounds",
    "Certainty",
    "Choice",
    "DealTable",
    "Estimate",
    "ExpectedScore",
    "Hint",
    "JudgedCall",
    "Limit",
    "Proof",
    "Reach",
    "Replay",
    "RetentionTable",
    "Review",
    "ReviewedPlay",
    "ScoreEstimate",
    "Solution",
    "TrickRange",
    "checked_limit",
    "verdict_of",
]
