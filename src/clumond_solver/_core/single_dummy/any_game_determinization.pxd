"""Where the cards that a seat has not seen may lie, in any game, and drawing one way that they do."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from clumond_solver._core.bits.rng cimport Rng
from clumond_solver._core.rules.any_game cimport MAX_SEATS

cdef enum:
    # The hands, and the cards that nobody holds.
    MAX_SLOTS = MAX_SEATS + 1
    MAX_APART = 96


cdef struct Unseen:
    int slots
    # By slot: the cards known to lie there, and how many more do.
    uint64_t held[MAX_SLOTS]
    int8_t room[MAX_SLOTS]
    # Cards that may not lie in every slot with room, those with the fewest slots first.
    int limited
    int8_t card[64]
    uint8_t allowed[64]
    # Cards that may lie anywhere.
    int free
    int8_t pool[64]
    # Cards of which a slot does not hold all.
    int apart
    int8_t apart_slot[MAX_APART]
    uint64_t apart_cards[MAX_APART]


cdef struct World:
    uint64_t hands[MAX_SLOTS]
    # How much rarer it is proposed than others; 0 before the first draw.
    double weight


cdef bint draw_world(Unseen* unseen, World* world, Rng* rng) noexcept nogil


cdef class HiddenCards:
    cdef Unseen data
    cdef bint possible
