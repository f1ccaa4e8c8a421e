"""The engine of each game.

An engine makes players, and rates the actions at a view. Hints, reviews and tables do the rest.

>>> engine_of("clubs").player(Level("strong"))
EnginePlayer(iterations=4000, calls=32, games=64, call_iterations=50)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol

from clumond_solver.base.values import wrong_type
from clumond_solver.games.registry import DEFAULT_GAME, entry
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import Action
from clumond_solver.single_dummy.clumond_engine import ClumondEngine
from clumond_solver.single_dummy.players import Player
from clumond_solver.single_dummy.rated import Effort, OpenValue, Rated
from clumond_solver.single_dummy.styles import Level
from clumond_solver.single_dummy.tree_search import TreeSearch


class Engine(Protocol):
    """An engine of a game."""

    @property
    def open_value(self) -> OpenValue | None:
        """What solves positions with all hands open, for reviews; None if the engine cannot.

        An engine that can rates cards in chances where the payoffs have a `deciding_seat`.
        """

    def player(self, level: Level) -> Player:
        """The player of a level, such as "easy"."""

    def effort_in_review(
        self, view: View, effort: Effort, share: float, pace: float = 1.0
    ) -> Effort | None:
        """The part of a hint's effort with which a review rates an action; None to leave it out.

        ``share`` is less than 1 for an engine player's action, ``pace`` for a review that is late.
        """

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


_MEMBERS = "player", "rate", "effort_in_review", "open_value"
_ANY_GAME: Engine = TreeSearch()
_BY_GAME: dict[str, Engine] = {DEFAULT_GAME: ClumondEngine()}


def use_engine(game: str, engine: Engine) -> None:
    """Let a registered game have an engine of its own; the `Layout` of its states has its name.

    NotationError for a game that is not registered, WrongTypeError for what is no engine.
    """
    entry(game)
    if isinstance(engine, type) or not all(hasattr(engine, name) for name in _MEMBERS):
        raise wrong_type(engine, f"an engine, with {', '.join(_MEMBERS)},")
    _BY_GAME[game] = engine


def engine_of(game: str) -> Engine:
    """The engine of the game with this name: its own, or the tree search."""
    return _BY_GAME.get(game, _ANY_GAME)
