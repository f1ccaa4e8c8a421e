"""A table without a user interface: a session of a person and engine players, any game.

The person acts, takes back decisions and asks for hints; engines, a `Player` each, do the rest.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> from clumond_solver.single_dummy.players import ClumondPlayer
>>> from clumond_solver.rules.actions import Pass
>>> session = Session(ClumondGame(hands=1), seed=5, first_dealer=0)
>>> table = Table(session, person=1, engines=[ClumondPlayer(50, 8)] * 3)
>>> table.seat, table.is_persons_turn
(0, True)
>>> table.act(Pass()).seat, table.step().seat
(Seat.FOREHAND, Seat.MIDDLEHAND)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

from clumond_solver.base.errors import RuleError
from clumond_solver.base.seeds import as_seed
from clumond_solver.base.wording import counted
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, Give
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.players import Player

StateT = TypeVar("StateT", bound=TrickState)


class Step(NamedTuple, Generic[StateT]):
    """An action of a seat; ``finished_deal`` is the deal if the action ended it."""

    seat: int
    action: Action
    finished_deal: StateT | None


class Table(Generic[StateT]):
    """A session of ``person`` (a player's number, not a seat), other people, and engine players.

    An engine gets the view of the seat to act, and a seed, which the cards fix.
    """

    def __init__(
        self,
        session: Session[StateT],
        person: int,
        engines: Sequence[Player],
        friends: Collection[int] = (),
    ) -> None:
        """Seat the person; RuleError if there is no such player.

        ``engines`` are the engines of the players, by number; the person's own gives hints. For
        ``friends`` no engine acts.
        """
        if not 0 <= person < session.game.players:
            raise RuleError(f"player {person}: the game has {session.game.players}, from 0")
        self.session = session
        self.person = person
        self._engines = engines
        self._friends = friends

    @property
    def seat(self) -> int:
        """The person's seat in this deal."""
        return self.session.standing.seat(self.person)

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to act."""
        return not self.session.is_finished and self.session.state.decider == self.seat

    @property
    def is_friends_turn(self) -> bool:
        """Whether another person is to act."""
        if self.session.is_finished or self.session.state.decider is None:
            return False
        return self.session.standing.player(self.session.state.decider) in self._friends

    def step(self) -> Step[StateT]:
        """Let an engine player act; RuleError if it is a person's turn or the session is over."""
        if self.session.is_finished:
            raise RuleError("the session is finished")
        if self.is_persons_turn or self.is_friends_turn:
            raise RuleError("it is the person's turn")
        return self._push(self._engine_action())

    def act(self, action: Action) -> Step[StateT]:
        """Act for the person; RuleError, without a change, if that is illegal."""
        if not self.is_persons_turn:
            raise RuleError("it is not the person's turn")
        return self._push(action)

    def pass_on(self, gives: Sequence[Give]) -> Step[StateT]:
        """Pass cards on for the person, all at once; RuleError, without a change, if illegal."""
        state = self.session.state
        count, _ = state.to_pass or (0, 0)
        if not self.is_persons_turn or len(gives) != count:
            raise RuleError(f"{counted(count, 'card')} must be passed on together")
        ahead = state.copy()
        for give in gives:
            ahead.push(give)
        return [self.act(give) for give in gives][-1]

    def hint(self) -> Action:
        """What the engine would do in the person's place."""
        if not self.is_persons_turn:
            raise RuleError("it is not the person's turn")
        return self._engine_action()

    def take_back(self) -> int:
        """Undo the person's last action in this deal and all later ones; return how many."""
        count = self._actions_to_take_back
        if not count:
            raise RuleError("nothing to take back: you have done nothing in this deal")
        for _ in range(count):
            self.session.pop()
        return count

    @property
    def can_take_back(self) -> bool:
        """Whether the person has acted in this deal, and it is not over."""
        return self._actions_to_take_back > 0

    @property
    def _actions_to_take_back(self) -> int:
        state = self.session.state.copy()
        for count in range(1, 1 + len(() if state.is_over else state.actions)):
            state.pop()
            if state.decider == self.seat and not self._goes_on_passing(state):
                return count
        return 0

    @staticmethod
    def _goes_on_passing(state: TrickState) -> bool:
        """Whether the seat to act has just passed a card on, and passes another with it."""
        made = state.calls_made[-1:] if state.to_pass else ()
        return any(seat == state.turn and isinstance(call, Give) for seat, call in made)

    def _engine_action(self) -> Action:
        state = self.session.state
        engine = self._engines[self.session.player_to_act or 0]
        return engine(View.of(state, state.seat_to_act), self.seed)

    @property
    def seed(self) -> int:
        """A seed for the next action: fixed by the hands dealt and the number of actions before.

        So engine players act alike in every session in which these cards are played.
        """
        hands = " ".join(map(str, self.session.state.hands_dealt))
        digest = sha256(hands.encode()).digest()
        return as_seed(int.from_bytes(digest[:8]) + len(self.session.acts[-1]))

    def _push(self, action: Action) -> Step[StateT]:
        state, seat = self.session.state, self.session.state.seat_to_act
        self.session.push(action)
        return Step(seat, action, state if state.is_over else None)
