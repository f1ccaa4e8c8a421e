"""Proofs from what declarer sees alone: he cannot fail, or cannot succeed.

Games cannot distinguish a chance of 1 from one of .99; a proof can. `prove` plays the hand against
one opponent who holds all other cards, places them as suits him at every moment, and so can do more
than two defenders can in any deal (`_core/single_dummy/certainty` has the details). `proof_at` does
so at any turn of declarer's, and names the cards that keep success certain.

>>> prove(Hand.parse("AKQJ98765432.AKQJ.."), Strain.SPADES)
Certainty.CERTAIN
>>> prove(Hand.parse(".AKQJ98765432..AKQJ"), Strain.HEARTS)
Certainty.IMPOSSIBLE
>>> prove(Hand.parse("AK8732.AK974.KJ4.Q3"), Strain.SPADES) is None
True
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> proof = proof_at(Knowledge.of(play, Seat.FOREHAND))
>>> proof.certainty, str(proof.cards)
(Certainty.CERTAIN, '.3..')
"""

from __future__ import annotations

from functools import lru_cache

from clumond_solver._core.single_dummy.certainty import prove_hand, proved_cards
from clumond_solver.base.cards import Card, Hand, Strain, StrainLike, Suit
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.base.packs import CLUMOND_PACK
from clumond_solver.base.values import as_int
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import MOST_SUPPLEMENTARY, Play, Retention, possible_pars
from clumond_solver.knowledge.clumond import Knowledge, check_full_hand
from clumond_solver.knowledge.core_clumond import clumond_board, finishes_of, seat_knowledge
from clumond_solver.results import Certainty, Proof

__all__ = ["Play", "proof_at", "prove", "sure_ending"]

# No proof took more than 9000 nodes, a few milliseconds.
_PROOF_NODES = 10_000


def prove(hand: Hand, strain: StrainLike, *, supplementary: int = 0) -> Certainty | None:
    """Prove that the hand as declarer cannot fail or cannot succeed; None without a proof.

    ``supplementary`` are declarer's own supplementary tricks (Four Tens). CERTAIN means that by
    what he sees alone a declarer can play so that he succeeds, however the other 32 cards lie and
    whatever the others play; IMPOSSIBLE, that no deal and no play of anybody makes him succeed. It
    takes microseconds for most hands and a few milliseconds at most. RuleError for a hand that is
    not 16 cards of the pack without tens, and for supplementary tricks outside 0 to 6.
    """
    check_full_hand(hand)
    if not 0 <= as_int(supplementary, "supplementary tricks") <= MOST_SUPPLEMENTARY:
        raise RuleError(
            f"{shown_number(supplementary)} supplementary tricks: from 0 to {MOST_SUPPLEMENTARY}"
        )
    return _proved(hand, Strain(strain), supplementary)


# Games of one hand are played in many jobs, all of which need its proof.
@lru_cache(maxsize=64)
def _proved(hand: Hand, strain: Strain, supplementary: int) -> Certainty | None:
    trump = strain.suit
    finishes = finishes_of(Seat.FOREHAND, (supplementary, 0, 0))
    case = hand.mask, CLUMOND_PACK.cards.mask, -1 if trump is None else int(trump), finishes
    if prove_hand(*case, opponent_helps=True, node_limit=_PROOF_NODES) is False:
        return Certainty.IMPOSSIBLE
    is_proved = prove_hand(*case, opponent_helps=False, node_limit=_PROOF_NODES)
    return Certainty.CERTAIN if is_proved else None


def proof_at(knowledge: Knowledge) -> Proof | None:
    """A proof about declarer's success at his turn; None at others' turns, or without a proof.

    CERTAIN names the cards after which he can still play so that he succeeds, however the cards
    that he does not see lie and whatever the others play; IMPOSSIBLE names all legal cards. After
    one of them he has a proof at all later turns too. It takes some milliseconds at most.
    """
    if knowledge.declarer is not knowledge.seat or knowledge.turn is not knowledge.seat:
        return None
    compiled = seat_knowledge(knowledge)
    if certain_mask := proved_cards(compiled, opponent_helps=False, node_limit=_PROOF_NODES):
        return Proof(Certainty.CERTAIN, Hand(certain_mask))
    if proved_cards(compiled, opponent_helps=True, node_limit=_PROOF_NODES) == 0:
        return Proof(Certainty.IMPOSSIBLE, Hand(clumond_board(knowledge).legal))
    return None


def sure_ending(knowledge: Knowledge, card: Card) -> tuple[Retention | None, int] | None:
    """The cards to keep and the total, supplementary tricks included, that a card makes certain.

    The cards to keep are None if several retentions match that total. None if no single total is
    certain, though success may be.

    >>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    >>> kept, total = sure_ending(Knowledge.of(play, Seat.FOREHAND), Card.parse("H3"))
    >>> str(kept), total
    ('SSD', 2)
    """
    compiled, rest = seat_knowledge(knowledge), knowledge.hand.without_card(card)
    taken, extra = knowledge.tricks_taken[knowledge.seat], knowledge.supplementary[knowledge.seat]
    for tricks in range(taken, taken + knowledge.tricks_left + 1):
        certain = proved_cards(
            compiled, opponent_helps=False, node_limit=_PROOF_NODES, tricks=1 << tricks
        )
        if certain and certain & card.mask:
            kept = [cards for cards in Retention.all() if _matches(cards, tricks + extra, rest)]
            return kept[0] if len(kept) == 1 else None, tricks + extra
    return None


def _matches(kept: Retention, total: int, hand: Hand) -> bool:
    """Whether these cards can be kept from the hand and match that total."""
    return total in possible_pars(kept.code) and all(
        hand.length(suit) >= count for suit, count in zip(Suit, kept.counts, strict=True)
    )
