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
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.base.packs import Chance, Pack
from clumond_solver.base.values import as_int, check_type, wrong_type
from clumond_solver.rules.actions import Action, parse_action_among

_T = TypeVar("_T")


class Event(NamedTuple):
    """An event of a deal: a call, a card played, or cards that the rules or a player show.

    seat    the seat that acted; None for an event of the rules, such as a card turned up.
    text    the event in words.
    cards   the cards that the event shows.
    action  the action; `Unseen` if it is hidden from the observer, None if nobody acted.
    """

    seat: int | None
    text: str
    cards: Hand = Hand()
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat knows of a deal: its cards, if it may look at them, and the events.

    ``hand`` holds the cards not played yet; None as long as the seat may not look at them. Two
    deals that differ only in cards that the seat has not seen give equal observations.
    """

    seat: int
    hand: Hand | None
    events: tuple[Event, ...]

    def __str__(self) -> str:
        """One line: the hand, then the events."""
        events = "; ".join(
            event.text if event.seat is None else f"{event.seat} {event.text}"
            for event in self.events
        )
        return f"seat {self.seat} holds {self.hand if self.hand is not None else '?'}: {events}"


class State(Protocol):
    """One deal being played."""

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the deal is over."""

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


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a score sheet: the gains of a deal, by player.

    ``notes`` has further texts by player, such as the numbers of tricks nominated.
    """

    deal: int
    dealer: int
    label: str
    gains: tuple[int, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a session stands between two deals.

    totals        each player's score in the deals settled, added to what he started with.
    pot           chips carried over, in games that have a pot.
    rows          the score sheet so far.
    first_dealer  the player who deals first.
    """

    totals: tuple[int, ...]
    pot: int = 0
    rows: tuple[Row, ...] = ()
    first_dealer: int = 0

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
        return player_at(seat, self.dealer, len(self.totals))

    def seat(self, player: int) -> int:
        """The seat of a player in the next deal."""
        return seat_of(player, self.dealer, len(self.totals))

    def by_player(self, by_seat: Sequence[_T]) -> tuple[_T, ...]:
        """Values by seat of the next deal, reordered by player."""
        return tuple(by_seat[self.seat(player)] for player in range(len(by_seat)))

    def with_deal(
        self, label: str, scores: Sequence[int], pot: int = 0, notes: Sequence[str] = ()
    ) -> Standing:
        """The standing after one more deal, given each seat's score in it."""
        gains = self.by_player(scores)
        totals = tuple(total + gain for total, gain in zip(self.totals, gains, strict=True))
        row = Row(self.deals + 1, self.dealer, label, gains, self.by_player(notes))
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
        without = "" if len(missing) == len(_MEMBERS) else f" with {', '.join(missing)}"
        raise wrong_type(game, f"a game{without}")


class Session(Generic[StateT]):
    """Deals of one game, from the first to the last. The seed, any whole number, fixes each.

    >>> from clumond_solver.games.clumond.game import ClumondGame
    >>> session = Session(ClumondGame(hands=2), seed=1)
    >>> session.play_out(lambda state: next(iter(state.legal_actions)))
    >>> session.is_finished, session.standing.deals
    (True, 2)
    """

    def __init__(self, game: Game[StateT], seed: int, first_dealer: int | None = None) -> None:
        """Begin the first deal; ``first_dealer`` (a player) overrides the seed's choice."""
        check_game(game)
        self.game = game
        self.seed = as_int(seed, "a seed")
        self.standing = self._checked(game.opening(_deal_seed(seed, _OPENING)), "opening")
        if first_dealer is not None:
            if not 0 <= first_dealer < game.players:
                raise RuleError(f"no player {first_dealer} among {game.players} to deal first")
            self.standing = replace(self.standing, first_dealer=first_dealer)
        self.state = self._deal()
        self._acts: list[list[tuple[int, Action]]] = [[]]

    @property
    def is_finished(self) -> bool:
        """Whether the last deal is settled."""
        return self.game.is_finished(self.standing)

    def __eq__(self, other: object) -> bool:
        """Whether game, seed and all actions are the same."""
        if not isinstance(other, Session):
            return NotImplemented
        return (self.game, self.seed, self.acts) == (other.game, other.seed, other.acts)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """The game, the seed, the deal under way."""
        seed = shown_number(self.seed)
        progress = "finished" if self.is_finished else f"{len(self._acts[-1])} actions"
        return f"<Session of {self.game!r}, seed {seed}: deal {len(self._acts)}, {progress}>"

    @property
    def player_to_act(self) -> int | None:
        """The player whose turn it is; None when the session is over.

        Players keep their numbers for the session; `State.turn` is a seat, and seats rotate from
        deal to deal.
        """
        seat = self.state.turn
        return None if seat is None else self.standing.player(seat)

    @property
    def acts(self) -> tuple[tuple[tuple[int, Action], ...], ...]:
        """The actions of every deal, with their seats; the deal under way last."""
        return tuple(tuple(deal) for deal in self._acts)

    def replayed(self, deal: int, action_count: int | None = None) -> tuple[Self, StateT]:
        """A new session replayed to a point of this one, and the state of the deal at that point.

        ``deal`` counts from 1; ``action_count`` of its actions are replayed, by default all.
        RuleError for a deal that has not begun, or for more actions than it has had.

        >>> from clumond_solver.games.clumond.game import ClumondGame
        >>> session = Session(ClumondGame(hands=2), seed=1)
        >>> session.play_out(lambda state: next(iter(state.legal_actions)))
        >>> again, first = session.replayed(1)
        >>> again.standing.deals, first.is_over
        (1, True)
        """
        if not 1 <= deal <= len(self._acts) or not (
            0 <= (action_count or 0) <= len(self._acts[deal - 1])
        ):
            raise RuleError(f"this session has no deal {deal}, or not that many actions in it")
        replayed = type(self)(self.game, self.seed, self.standing.first_dealer)
        state = replayed.state
        for actions in (*self._acts[: deal - 1], self._acts[deal - 1][:action_count]):
            state = replayed.state
            for _, action in actions:
                replayed.push(action)
        return replayed, state

    def ended_deal(self, number: int | None = None) -> tuple[StateT, int]:
        """A deal at its end, by default the last one that is over, and its dealer.

        RuleError unless it is over.
        """
        over = self.standing.deals
        number = over if number is None else number
        if not 1 <= number <= over:
            shown = f"deal {shown_number(number)}: from 1 to {over} are over"
            raise RuleError(shown if over else "no deal is over yet")
        before, _ = self.replayed(number, 0)
        return self.replayed(number)[1], before.standing.dealer

    def push(self, action: Action | str) -> None:
        """Act for the seat whose turn it is; a deal that is over is settled, and the next begins.

        An action may be given as a text, which `parse_action_among` reads, such as "play H3" or
        "H3". RuleError if the rules forbid the action, or if the session is finished;
        NotationError for a text that is no action or fits several.
        """
        seat = self.state.turn
        if self.is_finished or seat is None:
            raise RuleError("the session is finished")
        if isinstance(action, str):
            action = parse_action_among(action, self.state.legal_actions)
        self.state.push(action)
        self._acts[-1].append((seat, action))
        if self.state.is_over:
            self.standing = self._checked(self.game.settle(self.standing, self.state), "settle")
            if not self.is_finished:
                self.state = self._deal()
                self._acts.append([])

    def pop(self) -> Action:
        """Take back the last action of the deal under way; RuleError if there was none."""
        if self.is_finished or not self._acts[-1]:
            raise RuleError("nothing to take back in this deal")
        self._acts[-1].pop()
        return self.state.pop()

    def play_out(self, choose: Chooser[StateT]) -> None:
        """Let a function choose every action until the session is finished."""
        while not self.is_finished:
            self.push(choose(self.state))

    def _deal(self) -> StateT:
        state = self.game.deal(_deal_seed(self.seed, self.standing.deals), self.standing)
        if not hasattr(state, "legal_actions"):
            raise wrong_type(state, f"a state from {type(self.game).__name__}.deal")
        return state

    def _checked(self, standing: Standing, hook: str) -> Standing:
        check_type(standing, Standing, f"a Standing from {type(self.game).__name__}.{hook}")
        return standing


# Stands for a deal's number in the opening's seed; no deal has so large a number.
_OPENING = (1 << 32) - 1


def _deal_seed(seed: int, deal: int) -> int:
    """A seed that no other deal of any session has."""
    return (seed << 32) + deal
