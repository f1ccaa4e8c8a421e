"""`open_search.pyx` for processors with BMI2; `build_for_processor.py` chooses at run time."""

cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
    #pragma GCC target("bmi,bmi2,popcnt,avx2")
    #endif
    """

include "open_search.pyx"
