"""Deals of Clumond that agree with what a seat has seen, all equally likely.

Only two hands are hidden. A card that one of them cannot hold is in the other; the rest is a pool,
and every way to give the first hidden hand its share of the pool is one consistent deal. So a deal
is drawn by drawing a subset of the pool: exactly uniform, with no deal rejected.

>>> from clumond_solver.base.cards import Strain
>>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
>>> known = Knowledge.at_start(hand, Seat.FOREHAND, Seat.FOREHAND, Strain.SPADES)
>>> [hands] = sample_deals(known, 1, seed=5)
>>> hands[0] == hand, known.fits(hands)
(True, True)
"""

from __future__ import annotations

from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.values import as_int, check_type
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.knowledge.core_clumond import seat_knowledge

Hands = tuple[Hand, Hand, Hand]


def sample_deals(knowledge: Knowledge, count: int, *, seed: int = 0) -> tuple[Hands, ...]:
    """Draw deals, independent and uniform over all that agree with the knowledge.

    A deal is the three hands by seat as held now, without the cards on the table. The seed, 0 to
    2**64 - 1, fixes the deals. SearchError for a negative count; RuleError if no deal agrees with
    the knowledge.
    """
    masks = sample_masks(knowledge, count, seed=seed)
    return tuple((Hand(first), Hand(second), Hand(third)) for first, second, third in masks)


def sample_masks(knowledge: Knowledge, count: int, *, seed: int = 0) -> list[tuple[int, int, int]]:
    """The deals of `sample_deals` as the masks of their hands."""
    check_type(knowledge, Knowledge, "a seat's knowledge")
    if as_int(count, "a number of deals") < 0:
        raise SearchError(f"{shown_number(count)} deals to sample: a count, 0 or more")
    drawn = seat_knowledge(knowledge).draw(count, checked_seed(seed))
    if drawn is None:
        raise knowledge.contradiction_error()
    own, seat = knowledge.hand.mask, knowledge.seat
    if seat is Seat.FOREHAND:
        return [(own, left, right) for left, right in drawn]
    if seat is Seat.MIDDLEHAND:
        return [(right, own, left) for left, right in drawn]
    return [(left, right, own) for left, right in drawn]
