from array import array
from collections.abc import Sequence
from typing import ClassVar

from clumond_solver._core.rules.clumond import Board, Targets
from clumond_solver._core.single_dummy.policy import Policy

class HandWeights:
    size: ClassVar[int]
    def __init__(self, weights: Sequence[float]) -> None: ...
    def logit(self, hand: int) -> float: ...
    def to_list(self) -> list[float]: ...
    def fit(
        self,
        hands: array[int],
        outcomes: array[float],
        rounds: int,
        rate: float,
        decay: float,
    ) -> None: ...

def deal_weight(
    board: Board,
    targets: Targets,
    policy: Policy,
    calling: HandWeights,
    viewer: int,
    hands: Sequence[int],
    moves: Sequence[tuple[int, int]],
    trust_plays: float,
    trust_call: float,
) -> float: ...
