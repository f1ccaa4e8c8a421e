"""The Python interface to the payoffs of a finished deal, in any game."""

from itertools import chain

from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    # The most scores in a table: 16 MiB.
    MAX_TABLE = 1 << 22

# Python refers to the ways to settle by name, so that only the core defines their numbers.
SETTLINGS = {
    "EACH_ALONE": EACH_ALONE,
    "MOST_ALONE": MOST_ALONE,
    "TURNED_OVER": TURNED_OVER,
    "BIDDER_MUST_LEAD": BIDDER_MUST_LEAD,
    "BIDDER_OR_OTHERS": BIDDER_OR_OTHERS,
    "THIRDS_OF_POT": THIRDS_OF_POT,
    "BY_TABLE": BY_TABLE,
}


cdef class Payoffs:
    """The scoring of one deal; see the fields of `RulePayoffs`."""

    def __init__(
        self,
        awards,
        counts,
        goals,
        initial_points,
        *,
        pairs=(),
        int pair_points=0,
        bint last_takes_rest=False,
        int rest_award=0,
        settling="EACH_ALONE",
        float bonus=0,
        float limit=0,
        int bidder=0,
        table=(),
        int rest_seat=-1,
        bands=(),
    ):
        self.seats = len(awards)
        if not 2 <= self.seats <= MAX_SEATS or not 0 <= bidder < self.seats:
            raise ValueError(f"no payoffs for {self.seats} seats with bidder {bidder}")
        if not -1 <= rest_seat < self.seats:
            raise ValueError(f"no seat {rest_seat} among {self.seats} to take the rest")
        if len(bands) > MAX_BANDS:
            raise ValueError(f"{len(bands)} bands of points, at most {MAX_BANDS}")
        if settling not in SETTLINGS:
            raise ValueError(f"{settling!r} is not a way to settle")
        if settling == "BIDDER_MUST_LEAD" and self.seats != 2:
            raise ValueError("BIDDER_MUST_LEAD is for two seats")
        if {len(counts), len(goals), len(initial_points)} != {self.seats}:
            raise ValueError(f"counts, goals and points must be given for {self.seats} seats")
        if pair_points and len(pairs) != self.seats:
            raise ValueError(f"{len(pairs)} pairs for {self.seats} seats")
        for rows in awards:
            if not 0 < len(rows) <= MAX_CODES or max(map(len, rows)) > TRICK_COUNTS:
                raise ValueError(
                    f"awards need 1 to {MAX_CODES} codes of cards kept,"
                    f" and at most {TRICK_COUNTS} numbers of tricks"
                )
        if (settling == "BY_TABLE") != bool(table):
            raise ValueError("BY_TABLE needs a table, and no other way to settle has one")
        # NaN is within no bounds.
        if not all(
            -MAX_AWARD <= award <= MAX_AWARD
            for award in (
                *chain.from_iterable(chain.from_iterable(awards)),
                *chain.from_iterable(scores for _, scores in table),
                *chain.from_iterable(scores for _, _, _, scores in bands),
                bonus,
                limit,
            )
        ):
            raise ValueError(f"an award, bonus or limit beyond {MAX_AWARD}")
        memset(&self.data, 0, sizeof(RulePayoffs))
        for seat in range(self.seats):
            for code, row in enumerate(awards[seat]):
                for taken, award in enumerate(row):
                    self.data.award[seat][code][taken] = award
            self.data.counts[seat] = counts[seat]
            self.data.goal[seat] = goals[seat]
            self.data.any_goal |= goals[seat] >= 0
            self.data.initial_points[seat] = initial_points[seat]
            self.data.pair[seat] = pairs[seat] if pair_points else 0
        self.data.pair_points = pair_points
        self.data.last_takes_rest = last_takes_rest
        self.data.rest_award = rest_award
        self.data.rest_seat = rest_seat
        self.set_bands(bands)
        self.data.settling = SETTLINGS[settling]
        self.data.bonus = bonus
        self.data.limit = limit
        self.data.bidder = bidder
        self.tricks = -1
        if table:
            self.set_table(table)

    cdef int set_bands(self, bands) except -1:
        cdef PointBand* band
        for seats, low, high, scores in bands:
            if len(scores) != self.seats:
                raise ValueError(f"{len(scores)} scores of a band for {self.seats} seats")
            band = &self.data.bands[self.data.band_count]
            band.seats = sum([1 << seat for seat in seats])
            band.low = low
            band.high = high
            for seat in range(self.seats):
                band.scores[seat] = scores[seat]
            self.data.band_count += 1
        return 0

    def __dealloc__(self):
        free(self.table)

    cdef int check_board(self, Board board) except -1:
        """ValueError unless the payoffs are for the board's numbers of seats and tricks.

        `final_scores` relies on this check.
        """
        cdef int seats = board.rules.data.seats
        if self.seats != seats:
            raise ValueError(f"payoffs of {self.seats} seats on a board of {seats}")
        taken = sum([board.data.taken[seat] for seat in range(seats)])
        tricks = board.data.trick.tricks_left + taken
        if self.tricks >= 0 and self.tricks != tricks:
            raise ValueError(f"a table for {self.tricks} tricks, but the play has {tricks}")
        return 0

    cdef int set_table(self, table) except -1:
        """Set the scores for every way to share the tricks, as `add_table_scores` reads them."""
        cdef int seat, row, size = 1
        # A second call of __init__ must not change a table that a search may be reading.
        if self.table != NULL:
            raise ValueError("the payoffs have a table already")
        tricks = sum(table[0][0])
        if not 0 <= tricks < TRICK_COUNTS:
            raise ValueError(f"{tricks} tricks: 0 to {TRICK_COUNTS - 1}")
        for seat in range(self.seats - 1):
            self.data.row_step[seat] = size
            size *= tricks + 1
            if size * self.seats > MAX_TABLE:
                raise ValueError(f"{tricks} tricks of {self.seats} seats are too many for a table")
        self.table = <float*>calloc(size * self.seats, sizeof(float))
        if self.table == NULL:
            raise MemoryError("no memory for a table of scores")
        self.data.table = self.table
        self.tricks = tricks
        for taken, scores in table:
            if {len(taken), len(scores)} != {self.seats} or sum(taken) != tricks or min(taken) < 0:
                raise ValueError(f"{taken} and {scores}: not {tricks} tricks of {self.seats} seats")
            row = sum([self.data.row_step[seat] * taken[seat] for seat in range(self.seats - 1)])
            for seat in range(self.seats):
                self.table[row * self.seats + seat] = scores[seat]
        return 0
