"""Engines of games, and the tasks that they are given.

Each registered game names its engine (`register`); those that name none have the tree search that
plays any game. An engine chooses, hints and explains from a seat's view, and reviews what was done.

>>> engine_of("clubs").strongest(50)
EnginePlayer(iterations=50, calls=32)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Protocol

from clumond_solver.base.deadline import Deadline
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.values import as_int
from clumond_solver.games.clumond.deals import SeatLike
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.games.registry import ANY_GAME, entry
from clumond_solver.knowledge.any_game import View
from clumond_solver.results import Hint, Limit, Review
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.iterations import checked_iterations
from clumond_solver.single_dummy.players import Level, Player

if TYPE_CHECKING:
    from clumond_solver.double_dummy.solver import Solver

Progress = Callable[[int, int], None]
_FEWEST_ITERATIONS = 100


@dataclass(slots=True)
class Task:
    """A hint or a review to be made, and how much may be done for it; the clock starts at once.

    iterations   deals searched for a card, and for another game's call.
    card_games   games of Clumond after each of the cards that a search likes best.
    call_games   the budget of `advise` for a call of Clumond.
    seed, time   fix the answer; and make all of it less as need be, in seconds.
    threads      on which games are played.
    replays      games of a review with the same cards.
    limit        of each position that a review solves with all hands open, by ``solver``.
    every_card   whether it solves what each card leads to that could have been played.
    seat         whose success counts, or whose actions; None for declarer, or for all seats.
    agreement    what a hand of Clumond was played for, if not for what its state says.
    players      by seat what the reasons of a review in chances call the players.
    progress     called with the pieces of a review done, and their number.

    SearchError for numbers out of range.
    """

    iterations: int
    card_games: int
    call_games: int
    seed: int = 0
    time: float | None = None
    threads: int | None = None
    replays: int = 0
    limit: Limit | None = None
    solver: Solver | None = None
    every_card: bool = False
    seat: SeatLike | int | None = None
    agreement: Agreement | None = None
    players: Sequence[str] = ()
    progress: Progress | None = None
    deadline: Deadline = field(init=False)

    def __post_init__(self) -> None:
        """Refuse what cannot be done, and start the clock."""
        checked_iterations(self.iterations)
        for count in (self.card_games, self.call_games, self.replays):
            if as_int(count, "a number of games") < 0:
                raise SearchError(f"{shown_number(count)} games: a count, 0 or more")
        checked_seed(self.seed)
        self.deadline = Deadline(self.time)

    def left(self, by: float = 1.0) -> float | None:
        """Seconds left for a step that is to be over when this part of the time is; or None."""
        if self.time is None:
            return None
        return max(0.0, self.deadline.left - (1 - by) * self.time)

    def iterations_for(self, done: int, total: int, by: float) -> int:
        """Iterations for the next of some cards, by how far one is and how much time that took."""
        left = self.left(by)
        if left is None or self.time is None or done == 0:
            return self.iterations
        spent = by * self.time - left
        needed = spent / done * (total - done)
        share = 1.0 if needed <= left else left / needed
        return max(_FEWEST_ITERATIONS, min(self.iterations, int(self.iterations * share)))


class Engine(Protocol):
    """What plays a game, and explains how it is played well."""

    def player(self, level: Level) -> Player:
        """A player of a level."""

    def strongest(self, iterations: int) -> Player:
        """The strongest player with so many deals searched for a card."""

    def hint(self, view: View, task: Task, who: str) -> Hint:
        """What to do in the place of the seat to act, which the reason calls ``who``, and why."""

    def review(self, state: TrickState, task: Task) -> Review:
        """What was better than what was done, and by how much."""


def engine_of(name: str) -> Engine:
    """The engine of the game of this name, or for any game, which has the name ""."""
    engine: Engine = resolve_name(entry(name).engine if name else ANY_GAME)()
    return engine
