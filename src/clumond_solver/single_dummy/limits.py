"""The default and the limit of the number of iterations.

>>> checked_iterations(2000)
2000
"""

from __future__ import annotations

from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import as_int, wrong_type

DEFAULT_ITERATIONS = 2000
#: The most iterations of a search, and the number that a search with a time limit gets.
MOST_ITERATIONS = 20_000_000

# A search of any game takes so much less time than one of Clumond that it can search more deals.
_DEALS_PER_ITERATION = 50


def deals_of_any_game(iterations: int) -> int:
    """The number of deals that hints and reviews of any game search for a card.

    >>> deals_of_any_game(2000)
    100000
    """
    return min(MOST_ITERATIONS, _DEALS_PER_ITERATION * iterations)


def checked_iterations(iterations: int) -> int:
    """Return the number; SearchError unless it is 1 to 20,000,000, WrongTypeError for a bool."""
    if isinstance(iterations, bool):
        raise wrong_type(iterations, "a number of iterations")
    if not 1 <= as_int(iterations, "a number of iterations") <= MOST_ITERATIONS:
        raise SearchError(f"{shown_number(iterations)} iterations: from 1 to {MOST_ITERATIONS}")
    return iterations
