"""Questions that a limit may interrupt and that go on where they were, until it is used up.

Each is asked of the core in steps (`Asker`). What a step finds out stays in the core's table, so
that a second try costs little more than what it adds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from clumond_solver._core.double_dummy.open_search import NO_LIMIT
from clumond_solver.double_dummy.budget import Budget
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.double_dummy.open_position import Goal, OpenPosition
from clumond_solver.results import Reach

# Nodes that the first look at either end of a bracket may take, and how the looks grow.
FIRST_LOOK = 2000
_LOOKS_GROW = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """One question for the core: whether the hero reaches a goal, with this trick count so far."""

    position: OpenPosition
    goal: Goal
    kind: GoalKind
    taken: int


class Asker(Protocol):
    """What answers; None where the budget, or ``max_nodes``, was not enough."""

    def __call__(self, asked: Asked, budget: Budget, max_nodes: int = NO_LIMIT) -> bool | None:
        """Search."""


class Question(Protocol):
    """Something to find out within budgets, the more the more often it is worked at."""

    @property
    def is_open(self) -> bool:
        """Whether there is something left to find out."""

    def work(self, budget: Budget) -> None:
        """Go on until it is settled or the budget is spent."""


def work_through(questions: Sequence[Question], budget: Budget) -> None:
    """Give each open question an equal share of what is left, round after round.

    So one hard question leaves some for the others, and what these do not need goes back to it: at
    the end all is settled or all is spent.
    """
    while not budget.spent and (still_open := [each for each in questions if each.is_open]):
        for done, question in enumerate(still_open):
            with budget.part(1 / (len(still_open) - done)) as part:
                question.work(part)


class Verdict:
    """Whether the hero forces a goal."""

    def __init__(self, ask: Asker, asked: Asked) -> None:
        """Nothing is asked before `work`."""
        self.answer: bool | None = None
        self._ask = ask
        self._asked = asked

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet."""
        return self.answer is None

    def work(self, budget: Budget) -> None:
        """Search."""
        self.answer = self._ask(self._asked, budget)


class Bracket:
    """The least number for which a goal can be forced, known to lie from `low` to `high`.

    Both ends are pushed in turn with looks of growing size, so that a limit leaves little between.
    """

    def __init__(self, ask: Asker, low: int, high: int, asked_at: Callable[[int], Asked]) -> None:
        """Nothing is asked before `work`."""
        self.low, self.high = low, high
        self._ask = ask
        self._asked_at = asked_at
        self._look = FIRST_LOOK

    @property
    def is_open(self) -> bool:
        """Whether the number is not known yet."""
        return self.low < self.high

    @property
    def bounds(self) -> tuple[int, int]:
        """What is known."""
        return self.low, self.high

    def work(self, budget: Budget) -> None:
        """Search at both ends."""
        while self.is_open and not budget.spent:
            for number in dict.fromkeys((self.low, self.high - 1)):
                answer = self._ask(self._asked_at(number), budget, self._look)
                if answer is not None:
                    if answer:
                        self.high = number
                    else:
                        self.low = number + 1
                    break
            else:
                self._look *= _LOOKS_GROW


class Possible:
    """Whether any play at all reaches a goal: a line is looked for between two searches."""

    def __init__(self, ask: Asker, asked: Asked, find_line: Callable[[], bool]) -> None:
        """Nothing is asked before `work`; `find_line` is tried once."""
        self.answer: bool | None = None
        self._ask = ask
        self._asked = asked
        self._find_line: Callable[[], bool] | None = find_line

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet."""
        return self.answer is None

    def work(self, budget: Budget) -> None:
        """Search, shortly first."""
        if self._find_line is not None:
            self.answer = self._ask(self._asked, budget, FIRST_LOOK)
            if self.answer is not None or budget.spent:
                return
            self.answer = self._find_line() or None
            self._find_line = None
        if self.answer is None:
            self.answer = self._ask(self._asked, budget)


class Reached:
    """How far one retention can be reached: its two questions, and the verdict on any success."""

    def __init__(self, success: Verdict, possible: Possible, forced: Verdict) -> None:
        """`success` may be settled later; who cannot force it forces no retention either."""
        self.possible = possible
        self._success = success
        self._forced = forced

    @property
    def _is_forced(self) -> bool | None:
        if self._success.answer is False or self.possible.answer is False:
            return False
        return self._forced.answer

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet whether it can be forced."""
        return self._is_forced is None

    def work(self, budget: Budget) -> None:
        """Search whether it can be forced."""
        self._forced.work(budget)

    @property
    def reach(self) -> Reach | None:
        """What is known; None if not even whether it can be forced."""
        forced = self._is_forced
        if forced is None:
            return None
        if forced:
            return Reach.FORCED
        if self.possible.answer is None:
            return Reach.UNFORCED
        return Reach.POSSIBLE if self.possible.answer else Reach.IMPOSSIBLE
