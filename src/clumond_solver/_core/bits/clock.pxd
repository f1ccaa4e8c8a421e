"""The clock for time limits of searches, in seconds; it never goes back."""

cdef extern from *:
    """
    #ifndef CLUMOND_CLOCK
    #define CLUMOND_CLOCK
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
    #endif
    """
    double seconds_now() noexcept nogil
