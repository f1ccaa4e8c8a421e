"""Deals consistent with what a seat has seen, drawn with exactly equal chances."""

from clumond_solver._core.bits.rng cimport start_stream
from clumond_solver._core.bits.cards cimport count_cards, lowest


cdef bint describe_hidden(
    Hidden* hidden,
    uint64_t unseen,
    uint64_t first_may_hold,
    uint64_t second_may_hold,
    int first_needs,
    int second_needs,
) noexcept nogil:
    """Set up the drawing; False when no deal fits."""
    cdef uint64_t rest
    hidden.known_first = unseen & ~second_may_hold
    hidden.known_second = unseen & ~first_may_hold
    hidden.pool = unseen & first_may_hold & second_may_hold
    hidden.size = 0
    rest = hidden.pool
    while rest:
        hidden.cards[hidden.size] = lowest(rest)
        hidden.size += 1
        rest &= rest - 1
    hidden.drawn = first_needs - count_cards(hidden.known_first)
    if hidden.known_first & hidden.known_second:
        return False
    if hidden.drawn < 0 or hidden.drawn > hidden.size:
        return False
    return first_needs + second_needs == count_cards(unseen)


def draw_deals(
    uint64_t unseen,
    uint64_t first_may_hold,
    uint64_t second_may_hold,
    int first_needs,
    int second_needs,
    int count,
    uint64_t seed,
):
    """Pairs of masks, or None when no deal fits."""
    cdef Hidden hidden
    cdef Rng rng
    cdef uint64_t first
    if not describe_hidden(
        &hidden, unseen, first_may_hold, second_may_hold, first_needs, second_needs
    ):
        return None
    start_stream(&rng, seed, 0)
    drawn = []
    for _ in range(count):
        first = draw_first(&hidden, &rng)
        drawn.append((first, unseen & ~first))
    return drawn
