"""What a finished deal is worth to each seat, in any game, as tables compiled from data."""

from itertools import chain

from libc.string cimport memset


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
        int settling=EACH_ALONE,
        float bonus=0,
        float limit=0,
        int bidder=0,
    ):
        self.seats = len(awards)
        if not 2 <= self.seats <= MAX_SEATS or not 0 <= bidder < self.seats:
            raise ValueError(f"no payoffs for {self.seats} seats with bidder {bidder}")
        if settling == BIDDER_MUST_LEAD and self.seats != 2:
            raise ValueError("a bidder who must score more than the other has one other")
        if {len(counts), len(goals), len(start)} != {self.seats}:
            raise ValueError(f"counts, goals and points are not those of {self.seats} seats")
        if not EACH_ALONE <= settling <= THIRDS_OF_POT:
            raise ValueError(f"no way {settling} to settle")
        for rows in awards:
            if len(rows) > MAX_CODES or max(map(len, rows), default=0) > MAX_TRICKS:
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
        self.data.settling = settling
        self.data.bonus = bonus
        self.data.limit = limit
        self.data.bidder = bidder
