"""Runs of touching cards, which are equivalent as moves."""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport highest
from clumond_solver._core.bits.lanes cimport next_above

cdef enum:
    MAX_RUNS = 16

ctypedef struct Moves:
    # Highest and lowest card of each run; the highest is the one played.
    uint64_t top[MAX_RUNS]
    uint64_t bottom[MAX_RUNS]
    float score[MAX_RUNS]
    int count


cdef inline void list_runs(Moves* moves, uint64_t mine, uint64_t others) noexcept nogil:
    """The runs of `mine`, separated by `others`."""
    cdef uint64_t above = next_above(mine, mine | others)
    cdef uint64_t bottoms = mine & ~above
    cdef uint64_t ceilings = above & ~mine
    cdef uint64_t bottom, ceiling
    cdef int n = 0
    while bottoms:
        bottom = bottoms & (~bottoms + 1)
        ceiling = ceilings & (~ceilings + 1)
        bottoms ^= bottom
        ceilings ^= ceiling
        moves.bottom[n] = bottom
        moves.top[n] = <uint64_t>1 << highest(mine & (ceiling - 1))
        n += 1
    moves.count = n


cdef inline void drop_move(Moves* moves, int i) noexcept nogil:
    """Take a move off the list; the order of the others does not matter."""
    cdef int last = moves.count - 1
    moves.top[i] = moves.top[last]
    moves.bottom[i] = moves.bottom[last]
    moves.score[i] = moves.score[last]
    moves.count = last


cdef inline int best_move(Moves* moves) noexcept nogil:
    """The index of the move with the highest score."""
    cdef int i, best = 0
    for i in range(1, moves.count):
        if moves.score[i] > moves.score[best]:
            best = i
    return best
