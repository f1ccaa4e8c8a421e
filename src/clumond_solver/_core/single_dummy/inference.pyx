"""How well a deal explains what was seen: the plays of the others, and the call.

Before the tree search of a defender, deals are weighed by this.

A deal is more likely if the cards that the others played are cards that such hands would have
played, and if the declarer's hand is one that would have gone for clumond in this strain.
"""

from math import isfinite

from clumond_solver._core.single_dummy.policy cimport (
    PolicyContext,
    card_odds,
    policy_context_on,
)
from clumond_solver._core.bits.elementary cimport exponential, logarithm
from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, one_per_run
from clumond_solver._core.rules.clumond cimport (
    legal_cards,
    play_card,
)


cdef void remember(
    History* history, const Position* before, uint64_t live, int card
) noexcept nogil:
    """Add a card about to be played from this position."""
    cdef Past* past = &history.plays[history.count]
    cdef int seat
    past.trick = before.trick
    for seat in range(MAX_SEATS):
        past.taken[seat] = before.taken[seat]
    past.live = live
    past.card = card
    history.count += 1


cdef float hand_logit(const float* weights, uint64_t hand) noexcept nogil:
    """The logarithm of the odds that a full hand succeeds as declarer: cards and suit lengths."""
    cdef float logit = 0
    cdef int suit
    cdef uint64_t rest = hand
    while rest:
        logit += weights[lowest(rest)]
        rest &= rest - 1
    for suit in range(4):
        logit += weights[
            64 + suit * LENGTH_PLACES
            + count_cards(hand & (<uint64_t>0xFFFF << (16 * suit)))
        ]
    return logit


cdef float play_chance(
    const Evidence* evidence, const Past* past, uint64_t hand
) noexcept nogil:
    # The chance that the hand plays the card that was played.
    cdef const TrickTables* tables = evidence.tables
    cdef Position at
    cdef PolicyContext context
    cdef uint64_t legal, run
    cdef float total = 0, chance, played = 0
    cdef int card, chosen, seat = past.trick.turn
    at.trick = past.trick
    at.hands[seat] = hand
    legal = one_per_run(legal_cards(tables, &at), hand, past.live)
    if legal & (legal - 1) == 0:
        return 1
    # The card stands for the run of touching cards that it was the bottom of, or lay in.
    run = legal & ((<uint64_t>2 << past.card) - 1)
    chosen = highest(run)
    for card in range(MAX_SEATS):
        at.taken[card] = past.taken[card]
    policy_context_on(&context, tables, evidence.goals, &at, past.live)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        chance = card_odds(evidence.odds, &context, tables, &at, card)
        total += chance
        if card == chosen:
            played = chance
    return played / total


cdef float log_weight(const Evidence* evidence, const uint64_t* hands) noexcept nogil:
    """The logarithm of the deal's weight, from the hands as they are now."""
    cdef const History* history = evidence.history
    cdef uint64_t held[MAX_SEATS]
    cdef const Past* past
    cdef double chance = 1
    cdef float weight
    cdef int declarer = evidence.goals.declarer
    cdef int seat, play
    for seat in range(MAX_SEATS):
        held[seat] = hands[seat]
    for play in range(history.count - 1, -1, -1):
        past = &history.plays[play]
        seat = past.trick.turn
        if seat == evidence.viewer:
            continue
        held[seat] |= <uint64_t>1 << past.card
        if evidence.trust_plays > 0 and evidence.odds != NULL:
            chance *= play_chance(evidence, past, held[seat])
    weight = evidence.trust_plays * <float>logarithm(chance)
    if evidence.calling != NULL and declarer >= 0 and declarer != evidence.viewer:
        weight += evidence.trust_call * hand_logit(evidence.calling, held[declarer])
    return weight


cdef void replay(
    History* history, const TrickTables* tables, const Position* seen, uint64_t held, moves
):
    # The plays that led to this position: (seat, card) in order; `held` are the cards not yet
    # played. Twice through: the tricks taken at the start follow from those taken since.
    cdef Position at
    cdef uint64_t live
    cdef int step, seat, card
    if len(moves) > MAX_PLAYS:
        raise ValueError(f"{len(moves)} plays of a hand: at most {MAX_PLAYS}")
    for seat, card in moves:
        if not 0 <= seat < MAX_SEATS or not 0 <= card < 64:
            raise ValueError(f"card {card} of seat {seat}: no card of the pack or no seat")
    at = seen[0]
    at.trick.on_table = 0
    at.trick.turn = moves[0][0] if moves else at.trick.turn
    for _, card in moves:
        held |= <uint64_t>1 << card
    for step in range(2):
        history.count = 0
        live = held
        for _, card in moves:
            if at.trick.on_table:
                remember(history, &at, live | (<uint64_t>1 << at.trick.best_card), card)
            else:
                remember(history, &at, live, card)
            live &= ~(<uint64_t>1 << card)
            play_card(tables, &at, card)
        if step == 0:
            at.trick = seen.trick
            at.trick.left += len(moves) // MAX_SEATS
            at.trick.on_table = 0
            at.trick.turn = moves[0][0] if moves else at.trick.turn
            for seat in range(MAX_SEATS):
                at.taken[seat] = 2 * seen.taken[seat] - at.taken[seat]
                if at.taken[seat] < 0:
                    raise ValueError(f"these plays take more tricks than seat {seat} has")


cdef class HandWeights:
    """What each card and suit length of a full hand does for a declarer's chance, one strain."""

    size = HAND_WEIGHTS

    def __init__(self, weights):
        if len(weights) != HAND_WEIGHTS:
            raise ValueError(f"{len(weights)} weights of a hand: there are {HAND_WEIGHTS}")
        if not all(map(isfinite, weights)):
            raise ValueError("a weight that is no number")
        for place in range(HAND_WEIGHTS):
            self.weights[place] = weights[place]

    def logit(self, uint64_t hand):
        """The logarithm of the odds of success of a full hand."""
        return hand_logit(self.weights, hand)

    def to_list(self):
        """The weights, in the order that the constructor takes."""
        return [self.weights[place] for place in range(HAND_WEIGHTS)]

    def fit(self, hands, outcomes, int rounds, float rate, float decay):
        """Logistic regression of success on hands (masks), by gradient steps."""
        cdef int done, index, count = len(hands)
        cdef uint64_t[:] masks = hands
        cdef double[:] results = outcomes
        for done in range(rounds):
            for index in range(count):
                step_towards(self.weights, masks[index], results[index], rate / (1 + done), decay)


cdef void step_towards(
    float* weights, uint64_t hand, double outcome, float rate, float decay
) noexcept nogil:
    cdef double chance = 1 / (1 + exponential(-hand_logit(weights, hand)))
    cdef float step = rate * <float>(outcome - chance)
    cdef int suit, place
    cdef uint64_t rest = hand
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        weights[place] += step - rate * decay * weights[place]
    for suit in range(4):
        place = (
            64 + suit * LENGTH_PLACES
            + count_cards(hand & (<uint64_t>0xFFFF << (16 * suit)))
        )
        weights[place] += step - rate * decay * weights[place]
