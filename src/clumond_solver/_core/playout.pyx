"""Uniformly random play to the end, or to where the exact finish takes over."""

from libc.stdint cimport uint64_t

from clumond_solver._core.endgame cimport finish
from clumond_solver._core.rng cimport below, start_stream
from clumond_solver._core.tricks cimport (
    MAX_SEATS,
    Board,
    Targets,
    count_cards,
    fill_lengths,
    final_rewards,
    play_card,
    suit_length,
)


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
    void fill_nth "clumond_fill_nth"() noexcept nogil
    int nth_of_suit "clumond_nth_of_suit"(uint64_t cards, int suit, int n) noexcept nogil
    int nth_card "clumond_nth_card"(uint64_t cards, int n) noexcept nogil


fill_lengths()
fill_nth()


cdef inline int random_card(
    const TrickTables* tables, const Position* at, int size, Rng* rng
) noexcept nogil:
    cdef uint64_t hand = at.hands[at.trick.turn]
    cdef uint64_t following
    if at.trick.on_table:
        following = hand & tables.follow[at.trick.led]
        if following:
            if tables.single_suit_duty:
                return nth_of_suit(
                    following,
                    at.trick.led,
                    <int>below(rng, suit_length(following, at.trick.led)),
                )
            return nth_card(following, <int>below(rng, count_cards(following)))
    return nth_card(hand, <int>below(rng, size))


cdef void play_out(
    const TrickTables* tables,
    const Goals* goals,
    Position* at,
    int exact_tricks,
    Rng* rng,
    float* rewards,
) noexcept nogil:
    """Play random legal cards; the position is used up."""
    while at.trick.left > exact_tricks or at.trick.on_table:
        # A seat that has yet to play to this trick holds one card for each trick left.
        play_card(tables, at, random_card(tables, at, at.trick.left + tables.keep, rng))
    if exact_tricks:
        finish(tables, goals, at, rewards)
    else:
        final_rewards(tables, goals, at, rewards)


def random_rewards(Board board, Targets targets, int exact_tricks, int count, uint64_t seed):
    """Each seat's mean reward over random playouts from this position."""
    cdef Rng rng
    cdef Position at
    cdef float rewards[MAX_SEATS]
    cdef double sums[MAX_SEATS]
    cdef int seat, done
    start_stream(&rng, seed, 0)
    for seat in range(MAX_SEATS):
        sums[seat] = 0
    with nogil:
        for done in range(count):
            at = board.data
            play_out(&board.tables.data, &targets.data, &at, exact_tricks, &rng, rewards)
            for seat in range(board.tables.data.seats):
                sums[seat] += rewards[seat]
    return tuple([sums[seat] / count for seat in range(board.tables.data.seats)])
