"""Measurements of speed and strength; CONTRIBUTING.md says how to run them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from clumond_solver.base.cards import Hand
from clumond_solver.cli.output import drop_output
from clumond_solver.knowledge.clumond import ClumondView, sample_masks


@contextmanager
def until_reader_leaves() -> Iterator[None]:
    """End quietly when whoever reads the output has seen enough, as `| head` has."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()


def sample_deals(view: ClumondView, count: int, *, seed: int = 0) -> list[tuple[Hand, ...]]:
    """The hands, by seat, of deals that agree with a view."""
    return [tuple(map(Hand, masks)) for masks in sample_masks(view, count, seed=seed)]
