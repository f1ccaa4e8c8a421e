from collections.abc import Sequence

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.ismcts import Settings
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver._core.single_dummy.policy import Examples

def play_games(
    knowledge: SeatKnowledge,
    players: Sequence[Settings],
    seed: int,
    first_game: int,
    games: int,
    stop: Stop,
    examples: Examples | None = None,
) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None: ...
