"""A flag that stops a running search: set by another thread, the clock, or a signal."""

from cpython.object cimport PyObject


cdef struct StopFlag:
    int is_set
    # By the clock of `seconds_now`; NEVER if there is none.
    double deadline
    double next_signal_check
    # The error that a signal handler raised during the search.
    PyObject* error


cdef bint must_stop(StopFlag* flag) noexcept nogil


cdef class Stop:
    cdef StopFlag flag
    cdef object __weakref__
    cdef int reraise(self) except -1
