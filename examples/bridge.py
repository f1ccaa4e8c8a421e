"""Bridge for four, without doubles: the dummy lies open, and its player sees declarer's hand too.

In turn the players bid a number of tricks above six and a strain, or pass; three passes end the
auction. The side of the last bid has made a contract: its player who first named the strain is the
declarer. After the first lead the dummy lies open, and the engine plays it as one who sees both
hands. Scores are those of duplicate bridge, nobody vulnerable. `clumond --game examples/bridge.py
play` plays it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from clumond_solver import Card, Hand, RuleError, Strain
from clumond_solver.game import FULL_PACK, Action, Call, Chance, Event, HandConstraint, Layout, Pass
from clumond_solver.game import Payoffs, Standing, TrickPlay, TrickRules, TrickState
from clumond_solver.game import card_actions, register

PLAYERS, CARDS = 4, 13
STRAINS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NO_TRUMPS)


@dataclass(frozen=True)
class Bid(Call):
    level: int
    strain: Strain

    def __str__(self) -> str:
        return f"{self.level}{self.strain}"


BIDS = [Bid(level, strain) for level in range(1, 8) for strain in STRAINS]


@lru_cache
def payoffs_of(declarer: int, bid: Bid) -> Payoffs:
    def scores(taken: tuple[int, ...]) -> list[int]:
        score = contract_score(bid, taken[declarer] + taken[declarer - 2])
        return [score if (seat - declarer) % 2 == 0 else -score for seat in range(PLAYERS)]

    return Payoffs.by_function(scores, PLAYERS, CARDS)


def contract_score(bid: Bid, tricks: int) -> int:
    extra = tricks - 6 - bid.level
    if extra < 0:
        return 50 * extra
    minor = bid.strain in {Strain.CLUBS, Strain.DIAMONDS}
    each, first = 20 if minor else 30, 10 if bid.strain is Strain.NO_TRUMPS else 0
    made = each * bid.level + first
    bonus = {6: 800, 7: 1300}.get(bid.level, 300 if made >= 100 else 50)
    return made + bonus + each * extra


class BridgeState(TrickState):
    def __init__(self, pack: Sequence[Card]) -> None:
        self.hands = [Hand.of(*pack[CARDS * s : CARDS * (s + 1)]) for s in range(PLAYERS)]
        super().__init__()

    @property
    def contract(self) -> tuple[int, Bid] | None:
        """The declarer and the last bid."""
        bids = [(seat, call) for seat, call in self.calls_made if isinstance(call, Bid)]
        for seat, call in bids:
            if call.strain is bids[-1][1].strain and (seat - bids[-1][0]) % 2 == 0:
                return seat, bids[-1][1]
        return None

    @property
    def layout(self) -> Layout:
        def deal(hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> BridgeState:
            return BridgeState([*chain.from_iterable(hands)])

        return Layout(FULL_PACK.cards, PLAYERS, CARDS, deal)

    @property
    def payoffs(self) -> Payoffs:
        return payoffs_of(*(self.contract or (0, BIDS[0])))

    @property
    def scores(self) -> tuple[int, ...]:
        return (0,) * PLAYERS if self.is_over and self.play is None else super().scores

    def _caller(self) -> int | None:
        passes = [call == Pass() for _, call in self.calls_made]
        is_complete = len(passes) > 3 and all(passes[-3:])
        return None if is_complete else len(passes) % PLAYERS

    def _open_calls(self) -> Sequence[Call]:
        higher = BIDS.index(self.contract[1]) + 1 if self.contract else 0
        return (Pass(), *BIDS[higher:])

    @property
    def usual_call(self) -> Call:
        return Pass()

    def _begin(self) -> TrickPlay | None:
        if self.contract is None:
            return None
        declarer, bid = self.contract
        rules = TrickRules.plain(PLAYERS, bid.strain.suit)
        return TrickPlay(rules, self.hands, (declarer + 1) % PLAYERS)

    def _shown_by_play(self, play: TrickPlay, card_count: int) -> Iterable[Event]:
        if card_count == 1 and self.contract:
            dummy = (self.contract[0] + 2) % PLAYERS
            yield Event(dummy, "dummy", self.hands[dummy])

    def hand_constraints(self, viewer: int) -> Iterable[HandConstraint]:
        """The declarer plays the dummy, so that its seat also sees his hand."""
        if self.play and self.contract and (self.contract[0] + 2) % PLAYERS == viewer:
            yield HandConstraint(self.contract[0], self.hands[self.contract[0]], has_all=True)

    def _hand(self, seat: int) -> Hand:
        return self.play.hands[seat] if self.play else self.hands[seat]


@dataclass(frozen=True)
class Bridge:
    """deals  how many are played."""

    deals: int = 8
    name = "Bridge"
    players = PLAYERS
    pack = FULL_PACK

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise RuleError(f"{self.deals} deals: 1 or more")

    @property
    def actions(self) -> tuple[Action, ...]:
        return (Pass(), *BIDS, *card_actions())

    def opening(self, seed: int = 0) -> Standing:
        return Standing((0,) * PLAYERS)

    def deal(self, chance: Chance, standing: Standing) -> BridgeState:
        return BridgeState(self.pack.order(chance))

    def settle(self, standing: Standing, state: BridgeState) -> Standing:
        label = f"{state.contract[1]}" if state.contract else "passed"
        return standing.with_deal(label, state.scores)

    def is_finished(self, standing: Standing) -> bool:
        return standing.deals == self.deals


register("bridge", Bridge)
