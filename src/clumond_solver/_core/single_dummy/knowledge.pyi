from collections.abc import Sequence

from clumond_solver._core.rules.clumond import Board, Targets

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
