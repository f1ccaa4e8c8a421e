"""Weights of deals: how well they explain the plays of the others, and the call.

A deal is more likely if its hands would have played the cards that the others played, and if the
declarer's hand would have gone for clumond in this strain. The search options of a seat say whether
it weights deals before it searches.
"""

from math import isfinite

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, one_per_run, suit_cards
from clumond_solver._core.bits.elementary cimport logarithm
from clumond_solver._core.rules.clumond cimport MAX_SEATS, Position, left_of, legal_cards
from clumond_solver._core.single_dummy.knowledge cimport Past, show_card
from clumond_solver._core.single_dummy.net cimport (
    Evaluation,
    evaluate_cards,
    policy_odds,
)

# Added to every card's odds, as a share of all: players do not play just as the nets do.
cdef float SLIP = 0.02


cdef float hand_logit(const float* weights, uint64_t hand) noexcept nogil:
    """The logarithm of the odds that a full hand succeeds as declarer: cards and suit lengths."""
    cdef float logit = 0
    cdef int suit
    cdef uint64_t rest = hand
    while rest:
        logit += weights[lowest(rest)]
        rest &= rest - 1
    for suit in range(4):
        logit += weights[64 + suit * LENGTH_PLACES + count_cards(suit_cards(hand, suit))]
    return logit


cdef void set_seen_before(Evidence* evidence) noexcept nogil:
    """Set what everybody had seen before each play of the history."""
    cdef const History* history = evidence.history
    cdef Position at
    cdef PublicInfo shown
    cdef int seat, play
    for seat in range(MAX_SEATS):
        shown.played[seat] = 0
        shown.may_hold[seat] = evidence.tables.every
    for play in range(history.count):
        evidence.before[play] = shown
        at.trick = history.plays[play].trick
        show_card(evidence.tables, &at, &shown, history.plays[play].card)


cdef void odds_by_net(
    const Evidence* evidence, int play, Position* at, uint64_t cards, float* odds
) noexcept nogil:
    # The net's policy for the seat, with a little for every card.
    cdef const Past* past = &evidence.history.plays[play]
    cdef Evaluation evaluation
    cdef float total = 0
    cdef int seat = past.trick.turn
    cdef uint64_t rest = cards, out = past.live & ~at.hands[seat]
    if past.trick.on_table:
        out &= ~(<uint64_t>1 << past.trick.best_card)
    # The net's inputs do not depend on who holds the unseen cards.
    at.hands[left_of(seat)] = out
    at.hands[left_of(left_of(seat))] = 0
    evaluate_cards(
        evidence.nets,
        evidence.tables,
        evidence.finishes,
        at,
        &evidence.before[play],
        cards,
        &evaluation,
    )
    policy_odds(&evaluation, cards, 1, odds)
    while rest:
        total += odds[lowest(rest)]
        rest &= rest - 1
    while cards:
        odds[lowest(cards)] += SLIP * total
        cards &= cards - 1


cdef float play_chance(
    const Evidence* evidence, int play, uint64_t hand
) noexcept nogil:
    # The chance that the hand plays the card that was played.
    cdef const Past* past = &evidence.history.plays[play]
    cdef Position at
    cdef uint64_t legal
    cdef float odds[64]
    cdef float total = 0
    cdef int card, other, seat = past.trick.turn
    at.trick = past.trick
    at.hands[seat] = hand
    legal = one_per_run(legal_cards(evidence.tables, &at), hand, past.live)
    if legal & (legal - 1) == 0:
        return 1
    # The lowest card of the run of touching cards that it belonged to.
    card = highest(legal & ((<uint64_t>2 << past.card) - 1))
    for other in range(MAX_SEATS):
        at.taken[other] = past.taken[other]
    odds_by_net(evidence, play, &at, legal, odds)
    while legal:
        total += odds[lowest(legal)]
        legal &= legal - 1
    return odds[card] / total


cdef float log_weight(const Evidence* evidence, const uint64_t* hands) noexcept nogil:
    """The logarithm of the deal's weight, from the hands as they are now."""
    cdef const History* history = evidence.history
    cdef uint64_t held[MAX_SEATS]
    cdef const Past* past
    cdef double chance = 1
    cdef float weight
    cdef int declarer = evidence.finishes.declarer
    cdef int seat, play
    for seat in range(MAX_SEATS):
        held[seat] = hands[seat]
    for play in range(history.count - 1, -1, -1):
        past = &history.plays[play]
        seat = past.trick.turn
        if seat == evidence.viewer:
            continue
        held[seat] |= <uint64_t>1 << past.card
        if evidence.trust_plays > 0 and evidence.nets != NULL:
            chance *= play_chance(evidence, play, held[seat])
    weight = evidence.trust_plays * <float>logarithm(chance)
    if evidence.calling != NULL and declarer >= 0 and declarer != evidence.viewer:
        weight += hand_logit(evidence.calling, held[declarer])
    return weight


cdef class HandWeights:
    """Weights of cards and suit lengths of a full hand in declarer's log odds, for one strain."""

    size = HAND_WEIGHTS

    def __init__(self, weights):
        if len(weights) != HAND_WEIGHTS:
            raise ValueError(f"{len(weights)} weights of a hand: there are {HAND_WEIGHTS}")
        if not all(map(isfinite, weights)):
            raise ValueError("a weight is not a number")
        for place in range(HAND_WEIGHTS):
            self.weights[place] = weights[place]

    def logit(self, uint64_t hand):
        """The logarithm of the odds of success of a full hand."""
        return hand_logit(self.weights, hand)
