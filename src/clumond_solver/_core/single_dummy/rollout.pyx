"""Uniformly random play to the end, or to where the exact finish takes over."""

from libc.stdint cimport uint64_t

from clumond_solver._core.double_dummy.last_tricks cimport finish
from clumond_solver._core.bits.nth_card cimport fill_nth, nth_card, nth_of_suit
from clumond_solver._core.bits.rng cimport below, start_stream
from clumond_solver._core.rules.clumond cimport (
    MAX_SEATS,
    Board,
    Targets,
    count_cards,
    fill_lengths,
    final_rewards,
    play_card,
    suit_length,
)


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
