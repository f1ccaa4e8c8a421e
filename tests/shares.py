"""How many random positions, hands or sessions some tests draw, and from which seed.

The gate takes a share of the positions, always the same ones; `.ci/extended` takes all, new ones.
"""

from __future__ import annotations

import os
import random

#: Whether all is to be tested that the gate leaves out or samples.
LONG = os.environ.get("CLUMOND_LONG") == "1"
SHARE = float(os.environ.get("CLUMOND_BOUNDS_SHARE", "0.05"))
SEED = int(os.environ.get("CLUMOND_BOUNDS_SEED", "1"))


def share_of(positions: int) -> int:
    """The number of positions to draw of so many."""
    return max(1, round(SHARE * positions))


def source(name: object) -> random.Random:
    """The random numbers of the test of this name."""
    return random.Random(f"{SEED}, {name}")
