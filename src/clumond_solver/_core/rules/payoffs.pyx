"""Python's way in to what a finished deal is worth, in any game."""

from itertools import chain

from libc.string cimport memset

# The ways to settle go by their names, so that their numbers are stated here alone.
SETTLINGS = {
    "EACH_ALONE": EACH_ALONE,
    "MOST_ALONE": MOST_ALONE,
    "TURNED_OVER": TURNED_OVER,
    "BIDDER_MUST_LEAD": BIDDER_MUST_LEAD,
    "BIDDER_OR_OTHERS": BIDDER_OR_OTHERS,
    "THIRDS_OF_POT": THIRDS_OF_POT,
}


cdef class Payoffs:
    """The scoring of one deal; see the fields of `RulePayoffs`."""

    def __init__(
        self,
        awards,
        counts,
        goals,
        start,
        *,
        pairs=(),
        int pair_worth=0,
        bint last_takes_rest=False,
        int rest_award=0,
        settling="EACH_ALONE",
        float bonus=0,
        float limit=0,
        int bidder=0,
    ):
        self.seats = len(awards)
        if not 2 <= self.seats <= MAX_SEATS or not 0 <= bidder < self.seats:
            raise ValueError(f"no payoffs for {self.seats} seats with bidder {bidder}")
        if settling not in SETTLINGS:
            raise ValueError(f"{settling!r} is not a way to settle")
        if settling == "BIDDER_MUST_LEAD" and self.seats != 2:
            raise ValueError("a bidder who must score more than the other has one other")
        if {len(counts), len(goals), len(start)} != {self.seats}:
            raise ValueError(f"counts, goals and points are not those of {self.seats} seats")
        if pair_worth and len(pairs) != self.seats:
            raise ValueError(f"{len(pairs)} pairs for {self.seats} seats")
        for rows in awards:
            if not 0 < len(rows) <= MAX_CODES or max(map(len, rows)) > MAX_TRICKS:
                raise ValueError(f"awards for more than {MAX_CODES} codes or {MAX_TRICKS} counts")
        # NaN is within no bounds either.
        if not all(
            -MAX_WORTH <= each <= MAX_WORTH
            for each in (*chain.from_iterable(chain.from_iterable(awards)), bonus, limit)
        ):
            raise ValueError(f"an award, bonus or limit beyond {MAX_WORTH}")
        memset(&self.data, 0, sizeof(RulePayoffs))
        for seat in range(self.seats):
            for code, row in enumerate(awards[seat]):
                for taken, award in enumerate(row):
                    self.data.award[seat][code][taken] = award
            self.data.counts[seat] = counts[seat]
            self.data.goal[seat] = goals[seat]
            self.data.any_goal |= goals[seat] >= 0
            self.data.start[seat] = start[seat]
            self.data.pair[seat] = pairs[seat] if pair_worth else 0
        self.data.pair_worth = pair_worth
        self.data.last_takes_rest = last_takes_rest
        self.data.rest_award = rest_award
        self.data.settling = SETTLINGS[settling]
        self.data.bonus = bonus
        self.data.limit = limit
        self.data.bidder = bidder
