"""The plain minimax of the tests, compiled when it is first asked for; see `plain_minimax.pyx`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from training.compiled import compiled

from clumond_solver.base.threads import lacks_threads

_SOURCE = Path(__file__).with_name("plain_minimax.pyx")


def answer(  # noqa: PLR0917
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
) -> tuple[int, int]:
    """See `plain_minimax.pyx`."""
    forced, cooperative = _minimax().answer(hands, leader, table, taken, strain, endings)
    return forced, cooperative


def first_answer(  # noqa: PLR0917
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
) -> bool:
    """See `plain_minimax.pyx`."""
    forced: bool = _minimax().first_answer(hands, leader, table, taken, strain, endings)
    return forced


def _minimax() -> Any:
    if lacks_threads():
        pytest.skip("no compiler in a browser")
    return compiled(_SOURCE)
