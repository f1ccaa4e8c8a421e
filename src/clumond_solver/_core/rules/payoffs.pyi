from collections.abc import Sequence

class Payoffs:
    def __init__(
        self,
        awards: Sequence[Sequence[Sequence[float]]],
        counts: Sequence[int],
        goals: Sequence[int],
        start: Sequence[int],
        *,
        pairs: Sequence[int] = (),
        pair_worth: int = 0,
        last_takes_rest: bool = False,
        rest_award: int = 0,
        settling: int = 0,
        bonus: float = 0,
        limit: float = 0,
        bidder: int = 0,
    ) -> None: ...
