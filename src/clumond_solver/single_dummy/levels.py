"""The levels of engine players: a level's style, iterations and other numbers are all here.

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


def _at_sight(temperature: float) -> SearchOptions:
    return SearchOptions(nets=True, search_tricks=0, temperature=temperature)


#: Plays at sight to the very end, and loosely: plausible cards rather than the best.
EASY = Style(declarer=_at_sight(1.7), defender=_at_sight(3.5), undeclared=_at_sight(6.5))
#: Reads a little ahead as declarer; works out the last tricks as a defender; loose if undeclared.
MEDIUM = Style(
    declarer=SearchOptions(nets=True, sharpness=0.5, trust_nets=1.0),
    defender=SearchOptions(
        nets=True, search_tricks=0, particles=64, trust_plays=0.0, solve_tricks=2, solve_deals=60
    ),
    undeclared=_at_sight(2.2),
)

#: For a card, by a style without a name of its own.
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


#: Styles by name, with their iterations: those of the levels; "full", which is "strong" with less
#: time; and "fast", whose playouts all chances count.
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
#: Calls compared in any other game, of the hundreds that some have.
CALLS_COMPARED = 32


def named_style(name: str) -> tuple[Style, Iterations]:
    """A style by name and its iterations; SearchError if there is none of that name."""
    check_type(name, str, "the name of a style")
    if name not in STYLES:
        raise SearchError(f"no style {name!r:.40}: there are {', '.join(STYLES)}")
    return STYLES[name]
