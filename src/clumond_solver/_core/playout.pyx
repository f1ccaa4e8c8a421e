"""Uniformly random play to the end, or to where the exact finish takes over."""

from libc.stdint cimport uint64_t

from clumond_solver._core.endgame cimport finish
from clumond_solver._core.rng cimport below, start_stream
from clumond_solver._core.tricks cimport (
    MAX_SEATS,
    Board,
    Targets,
    count_cards,
    final_rewards,
    legal_cards,
    lowest,
    play_card,
)


cdef inline int random_card(uint64_t cards, Rng* rng) noexcept nogil:
    cdef int skip = <int>below(rng, count_cards(cards))
    while skip:
        cards &= cards - 1
        skip -= 1
    return lowest(cards)


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
        play_card(tables, at, random_card(legal_cards(tables, at), rng))
    if exact_tricks:
        finish(tables, goals, at, rewards)
    else:
        final_rewards(tables, goals, at, rewards)


def random_rewards(Board board, Targets targets, int exact_tricks, int count, unsigned long seed):
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
