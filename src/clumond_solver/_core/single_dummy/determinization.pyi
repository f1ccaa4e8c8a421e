from collections.abc import Sequence

class HiddenCards:
    def __init__(
        self,
        held: Sequence[int],
        room: Sequence[int],
        pool: int,
        may_hold: Sequence[int],
        excluded_sets: Sequence[tuple[int, int]] = (),
    ) -> None: ...
    def draw(self, count: int, seed: int) -> list[tuple[int, ...]] | None: ...
