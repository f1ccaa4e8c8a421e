"""Determinizations: deals of the unseen cards that agree with what a seat has seen.

Both tree searches draw one for each iteration, and games of self-play one for each game.
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from clumond_solver._core.bits.rng cimport Rng, below
from clumond_solver._core.rules.any_game cimport MAX_SEATS

cdef enum:
    # The hands, and the cards that nobody holds.
    MAX_SLOTS = MAX_SEATS + 1
    MAX_EXCLUDED = 96
    # The slots of two hidden hands. Of two slots with equal room the cards of the later one are
    # drawn, so that is the first hand.
    SECOND = 0
    FIRST = 1


cdef struct Hidden:
    int slots
    # By slot: the cards known to lie there, and how many more do.
    uint64_t held[MAX_SLOTS]
    int8_t room[MAX_SLOTS]
    # Cards that may not lie in every slot with room, those with the fewest slots first. The first
    # `nested` of them take any open place, the others go by `ways`.
    int limited
    int nested
    int8_t card[64]
    uint8_t allowed[64]
    # The number of ways to deal the remaining cards, by the room left in each group of slots.
    # `start` is the entry before the first card; a card dealt in a slot leads `step` entries back.
    double* ways
    int start
    int step[MAX_SLOTS]
    # Cards that may lie anywhere, as a set and in the order of the latest draw.
    uint64_t free_cards
    int free
    int8_t pool[64]
    # Sets of cards of which a slot does not hold all.
    int excluded
    int8_t excluded_slot[MAX_EXCLUDED]
    uint64_t excluded_cards[MAX_EXCLUDED]


cdef inline void add_free(Hidden* hidden, int card) noexcept nogil:
    hidden.free_cards |= <uint64_t>1 << card
    hidden.pool[hidden.free] = card
    hidden.free += 1


cdef inline void deal_free(
    Hidden* hidden, const int8_t* room, uint64_t* hands, Rng* rng
) noexcept nogil:
    # Lay the cards that may lie anywhere, all ways equally likely; the slot with the most room gets
    # the rest.
    cdef int slot, pick, _, most = 0, start = 0
    cdef int8_t card
    cdef uint64_t dealt, rest = hidden.free_cards
    for slot in range(1, hidden.slots):
        if room[slot] > room[most]:
            most = slot
    for slot in range(hidden.slots):
        if slot == most:
            continue
        dealt = 0
        for _ in range(room[slot]):
            pick = start + <int>below(rng, hidden.free - start)
            card = hidden.pool[pick]
            hidden.pool[pick] = hidden.pool[start]
            hidden.pool[start] = card
            start += 1
            dealt |= <uint64_t>1 << card
        hands[slot] |= dealt
        rest &= ~dealt
    hands[most] |= rest


cdef inline uint64_t draw_first(Hidden* hidden, Rng* rng) noexcept nogil:
    # The first of two hidden hands; the second holds the other unseen cards.
    cdef uint64_t hands[2]
    hands[SECOND] = hidden.held[SECOND]
    hands[FIRST] = hidden.held[FIRST]
    deal_free(hidden, hidden.room, hands, rng)
    return hands[FIRST]


cdef inline uint64_t unseen_cards(const Hidden* hidden) noexcept nogil:
    # All cards of two hidden hands.
    return hidden.held[FIRST] | hidden.held[SECOND] | hidden.free_cards


cdef int list_first_hands(const Hidden* hidden, uint64_t* first_hands, int most) noexcept nogil

cdef bint hide_two_hands(
    Hidden* hidden,
    uint64_t unseen,
    uint64_t first_may_hold,
    uint64_t second_may_hold,
    int first_size,
    int second_size,
) noexcept nogil

cdef bint draw_determinization(Hidden* hidden, uint64_t* hands, Rng* rng) noexcept nogil


cdef class HiddenCards:
    cdef Hidden data
    cdef bint possible

    cdef _count_ways(self, limited)
