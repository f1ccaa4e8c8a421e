"""Locks for a few instructions, and flags that one thread sets for another."""

cdef extern from *:
    """
    #if defined(_WIN32)
    #include <windows.h>
    #define swap_flag(flag, value) InterlockedExchange((volatile LONG *)(flag), value)
    #define read_flag(flag) InterlockedCompareExchange((volatile LONG *)(flag), 0, 0)
    #define sched_yield() SwitchToThread()
    #else
    #include <sched.h>
    #define swap_flag(flag, value) __atomic_exchange_n(flag, value, __ATOMIC_ACQ_REL)
    #define read_flag(flag) __atomic_load_n(flag, __ATOMIC_ACQUIRE)
    #endif
    static inline void take_lock(int *lock, int shared) {
        int turns = 0;
        while (shared && swap_flag(lock, 1))
            while (read_flag(lock))
                if (++turns % 16 == 0) sched_yield();
    }
    static inline void give_lock(int *lock, int shared) { if (shared) swap_flag(lock, 0); }
    """
    void take_lock(int* lock, bint shared) noexcept nogil
    void give_lock(int* lock, bint shared) noexcept nogil
    int swap_flag(int* flag, int value) noexcept nogil
    int read_flag(int* flag) noexcept nogil
