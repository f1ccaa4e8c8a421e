"""The plays that led to a position, as a table of players remembers them."""

from libc.stdint cimport int8_t, uint64_t

from clumond_solver._core.rules.clumond cimport MAX_SEATS, Position, Trick, TrickTables

cdef enum:
    MAX_PLAYS = 64


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

cdef void replay(
    History* history, const TrickTables* tables, const Position* seen, uint64_t held, moves
)
