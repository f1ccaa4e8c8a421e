"""The leaf of Clumond's tree search: uniformly random play, then the last tricks exactly."""

from clumond_solver._core.bits.rng cimport Rng
from clumond_solver._core.rules.clumond cimport Goals, Position, TrickTables


cdef void roll_out(
    const TrickTables* tables,
    const Goals* goals,
    Position* at,
    int exact_tricks,
    Rng* rng,
    float* rewards,
) noexcept nogil
