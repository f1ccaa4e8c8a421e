"""The Python interface to Clumond's trick tables, and to its payoffs."""

from libc.math cimport isfinite

include "board.pxi"


cdef class Payoffs:
    """What every ending pays, by seat, code of the cards kept and tricks taken."""

    def __init__(self, int declarer, payoff, success, float scale=1):
        if not -1 <= declarer < MAX_SEATS:
            raise ValueError(f"no declarer {declarer} among {MAX_SEATS} seats")
        if len(payoff) != MAX_SEATS or len(success) != MAX_SEATS:
            raise ValueError(f"payoffs and successes must be given for {MAX_SEATS} seats")
        memset(&self.data, 0, sizeof(PayoffTable))
        self.data.declarer = declarer
        self.data.scale = scale
        for seat in range(MAX_SEATS):
            if len(payoff[seat]) > MAX_CODES or len(success[seat]) != len(payoff[seat]):
                raise ValueError(f"{len(payoff[seat])} codes of kept cards, at most {MAX_CODES}")
            for code, row in enumerate(payoff[seat]):
                if len(row) > TRICK_COUNTS:
                    raise ValueError(f"{len(row)} numbers of tricks, at most {TRICK_COUNTS}")
                self.data.success[seat][code] = success[seat][code]
                for tricks, value in enumerate(row):
                    if not isfinite(value):
                        raise ValueError(f"a payoff must be finite, not {value}")
                    self.data.payoff[seat][code][tricks] = value
