"""Hearts for four: every heart taken costs 1 point, the queen of spades 13.

Each player first passes three cards on: to the left, to the right, across, and in every fourth deal
to nobody. The two of clubs is led first. Nobody may lead a heart before a heart or the queen of
spades has been played, nor play one of these cards to the first trick, unless he has nothing else.
Whoever takes them all (shoots the moon) loses nothing, each other player 26. The session ends when
somebody has lost 100. `clumond --game examples/hearts.py play` plays it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clumond_solver import Card, Hand, Suit
from clumond_solver.game import FULL_PACK, Action, Chance, DealtState, Give, Layout, Payoffs
from clumond_solver.game import PointBand, Standing, TotalsGame, TrickPlay, TrickRules
from clumond_solver.game import card_actions, register

PLAYERS, CARDS, PASSED = 4, 13, 3
FIRST, QUEEN = Card.parse("C2"), Card.parse("SQ")
HEARTS = Hand.of(*(card for card in FULL_PACK.cards if card.suit is Suit.HEARTS))
PENALTIES = HEARTS.with_card(QUEEN)
RULES = replace(TrickRules.plain(PLAYERS), waits=HEARTS, breaks=PENALTIES, not_first=PENALTIES)
ALL = 26
PAYOFFS = Payoffs.by_tricks(
    [[0] * (CARDS + 1)] * PLAYERS,
    card_points=dict.fromkeys(HEARTS, -1) | {QUEEN: -13},
    bands=[
        PointBand((moon,), -ALL, -ALL, tuple(ALL if s == moon else -ALL for s in range(PLAYERS)))
        for moon in range(PLAYERS)
    ],
)


class HeartsState(DealtState):
    players, cards = PLAYERS, CARDS

    def __init__(self, order: Sequence[Card], shift: int) -> None:
        self.shift = shift  # How many seats further a card is passed; 0 for no passing.
        super().__init__(order)

    @property
    def passes(self) -> tuple[tuple[int, int, int], ...]:
        givers = range(PLAYERS if self.shift else 0)
        return tuple((seat, (seat + self.shift) % PLAYERS, PASSED) for seat in givers)

    @property
    def layout(self) -> Layout:
        return replace(super().layout, turn_by_cards=True)

    @property
    def payoffs(self) -> Payoffs:
        return PAYOFFS

    def _caller(self) -> int | None:
        passed = len(self.calls_made) // PASSED
        return passed if self.shift and passed < PLAYERS else None

    def _open_calls(self) -> Sequence[Give]:
        return [Give(card) for card in self.held(len(self.calls_made) // PASSED)]

    @property
    def usual_call(self) -> Give:
        return max(self._open_calls(), key=lambda call: (call.card.rank, call.card.suit))

    def knows_payoffs(self, viewer: int) -> bool:
        return True

    def _begin(self) -> TrickPlay:
        leader = next(seat for seat in range(PLAYERS) if FIRST in self.held(seat))
        forced = [(FIRST,) if seat == leader else () for seat in range(PLAYERS)]
        return TrickPlay(RULES, self.hands, leader, forced=forced)


@dataclass(frozen=True)
class Hearts(TotalsGame):
    """end  the points that end the session when somebody has lost them: 1 or more."""

    end: int = 100
    name = "Hearts"
    players = PLAYERS
    pack = FULL_PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        return (*map(Give, FULL_PACK.cards), *card_actions())

    def deal(self, chance: Chance, standing: Standing) -> HeartsState:
        return HeartsState(self.pack.order(chance), (1, 3, 2, 0)[standing.deals % PLAYERS])

    def is_finished(self, standing: Standing) -> bool:
        return min(standing.totals) <= -self.end


register("hearts", Hearts)
