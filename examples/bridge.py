"""Bridge for four, without doubles: declarer's partner, the dummy, lays his hand open.

In turn players bid a number of tricks above six and a strain (trumps, or none), or pass. A bid is
of more tricks than the last one, or of as many in a higher strain: clubs, diamonds, hearts, spades,
no trumps. Four passes at the start, or three after a bid, end the auction. The side of the last bid
must take its tricks: its player who first named the strain is the declarer, whose left neighbour
leads. The dummy's hand then lies open, and declarer plays its cards. Players follow suit if they
can. Tricks above six score 20 in clubs and diamonds, else 30, and 10 more at no trumps; if those
bid make 100 or more, 300, else 50; for six bid 800 instead, for seven 1300. Each trick short costs
50; one side loses what the other gains. `clumond --game examples/bridge.py play` plays it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clumond_solver import Strain
from clumond_solver.game import FULL_PACK, Action, Call, Chance, DealsGame, DealtState, Event
from clumond_solver.game import Pass, Payoffs, Standing, TrickPlay, TrickRules, card_actions
from clumond_solver.game import register

PLAYERS, CARDS = 4, 13
MINORS = (Strain.CLUBS, Strain.DIAMONDS)
STRAINS = (*MINORS, Strain.HEARTS, Strain.SPADES, Strain.NO_TRUMPS)


@dataclass(frozen=True)
class Bid(Call):
    verb = "bid"
    level: int
    strain: Strain

    def __str__(self) -> str:
        return f"{self.level}{self.strain}"

    @property
    def words(self) -> str:
        return f"{self.level}{self.strain.symbol}"


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
    a_trick = 20 if bid.strain in MINORS else 30
    made = a_trick * bid.level + (10 if bid.strain is Strain.NO_TRUMPS else 0)
    bonus = {6: 800, 7: 1300}.get(bid.level, 300 if made >= 100 else 50)
    return made + bonus + a_trick * extra


class BridgeState(DealtState):
    players, cards = PLAYERS, CARDS

    @property
    def contract(self) -> tuple[int, Bid] | None:
        bids = [(seat, call) for seat, call in self.calls_made if isinstance(call, Bid)]
        for seat, call in bids:
            if call.strain is bids[-1][1].strain and (seat - bids[-1][0]) % 2 == 0:
                return seat, bids[-1][1]
        return None

    @property
    def sides(self) -> tuple[tuple[int, int], ...]:
        return ((0, 2), (1, 3))

    @property
    def dummy(self) -> int | None:
        return (self.contract[0] + 2) % PLAYERS if self.contract else None

    @property
    def payoffs(self) -> Payoffs:
        return payoffs_of(*(self.contract or (0, BIDS[0])))

    def _caller(self) -> int | None:
        passes = [call == Pass() for _, call in self.calls_made]
        return None if len(passes) > 3 and all(passes[-3:]) else len(passes) % PLAYERS

    def _open_calls(self) -> Sequence[Call]:
        return (Pass(), *BIDS[BIDS.index(self.contract[1]) + 1 if self.contract else 0 :])

    def _begin(self) -> TrickPlay | None:
        if self.contract is None:
            return None
        seat, bid = self.contract
        rules = TrickRules.plain(PLAYERS, bid.strain.suit)
        return TrickPlay(rules, self.hands, (seat + 1) % PLAYERS)

    def _shown_by_play(self, play: TrickPlay, card_count: int) -> Iterable[Event]:
        if card_count == 1 and self.dummy is not None:
            yield Event(self.dummy, "dummy", self.held(self.dummy))

    def played_by(self, seat: int) -> int:
        is_open = self.play is not None and bool(self.play.history)
        return (seat + 2) % PLAYERS if is_open and seat == self.dummy else seat


@dataclass(frozen=True)
class Bridge(DealsGame):
    """deals  how many are played."""

    name = "Bridge"
    players = PLAYERS
    pack = FULL_PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        return (Pass(), *BIDS, *card_actions())

    def deal(self, chance: Chance, standing: Standing) -> BridgeState:
        return BridgeState(self.pack.order(chance))


register("bridge", Bridge)
