"""Runs of touching cards, which are equivalent as moves, and boundaries that keep them whole."""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport highest, lowest
from clumond_solver._core.bits.lanes cimport GUARD_BITS, next_above

cdef enum:
    MAX_RUNS = 16

ctypedef struct Moves:
    # Highest and lowest card of each run; the highest is the one played.
    uint64_t top[MAX_RUNS]
    uint64_t bottom[MAX_RUNS]
    # The next card above the run, or the guard bit of the lane.
    uint64_t ceiling[MAX_RUNS]
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
        moves.ceiling[n] = ceiling
        moves.top[n] = <uint64_t>1 << highest(mine & (ceiling - 1))
        n += 1
    moves.count = n


cdef inline void drop_move(Moves* moves, int i) noexcept nogil:
    """Take a move off the list; the order of the others does not matter."""
    cdef int last = moves.count - 1
    moves.top[i] = moves.top[last]
    moves.bottom[i] = moves.bottom[last]
    moves.ceiling[i] = moves.ceiling[last]
    moves.score[i] = moves.score[last]
    moves.count = last


cdef inline int best_move(Moves* moves) noexcept nogil:
    """The index of the move with the highest score."""
    cdef int i, best = 0
    for i in range(1, moves.count):
        if moves.score[i] > moves.score[best]:
            best = i
    return best


cdef inline uint64_t keep_run_whole(
    uint64_t boundaries, uint64_t bottom, uint64_t ceiling
) noexcept nogil:
    """Replace rank boundaries inside a run by boundaries at its two ends.

    A result must not distinguish the cards of a run; the boundaries at its ends separate them from
    all other cards.
    """
    cdef uint64_t inside = (ceiling - 1) & ~(bottom | (bottom - 1))
    if boundaries & inside:
        boundaries = (boundaries & ~inside) | bottom | (ceiling & ~GUARD_BITS)
    return boundaries


cdef inline void drop_equivalent(
    Moves* moves, uint64_t boundaries, uint64_t bottom, uint64_t top
) noexcept nogil:
    """Drop the runs that a failed move's result does not distinguish from it: they fail too."""
    cdef int i = 0
    cdef uint64_t low, high
    while i < moves.count:
        low = moves.bottom[i]
        high = moves.top[i]
        if bottom < low:
            low = bottom
        if top > high:
            high = top
        # The same suit, and no boundary between the lowest and the highest card. (A boundary's
        # bit is the card just above it.)
        if (
            lowest(low) >> 4 == lowest(high) >> 4
            and not (boundaries & ((high | (high - 1)) & ~(low | (low - 1))))
        ):
            drop_move(moves, i)
        else:
            i += 1
