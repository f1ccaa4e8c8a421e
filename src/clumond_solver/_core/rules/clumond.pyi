from collections.abc import Sequence

from clumond_solver._core.rules.any_game import Rules

class Tables:
    def __init__(self, rules: Rules) -> None: ...

class Targets:
    def __init__(
        self,
        seats: int,
        declarer: int,
        payoff: Sequence[Sequence[Sequence[float]]],
        success: Sequence[Sequence[int]],
        scale: float = 1,
    ) -> None: ...

class Board:
    def __init__(
        self,
        tables: Tables,
        hands: Sequence[int],
        leader: int,
        left: int,
        taken: Sequence[int],
        table: Sequence[int] = (),
    ) -> None: ...
    @property
    def turn(self) -> int: ...
    @property
    def left(self) -> int: ...
    @property
    def hands(self) -> tuple[int, ...]: ...
    @property
    def taken(self) -> tuple[int, ...]: ...
    @property
    def legal(self) -> int: ...
    @property
    def choices(self) -> int: ...
    def play(self, card: int) -> None: ...
