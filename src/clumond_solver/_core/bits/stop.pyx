"""A flag by which another thread tells a running search to come back."""


cdef class Stop:
    """A flag that tells a running search to come back with what it has."""

    def __cinit__(self):
        self.told = 0

    def tell(self):
        """Stop soon."""
        self.told = 1
