"""The signalling conventions of Clumond's defence: cards that show lengths.

They are conventions, not duties: two defenders who keep to them can read each other's suits, and so
can declarer. `signals` lists what the cards show everybody, `infer_lengths` what a player concludes
who also sees his own hand.

Source: the rules of Clumond by Charles Magri; see games/rules.md.

>>> hand = Hand.parse("KQ8.K76543.2.AK9732")
>>> suit_to_open(hand, trump=Suit.CLUBS), str(signal_card(hand, Suit.HEARTS))
(Suit.HEARTS, 'HK')

Forehand leads his ace, and goes on with hearts at once:

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

from clumond_solver.base.cards import Card, Hand, Strain, StrainLike, Suit, SuitLike
from clumond_solver.base.errors import RuleError
from clumond_solver.base.packs import CLUMOND_PACK
from clumond_solver.games.clumond.deals import Seat, SeatLike

LONG_SUIT = 5
CARDS_IN_SUIT = 12
# Numbers of cards of one suit that a player may have been dealt, ascending.
Lengths = tuple[int, ...]
Move = tuple[Seat, Card]
_ANY: Lengths = tuple(range(CARDS_IN_SUIT + 1))


class SignalKind(Enum):
    """The kinds of signals.

    OPENS    the card that opens the play: his longest suit beside trumps, high from even.
    ATTACKS  trumps are opened, so no other suit has five cards.
    FIRST    the first card of a suit that is led: high from even, low from odd.
    RETURNS  a second round at the first opportunity: it is sure to leave somebody void.
    LEAVES   no second round then: it is not sure to.
    """

    OPENS = "opens"
    ATTACKS = "attacks trumps"
    FIRST = "first card"
    RETURNS = "second round at once"
    LEAVES = "no second round"


@dataclass(frozen=True, slots=True)
class Signal:
    """A defender's signal, if he plays by the conventions.

    number   of the card among those played, from 0.
    seat     the player.
    kind     the kind of signal.
    card     the card.
    suit     the suit whose length it shows.
    lengths  the lengths dealt to him that this and his earlier signals allow.
    """

    number: int
    seat: Seat
    kind: SignalKind
    card: Card
    suit: Suit
    lengths: Lengths

    def is_true_of(self, hand: Hand, strain: StrainLike) -> bool:
        """Whether it agrees with the hand dealt to its player.

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
        if self.kind in _OF_RANK:
            return self.card == signal_card(hand, self.suit)
        return hand.length(self.suit) in self.lengths


# The lengths by the rank of the card.
_OF_RANK = {SignalKind.OPENS, SignalKind.FIRST}


def suit_to_open(hand: Hand, trump: SuitLike | None) -> Suit:
    """The suit that a defender opens: his longest beside trumps, if it has five cards.

    Of equally long suits it is the one with the smaller code. Without five cards in a suit he
    attacks trumps; where he has none, or there are none, he opens his longest suit all the same.
    RuleError for an empty hand.
    """
    trump = None if trump is None else Suit(trump)
    suits = [suit for suit in Suit if suit is not trump and hand.length(suit)]
    longest = max(suits, key=hand.length, default=None)
    if longest is not None and hand.length(longest) >= LONG_SUIT:
        return longest
    if trump is not None and hand.length(trump):
        return trump
    if longest is None:
        raise RuleError("a hand without cards opens no suit")
    return longest


def signal_card(hand: Hand, suit: SuitLike) -> Card:
    """The card of a suit that shows its length: the highest if even, the lowest if odd.

    An opener's card, and the answer of his partner or to a lead of declarer's alike. RuleError
    for a void.
    """
    cards = tuple(hand.in_suit(suit))
    if not cards:
        raise RuleError(f"no card of {Suit(suit)} to signal with")
    return cards[-1] if len(cards) % 2 == 0 else cards[0]


def returns_at_once(own: int, partner: Iterable[int]) -> bool:
    """Whether a defender plays a second round of a suit at the first opportunity.

    He does so if it is sure to leave somebody void: if one of the three players had two cards or
    fewer, whatever his partner's possible length. So his choice shows his length.

    >>> returns_at_once(8, range(5)), returns_at_once(6, range(7))
    (True, False)
    """
    possible = [length for length in partner if own + length <= CARDS_IN_SUIT]
    return all(min(own, length, CARDS_IN_SUIT - own - length) <= 2 for length in possible)


def signals(
    moves: Sequence[tuple[SeatLike, Card]], declarer: SeatLike, strain: StrainLike
) -> tuple[Signal, ...]:
    """The defenders' signals, in the order played; ``moves`` are all from the first on.

    The rank of a card matters too: the four is the highest of no more than three cards.
    """
    return tuple(_Reading(moves, declarer, strain).signals)


def infer_lengths(
    moves: Sequence[tuple[SeatLike, Card]],
    declarer: SeatLike,
    strain: StrainLike,
    seat: SeatLike,
    hand: Hand,
) -> dict[Suit, tuple[Lengths, Lengths, Lengths]]:
    """The possible lengths by seat, by suit that another defender has signalled.

    ``hand`` was dealt to the reader at ``seat``: his cards, the cards played and the voids shown
    narrow the signals. If nothing fits them, somebody has broken the conventions, and the two
    others' lengths are empty.

    >>> moves = [(Seat.FOREHAND, Card.parse("HA")), (Seat.MIDDLEHAND, Card.parse("H2"))]
    >>> mine = Hand.parse("AK8732.KJ974.KJ4.Q3")
    >>> infer_lengths(moves, "R", "S", "R", mine)
    {Suit.HEARTS: ((6,), (1,), (5,))}
    """
    seat, reading = Seat(seat), _Reading(moves, declarer, strain)
    signalled = {signal.suit for signal in reading.signals if signal.seat is not seat}
    return {suit: reading.lengths_in(suit, seat, hand) for suit in Suit if suit in signalled}


def lengths_text(lengths: Lengths) -> str:
    """Lengths as a table shows them.

    >>> [lengths_text(lengths) for lengths in ((5,), (2, 4, 6), (1, 2, 3), ())]
    ['5', '2, 4 or 6', '1 to 3', 'does not fit']
    """
    if not lengths:
        return "does not fit"
    if len(lengths) == lengths[-1] - lengths[0] + 1 > 2:
        return f"{lengths[0]} to {lengths[-1]}"
    *most, last = map(str, lengths)
    return f"{', '.join(most)} or {last}" if most else last


class _Reading:
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
        self._lengths_shown: dict[tuple[Seat, Suit], Lengths] = {}
        # Suits of one round, led since a defender has last had the lead.
        self._fresh: set[Suit] = set()
        for seat, card in moves:
            self._add(Seat(seat), card)

    def lengths_in(self, suit: Suit, seat: Seat, hand: Hand) -> tuple[Lengths, Lengths, Lengths]:
        """The possible lengths of a suit by seat, for a reader who was dealt the hand."""
        own = hand.length(suit)
        left, right = seat.left, seat.left.left
        read = {seat: (own,), left: self._read(suit, left, right, hand),
                right: self._read(suit, right, left, hand)}  # fmt: skip
        for one, other in ((left, right), (right, left)):
            fits = {CARDS_IN_SUIT - own - length for length in read[other]}
            read[one] = tuple(length for length in read[one] if length in fits)
        return read[Seat.FOREHAND], read[Seat.MIDDLEHAND], read[Seat.REARHAND]

    def _read(self, suit: Suit, seat: Seat, third: Seat, hand: Hand) -> Lengths:
        """A seat's possible lengths, beside the reader's hand and a third seat's cards."""
        elsewhere = hand | self._played[third]
        least = self._played[seat].length(suit)
        most = CARDS_IN_SUIT - elsewhere.length(suit)
        read = set(range(least, (least if (seat, suit) in self._void else most) + 1))
        for signal in self.signals:
            if signal.seat is seat and signal.suit is suit:
                read &= set(signal.lengths)
                if signal.kind in _OF_RANK:
                    read &= set(_by_rank(signal.card, elsewhere))
        return tuple(sorted(read))

    def _add(self, seat: Seat, card: Card) -> None:
        if self._number % len(Seat) == 0:
            self._lead(seat, card)
        if card.suit is not self._led:
            self._void.add((seat, self._led))
        elif seat is not self._declarer and not self._played[seat].length(card.suit):
            self._first_card(seat, card)
        self._played[seat] = self._played[seat].with_card(card)
        self._number += 1

    def _lead(self, seat: Seat, card: Card) -> None:
        self._led = card.suit
        if seat is not self._declarer:
            self._second_round(seat, card)
            self._fresh.clear()
        self._rounds[card.suit] += 1
        if self._rounds[card.suit] == 1:
            self._fresh.add(card.suit)
        else:
            self._fresh.discard(card.suit)

    def _first_card(self, seat: Seat, card: Card) -> None:
        forehand, middlehand, rearhand = self._played.values()
        lengths = _by_rank(card, forehand | middlehand | rearhand)
        if self._number:
            self._note(SignalKind.FIRST, seat, card, card.suit, lengths)
            return
        fewest = LONG_SUIT
        if card.suit is self._trump or (self._trump is None and card.suit is Suit.DIAMONDS):
            # A hand without five cards in any other suit has four at least; so has one of four
            # equal suits, which opens diamonds at no trumps.
            fewest -= 1
        lengths = tuple(n for n in lengths if n >= fewest)
        self._note(SignalKind.OPENS, seat, card, card.suit, lengths)
        if card.suit is self._trump:
            for suit in Suit:
                if suit is not self._trump:
                    self._note(SignalKind.ATTACKS, seat, card, suit, tuple(range(LONG_SUIT)))

    def _second_round(self, seat: Seat, card: Card) -> None:
        """The signal of a defender on lead who plays a fresh suit again, or none of them."""
        returned = card.suit in self._fresh
        kind = SignalKind.RETURNS if returned else SignalKind.LEAVES
        for suit in sorted({card.suit} if returned else self._fresh):
            if (seat, suit) in self._void:
                continue
            partner = self._lengths_of_partner(seat, suit)
            lengths = tuple(
                own
                for own in range(1, CARDS_IN_SUIT + 1 - min(partner, default=0))
                if (own > 1 and returns_at_once(own, partner)) is returned
            )
            self._note(kind, seat, card, suit, lengths)

    def _lengths_of_partner(self, seat: Seat, suit: Suit) -> Lengths:
        """His partner's possible lengths, as everybody can tell."""
        [partner] = set(Seat) - {seat, self._declarer}
        if (partner, suit) in self._void:
            return (self._played[partner].length(suit),)
        return self._lengths_shown.get((partner, suit), _ANY)

    def _note(self, kind: SignalKind, seat: Seat, card: Card, suit: Suit, lengths: Lengths) -> None:
        before = self._lengths_shown.get((seat, suit), _ANY)
        lengths = tuple(length for length in lengths if length in before)
        self._lengths_shown[seat, suit] = lengths
        self.signals.append(Signal(self._number, seat, kind, card, suit, lengths))


def _by_rank(card: Card, elsewhere: Hand) -> Lengths:
    """The lengths that the card may signal, given cards certain to lie elsewhere."""
    others = (CLUMOND_PACK.cards.in_suit(card.suit) - elsewhere).without_card(card)
    below = sum(other < card for other in others)
    above = len(others) - below
    return tuple(
        n for n in range(1, CARDS_IN_SUIT + 1) if n - 1 <= (below if n % 2 == 0 else above)
    )
