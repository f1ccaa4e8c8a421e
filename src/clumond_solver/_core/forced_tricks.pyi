from clumond_solver._core.open_rules import OpenSearch
from clumond_solver._core.rule_tables import RuleBoard

class ForcedTricks(OpenSearch):
    def forced(self, board: RuleBoard, seat: int) -> tuple[int, int, int]: ...
