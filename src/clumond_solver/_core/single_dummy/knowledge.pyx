"""What a seat knows at a point of Clumond's play: where searches and whole games start."""

from clumond_solver._core.bits.cards cimport count_cards
from clumond_solver._core.bits.rng cimport Rng, start_stream
from clumond_solver._core.rules.clumond_tricks cimport (
    cards_left,
    left_of,
    play_card,
    with_best_card,
)
from clumond_solver._core.single_dummy.determinization cimport draw_first, hide_two_hands


cdef class SeatKnowledge:
    """What the viewer knows: a board with his hand, or with all hands if the viewer is -1.

    ``unseen`` are the cards of the other hands; by seat, ``sizes`` are the numbers of cards held
    and ``may_hold`` the cards that may still be held; ``plays`` are those that led here, as
    (seat, card). ValueError unless every hand can play to all the tricks that are left.
    """

    def __init__(
        self, Board board, Payoffs payoffs, int viewer, uint64_t unseen, sizes, may_hold, plays=()
    ):
        cdef uint64_t held = unseen
        if not -1 <= viewer < MAX_SEATS or len(sizes) != MAX_SEATS or len(may_hold) != MAX_SEATS:
            raise ValueError(f"no viewer {viewer}, or not {MAX_SEATS} hands")
        if unseen & ~board.rules.data.pack:
            raise ValueError("unseen cards must be cards of the pack")
        self.board = board
        self.payoffs = payoffs
        self.viewer = viewer
        self.unseen = unseen
        for seat in range(MAX_SEATS):
            self.may_hold[seat] = may_hold[seat]
            self.sizes[seat] = sizes[seat]
            held |= board.data.hands[seat]
            self._check(seat)
        replay(&self.history, &board.rules.data, &board.data, held, plays)

    def _check(self, int seat):
        cdef int size = self.sizes[seat]
        if self.viewer < 0 or seat == self.viewer:
            size = count_cards(self.board.data.hands[seat])
        if size != cards_left(&self.board.rules.data, &self.board.data, seat):
            raise ValueError(f"{size} cards of seat {seat}, {self.board.tricks_left} tricks left")
        if self.viewer >= 0 and self.board.data.hands[seat] & self.unseen:
            raise ValueError(f"seat {seat} holds cards that are also unseen")

    def draw(self, int count, uint64_t seed):
        """Draw deals: the left and right neighbours' hands, as masks; None when no deal fits."""
        cdef Hidden hidden
        cdef Rng rng
        cdef uint64_t first_hand
        if not self.set_hidden(&hidden):
            return None
        start_stream(&rng, seed, 0)
        drawn = []
        for _ in range(count):
            first_hand = draw_first(&hidden, &rng)
            drawn.append((first_hand, self.unseen & ~first_hand))
        return drawn

    cdef bint set_hidden(self, Hidden* hidden):
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

    cdef void set_info(self, PublicInfo* info) noexcept nogil:
        # Set what everybody has seen up to this point.
        cdef const PastPlay* past_play
        cdef int seat, index
        for seat in range(MAX_SEATS):
            info.may_hold[seat] = self.may_hold[seat]
            info.played[seat] = 0
        for index in range(self.history.count):
            past_play = &self.history.plays[index]
            info.played[past_play.trick.turn] |= <uint64_t>1 << past_play.card


cdef void add_to_history(
    History* history, const Position* before, uint64_t live, int card
) noexcept nogil:
    """Add a card that is about to be played from this position."""
    cdef PastPlay* past_play = &history.plays[history.count]
    cdef int seat
    past_play.trick = before.trick
    for seat in range(MAX_SEATS):
        past_play.taken[seat] = before.taken[seat]
    past_play.live = live
    past_play.card = card
    history.count += 1


cdef void replay(
    History* history, const TrickTables* tables, const Position* now, uint64_t held, plays
):
    # Set the history to the plays, (seat, card) in order, that led to the position `now`; `held`
    # are the cards not yet played. The first pass counts the tricks that these plays take, from
    # which the tricks taken before them follow; the second pass starts from those.
    cdef Position position
    cdef uint64_t rest
    cdef int pass_number, seat, card
    if len(plays) > MAX_PLAYS:
        raise ValueError(f"{len(plays)} plays, at most {MAX_PLAYS}")
    for seat, card in plays:
        if not 0 <= seat < MAX_SEATS or not 0 <= card < 64:
            raise ValueError(f"card {card} of seat {seat}: no such card or no such seat")
    position = now[0]
    for _, card in plays:
        held |= <uint64_t>1 << card
    for pass_number in range(2):
        history.count = 0
        position.trick = now.trick
        position.trick.tricks_left += len(plays) // MAX_SEATS
        position.trick.on_table = 0
        position.trick.turn = plays[0][0] if plays else now.trick.turn
        rest = held
        for _, card in plays:
            add_to_history(history, &position, with_best_card(&position, rest), card)
            rest &= ~(<uint64_t>1 << card)
            play_card(tables, &position, card)
        if pass_number == 0:
            for seat in range(MAX_SEATS):
                position.taken[seat] = 2 * now.taken[seat] - position.taken[seat]
                if position.taken[seat] < 0:
                    raise ValueError(f"these plays take more tricks than seat {seat} has")
