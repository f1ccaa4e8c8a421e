"""Frozen samples of full deals, each with a declarer and his strain, for all benchmarks of Clumond.

Kept as texts, so that no table moves when dealing or the quick formula does. `random_pairs.txt` has
any declarer in any strain; `worth_declaring.txt` has a declarer whose best strain by the quick
formula, when the sample was drawn, promised at least a chance of .33: what people ask about.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from clumond_solver.games.clumond.play import Play

FOLDER = Path(__file__).parent


def random_pairs(count: int = 1000) -> list[Play]:
    """The first of 1000 plays before their first card: any declarer in any strain."""
    return _read("random_pairs", count)


def worth_declaring(count: int = 1000) -> list[Play]:
    """The first of 1000 plays before their first card: a good hand in its best strain."""
    return _read("worth_declaring", count)


def _read(name: str, count: int) -> list[Play]:
    with (FOLDER / f"{name}.txt").open(encoding="ascii") as lines:
        return [Play.parse(line) for line in islice(lines, count)]
