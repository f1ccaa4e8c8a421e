"""Oh Hell, a fifth game on the public rules module: nominate, then win exactly so many tricks.

Four players, 10 deals of 10 cards to 1. A card is turned up for trumps. The dealer's nomination may
not make the total fit. An exact nomination scores 10 and 1 a trick."""

import random
from dataclasses import dataclass

from clumond_solver.cards import Card, Hand
from clumond_solver.packs import FULL_PACK, Chance, Pack
from clumond_solver.rules.actions import Action, Nominate
from clumond_solver.rules.game import Event, Session, Standing
from clumond_solver.rules.states import TrickState, card_actions
from clumond_solver.rules.tricks import TrickPlay, TrickRules


class OhHellState(TrickState):
    def __init__(self, pack: tuple[Card, ...], players: int, cards: int) -> None:
        self.players, self.cards = players, cards
        self.hands = [Hand.of(*pack[i * cards : (i + 1) * cards]) for i in range(players)]
        self.turned = pack[players * cards]
        super().__init__()

    @property
    def bids(self) -> list[int]:
        return [call.tricks for _, call in self._calls if isinstance(call, Nominate)]

    @property
    def scores(self) -> tuple[int, ...]:
        taken = self.play.tricks_taken if self.play else ()
        return tuple(10 + t if t == bid else 0 for t, bid in zip(taken, self.bids, strict=True))

    def _caller(self) -> int | None:
        return len(self.bids) if len(self.bids) < self.players else None

    def _open_calls(self) -> list[Nominate]:
        last = len(self.bids) == self.players - 1
        barred = self.cards - sum(self.bids) if last else -1
        return [Nominate(tricks) for tricks in range(self.cards + 1) if tricks != barred]

    def _begin(self) -> TrickPlay:
        return TrickPlay(TrickRules.plain(self.players, self.turned.suit), self.hands)

    def _hand(self, seat: int) -> Hand:
        return self.play.hands[seat] if self.play else self.hands[seat]

    def _shown(self, calls: int) -> list[Event]:
        return [] if calls else [Event(None, f"turned {self.turned}", Hand.of(self.turned))]


@dataclass(frozen=True)
class OhHell:
    name: str = "Oh Hell"
    players: int = 4
    most_cards: int = 10
    pack: Pack = FULL_PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        return (*(Nominate(tricks) for tricks in range(self.most_cards + 1)), *card_actions())

    def opening(self, seed: int = 0) -> Standing:
        return Standing((0,) * self.players)

    def deal(self, chance: Chance, standing: Standing) -> OhHellState:
        cards = self.most_cards - standing.deals
        return OhHellState(self.pack.order(chance), self.players, cards)

    def settle(self, standing: Standing, state: OhHellState) -> Standing:
        return standing.with_deal(f"{state.cards}", state.scores, notes=[*map(str, state.bids)])

    def is_finished(self, standing: Standing) -> bool:
        return standing.deals == self.most_cards


if __name__ == "__main__":
    session, source = Session(OhHell(), seed=1), random.Random(1)
    session.play_out(lambda state: source.choice(list(state.legal_actions)))
    for row in session.standing.rows:
        print(f"{row.label:>2} cards: {row.gains} for {row.notes}")
