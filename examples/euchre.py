"""Euchre for four: partners sit opposite; the jack of trumps (right bower) is the highest card, and
the other jack of the colour (left bower) is the second trump.

A card is turned up. In turn the players may make its suit trumps; the dealer then takes it up and
lays another card aside. If all pass, they may in turn name another suit, and the dealer must. The
maker may say that he plays alone: his partner then sits out, and takes nothing up if he deals.
The player at the dealer's left leads, or the next one if he sits out. Players follow suit if they
can; the left bower is a trump. The side that made trumps scores 1 with three tricks, 2 with all
five, 4 with all five by one alone; with fewer the others score 2.
`clumond --game examples/euchre.py play` plays it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clumond_solver import Card, Hand, Rank, Strain, Suit
from clumond_solver.game import Action, AsideChoices, Call, Chance, DealtState, Declare, Event
from clumond_solver.game import Fact, LayAside, Pack, Pass, Payoffs, Standing, TotalsGame, TrickPlay
from clumond_solver.game import TrickRules, card_actions, register

PLAYERS, CARDS, DEALER = 4, 5, 3
RANKS = tuple(rank for rank in Rank if rank >= Rank.NINE)
PACK = Pack.of_ranks("24-card", RANKS)


@dataclass(frozen=True, order=True)
class Alone(Call):
    strain: Strain

    def __str__(self) -> str:
        return f"{self.strain} alone"

    @property
    def words(self) -> str:
        return f"{self.strain.symbol} alone"


@lru_cache
def rules_of(trump: Suit) -> TrickRules:
    other = next(suit for suit in Suit if suit.is_red is trump.is_red and suit is not trump)
    bowers = [Card(other, Rank.JACK), Card(trump, Rank.JACK)]
    others = [Card(trump, rank) for rank in RANKS if rank is not Rank.JACK]
    return TrickRules.plain(PLAYERS, ranks=RANKS, trumps=[*others, *bowers])


@lru_cache
def payoffs_of(makers: int, alone: bool) -> Payoffs:
    def scores(taken: tuple[int, ...]) -> list[int]:
        won = sum(taken[makers::2])
        made = (4 if alone else 2) if won == CARDS else 1
        side, score = (makers, made) if won >= 3 else (1 - makers, 2)
        return [score if seat % 2 == side else 0 for seat in range(PLAYERS)]

    return Payoffs.by_function(scores, PLAYERS, CARDS)


class EuchreState(DealtState):
    pack, players, cards, turned_up = PACK, PLAYERS, CARDS, 1

    @property
    def maker(self) -> tuple[int, Suit, bool] | None:
        """Who made which trumps, and whether he plays alone."""
        for seat, call in self.calls_made:
            if isinstance(call, Declare | Alone) and call.strain.suit is not None:
                return seat, call.strain.suit, isinstance(call, Alone)
        return None

    @property
    def sitting_out(self) -> tuple[int, ...]:
        maker = self.maker
        return ((maker[0] + 2) % PLAYERS,) if maker and maker[2] else ()

    @property
    def sides(self) -> tuple[tuple[int, int], ...]:
        return ((0, 2), (1, 3))

    @property
    def is_taken_up(self) -> bool:
        maker = self.maker
        is_turned = maker is not None and maker[1] is self.turned.suit
        return is_turned and DEALER not in self.sitting_out

    def taken_up(self, seat: int) -> Sequence[Card]:
        return (self.turned,) if seat == DEALER and self.is_taken_up else ()

    @property
    def payoffs(self) -> Payoffs:
        seat, _, alone = self.maker or (0, None, False)
        return payoffs_of(seat % 2, alone)

    def _caller(self) -> int | None:
        if self.maker is None:
            return len(self.calls_made) % PLAYERS
        return DEALER if self.is_taken_up and not self.laid_aside(DEALER) else None

    def _open_calls(self) -> Sequence[Call]:
        if self.is_taken_up:
            return AsideChoices(self.dealt(DEALER), 1)
        is_first = len(self.calls_made) < PLAYERS
        suits = [suit for suit in Suit if (suit is self.turned.suit) is is_first]
        made = [kind(Strain(suit)) for kind in (Declare, Alone) for suit in suits]
        return made if len(self.calls_made) == 2 * PLAYERS - 1 else (Pass(), *made)

    def _shown(self, call_count: int) -> Iterable[Event]:
        yield from super()._shown(call_count)
        if call_count == len(self.calls_made) - bool(self.laid_aside(DEALER)) and self.is_taken_up:
            yield Event(DEALER, "takes up", Hand.of(self.turned))

    def knows_payoffs(self, viewer: int) -> bool:
        return True

    def role(self, seat: int) -> str:
        return "maker" if self.maker and self.maker[0] == seat else ""

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        yield from super()._seat_facts(viewer)
        if self.maker and self.maker[2]:
            alone = {self.maker[0]: f"{self.maker[1].symbol} alone"}
            yield Fact("declared", by_seat=self._by_seat(alone))

    def verb_of(self, call: Call) -> str:
        if not isinstance(call, Declare | Alone):
            return call.verb
        return "order up" if call.strain.suit is self.turned.suit else "make trumps"

    def _begin(self) -> TrickPlay:
        return TrickPlay(rules_of(self.maker[1] if self.maker else self.turned.suit), self.hands)


@dataclass(frozen=True)
class Euchre(TotalsGame):
    """target  the points that end the session."""

    target: int = 10
    name = "Euchre"
    players = PLAYERS
    pack = PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        calls = (Pass(), *(kind(Strain(suit)) for kind in (Declare, Alone) for suit in Suit))
        aside = (LayAside(Hand.of(card)) for card in PACK.cards)
        return (*calls, *aside, *card_actions(PACK.cards))

    def deal(self, chance: Chance, standing: Standing) -> EuchreState:
        return EuchreState(self.pack.order(chance))

    def settle(self, standing: Standing, state: EuchreState) -> Standing:
        suit, alone = state.maker[1:] if state.maker else ("", False)
        return standing.with_deal(f"{suit}{' alone' * alone}", state.scores)

    def is_finished(self, standing: Standing) -> bool:
        return max(standing.totals) >= self.target


register("euchre", Euchre)
