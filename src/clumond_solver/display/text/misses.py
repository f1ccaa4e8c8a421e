"""How near to a par a seat can force the hand to end, in words: its miss, or bounds on it.

>>> [miss_text(miss) for miss in ((0, 0), (1, 1), (2, 5))]
['on target', '1 trick off', '2 to 5 tricks off']
"""

from __future__ import annotations

from clumond_solver.base.wording import counted
from clumond_solver.results.search_results import Bounds


def miss_text(miss: Bounds) -> str:
    """The miss of a seat, as what follows "ends"."""
    low, high = miss
    if low == high:
        return f"{counted(low, 'trick')} off" if low else "on target"
    return f"{miss_figures(miss)} tricks off"


def miss_figures(miss: Bounds) -> str:
    """The miss in figures, for tables that say what they are."""
    low, high = miss
    return str(low) if low == high else f"{low} to {high}"


def best_miss_text(miss: Bounds, seat: str = "he") -> str:
    """The miss of a seat, in a sentence."""
    ends = "end" if seat == "you" else "ends"
    return f"With best play on all sides {seat} {ends} {miss_text(miss)}."
