"""What a finished deal is worth to each seat, in any game, as tables compiled from data."""

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
