from collections.abc import Sequence

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.deal_weights import HandWeights
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver._core.single_dummy.net import Nets

class Settings:
    def __init__(
        self,
        iterations: int,
        options: object,
        nets: Nets | None = None,
        calling: HandWeights | None = None,
        signals: Sequence[tuple[int, int, int, bool, int, float]] = (),
    ) -> None: ...

def search_card(
    knowledge: SeatKnowledge, settings: Settings, seed: int, stop: Stop
) -> tuple[int, int, float, list[tuple[int, int, int, int, float]]] | None: ...
def likely_deals(
    knowledge: SeatKnowledge, settings: Settings, count: int, candidates: int, seed: int
) -> list[int] | None: ...
