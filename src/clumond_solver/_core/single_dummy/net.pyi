from collections.abc import Sequence
from typing import ClassVar, final

from _typeshed import ReadableBuffer

from clumond_solver._core.single_dummy.knowledge import SeatKnowledge

@final
class Net:
    inputs: ClassVar[int]
    units: ClassVar[int]
    second_units: ClassVar[int]
    outputs: ClassVar[int]
    roles: ClassVar[int]
    numbers: ClassVar[int]
    def __init__(self, weights: Sequence[ReadableBuffer]) -> None: ...
    def evaluations(
        self, knowledge: SeatKnowledge
    ) -> tuple[int, list[int], dict[int, tuple[int, int]]]: ...
    def card_chances(self, knowledge: SeatKnowledge) -> dict[int, float]: ...
