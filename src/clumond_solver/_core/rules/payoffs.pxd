"""The payoffs of a finished deal by seat, in any game: they end all rollouts but Clumond's."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

from clumond_solver._core.bits.cards cimport lowest, sum_of_suits
from clumond_solver._core.rules.any_game_tricks cimport (
    MAX_SEATS,
    Board,
    Position,
    TrickTables,
    plays,
)
from clumond_solver._core.rules.limits cimport MAX_CODES, TRICK_COUNTS

cdef enum:
    # The greatest award, so that sums fit every type.
    MAX_AWARD = 1000000
    MAX_BANDS = 32
    # How the seats' results depend on each other: see `Settling` in `rules/payoffs.py`.
    EACH_ALONE
    MOST_ALONE
    TURNED_OVER
    BIDDER_MUST_LEAD
    BIDDER_OR_OTHERS
    THIRDS_OF_POT
    BY_TABLE


cdef struct PointBand:
    # These seats, as bits, have so many points together: every seat's score changes.
    uint8_t seats
    int16_t low
    int16_t high
    float scores[MAX_SEATS]


cdef struct RulePayoffs:
    # By seat, code of the cards kept and tricks taken.
    float award[MAX_SEATS][MAX_CODES][TRICK_COUNTS]
    # By seat, a bit for each number of tricks taken with which the seat's points count too.
    uint32_t counts[MAX_SEATS]
    # By seat: the points that it has where the play starts.
    int16_t initial_points[MAX_SEATS]
    # By seat: the cards that score for it if it was dealt all of them, without those it has played.
    uint64_t pair[MAX_SEATS]
    int16_t pair_points
    # Whether the winner of the last trick takes the cards that nobody was dealt, with their points,
    # and his award for each of them.
    bint last_takes_rest
    int16_t rest_award
    # The seat that takes them instead, or -1.
    int8_t rest_seat
    int band_count
    PointBand bands[MAX_BANDS]
    int settling
    float bonus
    float limit
    int bidder
    # The number of tricks that a seat aims at, or -1.
    int8_t goal[MAX_SEATS]
    # BY_TABLE: every seat's score for each way to share the tricks, a row for each way. One more
    # trick for a seat is `row_step` rows further down; the last seat's tricks follow.
    const float* table
    int row_step[MAX_SEATS]
    bint any_goal


cdef inline void start_points(
    const TrickTables* tables, const RulePayoffs* payoffs, Position* position
) noexcept nogil:
    # Add the points that the seats have already, when all hands are set.
    cdef int seat
    for seat in range(tables.seats):
        position.points[seat] += payoffs.initial_points[seat]
        if payoffs.pair_points and payoffs.pair[seat] & ~position.hands[seat] == 0:
            position.points[seat] += payoffs.pair_points


cdef inline void add_rest(
    const TrickTables* tables, const RulePayoffs* payoffs, Position* position, uint64_t rest,
    float* scores,
) noexcept nogil:
    cdef int seat = position.trick.turn if payoffs.rest_seat < 0 else payoffs.rest_seat
    while rest:
        position.points[seat] += tables.card_points[lowest(rest)]
        scores[seat] += payoffs.rest_award
        rest &= rest - 1


cdef inline void add_band_scores(
    const TrickTables* tables, const RulePayoffs* payoffs, const Position* position, float* scores
) noexcept nogil:
    cdef const PointBand* band
    cdef int number, seat, points
    for number in range(payoffs.band_count):
        band = &payoffs.bands[number]
        points = 0
        for seat in range(tables.seats):
            if (band.seats >> seat) & 1:
                points += position.points[seat]
        if band.low <= points <= band.high:
            for seat in range(tables.seats):
                scores[seat] += band.scores[seat]


cdef inline void add_table_scores(
    const TrickTables* tables, const RulePayoffs* payoffs, const Position* position, float* scores
) noexcept nogil:
    cdef int seat, row = 0
    for seat in range(tables.seats - 1):
        row += payoffs.row_step[seat] * position.taken[seat]
    for seat in range(tables.seats):
        scores[seat] += payoffs.table[row * tables.seats + seat]


cdef inline void share_pot(
    const TrickTables* tables, const RulePayoffs* payoffs, float* scores
) noexcept nogil:
    # Seats with a negative award pay it into the pot, whose size was `limit`; then each seat with
    # award 0 draws a third, rounded down.
    cdef int seat, pot = <int>payoffs.limit
    for seat in range(tables.seats):
        pot -= <int>scores[seat]
    for seat in range(tables.seats):
        if scores[seat] == 0:
            scores[seat] = pot // 3


cdef inline void final_scores(
    const TrickTables* tables, const RulePayoffs* payoffs, Position* position, uint64_t rest,
    float* scores,
) noexcept nogil:
    # Write the final scores by seat; `rest` are the cards that nobody was dealt.
    cdef int seat, other, most, code
    cdef float least
    for seat in range(tables.seats):
        code = sum_of_suits(position.hands[seat]) if plays(tables, seat) else 0
        scores[seat] = payoffs.award[seat][code][position.taken[seat]]
    if payoffs.last_takes_rest:
        add_rest(tables, payoffs, position, rest, scores)
    if payoffs.settling == BY_TABLE:
        add_table_scores(tables, payoffs, position, scores)
    elif payoffs.settling == THIRDS_OF_POT:
        share_pot(tables, payoffs, scores)
    elif payoffs.settling == BIDDER_OR_OTHERS and scores[payoffs.bidder] == 0:
        for seat in range(tables.seats):
            scores[seat] = 0 if seat == payoffs.bidder else payoffs.bonus
    for seat in range(tables.seats):
        if (payoffs.counts[seat] >> position.taken[seat]) & 1:
            scores[seat] += position.points[seat]
    add_band_scores(tables, payoffs, position, scores)
    if payoffs.settling == MOST_ALONE:
        most = 0
        for seat in range(1, tables.seats):
            if position.taken[seat] > position.taken[most]:
                most = seat
        for seat in range(tables.seats):
            if seat != most and position.taken[seat] == position.taken[most]:
                return
        scores[most] += payoffs.bonus
    elif payoffs.settling == TURNED_OVER:
        least = scores[0]
        for seat in range(1, tables.seats):
            least = min(least, scores[seat])
        if least <= payoffs.limit:
            for seat in range(tables.seats):
                scores[seat] = -position.points[seat]
    elif payoffs.settling == BIDDER_MUST_LEAD:
        seat, other = payoffs.bidder, 1 - payoffs.bidder
        if scores[seat] <= scores[other]:
            scores[other] += scores[seat]
            scores[seat] = 0


cdef class Payoffs:
    cdef RulePayoffs data
    cdef int seats
    # The number of tricks that the table is for; -1 without a table.
    cdef int tricks
    cdef float* table
    cdef int set_bands(self, bands) except -1
    cdef int check_board(self, Board board) except -1
    cdef int set_table(self, table) except -1
