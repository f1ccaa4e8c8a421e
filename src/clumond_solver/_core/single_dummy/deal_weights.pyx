"""Weights of deals: how well a deal explains the plays of the others, and the call.

A deal is more likely if its hands would have played the cards that the others played, and if the
declarer's hand would have gone for clumond in this strain. The search options of a seat say whether
it weights deals before it searches.
"""

from math import isfinite

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, one_per_run, suit_cards
from clumond_solver._core.bits.portable_math cimport logarithm
from clumond_solver._core.rules.clumond_tricks cimport MAX_SEATS, Position, left_of, legal_cards
from clumond_solver._core.single_dummy.knowledge cimport PastPlay, record_card
from clumond_solver._core.single_dummy.net cimport (
    Evaluation,
    evaluate_cards,
    policy_odds,
)

# Added to every card's odds, as a share of their sum: players do not play just as the nets do.
cdef float SLIP = 0.02


cdef float hand_logit(const float* weights, uint64_t hand) noexcept nogil:
    """The logarithm of the odds that a full hand succeeds as declarer, from cards and lengths."""
    cdef float logit = 0
    cdef int suit
    cdef uint64_t rest = hand
    while rest:
        logit += weights[lowest(rest)]
        rest &= rest - 1
    for suit in range(4):
        logit += weights[64 + suit * LENGTHS + count_cards(suit_cards(hand, suit))]
    return logit


cdef void set_info_before(Evidence* evidence) noexcept nogil:
    """Set what everybody had seen before each play of the history."""
    cdef const History* history = evidence.history
    cdef Position position
    cdef PublicInfo info
    cdef int seat, index
    for seat in range(MAX_SEATS):
        info.played[seat] = 0
        info.may_hold[seat] = evidence.tables.pack
    for index in range(history.count):
        evidence.info_before[index] = info
        position.trick = history.plays[index].trick
        record_card(evidence.tables, &position, &info, history.plays[index].card)


cdef void odds_by_net(
    const Evidence* evidence, int index, Position* position, uint64_t cards, float* odds
) noexcept nogil:
    # The odds of each card by the policy of the seat's net, with a slip added to each.
    cdef const PastPlay* past_play = &evidence.history.plays[index]
    cdef Evaluation evaluation
    cdef float total = 0
    cdef int seat = past_play.trick.turn
    cdef uint64_t rest = cards, out = past_play.live & ~position.hands[seat]
    if past_play.trick.on_table:
        out &= ~(<uint64_t>1 << past_play.trick.best_card)
    # The net's inputs do not depend on who holds the unseen cards.
    position.hands[left_of(seat)] = out
    position.hands[left_of(left_of(seat))] = 0
    evaluate_cards(
        evidence.nets,
        evidence.tables,
        evidence.payoffs,
        position,
        &evidence.info_before[index],
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
    const Evidence* evidence, int index, uint64_t hand
) noexcept nogil:
    # The chance that the hand plays the card that was played.
    cdef const PastPlay* past_play = &evidence.history.plays[index]
    cdef Position position
    cdef uint64_t legal
    cdef float odds[64]
    cdef float total = 0
    cdef int card, other, seat = past_play.trick.turn
    position.trick = past_play.trick
    position.hands[seat] = hand
    legal = one_per_run(legal_cards(evidence.tables, &position), hand, past_play.live)
    if legal & (legal - 1) == 0:
        return 1
    # The lowest card of the run that the card played belonged to.
    card = highest(legal & ((<uint64_t>2 << past_play.card) - 1))
    for other in range(MAX_SEATS):
        position.taken[other] = past_play.taken[other]
    odds_by_net(evidence, index, &position, legal, odds)
    while legal:
        total += odds[lowest(legal)]
        legal &= legal - 1
    return odds[card] / total


cdef float log_weight(const Evidence* evidence, const uint64_t* hands) noexcept nogil:
    """The logarithm of the weight of a deal, given by the cards that each hand still holds."""
    cdef const History* history = evidence.history
    cdef uint64_t held[MAX_SEATS]
    cdef const PastPlay* past_play
    cdef double chance = 1
    cdef float weight
    cdef int declarer = evidence.payoffs.declarer
    cdef int seat, index
    for seat in range(MAX_SEATS):
        held[seat] = hands[seat]
    for index in range(history.count - 1, -1, -1):
        past_play = &history.plays[index]
        seat = past_play.trick.turn
        if seat == evidence.viewer:
            continue
        held[seat] |= <uint64_t>1 << past_play.card
        if evidence.trust_plays > 0 and evidence.nets != NULL:
            chance *= play_chance(evidence, index, held[seat])
    weight = evidence.trust_plays * <float>logarithm(chance)
    if evidence.calling != NULL and declarer >= 0 and declarer != evidence.viewer:
        weight += hand_logit(evidence.calling, held[declarer])
    return weight


cdef class HandWeights:
    """For one strain, what each card and suit length of a full hand adds to declarer's log odds."""

    size = HAND_WEIGHTS

    def __init__(self, weights):
        if len(weights) != HAND_WEIGHTS:
            raise ValueError(f"{len(weights)} weights, not {HAND_WEIGHTS}")
        if not all(map(isfinite, weights)):
            raise ValueError("a weight is not finite")
        for index in range(HAND_WEIGHTS):
            self.weights[index] = weights[index]

    def logit(self, uint64_t hand):
        """The logarithm of the odds of success of a full hand."""
        return hand_logit(self.weights, hand)
