from clumond_solver._core.rules.clumond import Finishes
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge

def proves(
    hand: int, pack: int, trump: int, finishes: Finishes, helped: bool, limit: int
) -> bool | None: ...
def proved_cards(
    knowledge: SeatKnowledge, helped: bool, limit: int, tricks: int = 0xFFFF
) -> int | None: ...
