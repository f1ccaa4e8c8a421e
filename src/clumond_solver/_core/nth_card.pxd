"""The n-th card of a set, without a branch; cards of a suit lie in its lowest thirteen places."""

from libc.stdint cimport uint64_t

from clumond_solver._core.rng cimport Rng, below
from clumond_solver._core.tricks cimport count_cards, lowest, suit_length

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
    static inline int clumond_nth_of_suit(uint64_t cards, int suit, int n) {
        unsigned set = (unsigned)(cards >> (16 * suit)) & 0x1FFF;
        int low = clumond_lengths[set & 0xFF];
        int upper = n >= low;
        int byte = upper ? (int)(set >> 8) : (int)(set & 0xFF);
        return 16 * suit + 8 * upper + clumond_nth[byte][n - (upper ? low : 0)];
    }
    static inline int clumond_nth_card(uint64_t cards, int n) {
        int first = clumond_lengths[cards & 0x1FFF];
        int second = first + clumond_lengths[(cards >> 16) & 0x1FFF];
        int third = second + clumond_lengths[(cards >> 32) & 0x1FFF];
        int suit = (n >= first) + (n >= second) + (n >= third);
        int before = n >= third ? third : n >= second ? second : n >= first ? first : 0;
        return clumond_nth_of_suit(cards, suit, n - before);
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
    return nth_card(cards, <int>below(rng, count_cards(cards)))
