from clumond_solver._core.double_dummy.any_game import AnyGameSearch
from clumond_solver._core.rules.any_game import RuleBoard

class BestPoints(AnyGameSearch):
    def value(self, board: RuleBoard, seat: int) -> int: ...
