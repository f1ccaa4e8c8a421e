"""Measurements of speed and strength; CONTRIBUTING.md says how to run them."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from clumond_solver.cli.streams import drop_output
from clumond_solver.display import plots
from clumond_solver.results import Estimate


@contextmanager
def until_reader_leaves() -> Iterator[None]:
    """End quietly when whoever reads the output has seen enough, as `| head` has."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()


def draw_calibration(pairs: Sequence[tuple[Estimate, Estimate]], path: Path) -> None:
    """Draw what was stated beside what came; needs matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 6), layout="constrained")
    plots.calibration(pairs, figure.add_subplot())
    figure.savefig(path)
