"""Seeded random numbers of the core, one stream for each (seed, index).

xoshiro256++ (Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators"), started
by splitmix64 (Steele, Lea and Flood 2014); numbers below a limit by Lemire's method (2019).
"""

from libc.stdint cimport uint32_t, uint64_t


cdef struct Rng:
    uint64_t a
    uint64_t b
    uint64_t c
    uint64_t d


cdef inline uint64_t splitmix64(uint64_t* counter) noexcept nogil:
    # Neighbouring seeds must not give neighbouring streams.
    counter[0] += <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t z = counter[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline void start_stream(Rng* rng, uint64_t seed, uint64_t index) noexcept nogil:
    cdef uint64_t counter = seed
    counter = splitmix64(&counter) ^ (index * <uint64_t>0xD1342543DE82EF95)
    rng.a = splitmix64(&counter)
    rng.b = splitmix64(&counter)
    rng.c = splitmix64(&counter)
    rng.d = splitmix64(&counter)


cdef inline uint64_t rotate(uint64_t x, int by) noexcept nogil:
    return (x << by) | (x >> (64 - by))


cdef inline uint64_t random_bits(Rng* rng) noexcept nogil:
    cdef uint64_t out = rotate(rng.a + rng.d, 23) + rng.a
    cdef uint64_t shifted = rng.b << 17
    rng.c ^= rng.a
    rng.d ^= rng.b
    rng.b ^= rng.c
    rng.a ^= rng.d
    rng.c ^= shifted
    rng.d = rotate(rng.d, 45)
    return out


cdef inline uint32_t random_below(Rng* rng, uint32_t limit) noexcept nogil:
    # Exactly uniform on 0 .. limit - 1: the few draws that would favour low numbers are redrawn.
    cdef uint64_t product = (random_bits(rng) >> 32) * limit
    cdef uint32_t low = <uint32_t>product
    if low < limit:
        while low < (<uint32_t>0 - limit) % limit:
            product = (random_bits(rng) >> 32) * limit
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


cdef inline double random_unit(Rng* rng) noexcept nogil:
    # Uniform on [0, 1).
    return <double>(random_bits(rng) >> 11) * (1.0 / 9007199254740992.0)
