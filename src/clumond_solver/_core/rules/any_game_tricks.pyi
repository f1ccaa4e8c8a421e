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
        may_declare_lead: int,
        card_points: Sequence[int],
        trick_points: Sequence[int],
        names_differ: bool = False,
        fifth_suit: int = 0,
        breaks: int = 0,
        kinds: Sequence[int] = ...,
        sitting_out: int = 0,
    ) -> None: ...

class Board:
    def __init__(
        self,
        rules: Rules,
        hands: Sequence[int],
        leader: int,
        taken: Sequence[int],
        tricks_left: int | None = None,
        forced_lead: int = 0,
        waiting: int = 0,
        held_back: int = 0,
    ) -> None: ...
    @property
    def turn(self) -> int: ...
    @property
    def tricks_left(self) -> int: ...
    @property
    def hands(self) -> tuple[int, ...]: ...
    @property
    def taken(self) -> tuple[int, ...]: ...
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def legal(self) -> int: ...
    @property
    def choices(self) -> int: ...
    @property
    def moves(self) -> list[tuple[int, int, int]]: ...
    def play(self, card: int, named: int = -1, led: int = -1) -> None: ...
