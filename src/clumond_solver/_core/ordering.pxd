"""What to try first: how often a move of this kind has succeeded for its player."""

from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    # How a card is played: led, following, ruffing, discarding.
    LED = 0
    FOLLOWING = 1
    RUFFING = 2
    DISCARDING = 3

cdef enum:
    SHAPES = 4096

ctypedef struct Record:
    float tried
    float succeeded
    float rate

ctypedef struct Ordering:
    # Player, place in the trick, way of playing, card.
    Record record[3][3][4][64]
    # The lead that last succeeded in positions of this shape (card index, 64 for none).
    uint32_t lead[SHAPES]


cdef inline void clear_ordering(Ordering* order) noexcept nogil:
    cdef int p, n, w, c
    cdef Record* r
    for p in range(3):
        for n in range(3):
            for w in range(4):
                for c in range(64):
                    r = &order.record[p][n][w][c]
                    r.tried = 2
                    r.succeeded = 1
                    r.rate = 0.5
    for c in range(SHAPES):
        order.lead[c] = 64


cdef inline void note(Record* r, bint success) noexcept nogil:
    r.tried += 1
    if success:
        r.succeeded += 1
    r.rate = r.succeeded / r.tried


cdef inline uint64_t shape_of(uint64_t key) noexcept nogil:
    return ((key * <uint64_t>0xD6E8FEB86659FD93) >> 40) % SHAPES
