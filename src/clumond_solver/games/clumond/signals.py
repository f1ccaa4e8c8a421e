"""The signalling conventions of Clumond's defence: cards that show lengths.

They are conventions, not duties: two defenders who follow them can read each other's suits, and so
can declarer. `signals` lists what the cards show everybody, `infer_lengths` the conclusions of a
player who also sees his own hand.

Source: the rules of Clumond by Charles Magri; see games/rules.md.

>>> hand = Hand.parse("KQ8.K76543.2.AK9732")
>>> suit_to_open(hand, trump=Suit.CLUBS), str(signal_card(hand, Suit.HEARTS))
(Suit.HEARTS, 'HK')

Forehand leads his ace, and continues with hearts at once:

>>> moves = [(Seat.FOREHAND, Card.parse("HA")), (Seat.MIDDLEHAND, Card.parse("H2")),
...          (Seat.REARHAND, Card.parse("H4")), (Seat.FOREHAND, Card.parse("H9"))]
>>> for signal in signals(moves, declarer=Seat.REARHAND, strain="S"):
...     print(signal.seat, signal.kind.value, signal.lengths)
forehand opens (6, 8, 10, 12)
middlehand first card (1, 3, 5, 7, 9, 11)
forehand second round at once (8, 10)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from clumond_solver.base.cards import CLUMOND_PACK, Card, Hand, Strain, StrainLike, Suit, SuitLike
from clumond_solver.base.checks import checked
from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.errors import DealError, RuleError
from clumond_solver.base.wording import counted, joined
from clumond_solver.games.clumond.deals import FULL_HAND, Seat, SeatLike

LONG_SUIT = 5
CARDS_IN_SUIT = 12
#: The numbers of cards of a suit that a player may have been dealt, ascending.
Lengths = tuple[int, ...]
#: The numbers of cards dealt to a player, by suit code.
Shape = tuple[int, ...]


class Convention(StrChoice):
    """What a table has agreed that a defender's cards say.

    NONE    nothing.
    AUTHOR  the lengths of suits, as `signals` reads them.
    """

    NONE = "none"
    AUTHOR = "author"


class SignalKind(Enum):
    """The kinds of signals.

    OPENS    the opening lead: from the longest side suit, high from an even length, low from odd.
             So no other side suit is longer, and none that counts less is as long.
    ATTACKS  an opening lead of trumps: no other suit has five cards.
    FIRST    the first card to a lead of the suit: high from an even length, low from odd.
    RETURNS  a second round at the first opportunity: it is sure to leave somebody void.
    LEAVES   no second round at the first opportunity: it might leave nobody void.
    """

    OPENS = "opens"
    ATTACKS = "attacks trumps"
    FIRST = "first card"
    RETURNS = "second round at once"
    LEAVES = "no second round"


@dataclass(frozen=True, slots=True)
class Signal:
    """The meaning of a defender's card, if he follows the conventions.

    number   the index of the card among the cards played, from 0.
    seat     the player.
    kind     the kind of signal.
    card     the card.
    suit     the suit whose length the card shows.
    lengths  the lengths dealt to the player that this and his earlier signals allow.
    alone    the lengths that this signal alone allows.
    """

    number: int
    seat: Seat
    kind: SignalKind
    card: Card
    suit: Suit
    lengths: Lengths
    alone: Lengths

    @checked
    def is_true_of(self, hand: Hand, strain: StrainLike) -> bool:
        """Whether the signal agrees with the hand dealt to its player.

        >>> moves = [(Seat.FOREHAND, Card.parse("HA"))]
        >>> [signal] = signals(moves, declarer="R", strain="S")
        >>> hands = map(Hand.parse, ("KQ8.A76543.2.AK9732", "KQ8.A7654.2.AK97432"))
        >>> [signal.is_true_of(hand, "C") for hand in hands]
        [True, False]
        """
        if self.kind is SignalKind.OPENS and self.suit is not suit_to_open(
            hand, Strain(strain).suit
        ):
            return False
        if self.is_by_rank:
            return self.card == signal_card(hand, self.suit)
        return hand.length(self.suit) in self.lengths

    @property
    def is_by_rank(self) -> bool:
        """Whether the rank of the card shows the length."""
        return self.kind in _BY_RANK


_BY_RANK = {SignalKind.OPENS, SignalKind.FIRST}


@checked
def suit_to_open(hand: Hand, trump: SuitLike | None) -> Suit:
    """The suit that a defender opens: his longest side suit, if it has five cards.

    Of equally long suits it is the one with the smaller code. Without a side suit of five cards he
    opens trumps; if he has none, or there are none, he opens his longest suit all the same.
    RuleError for an empty hand.
    """
    suit = _suit_opened(hand.lengths, None if trump is None else Suit(trump))
    if suit is None:
        raise RuleError("a hand without cards opens no suit")
    return suit


def _suit_opened(shape: Sequence[int], trump: Suit | None) -> Suit | None:
    """The suit opened from a hand of this shape; None if there are no cards."""
    longest = max((suit for suit in Suit if suit is not trump), key=shape.__getitem__)
    if shape[longest] < LONG_SUIT and trump is not None and shape[trump]:
        return trump
    return longest if shape[longest] else None


@cache
def _all_shapes() -> tuple[Shape, ...]:
    lengths = range(CARDS_IN_SUIT + 1)
    shapes = ((d, s, h, FULL_HAND - d - s - h) for d in lengths for s in lengths for h in lengths)
    return tuple(shape for shape in shapes if shape[-1] in lengths)


@cache
def _shapes_opening(suit: Suit, trump: Suit | None) -> tuple[Shape, ...]:
    return tuple(shape for shape in _all_shapes() if _suit_opened(shape, trump) is suit)


@checked
def signal_card(hand: Hand, suit: SuitLike) -> Card:
    """The card of a suit that shows its length: the highest if even, the lowest if odd.

    It is the card for the opening lead, and for the answer to a lead of partner or declarer.
    RuleError for a void.
    """
    cards = tuple(hand.in_suit(suit))
    if not cards:
        raise RuleError(f"no card of {Suit(suit)} to signal with")
    return cards[-1] if len(cards) % 2 == 0 else cards[0]


def returns_at_once(own: int, partner: Iterable[int]) -> bool:
    """Whether a defender plays a second round of a suit at the first opportunity.

    He does if that is sure to leave somebody void: if one of the three players was dealt two cards
    or fewer, for all possible lengths of partner. So the choice shows his own length.

    >>> returns_at_once(8, range(5)), returns_at_once(6, range(7))
    (True, False)
    """
    possible = [length for length in partner if own + length <= CARDS_IN_SUIT]
    return all(min(own, length, CARDS_IN_SUIT - own - length) <= 2 for length in possible)


@checked
def signals(
    moves: Sequence[tuple[SeatLike, Card]], declarer: SeatLike, strain: StrainLike
) -> tuple[Signal, ...]:
    """The defenders' signals, in the order played; ``moves`` are all cards from the first on.

    The rank of a card limits the lengths too: a four can be the highest of three cards at most.
    """
    return tuple(_SignalReader(moves, declarer, strain).signals)


@checked
def infer_lengths(
    moves: Sequence[tuple[SeatLike, Card]],
    declarer: SeatLike,
    strain: StrainLike,
    seat: SeatLike,
    hand: Hand,
) -> dict[Suit, tuple[Lengths, Lengths, Lengths]]:
    """The possible lengths by seat, for each suit that another seat has signalled.

    ``hand`` was dealt to the reader at ``seat``: his cards, the cards played and the voids shown
    narrow the signals, and a signal in one suit those in the others. If no lengths are possible,
    somebody has broken the conventions, and the lengths of the two others are empty. DealError for
    a hand that is not of 16 cards.

    >>> moves = [(Seat.FOREHAND, Card.parse("HA")), (Seat.MIDDLEHAND, Card.parse("H2"))]
    >>> mine = Hand.parse("AK8732.KJ974.KJ4.Q3")
    >>> infer_lengths(moves, "R", "S", "R", mine)
    {Suit.HEARTS: ((6,), (1,), (5,))}
    """
    if len(hand) != FULL_HAND:
        raise DealError(
            f"{counted(len(hand), 'card')}: {FULL_HAND} are dealt to the reader of signals"
        )
    return _SignalReader(moves, declarer, strain).read_by(Seat(seat), hand)


def lengths_text(lengths: Lengths) -> str:
    """Lengths as a table shows them.

    >>> [lengths_text(lengths) for lengths in ((5,), (2, 4, 6), (1, 2, 3), ())]
    ['5', '2, 4 or 6', '1 to 3', 'does not fit']
    """
    if not lengths:
        return "does not fit"
    if len(lengths) == lengths[-1] - lengths[0] + 1 > 2:
        return f"{lengths[0]} to {lengths[-1]}"
    return joined(map(str, lengths))


class _SignalReader:
    """Goes through a play card by card and collects the signals."""

    def __init__(
        self, moves: Sequence[tuple[SeatLike, Card]], declarer: SeatLike, strain: StrainLike
    ) -> None:
        self.signals: list[Signal] = []
        self._declarer = Seat(declarer)
        self._trump = Strain(strain).suit
        self._number = 0
        self._led = Suit.DIAMONDS
        self._played = dict.fromkeys(Seat, Hand())
        self._void: set[tuple[Seat, Suit]] = set()
        self._rounds = dict.fromkeys(Suit, 0)
        self._shapes = dict.fromkeys(Seat, _all_shapes())
        # The cards that show a length by their rank; signals that agree with no shape.
        self._by_rank: dict[tuple[Seat, Suit], Card] = {}
        self._contradicted: set[tuple[Seat, Suit]] = set()
        # The suits whose first round was led since a defender last had the lead.
        self._new_suits: set[Suit] = set()
        for seat, card in moves:
            self._add(Seat(seat), card)

    def read_by(self, seat: Seat, hand: Hand) -> dict[Suit, tuple[Lengths, Lengths, Lengths]]:
        """The possible lengths by seat of the suits signalled, for a reader dealt the hand."""
        left, right = seat.left, seat.left.left
        own, shapes_of_right = hand.lengths, set(self._shapes[right])
        alone = [self._lengths_alone(suit, seat, hand) for suit in Suit]
        shapes = [
            shape
            for shape in self._shapes[left]
            if all(map(set.__contains__, alone, shape))
            and tuple(CARDS_IN_SUIT - m - n for m, n in zip(own, shape, strict=True))
            in shapes_of_right
        ]
        result = {}
        for suit in sorted({signal.suit for signal in self.signals if signal.seat is not seat}):
            # Suits that contradict one another are read one by one.
            of_left = sorted({shape[suit] for shape in shapes} if shapes else alone[suit])
            rest = CARDS_IN_SUIT - own[suit]
            lengths = {seat: (own[suit],), left: tuple(of_left),
                       right: tuple(rest - n for n in reversed(of_left))}  # fmt: skip
            forehand, middlehand, rearhand = (lengths[place] for place in Seat)
            result[suit] = forehand, middlehand, rearhand
        return result

    def _lengths_alone(self, suit: Suit, seat: Seat, hand: Hand) -> set[int]:
        """The possible lengths of the seat at the reader's left, by one suit alone."""
        rest = CARDS_IN_SUIT - hand.length(suit)
        of_right = self._lengths_of(seat.left.left, suit)
        return {
            n
            for n in self._lengths_of(seat.left, suit)
            if rest - n in of_right and self._can_be_dealt(suit, n, seat, hand)
        }

    def _can_be_dealt(self, suit: Suit, length: int, seat: Seat, hand: Hand) -> bool:
        """Whether the seat at the reader's left may have so many cards of a suit, by its cards."""
        left, right = seat.left, seat.left.left
        unseen = CLUMOND_PACK.cards.in_suit(suit) - hand - self._played[left] - self._played[right]
        reach = Hand()
        for other, n in ((left, length), (right, CARDS_IN_SUIT - hand.length(suit) - length)):
            played = self._played[other].in_suit(suit)
            held = played if (other, suit) in self._void else played | unseen
            if (card := self._by_rank.get((other, suit))) is not None:
                held = Hand.from_cards(c for c in held if c == card or (c < card) == (n % 2 == 0))
            if len(held) < n or not played.issubset(held):
                return False
            reach |= held
        return unseen.issubset(reach)

    def _add(self, seat: Seat, card: Card) -> None:
        if self._number % len(Seat) == 0:
            self._add_lead(seat, card)
        if card.suit is not self._led:
            self._void.add((seat, self._led))
        elif seat is not self._declarer and not self._played[seat].length(card.suit):
            self._add_first_card(seat, card)
        self._played[seat] = self._played[seat].with_card(card)
        self._number += 1

    def _add_lead(self, seat: Seat, card: Card) -> None:
        self._led = card.suit
        if seat is not self._declarer:
            self._add_second_round(seat, card)
            self._new_suits.clear()
        self._rounds[card.suit] += 1
        if self._rounds[card.suit] == 1:
            self._new_suits.add(card.suit)
        else:
            self._new_suits.discard(card.suit)

    def _add_first_card(self, seat: Seat, card: Card) -> None:
        forehand, middlehand, rearhand = self._played.values()
        lengths = _lengths_by_rank(card, forehand | middlehand | rearhand)
        if self._number:
            self._add_signal(SignalKind.FIRST, seat, card, card.suit, lengths)
            return
        opening = set(_shapes_opening(card.suit, self._trump))
        self._shapes[seat] = tuple(shape for shape in self._shapes[seat] if shape in opening)
        self._add_signal(SignalKind.OPENS, seat, card, card.suit, lengths)
        if card.suit is self._trump:
            for suit in Suit:
                if suit is not self._trump:
                    self._add_signal(SignalKind.ATTACKS, seat, card, suit, tuple(range(LONG_SUIT)))

    def _add_second_round(self, seat: Seat, card: Card) -> None:
        """Add the signals of a defender on lead who plays a new suit again, or none of them."""
        returned = card.suit in self._new_suits
        kind = SignalKind.RETURNS if returned else SignalKind.LEAVES
        for suit in sorted({card.suit} if returned else self._new_suits):
            if (seat, suit) in self._void:
                continue
            partner = self._lengths_of_partner(seat, suit)
            lengths = tuple(
                own
                for own in range(1, CARDS_IN_SUIT + 1 - min(partner, default=0))
                if (own > 1 and returns_at_once(own, partner)) is returned
            )
            self._add_signal(kind, seat, card, suit, lengths)

    def _lengths_of_partner(self, seat: Seat, suit: Suit) -> Lengths:
        """The possible lengths of a defender's partner, as everybody knows them."""
        [partner] = set(Seat) - {seat, self._declarer}
        if (partner, suit) in self._void:
            return (self._played[partner].length(suit),)
        return self._lengths_of(partner, suit)

    def _add_signal(
        self, kind: SignalKind, seat: Seat, card: Card, suit: Suit, lengths: Lengths
    ) -> None:
        shapes = tuple(shape for shape in self._shapes[seat] if shape[suit] in lengths)
        if not shapes:
            self._contradicted.add((seat, suit))
        elif (seat, suit) not in self._contradicted:
            self._shapes[seat] = shapes
        if kind in _BY_RANK:
            self._by_rank[seat, suit] = card
        known = self._lengths_of(seat, suit)
        self.signals.append(Signal(self._number, seat, kind, card, suit, known, lengths))

    def _lengths_of(self, seat: Seat, suit: Suit) -> Lengths:
        """A defender's possible lengths, as everybody knows them."""
        if (seat, suit) in self._contradicted:
            return ()
        return tuple(sorted({shape[suit] for shape in self._shapes[seat]}))


def _lengths_by_rank(card: Card, elsewhere: Hand) -> Lengths:
    """The lengths that the card may signal, given cards that are in other hands."""
    others = (CLUMOND_PACK.cards.in_suit(card.suit) - elsewhere).without_card(card)
    lower = sum(other < card for other in others)
    higher = len(others) - lower
    return tuple(
        n for n in range(1, CARDS_IN_SUIT + 1) if n - 1 <= (lower if n % 2 == 0 else higher)
    )
