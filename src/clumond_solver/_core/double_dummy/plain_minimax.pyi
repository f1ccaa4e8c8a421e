"""Types of the compiled plain minimax."""

from array import array
from collections.abc import Sequence

def answer(
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
) -> tuple[int, int]: ...
