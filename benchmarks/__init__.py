"""Measurements of speed and strength; CONTRIBUTING.md says how to run them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from clumond_solver.cli.output import drop_output


@contextmanager
def until_reader_leaves() -> Iterator[None]:
    """End quietly when whoever reads the output has seen enough, as `| head` has."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
