"""The n-th card of a set, without a branch; cards of a suit lie in its lowest thirteen places."""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.rng cimport Rng, below
from clumond_solver._core.rules.clumond cimport lowest, suit_length

cdef extern from *:
    """
    /* Which bit is the n-th set one, for each byte; tables, because shifting bits out one by one
       costs a mispredicted branch for each card played at random. */
    static unsigned char clumond_nth[256][8];
    static void clumond_fill_nth(void) {
        int byte, bit, found;
        for (byte = 0; byte < 256; byte++)
            for (bit = 0, found = 0; bit < 8; bit++)
                if (byte >> bit & 1) clumond_nth[byte][found++] = (unsigned char)bit;
    }
    /* Masks instead of choices, which compilers turn into branches. */
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
    # To be called once by each module that draws cards, as `fill_lengths` is.
    void fill_nth "clumond_fill_nth"() noexcept nogil
    int nth_of_suit "clumond_nth_of_suit"(uint64_t cards, int suit, int n) noexcept nogil
    int nth_card "clumond_nth_card"(uint64_t cards, int n) noexcept nogil


cdef inline int random_card(uint64_t cards, Rng* rng) noexcept nogil:
    # Each card of the set, which is not empty, is equally likely.
    if cards & (cards - 1) == 0:
        return lowest(cards)
    return nth_card(cards, <int>below(rng, count_all(cards)))


cdef inline int count_all(uint64_t cards) noexcept nogil:
    # By the same look-ups as `nth_card`: quicker together than counting bits.
    return (
        suit_length(cards, 0) + suit_length(cards, 1) + suit_length(cards, 2) + suit_length(cards, 3)
    )
