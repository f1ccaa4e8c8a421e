"""What a seat knows at a point of Clumond's play: where its searches, and self-play, start."""

from libc.stdint cimport uint64_t

from clumond_solver._core.rules.clumond cimport MAX_SEATS, Board, Targets
from clumond_solver._core.single_dummy.determinization cimport Hidden
from clumond_solver._core.single_dummy.history cimport History


cdef class SeatKnowledge:
    cdef Board board
    cdef Targets targets
    # -1 where all hands are seen.
    cdef int viewer
    cdef uint64_t unseen
    cdef uint64_t may_hold[MAX_SEATS]
    cdef int sizes[MAX_SEATS]
    cdef History history
    cdef bint hide(self, Hidden* hidden)
