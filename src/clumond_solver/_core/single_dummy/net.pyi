from collections.abc import Sequence
from typing import ClassVar, final

from _typeshed import ReadableBuffer

from clumond_solver._core.single_dummy.knowledge import SeatKnowledge

@final
class Nets:
    input_count: ClassVar[int]
    unit_count: ClassVar[int]
    second_unit_count: ClassVar[int]
    output_count: ClassVar[int]
    role_count: ClassVar[int]
    weights_per_role: ClassVar[int]
    def __init__(self, weights: Sequence[ReadableBuffer]) -> None: ...
    def evaluations(
        self, knowledge: SeatKnowledge
    ) -> tuple[int, list[int], dict[int, tuple[int, int]]]: ...
    def play_probabilities(self, knowledge: SeatKnowledge) -> dict[int, float]: ...
