"""Deals consistent with what a seat has seen, drawn with exactly equal chances."""

from libc.stdint cimport int8_t, uint64_t

from clumond_solver._core.bits.rng cimport Rng, below


cdef struct Hidden:
    # Two hands that are not seen. What only one of them may hold is known to be there; the rest is
    # one pool, of which `first` gets `drawn` cards: every subset of that size is one deal.
    uint64_t known_first
    uint64_t known_second
    uint64_t pool
    int first
    int second
    int drawn
    int size
    int8_t cards[64]


cdef bint describe_hidden(
    Hidden* hidden,
    uint64_t unseen,
    uint64_t first_may_hold,
    uint64_t second_may_hold,
    int first_needs,
    int second_needs,
) noexcept nogil


cdef inline uint64_t draw_first(Hidden* hidden, Rng* rng) noexcept nogil:
    # The cards of the first hidden hand; the second holds the other unseen ones.
    cdef int take = hidden.drawn
    cdef bint other = 2 * take > hidden.size
    cdef uint64_t chosen = 0
    cdef int place, at
    cdef int8_t card
    if other:
        take = hidden.size - take
    for place in range(take):
        at = place + <int>below(rng, hidden.size - place)
        card = hidden.cards[at]
        hidden.cards[at] = hidden.cards[place]
        hidden.cards[place] = card
        chosen |= <uint64_t>1 << card
    if other:
        chosen = hidden.pool & ~chosen
    return hidden.known_first | chosen
