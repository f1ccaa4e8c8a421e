"""Open-card search, for any processor."""

cdef extern from *:
    """
    #if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
    static int clumond_has_bmi2(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2")
            && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
    }
    #else
    static int clumond_has_bmi2(void) { return 0; }
    #endif
    """
    int clumond_has_bmi2()

include "search.pxi"


def has_bmi2():
    """Whether `open_search_bmi2` may be used on this processor."""
    return bool(clumond_has_bmi2())
