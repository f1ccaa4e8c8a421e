"""Clabberjass for two: fixing trump, sequences, bella, and the play for card points.

The jack and the nine of trumps are the best cards; the player who fixes trump must score more
than the other.

Source: the rules of Clabberjass on a page about computer card games; see games/rules.md.

>>> [str(run) for run in sequences(Hand.parse("AKQ.T987.J."))]
['HT-H7', 'SA-SQ']
>>> card_points(Card.parse("SJ"), Suit.SPADES), card_points(Card.parse("HJ"), Suit.SPADES)
(20, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import groupby
from typing import Any

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit, SuitLike
from clumond_solver.base.errors import DealError, RuleError
from clumond_solver.base.packs import PIQUET_PACK, Chance
from clumond_solver.games.registry import HandAdvice, TableWords, register
from clumond_solver.rules.actions import Action, Declare, Pass
from clumond_solver.rules.game import Event, Game, Standing
from clumond_solver.rules.payoffs import Payoffs, Settling, points_by_bit
from clumond_solver.rules.states import HandConstraint, Layout, TrickState, card_actions
from clumond_solver.rules.tricks import TrickPlay, TrickRules

NON_DEALER, DEALER = 0, 1
FIRST_CARDS, ALL_CARDS = 6, 9
LAST_TRICK = 10
BELLA = 20
TERTZ, FIFTY = 20, 50
GAME = 501

_LOW = (Rank.SEVEN, Rank.EIGHT)
_PLAIN_ORDER = (*_LOW, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
_TRUMP_ORDER = (*_LOW, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE, Rank.NINE, Rank.JACK)
_POINTS = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
_TRUMP_POINTS = _POINTS | {Rank.JACK: 20, Rank.NINE: 14}
# How a run is best split into fifties (4 cards) and tertzes (3); a suit has eight cards.
_RUN_POINTS = {3: TERTZ, 4: FIFTY, 5: FIFTY, 6: FIFTY, 7: FIFTY + TERTZ, 8: 2 * FIFTY}


@cache
def clabberjass_rules(trump: SuitLike) -> TrickRules:
    """The rules of the tricks: follow, else trump; a trump lead must be beaten."""
    trump = Suit(trump)
    plain = TrickRules.plain(2, trump)
    return replace(
        plain,
        ranking=tuple(_TRUMP_ORDER if suit is trump else _PLAIN_ORDER for suit in Suit),
        follow=tuple((frozenset({led}), frozenset({trump})) for led in Suit),
        must_beat=frozenset({trump}),
    )


def card_points(card: Card, trump: SuitLike) -> int:
    """The points of a card for the player who takes it."""
    return (_TRUMP_POINTS if card.suit is Suit(trump) else _POINTS).get(card.rank, 0)


@dataclass(frozen=True, slots=True)
class Run:
    """A whole run of three or more consecutive cards of a suit, A K Q J 10 9 8 7."""

    top: Card
    length: int

    @property
    def points(self) -> int:
        """The points of the run, split into tertzes (3 cards, 20) and fifties (4, 50) at best.

        >>> Run(Card.parse("HA"), 7).points
        70
        """
        return _RUN_POINTS[self.length]

    @property
    def strength(self) -> tuple[int, Rank]:
        """The order of runs: the longer, then the one with the higher top card is better."""
        return self.length, self.top.rank

    @property
    def cards(self) -> Hand:
        """The cards of the run."""
        bottom = self.top.rank - self.length + 1
        return Hand.from_cards(
            Card(self.top.suit, Rank(rank)) for rank in range(bottom, self.top.rank + 1)
        )

    def __str__(self) -> str:
        """The highest and the lowest card."""
        return f"{self.top}-{next(iter(self.cards))}"


def sequences(hand: Hand) -> tuple[Run, ...]:
    """The whole runs of three or more cards in a hand, the best first."""
    runs = []
    for suit in Suit:
        cards = enumerate(hand.in_suit(suit))
        for _, following in groupby(cards, key=lambda placed: placed[1].rank - placed[0]):
            run = [card for _, card in following]
            if len(run) >= 3:
                runs.append(Run(run[-1], len(run)))
    return tuple(sorted(runs, key=lambda run: run.strength, reverse=True))


def sequence_holder(hands: Sequence[Hand]) -> int | None:
    """The seat with the best run, the non-dealer's being better of equals; None without any."""
    best = [max((run.strength for run in sequences(hand)), default=None) for hand in hands]
    mine, his = best[NON_DEALER], best[DEALER]
    if mine is None:
        return None if his is None else DEALER
    return NON_DEALER if his is None or mine >= his else DEALER


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a seat in a deal, whether or not the bidder fails."""

    cards: int = 0
    last_trick: int = 0
    sequences: int = 0
    bella: int = 0

    @property
    def total(self) -> int:
        """The sum."""
        return self.cards + self.last_trick + self.sequences + self.bella

    def __str__(self) -> str:
        """The total and its parts.

        >>> str(Points(cards=31, bella=20)), str(Points())
        ('51 (cards 31, bella 20)', '0')
        """
        parts = {"cards": self.cards, "last trick": self.last_trick,
                 "sequences": self.sequences, "bella": self.bella}  # fmt: skip
        texts = [f"{name} {points}" for name, points in parts.items() if points]
        return f"{self.total} ({', '.join(texts)})" if texts else "0"


def settled_points(totals: Sequence[int], bidder: int) -> tuple[int, int]:
    """The scores by seat: the bidder's points go to the other unless he has more.

    >>> settled_points((90, 72), bidder=0), settled_points((81, 81), bidder=0)
    ((90, 72), (0, 162))
    """
    mine, his = totals[bidder], totals[1 - bidder]
    scores = [0, 0]
    scores[bidder] = mine if mine > his else 0
    scores[1 - bidder] = his if mine > his else mine + his
    return scores[0], scores[1]


class ClabberjassState(TrickState):
    """One deal: the non-dealer is seat 0, the dealer seat 1.

    ``pack`` is the shuffled stock: six cards each, the card turned up, three more each; the last
    one is the bottom card, shown when trump is fixed. DealError if it is not the 32-card pack.
    """

    __slots__ = ("_pack",)

    calls_pending = "trump is not fixed"
    calls_complete = "trump is fixed, cards are played"

    def __init__(self, pack: Sequence[Card]) -> None:
        """Start with the non-dealer's answer to the proposed trump."""
        self._pack = tuple(pack)
        if len(self._pack) != len(PIQUET_PACK) or Hand.of(*self._pack) != PIQUET_PACK.cards:
            raise DealError("Clabberjass is dealt from the 32 cards from seven to ace")
        super().__init__()

    @property
    def turned(self) -> Card:
        """The card turned up, which stays on the stock."""
        return self._pack[2 * FIRST_CARDS]

    @property
    def bidder(self) -> int | None:
        """The seat that fixed trump; None before that."""
        return next((seat for seat, call in self._calls if isinstance(call, Declare)), None)

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None before it is fixed."""
        return next((c.strain.suit for _, c in self._calls if isinstance(c, Declare)), None)

    @property
    def dealt(self) -> tuple[Hand, Hand]:
        """The hands as dealt so far: of six cards, of nine once trump is fixed."""
        six = [self._pack[seat * FIRST_CARDS : (seat + 1) * FIRST_CARDS] for seat in (0, 1)]
        if self.trump is None:
            return Hand.of(*six[0]), Hand.of(*six[1])
        more = self._pack[2 * FIRST_CARDS + 1 : 2 * ALL_CARDS + 1]
        return Hand.of(*six[0], *more[:3]), Hand.of(*six[1], *more[3:])

    @property
    def announced(self) -> tuple[Points, Points]:
        """The sequences and bella of each seat, whether they come to count or not."""
        return self._announced(NON_DEALER), self._announced(DEALER)

    def _announced(self, seat: int) -> Points:
        if self.trump is None:
            return Points()
        sequences = sum(run.points for run in self._counted(seat))
        bella = BELLA if _bella(self.trump).issubset(self.dealt[seat]) else 0
        return Points(sequences=sequences, bella=bella)

    @property
    def points(self) -> tuple[Points, Points]:
        """The points by seat so far: bella from the start, sequences from its first trick on."""
        return self._points(NON_DEALER), self._points(DEALER)

    def _points(self, seat: int) -> Points:
        play, trump = self.play, self.trump
        if play is None or trump is None:
            return Points()
        announced = self._announced(seat)
        return Points(
            cards=sum(card_points(card, trump) for card in play.cards_won[seat]),
            last_trick=LAST_TRICK if play.is_over and play.leader == seat else 0,
            sequences=announced.sequences if play.tricks_taken[seat] else 0,
            bella=announced.bella,
        )

    def _counted(self, seat: int) -> tuple[Run, ...]:
        """The runs that count for a seat: all of its own if it has the best one."""
        return sequences(self.dealt[seat]) if sequence_holder(self.dealt) == seat else ()

    @property
    def scores(self) -> tuple[int, int]:
        """The scores by seat, nothing if all passed; RuleError before the deal is over."""
        if not self.is_over:
            raise RuleError("the deal is unfinished: calls or cards are still to come")
        bidder = self.bidder
        if bidder is None:
            return 0, 0
        return settled_points([points.total for points in self.points], bidder)

    @property
    def layout(self) -> Layout:
        """Six cards each, then three; the card turned up and the bottom card are left over."""
        fixed = self.trump is not None
        turned, bottom = self.turned, self._pack[-1] if fixed else None
        deal = partial(_deal_again, turned, bottom)
        return Layout(PIQUET_PACK.cards, 2, ALL_CARDS if fixed else FIRST_CARDS, deal)

    @property
    def payoffs(self) -> Payoffs:
        """Card points, the last trick, sequences and bella, settled by the bidder's failure."""
        trump, bidder = self.trump, self.bidder
        if trump is None or bidder is None:
            raise RuleError("trump is not fixed")
        # Without a trick a seat scores no sequence.
        sequences = [[0] + [points.sequences] * ALL_CARDS for points in self.announced]
        return replace(
            Payoffs.by_tricks(sequences, goals=(ALL_CARDS,) * 2),
            card_points=_points_by_bit(trump),
            trick_points=(LAST_TRICK,),
            pair=_bella(trump),
            pair_points=BELLA,
            settling=Settling.BIDDER_MUST_LEAD,
            bidder=bidder,
        )

    def hand_constraints(self, viewer: int) -> Iterable[HandConstraint]:
        """No other run than those announced, and no bella if one of its cards came without it."""
        play, trump = self.play, self.trump
        if play is None or trump is None:
            return
        holder = sequence_holder(self.dealt)
        shown = () if holder is None else self._counted(holder)
        for seat in (NON_DEALER, DEALER):
            for cards in _not_announced(seat, holder, shown):
                yield HandConstraint(seat, cards, has_all=False)
        announced = {event.seat for event in self._events_of_plays() if event.text == "bella"}
        for move in play.history:
            if move.card in _bella(trump) and move.seat not in announced:
                yield HandConstraint(move.seat, _bella(trump), has_all=False)

    def _caller(self) -> int | None:
        said = len(self._calls)
        return None if self.trump is not None or said == len(_CALLERS) else _CALLERS[said]

    def _open_calls(self) -> tuple[Pass | Declare, ...]:
        proposed = self.turned.suit
        first_round = len(self._calls) < 2
        suits = (proposed,) if first_round else (suit for suit in Suit if suit is not proposed)
        return (Pass(), *(Declare(Strain(suit)) for suit in suits))

    def _begin(self) -> TrickPlay | None:
        if self.trump is None:
            return None
        return TrickPlay(clabberjass_rules(self.trump), self.dealt, NON_DEALER)

    def seat_name(self, seat: int) -> str:
        """Non-dealer or dealer."""
        return "the dealer" if seat == DEALER else "the non-dealer"

    def _hand(self, seat: int) -> Hand:
        return self.dealt[seat] if self.play is None else self.play.hands[seat]

    def _table_facts(self, viewer: int) -> Iterable[tuple[str, str]]:
        if self.trump is None:
            yield "proposed", f"{self.turned.suit.symbol} ({self.turned.pretty()} turned)"
        else:
            yield "trumps", self.trump.symbol
            yield "shown", f"{self.turned.pretty()} {self._pack[-1].pretty()}"

    def _seat_facts(self, viewer: int) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The bidder, who risks his points, then points, then scores."""
        bidder = self.bidder
        if bidder is not None:
            risk = "at risk"
            if self.is_over:
                risk = "succeeded" if self.scores[bidder] else "failed"
            yield "bidder", tuple(risk if seat == bidder else "" for seat in (NON_DEALER, DEALER))
        if self.play is not None:
            announced = {viewer} | {e.seat for e in self._events_of_plays() if e.text == "bella"}
            yield (
                "points",
                tuple(
                    str(points if seat in announced else replace(points, bella=0))
                    for seat, points in enumerate(self.points)
                ),
            )
        if bidder is not None and self.is_over:
            yield "scores", tuple(map(str, self.scores))

    def _shown(self, calls: int) -> Iterable[Event]:
        if calls == 0:
            yield Event(None, f"turned {self.turned}", Hand.of(self.turned))
        if self.trump is not None and calls == len(self._calls):
            yield Event(None, f"bottom {self._pack[-1]}", Hand.of(self._pack[-1]))
            holder = sequence_holder(self.dealt)
            for run in sequences(self.dealt[holder]) if holder is not None else ():
                yield Event(holder, f"sequence {run}", run.cards)

    def _shown_by_play(self, play: TrickPlay, moves: int) -> Iterable[Event]:
        """Bella is announced with the first of its two cards."""
        last = play.history_since(moves - 1)[0]
        if last.card.rank not in {Rank.KING, Rank.QUEEN} or self.trump is None:
            return
        bella = _bella(self.trump)
        first = sum(played.card in bella for played in play.history[:moves]) == 1
        if last.card in bella and first and bella.issubset(self.dealt[last.seat]):
            yield Event(last.seat, "bella", bella)


def _deal_again(
    turned: Card,
    bottom: Card | None,
    hands: Sequence[Sequence[Card]],
    rest: Sequence[Card],
) -> ClabberjassState:
    first = [card for cards in hands for card in cards[:FIRST_CARDS]]
    later = [card for cards in hands for card in cards[FIRST_CARDS:]]
    others = [card for card in rest if card not in {turned, bottom}]
    last = [] if bottom is None else [bottom]
    return ClabberjassState([*first, turned, *later, *others, *last])


_CALLERS = (NON_DEALER, DEALER, NON_DEALER, DEALER)


def _bella(trump: Suit) -> Hand:
    return Hand.of(Card(trump, Rank.KING), Card(trump, Rank.QUEEN))


def _runs_of(length: int) -> list[Run]:
    tops = [rank for rank in Rank if rank - length + 1 >= Rank.SEVEN]
    return [Run(Card(suit, top), length) for suit in Suit for top in tops]


def _not_announced(seat: int, holder: int | None, shown: Sequence[Run]) -> list[Hand]:
    """Runs that a seat would have announced: any, if it holds the best; else better ones."""
    if holder is None or holder == seat:
        known = [run.cards for run in shown]
        short = [run.cards for run in _runs_of(3)]
        return [cards for cards in short if not any(map(cards.issubset, known))]
    best = max(run.strength for run in shown)
    longer = [run.cards for run in _runs_of(best[0] + 1)]
    rivals = [run for run in _runs_of(best[0]) if run.strength >= best]
    return longer + [run.cards for run in rivals if run.strength > best or seat == NON_DEALER]


@cache
def _points_by_bit(trump: Suit) -> tuple[int, ...]:
    return points_by_bit({card: card_points(card, trump) for card in PIQUET_PACK.cards})


@dataclass(frozen=True, slots=True)
class ClabberjassGame:
    """Clabberjass for two, to 501 points or more.

    >>> game = ClabberjassGame()
    >>> [str(action) for action in game.deal(1, game.opening()).legal_actions]
    ['pass', 'declare C']
    """

    name = "Clabberjass"
    players = 2
    pack = PIQUET_PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        """Passing, fixing trump, the cards."""
        trumps = (Declare(Strain(suit)) for suit in Suit)
        return (Pass(), *trumps, *card_actions(PIQUET_PACK.cards))

    def opening(self, seed: int = 0) -> Standing:
        """The standing before the first deal: both players at 0 points."""
        return Standing((0, 0))

    def deal(self, chance: Chance, standing: Standing) -> ClabberjassState:
        """Shuffle and deal."""
        return ClabberjassState(self.pack.order(chance))

    def settle(self, standing: Standing, state: ClabberjassState) -> Standing:
        """Add the scores; a deal that all passed counts for nothing, and the other player deals."""
        bidder, trump = state.bidder, state.trump
        label = "passed" if bidder is None else f"{trump} by {state.seat_name(bidder)}"
        return standing.with_deal(label, state.scores)

    def is_finished(self, standing: Standing) -> bool:
        """Whether a player has 501 or more, and the scores are not level."""
        return max(standing.totals) >= GAME and standing.totals[0] != standing.totals[1]


def deal_with_hand(
    game: Game[Any], hand: Hand, turned: Card | None, before: int
) -> ClabberjassState:
    """A deal in which the seat that calls after ``before`` calls holds this hand.

    The rest is arbitrary.

    RuleError without a card turned up, and for a hand of another size than six cards.
    """
    if turned is None:
        raise RuleError("say with turned= which card is turned up", option="turned")
    if len(hand) != FIRST_CARDS:
        raise RuleError(f"{len(hand)} cards: trump is called on {FIRST_CARDS}")
    stock = game.pack.without(hand, turned)
    hands = [list(hand), stock[:FIRST_CARDS]]
    if before % 2:
        hands.reverse()
    return ClabberjassState([*hands[0], *hands[1], turned, *stock[FIRST_CARDS:]])


register(
    "clabberjass",
    ClabberjassGame,
    words=TableWords(
        about="Two players, 32 cards: fix trumps, show sequences, win cards of value."
        " In trumps the jack and the nine are highest. First to 501."
    ),
    hand_advice=HandAdvice(deal_with_hand),
)
