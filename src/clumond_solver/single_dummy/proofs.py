"""What follows from a hand alone: its declarer cannot fail, or cannot succeed.

No game can tell a chance of 1 from one of .99; a proof can. `prove` plays the hand against one
opponent who holds all other cards, lets them lie as suits him at every moment, and so can do more
than two defenders can in any deal (`_core/single_dummy/certainty` says how).

>>> prove(Hand.parse("AKQJ98765432.AKQJ.."), Strain.SPADES)
Certainty.CERTAIN
>>> prove(Hand.parse(".AKQJ98765432..AKQJ"), Strain.HEARTS)
Certainty.IMPOSSIBLE
>>> prove(Hand.parse("AK8732.AK974.KJ4.Q3"), Strain.SPADES) is None
True
"""

from __future__ import annotations

from clumond_solver._core.single_dummy.certainty import certain, possible
from clumond_solver.cards import Hand, Strain, StrainLike
from clumond_solver.errors import RuleError, shown_number
from clumond_solver.games.clumond.play import MOST_SUPPLEMENTARY
from clumond_solver.packs import CLUMOND_PACK
from clumond_solver.results import Certainty
from clumond_solver.seen.clumond import check_full_hand
from clumond_solver.values import whole

# Proofs that were found took at most 9000 nodes, a few milliseconds.
_MOST_NODES = 10_000


def prove(hand: Hand, strain: StrainLike, *, supplementary: int = 0) -> Certainty | None:
    """Whether the hand as declarer cannot fail or cannot succeed; None if neither is proved.

    ``supplementary`` are declarer's own supplementary tricks (Four Tens). CERTAIN means that by
    what he sees alone a declarer can play so that he succeeds, however the other 32 cards lie and
    whatever the others play; IMPOSSIBLE, that no deal and no play of anybody makes him succeed. It
    takes microseconds for most hands and a few milliseconds at most. RuleError for a hand that is
    not 16 cards of the pack without tens, and for supplementary tricks outside 0 to 6.
    """
    check_full_hand(hand)
    if not 0 <= whole(supplementary, "supplementary tricks") <= MOST_SUPPLEMENTARY:
        raise RuleError(
            f"{shown_number(supplementary)} supplementary tricks: from 0 to {MOST_SUPPLEMENTARY}"
        )
    case = (hand.mask, CLUMOND_PACK.cards.mask, int(Strain(strain)), supplementary, _MOST_NODES)
    if possible(*case)[0] is False:
        return Certainty.IMPOSSIBLE
    return Certainty.CERTAIN if certain(*case)[0] else None
