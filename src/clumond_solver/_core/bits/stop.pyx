"""A flag that stops a running search: set by another thread, the clock, or a signal.

Searches poll it, so that a time limit and an interrupt need no second thread.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.ref cimport Py_INCREF, Py_XDECREF

from clumond_solver._core.bits.clock cimport seconds_now

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
                flag.raised = <PyObject*>error
                flag.is_set = 1
    if now >= flag.deadline:
        flag.is_set = 1
    return flag.is_set != 0


cdef class Stop:
    """Makes a running search return what it has, after that many seconds from now if any.

    One that ``listens`` also stops it when a signal is handled, such as an interrupt from the
    keyboard: for searches in the main thread, one at a time.
    """

    def __init__(self, seconds=None, *, bint listens=False):
        self.flag.is_set = 0
        self.flag.deadline = NEVER if seconds is None else seconds_now() + seconds
        self.flag.next_signal_check = seconds_now() + SIGNALS_EVERY if listens else NEVER

    def __dealloc__(self):
        Py_XDECREF(self.flag.raised)

    def set(self):
        """Stop soon."""
        self.flag.is_set = 1

    cdef int reraise(self) except -1:
        # Raise what a signal handler raised; call it after every search.
        cdef PyObject* raised = self.flag.raised
        if raised != NULL:
            error = <object>raised
            self.flag.raised = NULL
            Py_XDECREF(raised)
            raise error
        return 0
