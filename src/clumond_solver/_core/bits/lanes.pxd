"""Bit tricks on card masks: four lanes of 16 bits, one per suit, of which bits 13 to 15 stay clear.

This needs only baseline instructions. A file compiled for BMI2 (`open_search_bmi2.pyx`) extracts
and deposits with one instruction each.
"""

from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.bits.cards cimport LANE, lane_of

cdef extern from *:
    """
    #ifndef CLUMOND_LANES
    #define CLUMOND_LANES
    #include <stdint.h>
    #define LANES_GUARD_BITS UINT64_C(0x8000800080008000)
    #if defined(__BMI2__) && defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    #include <immintrin.h>
    static inline uint64_t lanes_extract(uint64_t x, uint64_t mask) { return _pext_u64(x, mask); }
    static inline uint64_t lanes_deposit(uint64_t x, uint64_t mask) { return _pdep_u64(x, mask); }
    #else
    /* One step per bit of x: the search extracts only a few rank boundaries. */
    static inline uint64_t lanes_extract(uint64_t x, uint64_t mask) {
        uint64_t out = 0, below;
        for (x &= mask; x; x &= x - 1) {
            below = (x ^ (x - 1)) >> 1;
            out |= (uint64_t)1 << cards_count(mask & below);
        }
        return out;
    }
    /* Skips 32 and 16 bits at once if the n-th set bit lies above them. */
    static inline int lanes_nth_place(uint64_t mask, int n) {
        int place = 0, width;
        for (width = 32; width >= 16; width /= 2) {
            int count = cards_count(mask & (((uint64_t)1 << width) - 1));
            int above = -(n >= count);
            n -= count & above;
            place += width & above;
            mask >>= width & above;
        }
        while (n--) mask &= mask - 1;
        return place + cards_lowest(mask);
    }
    static inline uint64_t lanes_deposit(uint64_t x, uint64_t mask) {
        uint64_t out = 0;
        for (; x; x &= x - 1) out |= (uint64_t)1 << lanes_nth_place(mask, cards_lowest(x));
        return out;
    }
    #endif
    #endif
    """
    # Extract packs the bits of `x` that are in the mask together, from bit 0 on. Deposit is the
    # inverse, for an `x` with no bit beyond the number of bits in the mask.
    uint64_t lanes_extract(uint64_t x, uint64_t mask) noexcept nogil
    uint64_t lanes_deposit(uint64_t x, uint64_t mask) noexcept nogil
    # The highest bit of each lane.
    const uint64_t GUARD_BITS "LANES_GUARD_BITS"


cdef inline uint64_t parity_below(uint64_t cards) noexcept nogil:
    """Bit p of the result says whether the number of cards below bit p is odd."""
    cdef uint64_t x = cards << 1
    x ^= x << 1
    x ^= x << 2
    x ^= x << 4
    x ^= x << 8
    x ^= x << 16
    x ^= x << 32
    return x


cdef inline uint64_t next_above(uint64_t cards, uint64_t present) noexcept nogil:
    """Of the bits of `present` and a guard bit on top of each lane, those next above a card.

    `cards` is a subset of `present`. The carry of an addition runs through the gaps.
    """
    cdef uint64_t stops = present | GUARD_BITS
    cdef uint64_t gaps = ~stops
    cdef uint64_t up = cards << 1
    return ((gaps + (up & gaps)) & stops) | (up & stops)
