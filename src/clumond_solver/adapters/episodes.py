"""Episodes for other frameworks: a whole session, or one deal in a standing.

>>> from clumond_solver.games.clag.game import ClagGame
>>> episode = Episode(ClagGame(3))
>>> while not episode.is_over:
...     if episode.state is None:
...         episode.deal(chance=7)
...     else:
...         _ = episode.push(next(iter(episode.state.legal_actions)))
>>> episode.standing.deals == len(ClagGame(3).scheme.deals)
True
"""

from __future__ import annotations

from typing import Any

from clumond_solver.adapters.encoding import standing_numbers
from clumond_solver.base.cards import Card, Chance
from clumond_solver.base.errors import RuleError
from clumond_solver.rules.actions import Action
from clumond_solver.rules.game import Game, Observation, Standing, State


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

    def __init__(self, game: Game[Any], standing: Standing | None = None, seed: int = 0) -> None:
        self.game = game
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
        """The standing as numbers for a player; see `encoding.standing_numbers`."""
        if self.is_one_deal:
            player = self.standing.player(player)
        return standing_numbers(self.standing, player)

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
