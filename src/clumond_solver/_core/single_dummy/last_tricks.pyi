from collections.abc import Sequence

from clumond_solver._core.rules.any_game_tricks import Board
from clumond_solver._core.rules.payoffs import Payoffs

class LastTricks:
    def __init__(
        self,
        board: Board,
        payoffs: Payoffs,
        held: Sequence[int],
        room: Sequence[int],
        pool: int,
        may_hold: Sequence[int],
        excluded_sets: Sequence[tuple[int, int]],
        *,
        judged: int,
        must_miss: bool,
        reached: Sequence[int] = (),
        least: float = 0,
    ) -> None: ...
    @property
    def can_be_searched(self) -> bool: ...
    @property
    def settled(self) -> bool | None: ...
    def results(
        self, most_nodes: int
    ) -> dict[tuple[int, int, int], tuple[bool | None, bool | None]]: ...
    def deals_with_success(
        self,
        moves: Sequence[tuple[int, int, int]],
        most_deals: int,
        drawn: int,
        most_nodes: int,
        seed: int,
    ) -> dict[tuple[int, int, int], tuple[int, int]]: ...
