"""Which cards a player is likely to play: a linear softmax over small feature tables.

Clumond's tree search takes it for the prior of PUCT, and inference for what a card says of a hand.

A card's logit is the sum of a few table entries, found by what playing it would do (lead trumps or
a side suit, beat the trick or stay under it, ruff, discard), the cards that the player does not
hold above and below it, its suit and length, how the trick and the hand stand. Nothing hidden is
looked at: the features follow from the player's own hand and the cards already played.
"""

from math import isfinite

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from clumond_solver._core.bits.elementary cimport exponential, logarithm
from clumond_solver._core.bits.cards cimport count_cards, sum_of_suits
from clumond_solver._core.bits.suit_tables cimport fill_suit_tables, suit_length
from clumond_solver._core.rules.clumond cimport MAX_SEATS, live_cards

fill_suit_tables()

cdef enum:
    DECLARER = 0
    DEFENDER = 1
    FOR_HIMSELF = 2

cdef enum:
    LEADS_TRUMP = 0
    LEADS_SIDE = 1
    BEATS = 2
    STAYS_UNDER = 3
    RUFFS = 4
    UNDERRUFFS = 5
    DISCARDS = 6


cdef inline int need_of(
    const TrickTables* tables, const Goals* goals, const Position* at, int role
) noexcept nogil:
    # A player who knows his target: the tricks that he still needs for the average code of his
    # cards, out of those left. A defender: how many declarer has.
    cdef int seat = at.trick.turn, need, size
    if role == DEFENDER:
        return min(at.taken[goals.declarer], 5)
    size = count_cards(at.hands[seat])
    need = (tables.keep * sum_of_suits(at.hands[seat]) + size / 2) / size - at.taken[seat]
    if need <= 0:
        return 0 if need < -1 else 1
    return min(2 + 4 * need / (at.trick.left + 1), 5)


cdef void policy_context(
    PolicyContext* context, const TrickTables* tables, const Goals* goals, const Position* at
) noexcept nogil:
    """Gather what the candidates share."""
    policy_context_on(context, tables, goals, at, live_cards(tables, at))


cdef void policy_context_on(
    PolicyContext* context,
    const TrickTables* tables,
    const Goals* goals,
    const Position* at,
    uint64_t live,
) noexcept nogil:
    """The same where the position shows the mover's hand only; the live cards are given."""
    cdef int seat = at.trick.turn, winner = 0, coming = 0
    cdef int phase = 0 if at.trick.left > 8 else (1 if at.trick.left > 4 else 2)
    context.role = FOR_HIMSELF
    if goals.declarer >= 0:
        context.role = DECLARER if seat == goals.declarer else DEFENDER
    context.hand = at.hands[seat]
    context.others = live & ~context.hand
    if at.trick.on_table:
        winner = 1 if at.trick.best_seat == goals.declarer else 2
    if goals.declarer >= 0:
        # Seats from the leader to declarer: he is still to play if they are more than the table.
        coming = (goals.declarer + MAX_SEATS - at.trick.leader) % MAX_SEATS > (
            at.trick.on_table
        )
    context.course = (winner * 2 + coming) * 3 + phase
    context.need = need_of(tables, goals, at, context.role)


cdef inline int kind_of(const TrickTables* tables, const Position* at, int card) noexcept nogil:
    cdef int suit = card >> 4
    if at.trick.on_table == 0:
        return LEADS_TRUMP if suit == tables.trump else LEADS_SIDE
    if (tables.duty[at.trick.led][0] >> card) & 1:
        return BEATS if tables.power[at.trick.led][card] > at.trick.best_power else STAYS_UNDER
    if suit == tables.trump:
        return RUFFS if tables.power[at.trick.led][card] > at.trick.best_power else UNDERRUFFS
    return DISCARDS


cdef void card_features(
    const PolicyContext* context,
    const TrickTables* tables,
    const Position* at,
    int card,
    int16_t* features,
) noexcept nogil:
    """The places of the card's weights."""
    cdef int suit = card >> 4
    cdef uint64_t below_card = (<uint64_t>1 << card) - 1
    cdef int row = context.role * KINDS + kind_of(tables, at, card)
    cdef int under = suit_length(context.others & below_card, suit)
    cdef int all_out = suit_length(context.others, suit)
    cdef int over = all_out - under
    cdef int length = suit_length(context.hand, suit)
    features[0] = (row * 3 + at.trick.on_table) * 25 + min(over, 4) * 5 + min(under, 4)
    features[1] = RANKING + (row * 4 + suit) * 8 + min(length, 8) - 1
    features[2] = RANKING + LENGTHS + row * 18 + context.course
    features[3] = (
        RANKING + LENGTHS + COURSES + (row * 6 + context.need) * 3 + min((over + 1) / 2, 2)
    )
    features[4] = RANKING + LENGTHS + COURSES + NEEDS + row * 8 + min(all_out, 7)


cdef float card_odds(
    const float* odds,
    const PolicyContext* context,
    const TrickTables* tables,
    const Position* at,
    int card,
) noexcept nogil:
    """How likely the card is, against the other candidates' odds."""
    cdef int16_t features[FEATURES]
    cdef float product = 1
    cdef int place
    card_features(context, tables, at, card, features)
    for place in range(FEATURES):
        product *= odds[features[place]]
    return product


cdef class Policy:
    """The weights of the softmax."""

    size = WEIGHTS

    def __init__(self, weights=None):
        if weights is not None and len(weights) != WEIGHTS:
            raise ValueError(f"{len(weights)} weights: this policy has {WEIGHTS}")
        if weights is not None and not all(map(isfinite, weights)):
            raise ValueError("a weight that is no number")
        for place in range(WEIGHTS):
            self.weights[place] = 0 if weights is None else weights[place]
        sharpen(self)

    def to_list(self):
        """The weights, in the order that the constructor takes."""
        return [self.weights[place] for place in range(WEIGHTS)]


cdef void sharpen(Policy policy):
    # Bounded, so that a product of all factors neither vanishes nor overflows.
    for place in range(WEIGHTS):
        policy.odds[place] = exponential(min(max(policy.weights[place], -4), 4))


cdef class Examples:
    """Room for what searches decided, to learn from."""

    def __cinit__(self, int max_decisions):
        if not 0 < max_decisions <= 10_000_000:
            raise ValueError(f"room for {max_decisions} decisions: from 1 to 10000000")
        memset(&self.data, 0, sizeof(DecisionLog))
        self.data.max_decisions = max_decisions
        self.data.max_candidates = 8 * max_decisions
        self.data.features = <int16_t*>malloc(
            <size_t>self.data.max_candidates * FEATURES * sizeof(int16_t)
        )
        self.data.shares = <float*>malloc(<size_t>self.data.max_candidates * sizeof(float))
        self.data.ends = <int32_t*>malloc(<size_t>max_decisions * sizeof(int32_t))
        if not (self.data.features and self.data.shares and self.data.ends):
            raise MemoryError

    def __dealloc__(self):
        free(self.data.features)
        free(self.data.shares)
        free(self.data.ends)

    def __len__(self):
        return self.data.decisions

    def cross_entropy(self, Policy policy):
        """Mean over the decisions of minus the log chance that the policy gives the visits."""
        return learn(policy, &self.data, 0, 0)

    def fit(self, Policy policy, int rounds, float rate, float decay):
        """Improve the policy by gradient steps, decision by decision; the last mean loss."""
        loss = 0.0
        for done in range(rounds):
            loss = learn(policy, &self.data, rate / (1 + done), decay)
        return loss


cdef double learn(Policy policy, const DecisionLog* record, float rate, float decay):
    cdef float chances[64]
    cdef float* weights = policy.weights
    cdef const int16_t* features
    cdef const float* shares
    cdef double loss = 0
    cdef float total, step, logit
    cdef int decision, start = 0, count, each, place
    for decision in range(record.decisions):
        count = record.ends[decision] - start
        features = record.features + start * FEATURES
        shares = record.shares + start
        start = record.ends[decision]
        total = 0
        for each in range(count):
            logit = 0
            for place in range(FEATURES):
                logit += weights[features[each * FEATURES + place]]
            chances[each] = exponential(logit)
            total += chances[each]
        for each in range(count):
            loss -= shares[each] * logarithm(chances[each] / total)
            step = rate * (shares[each] - chances[each] / total)
            for place in range(FEATURES):
                weights[features[each * FEATURES + place]] += (
                    step - rate * decay * weights[features[each * FEATURES + place]]
                )
    sharpen(policy)
    return loss / max(record.decisions, 1)
