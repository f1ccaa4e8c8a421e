"""What a seat knows at a point of Clumond's play: where searches and whole games start."""

from clumond_solver._core.bits.cards cimport count_cards
from clumond_solver._core.bits.rng cimport Rng, start_stream
from clumond_solver._core.rules.clumond cimport cards_left, left_of, play_card
from clumond_solver._core.single_dummy.determinization cimport draw_first, hide_two_hands


cdef class SeatKnowledge:
    """A board that shows one seat's hand, or all where the viewer is -1, and what is known besides.

    ``unseen`` are the cards of the other hands, ``sizes`` how many each seat holds, ``may_hold``
    the cards that it may still hold; ``moves`` are the plays that led here, as
    (seat, card). ValueError unless every hand can play to all the tricks that are left.
    """

    def __init__(
        self, Board board, Finishes finishes, int viewer, uint64_t unseen, sizes, may_hold, moves=()
    ):
        cdef uint64_t held = unseen
        if not -1 <= viewer < MAX_SEATS or len(sizes) != MAX_SEATS or len(may_hold) != MAX_SEATS:
            raise ValueError(f"no viewer {viewer}, or not {MAX_SEATS} hands")
        if unseen & ~board.rules.data.every:
            raise ValueError("unseen: all must be cards of the pack")
        self.board = board
        self.finishes = finishes
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

    def draw(self, int count, uint64_t seed):
        """Deals as the masks of the viewer's left and right neighbours; None when no deal fits."""
        cdef Hidden hidden
        cdef Rng rng
        cdef uint64_t left
        if not self.hide(&hidden):
            return None
        start_stream(&rng, seed, 0)
        drawn = []
        for _ in range(count):
            left = draw_first(&hidden, &rng)
            drawn.append((left, self.unseen & ~left))
        return drawn

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

    cdef void show(self, PublicInfo* shown) noexcept nogil:
        # Set what everybody has seen up to this point.
        cdef const Past* past
        cdef int seat, play
        for seat in range(MAX_SEATS):
            shown.may_hold[seat] = self.may_hold[seat]
            shown.played[seat] = 0
        for play in range(self.history.count):
            past = &self.history.plays[play]
            shown.played[past.trick.turn] |= <uint64_t>1 << past.card


cdef void remember(
    History* history, const Position* before, uint64_t live, int card
) noexcept nogil:
    """Add a card about to be played from this position."""
    cdef Past* past = &history.plays[history.count]
    cdef int seat
    past.trick = before.trick
    for seat in range(MAX_SEATS):
        past.taken[seat] = before.taken[seat]
    past.live = live
    past.card = card
    history.count += 1


cdef void replay(
    History* history, const TrickTables* tables, const Position* seen, uint64_t held, moves
):
    # The plays that led to this position: (seat, card) in order; `held` are the cards not yet
    # played. Twice through: the tricks taken at the start follow from those taken since.
    cdef Position at
    cdef uint64_t live
    cdef int step, seat, card
    if len(moves) > MAX_PLAYS:
        raise ValueError(f"{len(moves)} plays of a hand: at most {MAX_PLAYS}")
    for seat, card in moves:
        if not 0 <= seat < MAX_SEATS or not 0 <= card < 64:
            raise ValueError(f"card {card} of seat {seat}: no card of the pack or no seat")
    at = seen[0]
    at.trick.on_table = 0
    at.trick.turn = moves[0][0] if moves else at.trick.turn
    for _, card in moves:
        held |= <uint64_t>1 << card
    for step in range(2):
        history.count = 0
        live = held
        for _, card in moves:
            if at.trick.on_table:
                remember(history, &at, live | (<uint64_t>1 << at.trick.best_card), card)
            else:
                remember(history, &at, live, card)
            live &= ~(<uint64_t>1 << card)
            play_card(tables, &at, card)
        if step == 0:
            at.trick = seen.trick
            at.trick.left += len(moves) // MAX_SEATS
            at.trick.on_table = 0
            at.trick.turn = moves[0][0] if moves else at.trick.turn
            for seat in range(MAX_SEATS):
                at.taken[seat] = 2 * seen.taken[seat] - at.taken[seat]
                if at.taken[seat] < 0:
                    raise ValueError(f"these plays take more tricks than seat {seat} has")
