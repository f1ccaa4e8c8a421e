"""Weights of deals: how well they explain the plays of the others, and the call."""

from libc.stdint cimport uint64_t

from clumond_solver._core.rules.clumond cimport FinishTable, TrickTables
from clumond_solver._core.single_dummy.knowledge cimport MAX_PLAYS, History, PublicInfo
from clumond_solver._core.single_dummy.net cimport Weights

cdef enum:
    LENGTH_PLACES = 17
    HAND_WEIGHTS = 64 + 4 * LENGTH_PLACES


cdef float hand_logit(const float* weights, uint64_t hand) noexcept nogil

cdef struct Evidence:
    # What a viewer weights deals by.
    const TrickTables* tables
    const FinishTable* finishes
    const History* history
    int viewer
    # The nets that make plays likely (NULL: plays have no weight), and the weights that make a call
    # likely (NULL: likewise).
    const Weights* nets
    const float* calling
    # Power to which the chance of the plays is raised.
    float trust_plays
    # What everybody had seen before each play, for the nets' inputs.
    PublicInfo before[MAX_PLAYS]


cdef void set_seen_before(Evidence* evidence) noexcept nogil

cdef float log_weight(const Evidence* evidence, const uint64_t* hands) noexcept nogil


cdef class HandWeights:
    cdef float weights[HAND_WEIGHTS]
