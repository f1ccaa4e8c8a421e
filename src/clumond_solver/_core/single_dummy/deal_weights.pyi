from collections.abc import Sequence
from typing import ClassVar

class HandWeights:
    size: ClassVar[int]
    def __init__(self, weights: Sequence[float]) -> None: ...
    def logit(self, hand: int) -> float: ...
