"""What nets learn from: the decisions of games, with their outcomes."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from clumond_solver._core.rules.clumond cimport Goals, Position

cdef enum:
    # More than one game has.
    MAX_DECISIONS = 48


cdef struct LessonLog:
    uint8_t* inputs
    int row
    uint64_t* legal
    int8_t* role
    int8_t* place
    # By decision and place: how much the card is to be played.
    float* shares
    float* target
    # How the game ended for declarer, or for the seat itself: tricks taken, sum of suits kept.
    int8_t* tricks
    int8_t* code
    int used
    int room


cdef bint has_room(const LessonLog* log) noexcept nogil

cdef int write_decision(
    LessonLog* log, int role, const int16_t* active, int count, uint64_t cards, int chosen
) noexcept nogil

cdef void write_outcome(
    LessonLog* log,
    int first,
    const Goals* goals,
    const Position* ended,
    const float* rewards,
    const int8_t* movers,
    const float* best,
    float outcome,
) noexcept nogil


cdef class Lessons:
    cdef LessonLog data
    cdef tuple _buffers
