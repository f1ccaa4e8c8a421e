"""What a seat knows and may do as numbers, the same for every game.

The vector of an observation holds only zeros and ones, in these parts:

=====================  =======================================================================
seat                   which seat it is, one place a seat
sighted                whether the seat may look at its cards
hand                   its cards that are not played, one place a card of the pack
shown                  cards that the rules or announcements showed, one place a card
trick                  the trick under way: by seat from the observer's own on, one place a card
done                   what each seat has done, from the observer's own on, one place an action
=====================  =======================================================================

What a seat has done unseen is not in it, nor the order in which actions were done,
except that of the trick under way.

>>> from clumond_solver.games.clubs import ClubsGame
>>> game = ClubsGame(4)
>>> encoder = Encoder(game)
>>> state = game.deal(1, game.opening())
>>> sum(encoder.mask(state)), len(encoder.vector(state.observation(0))) == encoder.size
(4, True)
"""

from __future__ import annotations

from typing import Any

from clumond_solver.cards import Card, Hand
from clumond_solver.rules.actions import Action, CardAction
from clumond_solver.rules.game import Game, Observation, State


class Encoder:
    """Numbers for one game's actions, cards and observations."""

    def __init__(self, game: Game[Any]) -> None:
        """Number the game's actions and cards."""
        self.game = game
        self.actions = game.actions
        self.cards = tuple(game.pack.cards)
        self._action_number = {action: number for number, action in enumerate(self.actions)}
        self._place = {card: place for place, card in enumerate(self.cards)}

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The parts of the vector in order, and the shape of each."""
        players, cards = self.game.players, len(self.cards)
        return {
            "seat": (players,),
            "sighted": (1,),
            "hand": (cards,),
            "shown": (cards,),
            "trick": (players, cards),
            "done": (players, len(self.actions)),
        }

    @property
    def size(self) -> int:
        """The length of the vector."""
        total = 0
        for shape in self.shapes.values():
            product = 1
            for extent in shape:
                product *= extent
            total += product
        return total

    def number(self, action: Action) -> int:
        """The number of an action."""
        return self._action_number[action]

    def legal(self, state: State) -> list[int]:
        """The numbers of what the seat to act may do, ascending."""
        return sorted(self._action_number[action] for action in state.legal_actions)

    def mask(self, state: State) -> list[int]:
        """For each action 1 if the seat to act may do it, else 0."""
        legal = set(self.legal(state))
        return [int(number in legal) for number in range(len(self.actions))]

    def parts(self, seen: Observation) -> dict[str, list[int]]:
        """The parts of the vector, each flattened."""
        players = self.game.players
        seat = [int(each == seen.seat) for each in range(players)]
        shown: list[Card] = []
        done = [[0] * len(self.actions) for _ in range(players)]
        laid: list[tuple[int, Card]] = []
        for event in seen.events:
            if event.seat is None or event.action is None:
                shown += event.cards
                continue
            action, relative = event.action, (event.seat - seen.seat) % players
            if action in self._action_number:
                done[relative][self._action_number[action]] = 1
            if isinstance(action, CardAction):
                laid += [(relative, card) for card in event.cards]
        trick = [[0] * len(self.cards) for _ in range(players)]
        for relative, card in laid[len(laid) - len(laid) % players :]:
            trick[relative][self._place[card]] = 1
        return {
            "seat": seat,
            "sighted": [int(seen.hand is not None)],
            "hand": self._card_places(tuple(seen.hand or Hand())),
            "shown": self._card_places(shown),
            "trick": [place for row in trick for place in row],
            "done": [place for row in done for place in row],
        }

    def vector(self, seen: Observation) -> list[int]:
        """The whole vector."""
        return [place for part in self.parts(seen).values() for place in part]

    def _card_places(self, cards: list[Card] | tuple[Card, ...]) -> list[int]:
        places = [0] * len(self.cards)
        for card in cards:
            if card in self._place:
                places[self._place[card]] = 1
        return places
