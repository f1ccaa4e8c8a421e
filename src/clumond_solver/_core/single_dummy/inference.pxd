"""How well a deal explains what was seen: the plays of the others, and the call."""

from libc.stdint cimport int8_t, uint64_t

from clumond_solver._core.rules.clumond cimport MAX_SEATS, Goals, Position, Trick, TrickTables

cdef enum:
    MAX_PLAYS = 64
    LENGTH_PLACES = 17
    HAND_WEIGHTS = 64 + 4 * LENGTH_PLACES


cdef struct Past:
    # A card played, and what everybody saw just before.
    Trick trick
    int8_t taken[MAX_SEATS]
    uint64_t live
    int8_t card


cdef struct History:
    Past plays[MAX_PLAYS]
    int count


cdef void remember(
    History* history, const Position* before, uint64_t live, int card
) noexcept nogil

cdef float hand_logit(const float* weights, uint64_t hand) noexcept nogil

cdef struct Evidence:
    # What a viewer weighs deals by.
    const TrickTables* tables
    const Goals* goals
    const History* history
    int viewer
    # How likely cards are (NULL: plays are not weighed), and calls of a full hand (NULL: likewise).
    const float* odds
    const float* calling
    # Powers to which the chance of the plays and the odds of the call are raised.
    float trust_plays
    float trust_call


cdef float log_weight(const Evidence* evidence, const uint64_t* hands) noexcept nogil


cdef void replay(
    History* history, const TrickTables* tables, const Position* seen, uint64_t held, moves
)


cdef class HandWeights:
    cdef float weights[HAND_WEIGHTS]
