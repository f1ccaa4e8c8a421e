from clumond_solver._core.rules.clumond_tricks import Payoffs
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge

def prove_hand(
    hand: int, pack: int, trump: int, payoffs: Payoffs, opponent_helps: bool, node_limit: int
) -> bool | None: ...
def proved_cards(
    knowledge: SeatKnowledge, opponent_helps: bool, node_limit: int, tricks: int = 0xFFFF
) -> int | None: ...
