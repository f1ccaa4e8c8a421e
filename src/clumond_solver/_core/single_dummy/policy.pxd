"""Which cards a player is likely to play: a linear softmax over small feature tables."""

from libc.stdint cimport int16_t, int32_t, uint64_t

from clumond_solver._core.rules.clumond cimport Goals, Position, TrickTables

cdef enum:
    ROLES = 3
    KINDS = 7
    RANKING = ROLES * KINDS * 3 * 25
    LENGTHS = ROLES * KINDS * 4 * 8
    COURSES = ROLES * KINDS * 3 * 2 * 3
    NEEDS = ROLES * KINDS * 6 * 3
    OUTSTANDING = ROLES * KINDS * 8
    FEATURES = 5
    WEIGHTS = RANKING + LENGTHS + COURSES + NEEDS + OUTSTANDING


cdef struct PolicyContext:
    # What all candidate cards of one decision share.
    uint64_t hand
    uint64_t others
    int role
    int course
    int need


cdef struct DecisionLog:
    # Decisions of searches: for each candidate its features and its share of the visits.
    int16_t* features
    float* shares
    int32_t* ends
    int decisions
    int candidates
    int max_decisions
    int max_candidates


cdef void policy_context(
    PolicyContext* context, const TrickTables* tables, const Goals* goals, const Position* at
) noexcept nogil

cdef void policy_context_on(
    PolicyContext* context,
    const TrickTables* tables,
    const Goals* goals,
    const Position* at,
    uint64_t live,
) noexcept nogil

cdef void card_features(
    const PolicyContext* context,
    const TrickTables* tables,
    const Position* at,
    int card,
    int16_t* features,
) noexcept nogil

cdef float card_odds(
    const float* odds,
    const PolicyContext* context,
    const TrickTables* tables,
    const Position* at,
    int card,
) noexcept nogil


cdef class Policy:
    cdef float weights[WEIGHTS]
    # The same as factors: a card's odds are a product, and no exponential is taken while searching.
    cdef float odds[WEIGHTS]


cdef class Examples:
    cdef DecisionLog data
