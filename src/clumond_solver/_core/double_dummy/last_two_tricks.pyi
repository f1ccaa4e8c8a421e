from array import array
from collections.abc import Sequence

def solve_endgame(
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
    first_miss: int,
) -> tuple[int, int, dict[int, int], list[int], int]: ...
