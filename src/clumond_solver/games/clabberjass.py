"""Clabberjass for two: fixing trump, sequences, bella, and the play for card points.

The jack and the nine of trumps are the best cards; the player who fixes trump must score more
than the other.

Source: the rules of Clabberjass by the 3C development team; see games/rules.md.

>>> [str(sequence) for sequence in sequences(Hand.parse("AKQ.T987.J."))]
['HT-H7', 'SA-SQ']
>>> card_points(Card.parse("SJ"), Suit.SPADES), card_points(Card.parse("HJ"), Suit.SPADES)
(20, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import groupby

from clumond_solver.base.cards import PIQUET_PACK, Card, Chance, Hand, Rank, Strain, Suit, SuitLike
from clumond_solver.base.checks import checked
from clumond_solver.base.errors import DealError, RuleError
from clumond_solver.games.registry import TableWords, register
from clumond_solver.rules.actions import Action, Call, Declare, Pass
from clumond_solver.rules.dealt import TotalsGame
from clumond_solver.rules.game import Event, Standing
from clumond_solver.rules.payoffs import Payoffs, Settling, points_by_bit
from clumond_solver.rules.states import (
    Fact,
    FactKind,
    HandConstraint,
    Layout,
    TrickState,
    card_actions,
)
from clumond_solver.rules.tricks import TrickPlay, TrickRules

NON_DEALER, DEALER = 0, 1
FIRST_CARDS, ALL_CARDS = 6, 9
LAST_TRICK_POINTS = 10
BELLA_POINTS = 20
TERTZ_POINTS, FIFTY_POINTS = 20, 50
POINTS_TO_WIN = 501

_LOW = (Rank.SEVEN, Rank.EIGHT)
_PLAIN_ORDER = (*_LOW, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
_TRUMP_ORDER = (*_LOW, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE, Rank.NINE, Rank.JACK)
_POINTS = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
_TRUMP_POINTS = _POINTS | {Rank.JACK: 20, Rank.NINE: 14}
# By the length of a sequence, best split into fifties (4 cards) and tertzes (3 cards).
_SEQUENCE_POINTS = {
    3: TERTZ_POINTS,
    4: FIFTY_POINTS,
    5: FIFTY_POINTS,
    6: FIFTY_POINTS,
    7: FIFTY_POINTS + TERTZ_POINTS,
    8: 2 * FIFTY_POINTS,
}


@cache
def clabberjass_rules(trump: SuitLike) -> TrickRules:
    """The rules of the tricks: follow, else trump; a trump lead must be beaten."""
    trump = Suit(trump)
    return replace(
        TrickRules.plain(2, trump),
        ranking=tuple(_TRUMP_ORDER if suit is trump else _PLAIN_ORDER for suit in Suit),
        follow=tuple((frozenset({led}), frozenset({trump})) for led in Suit),
        must_beat=frozenset({trump}),
    )


def card_points(card: Card, trump: SuitLike) -> int:
    """The points of a card for the player who takes it."""
    return (_TRUMP_POINTS if card.suit is Suit(trump) else _POINTS).get(card.rank, 0)


@dataclass(frozen=True, slots=True)
class CardSequence:
    """Three or more cards of a suit that are consecutive in the order A K Q J 10 9 8 7."""

    top: Card
    length: int

    @property
    def points(self) -> int:
        """The points of the sequence, split as well as possible into tertzes (20) and fifties (50).

        >>> CardSequence(Card.parse("HA"), 7).points
        70
        """
        return _SEQUENCE_POINTS[self.length]

    @property
    def strength(self) -> tuple[int, Rank]:
        """A key to compare sequences: a longer one is better, then a higher top card."""
        return self.length, self.top.rank

    @property
    def cards(self) -> Hand:
        """The cards of the sequence."""
        return _cards_from(self.top, self.length)

    def __str__(self) -> str:
        return f"{self.top}-{next(iter(self.cards))}"


@cache
def _cards_from(top: Card, length: int) -> Hand:
    bottom = top.rank - length + 1
    return Hand.from_cards(Card(top.suit, Rank(rank)) for rank in range(bottom, top.rank + 1))


@lru_cache
def sequences(hand: Hand) -> tuple[CardSequence, ...]:
    """The sequences in a hand, the best first."""
    in_hand = []
    for suit in Suit:
        numbered = enumerate(hand.in_suit(suit))
        # Rank less number is the same for consecutive cards.
        for _, group in groupby(numbered, key=lambda pair: pair[1].rank - pair[0]):
            cards = [card for _, card in group]
            if len(cards) >= 3:
                in_hand.append(CardSequence(cards[-1], len(cards)))
    return tuple(sorted(in_hand, key=lambda sequence: sequence.strength, reverse=True))


def sequence_holder(hands: Sequence[Hand]) -> int | None:
    """The seat with the best sequence, of equal ones the non-dealer's; None without one."""
    best = [max((one.strength for one in sequences(hand)), default=None) for hand in hands]
    of_non_dealer, of_dealer = best[NON_DEALER], best[DEALER]
    if of_non_dealer is None:
        return None if of_dealer is None else DEALER
    return NON_DEALER if of_dealer is None or of_non_dealer >= of_dealer else DEALER


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a seat in a deal, before the bidder, if he fails, loses his."""

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


def settled_scores(totals: Sequence[int], bidder: int) -> tuple[int, int]:
    """The scores by seat: the bidder's points go to the other player unless they are more.

    >>> settled_scores((90, 72), bidder=0), settled_scores((81, 81), bidder=0)
    ((90, 72), (0, 162))
    """
    if totals[bidder] > totals[1 - bidder]:
        return totals[0], totals[1]
    return (0, sum(totals)) if bidder == 0 else (sum(totals), 0)


class ClabberjassState(TrickState):
    """One deal: the non-dealer is seat 0, the dealer seat 1.

    ``pack`` is the shuffled pack: six cards for each seat, the card turned up, three more for each
    seat; the last card is the bottom card, which is shown when trump is fixed. DealError unless it
    is the 32-card pack.
    """

    __slots__ = ("_dealt_at_once", "_dealt_in_all", "_pack")

    # The bidder has a fact of his own.
    has_declared_fact = False

    def __init__(self, pack: Sequence[Card]) -> None:
        """Start with the non-dealer's answer to the proposed trump."""
        self._pack = tuple(pack)
        if len(self._pack) != len(PIQUET_PACK) or Hand.of(*self._pack) != PIQUET_PACK.cards:
            raise DealError("Clabberjass is dealt from the 32 cards from seven to ace")
        first, more = FIRST_CARDS, ALL_CARDS - FIRST_CARDS
        later = self._pack[2 * first + 1 : 2 * ALL_CARDS + 1]
        self._dealt_at_once = Hand.of(*self._pack[:first]), Hand.of(*self._pack[first : 2 * first])
        self._dealt_in_all = (
            self._dealt_at_once[0] | Hand.of(*later[:more]),
            self._dealt_at_once[1] | Hand.of(*later[more:]),
        )
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
        """The hands as dealt so far: six cards each, and nine once trump is fixed."""
        return self._dealt_at_once if self.trump is None else self._dealt_in_all

    @property
    def announced(self) -> tuple[Points, Points]:
        """The points of each seat for sequences and bella, even if it wins no trick."""
        return self._announced(NON_DEALER), self._announced(DEALER)

    def _announced(self, seat: int) -> Points:
        if self.trump is None:
            return Points()
        sequences = sum(one.points for one in self._scoring_sequences(seat))
        bella = BELLA_POINTS if _bella(self.trump).issubset(self.dealt[seat]) else 0
        return Points(sequences=sequences, bella=bella)

    @property
    def points(self) -> tuple[Points, Points]:
        """The points by seat so far; sequences count from the seat's first trick on."""
        return self._points(NON_DEALER), self._points(DEALER)

    def _points(self, seat: int) -> Points:
        play, trump = self.play, self.trump
        if play is None or trump is None:
            return Points()
        announced = self._announced(seat)
        return Points(
            cards=sum(card_points(card, trump) for card in play.cards_won[seat]),
            last_trick=LAST_TRICK_POINTS if play.is_over and play.leader == seat else 0,
            sequences=announced.sequences if play.tricks_taken[seat] else 0,
            bella=announced.bella,
        )

    def _scoring_sequences(self, seat: int) -> tuple[CardSequence, ...]:
        """The sequences that score for a seat: all of its own if it has the best one."""
        return sequences(self.dealt[seat]) if sequence_holder(self.dealt) == seat else ()

    @checked
    def bonuses_held(self, hand: Hand) -> Iterator[str]:
        """The best sequence in a hand, and its points."""
        for best in sequences(hand)[:1]:
            cards = " ".join(card.pretty() for card in reversed(list(best.cards)))
            yield f"the sequence {cards}, worth {best.points} unless the opponent has a better one"

    @property
    def scores(self) -> tuple[int, int]:
        """The scores by seat, 0 if all passed; RuleError before the deal is over."""
        if not self.is_over:
            raise RuleError("the deal is unfinished: calls or cards are still to come")
        bidder = self.bidder
        if bidder is None:
            return 0, 0
        return settled_scores([points.total for points in self.points], bidder)

    @property
    def layout(self) -> Layout:
        """Hands of six cards, then nine; the card turned up and the bottom card are left over."""
        is_fixed = self.trump is not None
        deal = partial(_deal_again, self.turned, self._pack[-1] if is_fixed else None)
        size = ALL_CARDS if is_fixed else FIRST_CARDS
        return Layout(PIQUET_PACK.cards, 2, size, deal, game="clabberjass")

    @property
    def payoffs(self) -> Payoffs:
        """Card points, the last trick, sequences, bella; a bidder who fails loses his points."""
        trump, bidder = self.trump, self.bidder
        if trump is None or bidder is None:
            raise RuleError("trump is not fixed")
        non_dealer, dealer = self.announced
        return _payoffs(trump, bidder, (non_dealer.sequences, dealer.sequences))

    def hand_constraints(self, viewer: int) -> Iterable[HandConstraint]:
        """No seat holds sequences, or a bella, that it would have had to announce."""
        play, trump = self.play, self.trump
        if play is None or trump is None:
            return
        holder = sequence_holder(self.dealt)
        shown = () if holder is None else self._scoring_sequences(holder)
        for seat in (NON_DEALER, DEALER):
            for cards in _impossible_sequences(seat, holder, shown):
                yield HandConstraint(seat, cards, has_all=False)
        announced = {event.seat for event in self._events_of_plays() if event.text == "bella"}
        for played in play.history:
            if played.card in _bella(trump) and played.seat not in announced:
                yield HandConstraint(played.seat, _bella(trump), has_all=False)

    def _caller(self) -> int | None:
        made = len(self._calls)
        return None if self.trump is not None or made == len(_CALLERS) else _CALLERS[made]

    def _open_calls(self) -> tuple[Pass | Declare, ...]:
        proposed = self.turned.suit
        is_first_round = len(self._calls) < 2
        suits = (proposed,) if is_first_round else (suit for suit in Suit if suit is not proposed)
        return (Pass(), *(Declare(Strain(suit)) for suit in suits))

    @checked
    def verb_of(self, call: Call) -> str:
        """Accept the proposed trump, or name another."""
        if not isinstance(call, Declare):
            return super().verb_of(call)
        return "accept" if call.strain.suit is self.turned.suit else "name"

    def _begin(self) -> TrickPlay | None:
        if self.trump is None:
            return None
        return TrickPlay(clabberjass_rules(self.trump), self.dealt, NON_DEALER)

    def seat_name(self, seat: int) -> str:
        """Non-dealer or dealer."""
        return "the dealer" if seat == DEALER else "the non-dealer"

    def _hand(self, seat: int) -> Hand:
        return self.dealt[seat] if self.play is None else self.play.hands[seat]

    def _table_facts(self, viewer: int) -> Iterable[Fact]:
        if self.trump is None:
            yield Fact("proposed", f"{self.turned.suit.symbol} ({self.turned.pretty()} turned)")
        else:
            yield FactKind.TRUMPS.fact(self.trump.symbol)
            yield Fact("turned up", self.turned.pretty())
            yield Fact("bottom card", self._pack[-1].pretty())

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        """The bidder's state, and the points."""
        bidder, trump = self.bidder, self.trump
        if bidder is not None and trump is not None:
            status = f"{trump.symbol}, at risk"
            if self.is_over:
                status = "succeeded" if self.scores[bidder] else "failed"
            yield Fact("bidder", by_seat=self._by_seat({bidder: status}))
        if self.play is not None:
            announced = {e.seat for e in self._events_of_plays() if e.text == "bella"}
            shown = (
                points if seat in {viewer, *announced} else replace(points, bella=0)
                for seat, points in enumerate(self.points)
            )
            yield FactKind.POINTS.fact(by_seat=tuple(map(str, shown)))

    def _shown(self, call_count: int) -> Iterable[Event]:
        if call_count == 0:
            yield Event(None, "turned", Hand.of(self.turned))
        if self.trump is not None and call_count == len(self._calls):
            yield Event(None, "bottom", Hand.of(self._pack[-1]))
            holder = sequence_holder(self.dealt)
            for sequence in sequences(self.dealt[holder]) if holder is not None else ():
                yield Event(holder, "sequence", sequence.cards)

    def _shown_by_play(self, play: TrickPlay, card_count: int) -> Iterable[Event]:
        """Bella is announced with the first of its two cards."""
        last = play.history_since(card_count - 1)[0]
        if last.card.rank not in {Rank.KING, Rank.QUEEN} or self.trump is None:
            return
        bella = _bella(self.trump)
        is_first = sum(played.card in bella for played in play.history[:card_count]) == 1
        if last.card in bella and is_first and bella.issubset(self.dealt[last.seat]):
            yield Event(last.seat, "bella", bella)


def _deal_again(
    turned: Card, bottom: Card | None, hands: Sequence[Sequence[Card]], rest: Sequence[Card]
) -> ClabberjassState:
    first = [card for cards in hands for card in cards[:FIRST_CARDS]]
    later = [card for cards in hands for card in cards[FIRST_CARDS:]]
    others = [card for card in rest if card not in {turned, bottom}]
    last = [] if bottom is None else [bottom]
    return ClabberjassState([*first, turned, *later, *others, *last])


_CALLERS = (NON_DEALER, DEALER, NON_DEALER, DEALER)


@cache
def _bella(trump: Suit) -> Hand:
    return Hand.of(Card(trump, Rank.KING), Card(trump, Rank.QUEEN))


def _sequences_of(length: int) -> list[CardSequence]:
    tops = [rank for rank in Rank if rank - length + 1 >= Rank.SEVEN]
    return [CardSequence(Card(suit, top), length) for suit in Suit for top in tops]


@lru_cache
def _impossible_sequences(
    seat: int, holder: int | None, shown: tuple[CardSequence, ...]
) -> tuple[Hand, ...]:
    """The sequences that a seat cannot hold, because it has not shown them.

    The holder of the best shows all of his; if the other had a better one, he would be the holder.
    """
    if holder is None or holder == seat:
        shown_cards = [one.cards for one in shown]
        tertzes = [one.cards for one in _sequences_of(3)]
        return tuple(cards for cards in tertzes if not any(map(cards.issubset, shown_cards)))
    best = max(one.strength for one in shown)
    longer = [one.cards for one in _sequences_of(best[0] + 1)]
    rivals = [one for one in _sequences_of(best[0]) if one.strength >= best]
    return (*longer, *(one.cards for one in rivals if one.strength > best or seat == NON_DEALER))


@cache
def _points_by_bit(trump: Suit) -> tuple[int, ...]:
    return points_by_bit({card: card_points(card, trump) for card in PIQUET_PACK.cards})


# Cached, because every view of a deal has them.
@lru_cache
def _payoffs(trump: Suit, bidder: int, announced: tuple[int, int]) -> Payoffs:
    # A seat without a trick scores no sequences.
    sequences = [[0] + [points] * ALL_CARDS for points in announced]
    return replace(
        Payoffs.by_tricks(sequences, goals=(ALL_CARDS,) * 2),
        card_points=_points_by_bit(trump),
        trick_points=(LAST_TRICK_POINTS,),
        pair=_bella(trump),
        pair_points=BELLA_POINTS,
        settling=Settling.BIDDER_MUST_LEAD,
        bidder=bidder,
    )


@dataclass(frozen=True, slots=True)
class ClabberjassGame(TotalsGame):
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
        """Passing, fixing each suit as trump, and playing each card."""
        trumps = (Declare(Strain(suit)) for suit in Suit)
        return (Pass(), *trumps, *card_actions(PIQUET_PACK.cards))

    @checked
    def deal(self, chance: Chance, standing: Standing) -> ClabberjassState:
        """Shuffle and deal six cards each."""
        return ClabberjassState(self.pack.order(chance))

    @checked
    def settle(self, standing: Standing, state: ClabberjassState) -> Standing:
        """Add the scores, which are 0 if all passed."""
        bidder, trump = state.bidder, state.trump
        if bidder is None or trump is None:
            return standing.with_deal("passed", state.scores)
        return standing.with_deal("", state.scores, declared=(bidder, Strain(trump)))

    @checked
    def is_finished(self, standing: Standing) -> bool:
        """Whether a player has 501 or more, and the scores are not level."""
        return max(standing.totals) >= POINTS_TO_WIN and standing.totals[0] != standing.totals[1]


register(
    "clabberjass",
    ClabberjassGame,
    words=TableWords(
        about="Two players, 32 cards: fix trumps, show sequences, win cards of value."
        " In trumps the jack and the nine are highest. First to 501.",
        label="trumps",
    ),
)
