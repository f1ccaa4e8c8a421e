"""Seeds: the numbers that fix everything random.

Python's `random.Random` takes any whole number; the core's random streams take 64 bits.

>>> checked_seed(7), as_seed(SEEDS + 7)
(7, 7)
>>> drawn_seed(random.Random(1)) == drawn_seed(random.Random(1))
True
"""

from __future__ import annotations

import random

from clumond_solver.base.checks import as_int
from clumond_solver.base.errors import SearchError, shown_number

#: The number of the core's seeds: 0 to 2**64 - 1.
SEEDS = 1 << 64
# The bits that differ in another seed.
_OTHER = 0x9E37_79B9_7F4A_7C15
# Python writes no number of more than 4,300 digits, which have more bits than that.
_MOST_WRITTEN_BITS = 14_000


def checked_seed(seed: int) -> int:
    """The seed itself; SearchError unless it fits in 64 bits, WrongTypeError unless a number."""
    number = as_int(seed, "a seed")
    if not 0 <= number < SEEDS:
        raise SearchError(f"seed {shown_number(number)}: a whole number from 0 to 2**64 - 1")
    return number


def source_of(seed: int) -> random.Random:
    """Random numbers for any seed, however large; WrongTypeError unless it is a whole number.

    A seed and its negative give different numbers.

    >>> source_of(-1).random() == source_of(1).random()
    False
    """
    number = as_int(seed, "a seed")
    if number >= 0:
        return random.Random(number)
    # `Random` ignores the sign of a number, but not that of its text, which Python bounds.
    return random.Random(str(number) if number.bit_length() <= _MOST_WRITTEN_BITS else hex(number))


def as_seed(number: int) -> int:
    """The seed for any whole number, modulo 2**64."""
    return number % SEEDS


def other_seed(seed: int) -> int:
    """Another seed, for games that have nothing in common with those of this one.

    >>> other_seed(other_seed(7)), other_seed(7) == other_seed(8)
    (7, False)
    """
    return checked_seed(seed) ^ _OTHER


def drawn_seed(source: random.Random) -> int:
    """A seed drawn at random."""
    return int(source.random() * SEEDS)
