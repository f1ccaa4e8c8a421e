"""What a call says about the caller's hand: weights of its cards and suit lengths, by strain.

>>> len(shipped_calling()) == len(Strain)
True
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from clumond_solver._core.single_dummy.inference import HandWeights
from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import SearchError


def parse_calling(text: str) -> tuple[HandWeights, ...]:
    """Read, from JSON, how each card and suit length changes a declarer's chance, by strain.

    `training.calling` fits these weights. SearchError for any other text.
    """
    try:
        calling = [HandWeights([weight / 1000 for weight in row]) for row in json.loads(text)]
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise SearchError(f"not weights of calls: {error}") from error
    if len(calling) != len(Strain):
        raise SearchError(f"weights of calls in {len(calling)} strains, not {len(Strain)}")
    return tuple(calling)


@cache
def shipped_calling() -> tuple[HandWeights, ...]:
    """The weights of calls that ship with the library."""
    source = files("clumond_solver.single_dummy").joinpath("calling.json")
    return parse_calling(source.read_text(encoding="ascii"))
