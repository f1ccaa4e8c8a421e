"""Hearts for four: every heart taken costs 1 point, the queen of spades 13.

Each player first passes three cards on: to the left, to the right, across, and in every fourth deal
to nobody. The two of clubs is led first. Nobody may lead a heart before a heart or the queen of
spades has been played, nor play one of these cards to the first trick, unless he has nothing else.
Whoever takes them all (shoots the moon) loses nothing, each other player 26. The session ends when
somebody has lost 100. Where players differ, there is an option. `clumond --game examples/hearts.py
play` plays it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from clumond_solver import Card, Hand, RuleError, Suit
from clumond_solver.game import FULL_PACK, Action, Chance, DealtState, Give, Layout, Payoffs
from clumond_solver.game import PointBand, Standing, TotalsGame, TrickPlay, TrickRules
from clumond_solver.game import card_actions, register

PLAYERS, CARDS, PASSED = 4, 13, 3
SEATS = range(PLAYERS)
FIRST, QUEEN, JACK = map(Card.parse, ("C2", "SQ", "DJ"))
HEARTS = Hand.of(*(card for card in FULL_PACK.cards if card.suit is Suit.HEARTS))
PENALTIES = HEARTS.with_card(QUEEN)
ALL = 26
Moon = Literal["others", "self", "never"]


@lru_cache
def rules_of(queen_breaks: bool, first_trick: bool) -> TrickRules:
    breaks = PENALTIES if queen_breaks else HEARTS
    held_back = Hand() if first_trick else PENALTIES
    return replace(TrickRules.plain(PLAYERS), waits=HEARTS, breaks=breaks, not_first=held_back)


@lru_cache
def payoffs_of(moon: Moon, jack: bool) -> Payoffs:
    """Who shoots has lost 26 by the cards already."""
    own, others = {"others": (ALL, -ALL), "self": (2 * ALL, 0), "never": (0, 0)}[moon]
    bands = [
        PointBand((s,), -ALL, -ALL, tuple(own if other == s else others for other in SEATS))
        for s in SEATS
    ]
    points = dict.fromkeys(HEARTS, -1) | {QUEEN: -13} | ({JACK: 10} if jack else {})
    return Payoffs.by_tricks(
        [[0] * (CARDS + 1)] * PLAYERS, card_points=points, bands=[] if moon == "never" else bands
    )


class HeartsState(DealtState):
    players, cards = PLAYERS, CARDS

    def __init__(self, order: Sequence[Card], shift: int, house: "Hearts") -> None:
        self.shift = shift  # How many seats further a card is passed; 0 for no passing.
        self.house = house
        super().__init__(order)

    @property
    def passes(self) -> tuple[tuple[int, int, int], ...]:
        givers = SEATS if self.shift else ()
        return tuple((seat, (seat + self.shift) % PLAYERS, PASSED) for seat in givers)

    @property
    def layout(self) -> Layout:
        return replace(super().layout, turn_by_cards=True)

    @property
    def payoffs(self) -> Payoffs:
        return payoffs_of(self.house.moon, self.house.jack)

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
        leader = next(seat for seat in SEATS if FIRST in self.held(seat))
        rules = rules_of(self.house.queen_breaks, self.house.first_trick)
        forced = [(FIRST,) if seat == leader else () for seat in SEATS]
        return TrickPlay(rules, self.hands, leader, forced=forced)


@dataclass(frozen=True)
class Hearts(TotalsGame):
    """Hearts.

    end           the points that end the session when somebody has lost them: 1 or more.
    passing       rotating, always to the left, or never.
    moon          who scores for all penalties: 26 for each of the others to lose, or for oneself
                  to gain; or never.
    jack          whether the jack of diamonds gains 10; then nobody shoots the moon.
    first_trick   whether penalties may be played to the first trick.
    queen_breaks  whether hearts may be led once the queen of spades has been played.
    """

    end: int = 100
    passing: Literal["rotating", "left", "never"] = "rotating"
    moon: Moon = "others"
    jack: bool = False
    first_trick: bool = False
    queen_breaks: bool = True
    name = "Hearts"
    players = PLAYERS
    pack = FULL_PACK

    def __post_init__(self) -> None:
        super().__post_init__()
        # Points of cards alone cannot tell all penalties with the jack from fewer without it.
        if self.jack and self.moon != "never":
            raise RuleError(f"jack=yes with moon={self.moon}: the jack needs moon=never")

    @property
    def actions(self) -> tuple[Action, ...]:
        return (*map(Give, FULL_PACK.cards), *card_actions())

    def deal(self, chance: Chance, standing: Standing) -> HeartsState:
        turn = {"rotating": (1, 3, 2, 0), "left": (1,), "never": (0,)}[self.passing]
        return HeartsState(self.pack.order(chance), turn[standing.deals % len(turn)], self)

    def is_finished(self, standing: Standing) -> bool:
        return min(standing.totals) <= -self.end


register("hearts", Hearts)
