"""Types of the compiled open-card search."""

from collections.abc import Sequence

NO_LIMIT: int
BYTES_A_BLOCK: int
BYTES_FIXED: int

class OpenSearch:
    def __init__(self, blocks: int) -> None: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
    def begin_with(
        self,
        family: int,
        rates: Sequence[float],
        usual_work: Sequence[float],
        lead_work: Sequence[float],
    ) -> None: ...
    def learnt(self) -> tuple[list[float], list[float], list[float]]: ...
    def helped_line(
        self,
        hands: Sequence[int],
        leader: int,
        table: Sequence[int],
        taken: int,
        strain: int,
        total: int,
        keep: int,
        passes: int,
    ) -> bool: ...
    def run(
        self,
        hands: Sequence[int],
        leader: int,
        table: Sequence[int],
        taken: int,
        strain: int,
        goal: tuple[int, ...],
        family: int,
        node_limit: int = ...,
        seconds: float = ...,
    ) -> tuple[bool | None, int]: ...

def has_bmi2() -> bool: ...
