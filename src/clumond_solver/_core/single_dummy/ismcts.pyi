from collections.abc import Sequence

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules.clumond import Board, Targets
from clumond_solver._core.single_dummy.inference import HandWeights
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
    ) -> None: ...
    @property
    def uses_calls(self) -> bool: ...

def search_card(
    board: Board,
    targets: Targets,
    settings: Settings,
    may_hold: Sequence[int],
    needs: Sequence[int],
    unseen: int,
    viewer: int,
    seed: int,
    stop: Stop,
    moves: Sequence[tuple[int, int]] = (),
) -> tuple[int, float, list[tuple[int, int, float]]] | None: ...
