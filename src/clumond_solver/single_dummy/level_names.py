"""The names of levels of players and of the styles behind them; `levels` says how each plays."""

from __future__ import annotations

from clumond_solver.base.enumerations import StrChoice


class Level(StrChoice):
    """The strength of an engine player."""

    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"


#: The levels; "full", which is "strong" with fewer iterations; and "fast", which plays the playouts
#: behind all chances.
STYLE_NAMES = (*map(str, Level), "full", "fast")
