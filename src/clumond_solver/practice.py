"""Practice: positions with one right card, and hands to declare or to pass.

>>> [puzzle] = puzzles(1, seed=5)
>>> parse_puzzle(puzzle.code) == puzzle
True
"""

from clumond_solver.coach.clumond.call_practice import CallQuestion, call_question, judge_call
from clumond_solver.coach.clumond.puzzles import (
    Explanation,
    Puzzle,
    PuzzleLevel,
    daily_puzzle,
    explain,
    parse_puzzle,
    puzzles,
)

__all__ = [
    "CallQuestion", "Explanation", "Puzzle", "PuzzleLevel", "call_question", "daily_puzzle",
    "explain", "judge_call", "parse_puzzle", "puzzles",
]  # fmt: skip
