"""What a seat knows at a point of Clumond's play, and what everybody at the table has seen."""

from libc.stdint cimport int8_t, uint64_t

from clumond_solver._core.rules.clumond cimport (
    MAX_SEATS,
    Board,
    Position,
    Finishes,
    Trick,
    TrickTables,
    left_of,
)
from clumond_solver._core.single_dummy.determinization cimport Hidden

cdef enum:
    MAX_PLAYS = 64


cdef struct Past:
    # A card played, and what everybody saw just before.
    Trick trick
    int8_t taken[MAX_SEATS]
    uint64_t live
    int8_t card


cdef struct History:
    Past plays[MAX_PLAYS]
    int count


cdef struct PublicInfo:
    # By seat: the cards played, and those that everybody knows it may still hold.
    uint64_t played[MAX_SEATS]
    uint64_t may_hold[MAX_SEATS]


cdef void remember(
    History* history, const Position* before, uint64_t live, int card
) noexcept nogil


cdef inline void set_hidden_hands(
    Position* at, int viewer, uint64_t unseen, uint64_t first
) noexcept nogil:
    # Give the viewer's left neighbour this hand, his right neighbour the rest of the unseen cards.
    at.hands[left_of(viewer)] = first
    at.hands[left_of(left_of(viewer))] = unseen & ~first


cdef inline void show_card(
    const TrickTables* tables, const Position* before, PublicInfo* shown, int card
) noexcept nogil:
    # Record a card about to be played.
    cdef int seat = before.trick.turn
    cdef uint64_t following
    shown.played[seat] |= <uint64_t>1 << card
    if before.trick.on_table:
        following = tables.duty[before.trick.led][0]
        if not (following >> card) & 1:
            shown.may_hold[seat] &= ~following


cdef class SeatKnowledge:
    cdef Board board
    cdef Finishes finishes
    # -1 where all hands are seen.
    cdef int viewer
    cdef uint64_t unseen
    cdef uint64_t may_hold[MAX_SEATS]
    cdef int sizes[MAX_SEATS]
    cdef History history
    cdef bint hide(self, Hidden* hidden)
    cdef void show(self, PublicInfo* shown) noexcept nogil
