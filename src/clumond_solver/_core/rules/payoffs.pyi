from collections.abc import Sequence

SETTLINGS: dict[str, int]

class Payoffs:
    def __init__(
        self,
        awards: Sequence[Sequence[Sequence[float]]],
        counts: Sequence[int],
        goals: Sequence[int],
        initial_points: Sequence[int],
        *,
        pairs: Sequence[int] = (),
        pair_points: int = 0,
        last_takes_rest: bool = False,
        rest_award: int = 0,
        settling: str = "EACH_ALONE",
        bonus: float = 0,
        limit: float = 0,
        bidder: int = 0,
        table: Sequence[tuple[Sequence[int], Sequence[int]]] = (),
        rest_seat: int = -1,
        bands: Sequence[tuple[Sequence[int], int, int, Sequence[float]]] = (),
    ) -> None: ...
