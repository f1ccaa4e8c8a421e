"""Frozen samples of full deals with declarers and their strains, for all benchmarks of Clumond.

Kept as texts, so that no table moves when dealing or the quick formula does. `random_pairs.txt` has
any declarer in any strain. The others were screened by the quick formula as it was when they were
drawn: `worth_declaring.txt` by a chance of at least .33 in the best strain, what people ask about;
`likely.txt` by one of at least .8 there, `unlikely.txt` by one below .1 in any strain.
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


def likely(count: int = 400) -> list[Play]:
    """The first of 400 plays before their first card: hardly to fail, in the best strain."""
    return _read("likely", count)


def unlikely(count: int = 400) -> list[Play]:
    """The first of 400 plays before their first card: hardly to succeed."""
    return _read("unlikely", count)


def _read(name: str, count: int) -> list[Play]:
    with (FOLDER / f"{name}.txt").open(encoding="ascii") as lines:
        return [Play.parse(line) for line in islice(lines, count)]
