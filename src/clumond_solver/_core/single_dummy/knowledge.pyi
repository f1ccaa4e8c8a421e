from collections.abc import Sequence

from clumond_solver._core.rules.clumond import Board, Finishes

class SeatKnowledge:
    def __init__(
        self,
        board: Board,
        finishes: Finishes,
        viewer: int,
        unseen: int,
        sizes: Sequence[int],
        may_hold: Sequence[int],
        moves: Sequence[tuple[int, int]] = (),
    ) -> None: ...
    def draw(self, count: int, seed: int) -> list[tuple[int, int]] | None: ...
