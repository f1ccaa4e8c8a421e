"""How often a hand is worth declaring: quick estimates of 30,000 hands drawn at random, as a chart.

pip install ".[arrays,plot]"
python examples/hands_as_arrays.py docs/hands.svg
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from clumond_solver import Deal, Strain
from clumond_solver.adapters.arrays import masks_of, quick_estimates

DEALS = 10_000
# Declaring gains 10 points or loses 5 to each of the others: it pays from this chance on.
BREAK_EVEN = 1 / 3


def best_chances(deals: int, seed: int) -> Any:
    """The chance of each of the three hands of so many deals in its best strain."""
    masks = masks_of(hand for n in range(deals) for hand in Deal.random(seed + n).hands)
    return np.max([quick_estimates(masks, strain) for strain in Strain], axis=0)


def chart(chances: Any) -> Figure:
    """How many hands have which chance."""
    figure = Figure(figsize=(8, 3.6), layout="constrained")
    ax = figure.add_subplot()
    ax.spines[["top", "right"]].set_visible(False)
    weights = np.full(len(chances), 1 / len(chances))
    ax.hist(chances, bins=40, range=(0, 1), weights=weights, color="#3b6ea5")
    ax.axvline(BREAK_EVEN, color="#5a646e", linestyle="--", linewidth=1.2)
    share = np.mean(chances >= BREAK_EVEN)
    ax.set_title(f"In its best strain {share:.0%} of {len(chances):,} hands reach a third")
    ax.set_xlabel("chance of success as declarer, by quick_estimates")
    ax.set_ylabel("share of hands")
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    return figure


def main(path: Path) -> None:
    """Write the chart, whose texts stay texts; the same each time."""
    with rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none"}):
        chart(best_chances(DEALS, seed=1)).savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chart", type=Path, help="the SVG file to write")
    main(parser.parse_args().chart)
