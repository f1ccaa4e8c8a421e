"""Hearts for four: every heart taken costs 1 point, the queen of spades 13.

Each player first passes three cards on: to the left, to the right, across, and in every fourth deal
to nobody. The two of clubs is led first. Nobody may lead a heart before a heart or the queen of
spades has been played, nor play one of these cards to the first trick, unless he has nothing else.
Whoever takes them all (shoots the moon) loses nothing, each other player 26. The session ends when
somebody has lost 100. `clumond --game examples/hearts.py play` plays it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from clumond_solver import Card, Hand, RuleError, Suit
from clumond_solver.game import FULL_PACK, Action, Chance, Give, Layout, Payoffs
from clumond_solver.game import PointBand, Standing, TrickPlay, TrickRules, TrickState
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


class HeartsState(TrickState):
    def __init__(self, pack: Sequence[Card], shift: int) -> None:
        self.dealt = [Hand.of(*pack[CARDS * s : CARDS * (s + 1)]) for s in range(PLAYERS)]
        self.shift = shift  # How many seats further a card is passed; 0 for no passing.
        super().__init__()

    @property
    def has_passed(self) -> bool:
        return bool(self.shift) and len(self.calls_made) == PLAYERS * PASSED

    def held(self, seat: int) -> Hand:
        received = self.given((seat - self.shift) % PLAYERS) if self.has_passed else Hand()
        return (self.dealt[seat] - self.given(seat)) | received

    @property
    def layout(self) -> Layout:
        shift, seats = self.shift, range(PLAYERS if self.has_passed else 0)

        def deal(hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> HeartsState:
            return HeartsState([*chain.from_iterable(hands)], shift)

        passes = tuple((seat, (seat + shift) % PLAYERS, PASSED) for seat in seats)
        return Layout(FULL_PACK.cards, PLAYERS, CARDS, deal, passes=passes, turn_by_cards=True)

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

    def _sees_call(self, viewer: int, number: int) -> bool:
        giver = number // PASSED
        return viewer == giver or (self.has_passed and viewer == (giver + self.shift) % PLAYERS)

    def knows_payoffs(self, viewer: int) -> bool:
        return True

    def _begin(self) -> TrickPlay:
        hands = [self.held(seat) for seat in range(PLAYERS)]
        leader = next(seat for seat in range(PLAYERS) if FIRST in hands[seat])
        forced = [(FIRST,) if seat == leader else () for seat in range(PLAYERS)]
        return TrickPlay(RULES, hands, leader, forced=forced)

    def _hand(self, seat: int) -> Hand:
        return self.play.hands[seat] if self.play else self.held(seat)


@dataclass(frozen=True)
class Hearts:
    """end  the points that end the session when somebody has lost them: 1 or more."""

    end: int = 100
    name = "Hearts"
    players = PLAYERS
    pack = FULL_PACK

    def __post_init__(self) -> None:
        if self.end < 1:
            raise RuleError(f"an end at {self.end} points: 1 or more")

    @property
    def actions(self) -> tuple[Action, ...]:
        return (*map(Give, FULL_PACK.cards), *card_actions())

    def opening(self, seed: int = 0) -> Standing:
        return Standing((0,) * PLAYERS)

    def deal(self, chance: Chance, standing: Standing) -> HeartsState:
        return HeartsState(self.pack.order(chance), (1, 3, 2, 0)[standing.deals % PLAYERS])

    def settle(self, standing: Standing, state: HeartsState) -> Standing:
        return standing.with_deal("", state.scores)

    def is_finished(self, standing: Standing) -> bool:
        return min(standing.totals) <= -self.end


register("hearts", Hearts)
