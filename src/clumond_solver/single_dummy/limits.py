"""The lengths of searches by a seat that sees its own cards only, in iterations.

>>> checked_iterations(2000)
2000
"""

from __future__ import annotations

from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import as_int, wrong_type

DEFAULT_ITERATIONS = 2000
#: Playouts of an estimate.
DEFAULT_GAMES = 200
#: The most that a search may have; one with a time limit gets these.
MOST_ITERATIONS = 20_000_000


def checked_iterations(iterations: int) -> int:
    """The number itself; SearchError unless it is from 1 to the most, WrongTypeError for a bool."""
    if isinstance(iterations, bool):
        raise wrong_type(iterations, "a number of iterations")
    if not 1 <= as_int(iterations, "a number of iterations") <= MOST_ITERATIONS:
        raise SearchError(f"{shown_number(iterations)} iterations: from 1 to {MOST_ITERATIONS}")
    return iterations
