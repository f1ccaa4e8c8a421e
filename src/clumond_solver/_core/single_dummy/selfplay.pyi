from collections.abc import Sequence

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.ismcts import Settings
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver._core.single_dummy.lessons import Lessons

def play_games(
    knowledge: SeatKnowledge,
    players: Sequence[Settings],
    seed: int,
    first_game: int,
    games: int,
    stop: Stop,
    deals: Sequence[int] | None = None,
    lessons: Lessons | None = None,
    loose_games: float = 0,
    loose_card: float = 0,
    outcome: float = 1,
    proved: bool = False,
) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None: ...
