"""The leaf of Clumond's tree search: uniformly random play, then the last tricks exactly."""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.rng cimport below, start_stream
from clumond_solver._core.bits.suit_tables cimport (
    count_all,
    fill_suit_tables,
    nth_card,
    nth_of_suit,
    random_card,
    suit_length,
)
from clumond_solver._core.double_dummy.rollout_finish cimport finish
from clumond_solver._core.rules.clumond cimport (
    MAX_SEATS,
    PLAIN,
    Board,
    Move,
    Targets,
    final_rewards,
    legal_cards,
    move_of,
    names_for,
    names_open,
    play_move,
    seats_of,
)

include "random_play.pxi"

fill_suit_tables()


cdef void roll_out(
    const TrickTables* tables,
    const Goals* goals,
    Position* at,
    int exact_tricks,
    Rng* rng,
    float* rewards,
) noexcept nogil:
    """Set the rewards after random play; overwrites the position."""
    play_at_random(tables, at, exact_tricks, rng)
    if exact_tricks:
        finish(tables, goals, at, rewards)
    else:
        final_rewards(goals, at, rewards)


def random_rewards(Board board, Targets targets, int exact_tricks, int count, uint64_t seed):
    """Each seat's mean reward over random playouts from this position."""
    cdef Rng rng
    cdef Position at
    cdef float rewards[MAX_SEATS]
    cdef double sums[MAX_SEATS]
    cdef int seat, _
    start_stream(&rng, seed, 0)
    for seat in range(MAX_SEATS):
        sums[seat] = 0
    with nogil:
        for _ in range(count):
            at = board.data
            roll_out(&board.rules.data, &targets.data, &at, exact_tricks, &rng, rewards)
            for seat in range(MAX_SEATS):
                sums[seat] += rewards[seat]
    return tuple([sums[seat] / count for seat in range(MAX_SEATS)])
