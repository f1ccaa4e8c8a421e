"""The signalling conventions of Clumond's defence: which card tells what length.

They are conventions, not duties: two defenders who keep to them can read each other's suits.

Source: the rules of Clumond by Charles Magri; see games/rules.md.

>>> hand = Hand.parse("KQ8.K76543.2.AK9732")
>>> suit_to_open(hand, trump=Suit.CLUBS), str(signal_card(hand, Suit.HEARTS))
(Suit.HEARTS, 'HK')
"""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.cards import Card, Hand, Suit, SuitLike
from clumond_solver.errors import RuleError

LONG_SUIT = 5
CARDS_IN_SUIT = 12


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


def lengths_shown(high: bool, *, opening: bool = False) -> tuple[int, ...]:
    """The lengths that a high or low card tells of; opening a suit beside trumps promises five.

    >>> lengths_shown(True, opening=True), lengths_shown(False)
    ((6, 8, 10, 12), (1, 3, 5, 7, 9, 11))
    """
    fewest = LONG_SUIT if opening else 1
    return tuple(n for n in range(fewest, CARDS_IN_SUIT + 1) if (n % 2 == 0) is high)


def returns_at_once(own: int, partner: Iterable[int]) -> bool:
    """Whether a defender plays a second round of a suit at the first opportunity.

    He does so if it is sure to leave somebody void: if with each length that his partner may
    have had, one of the three players had two cards or fewer. So doing or not tells his length.

    >>> returns_at_once(8, range(5)), returns_at_once(6, range(7))
    (True, False)
    """
    possible = [each for each in partner if own + each <= CARDS_IN_SUIT]
    return all(min(own, each, CARDS_IN_SUIT - own - each) <= 2 for each in possible)
