from clumond_solver._core.open_rules import OpenSearch
from clumond_solver._core.rule_tables import RuleBoard

class BestPoints(OpenSearch):
    def value(self, board: RuleBoard, seat: int) -> int: ...
