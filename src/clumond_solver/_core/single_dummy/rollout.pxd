"""Uniformly random play to the end, or to where the exact finish takes over."""

from clumond_solver._core.bits.rng cimport Rng
from clumond_solver._core.rules.clumond cimport Goals, Position, TrickTables


cdef void play_out(
    const TrickTables* tables,
    const Goals* goals,
    Position* at,
    int exact_tricks,
    Rng* rng,
    float* rewards,
) noexcept nogil
