from collections.abc import Sequence

from _typeshed import ReadableBuffer, WriteableBuffer

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules.clumond import Board, Finishes
from clumond_solver._core.single_dummy.net import Net

def play_lessons(
    net: Net,
    boards: Sequence[Board],
    finishes: Sequence[Finishes],
    hands: ReadableBuffer,
    kinds: ReadableBuffer,
    seed: int,
    stop: Stop,
    *,
    any_card: float,
    near: float,
    loose_games: float,
    loose_card: float,
    careful_tricks: int,
    exact_tricks: int,
    outcome: float,
    inputs: WriteableBuffer,
    legal: WriteableBuffer,
    role: WriteableBuffer,
    place: WriteableBuffer,
    target: WriteableBuffer,
    tricks: WriteableBuffer,
    code: WriteableBuffer,
) -> int: ...
