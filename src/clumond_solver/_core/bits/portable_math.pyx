"""Exponential, logarithm and the normal law, the same to the last bit on every machine."""

from libc.math cimport fabs


def exp(double x):
    """e to the power of x; infinite beyond 709.

    >>> exp(0.0), exp(-1e9), round(exp(1.0), 12)
    (1.0, 0.0, 2.718281828459)
    """
    return exponential(x)


def log(double x):
    """The natural logarithm of a finite number above 0; ValueError for any other.

    >>> log(1.0), round(log(10.0), 12)
    (0.0, 2.302585092994)
    """
    if not 0 < x < 1e308 * 10:
        raise ValueError(f"no logarithm of {x}")
    return logarithm(x)


def log2(float x):
    """The base-2 logarithm of a normal float above 0, rounded to a float; ValueError for any other.

    >>> log2(8.0), round(log2(0.1), 6)
    (3.0, -3.321928)
    """
    if not 1.1754943508222875e-38 <= x < 3.5e38:
        raise ValueError(f"no logarithm of {x}")
    return log2_rounded(x)


def normal_cdf(double x):
    """The probability that a standard normal variable is at most x.

    >>> normal_cdf(0.0), round(normal_cdf(1.96), 3)
    (0.5, 0.975)
    """
    cdef double z = fabs(x), term, share
    cdef int n = 1
    if z > 9:
        return 1.0 if x > 0 else 0.0
    # The share between 0 and z is the density times z + z**3 / 3 + z**5 / (3 * 5) + ...
    term = share = z
    while term > 1e-18:
        n += 2
        term *= z * z / n
        share += term
    share *= exponential(-z * z / 2) * 0.398942280401432677939946
    return 0.5 + share if x > 0 else 0.5 - share
