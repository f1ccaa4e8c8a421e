"""Help for players: the types of hints and reviews, puzzles, and hands to declare or to pass.

>>> [puzzle] = puzzles(1, seed=5)
>>> parse_puzzle(puzzle.code) == puzzle
True
"""

from clumond_solver.coach.clumond.call_practice import (
    CallQuestion,
    JudgedCall,
    call_question,
    judge_call,
)
from clumond_solver.coach.clumond.puzzles import (
    Explanation,
    Puzzle,
    PuzzleLevel,
    daily_puzzle,
    explain,
    parse_puzzle,
    puzzles,
)
from clumond_solver.coach.grade_thresholds import COSTLY_CHANCE
from clumond_solver.coach.hints_and_reviews import (
    BetterLine,
    Hint,
    Replay,
    Review,
    ReviewedPlay,
)

__all__ = [
    "COSTLY_CHANCE", "BetterLine", "CallQuestion", "Explanation", "Hint", "JudgedCall", "Puzzle",
    "PuzzleLevel", "Replay", "Review", "ReviewedPlay", "call_question", "daily_puzzle", "explain",
    "judge_call", "parse_puzzle", "puzzles",
]  # fmt: skip
