"""What a seat knows at a point of Clumond's play, and what everybody at the table has seen."""

from libc.stdint cimport int8_t, uint64_t

from clumond_solver._core.rules.clumond_tricks cimport (
    MAX_SEATS,
    Board,
    Position,
    Payoffs,
    Trick,
    TrickTables,
    left_of,
)
from clumond_solver._core.single_dummy.determinization cimport Hidden

cdef enum:
    MAX_PLAYS = 64


cdef struct PastPlay:
    # A card played, and the position as everybody saw it just before.
    Trick trick
    int8_t taken[MAX_SEATS]
    # The cards that separate runs: those still held, and the one that is winning the trick.
    uint64_t live
    int8_t card


cdef struct History:
    PastPlay plays[MAX_PLAYS]
    int count


cdef struct PublicInfo:
    # By seat: the cards played, and the cards that, as everybody knows, it may still hold.
    uint64_t played[MAX_SEATS]
    uint64_t may_hold[MAX_SEATS]


cdef void add_to_history(
    History* history, const Position* before, uint64_t live, int card
) noexcept nogil


cdef inline void set_hidden_hands(
    Position* position, int viewer, uint64_t unseen, uint64_t first_hand
) noexcept nogil:
    # Give the viewer's left neighbour the first hand, his right neighbour the other unseen cards.
    position.hands[left_of(viewer)] = first_hand
    position.hands[left_of(left_of(viewer))] = unseen & ~first_hand


cdef inline void record_card(
    const TrickTables* tables, const Position* before, PublicInfo* info, int card
) noexcept nogil:
    # Add a card that is about to be played, and the void that it may show.
    cdef int seat = before.trick.turn
    cdef uint64_t following
    info.played[seat] |= <uint64_t>1 << card
    if before.trick.on_table:
        following = tables.duty[before.trick.led][0]
        if not (following >> card) & 1:
            info.may_hold[seat] &= ~following


cdef class SeatKnowledge:
    cdef Board board
    cdef Payoffs payoffs
    # -1 if all hands are known.
    cdef int viewer
    cdef uint64_t unseen
    cdef uint64_t may_hold[MAX_SEATS]
    cdef int sizes[MAX_SEATS]
    cdef History history
    cdef bint set_hidden(self, Hidden* hidden)
    cdef void set_info(self, PublicInfo* info) noexcept nogil
