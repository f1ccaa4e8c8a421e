"""What a caller of `review` asks for, with its clock and its count of steps.

>>> task = ReviewTask(Effort(opponents=["easy", "fast"]), steps=2, progress=print)
>>> task.share_for_seat(0) < task.share_for_seat(1), task.seconds_left()
(True, None)
>>> task.count_done()
1 2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from clumond_solver.base.stopping import Deadline
from clumond_solver.base.values import ProgressCallback
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.results import Limit, Review
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.levels import Level

# The share of a hint's games for the actions of engine players.
_SHARE_FOR_ENGINES = 1 / 3


@dataclass(slots=True)
class ReviewTask:
    """What a caller of `review` asks for; the clock starts now.

    steps     the number of steps to count.
    complete  whether no time limit has cut the work short so far.
    """

    effort: Effort
    time: float | None = None
    replays: int = 0
    limit: Limit = field(default_factory=Limit)
    solver: Solver | None = None
    every_card: bool = False
    seat: int | None = None
    players: Sequence[str] = ()
    progress: ProgressCallback | None = None
    on_plays: Callable[[Review], object] | None = None
    steps: int = 0
    complete: bool = True
    deadline: Deadline = field(init=False)
    _done: int = 0

    def __post_init__(self) -> None:
        self.deadline = Deadline(self.time)

    def count_done(self, steps: int = 1) -> None:
        """Count steps as done, and report their number."""
        self._done += steps
        if self.progress is not None:
            self.progress(self._done, self.steps)

    def share_for_seat(self, seat: int) -> float:
        """The share of a review's games for the actions of a seat: less for an engine player's.

        The figures of a person's cards are those of his hints; the others had none.
        """
        styles = self.effort.opponents
        if isinstance(styles, str) or not isinstance(styles, Sequence) or seat >= len(styles):
            return 1.0
        return _SHARE_FOR_ENGINES if str(styles[seat]) in map(str, Level) else 1.0

    def seconds_left(self, until: float = 1.0) -> float | None:
        """Seconds left until this share of the time has passed; None without a limit."""
        if self.time is None:
            return None
        return max(0.0, self.deadline.seconds_left - (1 - until) * self.time)

    def pace(self, done: int, total: int, until: float) -> float:
        """The share of its full extent that the work on the next of several actions can have."""
        left = self.seconds_left(until)
        if left is None or self.time is None or done == 0:
            return 1.0
        spent = until * self.time - left
        needed = spent / done * (total - done)
        return 1.0 if needed <= left else left / needed
