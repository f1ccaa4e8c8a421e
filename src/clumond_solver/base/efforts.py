"""How much is searched and played where nobody says, each with the time that it takes.

Times are processor seconds on one core of a small cloud machine, before the first card of a hand of
Clumond; later in the play all take less.

>>> checked_iterations(DEFAULT_ITERATIONS), games_of_any_game(GAMES_PER_ACTION)
(2000, 192)
"""

from __future__ import annotations

from clumond_solver.base.checks import as_int, wrong_type
from clumond_solver.base.errors import SearchError, shown_number

#: Deals searched for a card: .02 s.
DEFAULT_ITERATIONS = 2000
#: Deals searched for each call of a game other than Clumond, enough to tell calls apart.
ITERATIONS_PER_CALL = 50
#: Deals searched for an action in the games of `estimate` of a state.
ITERATIONS_PER_MOVE = 100
#: Games after each of the best cards: 2 s against medium players, 3 s
#: against the strongest. The standard error of the difference of two chances is mostly below .05.
GAMES_PER_ACTION = 96
#: The most games of `advise`: .5 s against medium players, 1.7 s against the strongest.
DEFAULT_BUDGET = 300
#: Games of `estimate`: .2 s against medium players, 2 s against the strongest.
ESTIMATE_GAMES = 200
#: Games of `estimate` of a state: 5 s for a deal of Clubs.
MEAN_SCORE_GAMES = 100
#: The most positions for a strain's lines with help, if no limit is given: .3 s a declarer. They
#: decide all but one in 150 of them; to decide half of the rest takes ten times as many.
HELP_NODES = 500_000
#: Seconds for one play with all hands open, on the command line.
SOLVE_SECONDS = 10.0

#: The most iterations of a search, and games of `advise`: more would take longer than a lifetime.
MOST_ITERATIONS, MOST_GAMES = 20_000_000, 10_000_000


def games_of_any_game(games: int) -> int:
    """The games that other games than Clumond play in place of so many: they take less time."""
    return 2 * games


def checked_games(games: int) -> int:
    """Return the number; SearchError unless it is 0 to 10,000,000."""
    if not 0 <= as_int(games, "a number of games") <= MOST_GAMES:
        raise SearchError(f"{shown_number(games)} games: 0 to {MOST_GAMES}")
    return games


def checked_iterations(iterations: int) -> int:
    """Return the number; SearchError unless it is 1 to 20,000,000, WrongTypeError for a bool."""
    if isinstance(iterations, bool):
        raise wrong_type(iterations, "a number of iterations")
    if not 1 <= as_int(iterations, "a number of iterations") <= MOST_ITERATIONS:
        raise SearchError(f"{shown_number(iterations)} iterations: from 1 to {MOST_ITERATIONS}")
    return iterations
