"""Euchre for four: partners sit opposite; the jack of trumps (right bower) is the highest card, and
the other jack of the colour (left bower) is the second trump.

A card is turned up. In turn the players may make its suit trumps; the dealer then takes it up and
lays another card aside. If all pass, they may in turn name another suit, and the dealer must. The
side that made trumps scores 1 with three tricks, 2 with all five; with fewer the others score 2.
`clumond --game examples/euchre.py play` plays it. Nobody goes alone: all seats play all tricks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from clumond_solver import Card, Hand, Rank, RuleError, Strain, Suit
from clumond_solver.game import Action, AsideChoices, Call, Chance, Declare, Event, LayAside, Layout
from clumond_solver.game import Pack, Pass, Standing, TrickPlay, TrickRules, TrickState
from clumond_solver.game import card_actions, register

PLAYERS, CARDS, DEALER = 4, 5, 3
RANKS = tuple(rank for rank in Rank if rank >= Rank.NINE)
PACK = Pack.of_ranks("24-card", RANKS)


def euchre_rules(trump: Suit) -> TrickRules:
    other = next(suit for suit in Suit if suit.is_red is trump.is_red and suit is not trump)
    bowers = [Card(other, Rank.JACK), Card(trump, Rank.JACK)]
    others = [Card(trump, rank) for rank in RANKS if rank is not Rank.JACK]
    return TrickRules.plain(PLAYERS, ranks=RANKS, trumps=[*others, *bowers])


class EuchreState(TrickState):
    def __init__(self, pack: Sequence[Card]) -> None:
        self.pack = tuple(pack)
        self.turned = pack[PLAYERS * CARDS]
        super().__init__()

    @property
    def maker(self) -> tuple[int, Suit] | None:
        declared = ((seat, call) for seat, call in self.calls_made if isinstance(call, Declare))
        return next(((seat, Suit(call.strain)) for seat, call in declared), None)

    @property
    def is_taken_up(self) -> bool:
        return self.maker is not None and self.maker[1] is self.turned.suit

    def held(self, seat: int) -> Hand:
        cards = Hand.of(*self.pack[CARDS * seat : CARDS * (seat + 1)])
        taken = Hand.of(self.turned) if self.is_taken_up and seat == DEALER else Hand()
        return (cards | taken) - self.laid_aside(seat)

    @property
    def layout(self) -> Layout:
        turned = self.turned

        def deal(hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> EuchreState:
            cards = [card for card in chain(*hands, rest) if card != turned]
            return EuchreState([*cards[: PLAYERS * CARDS], turned, *cards[PLAYERS * CARDS :]])

        aside = (0, 0, 0, len(self.laid_aside(DEALER)))
        return Layout(PACK.cards, PLAYERS, CARDS, deal, aside, (0, 0, 0, int(self.is_taken_up)))

    def _settled(self, taken: tuple[int, ...]) -> list[int]:
        makers = self.maker[0] % 2 if self.maker else 0
        won = sum(taken[makers::2])
        side, score = (makers, 1 + won // CARDS) if won >= 3 else (1 - makers, 2)
        return [score if seat % 2 == side else 0 for seat in range(PLAYERS)]

    def _caller(self) -> int | None:
        if self.maker is None:
            return len(self.calls_made) % PLAYERS
        return DEALER if self.is_taken_up and not self.laid_aside(DEALER) else None

    def _open_calls(self) -> Sequence[Call]:
        if self.is_taken_up:
            return AsideChoices(self.held(DEALER).without_card(self.turned), 1)
        if len(self.calls_made) < PLAYERS:
            return (Pass(), Declare(Strain(self.turned.suit)))
        named = [Declare(Strain(suit)) for suit in Suit if suit is not self.turned.suit]
        return named if len(self.calls_made) == 2 * PLAYERS - 1 else (Pass(), *named)

    @property
    def usual_call(self) -> Call | None:
        return Pass() if Pass() in self._open_calls() else None

    def _sees_call(self, viewer: int, number: int) -> bool:
        return viewer == DEALER or not isinstance(self.calls_made[number][1], LayAside)

    def _shown(self, call_count: int) -> Iterable[Event]:
        if call_count == 0:
            yield Event(None, "turned", Hand.of(self.turned))
        elif self.is_taken_up and isinstance(self.calls_made[call_count - 1][1], Declare):
            yield Event(DEALER, "takes up", Hand.of(self.turned))

    def knows_payoffs(self, viewer: int) -> bool:
        return True

    def _begin(self) -> TrickPlay:
        trump = self.maker[1] if self.maker else self.turned.suit
        return TrickPlay(euchre_rules(trump), [self.held(seat) for seat in range(PLAYERS)])

    def _hand(self, seat: int) -> Hand:
        return self.play.hands[seat] if self.play else self.held(seat)


@dataclass(frozen=True)
class Euchre:
    """target  the points that end the session."""

    target: int = 10
    name = "Euchre"
    players = PLAYERS
    pack = PACK

    def __post_init__(self) -> None:
        if self.target < 1:
            raise RuleError(f"a target of {self.target}: 1 or more")

    @property
    def actions(self) -> tuple[Action, ...]:
        calls = (Pass(), *(Declare(Strain(suit)) for suit in Suit))
        aside = (LayAside(Hand.of(card)) for card in PACK.cards)
        return (*calls, *aside, *card_actions(PACK.cards))

    def opening(self, seed: int = 0) -> Standing:
        return Standing((0,) * PLAYERS)

    def deal(self, chance: Chance, standing: Standing) -> EuchreState:
        return EuchreState(self.pack.order(chance))

    def settle(self, standing: Standing, state: EuchreState) -> Standing:
        return standing.with_deal(str(state.maker[1]) if state.maker else "", state.scores)

    def is_finished(self, standing: Standing) -> bool:
        return max(standing.totals) >= self.target


register("euchre", Euchre)
