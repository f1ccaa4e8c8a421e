"""Sets of cards as masks: sixteen places to a suit, the highest three of them always clear.

Only baseline instructions are assumed; where a unit is compiled for more, it gets more.
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


cdef inline uint64_t all_places() noexcept nogil:
    """Where a card may be: the places of thirteen ranks in each suit."""
    return <uint64_t>0x1FFF1FFF1FFF1FFF


cdef inline uint64_t lane_of(int card) noexcept nogil:
    """The whole lane of a card's place."""
    return (<uint64_t>LANE) << (card & 48)


cdef inline uint64_t suit_lane(int suit) noexcept nogil:
    """The whole lane of a suit."""
    return (<uint64_t>LANE) << (16 * suit)


cdef inline uint64_t suit_cards(uint64_t cards, int suit) noexcept nogil:
    """Of these cards those of a suit."""
    return cards & suit_lane(suit)


cdef inline uint64_t one_per_run(uint64_t cards, uint64_t hand, uint64_t live) noexcept nogil:
    """Of these cards of one hand that touch, no live card lying between them, only the lowest.

    Adding the absent places carries each card of the hand, moved up one place, to the next live
    card above it; the guard places above the ace stop it there.
    """
    cdef uint64_t absent = all_places() & ~live
    return cards & ~((hand << 1) + absent)


cdef inline int sum_of_suits(uint64_t cards) noexcept nogil:
    """The sum of the cards' suit codes: the code of a retention."""
    cdef int total = 0
    while cards:
        total += lowest(cards) >> 4
        cards &= cards - 1
    return total
