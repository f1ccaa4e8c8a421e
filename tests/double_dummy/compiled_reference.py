"""The plain minimax of the tests, compiled when it is first asked for."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from training.compiled import compiled

from clumond_solver.base.stopping import lacks_threads


def answer(  # noqa: PLR0917
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
) -> tuple[int, int]:
    """See `plain_minimax.pyx`."""
    forced, cooperative = _compiled("plain_minimax").answer(
        hands, leader, table, taken, strain, endings
    )
    return forced, cooperative


def answers_after(  # noqa: PLR0917
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
) -> tuple[int, int, dict[int, tuple[int, int]]]:
    """See `plain_minimax.pyx`."""
    forced, cooperative, after = _compiled("plain_minimax").answers_after(
        hands, leader, table, taken, strain, endings
    )
    return forced, cooperative, after


def first_answer(  # noqa: PLR0917
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
) -> bool:
    """See `plain_minimax.pyx`."""
    forced: bool = _compiled("plain_minimax").first_answer(
        hands, leader, table, taken, strain, endings
    )
    return forced


def reachable(hands: Sequence[int], leader: int, strain: int) -> list[int]:
    """See `plain_minimax.pyx`."""
    further: list[int] = _compiled("plain_minimax").reachable(hands, leader, strain)
    return further


def takes_at_once(hands: Sequence[int], leader: int, strain: int, tricks: int) -> bool:
    """See `plain_minimax.pyx`."""
    takes: bool = _compiled("plain_minimax").takes_at_once(hands, leader, strain, tricks)
    return takes


def forced_after_moves(  # noqa: PLR0917
    tiers: Sequence[Sequence[int]],
    pack: int,
    wild: int,
    hands: Sequence[int],
    leader: int,
    played: Sequence[tuple[int, int]],
    names_differ: bool,
) -> dict[tuple[int, int], tuple[list[int], ...]]:
    """See `plain_any_game.pyx`."""
    reference = _compiled("plain_any_game")
    values: dict[tuple[int, int], tuple[list[int], ...]] = reference.forced_after_moves(
        tiers, pack, wild, hands, leader, played, names_differ
    )
    return values


def _compiled(name: str) -> Any:
    if lacks_threads():
        pytest.skip("no compiler in a browser")
    return compiled(Path(__file__).with_name(f"{name}.pyx"))
