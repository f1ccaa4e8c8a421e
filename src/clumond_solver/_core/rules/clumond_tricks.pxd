"""Clumond's tricks (three seats that follow suit), and what each ending pays by seat."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t

from clumond_solver._core.bits.cards cimport lowest, sum_of_suits
from clumond_solver._core.rules.limits cimport (
    FIFTH_SUIT,
    LEADS,
    MAX_CODES,
    MAX_DUTIES,
    TRICK_COUNTS,
)

cdef enum:
    MAX_SEATS = 3
    CLUMOND_ONLY = 1

include "tricks.pxi"


cdef struct PayoffTable:
    # By seat, code of the cards kept and tricks taken; supplementary tricks are counted in.
    float payoff[MAX_SEATS][MAX_CODES][TRICK_COUNTS]
    # By seat and code of the cards kept, a bit for each number of tricks with which it succeeds.
    uint16_t success[MAX_SEATS][MAX_CODES]
    # -1 if the hand is undeclared.
    int declarer
    # The usual difference between payoffs, the unit of exploration.
    float scale


cdef inline int left_of(int seat) noexcept nogil:
    return 0 if seat == MAX_SEATS - 1 else seat + 1


cdef inline bint succeeded(
    const PayoffTable* payoffs, const Position* position, int seat
) noexcept nogil:
    return (payoffs.success[seat][sum_of_suits(position.hands[seat])] >> position.taken[seat]) & 1


cdef inline float payoff_of(
    const PayoffTable* payoffs, const Position* position, int seat
) noexcept nogil:
    return payoffs.payoff[seat][sum_of_suits(position.hands[seat])][position.taken[seat]]


cdef inline void share_rewards(
    const PayoffTable* payoffs, float success_chance, float* rewards
) noexcept nogil:
    # Declarer's reward is the chance that he succeeds, the others' the chance that he fails.
    cdef int seat
    for seat in range(MAX_SEATS):
        rewards[seat] = 1 - success_chance
    rewards[payoffs.declarer] = success_chance


cdef inline void final_rewards(
    const PayoffTable* payoffs, const Position* position, float* rewards
) noexcept nogil:
    cdef int seat
    if payoffs.declarer < 0:
        for seat in range(MAX_SEATS):
            rewards[seat] = payoff_of(payoffs, position, seat)
        return
    share_rewards(payoffs, payoff_of(payoffs, position, payoffs.declarer), rewards)


cdef class Payoffs:
    cdef PayoffTable data
