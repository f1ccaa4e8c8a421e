"""Weights of deals: how well a deal explains the plays of the others, and the call."""

from libc.stdint cimport uint64_t

from clumond_solver._core.rules.clumond_tricks cimport PayoffTable, TrickTables
from clumond_solver._core.single_dummy.knowledge cimport MAX_PLAYS, History, PublicInfo
from clumond_solver._core.single_dummy.net cimport Weights

cdef enum:
    # A suit has 0 to 16 cards.
    LENGTHS = 17
    HAND_WEIGHTS = 64 + 4 * LENGTHS


cdef float hand_logit(const float* weights, uint64_t hand) noexcept nogil

cdef struct Evidence:
    # What a viewer weights deals by.
    const TrickTables* tables
    const PayoffTable* payoffs
    const History* history
    int viewer
    # The nets that predict plays, and the weights that predict a call; NULL: these do not count.
    const Weights* nets
    const float* calling
    # The exponent of the chance of the plays.
    float trust_plays
    # What everybody had seen before each play, for the nets' inputs.
    PublicInfo info_before[MAX_PLAYS]


cdef void set_info_before(Evidence* evidence) noexcept nogil

cdef float log_weight(const Evidence* evidence, const uint64_t* hands) noexcept nogil


cdef class HandWeights:
    cdef float weights[HAND_WEIGHTS]
