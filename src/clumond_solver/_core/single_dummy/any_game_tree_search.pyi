from collections.abc import Sequence

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules.any_game_tricks import Board
from clumond_solver._core.rules.payoffs import Payoffs
from clumond_solver._core.single_dummy.determinization import HiddenCards

def search_moves(
    board: Board,
    payoffs: Payoffs,
    hidden: HiddenCards,
    iterations: int,
    seed: int,
    stop: Stop,
    *,
    tree: bool = True,
) -> tuple[int, tuple[float, ...], list[tuple[int, int, int, int, float]]] | None: ...
def random_playouts(
    board: Board, count: int, seed: int
) -> tuple[tuple[float, ...], tuple[float, ...], int]: ...
def finish_deal(
    board: Board,
    payoffs: Payoffs,
    rest: int,
    iterations: int,
    seed: int,
    *,
    first: tuple[int, int, int] | None = None,
    ruled_out: Sequence[int] = (),
) -> tuple[list[tuple[int, int, int]], list[int], tuple[float, ...]]: ...
