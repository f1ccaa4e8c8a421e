"""The last tricks of a deal with all hands open, solved exactly."""

from clumond_solver._core.rules.clumond cimport FinishTable, Position, TrickTables


cdef bint declarer_succeeds(
    const TrickTables* tables, const FinishTable* finishes, Position* at
) noexcept nogil

cdef void every_seat_for_itself(
    const TrickTables* tables, const FinishTable* finishes, Position* at, float* rewards
) noexcept nogil

cdef void finish(
    const TrickTables* tables, const FinishTable* finishes, Position* at, float* rewards
) noexcept nogil
