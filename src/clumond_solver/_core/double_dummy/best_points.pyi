from clumond_solver._core.double_dummy.any_game import OpenSearch
from clumond_solver._core.rules.any_game import RuleBoard

class BestPoints(OpenSearch):
    def value(self, board: RuleBoard, seat: int) -> int: ...
