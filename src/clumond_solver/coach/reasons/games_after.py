"""Simulated games after an action, to find what differs between two actions.

Every seat plays by what it sees. The games after two actions use the same deals, which reduces the
luck in their difference.

>>> from clumond_solver.base.cards import Card
>>> from clumond_solver.games.clubs import ClubsGame
>>> from clumond_solver.rules.actions import PlayCard
>>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
>>> state.push(state.legal_actions[0])
>>> games, card = GamesAfter(View.of(state, state.turn)), state.legal_actions[0]
>>> len(games.after(card)), {sum(game.taken) for game in games.after(card)}
(30, {13})
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.errors import RuleError
from clumond_solver.base.seeds import as_seed
from clumond_solver.knowledge.any_game import View
from clumond_solver.results import Choice
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import Trick
from clumond_solver.single_dummy.any_game import choose_action
from clumond_solver.single_dummy.mean_scores import mean_error, relative_score

# The number of games after an action: about this many plays in all, within these limits; after the
# deadline, this many games are played all the same.
_PLAYS = 1000
_FEWEST, _MOST, _FEWEST_IF_LATE = 30, 100, 2
_ITERATIONS = 30
# What is the same in so many games is settled.
_ENOUGH_TO_SETTLE = 24
# A difference counts if it exceeds this many standard errors.
BEYOND_DOUBT = 2.0
# Differences up to this do not count, however certain.
_NEGLIGIBLE = 0.05
# Figures that lie further apart, in standard deviations of a game, are not alike, however few the
# visits: what a player would see as a difference is none to the search only for want of time.
_MOST_ALIKE = 0.07


class FinishedGame(NamedTuple):
    """A deal played to its end.

    scores  scores by seat.
    taken   numbers of tricks by seat.
    tricks  tricks from the action's on.
    played  cards that each seat played.
    """

    scores: tuple[int, ...]
    taken: tuple[int, ...]
    tricks: tuple[Trick, ...]
    played: tuple[Hand, ...]

    @property
    def winner(self) -> int:
        """The winner of the first of the tricks."""
        return self.tricks[0].winner

    def winning_cards(self, seat: int, first: int = 0) -> list[Card]:
        """The cards with which a seat wins tricks, from the one numbered ``first``."""
        return [
            trick.cards[(seat - trick.leader) % len(trick.cards)]
            for trick in self.tricks[first:]
            if trick.winner == seat
        ]


class GamesAfter:
    """Games after a seat's possible plays, from different deals that agree with its view.

    A deadline may reduce the number of games, down to two.
    """

    def __init__(
        self, view: View, most: int = _MOST, seed: int = 0, deadline: Deadline | None = None
    ) -> None:
        """Draw the deals, ``most`` at most; the longer the games, the fewer.

        RuleError during the calls, and if the seat has not seen what fixes the payoffs.
        """
        if view.play is None or view.play.payoffs is None:
            raise RuleError("games need a play whose payoffs the seat knows")
        self._seat = view.seat
        self._seed = seed
        self._deadline = deadline or Deadline(None)
        count = _PLAYS // (view.play.tricks_left * view.play.rules.players)
        self._worlds = view.sample_worlds(min(most, _MOST, max(_FEWEST, count)), as_seed(seed + 1))
        self._played: dict[Action, list[FinishedGame]] = {}

    def after(self, card: Action) -> list[FinishedGame]:
        """The games after a card."""
        if card not in self._played:
            self._played[card] = [
                self._play_on(world, card, number)
                for number, world in enumerate(self._worlds)
                if number < _FEWEST_IF_LATE or not self._deadline.passed
            ]
        return self._played[card]

    def alike(self, choice: Choice[Action]) -> list[Action]:
        """The actions that the search cannot distinguish from its choice, the best first."""
        best = choice.values[choice.action]
        spread = self._spread(choice.action)

        def is_alike(action: Action) -> bool:
            value = choice.values[action]
            doubt = BEYOND_DOUBT * math.sqrt(1 / best.visits + 1 / value.visits)
            allowed = max(_NEGLIGIBLE, min(doubt, _MOST_ALIKE) * spread)
            return best.value - value.value <= allowed

        others = [action for action, value in choice.values.items() if value.visits]
        others.remove(choice.action)
        others.sort(key=lambda action: -choice.values[action].value)
        return [*takewhile(is_alike, others)]

    def is_settled(self, actions: Iterable[Action]) -> bool:
        """Whether in every deal the scores are the same after all these actions."""
        first, *others = actions
        gains = self._gains(first)
        return len(gains) >= _ENOUGH_TO_SETTLE and all(
            self._gains(action) == gains for action in others
        )

    def _gains(self, action: Action) -> list[float]:
        return [relative_score(game.scores, self._seat) for game in self.after(action)]

    def _spread(self, action: Action) -> float:
        """The standard deviation of what the seat gains more than the others after an action."""
        gains = self._gains(action)
        return mean_error(gains) * math.sqrt(len(gains))

    def _play_on(self, world: TrickState, action: Action, number: int) -> FinishedGame:
        state = world.copy()
        complete_tricks = 0 if state.play is None else sum(state.play.tricks_taken)
        state.push(action)
        return play_on(state, as_seed(self._seed + number), complete_tricks)


def play_on(state: TrickState, seed: int, complete_tricks: int = 0) -> FinishedGame:
    """Finish a deal, in the state itself; the tricks after those complete are the game's."""
    while not state.is_over:
        actions = state.legal_actions
        if len(actions) > 1:
            actions = (choose_action(state, iterations=_ITERATIONS, seed=seed).action,)
        state.push(actions[0])
    play = state.play
    if play is None:
        raise RuleError("no card was played")  # pragma: no cover
    played = [Hand()] * play.rules.players
    for card_played in play.history:
        played[card_played.seat] = played[card_played.seat].with_card(card_played.card)
    return FinishedGame(
        tuple(state.scores), play.tricks_taken, play.tricks[complete_tricks:], tuple(played)
    )
