"""What one seat has seen of a deal, in any game of the library, and deals that agree with it.

A `View` holds all that the seat has seen and nothing else: its cards, the calls and plays, cards
that were shown or announced, and the cards that a seat's plays rule out (such as a suit that it did
not follow). Engines get a view and no state, so that nothing hidden can reach them.

>>> from clumond_solver.games.clubs import ClubsGame
>>> game = ClubsGame(4)
>>> state = game.deal(3, game.opening())
>>> view = View.of(state, 2)
>>> [world] = view.sample_worlds(1, seed=1)
>>> world.observation(2) == state.observation(2)
True
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from math import comb
from typing import Annotated, Any, Self, TypeVar

from clumond_solver._core.single_dummy.determinization import HiddenCards
from clumond_solver.base.cards import Card, Hand, Suit, shuffled
from clumond_solver.base.checks import as_int, check_fields, check_type, wrong_type
from clumond_solver.base.errors import RuleError, SearchError, shown_number
from clumond_solver.base.seeds import drawn_seed, source_of
from clumond_solver.base.wording import counted
from clumond_solver.rules.actions import Action, Call, Give, LayAside, Said, Unseen
from clumond_solver.rules.game import Game
from clumond_solver.rules.payoffs import Payoffs, PointCount
from clumond_solver.rules.states import HandConstraint, Layout, TrickState, given_by
from clumond_solver.rules.tricks import (
    CardCount,
    PerSeat,
    PerSeatIfAny,
    PlayedCard,
    SeatNumber,
    TrickPlay,
    TrickRules,
    as_seat,
)

# The turn may depend on who holds the opening card. Each seat is equally likely to hold it, so this
# many batches of draws without a deal that fits mean a contradiction.
_MOST_FAILED_DRAWS = 500
# The most arrangements of the cards to enumerate per deal wanted: voids rule many of them out.
_WAYS_PER_DEAL = 4

#: The most deals to draw at once.
MOST_DEALS = 10**9
_NO_CARDS = Hand()
_T = TypeVar("_T")
# One more for the cards in no hand.
_PerPlace = Annotated[tuple[_T, ...], lambda players: [players + 1]]
_PlaceNumber = Annotated[int, lambda players: range(players + 1)]


@dataclass(frozen=True, slots=True)
class PlayView:
    """The play of the cards as everybody sees it.

    rules         the rules of the tricks.
    payoffs       the scores of the finished deal; None if they depend on calls that the seat has
                  not seen, or if the game does not state them as data.
    leader        the seat that leads, or led, to the trick under way.
    tricks_taken  the tricks taken, by seat.
    points        the points that everybody knows of, by seat.
    trick         the trick under way.
    tricks_left   the number of tricks that are not complete, the one under way included.
    forced_lead   the only card that may be led now, if there is one.
    waiting       the cards that may not be led yet, as in `TrickPlay`.
    held_back     the cards that may not be played to this trick, as in `TrickPlay`.
    face_down     whether hands are played from the top, unseen.
    """

    rules: TrickRules
    payoffs: Payoffs | None
    leader: SeatNumber
    tricks_taken: PerSeat[CardCount]
    points: PerSeat[PointCount]
    trick: Annotated[tuple[PlayedCard, ...], range]
    tricks_left: CardCount
    forced_lead: Card | None
    face_down: bool
    waiting: Hand = _NO_CARDS
    held_back: Hand = _NO_CARDS

    def __post_init__(self) -> None:
        """Refuse fields that contradict the rules; engines check the rest."""
        check_type(self.rules, TrickRules, "PlayView.rules: rules of tricks")
        players = self.rules.players
        check_fields(PlayView, self, players)
        if len(self.trick) >= self.rules.trick_size:
            complete = f"fewer than {self.rules.trick_size} cards, a complete trick,"
            raise wrong_type(self.trick, f"PlayView.trick: {complete}")
        if self.payoffs is not None:
            tricks = self.tricks_left + sum(self.tricks_taken)
            self.payoffs.check_fits(players, tricks, self.rules.kept)

    @property
    def turn(self) -> int | None:
        """The seat to play; None when the play is over."""
        seats = self.rules.seats_from(self.leader)
        return seats[len(self.trick)] if self.tricks_left else None


def _checked_count(count: int) -> int:
    """A number of deals to draw; SearchError for one that is out of range."""
    count = as_int(count, "a number of deals")
    if not 0 <= count <= MOST_DEALS:
        raise SearchError(f"{shown_number(count)} deals to draw: 0 to {MOST_DEALS}")
    return count


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat knows of a deal.

    seat           the seat that has this view.
    turn           the seat to act; None when the deal is over.
    legal_actions  what the seat may do now; none if it is not its turn.
    actions        all calls and plays so far, `Unseen` for a call that the seat has not seen.
    layout         the public facts of the deal's cards.
    play           the play as everybody sees it; None during the calls.
    history        the cards played, in order, with the seats that played them.
    held           by seat the cards known to be in its hand; last, those known to be in no hand.
    may_hold       by seat the other cards that may be in its hand; last, those that may be in none.
    excluded_sets  pairs (seat, cards): the seat does not hold all of these cards; it may hold some.
    aside          by seat the cards that it is known to have laid aside, which are in no hand.
    given          by seat the cards that it is known to have chosen to pass on.
    player         the seat whose player acts for this one, whose hand he sees too; None for its
                   own.
    """

    seat: SeatNumber
    turn: SeatNumber | None
    legal_actions: tuple[Action, ...]
    actions: tuple[Action, ...]
    layout: Layout
    play: PlayView | None
    history: tuple[PlayedCard, ...]
    held: _PerPlace[Hand]
    may_hold: _PerPlace[Hand]
    excluded_sets: tuple[tuple[_PlaceNumber, Hand], ...]
    aside: PerSeatIfAny[Hand] = ()
    given: PerSeatIfAny[Hand] = ()
    player: SeatNumber | None = None

    def __post_init__(self) -> None:
        """Refuse fields that contradict the layout or the play; engines check the rest."""
        check_type(self.layout, Layout, "View.layout: a layout")
        players = self.layout.players
        check_fields(View, self, players)
        if self.play is not None and (
            self.play.rules.players != players or self.play.turn != self.turn
        ):
            raise RuleError(
                f"the view says that seat {self.turn} of {players} is to act,"
                f" its play (of {self.play.rules.players} players) says seat {self.play.turn}"
            )
        if self.aside:
            self._check_aside(self.layout.aside or (0,) * players)

    def _check_aside(self, sizes: Sequence[int]) -> None:
        """Refuse more cards laid aside than the layout has."""
        for seat, (known, size) in enumerate(zip(self.aside, sizes, strict=True)):
            if len(known) > size:
                raise RuleError(
                    f"View.aside: seat {seat} has laid aside {known}, but its layout says {size}"
                )

    @property
    def voids_shown(self) -> tuple[frozenset[Suit], ...]:
        """By seat the suits that it has shown not to hold, if the rules demand following suit."""
        voids = [frozenset[Suit]()] * self.layout.players
        if self.play is None:
            return tuple(voids)
        rules, led = self.play.rules, None
        for index, played in enumerate(self.history):
            shown = played.named or played.card
            if index % rules.trick_size == 0:
                led = played.led or rules.suit_of(shown)
            elif led is not None:
                duty = next(iter(rules.duties(led)), Hand())
                if rules.cards_of(led).issubset(duty) and shown not in duty:
                    cards_of = ((suit, rules.cards_of(suit)) for suit in Suit)
                    out = {suit for suit, cards in cards_of if cards and cards.issubset(duty)}
                    voids[played.seat] |= out
        return tuple(voids)

    @classmethod
    def of(
        cls, state: TrickState, seat: int | str | None = None, *, all_calls: bool = False
    ) -> Self:
        """What a seat, by default the one to act, knows of a state.

        With ``all_calls`` the view includes the hidden calls. RuleError if there is no such seat.
        """
        check_type(state, TrickState, "the state of a deal")
        check_type(all_calls, bool, "all_calls: True or False")
        seat = state.seat_to_act if seat is None else seat
        layout = state.layout
        check_type(layout, Layout, f"a Layout from {type(state).__name__}.layout")
        seat = as_seat(seat, layout.players)
        player = state.played_by(seat)
        constraints = tuple(state.hand_constraints(seat))
        history = () if state.play is None else state.play.history
        calls = state.calls_made if all_calls else state.seen_calls(seat)
        aside = _seen_aside(layout, calls)
        gone = [*map(Hand.from_cards, _by_seat(history, layout.players))]
        given = _seen_given(layout, calls)
        held = _known_cards(state, seat, layout, gone, constraints)
        held = (*held[:-1], held[-1] | _union(aside))
        pool = layout.pack - _union(held) - _union(gone)
        may_hold, excluded_sets = _possible_cards(state, pool, gone, constraints)
        return cls(
            seat=seat,
            turn=state.turn,
            legal_actions=tuple(state.legal_actions) if state.turn == seat else (),
            actions=(*(call for _, call in calls), *state.actions[len(calls) :]),
            layout=layout,
            play=None
            if state.play is None
            else _play_view(state, state.play, seat, all_calls=all_calls),
            history=history,
            held=held,
            may_hold=may_hold,
            excluded_sets=excluded_sets,
            aside=aside,
            given=given,
            player=None if player == seat else player,
        )

    @classmethod
    def at_start(
        cls,
        game: Game[Any] | str,
        hand: Hand,
        *,
        deal: int | None = None,
        turned: Card | str | None = None,
        said: Said = (),
    ) -> View:
        """What the holder of a hand knows when he is to act, before he has played a card.

        ``game`` is a game other than Clumond (see `ClumondView`), or a text as for `new_game`.
        ``said`` has the calls so far, and cards played, as actions or their texts, or as one text
        with commas between; "?" is a call that others made unseen, and where the dealer chooses the
        number of cards that of the hand need not be said. Who holds the hand follows. ``deal`` is
        the number of the deal, from 1, by default the session's first that fits, ``turned`` the
        card turned up, or its text. RuleError and NotationError for what does not fit, saying what
        would.

        >>> hand = Hand.parse("4.42.32.3")
        >>> view = View.at_start("clag scheme=raf", hand, said="call DHSC nuloss ascending")
        >>> view.seat, [str(action) for action in view.legal_actions][:2]
        (0, ['nominate 0', 'nominate 1'])
        """
        # Who asks no such thing starts without it.
        from clumond_solver.knowledge.asked_hands import state_with_hand

        state = state_with_hand(game, hand, deal=deal, turned=turned, said=said)
        return View.of(state)

    @classmethod
    def with_open_hands(cls, state: TrickState) -> View:
        """The view of the seat to act if it also saw all hands.

        RuleError unless cards are being played.
        """
        check_type(state, TrickState, "the state of a deal")
        layout, play, calls = state.layout, state.play, state.calls_made
        if play is None or play.turn is None:
            raise RuleError("a view of all cards exists only while cards are played")
        dealt = _union(play.hands) | _all_cards(play.history)
        return cls(
            seat=play.turn,
            turn=play.turn,
            legal_actions=tuple(state.legal_actions),
            actions=state.actions,
            layout=layout,
            play=_play_view(state, play, play.turn, all_calls=True),
            history=play.history,
            held=(*play.hands, layout.pack - dealt),
            may_hold=(Hand(),) * (layout.players + 1),
            excluded_sets=(),
            aside=_seen_aside(layout, calls),
            given=_seen_given(layout, calls),
        )

    @property
    def played(self) -> tuple[tuple[Card, ...], ...]:
        """The cards played, by seat, in order."""
        return _by_seat(self.history, self.layout.players)

    @property
    def hides_calls(self) -> bool:
        """Whether calls have been made that the seat has not seen."""
        return any(isinstance(action, Unseen) for action in self.actions)

    @property
    def pool(self) -> Hand:
        """The cards whose places the seat does not know."""
        return self.layout.pack - _union(self.held) - _all_cards(self.history)

    def are_equals(self, card: Card, other: Card) -> bool:
        """Whether two of the seat's cards do the same whenever they are played."""
        check_type(card, Card, "a card")
        check_type(other, Card, "a card")
        play = self.play
        if play is None or play.payoffs is None:
            return card == other
        points = play.payoffs.card_points
        out = _union((*self.held[:-1], *self.may_hold[:-1])) - self.held[self.seat]
        same_points = points[card.bit] == points[other.bit]
        return same_points and play.rules.are_equals((card, other), out, play.trick)

    @property
    def room(self) -> tuple[int, ...]:
        """The number of the pool's cards in each hand; last, in no hand.

        RuleError if a seat has more cards than the layout deals to it.
        """
        layout = self.layout
        laid_aside = layout.aside or (0,) * layout.players
        rooms = [
            size - aside - len(cards) - len(held)
            for size, aside, cards, held in zip(
                layout.sizes, laid_aside, self.played, self.held, strict=False
            )
        ]
        dealt = sum(layout.sizes) - sum(laid_aside)
        rest = len(layout.pack) - dealt - len(self.held[-1])
        if min(rooms) < 0:
            seat = rooms.index(min(rooms))
            raise RuleError(
                f"seat {seat} has {counted(layout.sizes[seat] - rooms[seat], 'card')}, played and"
                f" held, of {layout.sizes[seat]} dealt: its layout does not fit"
            )
        if rest < 0:
            raise RuleError(
                f"{counted(-rest, 'card')} more in hands than the pack of the layout has"
            )
        return (*rooms, rest)

    def at_last_turn(self) -> Self | None:
        """The view at the seat's last turn to play before now; None if there was none."""
        own = [number for number, past in enumerate(self.history) if past.seat == self.seat]
        if not own:
            return None
        [world] = self.sample_worlds(1, 0)
        for _ in self.history[own[-1] :]:
            world.pop()
        return type(self).of(world, self.seat)

    def sample_worlds(self, count: int, seed: int) -> list[TrickState]:
        """Draw independent deals that agree with all that the seat has seen, played to this point.

        Every way in which the unseen cards can lie is equally likely, whatever was called. A hidden
        call is then drawn from those that were legal. The same seed gives the same deals. They are
        states that can be played on; `sample_hands` draws only hands, about fifty times as fast.
        RuleError if no deal agrees with what has been seen, SearchError for a negative count.
        """
        return [*self.worlds_one_by_one(count, seed)]

    def sample_hands(self, count: int, seed: int) -> list[tuple[Hand, ...]]:
        """The hands of the deals that `sample_worlds` draws with the same seed.

        For each deal the hands by seat, as held now; last, the cards that nobody holds or has
        played. Errors as in `sample_worlds`.

        >>> from clumond_solver.games.clubs import ClubsGame
        >>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
        >>> [hands] = View.of(state, 2).sample_hands(1, seed=5)
        >>> hands[2] == state.play.hands[2], hands[0] == state.play.hands[0]
        (True, False)
        """
        return [*self.hands_one_by_one(count, seed)]

    def hands_one_by_one(self, count: int, seed: int) -> Iterator[tuple[Hand, ...]]:
        """The hands of `sample_hands`, drawn one at a time.

        >>> from clumond_solver.games.clubs import ClubsGame
        >>> view = View.of(ClubsGame(4).deal(3, ClubsGame(4).opening()), 2)
        >>> next(view.hands_one_by_one(9, seed=5)) == view.sample_hands(9, seed=5)[0]
        True
        """
        count = _checked_count(count)
        if self.layout.turn_by_cards and not self.history:
            return (hands for hands, _ in self._hands_and_worlds(count, seed))
        return islice(self._draw(self._hidden(), source_of(seed)), count)

    def worlds_one_by_one(self, count: int, seed: int) -> Iterator[TrickState]:
        """The deals of `sample_worlds`, drawn one at a time."""
        return (world for _, world in self._hands_and_worlds(_checked_count(count), seed))

    def all_worlds(self, most: int) -> list[TrickState] | None:
        """All deals that agree with what the seat has seen, played to this point.

        None if there are more than ``most``, or too many to enumerate, or if more is hidden than
        the hands: calls, cards laid aside, or the order of the cards.

        >>> from clumond_solver.games.clumond.game import ClumondGame
        >>> from clumond_solver.games.sessions import Session
        >>> state = Session(ClumondGame(), seed=5).state
        >>> print(View.of(state, 0).all_worlds(1000))
        None
        """
        most = as_int(most, "a number of deals")
        hands_decide_turn = self.layout.turn_by_cards and not self.history
        face_down = self.play is not None and self.play.face_down
        if hands_decide_turn or face_down or self.layout.aside or self.hides_calls:
            return None
        undealt, ways = len(self.pool), 1
        for room in self.room:
            undealt, ways = undealt - room, ways * comb(undealt, room)
        if ways > _WAYS_PER_DEAL * most:
            return None
        hands = list(islice(self._all_hands(), min(most, ways) + 1))
        source = source_of(0)
        return None if len(hands) > most else [self._state_with(dealt, source) for dealt in hands]

    def _all_hands(self) -> Iterator[tuple[Hand, ...]]:
        """Every way in which the cards of the pool can lie."""
        room = self.room

        # A slot is a seat or, last, the cards that nobody holds.
        def fill(slot: int, pool: Hand, filled: tuple[Hand, ...]) -> Iterator[tuple[Hand, ...]]:
            if slot == len(self.held):
                yield filled
                return
            for drawn in combinations(pool & self.may_hold[slot], room[slot]):
                hand = self.held[slot] | Hand.from_cards(drawn)
                if not any(
                    seat == slot and cards.issubset(hand) for seat, cards in self.excluded_sets
                ):
                    yield from fill(slot + 1, pool - hand, (*filled, hand))

        return fill(0, self.pool, ())

    def _hands_and_worlds(
        self, count: int, seed: int
    ) -> Iterator[tuple[tuple[Hand, ...], TrickState]]:
        """Draw hands as they are held now, with the deals that they belong to."""
        hidden, source = self._hidden(), source_of(seed)
        drawn = tries = 0
        while drawn < count:
            if tries == _MOST_FAILED_DRAWS:
                raise self.contradiction_error()
            tries += 1
            for hands in islice(self._draw(hidden, source), count):
                world = self._state_with(hands, source)
                # A deal fits if the seat to act holds the opening card.
                if world.turn == self.turn:
                    drawn, tries = drawn + 1, 0
                    yield hands, world
                    if drawn == count:
                        return

    def _hidden(self) -> HiddenCards:
        try:
            return HiddenCards(
                [hand.mask for hand in self.held],
                self.room,
                self.pool.mask,
                [hand.mask for hand in self.may_hold],
                [(seat, cards.mask) for seat, cards in self.excluded_sets],
            )
        except (ValueError, OverflowError) as error:
            raise RuleError(f"the view of seat {self.seat} contradicts itself: {error}") from None

    def _draw(self, hidden: HiddenCards, source: random.Random) -> Iterator[tuple[Hand, ...]]:
        for masks in hidden.draws(drawn_seed(source)):
            yield tuple(map(Hand, masks))
        raise self.contradiction_error()

    def contradiction_error(self) -> RuleError:
        """The error for a view that contradicts itself."""
        seat = f"seat {self.seat}" if type(self.seat) is int else self.seat
        return RuleError(f"no deal agrees with what {seat} has seen")

    def _state_with(self, hands: Sequence[Hand], source: random.Random) -> TrickState:
        stacks = [
            (*played, *shuffled(tuple(hand), source))
            for played, hand in zip(self.played, hands, strict=False)
        ]
        rest = shuffled(tuple(hands[-1]), source)
        aside = self._aside_by_seat(rest) if self.layout.aside else ()
        if any(aside):
            stacks = [(*stack, *cards) for stack, cards in zip(stacks, aside, strict=True)]
            rest = tuple(card for card in rest if card not in _union(aside))
        stacks, given = self._before_passes(stacks, source)
        state = self.layout.deal(stacks, rest)
        check_type(state, TrickState, "a state from the `deal` of a Layout")
        for action in self.actions:
            unseen = isinstance(action, Unseen)
            state.push(_hidden_call(state, aside, given, source) if unseen else action)
        return state

    def _before_passes(
        self, stacks: list[tuple[Card, ...]], source: random.Random
    ) -> tuple[list[tuple[Card, ...]], dict[int, Hand]]:
        """The hands before cards were passed, and what each seat gave, drawn if it is unseen."""
        given, received = dict[int, Hand](), dict[int, Hand]()
        for giver, receiver, number in self.layout.passes:
            before = received.get(receiver, Hand())
            cards = self.given[giver] if self.given else Hand()
            if len(cards) != number:
                others = [card for card in stacks[receiver] if card not in before]
                cards = Hand.from_cards(shuffled(others, source)[:number])
            given[giver] = cards
            received[receiver] = before | cards
        before_passes = [
            (*(card for card in stack if card not in received.get(seat, ())), *given.get(seat, ()))
            for seat, stack in enumerate(stacks)
        ]
        return before_passes, given

    def _aside_by_seat(self, rest: Sequence[Card]) -> list[Hand]:
        """The cards laid aside, by seat: the known ones, filled up from other cards of ``rest``."""
        known = _union(self.aside)
        unknown = iter([card for card in rest if card not in known])
        sizes = self.layout.aside
        return [
            aside | Hand.from_cards(islice(unknown, size - len(aside)))
            for size, aside in zip(sizes, self.aside or (Hand(),) * len(sizes), strict=True)
        ]


def _hidden_call(
    state: TrickState,
    aside_by_seat: Sequence[Hand],
    given_by_seat: Mapping[int, Hand],
    source: random.Random,
) -> Action:
    """A call that may have been made unseen: about the seat's cards, or any legal call."""
    for card in given_by_seat.get(state.seat_to_act, ()):
        if Give(card) in state.legal_actions:
            return Give(card)
    aside = LayAside(aside_by_seat[state.seat_to_act]) if aside_by_seat else None
    if aside is not None and aside in state.legal_actions:
        return aside
    calls = tuple(state.legal_actions)
    return calls[int(source.random() * len(calls))]


def _seen_aside(layout: Layout, calls: Sequence[tuple[int, Call]]) -> tuple[Hand, ...]:
    """The cards that each seat was seen to lay aside."""
    if not layout.aside:
        return ()
    aside = [Hand()] * layout.players
    for seat, call in calls:
        if isinstance(call, LayAside):
            aside[seat] |= call.cards
    return tuple(aside)


def _seen_given(layout: Layout, calls: Sequence[tuple[int, Call]]) -> tuple[Hand, ...]:
    """The cards that each seat was seen to choose to pass on."""
    given = given_by(calls)
    return tuple(given.get(seat, Hand()) for seat in range(layout.players)) if given else ()


def _by_seat(history: Sequence[PlayedCard], players: int) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat has played, in order."""
    return tuple(
        tuple(past.card for past in history if past.seat == seat) for seat in range(players)
    )


def _all_cards(history: Sequence[PlayedCard]) -> Hand:
    return Hand.from_cards(past.card for past in history)


def _union(hands: Iterable[Hand]) -> Hand:
    mask = 0
    for hand in hands:
        mask |= hand.mask
    return Hand(mask)


def _known_cards(
    state: TrickState,
    seat: int,
    layout: Layout,
    gone: Sequence[Hand],
    constraints: Sequence[HandConstraint],
) -> tuple[Hand, ...]:
    """By seat the cards that are known to be in its hand; last, those known to be in none.

    ``gone`` are the cards that each seat has played.
    """
    seen = state.observation(seat)
    held = [Hand()] * (layout.players + 1)
    for event in seen.events:
        if event.seat is None:
            held[-1] |= event.cards & layout.pack
        else:
            # A card that was shown on the table may be taken up later.
            held[-1] -= event.cards
            held[event.seat] |= event.cards & layout.pack
    for constraint in constraints:
        if constraint.has_all:
            held[layout.players if constraint.seat is None else constraint.seat] |= constraint.cards
    receivers = {giver: receiver for giver, receiver, _ in layout.passes}
    for giver, cards in given_by(state.seen_calls(seat)).items():
        held[receivers.get(giver, giver)] |= cards
    if seen.hand is not None:
        held[seat] |= seen.hand
    if (player := state.played_by(seat)) != seat:
        held[player] |= state.observation(player).hand or Hand()
    all_gone = _union(gone)
    return tuple(hand - all_gone for hand in held)


def _possible_cards(
    state: TrickState,
    pool: Hand,
    gone: Sequence[Hand],
    constraints: Sequence[HandConstraint],
) -> tuple[tuple[Hand, ...], tuple[tuple[int, Hand], ...]]:
    """The cards of the pool that each seat may hold, and pairs as in `View.excluded_sets`."""
    may_hold = [pool] * (len(gone) + 1)
    if state.play is not None and not state.face_down:
        for seat, absent in enumerate(state.play.cards_ruled_out):
            may_hold[seat] -= absent
    excluded_sets = []
    for constraint in constraints:
        if constraint.has_all or constraint.seat is None:
            continue
        rest = constraint.cards - gone[constraint.seat]
        if len(rest) == 1:
            may_hold[constraint.seat] -= rest
        else:
            excluded_sets.append((constraint.seat, rest))
    return tuple(may_hold), tuple(excluded_sets)


def _play_view(state: TrickState, play: TrickPlay, seat: int, *, all_calls: bool) -> PlayView:
    payoffs = state.payoffs_or_none if all_calls or state.knows_payoffs(seat) else None
    history = play.history
    # Only the seat to play knows the card that it must open with.
    forced_lead = play.has_forced_cards and not state.face_down and play.turn == seat
    view = PlayView(
        rules=play.rules,
        payoffs=payoffs,
        leader=play.leader,
        tricks_taken=play.tricks_taken,
        points=(0,) * play.rules.players,
        trick=history[len(history) - len(play.trick) :],
        tricks_left=play.tricks_left,
        forced_lead=next(iter(play.legal_plays)) if forced_lead else None,
        face_down=state.face_down,
        waiting=play.waiting,
        held_back=play.held_back,
    )
    return view if payoffs is None else replace(view, points=payoffs.points_won(play))
