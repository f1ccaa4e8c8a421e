"""Sets of cards as masks: a lane of sixteen bits per suit, the highest three always clear.

This needs only baseline instructions; a file compiled for a newer processor gets faster ones.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #ifndef CLUMOND_CARDS
    #define CLUMOND_CARDS
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __inline int cards_count(uint64_t x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    static __inline int cards_lowest(uint64_t x) {
        unsigned long i; _BitScanForward64(&i, x); return (int)i;
    }
    static __inline int cards_highest(uint64_t x) {
        unsigned long i; _BitScanReverse64(&i, x); return (int)i;
    }
    #else
    static inline int cards_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int cards_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #if defined(__POPCNT__) || defined(__wasm__)
    static inline int cards_count(uint64_t x) { return __builtin_popcountll(x); }
    #else
    static inline int cards_count(uint64_t x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    #endif
    #endif
    #endif
    """
    int count_cards "cards_count"(uint64_t x) noexcept nogil
    int lowest "cards_lowest"(uint64_t x) noexcept nogil
    int highest "cards_highest"(uint64_t x) noexcept nogil


cdef enum:
    LANE = 0xFFFF


cdef inline uint64_t all_card_bits() noexcept nogil:
    """The bits of thirteen ranks in each suit: no other bit is ever a card."""
    return <uint64_t>0x1FFF1FFF1FFF1FFF


cdef inline uint64_t lane_of(int card) noexcept nogil:
    """All sixteen bits of a card's suit."""
    return (<uint64_t>LANE) << (card & 48)


cdef inline uint64_t suit_lane(int suit) noexcept nogil:
    """All sixteen bits of a suit."""
    return (<uint64_t>LANE) << (16 * suit)


cdef inline uint64_t suit_cards(uint64_t cards, int suit) noexcept nogil:
    """The cards of one suit."""
    return cards & suit_lane(suit)


cdef inline uint64_t one_per_run(uint64_t cards, uint64_t hand, uint64_t live) noexcept nogil:
    """Those of a hand's `cards` that touch no lower card of the hand.

    Two cards touch if no live card lies between them. Each card of the hand is moved up one bit;
    adding the absent cards carries it on to the next live card. Bits above the ace stop the carry.
    """
    cdef uint64_t absent = all_card_bits() & ~live
    return cards & ~((hand << 1) + absent)


cdef inline int sum_of_suits(uint64_t cards) noexcept nogil:
    """The sum of the cards' suit codes: the code of a retention."""
    cdef int total = 0
    while cards:
        total += lowest(cards) >> 4
        cards &= cards - 1
    return total
