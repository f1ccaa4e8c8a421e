from collections.abc import Iterator, Sequence

class HiddenCards:
    def __init__(
        self,
        held: Sequence[int],
        room: Sequence[int],
        pool: int,
        may_hold: Sequence[int],
        excluded_sets: Sequence[tuple[int, int]] = (),
    ) -> None: ...
    def draws(self, seed: int) -> Iterator[tuple[int, ...]]: ...
