"""Exclusive use of an object, released whatever happens.

An interrupt from the keyboard may come between any two steps of Python code: before a `try`, or at
the head of an `__exit__`. Here claiming and releasing are single steps, and a lost claim is
released when it is freed: at once, since only the interpreter's stack holds it, not a traceback.
"""

cimport cython


cdef class Claimed:
    """An object in use or not; ``refusal`` makes the error for a second user."""

    cdef bint in_use
    cdef object refusal

    def __init__(self, refusal):
        self.refusal = refusal

    def claim(self):
        """A context manager; keep no reference to it."""
        return Claim(self)


@cython.no_gc
cdef class Claim:
    cdef Claimed thing
    cdef bint held

    def __init__(self, Claimed thing):
        self.thing = thing

    def __enter__(self):
        if self.thing.in_use:
            raise self.thing.refusal()
        self.thing.in_use = self.held = True

    def __exit__(self, kind, error, traceback):
        self.give_up()

    def __dealloc__(self):
        self.give_up()

    cdef give_up(self):
        if self.held:
            self.thing.in_use = self.held = False
