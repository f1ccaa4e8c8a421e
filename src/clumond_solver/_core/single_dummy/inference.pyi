from array import array
from collections.abc import Sequence
from typing import ClassVar

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
