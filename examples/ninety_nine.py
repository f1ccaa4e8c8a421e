"""Ninety-Nine by David Parlett: three cards laid aside say how many tricks one will win.

`clumond --game examples/ninety_nine.py play` plays it. The bids are hidden until the deal is over;
engines infer them from the play. Where players differ this is ours: the first deal has no trumps,
premium bids are offered in turn and may be raised once, a session is nine deals. Each is an
option, but that premium bids may be raised."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

from clumond_solver import Card, Hand, Rank, Session, Suit, choose
from clumond_solver.game import Action, AsideChoices, Call, Chance, Event, Fact, LayAside, Layout
from clumond_solver.game import DealsGame, Pack, Pass, Payoffs, Standing, TrickPlay, TrickRules
from clumond_solver.game import TrickState, card_actions, register, score_sheet_text

PACK = Pack.of_ranks("36-card", [rank for rank in Rank if int(rank) >= 6])
PLAYERS, DEALT, BID_CARDS = 3, 12, 3


@dataclass(frozen=True, order=True)
class Premium(Call):
    """Show the bid (a declaration), or bid and hand (a revelation), for so many points more."""

    points: int

    def __str__(self) -> str:
        return "declaration" if self.points == 30 else "revelation"


DECLARATION, REVELATION = Premium(30), Premium(60)
rules_of = lru_cache(TrickRules.plain)


@lru_cache(maxsize=4096)
def payoffs_of(bids: tuple[int, ...], bidder: int, points: int) -> Payoffs:
    def scores(taken: tuple[int, ...]) -> list[int]:
        made = [tricks == bid for tricks, bid in zip(taken, bids, strict=True)]
        bonus = (0, 30, 20, 10)[sum(made)]
        gains = [tricks + bonus * met for tricks, met in zip(taken, made, strict=True)]
        return [g + points * (made[bidder] is (s == bidder)) for s, g in enumerate(gains)]

    return Payoffs.by_function(scores, PLAYERS, DEALT - BID_CARDS)


class NinetyNineState(TrickState):
    def __init__(self, pack: Sequence[Card], trump: Suit | None, premiums: bool) -> None:
        self.pack, self.trump, self.premiums = tuple(pack), trump, premiums
        super().__init__()

    def dealt(self, seat: int) -> Hand:
        return Hand.of(*self.pack[DEALT * seat : DEALT * (seat + 1)])

    @property
    def bids(self) -> list[int]:
        return [sum(int(c.suit) for c in self.laid_aside(seat)) for seat in range(PLAYERS)]

    @property
    def premium(self) -> tuple[int, Premium] | None:
        made = [(seat, call) for seat, call in self.calls_made if isinstance(call, Premium)]
        return max(made, key=lambda each: each[1], default=None)

    @property
    def layout(self) -> Layout:
        trump, premiums = self.trump, self.premiums

        def deal(hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> NinetyNineState:
            return NinetyNineState(tuple(chain.from_iterable(hands)), trump, premiums)

        aside = tuple(len(self.laid_aside(seat)) for seat in range(PLAYERS))
        return Layout(PACK.cards, PLAYERS, DEALT, deal, aside)

    @property
    def payoffs(self) -> Payoffs:
        bidder, points = (self.premium[0], self.premium[1].points) if self.premium else (0, 0)
        return payoffs_of(tuple(self.bids), bidder, points)

    def _caller(self) -> int | None:
        said = len(self.calls_made)
        revealed = self.premium is not None and self.premium[1] == REVELATION
        last = 2 * PLAYERS if self.premiums else PLAYERS
        return None if revealed or said == last else said % PLAYERS

    def _open_calls(self) -> Sequence[Call]:
        if len(self.calls_made) < PLAYERS:
            return AsideChoices(self.dealt(len(self.calls_made)), BID_CARDS)
        return (Pass(), REVELATION) if self.premium else (Pass(), DECLARATION, REVELATION)

    @property
    def usual_call(self) -> Call | None:
        return None if len(self.calls_made) < PLAYERS else Pass()

    def _sees_call(self, viewer: int, number: int) -> bool:
        if number >= PLAYERS or number == viewer or self.is_over:
            return True
        return self.play is not None and self.premium is not None and number == self.premium[0]

    def _shown(self, call_count: int) -> Iterable[Event]:
        if self.play and self.premium and call_count == len(self.calls_made):
            seat, premium = self.premium
            if premium == REVELATION:
                hand = self.dealt(seat) - self.laid_aside(seat)
                yield Event(seat, "hand", hand)

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        known = [seat for seat, call in self.seen_calls(viewer) if isinstance(call, LayAside)]
        yield Fact("bid", by_seat=self._by_seat({s: str(self.bids[s]) for s in known}))

    def _begin(self) -> TrickPlay:
        hands = [self.dealt(seat) - self.laid_aside(seat) for seat in range(PLAYERS)]
        return TrickPlay(rules_of(PLAYERS, self.trump), hands)

    def _hand(self, seat: int) -> Hand:
        held = self.dealt(seat) - self.laid_aside(seat)
        return held if self.play is None else self.play.hands[seat]


@dataclass(frozen=True)
class NinetyNine(DealsGame):
    """Ninety-Nine.

    deals     how many are played.
    first     the trumps of the first deal, or none.
    premiums  whether players may declare or reveal for more points.
    """

    deals: int = 9
    first: Suit | None = None
    premiums: bool = True
    name = "Ninety-Nine"
    players = PLAYERS
    pack = PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        bids = (LayAside(Hand.of(*cards)) for cards in combinations(PACK.cards, BID_CARDS))
        return (*bids, Pass(), DECLARATION, REVELATION, *card_actions(PACK.cards))

    def deal(self, chance: Chance, standing: Standing) -> NinetyNineState:
        last = standing.rows[-1].notes if standing.rows else None
        trump = self.first if last is None else Suit(sum(note.endswith("made") for note in last))
        return NinetyNineState(PACK.order(chance), trump, self.premiums)

    def settle(self, standing: Standing, state: NinetyNineState) -> Standing:
        taken = state.play.tricks_taken if state.play else ()
        met = [bid == tricks for bid, tricks in zip(state.bids, taken, strict=True)]
        notes = [
            f"{bid} {'made' if m else 'missed'}" for bid, m in zip(state.bids, met, strict=True)
        ]
        trump = "no trumps" if state.trump is None else state.trump.name.lower()
        return standing.with_deal(trump, state.scores, notes=notes)


register("ninety-nine", NinetyNine)

if __name__ == "__main__":
    session = Session(NinetyNine(), seed=1)
    session.play_out(lambda state: choose(state, iterations=300, seed=1).action)
    print(score_sheet_text(session.standing))
