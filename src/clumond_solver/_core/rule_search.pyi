from clumond_solver._core.ismcts import Stop
from clumond_solver._core.rule_deals import HiddenCards
from clumond_solver._core.rule_payoffs import Payoffs
from clumond_solver._core.rule_tables import RuleBoard

def search_ways(
    board: RuleBoard,
    payoffs: Payoffs,
    hidden: HiddenCards,
    iterations: int,
    seed: int,
    stop: Stop,
    *,
    exploration: float,
    light: float,
    relative: bool,
    tree: bool = True,
) -> tuple[int, tuple[float, ...], list[tuple[int, int, int, int, float]]] | None: ...
def one_playout(
    board: RuleBoard, payoffs: Payoffs, rest: int, seed: int, light: float
) -> tuple[list[tuple[int, int, int]], tuple[float, ...]]: ...
