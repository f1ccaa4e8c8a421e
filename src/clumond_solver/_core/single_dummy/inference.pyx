"""How well a deal explains what was seen: the plays of the others, and the call.

A deal is more likely if the cards that the others played are cards that such hands would have
played, and if the declarer's hand is one that would have gone for clumond in this strain.
"""

from libc.math cimport exp, log

from clumond_solver._core.single_dummy.policy cimport Outlook, Policy, card_odds, look_out_on
from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, one_per_run
from clumond_solver._core.rules.clumond cimport (
    Board,
    Targets,
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
    const TrickTables* tables,
    const Goals* goals,
    const float* odds,
    const Past* past,
    uint64_t hand,
) noexcept nogil:
    # The chance that the hand plays the card that was played.
    cdef Position at
    cdef Outlook outlook
    cdef uint64_t legal = hand, following
    cdef uint64_t run
    cdef float total = 0, chance, played = 0
    cdef int card, chosen, seat = past.trick.turn
    if past.trick.on_table:
        following = hand & tables.duty[past.trick.led][0]
        if following:
            legal = following
    legal = one_per_run(legal, hand, past.live)
    if legal & (legal - 1) == 0:
        return 1
    # The card stands for the run of touching cards that it was the bottom of, or lay in.
    run = legal & ((<uint64_t>2 << past.card) - 1)
    chosen = highest(run)
    at.hands[seat] = hand
    at.trick = past.trick
    for card in range(MAX_SEATS):
        at.taken[card] = past.taken[card]
    look_out_on(&outlook, tables, goals, &at, past.live)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        chance = card_odds(odds, &outlook, tables, &at, card)
        total += chance
        if card == chosen:
            played = chance
    return played / total


cdef float explains(
    const TrickTables* tables,
    const Goals* goals,
    const float* odds,
    const float* calling,
    const History* history,
    int viewer,
    const uint64_t* hands,
    float trust_plays,
    float trust_call,
) noexcept nogil:
    """The logarithm of the deal's weight, from the hands as they are now."""
    cdef uint64_t held[MAX_SEATS]
    cdef const Past* past
    cdef double chance = 1
    cdef float weight
    cdef int seat, play
    for seat in range(MAX_SEATS):
        held[seat] = hands[seat]
    for play in range(history.count - 1, -1, -1):
        past = &history.plays[play]
        seat = past.trick.turn
        if seat == viewer:
            continue
        held[seat] |= <uint64_t>1 << past.card
        if trust_plays > 0 and odds != NULL:
            chance *= play_chance(tables, goals, odds, past, held[seat])
    weight = trust_plays * <float>log(chance)
    if calling != NULL and goals.declarer >= 0 and goals.declarer != viewer:
        weight += trust_call * hand_logit(calling, held[goals.declarer])
    return weight


cdef void replay(
    History* history, const TrickTables* tables, const Position* seen, uint64_t held, moves
):
    # The plays that led to this position: (seat, card) in order; `held` are the cards not yet
    # played. Twice through: the tricks taken at the start follow from those taken since.
    cdef Position at
    cdef uint64_t live
    cdef int step, seat, card
    at = seen[0]
    at.trick.on_table = 0
    at.trick.turn = moves[0][0] if moves else at.trick.turn
    for seat, card in moves:
        held |= <uint64_t>1 << card
    for step in range(2):
        history.count = 0
        live = held
        for seat, card in moves:
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


cdef class HandWeights:
    """What each card and suit length of a full hand does for a declarer's chance, one strain."""

    size = HAND_WEIGHTS

    def __init__(self, weights):
        if len(weights) != HAND_WEIGHTS:
            raise ValueError(f"{len(weights)} weights of a hand: there are {HAND_WEIGHTS}")
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
    cdef double chance = 1 / (1 + exp(-hand_logit(weights, hand)))
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


def deal_weight(
    Board board,
    Targets targets,
    Policy policy,
    HandWeights calling,
    int viewer,
    hands,
    moves,
    float trust_plays,
    float trust_call,
):
    """The logarithm of the weight that the viewer gives to these hands after these moves."""
    cdef History history
    cdef uint64_t held[MAX_SEATS]
    cdef uint64_t all_held = 0
    for seat, hand in enumerate(hands):
        held[seat] = hand
        all_held |= held[seat]
    replay(&history, &board.rules.data, &board.data, all_held, moves)
    return explains(
        &board.rules.data,
        &targets.data,
        policy.odds,
        calling.weights,
        &history,
        viewer,
        held,
        trust_plays,
        trust_call,
    )
