from collections.abc import Sequence

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.clumond_tree_search import Settings
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge

def play_games(
    knowledge: SeatKnowledge,
    players: Sequence[Settings],
    seed: int,
    first_game: int,
    games: int,
    stop: Stop,
    left_hands: Sequence[int] | None = None,
    is_certain: bool = False,
) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None: ...
