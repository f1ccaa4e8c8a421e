"""What an engine of a game can do, and the tasks that it gets.

A registered game may name its engine (`register`); the default is the tree search for any game. An
engine makes players, gives hints with reasons from a seat's view, and reviews and records deals.

>>> engine_of("clubs").player(Level("strong"))
EnginePlayer(iterations=4000, calls=32, games=64, call_iterations=50)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Protocol

from clumond_solver.base.deadline import Deadline
from clumond_solver.base.efforts import MOST_GAMES, checked_iterations
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.values import ProgressCallback, as_int
from clumond_solver.games.clumond.deals import SeatLike
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.games.registry import DEFAULT_ENGINE, entry
from clumond_solver.knowledge.any_game import View
from clumond_solver.records import Record
from clumond_solver.records.tags import Tags
from clumond_solver.results import Hint, Limit, Review
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.players import Player
from clumond_solver.single_dummy.playouts import OpponentsLike
from clumond_solver.single_dummy.styles import Level

if TYPE_CHECKING:
    from clumond_solver.double_dummy.solver import Solver

_FEWEST_ITERATIONS = 100
_SHARE_FOR_ENGINES = 1 / 3


@dataclass(slots=True)
class Task:
    """The extent and the limits of a hint or a review; creating a task starts its clock.

    iterations   the number of deals searched for a card, and for a call except in Clumond.
    card_games   the number of simulated games of Clumond after each of the best cards; in other
                 games, which take less time, twice as many are played.
    call_games   the budget of `advise` for a call of Clumond.
    seed         fixes the answer.
    time         a limit in seconds; it reduces all other numbers as necessary.
    threads      the number of threads that play games.
    replays      the number of games in which the engine replays a reviewed hand.
    limit        the limit for each position that a review solves with all hands open.
    solver       the solver for these positions; None for a new one.
    every_card   whether a review solves all cards that could have been played.
    seat         in Clumond the seat whose success is solved for, None for declarer; in other games
                 the seat that is reviewed, None for all.
    agreement    the terms of a hand of Clumond; None for those of its state.
    players      the players' names, by seat, in the reasons of a review.
    progress     called with the numbers of a review's steps done and of all its steps.
    on_choice    called with the choice of a hint's search, before figures and reasons are ready.
    on_plays     called after each trick of a review with the actions reviewed so far.
    opponents    who plays the others' cards of Clumond in simulated games, as in `advise`.

    SearchError for numbers out of range.
    """

    iterations: int
    card_games: int
    call_games: int
    seed: int = 0
    time: float | None = None
    threads: int = 1
    replays: int = 0
    limit: Limit | None = None
    solver: Solver | None = None
    every_card: bool = False
    seat: SeatLike | int | None = None
    agreement: Agreement | None = None
    players: Sequence[str] = ()
    progress: ProgressCallback | None = None
    on_choice: Callable[[Action], object] | None = None
    on_plays: Callable[[Review], object] | None = None
    opponents: OpponentsLike = None
    deadline: Deadline = field(init=False)

    def __post_init__(self) -> None:
        """Check the numbers, and start the clock."""
        checked_iterations(self.iterations)
        for count in (self.card_games, self.call_games, self.replays):
            if not 0 <= as_int(count, "a number of games") <= MOST_GAMES:
                raise SearchError(f"{shown_number(count)} games: 0 to {MOST_GAMES}")
        checked_seed(self.seed)
        self.deadline = Deadline(self.time)

    @property
    def explain_signals(self) -> bool:
        """Whether a partner may read signals: no player of the library sends or reads them."""
        return self.opponents is None

    def share_for_seat(self, seat: int) -> float:
        """The share of a review's games for the actions of a seat: less for an engine player's.

        The figures of a person's cards are those of his hints; the others had none.
        """
        styles = self.opponents
        if isinstance(styles, str) or not isinstance(styles, Sequence) or seat >= len(styles):
            return 1.0
        return _SHARE_FOR_ENGINES if str(styles[seat]) in map(str, Level) else 1.0

    def seconds_left(self, until: float = 1.0) -> float | None:
        """Seconds left until this share of the time has passed; None without a limit."""
        if self.time is None:
            return None
        return max(0.0, self.deadline.seconds_left - (1 - until) * self.time)

    def iterations_for(self, done: int, total: int, until: float) -> int:
        """Iterations for the next of several cards, by the time that the earlier ones took."""
        share = self.share_for(done, total, until)
        return max(_FEWEST_ITERATIONS, min(self.iterations, int(self.iterations * share)))

    def share_for(self, done: int, total: int, until: float) -> float:
        """The share of its full extent that the work on the next of several cards can have."""
        left = self.seconds_left(until)
        if left is None or self.time is None or done == 0:
            return 1.0
        spent = until * self.time - left
        needed = spent / done * (total - done)
        return 1.0 if needed <= left else left / needed


class Engine(Protocol):
    """An engine: its players, hints, reviews and records."""

    def player(self, level: Level) -> Player:
        """The player of a level, such as "easy"."""

    def hint(self, view: View, task: Task, who: str) -> Hint:
        """The best action for the seat to act, and why; the reason calls the player ``who``."""

    def review(self, state: TrickState, task: Task) -> Review:
        """A review of a deal: which actions were better than those taken, and by how much."""

    def record(self, state: TrickState, players: Sequence[str], tags: Tags = ()) -> Record | None:
        """The record of a deal in play or over; None for a game without records."""


def engine_of(name: str) -> Engine:
    """The engine of the game with this name; "" for the engine of any game."""
    engine: Engine = resolve_name(entry(name).engine if name else DEFAULT_ENGINE)()
    return engine
