"""One protocol for every game of the library, and sessions of many deals under it.

A `Game` deals: it turns a seed and the standing of the session into a `State`. A `State` is one
deal being played: its *actions* are calls and cards played, `turn` is the seat to act,
`pop` undoes `push`. The seed fixes the order of the whole pack, so nothing random happens in
`push`. `observation` holds what a seat has seen. A `Session` asks the game for one deal after
another and settles each.

Seats are numbered clockwise from the dealer's left, so the dealer has the last number. Players keep
their numbers for a whole session, while the seats rotate from deal to deal.

>>> standing = Standing((0, 0, 0)).with_deal("first", (5, 1, 2))
>>> standing.totals, standing.dealer
((2, 5, 1), 1)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple, Protocol, Self, TypeVar

from clumond_solver.base.cards import Card, Chance, Hand, Pack, Strain
from clumond_solver.base.checks import FINITE, as_int, check_fields, checked, wrong_type
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.base.numbers import plain_number
from clumond_solver.base.values import Result
from clumond_solver.base.wording import counted
from clumond_solver.rules.actions import Action

_T = TypeVar("_T")
_Score = Annotated[int, FINITE]


class Event(NamedTuple):
    """An event of a deal: a call, a card played, or cards that the rules or a player show.

    seat    the seat that acted; None for an event of the rules, such as a card turned up.
    text    what was done: the action, or words to which the cards shown belong, such as "turned".
    cards   the cards that the event shows.
    action  the action; `Unseen` if it is hidden from the observer, None if nobody acted.
    """

    seat: int | None
    text: str
    cards: Hand = Hand()
    action: Action | None = None

    def __str__(self) -> str:
        """What was done, with the cards shown: "turned H5"."""
        return (
            self.text if self.action is not None else " ".join([self.text, *map(str, self.cards)])
        )


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat knows of a deal: its cards, if it may look at them, and the events.

    ``hand`` holds the cards not played yet; None as long as the seat may not look at them. Two
    deals that differ only in cards that the seat has not seen give equal observations.
    ``sitting_out`` are the seats that play no card in this deal.
    """

    seat: int
    hand: Hand | None
    events: tuple[Event, ...]
    sitting_out: frozenset[int] = frozenset()

    def __str__(self) -> str:
        """One line: the hand, then the events."""
        events = "; ".join(
            str(event) if event.seat is None else f"{event.seat} {event}" for event in self.events
        )
        return f"seat {self.seat} holds {self.hand if self.hand is not None else '?'}: {events}"


class State(Protocol):
    """One deal being played."""

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the deal is over."""

    @property
    def decider(self) -> int | None:
        """The seat whose player acts: that of `turn`, except for a dummy's cards."""

    @property
    def legal_actions(self) -> Collection[Action]:
        """The actions open to the seat to act; empty when the deal is over."""

    @property
    def is_over(self) -> bool:
        """Whether the deal is over and `scores` are known."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by seat in this deal; RuleError before it is over."""

    def push(self, action: Action) -> None:
        """Act for the seat whose turn it is; RuleError, and no change, if the rules forbid it."""

    def pop(self) -> Action:
        """Take back the last action and return it; RuleError if there was none."""

    def copy(self) -> Self:
        """An independent state at the same point."""

    def observation(self, seat: int) -> Observation:
        """All that a seat knows."""


def seat_of(player: int, dealer: int, players: int) -> int:
    """The seat of a player in a deal; seat 0 is to the left of the player who deals."""
    return (player - dealer - 1) % players


def player_at(seat: int, dealer: int, players: int) -> int:
    """The player in a seat of a deal."""
    return (dealer + 1 + seat) % players


#: What a score sheet writes over the columns that describe a deal, if the game has no other words.
DEAL_HEADS = ("deal", "dealer", "played as")


@dataclass(frozen=True, slots=True)
class Row(Result):
    """One line of a score sheet: the gains of a deal, by player.

    label     what kind of deal it was; empty if that is who declared what.
    notes     further texts by player, such as the numbers of tricks nominated.
    declared  the seat that declared, and the strain; None if nobody did.
    """

    deal: int
    dealer: int
    label: str
    gains: tuple[_Score, ...]
    notes: tuple[str, ...] = ()
    declared: tuple[int, Strain] | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a session stands between two deals.

    totals        each player's score in the deals settled, added to what he started with.
    pot           chips carried over, in games that have a pot.
    rows          the score sheet so far.
    first_dealer  the player who deals first.
    turned        the cards turned to decide that, in order, with their players; none in most games.
    """

    totals: tuple[_Score, ...]
    pot: _Score = 0
    rows: tuple[Row, ...] = ()
    first_dealer: int = 0
    turned: tuple[tuple[int, Card], ...] = ()

    def __post_init__(self) -> None:
        check_fields(Standing, self)
        if not 0 <= self.first_dealer < len(self.totals):
            raise RuleError(
                f"no player {shown_number(self.first_dealer)} among {len(self.totals)} to deal"
            )

    @property
    def deals(self) -> int:
        """The number of deals settled."""
        return len(self.rows)

    @property
    def dealer(self) -> int:
        """The player who deals next: the one on the last dealer's left."""
        return (self.first_dealer + self.deals) % len(self.totals)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The players with the greatest total: the winners, once the session is finished."""
        return tuple(p for p, total in enumerate(self.totals) if total == max(self.totals))

    def player(self, seat: int) -> int:
        """The player in a seat of the next deal."""
        return player_at(as_int(seat, "a seat"), self.dealer, len(self.totals))

    def seat(self, player: int) -> int:
        """The seat of a player in the next deal."""
        return seat_of(as_int(player, "a player"), self.dealer, len(self.totals))

    @checked
    def by_player(self, by_seat: Sequence[_T]) -> tuple[_T, ...]:
        """Values by seat of the next deal, reordered by player."""
        if by_seat and len(by_seat) != len(self.totals):
            raise RuleError(f"{counted(len(by_seat), 'value')} for {len(self.totals)} seats")
        return tuple(by_seat[self.seat(player)] for player in range(len(by_seat)))

    @checked
    def with_deal(
        self,
        label: str,
        scores: Sequence[_Score],
        pot: int = 0,
        notes: Sequence[str] = (),
        declared: tuple[int, Strain] | None = None,
    ) -> Standing:
        """The standing after one more deal, given each seat's score in it; see `Row`."""
        if len(scores) != len(self.totals):
            raise RuleError(f"{counted(len(scores), 'score')} for {len(self.totals)} players")
        gains = self.by_player([*map(plain_number, scores)])
        totals = tuple(total + gain for total, gain in zip(self.totals, gains, strict=True))
        row = Row(self.deals + 1, self.dealer, label, gains, self.by_player(notes), declared)
        return replace(self, totals=totals, pot=pot, rows=(*self.rows, row))


StateT = TypeVar("StateT", bound=State)
Chooser = Callable[[StateT], Action]


class Game(Protocol[StateT]):
    """The rules of one game: how it is dealt, settled and ended.

    >>> from clumond_solver.games.clubs import ClubsGame
    >>> game: Game = ClubsGame(3)
    >>> state = game.deal(1, game.opening())
    >>> state.turn, len(state.legal_actions)
    (1, 4)
    """

    @property
    def name(self) -> str:
        """The game's name for people."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action of the game, in a fixed order: adapters number actions by their index."""

    def opening(self, seed: int = 0) -> Standing:
        """The standing (scores and what else carries over) before the first deal.

        The seed fixes what is random, such as who deals.
        """

    @property
    def pack(self) -> Pack:
        """The cards that are shuffled before each deal."""

    def deal(self, chance: Chance, standing: Standing) -> StateT:
        """A new deal after those in the standing.

        ``chance`` is the shuffle: a seed or the shuffled pack.
        """

    def settle(self, standing: Standing, state: StateT) -> Standing:
        """The standing after a deal; RuleError before the deal is over."""

    def is_finished(self, standing: Standing) -> bool:
        """Whether the session ends here."""


_MEMBERS = ("name", "players", "pack", "actions", "opening", "deal", "settle", "is_finished")


def check_game(game: object) -> None:
    """WrongTypeError, naming what is missing, unless an object has all members of a `Game`."""
    missing = [name for name in _MEMBERS if not (hasattr(type(game), name) or hasattr(game, name))]
    if missing:
        members = f"member{'s' * (len(missing) > 1)} {', '.join(missing)}"
        lacking = "" if len(missing) == len(_MEMBERS) else f" with the {members}"
        raise wrong_type(game, f"a game{lacking}")
