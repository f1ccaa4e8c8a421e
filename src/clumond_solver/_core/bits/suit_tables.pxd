"""Suit lengths and the n-th card of a set, by look-up tables; a random card of a set.

Rollouts spend much of their time here. Counting bits, or shifting them out one by one, costs a
mispredicted branch for each card.
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport lowest
from clumond_solver._core.bits.rng cimport Rng, random_below

cdef extern from *:
    """
    /* The number of cards of each set of a suit, and the n-th set bit of each byte. */
    static unsigned char clumond_lengths[8192];
    static unsigned char clumond_nth[256][8];
    static void clumond_fill_suit_tables(void) {
        int set, bit, count;
        for (set = 1; set < 8192; set++)
            clumond_lengths[set] = clumond_lengths[set >> 1] + (set & 1);
        for (set = 0; set < 256; set++)
            for (bit = 0, count = 0; bit < 8; bit++)
                if (set >> bit & 1) clumond_nth[set][count++] = (unsigned char)bit;
    }
    static inline int clumond_length(uint64_t x, int suit) {
        return clumond_lengths[(x >> (16 * suit)) & 0x1FFF];
    }
    /* Masks instead of conditions, which compilers turn into branches. */
    static inline int clumond_nth_of_suit(uint64_t cards, int suit, int n) {
        unsigned set = (unsigned)(cards >> (16 * suit)) & 0x1FFF;
        int low = clumond_lengths[set & 0xFF];
        int upper = n >= low;
        return 16 * suit + 8 * upper
            + clumond_nth[(set >> (8 * upper)) & 0xFF][n - (low & -upper)];
    }
    static inline int clumond_nth_card(uint64_t cards, int n) {
        int in_0 = clumond_lengths[cards & 0x1FFF];
        int in_1 = clumond_lengths[(cards >> 16) & 0x1FFF];
        int in_2 = clumond_lengths[(cards >> 32) & 0x1FFF];
        int after_0 = n >= in_0, after_1 = n >= in_0 + in_1, after_2 = n >= in_0 + in_1 + in_2;
        n -= (in_0 & -after_0) + (in_1 & -after_1) + (in_2 & -after_2);
        return clumond_nth_of_suit(cards, after_0 + after_1 + after_2, n);
    }
    """
    # Every module that uses one of the functions below must call this once.
    void fill_suit_tables "clumond_fill_suit_tables"() noexcept nogil
    int suit_length "clumond_length"(uint64_t mask, int suit) noexcept nogil
    int nth_of_suit "clumond_nth_of_suit"(uint64_t cards, int suit, int n) noexcept nogil
    int nth_card "clumond_nth_card"(uint64_t cards, int n) noexcept nogil


cdef inline int random_card(uint64_t cards, Rng* rng) noexcept nogil:
    # A card of a set that is not empty; all are equally likely.
    if cards & (cards - 1) == 0:
        return lowest(cards)
    return nth_card(cards, <int>random_below(rng, count_all(cards)))


cdef inline int count_all(uint64_t cards) noexcept nogil:
    # Shares its look-ups with `nth_card`, so that both together are faster than counting bits.
    return (
        suit_length(cards, 0) + suit_length(cards, 1)
        + suit_length(cards, 2) + suit_length(cards, 3)
    )
