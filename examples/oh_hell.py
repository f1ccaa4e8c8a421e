"""Oh Hell: nominate, then win exactly so many tricks; hands fall to one card and rise again.

A card is turned up for trumps. The dealer's nomination may not make the sum equal to the tricks. An
exact nomination scores 10 and 1 a trick, any other nothing (ours); where players differ, both are
options. `clumond --game examples/oh_hell.py play` plays it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from clumond_solver import Card, RuleError, Session, choose
from clumond_solver.game import FULL_PACK, Action, Call, Chance, DealtState, Nominate, Standing
from clumond_solver.game import TotalsGame, TrickPlay, TrickRules
from clumond_solver.game import card_actions, register, score_sheet_text


rules_of = lru_cache(TrickRules.plain)


class OhHellState(DealtState):
    turned_up = 1

    def __init__(
        self,
        order: Sequence[Card],
        players: int,
        cards: int,
        restricted: bool = True,
        consolation: bool = False,
    ) -> None:
        self.players, self.cards = players, cards
        self.restricted, self.consolation = restricted, consolation
        super().__init__(order)

    @property
    def bids(self) -> list[int]:
        return [call.tricks for _, call in self.calls_made if isinstance(call, Nominate)]

    def _settled(self, taken: tuple[int, ...]) -> list[int]:
        missed = [t if self.consolation else 0 for t in taken]
        scores = zip(taken, self.bids, missed, strict=True)
        return [10 + t if t == bid else other for t, bid, other in scores]

    def _caller(self) -> int | None:
        return len(self.bids) if len(self.bids) < self.players else None

    def _open_calls(self) -> list[Nominate]:
        last = self.restricted and len(self.bids) == self.players - 1
        barred = self.cards - sum(self.bids) if last else -1
        return [Nominate(tricks) for tricks in range(self.cards + 1) if tricks != barred]

    def verb_of(self, call: Call) -> str:
        return "bid"

    def _begin(self) -> TrickPlay:
        return TrickPlay(rules_of(self.players, self.turned.suit), self.hands)


@dataclass(frozen=True)
class OhHell(TotalsGame):
    """Oh Hell.

    players     3 to 7.
    cards       of the first and the last deal, 1 or more; a card is left to be turned up.
    restricted  whether the dealer's nomination may not make the sum equal to the tricks.
    missed      what a missed nomination scores: nothing, or 1 for each trick.
    """

    players: int = 4
    cards: int = 7
    restricted: bool = True
    missed: Literal["nothing", "tricks"] = "nothing"
    name = "Oh Hell"
    pack = FULL_PACK

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 3 <= self.players <= 7 or not 1 <= self.cards <= 51 // self.players:
            raise RuleError(f"{self.cards} cards for {self.players} players: 3 to 7, within a pack")

    @property
    def sizes(self) -> list[int]:
        return [*range(self.cards, 0, -1), *range(2, self.cards + 1)]

    @property
    def actions(self) -> tuple[Action, ...]:
        return (*(Nominate(tricks) for tricks in range(self.cards + 1)), *card_actions())

    def deal(self, chance: Chance, standing: Standing) -> OhHellState:
        cards, consolation = self.sizes[standing.deals], self.missed == "tricks"
        order = self.pack.order(chance)
        return OhHellState(order, self.players, cards, self.restricted, consolation)

    def settle(self, standing: Standing, state: OhHellState) -> Standing:
        return standing.with_deal(f"{state.cards}", state.scores, notes=[*map(str, state.bids)])

    def is_finished(self, standing: Standing) -> bool:
        return standing.deals == len(self.sizes)


register("oh-hell", OhHell)

if __name__ == "__main__":
    session = Session(OhHell(), seed=1)
    session.play_out(lambda state: choose(state, iterations=300, seed=1).action)
    print(score_sheet_text(session.standing))
