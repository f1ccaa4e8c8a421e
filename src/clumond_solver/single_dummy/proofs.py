"""Proofs, from what declarer sees alone, that he cannot fail or cannot succeed.

Games hardly distinguish a chance of 1 from one of .99; a proof does. `prove` plays the hand against
one opponent who holds all other cards and may decide again before every card where they lie, which
is more than two defenders can do in any deal (`_core/single_dummy/certainty` has the details).
`proof_at` does so at any turn of declarer's, and names the cards that keep success certain.

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
from clumond_solver.base.cards import Card, Hand, Strain, StrainLike
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.base.packs import CLUMOND_PACK
from clumond_solver.base.values import as_int
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import MOST_SUPPLEMENTARY, Play, Retention, possible_pars
from clumond_solver.knowledge.clumond import Knowledge, check_full_hand
from clumond_solver.knowledge.core_clumond import clumond_board, clumond_payoffs, seat_knowledge
from clumond_solver.results import Certainty, Proof

__all__ = ["Play", "proof_at", "prove", "sure_endings"]

# No proof took more than 9000 nodes, a few milliseconds.
_PROOF_NODES = 10_000


def prove(hand: Hand, strain: StrainLike, *, supplementary: int = 0) -> Certainty | None:
    """Prove that a declarer with this hand cannot fail, or cannot succeed; None without a proof.

    ``supplementary`` is the number of declarer's supplementary tricks (Four Tens). CERTAIN means
    that a declarer who sees only his own cards can play so that he succeeds, however the other 32
    cards lie and whatever the others play; IMPOSSIBLE, that he fails in every deal, whatever
    anybody plays. Most hands take microseconds, none more than a few milliseconds. RuleError for a
    hand that is not 16 cards of the pack without tens, and for supplementary tricks outside 0 to 6.
    """
    check_full_hand(hand)
    if not 0 <= as_int(supplementary, "supplementary tricks") <= MOST_SUPPLEMENTARY:
        raise RuleError(
            f"{shown_number(supplementary)} supplementary tricks: from 0 to {MOST_SUPPLEMENTARY}"
        )
    return _proved(hand, Strain(strain), supplementary)


# Simulated games with one hand are spread over many jobs, and each job needs the hand's proof.
@lru_cache(maxsize=64)
def _proved(hand: Hand, strain: Strain, supplementary: int) -> Certainty | None:
    trump = strain.suit
    payoffs = clumond_payoffs(Seat.FOREHAND, (supplementary, 0, 0))
    start = hand.mask, CLUMOND_PACK.cards.mask, -1 if trump is None else int(trump), payoffs
    if prove_hand(*start, opponent_helps=True, node_limit=_PROOF_NODES) is False:
        return Certainty.IMPOSSIBLE
    return (
        Certainty.CERTAIN
        if prove_hand(*start, opponent_helps=False, node_limit=_PROOF_NODES)
        else None
    )


def proof_at(knowledge: Knowledge) -> Proof | None:
    """A proof about declarer's success at his turn; None at others' turns, or without a proof.

    With CERTAIN, the proof's cards are those after which he can still play so that he succeeds,
    however the hidden cards lie and whatever the others play; with IMPOSSIBLE, all legal cards. If
    he plays one of them, there is a proof at his later turns too. It takes some milliseconds at
    most.
    """
    if knowledge.declarer is not knowledge.seat or knowledge.turn is not knowledge.seat:
        return None
    core_knowledge = seat_knowledge(knowledge)
    if certain_mask := proved_cards(core_knowledge, opponent_helps=False, node_limit=_PROOF_NODES):
        return Proof(Certainty.CERTAIN, Hand(certain_mask))
    if proved_cards(core_knowledge, opponent_helps=True, node_limit=_PROOF_NODES) == 0:
        return Proof(Certainty.IMPOSSIBLE, Hand(clumond_board(knowledge).legal))
    return None


def sure_endings(knowledge: Knowledge) -> dict[Card, tuple[Retention | None, int]]:
    """For each card that makes an ending certain, its retention and its total of tricks.

    The total includes supplementary tricks; if a card makes several certain, it is the least. The
    retention is None if several match that total. Cards after which success is certain, but no
    single total, are left out.

    >>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    >>> [(card, (kept, total))] = sure_endings(Knowledge.of(play, Seat.FOREHAND)).items()
    >>> str(card), str(kept), total
    ('H3', 'SSD', 2)
    """
    core_knowledge = seat_knowledge(knowledge)
    taken, extra = knowledge.tricks_taken[knowledge.seat], knowledge.supplementary[knowledge.seat]
    endings: dict[Card, tuple[Retention | None, int]] = {}
    for tricks in range(taken, taken + knowledge.tricks_left + 1):
        certain = proved_cards(
            core_knowledge, opponent_helps=False, node_limit=_PROOF_NODES, tricks=1 << tricks
        )
        for card in Hand(certain or 0):
            rest, total = knowledge.hand.without_card(card), tricks + extra
            kept = [
                retention
                for retention in Retention.all()
                if total in possible_pars(retention.code) and retention.fits(rest.lengths)
            ]
            endings.setdefault(card, (kept[0] if len(kept) == 1 else None, total))
    return endings
