"""The levels of engine players: their styles, iterations and other numbers.

>>> style, iterations = named_style(Level.EASY)
>>> style is EASY, iterations.declarer
(True, 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from clumond_solver.base.errors import SearchError
from clumond_solver.base.values import StrChoice, check_type
from clumond_solver.single_dummy.limits import MOST_ITERATIONS
from clumond_solver.single_dummy.styles import FAST, FULL, SearchOptions, Style


class Level(StrChoice):
    """The strength of an engine player."""

    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"


def _without_search(temperature: float) -> SearchOptions:
    return SearchOptions(nets=True, search_tricks=0, temperature=temperature)


#: Never searches: draws plausible cards rather than the best.
EASY = Style(
    declarer=_without_search(1.7), defender=_without_search(3.5), undeclared=_without_search(6.5)
)
#: Searches a little as declarer, solves the last two tricks as a defender; in undeclared hands it
#: never searches.
MEDIUM = Style(
    declarer=SearchOptions(nets=True, sharpness=0.5, trust_nets=1.0),
    defender=SearchOptions(
        nets=True, search_tricks=0, particles=64, trust_plays=0.0, solve_tricks=2, solve_deals=60
    ),
    undeclared=_without_search(2.2),
)

#: The iterations for a card of a style without a name.
ITERATIONS_PER_MOVE = 20


class Iterations(NamedTuple):
    """The iterations of a player's search for a card, by role."""

    declarer: int
    defender: int
    undeclared: int

    @classmethod
    def usual(cls, style: Style) -> Iterations:
        """The iterations of a style without a name."""
        undeclared = min(ITERATIONS_PER_MOVE * style.undeclared_factor, MOST_ITERATIONS)
        return cls(ITERATIONS_PER_MOVE, ITERATIONS_PER_MOVE, undeclared)


#: Styles by name, with their iterations: those of the levels; "full", which is "strong" with fewer
#: iterations; and "fast", which plays the playouts behind all chances.
STYLES: Mapping[str, tuple[Style, Iterations]] = {
    "easy": (EASY, Iterations(1, 1, 1)),
    "medium": (MEDIUM, Iterations(12, 12, 12)),
    "strong": (FULL, Iterations(4000, 4000, 4000)),
    "full": (FULL, Iterations(1000, 400, 400)),
    "fast": (FAST, Iterations.usual(FAST)),
}

#: Playouts before a call of Clumond.
GAMES_BEFORE_A_CALL = {Level.EASY: 0, Level.MEDIUM: 8, Level.STRONG: 120}
#: Deals searched for a card of any other game.
DEALS_SEARCHED = {Level.EASY: 20, Level.MEDIUM: 200, Level.STRONG: 4000}
#: The most calls compared in any other game: some have hundreds.
CALLS_COMPARED = 32


def named_style(name: str) -> tuple[Style, Iterations]:
    """The style of this name, and its iterations; SearchError for an unknown name."""
    check_type(name, str, "the name of a style")
    if name not in STYLES:
        raise SearchError(f"no style {name!r:.40}: there are {', '.join(STYLES)}")
    return STYLES[name]
