"""The last tricks of a rollout with all hands open, solved exactly."""

from clumond_solver._core.rules.clumond_tricks cimport PayoffTable, Position, TrickTables


cdef bint declarer_succeeds(
    const TrickTables* tables, const PayoffTable* payoffs, Position* position
) noexcept nogil

cdef void undeclared_rewards(
    const TrickTables* tables, const PayoffTable* payoffs, Position* position, float* rewards
) noexcept nogil

cdef void exact_finish_rewards(
    const TrickTables* tables, const PayoffTable* payoffs, Position* position, float* rewards
) noexcept nogil
