from collections.abc import Sequence
from typing import ClassVar

from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver._core.single_dummy.net import Net

class HandWeights:
    size: ClassVar[int]
    def __init__(self, weights: Sequence[float]) -> None: ...
    def logit(self, hand: int) -> float: ...

def log_weight_of(
    knowledge: SeatKnowledge,
    hands: Sequence[int],
    nets: Net | None,
    calling: HandWeights | None,
    trust_plays: float,
) -> float: ...
