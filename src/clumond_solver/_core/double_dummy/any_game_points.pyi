from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.double_dummy.any_game import AnyGameSearch
from clumond_solver._core.rules.any_game import Board

class BestPoints(AnyGameSearch):
    def value(
        self,
        board: Board,
        seat: int,
        bonus_seat: int = -1,
        bonus: int = 0,
        stop: Stop | None = None,
    ) -> int: ...
