"""Exponential and logarithm, the same to the last bit on every machine.

C libraries differ in the last bits of theirs. These use only additions, multiplications and
divisions, whose results IEEE 754 fixes, in a fixed order. Errors are at most two units in the last
place.
"""

from libc.math cimport frexp, ldexp
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy

cdef enum:
    # Terms of the series: more would not change a result.
    EXP_TERMS = 14
    LOG_TERMS = 11
    LOG2_TERMS = 7
    # The bits of the float nearest to the square root of 1/2.
    ROOT_OF_HALF = 0x3F3504F3


cdef inline double exponential(double x) noexcept nogil:
    # e**x = 2**k e**r with |r| <= ln(2) / 2, by Taylor's series from its last term on.
    cdef double r, series = 1
    cdef int k, n
    if not x <= 709:  # NaN too
        return x * 1e308
    if x < -745:
        return 0
    k = <int>(x * 1.4426950408889634 + (0.5 if x > 0 else -0.5))
    # The logarithm of 2 in two parts, so that k times the first is exact.
    r = (x - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10
    for n in range(EXP_TERMS, 0, -1):
        series = 1 + series * (r * (1.0 / n))
    return ldexp(series, k)


cdef inline double logarithm(double x) noexcept nogil:
    # For x > 0: x = m 2**k with m near 1, and ln(m) = 2 artanh((m - 1) / (m + 1)).
    cdef int k, n
    cdef double s, square, series = 0
    cdef double m = frexp(x, &k)
    if m < 0.70710678118654752:
        m *= 2
        k -= 1
    s = (m - 1) / (m + 1)
    square = s * s
    for n in range(2 * LOG_TERMS + 1, 1, -2):
        series = square * (series + 1.0 / n)
    return k * 0.693147180369123816490 + (k * 1.90821492927058770002e-10 + 2 * s * (1 + series))


cdef inline float log2_rounded(float x) noexcept nogil:
    # The base-2 logarithm of a normal float above 0, rounded to the nearest float. Like
    # `logarithm`, but takes m and k from the bits, because searches spend much time here.
    cdef uint32_t bits
    cdef float m
    cdef double s, square, series = 0
    cdef int k, n
    memcpy(&bits, &x, sizeof(bits))
    k = <int32_t>(bits - ROOT_OF_HALF) >> 23
    bits -= <uint32_t>k << 23
    memcpy(&m, &bits, sizeof(m))
    s = (m - 1.0) / (m + 1.0)
    square = s * s
    for n in range(2 * LOG2_TERMS + 1, 1, -2):
        series = square * (series + 1.0 / n)
    return <float>(k + 2.8853900817779268 * s * (1 + series))
