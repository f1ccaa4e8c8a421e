"""Clumond's tricks (three seats that follow suit), and the values of its finishes by seat."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t

from clumond_solver._core.bits.cards cimport lowest, sum_of_suits
from clumond_solver._core.rules.limits cimport MAX_CODES, MAX_DUTIES, TRICK_COUNTS

cdef enum:
    MAX_SEATS = 3
    CLUMOND_ONLY = 1

include "tricks.pxi"


cdef struct FinishTable:
    # By seat, code of the cards kept and tricks taken; supplementary tricks are counted in.
    float payoff[MAX_SEATS][MAX_CODES][TRICK_COUNTS]
    # By seat and code of the cards kept, a bit for each number of tricks taken that is success.
    uint16_t success[MAX_SEATS][MAX_CODES]
    # -1 if the hand is undeclared.
    int declarer
    # The usual difference between payoffs, the unit of exploration.
    float scale


cdef inline int left_of(int seat) noexcept nogil:
    return 0 if seat == MAX_SEATS - 1 else seat + 1


cdef inline bint succeeded(
    const FinishTable* finishes, const Position* position, int seat
) noexcept nogil:
    return (finishes.success[seat][sum_of_suits(position.hands[seat])] >> position.taken[seat]) & 1


cdef inline float finish_value(
    const FinishTable* finishes, const Position* position, int seat
) noexcept nogil:
    return finishes.payoff[seat][sum_of_suits(position.hands[seat])][position.taken[seat]]


cdef inline void share_rewards(
    const FinishTable* finishes, float success_chance, float* rewards
) noexcept nogil:
    # Declarer's reward is the chance that he succeeds, the others' the chance that he fails.
    cdef int seat
    for seat in range(MAX_SEATS):
        rewards[seat] = 1 - success_chance
    rewards[finishes.declarer] = success_chance


cdef inline void final_rewards(
    const FinishTable* finishes, const Position* position, float* rewards
) noexcept nogil:
    cdef int seat
    if finishes.declarer < 0:
        for seat in range(MAX_SEATS):
            rewards[seat] = finish_value(finishes, position, seat)
        return
    share_rewards(finishes, finish_value(finishes, position, finishes.declarer), rewards)


cdef class Finishes:
    cdef FinishTable data
