"""Spades for four: partners sit opposite, each bids his tricks, and spades are always trumps.

A side that takes the tricks it bid scores 10 for each and 1 for each trick more (a bag); a side
that does not loses 10 for each. Ten bags cost 100. A bid of nothing (nil) by itself scores or costs
100. Spades may not be led before one has been played. The first side to reach the target wins.
`clumond --game examples/spades.py play` plays it. Ours: partners bid no more than 13 together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from clumond_solver import Card, Hand, RuleError, Session, Suit, choose
from clumond_solver.game import FULL_PACK, Action, Chance, Layout, Nominate, Standing, TrickPlay
from clumond_solver.game import TrickRules, TrickState, card_actions, register, score_sheet_text

PLAYERS, CARDS = 4, 13
SPADES = Hand.of(*(card for card in FULL_PACK.cards if card.suit is Suit.SPADES))
RULES = replace(TrickRules.plain(PLAYERS, Suit.SPADES), waits=SPADES)


class SpadesState(TrickState):
    def __init__(self, pack: Sequence[Card], bags: tuple[int, int]) -> None:
        self.hands = [Hand.of(*pack[CARDS * s : CARDS * (s + 1)]) for s in range(PLAYERS)]
        self.bags = bags  # Of the sides of seats 0 and 1, before this deal.
        super().__init__()

    @property
    def bids(self) -> list[int]:
        return [call.tricks for _, call in self.calls_made if isinstance(call, Nominate)]

    @property
    def layout(self) -> Layout:
        bags = self.bags

        def deal(hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> SpadesState:
            return SpadesState([*chain.from_iterable(hands)], bags)

        return Layout(FULL_PACK.cards, PLAYERS, CARDS, deal)

    def _settled(self, taken: tuple[int, ...]) -> list[int]:
        return [self.score_of_side(seat % 2, taken) for seat in range(PLAYERS)]

    def score_of_side(self, side: int, taken: tuple[int, ...]) -> int:
        bids, won = self.bids[side::2], taken[side::2]
        nils = sum(-100 if w else 100 for bid, w in zip(bids, won, strict=True) if not bid)
        extra = sum(won) - sum(bids)
        if extra < 0:
            return nils - 10 * sum(bids)
        return nils + 10 * sum(bids) + extra - 100 * ((self.bags[side] + extra) // 10)

    def _caller(self) -> int | None:
        return len(self.bids) if len(self.bids) < PLAYERS else None

    def _open_calls(self) -> list[Nominate]:
        number = len(self.bids)
        partners = self.bids[number - 2] if number >= 2 else 0
        return [Nominate(tricks) for tricks in range(CARDS + 1 - partners)]

    def _begin(self) -> TrickPlay:
        return TrickPlay(RULES, self.hands)

    def _hand(self, seat: int) -> Hand:
        return self.play.hands[seat] if self.play else self.hands[seat]


@dataclass(frozen=True)
class Spades:
    """Spades.

    target  the score of a side that ends the session: 1 or more.
    """

    target: int = 500
    name = "Spades"
    players = PLAYERS
    pack = FULL_PACK

    def __post_init__(self) -> None:
        if self.target < 1:
            raise RuleError(f"a target of {self.target}: 1 or more")

    @property
    def actions(self) -> tuple[Action, ...]:
        return (*(Nominate(tricks) for tricks in range(CARDS + 1)), *card_actions())

    def opening(self, seed: int = 0) -> Standing:
        return Standing((0,) * PLAYERS)

    def deal(self, chance: Chance, standing: Standing) -> SpadesState:
        # Nothing else scores single points, so the last digit counts the bags.
        bags = [standing.totals[standing.player(seat)] % 10 for seat in (0, 1)]
        return SpadesState(self.pack.order(chance), (bags[0], bags[1]))

    def settle(self, standing: Standing, state: SpadesState) -> Standing:
        return standing.with_deal("", state.scores, notes=[*map(str, state.bids)])

    def is_finished(self, standing: Standing) -> bool:
        return max(standing.totals) >= self.target and len({*standing.totals}) > 1


register("spades", Spades)

if __name__ == "__main__":
    session = Session(Spades(), seed=1)
    session.play_out(lambda state: choose(state, iterations=300, seed=1).action)
    print(score_sheet_text(session.standing))
