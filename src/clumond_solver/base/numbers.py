"""Numbers: of Python and of NumPy, as people type them, and sums that are the same everywhere.

>>> whole_number(" +12 "), number_up_to(9, "a number of tricks")("7")
(12, 7)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import reduce
from operator import add, index
from typing import Any

from clumond_solver.base.errors import NotationError


def total(numbers: Iterable[float]) -> float:
    """The sum of floats, added one by one: the same on every Python.

    Since Python 3.12 the built-in `sum` compensates for rounding, which changes the last digits.

    >>> total([1e16, 1.0, -1e16])
    0.0
    """
    return reduce(add, numbers, 0.0)


def plain(value: Any) -> Any:
    """A number, truth value or array of NumPy as one of Python; other values as they are.

    Python's own alone look the same in every text: JSON, `repr`, a saved session.
    """
    return value.tolist() if hasattr(value, "tolist") else value


def is_finite(value: Any) -> bool:
    """Whether a value is a number of Python or NumPy, but not infinite."""
    try:
        return type(value) is int or abs(plain_number(value)) < math.inf
    except TypeError:
        return False


def plain_number(value: Any) -> Any:
    """A number of Python or NumPy as one of Python: JSON has no other."""
    return float(value) if isinstance(value, float) else index(value)


def whole_number(word: str) -> int:
    """A whole number, possibly signed."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", word.strip()):
        raise NotationError(f"{word!r} is not a whole number of at most 18 digits", "")
    return int(word)


def number_up_to(most: int, what: str) -> Callable[[str], int]:
    """A function that reads numbers from 0 to ``most``; ``what`` is the error's word for them."""

    def parse(word: str) -> int:
        number = whole_number(word)
        if not 0 <= number <= most:
            raise NotationError(f"{word!r} is not {what}, 0 to {most}", "")
        return number

    return parse
