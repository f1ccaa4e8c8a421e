from collections.abc import Sequence

from clumond_solver._core.rules.clumond import Board, Targets
from clumond_solver._core.single_dummy.policy import Policy

class SeatKnowledge:
    def __init__(
        self,
        board: Board,
        targets: Targets,
        viewer: int,
        unseen: int,
        sizes: Sequence[int],
        may_hold: Sequence[int],
        moves: Sequence[tuple[int, int]] = (),
    ) -> None: ...
    def card_chances(self, policy: Policy) -> list[tuple[int, float]]: ...
