"""A flag that stops a running search: set by another thread, the clock, or a signal.

Searches poll it, so that a time limit and an interrupt need no second thread.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.ref cimport Py_INCREF, Py_XDECREF

# In seconds, by a clock that never goes back.
cdef extern from *:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static double seconds_now(void) {
        LARGE_INTEGER ticks, rate;
        QueryPerformanceFrequency(&rate);
        QueryPerformanceCounter(&ticks);
        return (double)ticks.QuadPart / (double)rate.QuadPart;
    }
    #elif defined(__EMSCRIPTEN__)
    /* Not clock_gettime: the size of its time_t differs between versions of Emscripten. */
    #include <emscripten.h>
    static double seconds_now(void) { return 1e-3 * emscripten_get_now(); }
    #else
    #include <time.h>
    static double seconds_now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    }
    #endif
    """
    double seconds_now() noexcept nogil

cdef double NEVER = 1e300
cdef double SIGNALS_EVERY = 0.02


cdef bint must_stop(StopFlag* flag) noexcept nogil:
    """Whether to stop; poll it every tenth of a millisecond or so."""
    cdef double now
    if flag.is_set:
        return True
    if flag.deadline == NEVER and flag.next_signal_check == NEVER:
        return False
    now = seconds_now()
    if now >= flag.next_signal_check:
        flag.next_signal_check = now + SIGNALS_EVERY
        with gil:
            try:
                PyErr_CheckSignals()
            except BaseException as error:
                Py_INCREF(error)
                flag.error = <PyObject*>error
                flag.is_set = 1
    if now >= flag.deadline:
        flag.is_set = 1
    return flag.is_set != 0


cdef class Stop:
    """Makes a running search return what it has, at the latest after ``seconds``, if given.

    One that ``checks_signals`` also stops it if a signal handler raises an error, such as a
    keyboard interrupt: for searches in the main thread, one at a time.
    """

    def __init__(self, seconds=None, *, bint checks_signals=False):
        self.flag.is_set = 0
        self.flag.deadline = NEVER if seconds is None else seconds_now() + seconds
        self.flag.next_signal_check = seconds_now() + SIGNALS_EVERY if checks_signals else NEVER

    def __dealloc__(self):
        Py_XDECREF(self.flag.error)

    def set(self):
        """Stop the search soon."""
        self.flag.is_set = 1

    @property
    def is_set(self):
        """Whether it has stopped a search, or would stop the next."""
        return self.flag.is_set != 0

    cdef int reraise(self) except -1:
        # Raise the error of a signal handler, if any; to be called after every search.
        cdef PyObject* pending = self.flag.error
        if pending != NULL:
            error = <object>pending
            self.flag.error = NULL
            Py_XDECREF(pending)
            raise error
        return 0
