"""Locks for a few instructions, and flags that one thread sets for another."""

cdef extern from *:
    """
    #ifndef CLUMOND_LOCKS
    #define CLUMOND_LOCKS
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
    static inline void take_lock(int *lock) {
        int turns = 0;
        while (swap_flag(lock, 1))
            while (read_flag(lock))
                if (++turns % 16 == 0) sched_yield();
    }
    #endif
    """
    void take_lock(int* lock) noexcept nogil
    int swap_flag(int* flag, int value) noexcept nogil
    int read_flag(int* flag) noexcept nogil


cdef inline void give_lock(int* lock) noexcept nogil:
    swap_flag(lock, 0)
