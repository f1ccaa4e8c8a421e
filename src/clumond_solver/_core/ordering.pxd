"""What to try first: how often a move of this kind has succeeded for its player."""

from libc.stdint cimport uint32_t, uint64_t

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
    float rate

ctypedef struct Ordering:
    # Player, place in the trick, situation, way of playing, card.
    Record record[3][3][SITUATIONS][WAYS][64]
    # The lead that last succeeded in positions of this shape (card index, 64 for none).
    uint32_t lead[SHAPES]


cdef inline void clear_ordering(Ordering* order) noexcept nogil:
    cdef Record* r = &order.record[0][0][0][0][0]
    cdef int c
    for c in range(3 * 3 * SITUATIONS * WAYS * 64):
        r[c].tried = 2
        r[c].succeeded = 1
        r[c].rate = 0.5
    for c in range(SHAPES):
        order.lead[c] = 64


cdef inline void note(Record* r, bint success) noexcept nogil:
    r.tried += 1
    if success:
        r.succeeded += 1
    r.rate = r.succeeded / r.tried


cdef inline uint64_t shape_of(uint64_t key) noexcept nogil:
    return ((key * <uint64_t>0xD6E8FEB86659FD93) >> 40) % SHAPES
