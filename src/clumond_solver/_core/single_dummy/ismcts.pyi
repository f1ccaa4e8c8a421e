from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.inference import HandWeights
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver._core.single_dummy.net import Net
from clumond_solver._core.single_dummy.policy import Policy

class Settings:
    def __init__(
        self,
        iterations: int,
        *,
        puct: bool = False,
        exact_tricks: int = 2,
        merge: bool = True,
        exploration: float = 0.7,
        policy: Policy | None = None,
        calling: HandWeights | None = None,
        particles: int = 0,
        trust_plays: float = 0,
        trust_call: float = 0,
        solve_tricks: int = 0,
        solve_deals: int = 0,
        nets: Net | None = None,
        sharpness: float = 1,
        trust_nets: float = 0,
        search_tricks: int = 13,
        temperature: float = 0,
    ) -> None: ...
    @property
    def uses_calls(self) -> bool: ...

def search_card(
    knowledge: SeatKnowledge, settings: Settings, seed: int, stop: Stop
) -> tuple[int, int, float, list[tuple[int, int, int, int, float]]] | None: ...
def likely_deals(
    knowledge: SeatKnowledge, settings: Settings, count: int, seed: int
) -> list[int] | None: ...
