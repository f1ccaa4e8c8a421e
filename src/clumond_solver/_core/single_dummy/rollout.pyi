from clumond_solver._core.rules.clumond import Board, Targets

def random_rewards(
    board: Board, targets: Targets, exact_tricks: int, count: int, seed: int
) -> tuple[float, ...]: ...
