"""A person and engine players round a table, for a whole session.

`Table` knows no terminal: it says who did what, lets the person act, take back and ask for a hint.
Any game of the library can be played at it, given an engine that chooses actions from a view.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> from clumond_solver.single_dummy.players import ClumondPlayer
>>> from clumond_solver.rules.actions import Pass
>>> session = Session(ClumondGame(hands=1), seed=5, first_dealer=0)
>>> table = Table(session, person=1, engine=ClumondPlayer(50, 8))
>>> table.seat, table.is_persons_turn
(0, True)
>>> table.act(Pass()).seat, table.step().seat
(Seat.FOREHAND, Seat.MIDDLEHAND)
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from clumond_solver.base.errors import RuleError
from clumond_solver.base.seeds import as_seed
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import Action
from clumond_solver.rules.game import Session
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.players import Player

StateT = TypeVar("StateT", bound=TrickState)


class Step(NamedTuple, Generic[StateT]):
    """Something done at the table; ``ended`` is the deal, if it ended it."""

    seat: int
    action: Action
    ended: StateT | None


class Table(Generic[StateT]):
    """A session in which ``person`` (a player, not a seat) acts and the engine does the rest.

    The engine is given what the seat to act knows, and a seed. The session's seed fixes all that
    it does.
    """

    def __init__(self, session: Session[StateT], person: int, engine: Player) -> None:
        """Sit down; RuleError if there is no such player."""
        if not 0 <= person < session.game.players:
            raise RuleError(f"player {person}: the game has {session.game.players}, from 0")
        self.session = session
        self.person = person
        self._engine = engine

    @property
    def seat(self) -> int:
        """The person's seat in this deal."""
        return self.seat_of(self.person)

    def seat_of(self, player: int) -> int:
        """A player's seat in this deal."""
        players = self.session.game.players
        return next(s for s in range(players) if self.session.standing.player(s) == player)

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to act."""
        return not self.session.is_finished and self.session.state.turn == self.seat

    def step(self) -> Step[StateT]:
        """Let an engine player act; RuleError if it is the person's turn or all is over."""
        if self.session.is_finished:
            raise RuleError("the session is finished")
        if self.is_persons_turn:
            raise RuleError("it is the person's turn")
        return self._push(self._chosen())

    def act(self, action: Action) -> Step[StateT]:
        """Act for the person; RuleError, and no change, if that is not allowed now."""
        if not self.is_persons_turn:
            raise RuleError("it is not the person's turn")
        return self._push(action)

    def hint(self) -> Action:
        """What the engine would do in the person's place."""
        if not self.is_persons_turn:
            raise RuleError("it is not the person's turn")
        return self._chosen()

    def take_back(self) -> int:
        """Go back to the person's last decision in this deal: how many actions were undone."""
        acted = [seat for seat, _ in self.session.acts[-1]]
        if self.session.is_finished or self.seat not in acted:
            raise RuleError("nothing to take back: you have done nothing in this deal")
        undone = acted[::-1].index(self.seat) + 1
        for _ in range(undone):
            self.session.pop()
        return undone

    def _chosen(self) -> Action:
        state = self.session.state
        if state.turn is None:
            raise RuleError("it is nobody's turn")  # pragma: no cover
        return self._engine(View.of(state, state.turn), self.seed)

    @property
    def seed(self) -> int:
        """A seed for this moment: the same after taking back, another one everywhere else."""
        deals = self.session.standing.deals
        acted = len(self.session.acts[-1])
        return as_seed((self.session.seed * 1_000 + deals) * 1_000 + acted)

    def _push(self, action: Action) -> Step[StateT]:
        state, seat = self.session.state, self.session.state.turn
        self.session.push(action)
        if seat is None:  # pragma: no cover
            raise RuleError("somebody acted, but it was nobody's turn")
        return Step(seat, action, state if state.is_over else None)
