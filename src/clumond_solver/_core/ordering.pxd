"""What to try first: the moves that succeed often for their player, for the work a try takes.

To try moves in the order of (chance of success) / (work) takes the least work on average. Both are
learnt while searching, for kinds of moves.
"""

from libc.math cimport exp2f, log2f
from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.goals cimport MOST_TRICKS

cdef enum:
    # How a card is played: led, following low, ruffing, discarding; and the same with a card
    # that beats the trick so far.
    LED = 0
    FOLLOWING = 1
    RUFFING = 2
    DISCARDING = 3
    BEATING = 3
    WAYS = 7
    # What else tells situations apart: whether the hero's card is winning the trick so far, and
    # whether the end of the play is near.
    SITUATIONS = 4
    LATE = 3

cdef enum:
    SHAPES = 4096

ctypedef struct Record:
    float tried
    float succeeded
    # Powers of two by which a try took more positions than is usual at such a point.
    float work
    # Success rate over work.
    float promise

ctypedef struct Ordering:
    # Player, place in the trick, situation, way of playing, card.
    Record record[3][3][SITUATIONS][WAYS][64]
    # The lead that last succeeded in positions of this shape (card index, 64 for none).
    uint32_t lead[SHAPES]
    # Positions a try takes, as a power of two: player, place in the trick, tricks left.
    float usual_work[3][3][MOST_TRICKS + 1]


cdef inline void clear_ordering(Ordering* order) noexcept nogil:
    cdef Record* r = &order.record[0][0][0][0][0]
    cdef float* usual = &order.usual_work[0][0][0]
    cdef int c
    for c in range(3 * 3 * SITUATIONS * WAYS * 64):
        r[c].tried = 2
        r[c].succeeded = 1
        r[c].work = 0
        r[c].promise = 0.5
    for c in range(3 * 3 * (MOST_TRICKS + 1)):
        usual[c] = 0
    for c in range(SHAPES):
        order.lead[c] = 64


cdef inline void note(Record* r, float* usual_work, bint success, uint64_t positions) noexcept nogil:
    """Learn from a try and from how many positions it took."""
    cdef float work = log2f(<float>(positions + 1))
    usual_work[0] += (work - usual_work[0]) * <float>0.01
    r.tried += 1
    if success:
        r.succeeded += 1
    r.work += (work - usual_work[0] - r.work) / (r.tried + 3)
    r.promise = r.succeeded / r.tried * exp2f(-r.work)


cdef inline uint64_t shape_of(uint64_t key) noexcept nogil:
    return ((key * <uint64_t>0xD6E8FEB86659FD93) >> 40) % SHAPES
