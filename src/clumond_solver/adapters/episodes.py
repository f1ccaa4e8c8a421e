"""What other frameworks share: what a seat knows as numbers, alike for every game, and episodes.

The vector of an observation holds only zeros and ones, in these parts. Where a part has a block for
each seat, the observer's block comes first and the others follow clockwise.

=======  ====================================================================================
seat     which seat observes, one bit per seat
sighted  whether the seat may look at its cards, one bit
hand     its cards that are not played, one bit per card of the pack
shown    cards shown: a block for each seat, then a block for cards that no seat showed (such as
         a turned-up trump); one bit per card
trick    the cards of the trick under way: a block for each seat; one bit per card
done     the actions so far that the observer saw: a block for each seat; one bit per action
=======  ====================================================================================

The vector leaves out hidden actions, and the order of actions except in the trick under way. The
table of events has both: a row for each event so far has one bit per seat (the observer's first,
the last for an event of no seat), then the action if it was seen, and the cards shown. So the
vector and the table together distinguish any two states that the seat can distinguish.

>>> from clumond_solver.games.clubs import ClubsGame
>>> game = ClubsGame(4)
>>> encoder = Encoder(game)
>>> state = game.deal(1, game.opening())
>>> sum(encoder.mask(state)), len(encoder.vector(state.observation(0))) == encoder.size
(4, True)

An episode is a whole session, or one deal in a standing.

>>> episode = Episode(game, game.opening())
>>> episode.deal(chance=7)
>>> while not episode.is_over:
...     _ = episode.push(next(iter(episode.state.legal_actions)))
>>> sum(episode.gains) == sum(episode.state.scores)
True
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, SupportsIndex, TypeVar

from clumond_solver.base.cards import Card, Chance, Hand
from clumond_solver.base.checks import as_int, check_given
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.games.registry import as_game
from clumond_solver.rules.actions import Action, CardAction, Unseen
from clumond_solver.rules.game import Event, Game, Observation, Standing, State

__all__ = ["EncodedEvent", "Encoder", "Episode", "SeatVector"]
# The most calls, turned cards and announcements for each seat in a deal.
_OTHER_EVENTS_PER_SEAT = 8
_MAX_CACHED_EVENTS = 1024
_Item = TypeVar("_Item")


class Encoder:
    """Numbers for one game's actions, cards and observations."""

    def __init__(self, game: Game[Any] | str) -> None:
        self.game = game = as_game(game)
        self.actions = game.actions
        self.cards = tuple(game.pack.cards)
        self.card_index = {card: index for index, card in enumerate(self.cards)}
        self._action_numbers = {action: number for number, action in enumerate(self.actions)}
        self._index_of_mask = {card.mask: index for card, index in self.card_index.items()}
        self._pack_mask = sum(self._index_of_mask)
        self._encoded_events: dict[int, EncodedEvent] = {}
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
        #: The number of rows of the table of events, and the length of a row.
        self.table_shape = (
            cards + _OTHER_EVENTS_PER_SEAT * players,
            players + 1 + len(self.actions) + cards,
        )

    def number(self, action: Action) -> int:
        """The number of an action; RuleError if the game has no such action."""
        try:
            return self._action_numbers[action]
        except KeyError:
            raise RuleError(f"{action} is not among the actions of {self.game.name}") from None

    def action(self, number: SupportsIndex) -> Action:
        """The action with a number; RuleError if there is none."""
        return self._item(self.actions, number, "action")

    def card(self, index: SupportsIndex) -> Card:
        """The card with an index in the pack; RuleError if there is none."""
        return self._item(self.cards, index, "card")

    def _item(self, items: Sequence[_Item], given: SupportsIndex, kind: str) -> _Item:
        number = as_int(given, f"the number of the {kind}")
        if not 0 <= number < len(items):
            raise RuleError(
                f"no {kind} {shown_number(number)}: {self.game.name} has {len(items)}, from 0 on"
            )
        return items[number]

    def legal(self, state: State) -> list[int]:
        """The numbers of the legal actions, ascending."""
        return sorted(map(self.number, state.legal_actions))

    def mask(self, state: State) -> bytearray:
        """For each action 1 if it is legal now, else 0."""
        mask = bytearray(len(self.actions))
        for number in self.legal(state):
            mask[number] = 1
        return mask

    def vector(self, seen: Observation) -> bytearray:
        """The whole vector."""
        return SeatVector(self, seen.seat).vector(seen)

    def parts(self, seen: Observation) -> dict[str, bytearray]:
        """The parts of the vector, each flattened."""
        vector = self.vector(seen)
        ends = [*self.starts.values(), self.size][1:]
        return {
            part: vector[start:end]
            for (part, start), end in zip(self.starts.items(), ends, strict=True)
        }

    def table(self, seen: Observation) -> bytearray:
        """The table of events, flattened; unused rows are zeros."""
        rows, length = self.table_shape
        table = bytearray(rows * length)
        if len(seen.events) > rows:
            raise RuleError(f"{len(seen.events)} events in a deal, at most {rows} are encoded")
        players = self.game.players
        for row, event in enumerate(seen.events):
            start = row * length
            table[start + self.relative_seat(event, seen.seat)] = 1
            start += players + 1
            encoded = self.encode_event(event)
            if encoded.action_number is not None:
                table[start + encoded.action_number] = 1
            start += len(self.actions)
            for index in encoded.card_indices:
                table[start + index] = 1
        return table

    def relative_seat(self, event: Event, observer: int) -> int:
        """The seat of an event, counted clockwise from the observer; for an event of no seat, the
        number of players.
        """
        players = self.game.players
        return players if event.seat is None else (event.seat - observer) % players

    def card_indices(self, cards: Hand) -> list[int]:
        """The indices of cards in the pack; cards outside the game's pack are skipped."""
        indices, remaining = [], cards.mask & self._pack_mask
        while remaining:
            lowest = remaining & -remaining
            indices.append(self._index_of_mask[lowest])
            remaining ^= lowest
        return indices

    def encode_event(self, event: Event) -> EncodedEvent:
        """Encode an event; cached by identity, because the seats' observations share events."""
        encoded = self._encoded_events.get(id(event))
        if encoded is None or encoded.event is not event:
            if len(self._encoded_events) >= _MAX_CACHED_EVENTS:
                self._encoded_events.clear()
            action = event.action
            number = None if action is None or isinstance(action, Unseen) else self.number(action)
            encoded = EncodedEvent(
                event, number, self.card_indices(event.cards), isinstance(action, CardAction)
            )
            self._encoded_events[id(event)] = encoded
        return encoded


class EncodedEvent(NamedTuple):
    """An event, with its action and cards as numbers; ``is_play``: the action plays the cards."""

    event: Event
    action_number: int | None
    card_indices: list[int]
    is_play: bool


class SeatVector:
    """Builds the vector of one seat event by event."""

    __slots__ = ("_encoder", "_events", "_known", "_trick", "_trick_size", "seat")

    _events: tuple[Event, ...]
    _known: bytearray
    # Where in the vector the cards of the trick under way are.
    _trick: list[int]

    def __init__(self, encoder: Encoder, seat: int) -> None:
        self.seat = seat
        self._encoder = encoder
        self._trick_size = encoder.game.players
        self._reset()

    def vector(self, seen: Observation) -> bytearray:
        """The vector of an observation; encodes only the events since the last call."""
        count = len(self._events)
        if seen.events[:count] != self._events:
            self._reset()
            count = 0
        self._trick_size = self._encoder.game.players - len(seen.sitting_out)
        for event in seen.events[count:]:
            self._add(event)
        self._events = seen.events
        vector = bytearray(self._known)
        if seen.hand is not None:
            starts = self._encoder.starts
            vector[starts["sighted"]] = 1
            start = starts["hand"]
            for index in self._encoder.card_indices(seen.hand):
                vector[start + index] = 1
        for bit in self._trick:
            vector[bit] = 1
        return vector

    def _reset(self) -> None:
        self._events = ()
        encoder = self._encoder
        self._known = bytearray(encoder.size)
        self._known[encoder.starts["seat"] + self.seat] = 1
        self._trick = []

    def _add(self, event: Event) -> None:
        encoder = self._encoder
        _, number, indices, is_play = encoder.encode_event(event)
        seat = encoder.relative_seat(event, self.seat)
        if number is None:
            start = encoder.starts["shown"] + seat * len(encoder.cards)
            for index in indices:
                self._known[start + index] = 1
            return
        self._known[encoder.starts["done"] + seat * len(encoder.actions) + number] = 1
        if is_play:
            start = encoder.starts["trick"] + seat * len(encoder.cards)
            self._trick += [start + index for index in indices]
            if len(self._trick) == self._trick_size:
                self._trick.clear()


class Episode:
    """A session from its first deal to its last, or one deal.

    Without a standing the episode is a whole session, from a ``seed``; players keep their numbers
    while the seats move round. With a standing it is the next deal in that standing; players have
    the numbers of their seats.

    standing      the scores before the deal under way, or at the end of the session.
    state         the deal under way, or the last one; None while cards are being dealt.
    dealt         the cards dealt one by one so far.
    gains         the players' gains so far.
    past_deals    each player's last observation of every earlier deal, oldest deal first.
    is_one_deal   whether the episode is one deal.
    is_over       whether the episode is over.
    """

    __slots__ = (
        "_is_shared", "_seating", "dealt", "gains", "game", "is_one_deal", "is_over",
        "past_deals", "standing", "state",
    )  # fmt: skip

    def __init__(
        self, game: Game[Any] | str, standing: Standing | None = None, seed: int = 0
    ) -> None:
        check_given(Episode.__init__, standing=standing, seed=seed)
        self.game = game = as_game(game)
        self.is_one_deal = standing is not None
        self.standing = game.opening(seed) if standing is None else standing
        # The standing that says who sits where in the deal under way.
        self._seating = self.standing
        self.state: State | None = None
        # Whether a copy of the episode uses the same state, which must not change then.
        self._is_shared = False
        self.dealt: tuple[Card, ...] = ()
        self.gains = (0,) * game.players
        self.past_deals: tuple[tuple[Observation, ...], ...] = ()
        self.is_over = False

    def copy(self) -> Episode:
        """An independent episode at the same point; the state is copied on the next action."""
        twin = Episode.__new__(Episode)
        self._is_shared = True
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.copy()

    def deal(self, chance: Chance) -> None:
        """Begin the next deal; ``chance`` is the shuffle: a seed or the shuffled pack."""
        self.state = self.game.deal(chance, self.standing)
        self._seating, self._is_shared, self.dealt = self.standing, False, ()

    def deal_card(self, card: Card) -> None:
        """Deal one more card; the next deal begins when all are dealt.

        RuleError for a card that has been dealt already.
        """
        if card in self.dealt:
            raise RuleError(f"{card} has been dealt already")
        self.dealt += (card,)
        if len(self.dealt) == len(self.game.pack.cards):
            self.deal(self.dealt)

    @property
    def turn(self) -> int | None:
        """The player to act; None if the episode is over or cards are being dealt."""
        seat = None if self.state is None else self.state.decider
        return seat if seat is None or self.is_one_deal else self._seating.player(seat)

    def seat(self, player: int) -> int:
        """The seat of a player in the deal under way."""
        return player if self.is_one_deal else self._seating.seat(player)

    def standing_numbers(self, player: int) -> list[int]:
        """The number of deals, the dealer counted from the player on, the pot, and all totals, the
        player's own first.
        """
        standing = self.standing
        if self.is_one_deal:
            player = standing.player(player)
        totals = standing.totals[player:] + standing.totals[:player]
        dealer = (standing.dealer - player) % len(totals)
        return [standing.deals, dealer, standing.pot, *totals]

    def push(self, action: Action) -> tuple[int, ...] | None:
        """Act for the player whose turn it is; return the gains by player if the deal is over then.

        RuleError while cards are being dealt, or if the rules forbid the action.
        """
        if self.state is None:
            raise RuleError("the cards are not dealt")
        if self._is_shared:
            self.state, self._is_shared = self.state.copy(), False
        self.state.push(action)
        return self._settle(self.state) if self.state.is_over else None

    def _settle(self, state: State) -> tuple[int, ...]:
        if self.is_one_deal:
            gains, self.is_over = tuple(state.scores), True
        else:
            before, self.standing = self.standing, self.game.settle(self.standing, state)
            gains = tuple(
                now - then for now, then in zip(self.standing.totals, before.totals, strict=True)
            )
            self.is_over = self.game.is_finished(self.standing)
            if not self.is_over:
                seats = map(self.seat, range(self.game.players))
                self.past_deals += (tuple(map(state.observation, seats)),)
                self.state = None
        self.gains = tuple(sum(pair) for pair in zip(self.gains, gains, strict=True))
        return gains
