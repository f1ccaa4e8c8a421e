"""What a seat knows and may do as numbers, the same for every game.

The vector of an observation holds only zeros and ones, in these parts:

=====================  =======================================================================
seat                   which seat it is, one place a seat
sighted                whether the seat may look at its cards
hand                   its cards that are not played, one place a card of the pack
shown                  cards that a seat showed, by seat from the observer's own on, last those
                       that the rules showed; one place a card
trick                  the trick under way: by seat from the observer's own on, one place a card
done                   what each seat has done, from the observer's own on, one place an action
=====================  =======================================================================

The vector leaves out actions that a seat made unseen, and the order of actions except in the trick
under way. The table of events has both: a row for each event so far marks the seat (from the
observer's own on), the action if it was seen, and the cards shown. So the vector and the table
together distinguish any two states that the seat can distinguish.

>>> from clumond_solver.games.clubs import ClubsGame
>>> game = ClubsGame(4)
>>> encoder = Encoder(game)
>>> state = game.deal(1, game.opening())
>>> sum(encoder.mask(state)), len(encoder.vector(state.observation(0))) == encoder.size
(4, True)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, SupportsIndex, TypeVar

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.base.values import as_int
from clumond_solver.rules.actions import Action, CardAction, Unseen
from clumond_solver.rules.game import Event, Game, Observation, Standing, State

# The most calls, turned cards and announcements for each seat in a deal.
_OTHER_EVENTS_PER_SEAT = 8
_MOST_CODES = 1024
_Thing = TypeVar("_Thing")


class Encoder:
    """Numbers for one game's actions, cards and observations."""

    def __init__(self, game: Game[Any]) -> None:
        """Number the game's actions and cards."""
        self.game = game
        self.actions = game.actions
        self.cards = tuple(game.pack.cards)
        self.place = {card: place for place, card in enumerate(self.cards)}
        self._number = {action: number for number, action in enumerate(self.actions)}
        self._place_of_mask = {card.mask: place for card, place in self.place.items()}
        self._pack_mask = sum(self._place_of_mask)
        self._codes: dict[int, Code] = {}
        players, cards = game.players, len(self.cards)
        #: The parts of the vector in order, and the shape of each.
        self.shapes: dict[str, tuple[int, ...]] = {
            "seat": (players,),
            "sighted": (1,),
            "hand": (cards,),
            "shown": (players + 1, cards),
            "trick": (players, cards),
            "done": (players, len(self.actions)),
        }
        #: Where each part begins in the vector.
        self.starts: dict[str, int] = {}
        #: The length of the vector.
        self.size = 0
        for part, shape in self.shapes.items():
            self.starts[part] = self.size
            self.size += math.prod(shape)
        #: The rows of the table of events, and the length of each.
        self.table_shape = (
            cards + _OTHER_EVENTS_PER_SEAT * players,
            players + 1 + len(self.actions) + cards,
        )

    def number(self, action: Action) -> int:
        """The number of an action; RuleError if it is none of the game's."""
        try:
            return self._number[action]
        except KeyError:
            raise RuleError(f"{action} is not among the actions of {self.game.name}") from None

    def action(self, number: SupportsIndex) -> Action:
        """The action of a number; RuleError if there is none."""
        return self._numbered(self.actions, number, "action")

    def card(self, place: SupportsIndex) -> Card:
        """The card of a place in the pack; RuleError if there is none."""
        return self._numbered(self.cards, place, "card")

    def _numbered(self, things: Sequence[_Thing], given: SupportsIndex, kind: str) -> _Thing:
        number = as_int(given, f"the number of the {kind}")
        if not 0 <= number < len(things):
            raise RuleError(
                f"no {kind} {shown_number(number)}: {self.game.name} has {len(things)}, from 0 on"
            )
        return things[number]

    def legal(self, state: State) -> list[int]:
        """The numbers of the legal actions, ascending."""
        return sorted(map(self.number, state.legal_actions))

    def mask(self, state: State) -> bytearray:
        """For each action 1 if it is legal now, else 0."""
        mask = bytearray(len(self.actions))
        for number in map(self.number, state.legal_actions):
            mask[number] = 1
        return mask

    def vector(self, seen: Observation) -> bytearray:
        """The whole vector."""
        return Watcher(self, seen.seat).vector(seen)

    def parts(self, seen: Observation) -> dict[str, bytearray]:
        """The parts of the vector, each flattened."""
        vector = self.vector(seen)
        ends = [*self.starts.values(), self.size][1:]
        return {
            part: vector[start:end]
            for (part, start), end in zip(self.starts.items(), ends, strict=True)
        }

    def table(self, seen: Observation) -> bytearray:
        """The table of events, flattened; rows that are not used yet are empty."""
        rows, length = self.table_shape
        table = bytearray(rows * length)
        if len(seen.events) > rows:
            raise RuleError(f"{len(seen.events)} events in a deal, at most {rows} are encoded")
        players = self.game.players
        for row, event in enumerate(seen.events):
            start = row * length
            table[start + self.relative(event, seen.seat)] = 1
            start += players + 1
            code = self.code(event)
            if code.number is not None:
                table[start + code.number] = 1
            start += len(self.actions)
            for place in code.places:
                table[start + place] = 1
        return table

    def relative(self, event: Event, viewer: int) -> int:
        """The seat of an event, counted from the viewer on; the rules come last."""
        players = self.game.players
        return players if event.seat is None else (event.seat - viewer) % players

    def places(self, cards: Hand) -> list[int]:
        """The places of cards in the pack; cards that are never dealt have none."""
        places, left = [], cards.mask & self._pack_mask
        while left:
            lowest = left & -left
            places.append(self._place_of_mask[lowest])
            left ^= lowest
        return places

    def code(self, event: Event) -> Code:
        """An event in numbers; cached, since all seats get the same ones."""
        code = self._codes.get(id(event))
        if code is None or code.event is not event:
            if len(self._codes) >= _MOST_CODES:
                self._codes.clear()
            action = event.action
            number = None if action is None or isinstance(action, Unseen) else self.number(action)
            is_play = isinstance(event.action, CardAction)
            code = self._codes[id(event)] = Code(event, number, self.places(event.cards), is_play)
        return code


class Code(NamedTuple):
    """An event, the number of its action if any, the places of its cards, and whether it played
    them.
    """

    event: Event
    number: int | None
    places: list[int]
    is_play: bool


class Watcher:
    """What one seat has seen as a vector, updated event by event."""

    __slots__ = ("_encoder", "_events", "_known", "_trick", "seat")

    _events: tuple[Event, ...]
    _known: bytearray
    # The places of the trick under way in the vector.
    _trick: list[int]

    def __init__(self, encoder: Encoder, seat: int) -> None:
        """Start with nothing seen."""
        self.seat = seat
        self._encoder = encoder
        self._forget()

    def vector(self, seen: Observation) -> bytearray:
        """The vector of what the seat sees now; fast after an earlier call."""
        count = len(self._events)
        if seen.events[:count] != self._events:
            self._forget()
            count = 0
        for event in seen.events[count:]:
            self._see(event)
        self._events = seen.events
        vector = bytearray(self._known)
        if seen.hand is not None:
            starts = self._encoder.starts
            vector[starts["sighted"]] = 1
            start = starts["hand"]
            for place in self._encoder.places(seen.hand):
                vector[start + place] = 1
        for place in self._trick:
            vector[place] = 1
        return vector

    def _forget(self) -> None:
        self._events = ()
        encoder = self._encoder
        self._known = bytearray(encoder.size)
        self._known[encoder.starts["seat"] + self.seat] = 1
        self._trick = []

    def _see(self, event: Event) -> None:
        encoder = self._encoder
        _, number, places, is_play = encoder.code(event)
        relative = encoder.relative(event, self.seat)
        if number is None:
            start = encoder.starts["shown"] + relative * len(encoder.cards)
            for place in places:
                self._known[start + place] = 1
            return
        self._known[encoder.starts["done"] + relative * len(encoder.actions) + number] = 1
        if is_play:
            start = encoder.starts["trick"] + relative * len(encoder.cards)
            self._trick += [start + place for place in places]
            if len(self._trick) == encoder.game.players:
                self._trick.clear()


def standing_numbers(standing: Standing, player: int) -> list[int]:
    """A player's knowledge between deals: the number of deals, the dealer counted from him on, the
    pot, and all totals, his own first.

    >>> standing_numbers(Standing((5, 1, 2), pot=3), player=1)
    [0, 2, 3, 1, 2, 5]
    """
    players = len(standing.totals)
    totals = [standing.totals[(player + place) % players] for place in range(players)]
    return [standing.deals, (standing.dealer - player) % players, standing.pot, *totals]
