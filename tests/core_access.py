"""Functions of the compiled core that the library itself calls only from within a search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from training.compiled import compiled

from clumond_solver._core.rules import any_game
from clumond_solver._core.rules.clumond import Board, Payoffs
from clumond_solver._core.single_dummy.inference import HandWeights
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver._core.single_dummy.net import Nets
from clumond_solver.base.stopping import lacks_threads


def _core() -> Any:
    if lacks_threads():
        pytest.skip("no compiler in a browser")
    return compiled(Path(__file__).with_name("core_access.pyx"), uses_core=True)


def exact_rewards(board: Board, payoffs: Payoffs) -> tuple[float, ...]:
    """The rewards of each seat under exact play with open hands to the end."""
    rewards: tuple[float, ...] = _core().exact_rewards(board, payoffs)
    return rewards


def log_weight_of(
    knowledge: SeatKnowledge,
    hands: Sequence[int],
    nets: Nets,
    calling: HandWeights | None,
    trust_plays: float,
) -> float:
    """The logarithm of the weight that the viewer gives to these hands."""
    weight: float = _core().log_weight_of(knowledge, hands, nets, calling, trust_plays)
    return weight


def plan_of(
    knowledge: SeatKnowledge,
    nets: Nets,
    deals: Sequence[int],
    chances: Sequence[float],
    *,
    best_alone: bool,
) -> dict[int, float]:
    """The chance that declarer fails after each card of the viewer, who is to play.

    ``deals`` are the hands of his left neighbour (masks), ``chances`` their weights.
    """
    failing: dict[int, float] = _core().plan_of(knowledge, nets, deals, chances, best_alone)
    return failing


def moves_to_try(board: any_game.Board) -> list[tuple[int, int]]:
    """The moves of the seat to play that open-card searches try, as (card, card named)."""
    moves: list[tuple[int, int]] = _core().moves_to_try(board)
    return moves


# A claim about endings: the cards kept (diamonds + 4 * spades + 16 * hearts), the totals that are
# out of reach with them, the trick counts so far from which they are, and the rank boundaries that
# this depends on.
HopelessClaim = tuple[int, int, int, int]


def hopeless_claims(
    hands: Sequence[int], strain: int, leader: int, taken: int, totals: Sequence[int]
) -> list[HopelessClaim]:
    """What the bounds of cooperative play exclude here, for all retentions that fit the hand."""
    claims: list[HopelessClaim] = _core().hopeless_claims(hands, strain, leader, taken, totals)
    return claims


def wrong_claims(
    claims: Sequence[HopelessClaim], further: Sequence[int], tricks_left: int
) -> list[HopelessClaim]:
    """The claims that the numbers of further tricks by cards kept contradict."""
    wrong: list[HopelessClaim] = _core().wrong_claims(claims, further, tricks_left)
    return wrong


def quick_tricks(hands: Sequence[int], strain: int, leader: int) -> tuple[int, int]:
    """The tricks that the side on lead can take at once, and the rank boundaries they depend on.

    The first hand is the hero's; the two others are one side.
    """
    tricks, boundaries = _core().quick_tricks_of(hands, strain, leader)
    return tricks, boundaries


def case_of(lengths: int) -> int:
    """The case of a hand's suit lengths, four bits each, by which the tables of a goal go."""
    case: int = _core().case_of_lengths(lengths)
    return case


def goal_tables(
    accepted: Sequence[int],
) -> tuple[list[list[int]], list[list[int]], tuple[int, int]]:
    """The tables of a goal: the counts that are lost and those that are won, by tricks left and
    case; and the only cards kept that may succeed with their totals, which are 0 if there are more.
    """
    lost, won, only = _core().goal_tables(accepted)
    return lost, won, only


# The lowest card of a run, its highest one, and the next card above, in a suit's lane at least: all
# as masks.
Run = tuple[int, int, int]


def runs_of(mine: int, others: int) -> list[Run]:
    """The runs of touching cards of `mine`, which `others` separate."""
    runs: list[Run] = _core().runs_of(mine, others)
    return runs


def keep_run_whole(boundaries: int, run: Run) -> int:
    """The rank boundaries of a result that does not distinguish the cards of a run."""
    kept: int = _core().boundaries_beside(boundaries, run)
    return kept


def runs_told_apart(mine: int, others: int, boundaries: int, failed: Run) -> list[Run]:
    """The runs that may do what the failed one could not, as these boundaries lie between."""
    runs: list[Run] = _core().runs_told_apart(mine, others, boundaries, failed)
    return runs
