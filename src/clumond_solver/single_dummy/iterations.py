"""How long searches of a seat that sees its own cards are: in iterations, or in a time.

>>> checked_iterations(2000), iterations_in(0.5, a_second=1_000_000), iterations_in(0.0, a_second=9)
(2000, 500000, 1)
"""

from __future__ import annotations

from clumond_solver.errors import SearchError, shown_number
from clumond_solver.values import whole

#: The most that any search is given, whatever its time.
MOST_ITERATIONS = 20_000_000


def checked_iterations(iterations: int) -> int:
    """The number itself; SearchError unless it is from 1 to the most."""
    if not 1 <= whole(iterations, "a number of iterations") <= MOST_ITERATIONS:
        raise SearchError(f"{shown_number(iterations)} iterations: from 1 to {MOST_ITERATIONS}")
    return iterations


def iterations_in(seconds: float, *, a_second: int) -> int:
    """The most that a fast machine does in that time; a slower one is ended by the clock."""
    return int(min(max(seconds * a_second, 1), MOST_ITERATIONS))
