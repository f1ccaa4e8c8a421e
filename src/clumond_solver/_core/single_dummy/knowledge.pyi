from collections.abc import Sequence

from clumond_solver._core.rules.clumond_tricks import Board, Payoffs

class SeatKnowledge:
    def __init__(
        self,
        board: Board,
        payoffs: Payoffs,
        viewer: int,
        unseen: int,
        sizes: Sequence[int],
        may_hold: Sequence[int],
        plays: Sequence[tuple[int, int]] = (),
    ) -> None: ...
    def draw(self, count: int, seed: int) -> list[tuple[int, int]] | None: ...
