"""A lock for the exclusive use of an object, released whatever happens.

A keyboard interrupt may come between any two steps of Python code: before a `try`, or at the start
of an `__exit__`. Here claiming and releasing are single steps, and a claim whose `__exit__` never
ran is released when the claim is deallocated. That happens at once, because only the interpreter's
stack refers to it, not a traceback.
"""

cimport cython


cdef class ExclusiveUse:
    """Lets one user at a time use an object; ``make_error`` makes the error for a second user."""

    cdef bint is_claimed
    cdef object make_error

    def __init__(self, make_error):
        self.make_error = make_error

    def claim(self):
        """A context manager; keep no reference to it."""
        return HeldUse(self)


@cython.no_gc
cdef class HeldUse:
    cdef ExclusiveUse use
    cdef bint is_held

    def __init__(self, ExclusiveUse use):
        self.use = use

    def __enter__(self):
        if self.use.is_claimed:
            raise self.use.make_error()
        self.use.is_claimed = self.is_held = True

    def __exit__(self, kind, error, traceback):
        self.release()

    def __dealloc__(self):
        self.release()

    cdef release(self):
        if self.is_held:
            self.use.is_claimed = self.is_held = False
