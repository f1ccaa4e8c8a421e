"""Open-card search, for processors with BMI2; see `fastest.py` for the choice."""

cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
    #pragma GCC target("bmi,bmi2,popcnt,avx2")
    #endif
    """

include "search.pxi"
