"""One deal of a trick-taking game as in most games: calls first, then tricks.

`TrickState` does what all such games share, with the calls made and a `TrickPlay`: turns, legal
actions, `push` and `pop`, copies, and what a seat sees. A game says in a subclass who calls when
(`_caller`, `_open_calls`), how the play starts (`_begin`), what the rules show on the table
(`_shown`), which cards a seat may look at (`_hand`), and the scores (`_settled` or `scores`).
It derives everything else about a deal from the calls, so that taking one back needs no code.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache, reduce
from itertools import chain, combinations
from math import comb
from operator import sub
from types import NoneType
from typing import Annotated, Any, ClassVar, NamedTuple, Self, overload

from clumond_solver.base.cards import FULL_PACK, Card, Hand, Rank, Suit, as_card
from clumond_solver.base.checks import as_int, check_fields, check_type, checked, wrong_type
from clumond_solver.base.errors import (
    IllegalCallError,
    RuleError,
    SearchError,
    UnknownIndexError,
    WrongTypeError,
    shown_number,
)
from clumond_solver.base.values import Result
from clumond_solver.base.wording import counted, first_of, joined, past
from clumond_solver.rules.actions import (
    Action,
    Call,
    CardAction,
    Declare,
    Give,
    LayAside,
    LeadFor,
    Nominate,
    Pass,
    PlayAs,
    PlayCard,
    PlayKnownCard,
    PlayTop,
    Unseen,
    parse_action_among,
)
from clumond_solver.rules.game import Event, Observation
from clumond_solver.rules.payoffs import Payoffs, Settling, checked_scores
from clumond_solver.rules.tricks import (
    CardCount,
    PerSeatIfAny,
    PlayedCard,
    SeatNumber,
    TrickPlay,
    as_seat,
    seat_word,
)

_PLAYERS = range(2, 53)


@dataclass(frozen=True, slots=True)
class Layout:
    """The public facts of a deal's cards: pack, sizes of hands, and how to make such a deal.

    pack           all cards that may be in a hand or left over.
    players        the number of hands.
    hand_size      the number of cards dealt to each hand so far.
    deal           a function that makes the state before any call from each seat's cards in the
                   order dealt, and the cards left over. It must not refer to hidden cards.
    aside          by seat the number of cards that it has laid aside, face down; may be empty.
    taken_up       by seat the number of cards that it has taken up beside those dealt to it, from
                   the talon for example; ``deal`` gets them last in its hand. May be empty.
    passes         cards that have moved between hands by `Give`: triples (giver, receiver, number).
                   May be empty.
    turn_by_cards  whether the hands dealt decide whose turn it is before the first card.
    game           the name by which the game is registered, for `use_engine`; may be empty.
    terms          what else everybody knows and this engine needs, such as who declared what.
    without_cards  the seats that are dealt no cards.

    WrongTypeError for a field of the wrong type; the message names it.
    """

    pack: Hand
    players: Annotated[int, _PLAYERS]
    hand_size: CardCount
    deal: Callable[[Sequence[Sequence[Card]], Sequence[Card]], TrickState] = field(
        compare=False, repr=False
    )
    aside: PerSeatIfAny[CardCount] = ()
    taken_up: PerSeatIfAny[CardCount] = ()
    passes: tuple[tuple[SeatNumber, SeatNumber, CardCount], ...] = ()
    turn_by_cards: bool = False
    game: str = ""
    terms: object = None
    without_cards: frozenset[SeatNumber] = frozenset()

    def __post_init__(self) -> None:
        check_fields(Layout, self, self.players if self.players in _PLAYERS else 0)

    @property
    def sizes(self) -> tuple[int, ...]:
        """By seat the number of cards that it has been dealt, taken up or given by others."""
        sizes = [self.hand_size + number for number in self.taken_up or (0,) * self.players]
        for seat in self.without_cards:
            sizes[seat] -= self.hand_size
        for giver, receiver, number in self.passes:
            sizes[giver] -= number
            sizes[receiver] += number
        return tuple(sizes)


@dataclass(frozen=True, slots=True)
class HandConstraint:
    """What calls show of a hand: whether it was dealt all of these cards (``has_all``).

    Seat None stands for the cards left over.
    """

    seat: int | None
    cards: Hand
    has_all: bool

    def __post_init__(self) -> None:
        check_fields(HandConstraint, self)


class FactKind(StrEnum):
    """What a line beside the cards is about, if anything but its reader needs to know.

    >>> FactKind.OUT_OF_REACH.fact("you can no longer make it").label
    'out of reach'
    """

    DEAL = "deal"
    TO_BEGIN = "turned to begin"
    TRUMPS = "trumps"
    POT = "pot"
    RECEIVED = "passed to you"
    GIVEN = "passed on"
    SHOWN = "shown"
    BARRED_NOMINATION = "dealer_may_not_nominate"
    DECLARED = "declared"
    NOMINATED = "nominated"
    TRICKS = "tricks"
    POINTS = "points"
    ROLE = "role"
    SIDE = "side's tricks"
    ASIDE = "laid aside"
    OUT_OF_REACH = "out_of_reach"
    ALL_PASSED = "all passed"
    LEFT_OVER = "left over"

    def fact(self, text: str = "", by_seat: tuple[str, ...] = ()) -> Fact:
        """A fact of this kind."""
        return Fact(self.replace("_", " "), text, by_seat, self)


@dataclass(frozen=True, slots=True)
class Fact(Result):
    """A line that a table shows beside the cards.

    label    its label: "bottom card".
    text     its text for the whole deal; empty if every seat has a text of its own.
    by_seat  its text for each seat, empty if there is nothing to say.
    kind     what it is about; None for a game's own facts.
    """

    label: str
    text: str = ""
    by_seat: tuple[str, ...] = ()
    kind: FactKind | None = None


# Hooks that are asked for each seat: the type of their answers, and its name in errors.
_HOOKS_BY_SEAT: tuple[tuple[str, Any, str], ...] = (
    ("role", str, "a text"),
    ("played_by", int, "a seat"),
    ("tricks_needed", (int, NoneType), "a number of tricks or None"),
    ("points_needed", (int, NoneType), "a number of points or None"),
    ("knows_payoffs", bool, "True or False"),
    ("knows_points", bool, "True or False"),
)


class TrickState(ABC):
    """The state of one deal: first the calls, then the tricks. A game derives its own from it.

    ``play`` is the play of the cards; None during the calls, and in a deal that ends with them.
    """

    __slots__ = ("_call_cache", "_calls", "_payoffs_cache", "_play_cache", "play")

    # Equality ignores these: they follow from the cards dealt and the actions.
    _derived: ClassVar[frozenset[str]] = frozenset(__slots__)
    play: TrickPlay | None
    _call_cache: _CallEvents | None
    _play_cache: _PlayEvents
    #: Whether a fact of its own says who declared which strain.
    has_declared_fact = True

    def __new__(cls, *_: object, **__: object) -> Self:
        """RuleError for a class that lacks a hook that every game must have."""
        if cls.__abstractmethods__:
            lacking = joined((f"`{hook}`" for hook in sorted(cls.__abstractmethods__)), "and")
            raise RuleError(f"{cls.__name__} has no {lacking}, which every game must have")
        return super().__new__(cls)

    def __init__(self) -> None:
        """Start with the calls, or with the play in a game without calls."""
        self._calls: list[tuple[int, Call]] = []
        self._call_cache = None
        self._play_cache = _NOTHING_PLAYED
        self._payoffs_cache: tuple[tuple[int, Call] | None, Payoffs] | None = None
        self.play = None
        self._begin_when_called()

    @abstractmethod
    def _caller(self) -> int | None:
        """The seat to call next; None when the calls are complete."""

    @abstractmethod
    def _open_calls(self) -> Sequence[Call]:
        """The calls that the seat to call may make."""

    @abstractmethod
    def _begin(self) -> TrickPlay | None:
        """The play that follows the calls; None if no cards are played after these calls."""

    @abstractmethod
    def _hand(self, seat: int) -> Hand | None:
        """The cards that a seat holds and may look at now; None if it may not."""

    def _shown(self, call_count: int) -> Iterable[Event]:
        """The events that the rules show right after this many calls."""
        return ()

    def _shown_by_play(self, play: TrickPlay, card_count: int) -> Iterable[Event]:
        """The events that the rules or a player show right after this many cards."""
        return ()

    def _sees_call(self, viewer: int, number: int) -> bool:
        """Whether a seat has seen by now which call was made as number ``number``, from 0.

        By default only the seat itself sees what it lays aside, only it and, once all have passed,
        the receiver the cards of `passes`, and everybody all other calls.
        """
        seat, call = self._calls[number]
        if seat == viewer or not isinstance(call, Give | LayAside):
            return seat == viewer or not isinstance(call, LayAside)
        receivers = [receiver for giver, receiver, _ in self.passes if giver == seat]
        is_seen = not receivers or (viewer in receivers and self.has_passed)
        return isinstance(call, Give) and is_seen

    def played_by(self, seat: int) -> int:
        """The seat whose player now acts for a seat, of which he sees the cards: for a dummy."""
        return seat

    @property
    def sitting_out(self) -> Collection[int]:
        """The seats that play no card in this deal, as the calls say so far; by default none.

        Their cards stay face down. If one would lead, the next seat does.
        """
        return ()

    @property
    def passes(self) -> tuple[tuple[int, int, int], ...]:
        """Who passes how many cards on to whom in this deal, by `Give`, done or still to do.

        Triples (giver, receiver, number), as in `Layout`, which has them once all have chosen.
        """
        return ()

    @property
    def sides(self) -> Sequence[Collection[int]]:
        """The seats that score together, as everybody knows by now: ((0, 2), (1, 3)).

        Where none are stated, the payoffs of the deal say it to those who know them.
        """
        return ()

    def role(self, seat: int) -> str:
        """What a seat is in this deal, in the game's words: "declarer", "dummy"; "" if nothing."""
        seat = self._checked_seat(seat)
        return "" if self.played_by(seat) == seat else "dummy"

    def role_shown(self, seat: int) -> str:
        """What a table calls a seat: its `role`, or that it sits out."""
        return self.role(seat) or "sitting out" * (seat in self.sitting_out)

    @checked
    def verb_of(self, call: Call) -> str:
        """The game's verb before a call, such as "bid"; by default that of the call."""
        return call.verb

    def tricks_needed(self, seat: int) -> int | None:
        """The fewest tricks that a seat's side must take; None if that is not what decides."""
        seat = self._checked_seat(seat)
        side = next((side for side in self.sides if seat in side), {seat})
        payoffs = self.payoffs_or_none
        return None if payoffs is None else payoffs.tricks_needed(side)

    def points_needed(self, seat: int) -> int | None:
        """The fewest points of cards that a seat's side needs as far as everybody knows.

        Whoever knows the `payoffs` is told what these say. None, as by default, if nothing is said.
        """
        self._checked_seat(seat)
        return None

    def knows_points(self, viewer: int) -> bool:
        """Whether a seat knows what the cards count in this deal; by default with `payoffs`."""
        return self.knows_payoffs(viewer)

    def knows_payoffs(self, viewer: int) -> bool:
        """Whether a seat knows what `payoffs` depends on; by default all calls."""
        viewer = as_int(viewer, "the number of a seat")
        return all(self._sees_call(viewer, number) for number in range(len(self._calls)))

    @property
    def usual_call(self) -> Call | None:
        """The most usual call now, for any hand: engines expect other seats to make it."""
        return None

    def is_likely(self, number: int) -> bool:
        """Whether the hand of the seat that made call number ``number``, from 0, suits that call.

        Engines choose among such calls, if there are any, and compare them in deals in which the
        calls of others were such, as far as they find any. By default all calls suit all hands.
        """
        return True

    # Engines need the following; a game without them can be played, but not searched.

    @property
    def layout(self) -> Layout:
        """The public facts of the deal's cards."""
        raise RuleError(f"{type(self).__name__} has no `layout`, which engines need")

    @property
    def payoffs(self) -> Payoffs:
        """The scores of the finished deal as data for engines, once all calls are made.

        By default derived from `_settled`. RuleError for a game with neither: engines can then
        only play its deals to the end.
        """
        if type(self)._settled is TrickState._settled:
            raise RuleError(f"{type(self).__name__} has neither `_settled` nor `payoffs`")
        if self.play is None:
            raise RuleError("the calls are not complete")
        last = self._calls[-1] if self._calls else None
        if self._payoffs_cache is None or self._payoffs_cache[0] is not last:
            play = self.play
            tricks = sum(play.tricks_taken) + play.tricks_left
            payoffs = Payoffs.by_function(self._settled, play.rules.players, tricks)
            self._payoffs_cache = last, payoffs
        return self._payoffs_cache[1]

    def _settled(self, taken: tuple[int, ...]) -> Sequence[int]:
        """The scores by seat, given the tricks taken by seat.

        Only for games in which nothing else in the play counts; calls and the cards dealt may.
        """
        raise RuleError(f"{type(self).__name__} has neither `_settled` nor `scores`")

    def hand_constraints(self, viewer: int) -> Iterable[HandConstraint]:
        """What calls and announcements show a seat of the hands, besides the cards shown."""
        return ()

    def bonuses_held(self, hand: Hand) -> Iterable[str]:
        """What a hand may score besides its tricks, worded for the reason of a call."""
        return ()

    @property
    def face_down(self) -> bool:
        """Whether hands are played from the top, unseen."""
        return False

    def seat_name(self, seat: int) -> str:
        """The seat's name in messages."""
        seat = self._checked_seat(seat)
        return seat_word(seat, self._seats)

    @property
    def _seats(self) -> int:
        """The number of players."""
        return self.layout.players if self.play is None else self.play.rules.players

    def _checked_seat(self, seat: int) -> int:
        return as_seat(seat, self._seats)

    def facts(self, viewer: int) -> tuple[Fact, ...]:
        """The lines that a table shows beside the cards, as a seat knows them.

        >>> from clumond_solver.games.clumond.game import ClumondGame
        >>> game = ClumondGame(scoring="chips")
        >>> state = game.deal(3, game.opening())
        >>> [f"{fact.label}: {fact.text}" for fact in state.facts(0)]
        ['pot: 6 chips']
        """
        viewer = self._checked_seat(viewer)
        calls = self.seen_calls(viewer)
        declared = {seat: call.strain.symbol for seat, call in calls if isinstance(call, Declare)}
        bids = {seat: call for seat, call in calls if isinstance(call, Nominate)}
        nominated = {seat: str(call.tricks) for seat, call in bids.items()}
        said = past(next((self.verb_of(call) for call in bids.values()), Nominate.verb))
        play = self.play
        taken = () if play is None else tuple(map(str, play.tricks_taken))
        own = (*self._seat_facts(viewer),)
        has_points = any(fact.kind is FactKind.POINTS for fact in own)
        points = () if has_points else self._points_taken(viewer)
        roles = self._by_seat(dict(enumerate(map(self.role_shown, range(self._seats)))))
        facts = (
            *self._table_facts(viewer),
            *self._passing_facts(viewer),
            FactKind.ASIDE.fact(by_seat=self._by_seat(self._aside_texts(viewer))),
            FactKind.ROLE.fact(by_seat=roles),
            *[FactKind.DECLARED.fact(by_seat=self._by_seat(declared))] * self.has_declared_fact,
            Fact(said, by_seat=self._by_seat(nominated), kind=FactKind.NOMINATED),
            FactKind.TRICKS.fact(by_seat=taken),
            *(
                []
                if points or has_points
                else [FactKind.SIDE.fact(by_seat=self._side_tricks(viewer))]
            ),
            FactKind.POINTS.fact(by_seat=points),
            *own,
            *(self._facts_at_the_end() if self.is_over else ()),
        )
        return tuple(fact for fact in facts if fact.text or any(fact.by_seat))

    def aids(self, viewer: int) -> tuple[Fact, ...]:
        """Counts that help a seat, and that it could make itself from what it has seen.

        >>> from clumond_solver.games.clag.game import ClagGame
        >>> game = ClagGame(3)
        >>> state = game.deal(5, game.opening())
        >>> for action in (Nominate(1), Nominate(1), Nominate(0)):
        ...     state.push(action)
        >>> [f"{aid.label}: {aid.text}" for aid in state.aids(0)]
        ['still to win: 1 of 1 trick']
        """
        play, viewer = self.play, self._checked_seat(viewer)
        if play is None or play.is_over:
            return ()
        own_calls = [call for seat, call in self.seen_calls(viewer) if seat == viewer]
        nominated = next((call.tricks for call in own_calls if isinstance(call, Nominate)), None)
        if nominated is None:
            return ()
        to_win, left = nominated - play.tricks_taken[viewer], play.tricks_left
        text = f"{to_win} of {counted(left, 'trick')}" if 0 <= to_win <= left else "out of reach"
        return (Fact("still to win", text),)

    def _by_seat(self, texts: Mapping[int, str]) -> tuple[str, ...]:
        return tuple(texts.get(seat, "") for seat in range(self.layout.players)) if texts else ()

    def _points_taken(self, viewer: int) -> tuple[str, ...]:
        """By seat the points that it, or its side, has taken, as far as the viewer knows them."""
        play = self.play
        payoffs = None if play is None else self.payoffs_or_none
        if play is None or payoffs is None or not self.knows_points(viewer):
            return ()
        worths = [*payoffs.card_points, *payoffs.trick_points]
        if not any(worths):
            return ()
        points, knows = [*payoffs.points_won(play)], self.knows_payoffs(viewer)
        taker = payoffs.rest_seat
        if taker is not None and (self.is_over or (viewer == taker and knows)):
            dealt = Hand.from_cards(chain.from_iterable(play.rewound().hands))
            points[taker] += sum(payoffs.card_points[c.bit] for c in self.layout.pack - dealt)
        sign = -1 if max(worths) <= 0 else 1
        texts: dict[int, str] = {}
        for side in self._with_singles(self.sides_seen(viewer)):
            taken = {c for trick in play.tricks if trick.winner in side for c in trick.cards}
            notable = [card.pretty() for card in payoffs.notable_cards if card in taken]
            least = payoffs.points_needed(side) if knows else self.points_needed(min(side))
            words = [str(sign * sum(points[seat] for seat in side))]
            words += [f"of {least}"] if least else []
            words += ["together"] if len(side) > 1 else []
            words += [f"with {joined(notable, 'and')}"] if notable else []
            texts |= dict.fromkeys(side, " ".join(words))
        return self._by_seat(texts)

    def _side_tricks(self, viewer: int) -> tuple[str, ...]:
        """By seat the tricks of its side, if it has partners, of those that the side must take."""
        play, texts = self.play, dict[int, str]()
        for side in () if play is None else self.sides_seen(viewer):
            needed = self.tricks_needed(min(side)) if self.knows_payoffs(viewer) else None
            taken = 0 if play is None else sum(play.tricks_taken[seat] for seat in side)
            texts |= dict.fromkeys(side, f"{taken} of {needed}" if needed else str(taken))
        return self._by_seat(texts)

    def _with_singles(self, sides: Iterable[Collection[int]]) -> list[Collection[int]]:
        """These sides, and every other seat for itself."""
        sides = [*sides]
        return [*sides, *({s} for s in range(self._seats) if not any(s in side for side in sides))]

    def _passing_facts(self, viewer: int) -> Iterable[Fact]:
        """The cards that the viewer has got and given, once all have passed."""
        moved = {FactKind.RECEIVED: self.received(viewer), FactKind.GIVEN: self.given(viewer)}
        for kind, cards in moved.items() if self.has_passed else ():
            if cards:
                yield kind.fact(" ".join(card.pretty() for card in cards))

    def _aside_texts(self, viewer: int) -> dict[int, str]:
        """By seat the cards that it has laid aside: the viewer's own, at the end all."""
        calls = self._calls if self.is_over else self.seen_calls(viewer)
        aside = {seat: call.cards for seat, call in calls if isinstance(call, LayAside)}
        return {seat: " ".join(card.pretty() for card in cards) for seat, cards in aside.items()}

    def _facts_at_the_end(self) -> Iterable[Fact]:
        """That all have passed, and the cards left over, if they are no more than a hand."""
        if self.play is None and all(isinstance(call, Pass) for _, call in self._calls):
            yield FactKind.ALL_PASSED.fact("no cards are played")
        with suppress(RuleError):  # A game without a layout.
            layout = self.layout
            left = reduce(sub, self.hands_dealt, layout.pack)
            if 0 < len(left) <= layout.hand_size:
                yield FactKind.LEFT_OVER.fact(" ".join(card.pretty() for card in left))

    def _table_facts(self, viewer: int) -> Iterable[Fact]:
        """Facts of the whole deal; by default the cards that are shown."""
        for event in self._events_of_calls(viewer):
            if event.seat is None:
                yield FactKind.SHOWN.fact(" ".join(card.pretty() for card in event.cards))

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        """Facts of every seat besides declarations, nominations and tricks."""
        return ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by seat in this deal; RuleError before it is over.

        By default from `_settled`, or from `payoffs` if the game has only these.
        """
        if not self.is_over or self.play is None:
            raise RuleError("the deal is unfinished: cards are still to be played")
        if (
            type(self)._settled is TrickState._settled
            and type(self).payoffs is not TrickState.payoffs
        ):
            dealt = Hand.from_cards(chain.from_iterable(self.play.rewound().hands))
            return self.payoffs.scores(self.play, self.layout.pack - dealt)
        return checked_scores(self._settled, self.play.tricks_taken)

    @property
    def turn(self) -> int | None:
        """The seat to call or to play; None when the deal is over."""
        return self._caller() if self.play is None else self.play.turn

    @property
    def decider(self) -> int | None:
        """The seat whose player acts, as `played_by` says; None when the deal is over."""
        return None if self.turn is None else self.played_by(self.turn)

    @property
    def seat_to_act(self) -> int:
        """The seat to call or to play; RuleError when the deal is over."""
        if self.turn is None:
            raise RuleError("the deal is over: no seat is to act")
        return self.turn

    @property
    def is_over(self) -> bool:
        """Whether the last trick is complete, or the deal ended without tricks."""
        return self.turn is None

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The actions open to the seat to act; empty when the deal is over."""
        if self.play is not None:
            return self._card_actions(self.play)
        return self._checked_open_calls() if self._caller() is not None else ()

    def _card_actions(self, play: TrickPlay) -> tuple[Action, ...]:
        if play.is_over:
            return ()
        if self.face_down:
            return (PlayTop(),)
        return legal_card_plays(play)

    def push(self, action: Action | Card | str) -> None:
        """Call, or play a card; IllegalCallError or IllegalPlayError, and no change, if not legal.

        An action may be given as a card, or as a text, which `parse_action_among` reads.
        """
        if isinstance(action, Card | str):
            action = parse_action_among(str(action), self.legal_actions)
        if isinstance(action, CardAction):
            self._push_card(action)
            return
        check_type(action, Call, "an action or its text")
        seat = self._caller() if self.play is None else None
        if seat is None:
            why = "the calls are complete, cards are played"
            self._refuse(action, "the deal is over" if self.is_over else why)
        elif action not in self._checked_open_calls():
            self._refuse(action, self._why_no_call(action) or self._checked_open_calls())
        else:
            self._calls.append((seat, action))
            self._begin_when_called()

    def _begin_when_called(self) -> None:
        """If the calls are complete, start the play."""
        seat = self._caller()
        if seat is None:
            play = self._begin()
            check_type(
                play, (TrickPlay, NoneType), self._from_hook("a TrickPlay or None", "_begin")
            )
            self.play = play if play is None else self._without_resting(play)
        elif not isinstance(seat, int):
            raise wrong_type(seat, self._from_hook("a seat or None", "_caller"))

    def _without_resting(self, play: TrickPlay) -> TrickPlay:
        """The play for the seats that do not sit out."""
        seats = self._checked_sitting_out(play.rules.players)
        if not play.rules.sitting_out:
            return play.without(seats) if seats else play
        self._check_still_out(seats, play)
        return play

    def _check_still_out(self, seats: Collection[int], play: TrickPlay) -> None:
        """RuleError unless the seats that sit out are those of the play."""
        if seats != play.rules.sitting_out:
            both = f"{sorted(seats)}, but by the rules of the play {sorted(play.rules.sitting_out)}"
            raise RuleError(f"{type(self).__name__}.sitting_out: {both}")

    def _checked_sitting_out(self, players: int) -> frozenset[int]:
        """The seats that sit out; RuleError, naming the hook, unless at least two others play."""
        seats = self.sitting_out
        check_type(seats, Collection, self._from_hook("seats", "sitting_out"))
        for seat in seats:
            check_type(seat, int, self._from_hook("seats", "sitting_out"))
        if not {*seats} <= {*range(players)} or players - len({*seats}) < 2:
            needed = f"seats that leave two of {players} to play"
            raise RuleError(f"{[*seats]}: {self._from_hook(needed, 'sitting_out')} are needed")
        return frozenset(seats)

    def _checked_open_calls(self) -> Sequence[Call]:
        calls = self._open_calls()
        check_type(calls, Sequence, self._from_hook("a sequence of calls", "_open_calls"))
        if not len(calls):
            raise RuleError(self._from_hook("at least one call", "_open_calls") + " is needed")
        check_type(calls[0], Call, self._from_hook("a sequence of calls", "_open_calls"))
        return calls

    def _from_hook(self, needed: str, hook: str) -> str:
        """The text of the value that a hook must return, for messages about a wrong one."""
        return f"{needed} from {type(self).__name__}.{hook}"

    def _push_card(self, action: CardAction) -> None:
        play = self.play
        if play is None:
            self._refuse(
                action, "the deal is over" if self.is_over else "the calls are not complete"
            )
        elif isinstance(action, PlayTop) is not self.face_down:
            how = "from the top, unseen" if self.face_down else "by name"
            self._refuse(action, f"cards are played {how}")
        elif not isinstance(action, PlayTop):
            push_card_play(play, action)
        elif play.is_over:
            self._refuse(action, "the deal is over")
        else:
            play.push(next(iter(play.legal_plays)))

    def _refuse(self, action: Action, reason: str | Sequence[Call]) -> None:
        by = "" if self.turn is None else f" by {self.seat_name(self.turn)}"
        why = (
            reason
            if isinstance(reason, str)
            else f"not a legal call ({first_of(map(str, reason))})"
        )
        raise IllegalCallError(f"{action}{by}: {why}", action, reason)

    def _why_no_call(self, action: Call) -> str:
        """The rule against a call, in words; "" if it is merely none of the open calls."""
        calls = self._open_calls()
        if isinstance(action, Give) and isinstance(calls[0], Give):
            return "not among the cards to pass on"
        if not isinstance(action, LayAside) or not isinstance(calls, AsideChoices):
            return ""
        if others := action.cards - calls.hand:
            cards = joined([card.pretty() for card in others], "and")
            return f"{cards} cannot be laid aside: not among the cards to choose from"
        return f"{counted(calls.size, 'card')} of the hand must be laid aside"

    def pop(self) -> Action:
        """Take back the last card or call; RuleError if there was none."""
        if self.play is not None and self.play.history:
            action = self._action_of(self.play.history[-1])
            self.play.pop()
            return action
        if not self._calls:
            raise RuleError("nothing to take back: nobody has called or played")
        self.play = None
        return self._calls.pop()[1]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The calls made and the cards played, in order."""
        played = () if self.play is None else self.play.history
        return (*(call for _, call in self._calls), *map(self._action_of, played))

    @property
    def calls_made(self) -> tuple[tuple[int, Call], ...]:
        """The calls made, with their seats."""
        return tuple(self._calls)

    def seen_calls(self, viewer: int) -> tuple[tuple[int, Call], ...]:
        """The calls made, with their seats; `Unseen` for those that the viewer has not seen."""
        if not isinstance(viewer, int):
            viewer = as_int(viewer, "the number of a seat")
        return tuple(
            (seat, call if self._sees_call(viewer, number) else Unseen())
            for number, (seat, call) in enumerate(self._calls)
        )

    def laid_aside(self, seat: int) -> Hand:
        """The cards that a seat has laid aside."""
        seat = as_int(seat, "the number of a seat")
        calls = (call for caller, call in self._calls if caller == seat)
        return next((call.cards for call in calls if isinstance(call, LayAside)), Hand())

    def given(self, seat: int) -> Hand:
        """The cards that a seat has chosen to pass on."""
        return given_by(self._calls).get(as_int(seat, "the number of a seat"), Hand())

    @property
    def has_passed(self) -> bool:
        """Whether all cards of `passes` have been chosen, so that they have moved."""
        chosen = sum(isinstance(call, Give) for _, call in self._calls)
        return 0 < sum(number for _, _, number in self.passes) == chosen

    @property
    def to_pass(self) -> tuple[int, int] | None:
        """How many cards the seat to act passes on now, one after the other, and to which seat."""
        turn = None if self.play is not None else self.turn
        receiver = next((to for giver, to, _ in self.passes if giver == turn), None)
        ahead, count = self.copy(), 0
        while receiver is not None and ahead.play is None and ahead.turn == turn:
            gives = [call for call in ahead.legal_actions if isinstance(call, Give)]
            if not gives:
                break
            ahead.push(gives[0])
            count += 1
        return (count, receiver) if receiver is not None and count else None

    def received(self, seat: int) -> Hand:
        """The cards that others have passed on to a seat; none before all have chosen."""
        seat = as_int(seat, "the number of a seat")
        givers = {giver for giver, receiver, _ in self.passes if receiver == seat}
        given = given_by(self._calls) if givers and self.has_passed else {}
        return Hand.from_cards(chain.from_iterable(given.get(giver, ()) for giver in givers))

    def check_hooks(self) -> None:
        """RuleError, naming the hook, if passing, sides or payoffs contradict one another.

        Sessions ask for it in each deal as the calls begin, as the play begins, and at the end.
        """
        sides = chain.from_iterable(self._checked_sides())
        for seats, hook in ((self._seats_of_passes(), "passes"), (sides, "sides")):
            listed = [*seats]
            for seat in listed:
                check_type(seat, int, self._from_hook("seats", hook))
            if len({*listed}) < len(listed) or not {*listed} <= {*range(self._seats)}:
                once = f"each of {self._seats} seats at most once"
                raise RuleError(f"{listed}: " + self._from_hook(once, hook) + " is needed")
        sitting_out = self._checked_sitting_out(self._seats)
        if self.play is not None:
            self._check_still_out(sitting_out, self.play)
            self._check_passed(self.play)
            self._check_payoffs(self.play)
            self._check_answers_by_seat()

    def _checked_sides(self) -> Sequence[Collection[int]]:
        """The sides, each a collection of a seat or more."""
        sides = self.sides
        check_type(sides, Sequence, self._from_hook("a sequence of sides", "sides"))
        for side in sides:
            check_type(side, Collection, self._from_hook("sides of seats", "sides"))
            if not side:
                raise RuleError(self._from_hook("no side without seats", "sides") + " is needed")
        return sides

    def _check_answers_by_seat(self) -> None:
        """WrongTypeError, naming the hook, if its answer for a seat has the wrong type."""
        for hook, type_, needed in _HOOKS_BY_SEAT:
            is_own = getattr(type(self), hook) is not getattr(TrickState, hook)
            for seat in range(self._seats if is_own else 0):
                answer = getattr(self, hook)(seat)
                check_type(answer, type_, self._from_hook(needed, hook))
                if hook == "played_by" and not 0 <= answer < self._seats:
                    raise RuleError(f"{answer}: " + self._from_hook("a seat", hook) + " is needed")

    def _check_payoffs(self, play: TrickPlay) -> None:
        """RuleError, naming the hook, if the payoffs are for another game, or split a side."""
        try:
            payoffs = self.payoffs_or_none
        except (SearchError, WrongTypeError):
            return  # Numbers beyond what engines count keep nobody from playing.
        if payoffs is None:
            return
        name = type(self).__name__
        check_type(payoffs, Payoffs, self._from_hook("Payoffs", "payoffs"))
        try:
            tricks = sum(play.tricks_taken) + play.tricks_left
            payoffs.check_fits(self._seats, tricks, play.rules.kept)
        except RuleError as error:
            raise RuleError(f"{name}.payoffs: {error}") from None
        is_plain = payoffs.settling in {Settling.BY_TABLE, Settling.EACH_ALONE}
        for side in self.sides if is_plain else ():
            if any({*side} - payoffs.side(seat) for seat in side):
                together = f"{sorted(side)} do not score the same by {name}.payoffs"
                raise RuleError(f"{name}.sides: {together}")

    def _seats_of_passes(self) -> Iterator[int]:
        """The givers, after a check of the triples."""
        check_type(self.passes, tuple, self._from_hook("a tuple of triples", "passes"))
        for triple in self.passes:
            is_triple = isinstance(triple, tuple) and [*map(type, triple)] == [int] * 3
            giver, receiver, number = triple if is_triple else (0, 0, 0)
            if giver == receiver or not 0 <= receiver < self._seats or number < 1:
                needed = self._from_hook(
                    "a pass (giver, receiver, number) to another seat", "passes"
                )
                raise RuleError(f"{triple}: {needed}")
            yield giver

    def _check_passed(self, play: TrickPlay) -> None:
        """RuleError unless the cards chosen are as many as the passes say, and have moved."""
        name = type(self).__name__
        chosen = {giver: len(cards) for giver, cards in given_by(self._calls).items()}
        if self.passes and chosen != {giver: number for giver, _, number in self.passes}:
            raise RuleError(f"{name}.passes: {self.passes}, but the seats have given {chosen}")
        hands = play.rewound().hands
        for giver, receiver, _ in self.passes:
            if not self.given(giver).issubset(hands[receiver]):
                where = f"seat {receiver} does not hold {self.given(giver)}, passed by seat {giver}"
                raise RuleError(f"{name}.passes: {where}, in the play from {name}._begin")
        if self.passes and sorted(self.layout.passes) != sorted(self.passes):
            raise RuleError(f"{name}.passes: the layout has {self.layout.passes} instead")

    def sides_seen(self, viewer: int) -> tuple[frozenset[int], ...]:
        """The sides of several players, as far as a seat knows them."""
        sides: Iterable[Collection[int]] = self.sides
        if not sides and self.play is not None and self.knows_payoffs(viewer):
            payoffs = self.payoffs_or_none
            sides = () if payoffs is None else payoffs.sides
        return tuple(frozenset(side) for side in sides if 1 < len(side) < self._seats)

    @property
    def payoffs_or_none(self) -> Payoffs | None:
        """The payoffs; None where the game does not state them as data."""
        try:
            return self.payoffs
        except RuleError:
            return None

    @property
    def hands_left(self) -> tuple[Hand, ...]:
        """All hands as they are now."""
        if self.play is not None:
            return tuple(self.play.hands)
        return tuple(self.observation(seat).hand or Hand() for seat in range(self.layout.players))

    @property
    def hands_dealt(self) -> tuple[Hand, ...]:
        """All hands with the cards played or laid aside since the deal."""
        held = self.hands_left if self.play is None else self.play.rewound().hands
        return tuple(hand | self.laid_aside(seat) for seat, hand in enumerate(held))

    def _action_of(self, played: PlayedCard) -> Action:
        return PlayTop() if self.face_down else action_of(played)

    def copy(self) -> Self:
        """An independent state at the same point."""
        twin = object.__new__(type(self))
        for name, value in self._attributes().items():
            setattr(twin, name, value)
        twin._calls = list(self._calls)
        twin.play = None if self.play is None else self.play.copy()
        return twin

    __copy__ = copy

    def _attributes(self) -> dict[str, object]:
        names = [name for base in type(self).__mro__ for name in getattr(base, "__slots__", ())]
        values = {name: getattr(self, name) for name in names if hasattr(self, name)}
        return values | getattr(self, "__dict__", {})

    def _fixed_attributes(self) -> dict[str, object]:
        """The attributes that the calls and the play do not change, by name."""
        attributes = self._attributes().items()
        return {name: value for name, value in attributes if name not in self._derived}

    def __eq__(self, other: object) -> bool:
        """Whether the same cards were dealt in the same game, and the same actions followed."""
        if type(self) is not type(other) or not isinstance(other, TrickState):
            return NotImplemented
        return (
            self.actions == other.actions and self._fixed_attributes() == other._fixed_attributes()
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """The actions and the seat to act."""
        done = ", ".join(map(str, self.actions)) or "nothing done"
        turn = "over" if self.turn is None else f"{self.seat_name(self.turn)} to act"
        return f"<{type(self).__name__}: {done}; {turn}>"

    def observation(self, seat: int) -> Observation:
        """The seat's own cards if it may look at them, the calls, the cards played and shown."""
        seat = self._checked_seat(seat)
        hand = self._hand(seat)
        check_type(hand, (Hand, NoneType), self._from_hook("a Hand or None", "_hand"))
        events = (*self._events_of_calls(seat), *self._events_of_plays())
        return Observation(seat, hand, events, frozenset(self.sitting_out))

    def _events_of_calls(self, viewer: int) -> tuple[Event, ...]:
        """The calls and the cards shown between them, as the viewer knows them."""
        seen = tuple([self._sees_call(viewer, number) for number in range(len(self._calls))])
        last = self._calls[-1] if self._calls else None
        cached = self._call_cache
        if cached is None or cached.seen != seen or cached.last is not last:
            cached = _CallEvents(seen, last, tuple(self._call_events(seen)))
            self._call_cache = cached
        return cached.events

    def _call_events(self, seen: Sequence[bool]) -> Iterator[Event]:
        yield from self._checked_events(self._shown(0), "_shown")
        for count, (seat, call) in enumerate(self._calls, 1):
            call_as_seen: Call = call if seen[count - 1] else Unseen()
            yield Event(seat, str(call_as_seen), action=call_as_seen)
            yield from self._checked_events(self._shown(count), "_shown")

    def _events_of_plays(self) -> tuple[Event, ...]:
        """The cards played and shown; the events of the last call are cached."""
        play, cached = self.play, self._play_cache
        if play is None:
            return ()
        # Include the last cached play, which may have been taken back since.
        start = max(0, cached.plays - 1)
        played = play.history_since(start)
        if cached.plays and (not played or played[0] is not cached.last):
            start, played, cached = 0, play.history, _NOTHING_PLAYED
        new = played[cached.plays - start :]
        if new:
            events = (*cached.events, *self._play_events(play, new, cached.plays))
            cached = self._play_cache = _PlayEvents(cached.plays + len(new), new[-1], events)
        return cached.events

    def _play_events(
        self, play: TrickPlay, new: Sequence[PlayedCard], played_before: int
    ) -> Iterator[Event]:
        for count, played in enumerate(new, played_before + 1):
            yield _play_event(*played)
            yield from self._checked_events(self._shown_by_play(play, count), "_shown_by_play")

    def _checked_events(self, events: Iterable[Event], hook: str) -> Iterator[Event]:
        check_type(events, Iterable, self._from_hook("an iterable of Events", hook))
        for event in events:
            check_type(event, Event, self._from_hook("an Event", hook))
            yield event


def check_seats(state: TrickState, players: int) -> None:
    """RuleError unless a deal has a seat for each of a game's players."""
    if state._seats != players:
        seats = f"{type(state).__name__} deals to {counted(state._seats, 'seat')}"
        raise RuleError(f"{seats}, but its game has {counted(players, 'player')}")


class _CallEvents(NamedTuple):
    """The events of the calls for viewers that have seen the same calls.

    Calls are taken back from the end only, so ``last`` shows whether the calls are still the same.
    """

    seen: tuple[bool, ...]
    last: tuple[int, Call] | None
    events: tuple[Event, ...]


class _PlayEvents(NamedTuple):
    """The events of the first ``plays`` plays; ``last`` as in `_CallEvents`."""

    plays: int
    last: PlayedCard | None
    events: tuple[Event, ...]


_NOTHING_PLAYED = _PlayEvents(0, None, ())


# Typed, because seats of Clumond equal numbers but are written as names.
@lru_cache(maxsize=None, typed=True)
def _play_event(seat: int, card: Card, named: Card | None, led: Suit | None) -> Event:
    action = action_of(PlayedCard(seat, card, named, led))
    return Event(seat, str(action), Hand.of(card), action)


def given_by(calls: Iterable[tuple[int, Call]]) -> dict[int, Hand]:
    """By seat the cards that it has chosen to pass on, in these calls."""
    given: dict[int, Hand] = {}
    for seat, call in calls:
        if isinstance(call, Give):
            given[seat] = given.get(seat, Hand()).with_card(call.card)
    return given


def legal_card_plays(play: TrickPlay) -> tuple[PlayKnownCard, ...]:
    """The actions with a card that the seat to play may choose; none when the play is over."""
    actions: list[PlayKnownCard] = []
    for card in play.legal_plays:
        if card.rank in play.rules.wild:
            actions += [PlayAs(card, named) for named in play.legal_names(card)]
            continue
        actions.append(PlayCard(card))
        if play.rules.declares:
            actions += [LeadFor(card, led) for led in play.legal_declarations(card)]
    return tuple(actions)


def push_card_play(play: TrickPlay, action: PlayKnownCard) -> None:
    """Play a card as an action says; IllegalPlayError if the action is illegal."""
    play.push(action.card, named=action.named, led=action.led)


def action_of(played: PlayedCard) -> PlayKnownCard:
    """The action by which a card was played."""
    if played.named is not None:
        return PlayAs(played.card, played.named)
    return PlayCard(played.card) if played.led is None else LeadFor(played.card, played.led)


@checked
def card_actions(
    cards: Iterable[Card] = FULL_PACK.cards,
    *,
    wild: Collection[Rank] = (),
    declares: Collection[Suit] = (),
) -> tuple[Action, ...]:
    """The actions that play these cards: as themselves, as another card, or declaring a suit led.

    >>> len(card_actions()), len(card_actions(wild=[Rank.TWO]))
    (52, 256)
    """
    cards = tuple(map(as_card, cards))
    plain = tuple(PlayCard(card) for card in cards if card.rank not in wild)
    as_others = tuple(PlayAs(card, named) for card in cards if card.rank in wild for named in cards)
    declaring = tuple(
        LeadFor(card, led)
        for card in cards
        if card.suit in declares
        for led in Suit
        if led is not card.suit
    )
    return (*plain, *as_others, *declaring)


@dataclass(frozen=True, slots=True)
class AsideChoices(Sequence[LayAside]):
    """Every way to lay ``size`` cards of a hand aside, as a sequence computed on demand.

    >>> choices = AsideChoices(Hand.parse("AKQ.J.."), 2)
    >>> len(choices), str(next(iter(choices)))
    (6, 'aside SQ SK')
    """

    hand: Hand
    size: CardCount

    def __post_init__(self) -> None:
        check_fields(AsideChoices, self)

    def __contains__(self, call: object) -> bool:
        if not isinstance(call, LayAside) or len(call.cards) != self.size:
            return False
        return call.cards.issubset(self.hand)

    @overload
    def __getitem__(self, index: int) -> LayAside: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[LayAside]: ...
    def __getitem__(self, index: int | slice) -> LayAside | Sequence[LayAside]:
        ways = _combinations(len(self.hand), self.size)
        if isinstance(index, slice):
            return list(map(self._lay_aside, ways[index]))
        number = as_int(index, "the number of a choice")
        # A sequence must end so for `for` to end.
        if not -len(ways) <= number < len(ways):
            raise UnknownIndexError(f"no choice {shown_number(number)} of {len(ways)}")
        return self._lay_aside(ways[number])

    def _lay_aside(self, indices: Sequence[int]) -> LayAside:
        cards = tuple(self.hand)
        return LayAside(Hand.from_cards(cards[index] for index in indices))

    def __len__(self) -> int:
        return comb(len(self.hand), self.size)


@lru_cache
def _combinations(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(size), count))
