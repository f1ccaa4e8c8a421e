from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules.any_game_tricks import Board, Rules

class AnyGameSearch:
    nodes: int
    def __init__(self, rules: Rules, log_entries: int = 18) -> None: ...

class ForcedTricks(AnyGameSearch):
    def forced_numbers(
        self, board: Board, seat: int, stop: Stop | None = None
    ) -> tuple[int, int, int]: ...

class BestPoints(AnyGameSearch):
    def value(
        self,
        board: Board,
        seat: int,
        bonus_seat: int = -1,
        bonus: int = 0,
        stop: Stop | None = None,
    ) -> int: ...
