from clumond_solver._core.double_dummy.any_game import AnyGameSearch
from clumond_solver._core.rules.any_game import Board

class ForcedTricks(AnyGameSearch):
    def forced(self, board: Board, seat: int) -> tuple[int, int, int]: ...
