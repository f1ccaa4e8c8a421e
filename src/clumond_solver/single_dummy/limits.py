"""The default and the limit of the number of iterations.

>>> checked_iterations(2000)
2000
"""

from __future__ import annotations

from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import as_int, wrong_type

DEFAULT_ITERATIONS = 2000
#: The most iterations of a search.
MOST_ITERATIONS = 20_000_000
#: Enough to tell calls of a game other than Clumond apart, for each.
ITERATIONS_PER_CALL = 50

# Games of other games than Clumond take so much less time that more can be played.
_GAMES_PER_GAME = 2


def games_of_any_game(games: int) -> int:
    """The number of games that hints and reviews of any game play after each of the best cards.

    >>> games_of_any_game(96)
    192
    """
    return _GAMES_PER_GAME * games


def checked_iterations(iterations: int) -> int:
    """Return the number; SearchError unless it is 1 to 20,000,000, WrongTypeError for a bool."""
    if isinstance(iterations, bool):
        raise wrong_type(iterations, "a number of iterations")
    if not 1 <= as_int(iterations, "a number of iterations") <= MOST_ITERATIONS:
        raise SearchError(f"{shown_number(iterations)} iterations: from 1 to {MOST_ITERATIONS}")
    return iterations
