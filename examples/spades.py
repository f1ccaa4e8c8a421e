"""Spades for four: partners sit opposite, each bids his tricks, and spades are always trumps.

In turn from the dealer's left each player bids how many tricks he will take; the bids of partners
are added. Players follow suit if they can; else they may play any card. The highest spade wins a
trick, or without one the highest card of the suit led. Spades may not be led before one has been
played, unless a player has nothing else.

A side that takes the tricks it bid scores 10 for each and 1 for each trick more (a bag); a side
that does not loses 10 for each. Ten bags cost 100. A bid of nothing (nil) by itself scores or costs
100; where players differ, both are options. A side that reaches the target wins, one that falls as
far below nothing loses. `clumond --game examples/spades.py play` plays it. Ours: partners bid no
more than 13 together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from clumond_solver import Card, Hand, Session, Suit, choose
from clumond_solver.game import FULL_PACK, Action, Call, Chance, DealtState, Fact, Nominate, Payoffs
from clumond_solver.game import Standing, TotalsGame, TrickPlay, TrickRules, card_actions, register
from clumond_solver.game import score_sheet_text

PLAYERS, CARDS = 4, 13
House = tuple[int, int]  # What nil scores or costs, and what ten bags cost.
SPADES = Hand.of(*(card for card in FULL_PACK.cards if card.suit is Suit.SPADES))
RULES = replace(TrickRules.plain(PLAYERS, Suit.SPADES), waits=SPADES)


@lru_cache(maxsize=1 << 16)
def score_of_side(bids: tuple[int, ...], won: tuple[int, ...], bags: int, house: House) -> int:
    nil, ten_bags = house
    nils = sum(-nil if taken else nil for bid, taken in zip(bids, won, strict=True) if not bid)
    extra = sum(won) - sum(bids)
    if extra < 0:
        return nils - 10 * sum(bids)
    return nils + 10 * sum(bids) + extra - ten_bags * ((bags + extra) // 10)


@lru_cache(maxsize=4096)
def payoffs_of(bids: tuple[int, ...], bags: tuple[int, int], house: House) -> Payoffs:
    def scores(taken: tuple[int, ...]) -> list[int]:
        return [score_of_side(bids[s::2], taken[s::2], bags[s], house) for s in (0, 1)] * 2

    return Payoffs.by_function(scores, PLAYERS, CARDS)


class SpadesState(DealtState):
    players, cards = PLAYERS, CARDS

    def __init__(self, order: Sequence[Card], bags: tuple[int, int], house: House) -> None:
        self.bags, self.house = bags, house  # The bags of seats 0 and 1's sides, before this deal.
        super().__init__(order)

    @property
    def sides(self) -> tuple[tuple[int, int], ...]:
        return ((0, 2), (1, 3))

    @property
    def bids(self) -> tuple[int, ...]:
        return tuple(call.tricks for _, call in self.calls_made if isinstance(call, Nominate))

    @property
    def payoffs(self) -> Payoffs:
        return payoffs_of(self.bids, self.bags, self.house)

    def _caller(self) -> int | None:
        return len(self.bids) if len(self.bids) < PLAYERS else None

    def _open_calls(self) -> list[Nominate]:
        partners = self.bids[-2] if len(self.bids) >= 2 else 0
        return [Nominate(tricks) for tricks in range(CARDS + 1 - partners)]

    def _begin(self) -> TrickPlay:
        return TrickPlay(RULES, self.hands)

    def verb_of(self, call: Call) -> str:
        return "bid"

    def tricks_needed(self, seat: int) -> int:
        return sum(self.bids[seat % 2 :: 2])

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        if any(self.bags) and self.house[1]:
            yield Fact("bags", by_seat=tuple(map(str, self.bags * 2)))

    def aids(self, viewer: int) -> tuple[Fact, ...]:
        if self.play is None or self.is_over:
            return ()
        won = sum(self.play.tricks_taken[viewer % 2 :: 2])
        text = f"{max(0, self.tricks_needed(viewer) - won)} of {self.play.tricks_left}"
        return (Fact("tricks that your side still needs", text),)


@dataclass(frozen=True)
class Spades(TotalsGame):
    """Spades.

    target    the score of a side that ends the session, above or below nothing: 1 or more.
    nil       what a bid of nothing scores or costs: nothing (0), 50, 100 or 200.
    ten_bags  what ten bags cost: nothing (0), 50, 100 or 200.
    """

    target: int = 500
    nil: Literal[0, 50, 100, 200] = 100
    ten_bags: Literal[0, 50, 100, 200] = 100
    name = "Spades"
    players = PLAYERS
    pack = FULL_PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        return (*(Nominate(tricks) for tricks in range(CARDS + 1)), *card_actions())

    def deal(self, chance: Chance, standing: Standing) -> SpadesState:
        # Nothing else scores single points, so the last digit counts the bags.
        bags = [standing.totals[standing.player(seat)] % 10 for seat in (0, 1)]
        return SpadesState(self.pack.order(chance), (bags[0], bags[1]), (self.nil, self.ten_bags))

    def settle(self, standing: Standing, state: SpadesState) -> Standing:
        return standing.with_deal("", state.scores, notes=[*map(str, state.bids)])

    def is_finished(self, standing: Standing) -> bool:
        return max(map(abs, standing.totals)) >= self.target and len({*standing.totals}) > 1


register("spades", Spades)

if __name__ == "__main__":
    session = Session(Spades(), seed=1)
    session.play_out(lambda state: choose(state, iterations=300, seed=1).action)
    print(score_sheet_text(session.standing))
