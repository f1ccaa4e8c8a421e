"""Determinizations: deals of the unseen cards that agree with what a seat has seen.

Both tree searches draw one for each iteration, and self-play draws one for each game.
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from clumond_solver._core.bits.rng cimport Rng, random_below
from clumond_solver._core.rules.any_game_tricks cimport MAX_SEATS

cdef enum:
    # A slot is a hand, or the cards that nobody holds.
    MAX_SLOTS = MAX_SEATS + 1
    MAX_EXCLUDED = 96
    # The slots of two hidden hands: that of the viewer's left neighbour is FIRST. Of two slots with
    # equal room, the cards of the one with the higher number are drawn.
    SECOND = 0
    FIRST = 1


cdef struct Hidden:
    int slot_count
    # By slot: the cards known to lie there, and the number of cards still to be dealt to it.
    uint64_t held[MAX_SLOTS]
    int8_t room[MAX_SLOTS]
    # Limited cards may not lie in every slot with room; those with the fewest allowed slots come
    # first. The first `nested_count` are dealt by the first method, the others by the second.
    int limited_count
    int nested_count
    int8_t limited_cards[64]
    uint8_t allowed_slots[64]
    # The number of ways to deal the remaining limited cards, by the room left in each group of
    # slots. Dealing starts at index `start`; each card dealt to a slot lowers it by `step[slot]`.
    double* ways
    int start
    int step[MAX_SLOTS]
    # Unlimited cards may lie anywhere: as a set, and in the order of the latest draw.
    uint64_t unlimited_cards
    int unlimited_count
    int8_t unlimited[64]
    # Sets of cards that a slot does not hold all of.
    int excluded_count
    int8_t excluded_slot[MAX_EXCLUDED]
    uint64_t excluded_cards[MAX_EXCLUDED]


cdef inline void add_unlimited(Hidden* hidden, int card) noexcept nogil:
    hidden.unlimited_cards |= <uint64_t>1 << card
    hidden.unlimited[hidden.unlimited_count] = card
    hidden.unlimited_count += 1


cdef inline void deal_unlimited(
    Hidden* hidden, const int8_t* room, uint64_t* hands, Rng* rng
) noexcept nogil:
    # Deal the unlimited cards, all ways equally likely; the slot with the most room gets the rest.
    cdef int slot, pick, _, most = 0, start = 0
    cdef int8_t card
    cdef uint64_t dealt, rest = hidden.unlimited_cards
    for slot in range(1, hidden.slot_count):
        if room[slot] > room[most]:
            most = slot
    for slot in range(hidden.slot_count):
        if slot == most:
            continue
        dealt = 0
        for _ in range(room[slot]):
            pick = start + <int>random_below(rng, hidden.unlimited_count - start)
            card = hidden.unlimited[pick]
            hidden.unlimited[pick] = hidden.unlimited[start]
            hidden.unlimited[start] = card
            start += 1
            dealt |= <uint64_t>1 << card
        hands[slot] |= dealt
        rest &= ~dealt
    hands[most] |= rest


cdef inline uint64_t draw_first(Hidden* hidden, Rng* rng) noexcept nogil:
    # The first of two hidden hands; the second consists of the other unseen cards.
    cdef uint64_t hands[2]
    hands[SECOND] = hidden.held[SECOND]
    hands[FIRST] = hidden.held[FIRST]
    deal_unlimited(hidden, hidden.room, hands, rng)
    return hands[FIRST]


cdef inline uint64_t unseen_cards(const Hidden* hidden) noexcept nogil:
    # All cards of two hidden hands.
    return hidden.held[FIRST] | hidden.held[SECOND] | hidden.unlimited_cards


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

    cdef _prepare_counting(self, limited)
