"""What a seat knows at a point of Clumond's play: where its searches, and self-play, start."""

from clumond_solver._core.bits.cards cimport count_cards
from clumond_solver._core.rules.clumond cimport cards_left, left_of
from clumond_solver._core.single_dummy.determinization cimport hide_two_hands
from clumond_solver._core.single_dummy.history cimport replay


cdef class SeatKnowledge:
    """A board that shows one seat's hand, or all where the viewer is -1, and what is known besides.

    ``unseen`` are the cards of the other hands, ``sizes`` how many each seat holds, ``may_hold``
    the cards that it may still hold; ``moves`` are the plays that led here, as
    (seat, card). ValueError unless every hand can play to all the tricks that are left.
    """

    def __init__(
        self, Board board, Targets targets, int viewer, uint64_t unseen, sizes, may_hold, moves=()
    ):
        cdef uint64_t held = unseen
        if not -1 <= viewer < MAX_SEATS or len(sizes) != MAX_SEATS or len(may_hold) != MAX_SEATS:
            raise ValueError(f"no viewer {viewer}, or not {MAX_SEATS} hands")
        if unseen & ~board.rules.data.every:
            raise ValueError("unseen: all must be cards of the pack")
        self.board = board
        self.targets = targets
        self.viewer = viewer
        self.unseen = unseen
        for seat in range(MAX_SEATS):
            self.may_hold[seat] = may_hold[seat]
            self.sizes[seat] = sizes[seat]
            held |= board.data.hands[seat]
            self._check(seat)
        replay(&self.history, &board.rules.data, &board.data, held, moves)

    def _check(self, int seat):
        cdef int size = self.sizes[seat]
        if self.viewer < 0 or seat == self.viewer:
            size = count_cards(self.board.data.hands[seat])
        if size != cards_left(&self.board.rules.data, &self.board.data, seat):
            raise ValueError(f"seat {seat} holds {size} cards with {self.board.left} tricks left")
        if self.viewer >= 0 and self.board.data.hands[seat] & self.unseen:
            raise ValueError(f"seat {seat} holds cards that are also unseen")

    cdef bint hide(self, Hidden* hidden):
        # Set up drawing the two hidden hands; False when no deal fits.
        cdef int first = left_of(self.viewer), second = left_of(left_of(self.viewer))
        return hide_two_hands(
            hidden,
            self.unseen,
            self.may_hold[first],
            self.may_hold[second],
            self.sizes[first],
            self.sizes[second],
        )
