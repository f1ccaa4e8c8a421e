"""How long searches of a seat that sees its own cards are, in iterations.

>>> checked_iterations(2000)
2000
"""

from __future__ import annotations

from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import as_int, wrong_type

#: The most that any search is given; one with a time limit is given these.
MOST_ITERATIONS = 20_000_000


def checked_iterations(iterations: int) -> int:
    """The number itself; SearchError unless it is from 1 to the most, WrongTypeError for a bool."""
    if isinstance(iterations, bool):
        raise wrong_type(iterations, "a number of iterations")
    if not 1 <= as_int(iterations, "a number of iterations") <= MOST_ITERATIONS:
        raise SearchError(f"{shown_number(iterations)} iterations: from 1 to {MOST_ITERATIONS}")
    return iterations
