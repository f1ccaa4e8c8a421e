"""What most games share: a deal of equal hands from one pack, and sessions that add up scores.

A game that deals otherwise derives from `TrickState` itself, and needs no base for its `Game`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache, partial
from inspect import get_annotations
from itertools import chain
from typing import Any, ClassVar, Literal, Protocol, get_args, get_origin, get_type_hints

from clumond_solver.base.cards import FULL_PACK, Card, Hand, Pack
from clumond_solver.base.checks import as_int, check_type, checked
from clumond_solver.base.errors import RuleError, shown_value
from clumond_solver.base.wording import first_of
from clumond_solver.rules.actions import Call, Pass
from clumond_solver.rules.game import Event, Standing
from clumond_solver.rules.states import Fact, Layout, TrickState
from clumond_solver.rules.tricks import TrickPlay


class DealtState(TrickState):
    """A deal in which every seat gets equally many cards, and the rest is left over.

    ``order`` has the cards in the order dealt: each seat's hand, then the rest. A game's further
    attributes must hold what everybody knows, such as scores before the deal, and be set before
    ``super().__init__``.
    """

    pack: ClassVar[Pack] = FULL_PACK
    players: int
    #: The number of cards dealt to each seat.
    cards: int
    #: The seats that get no cards, such as a dealer who rests: they sit out.
    without_cards: ClassVar[Collection[int]] = ()
    #: How many cards of the rest lie face up from the beginning.
    turned_up: ClassVar[int] = 0

    def __init__(self, order: Sequence[Card]) -> None:
        self.order = tuple(order)
        super().__init__()

    @property
    def rest(self) -> tuple[Card, ...]:
        """The cards left over when all hands are dealt; those turned up are the first."""
        return self.order[(self.players - len(self.without_cards)) * self.cards :]

    @property
    def sitting_out(self) -> Collection[int]:
        """The seats that play no card; by default those without cards."""
        return self.without_cards

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by seat in this deal; nobody scores where no cards are played."""
        return (0,) * self.players if self.is_over and self.play is None else super().scores

    @property
    def usual_call(self) -> Call | None:
        """A pass, where it is open."""
        return Pass() if Pass() in self._checked_open_calls() else None

    @property
    def contract(self) -> tuple[int, Call] | None:
        """The seat that plays against others, and the call that says what; None if nobody does."""
        return None

    @property
    def contract_text(self) -> str:
        """The contract's call in words; "" if nobody plays against others."""
        call = self.contract and self.contract[1]
        return str(getattr(call, "words", call or ""))

    @property
    def turned(self) -> Card:
        """The first of the cards left over, if it is turned up."""
        return self.rest[0]

    def taken_up(self, seat: int) -> Sequence[Card]:
        """The cards of the rest that a seat has taken up."""
        return ()

    def dealt(self, seat: int) -> Hand:
        """The cards dealt to a seat."""
        if seat in self.without_cards:
            return Hand()
        first = self.cards * (seat - sum(other < seat for other in self.without_cards))
        return Hand.of(*self.order[first : first + self.cards])

    def held(self, seat: int) -> Hand:
        """A seat's cards after the calls so far."""
        held = (self.dealt(seat) | Hand.of(*self.taken_up(seat))) - self.laid_aside(seat)
        return (held - self.given(seat)) | self.received(seat) if self.passes else held

    @property
    def hands(self) -> list[Hand]:
        """All hands after the calls so far."""
        return [self.held(seat) for seat in range(self.players)]

    @property
    def layout(self) -> Layout:
        """The public facts of the deal's cards."""
        up = self.rest[: self.turned_up]
        known = {name: value for name, value in vars(self).items() if name != "order"}
        return Layout(
            self.pack.cards,
            self.players,
            self.cards,
            partial(_dealt_again, type(self), known, up),
            tuple(len(self.laid_aside(seat)) for seat in range(self.players)),
            tuple(len(self.taken_up(seat)) for seat in range(self.players)),
            self.passes if self.has_passed else (),
            without_cards=frozenset(self.without_cards),
        )

    def _shown(self, call_count: int) -> Iterable[Event]:
        if self.turned_up and not call_count:
            yield Event(None, "turned", Hand.of(*self.rest[: self.turned_up]))

    def _table_facts(self, viewer: int) -> Iterable[Fact]:
        yield from super()._table_facts(viewer)
        up = self.rest[: self.turned_up]
        if taken := [card.pretty() for card in self.taken_up(viewer) if card not in up]:
            yield Fact("taken up", " ".join(taken))

    def role(self, seat: int) -> str:
        """Declarer, for the seat of the contract; dummy, for one whose cards another plays."""
        is_declarer = self.contract is not None and self.contract[0] == seat
        return "declarer" if is_declarer else super().role(seat)

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        yield from super()._seat_facts(viewer)
        if self.contract is not None:
            yield Fact("contract", by_seat=self._by_seat({self.contract[0]: self.contract_text}))

    def check_hooks(self) -> None:
        """As in every `TrickState`; at the end also that `scores` and `payoffs` agree."""
        super().check_hooks()
        if not {*self.without_cards} <= {*self.sitting_out}:
            both = f"{[*self.without_cards]}, but {[*self.sitting_out]} sit out"
            raise RuleError(f"{type(self).__name__}.without_cards: {both}")
        if self.play is not None and self.is_over:
            self._check_scores(self.play)

    def _check_scores(self, play: TrickPlay) -> None:
        """RuleError unless the scores are those by `payoffs`, if these say all that decides."""
        payoffs = self.payoffs_or_none
        dealt = Hand.from_cards(chain.from_iterable(play.rewound().hands))
        try:
            by_payoffs = None if payoffs is None else payoffs.scores(play, self.layout.pack - dealt)
        except RuleError:  # They are for engines alone.
            return
        if by_payoffs is not None and by_payoffs != tuple(self.scores):
            name = type(self).__name__
            both = f"{tuple(self.scores)}, but by {name}.payoffs they are {by_payoffs}"
            raise RuleError(f"{name}.scores: {both}")

    def _hand(self, seat: int) -> Hand | None:
        return self.held(seat) if self.play is None else self.play.hands[seat]


def _dealt_again(
    kind: type[DealtState],
    known: Mapping[str, object],
    up: Sequence[Card],
    hands: Sequence[Sequence[Card]],
    rest: Sequence[Card],
) -> DealtState:
    """The state before any call, with these cards in the hands and those turned up in place."""
    state = kind.__new__(kind)
    vars(state).update(known)
    hidden = [[card for card in hand if card not in up] for hand in hands]
    dealt = chain.from_iterable(hand[: state.cards] for hand in hidden)
    taken = chain.from_iterable(hand[state.cards :] for hand in hidden)
    DealtState.__init__(state, [*dealt, *up, *taken, *(card for card in rest if card not in up)])
    return state


@lru_cache
def _choices(game: type) -> Mapping[str, tuple[object, ...]]:
    """The values of the game's options that are a Literal, by their names."""
    choices = {}
    for owner in reversed(game.__mro__):
        for name, written in get_annotations(owner).items():
            # Each alone, since one may be a type that only type checkers see.
            body = {"__annotations__": {name: written}, "__module__": owner.__module__}
            with suppress(NameError):
                hint = get_type_hints(type(name, (), body))[name]
                choices[name] = get_args(hint) if get_origin(hint) is Literal else ()
    return choices


class _HasPlayers(Protocol):
    @property
    def players(self) -> int: ...


@dataclass(frozen=True)
class TotalsGame:
    """A game in which everybody starts with nothing and adds up the scores of the deals.

    Whole numbers among its options must be 1 or more unless they are choices of a `Literal`, and
    choices must be among these, unless the game checks its options itself; RuleError for others.
    """

    def __post_init__(self) -> None:
        kind: type = type(self)
        for option in fields(self):
            value: Any = getattr(self, option.name)
            allowed = _choices(kind).get(option.name, ())
            if allowed and value not in allowed:
                choices = first_of(map(str, allowed))
                given = value if isinstance(value, str) else shown_value(value)
                raise RuleError(f"{given} for {{option}}: {choices}", option=option.name)
            if isinstance(option.default, bool):
                check_type(value, bool, f"True or False for {option.name}")
            elif allowed or int not in {type(option.default), type(value)}:
                continue
            elif as_int(value, f"a whole number for {option.name}") < 1:
                raise RuleError(
                    f"{shown_value(value)} for {{option}}: 1 or more", option=option.name
                )

    # A property or an annotation here would clash with the options of a game, such as ``players``.
    def opening(self: _HasPlayers, seed: int = 0) -> Standing:
        """Nobody has scored."""
        return Standing((0,) * self.players)

    def settle(self, standing: Standing, state: Any) -> Standing:
        """Add the scores of the deal; its row is labelled with the contract, if there is one."""
        check_type(standing, Standing, "a standing")
        check_type(state, TrickState, "the state of a deal")
        return standing.with_deal(getattr(state, "contract_text", ""), state.scores)


@dataclass(frozen=True)
class DealsGame(TotalsGame):
    """A game of a number of deals."""

    deals: int = 12

    @checked
    def is_finished(self, standing: Standing) -> bool:
        """Whether all deals are played."""
        return standing.deals == self.deals
