"""Types of the compiled open-card search; see `open_search.pyx`."""

from collections.abc import Sequence

NO_LIMIT: int
BYTES_PER_BLOCK: int
BYTES_FIXED: int
PRIOR_RATE_COUNT: int
PRIOR_NODES_COUNT: int
PRIOR_LEAD_WORK_COUNT: int
PRIOR_RANKS: int
PRIOR_PLAY_KINDS: int
PRIOR_LENGTHS: int
PRIOR_NEIGHBOURS: int
PLAY_FOLLOWING: int
PLAY_RUFFING: int
PLAY_DISCARDING: int
PLAY_BEATING: int

class PartitionSearch:
    def __init__(self, blocks: int) -> None: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
    @property
    def is_stopped(self) -> bool: ...
    def resume(self) -> None: ...
    def set_prior(
        self,
        goal_kind: int,
        rates: Sequence[float],
        expected_log2_nodes: Sequence[float],
        lead_work: Sequence[float],
    ) -> None: ...
    def statistics(self) -> tuple[list[float], list[float], list[float]]: ...
    def cooperative_line(
        self,
        hands: Sequence[int],
        leader: int,
        table: Sequence[int],
        taken: int,
        strain: int,
        total: int,
        keep: int,
        width: int,
        seed: int,
    ) -> tuple[int, ...] | None: ...
    def run(
        self,
        hands: Sequence[int],
        leader: int,
        table: Sequence[int],
        taken: int,
        strain: int,
        goal: tuple[int, ...],
        goal_kind: int,
        node_limit: int = ...,
        seconds: float | None = None,
        narrow: bool = False,
    ) -> tuple[bool | None, int, tuple[int, ...]]: ...

def has_bmi2() -> bool: ...
