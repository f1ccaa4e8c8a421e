"""Types of Clumond's compiled rules; rules and boards have the same interface as any game's."""

from collections.abc import Sequence

from clumond_solver._core.rules.any_game_tricks import Board as Board
from clumond_solver._core.rules.any_game_tricks import Rules as Rules

class Payoffs:
    def __init__(
        self,
        declarer: int,
        payoff: Sequence[Sequence[Sequence[float]]],
        success: Sequence[Sequence[int]],
        scale: float = 1,
    ) -> None: ...
