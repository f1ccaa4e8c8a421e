"""What an engine is: it makes players, and a `Rated` of a view within an `Effort`.

Hints, reviews and tables do the rest. `engines` has the engine of each game.

>>> Effort(games_per_action=200).games_per_action, Effort().threads
(200, 1)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from clumond_solver.base.cards import Card
from clumond_solver.base.checks import check_type
from clumond_solver.base.efforts import (
    DEFAULT_BUDGET,
    DEFAULT_ITERATIONS,
    GAMES_PER_ACTION,
    checked_games,
    checked_iterations,
)
from clumond_solver.base.renamed import renamed
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.stopping import Deadline, checked_threads
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.knowledge.views import View
from clumond_solver.results import Bounds, Limit, Loss
from clumond_solver.results.search_results import BEYOND_LUCK
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.clumond.playouts import OpponentsLike, checked_opponents
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.luck import joint_error
from clumond_solver.single_dummy.players import Player

_T = TypeVar("_T")


class OpenValue(Protocol):
    """Solves a position with all hands open."""

    def __call__(
        self, state: TrickState, seat: int, limit: Limit, solver: Solver | None = None
    ) -> Bounds:
        """Bounds on the least number of tricks off that a seat can force; 0 is success.

        ``solver`` may remember what it has searched.
        """


@renamed(games="games_per_action", call_games="budget")
@dataclass(frozen=True, slots=True)
class Effort:
    """The extent and the limits of an engine's work at a view.

    iterations        the number of deals searched for a card, and for a call except in Clumond.
    games_per_action  the number of simulated games after each of the best cards of Clumond; other
                      games take less time, and are played twice as often, after calls too.
    budget            the budget of `advise` for a call of Clumond.
    seed              fixes the answer.
    threads           the number of threads that play games.
    opponents         who plays the others' cards of Clumond in simulated games, as in `advise`.
    deadline          when work must end; it may then have been less.

    SearchError for numbers out of range.
    """

    iterations: int = DEFAULT_ITERATIONS
    games_per_action: int = GAMES_PER_ACTION
    budget: int = DEFAULT_BUDGET
    seed: int = 0
    threads: int = 1
    opponents: OpponentsLike = None
    deadline: Deadline = field(default_factory=lambda: Deadline(None), compare=False)

    def __post_init__(self) -> None:
        checked_iterations(self.iterations)
        checked_games(self.games_per_action)
        checked_games(self.budget)
        object.__setattr__(self, "seed", checked_seed(self.seed))
        object.__setattr__(self, "threads", checked_threads(self.threads))
        object.__setattr__(self, "opponents", checked_opponents(self.opponents))


@dataclass(frozen=True, slots=True)
class SecondLook(Generic[_T]):
    """An action beside the one that a first look preferred, by games that this one did not see.

    The first look chooses what is compared; all figures are the second's, so luck in the first
    cannot make them too high.

    rated     the two of them, rated anew; the first look's choice is its best.
    loss      what the action loses.
    is_worse  whether it is worse beyond luck.
    """

    rated: Rated[_T]
    loss: Loss
    is_worse: bool


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
        check_type(best, Action | Card, "an action or a card")
        return [action for action in self.values if action != best]

    def value_of(self, action: _T) -> float:
        """An action's value; without one, that of the best action, or 0 if nothing has a value."""
        return self.values.get(action, self.values.get(self.best, 0.0))

    def cost(self, action: _T) -> float:
        """What an action seems to cost beside the best one, 0 or more."""
        return max(0.0, self.value_of(self.best) - self.value_of(action))

    def may_be_best(self, action: _T) -> bool:
        """Whether luck may explain that an action seems worse than the best one."""
        if self.is_beyond_luck:
            return not self.cost(action)
        doubt = joint_error(*(self.errors.get(one, 0.0) for one in (self.best, action)))
        return self.cost(action) <= BEYOND_LUCK * doubt

    def again(self, action: _T, effort: Effort) -> SecondLook[_T] | None:
        """The action beside the best one in games of another seed; None if none can be played."""
        return None


class Engine(Protocol):
    """An engine of a game."""

    @property
    def open_value(self) -> OpenValue | None:
        """What solves positions with all hands open, for reviews; None if the engine cannot.

        An engine that can rates cards in chances where the payoffs have a `deciding_seat`.
        """

    def player(self, level: Level) -> Player:
        """The player of a level, such as "easy"."""

    def rate(
        self,
        view: View,
        effort: Effort,
        also: Collection[Action] = (),
        on_choice: Callable[[Action], object] | None = None,
    ) -> Rated[Any]:
        """The best action for the seat to act, and what its choices are worth.

        Actions in ``also`` get a value, too; ``on_choice`` may get a first choice at once.
        """
