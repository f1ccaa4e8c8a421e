from collections.abc import Sequence

from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver._core.single_dummy.net import Net

def plan_of(
    knowledge: SeatKnowledge,
    nets: Net | None,
    deals: Sequence[int],
    chances: Sequence[float],
    best_alone: bool = False,
    least: float = 0,
) -> dict[int, float]: ...
