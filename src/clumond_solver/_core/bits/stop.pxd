"""A flag by which another thread tells a running search to come back."""


cdef class Stop:
    cdef int told
