"""The plain references of these tests, compiled when they are first asked for."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from training.compiled import compiled

from clumond_solver.base.stopping import lacks_threads


def max_n(  # noqa: PLR0917
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: Sequence[int],
    strain: int,
    payoffs: array[float],
) -> tuple[float, ...]:
    """See `plain_play.pyx`."""
    rewards: tuple[float, ...] = _compiled("plain_play").max_n(
        hands, leader, table, taken, strain, payoffs
    )
    return rewards


def deal_against(  # noqa: PLR0917
    hand: int,
    hidden: int,
    size: int,
    may_hold: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    success: Sequence[int],
    cards: Sequence[int],
    *,
    helped: bool,
) -> tuple[int, int] | None:
    """See `plain_play.pyx`."""
    found: tuple[int, int] | None = _compiled("plain_play").deal_against(
        hand, hidden, size, may_hold, leader, table, taken, strain, success, cards, helped
    )
    return found


def _compiled(name: str) -> Any:
    if lacks_threads():
        pytest.skip("no compiler in a browser")
    return compiled(Path(__file__).with_name(f"{name}.pyx"))
