"""Bit tricks on card masks: a lane of 16 bits for each suit, of which bits 13 to 15 stay clear."""

from libc.stdint cimport uint64_t


cdef inline uint64_t next_above(uint64_t cards, uint64_t present) noexcept nogil:
    """Of the bits of `present` and a guard bit on top of each lane, those next above a card.

    `cards` is a subset of `present`. The carry of an addition runs through the gaps.
    """
    cdef uint64_t stops = present | <uint64_t>0x8000800080008000
    cdef uint64_t gaps = ~stops
    cdef uint64_t up = cards << 1
    return ((gaps + (up & gaps)) & stops) | (up & stops)
