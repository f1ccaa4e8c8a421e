"""Bridge for four: declarer's partner, the dummy, lays his hand open.

In turn players bid a number of tricks above six and a strain (trumps, or none), or pass. A bid is
of more tricks than the last one, or of as many in a higher strain: clubs, diamonds, hearts, spades,
no trumps. The others' last bid may be doubled, and then redoubled by its side. Four passes at the
start, or three later, end the auction. The side of the last bid must take its tricks: its player
who first named the strain is the declarer, whose left neighbour leads. The dummy's hand then lies
open, and declarer plays its cards. Players follow suit if they can.

Each trick bid scores 20 in clubs and diamonds, else 30, and no trumps 10 more; twice that doubled,
four times redoubled. If this makes 100 or more, 300 are added, else 50; for six tricks bid 500
more, for seven 1000; for a double 50, for a redouble 100. Each further trick scores as one that was
bid and not doubled, but 100 if it was, and 200 redoubled. A trick short costs 50; doubled the first
costs 100, the next two 200 each, others 300; redoubled twice that. For a side that is vulnerable
the 300, 500 and 1000 added are 500, 750 and 1500, further doubled tricks score twice as much, and
tricks short cost 100, doubled 200 the first and 300 each other. One side loses what the other
gains. The number of the deal says who is vulnerable, in turns of sixteen, or an option does.
`clumond --game examples/bridge.py play` plays it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from clumond_solver import Card, Rank, Strain
from clumond_solver.game import FULL_PACK, Action, Call, Chance, DealsGame, DealtState, Event
from clumond_solver.game import Fact, Pass, Payoffs, Standing, TrickPlay, TrickRules, card_actions
from clumond_solver.game import register

PLAYERS, CARDS = 4, 13
OPENING = 12
HIGH_CARDS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
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


@dataclass(frozen=True)
class Double(Call):
    """Let the last bid count twice, or four times."""

    times: int

    def __str__(self) -> str:
        return "double" if self.times == 2 else "redouble"


DOUBLE, REDOUBLE = Double(2), Double(4)
BIDS = [Bid(level, strain) for level in range(1, 8) for strain in STRAINS]


@lru_cache(maxsize=512)
def payoffs_of(side: int, bid: Bid, times: int, vulnerable: bool) -> Payoffs:
    def scores(taken: tuple[int, ...]) -> list[int]:
        score = contract_score(bid, times, vulnerable, sum(taken[side::2]))
        return [score if seat % 2 == side else -score for seat in range(PLAYERS)]

    return Payoffs.by_function(scores, PLAYERS, CARDS)


def contract_score(bid: Bid, times: int, vulnerable: bool, tricks: int) -> int:
    """The score of declarer's side: ``times`` is 1, doubled 2, redoubled 4."""
    beyond = tricks - 6 - bid.level
    if beyond < 0:
        return -penalty(-beyond, times, vulnerable)
    a_trick = 20 if bid.strain in MINORS else 30
    made = times * (a_trick * bid.level + (10 if bid.strain is Strain.NO_TRUMPS else 0))
    game = 50 if made < 100 else 500 if vulnerable else 300
    slam = {6: 500, 7: 1000}.get(bid.level, 0) * (3 if vulnerable else 2) // 2
    double = 25 * times if times > 1 else 0
    further = a_trick if times == 1 else 50 * times * (1 + vulnerable)
    return made + game + slam + double + beyond * further


def penalty(short: int, times: int, vulnerable: bool) -> int:
    """What so many tricks short cost."""
    if times == 1:
        return 50 * short * (1 + vulnerable)
    first = 100 if vulnerable else 100 * min(short + 1, 4)
    return (300 * short - first) * times // 2


class BridgeState(DealtState):
    players, cards = PLAYERS, CARDS

    def __init__(self, order: Sequence[Card], vulnerable: tuple[bool, bool]) -> None:
        self.vulnerable = vulnerable  # The sides of seats 0 and 1.
        super().__init__(order)

    @property
    def contract(self) -> tuple[int, Bid] | None:
        bids = [(seat, call) for seat, call in self.calls_made if isinstance(call, Bid)]
        for seat, call in bids:
            if call.strain is bids[-1][1].strain and (seat - bids[-1][0]) % 2 == 0:
                return seat, bids[-1][1]
        return None

    @property
    def times(self) -> int:
        """How often the last bid counts."""
        calls = [call for _, call in self.calls_made if call != Pass()]
        return calls[-1].times if calls and isinstance(calls[-1], Double) else 1

    @property
    def contract_text(self) -> str:
        return super().contract_text + {1: "", 2: " doubled", 4: " redoubled"}[self.times]

    @property
    def sides(self) -> tuple[tuple[int, int], ...]:
        return ((0, 2), (1, 3))

    @property
    def dummy(self) -> int | None:
        return (self.contract[0] + 2) % PLAYERS if self.contract else None

    @property
    def payoffs(self) -> Payoffs:
        seat, bid = self.contract or (0, BIDS[0])
        return payoffs_of(seat % 2, bid, self.times, self.vulnerable[seat % 2])

    def _caller(self) -> int | None:
        passes = [call == Pass() for _, call in self.calls_made]
        return None if len(passes) > 3 and all(passes[-3:]) else len(passes) % PLAYERS

    def _open_calls(self) -> Sequence[Call]:
        if self.contract is None:
            return (Pass(), *BIDS)
        seat, bid = self.contract
        is_own = (len(self.calls_made) - seat) % 2 == 0
        double = {(1, False): [DOUBLE], (2, True): [REDOUBLE]}.get((self.times, is_own), [])
        return (Pass(), *double, *BIDS[BIDS.index(bid) + 1 :])

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        yield from super()._seat_facts(viewer)
        said = ["yes" if is_vulnerable else "" for is_vulnerable in self.vulnerable]
        yield Fact("vulnerable", by_seat=(*said, *said))

    def is_likely(self, number: int) -> bool:
        """By points and length: what a bid promises, alone or after partner's, and a double."""
        calls = self.calls_made[: number + 1]
        seat, call = calls[-1]
        hand, by_partner = self.dealt(seat), {said for s, said in calls if (s - seat) % 4 == 2}
        points = sum(HIGH_CARDS.get(card.rank, 0) for card in hand)
        partners = [bid for bid in by_partner if isinstance(bid, Bid)]
        if isinstance(call, Double):
            return points >= OPENING
        if not isinstance(call, Bid):
            return points <= OPENING + 1 or any(isinstance(said, Bid) for _, said in calls)
        suit, is_raise = call.strain.suit, any(bid.strain is call.strain for bid in partners)
        length = sum(card.suit is suit for card in hand)
        needed = max(6, (4 if partners else OPENING) + 3 * (call.level - 1))
        return points >= needed and (suit is None or length >= 4 - is_raise)

    @property
    def usual_call(self) -> Call:
        """To double a bid that its side is likely to miss by two tricks or more, else to pass."""
        if self.contract is None or DOUBLE not in self._open_calls():
            return Pass()
        seat, bid = self.contract
        cards = self.dealt(seat) | self.dealt((seat + 2) % PLAYERS)
        suit, points = bid.strain.suit, sum(HIGH_CARDS.get(card.rank, 0) for card in cards)
        trumps = 7 if suit is None else sum(card.suit is suit for card in cards)
        return DOUBLE if trumps + (points - 20) / 3 <= bid.level + 4 else Pass()

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
    """Bridge.

    deals          how many are played.
    vulnerability  who is vulnerable: by the boards of duplicate, nobody, all, or as in Chicago: in
                   four deals nobody, twice the side that calls first, all.
    """

    vulnerability: Literal["boards", "nobody", "all", "chicago"] = "boards"
    name = "Bridge"
    players = PLAYERS
    pack = FULL_PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        return (Pass(), *BIDS, DOUBLE, REDOUBLE, *card_actions())

    def deal(self, chance: Chance, standing: Standing) -> BridgeState:
        return BridgeState(self.pack.order(chance), self.vulnerable(standing.deals))

    def vulnerable(self, deals: int) -> tuple[bool, bool]:
        """Whether the side that calls first is, and the other, after so many deals."""
        if self.vulnerability != "boards":
            first, other = {"nobody": ((), ()), "all": (range(4), range(4))}.get(
                self.vulnerability, ((1, 2, 3), (3,))
            )
            return deals % 4 in first, deals % 4 in other
        # Nobody, the side that called first in the first deal, the other, all; then one further.
        turn = (deals + deals // 4) % 4
        sides = turn in {1, 3}, turn in {2, 3}
        return sides[deals % 2], sides[1 - deals % 2]


register("bridge", Bridge)
