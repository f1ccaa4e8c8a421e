"""The tricks of any game: duties, wild cards, leads that declare a suit, card points."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from clumond_solver._core.bits.cards cimport lowest
from clumond_solver._core.rules.limits cimport FIFTH_SUIT, LEADS, MAX_DUTIES, TRICK_COUNTS

cdef enum:
    MAX_SEATS = 7
    CLUMOND_ONLY = 0

include "tricks.pxi"
