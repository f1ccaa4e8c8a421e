from collections.abc import Sequence

class Rules:
    def __init__(
        self,
        seats: int,
        keep: int,
        duties: Sequence[Sequence[int]],
        must_beat: Sequence[bool],
        power: Sequence[Sequence[int]],
        wild: int,
        declares: int,
        worth: Sequence[int],
        trick_worths: Sequence[int],
    ) -> None: ...

class RuleBoard:
    def __init__(
        self,
        rules: Rules,
        hands: Sequence[int],
        leader: int,
        taken: Sequence[int],
        left: int | None = None,
        due: int = 0,
    ) -> None: ...
    @property
    def turn(self) -> int: ...
    @property
    def left(self) -> int: ...
    @property
    def taken(self) -> tuple[int, ...]: ...
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def ways(self) -> list[tuple[int, int, int]]: ...
    def play(self, place: int, named: int, led: int) -> None: ...
    def random_finishes(
        self, count: int, seed: int
    ) -> tuple[tuple[float, ...], tuple[float, ...], int]: ...
