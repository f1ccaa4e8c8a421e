"""Actions of the seat to act, rated: by games after each of them, played in the same deals.

An engine makes a `Rated` of a view within an `Effort`; hints and reviews show it.

>>> class Won(PairedGames[str]):
...     def gains(self, action: str) -> list[int]:
...         return {"♠A": [1, 1, 1, 1, 1, 1], "♠2": [0, 1, 0, 0, 0, 0]}[action]
>>> Won().lead("♠A", "♠2") > 0.8, Won().is_better("♠A", "♠2"), Won().is_better("♠2", "♠A")
(True, True, False)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, TypeVar

from clumond_solver.base.efforts import (
    DEFAULT_BUDGET,
    DEFAULT_ITERATIONS,
    GAMES_PER_CARD,
    checked_games,
    checked_iterations,
)
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.stopping import Deadline, checked_threads
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.results import Bounds, Limit
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.luck import is_luck, mean
from clumond_solver.single_dummy.playouts import OpponentsLike, check_opponents

_T = TypeVar("_T")


class OpenValue(Protocol):
    """Solves a position with all hands open."""

    def __call__(
        self, state: TrickState, seat: int, limit: Limit, solver: Solver | None = None
    ) -> Bounds:
        """Bounds on the least number of tricks off that a seat can force; 0 is success.

        ``solver`` may remember what it has searched.
        """


@dataclass(frozen=True, slots=True)
class Effort:
    """The extent and the limits of an engine's work at a view.

    iterations  the number of deals searched for a card, and for a call except in Clumond.
    games       the number of simulated games after each of the best cards of Clumond; other games
                take less time, and are played twice as often.
    call_games  the budget of `advise` for a call of Clumond.
    seed        fixes the answer.
    threads     the number of threads that play games.
    opponents   who plays the others' cards of Clumond in simulated games, as in `advise`.
    deadline    when work must end; it may then have been less.

    SearchError for numbers out of range.
    """

    iterations: int = DEFAULT_ITERATIONS
    games: int = GAMES_PER_CARD
    call_games: int = DEFAULT_BUDGET
    seed: int = 0
    threads: int = 1
    opponents: OpponentsLike = None
    deadline: Deadline = field(default_factory=lambda: Deadline(None), compare=False)

    def __post_init__(self) -> None:
        checked_iterations(self.iterations)
        checked_games(self.games)
        checked_games(self.call_games)
        object.__setattr__(self, "seed", checked_seed(self.seed))
        object.__setattr__(self, "threads", checked_threads(self.threads))
        check_opponents(self.opponents)


class PairedGames(ABC, Generic[_T]):
    """Games after several actions: the same deals after all of them, which reduces the luck."""

    @abstractmethod
    def gains(self, action: _T) -> Sequence[float]:
        """What the action brought its player, deal by deal."""

    def leads(self, action: _T, other: _T) -> list[float]:
        """How much better an action did than another, in the deals played after both."""
        pairs = zip(self.gains(action), self.gains(other), strict=False)
        return [gain - beside for gain, beside in pairs]

    def lead(self, action: _T, other: _T) -> float:
        """How much better an action did than another, on average."""
        return mean(self.leads(action, other))

    def is_close(self, action: _T, other: _T) -> bool:
        """Whether luck may explain that two actions did not do the same."""
        return is_luck(self.leads(action, other))

    def is_better(self, action: _T, other: _T) -> bool:
        """Whether an action is better than another beyond what luck would explain."""
        leads = self.leads(action, other)
        return bool(leads) and mean(leads) > 0 and not is_luck(leads)

    def is_worse(self, action: _T, best: _T) -> bool:
        """Whether an action is worse than another, by more than luck."""
        return self.is_better(best, action)


class Rated(ABC, Generic[_T]):
    """An engine's decision at a view, and what the choices are worth.

    complete  whether no time limit cut the work short.
    """

    complete: bool
    #: Whether `cost` counts only what luck does not explain.
    is_beyond_luck: ClassVar[bool] = False

    @property
    @abstractmethod
    def best(self) -> _T:
        """The action that the engine would take."""

    @property
    @abstractmethod
    def values(self) -> Mapping[_T, float]:
        """The values of the best choices, best first; empty if nothing was to be chosen."""

    @property
    @abstractmethod
    def unit(self) -> str:
        """What the values are, such as "chance of success" or "points ahead of the others"."""

    @property
    def in_chances(self) -> bool:
        """Whether the values are chances, 0 to 1."""
        return False

    @property
    def errors(self) -> Mapping[_T, float]:
        """The standard errors of the values that are chances."""
        return {}

    def others(self, best: _T) -> list[_T]:
        """The other choices, best first; actions that count as one are named once."""
        return [action for action in self.values if action != best]

    def value_of(self, action: _T) -> float:
        """An action's value; without one, that of the best action."""
        return self.values.get(action, self.values[self.best])

    def cost(self, action: _T) -> float:
        """What an action costs beside the best one, 0 or more."""
        return max(0.0, self.values[self.best] - self.value_of(action))
