from collections.abc import Sequence

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules.clumond import Board, Targets
from clumond_solver._core.single_dummy.ismcts import Settings
from clumond_solver._core.single_dummy.policy import Examples

def play_games(
    board: Board,
    targets: Targets,
    players: Sequence[Settings],
    may_hold: Sequence[int],
    needs: Sequence[int],
    unseen: int,
    known_seat: int,
    seed: int,
    first_game: int,
    games: int,
    stop: Stop,
    examples: Examples | None = None,
) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None: ...
