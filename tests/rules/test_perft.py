"""The ways to play the next cards, counted by the slow rules, by Python's and by the core."""

from __future__ import annotations

from typing import Any

import pytest

from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.core_any_game import board_of_play, tables_of
from clumond_solver.knowledge.core_clumond import clumond_board
from clumond_solver.rules.states import TrickState, legal_card_plays
from clumond_solver.rules.tricks import TrickPlay
from tests.cython_files import core_access
from tests.rules.perft import COUNTED, golden, position, slow_counts

POSITIONS = golden()
every_position = pytest.mark.parametrize(
    ("name", "seed", "plays", "counts"), POSITIONS, ids=lambda given: str(given)[:20]
)


def test_every_game_has_its_counts() -> None:
    assert {name for name, *_ in POSITIONS} == set(COUNTED)
    assert all(counts for *_, counts in POSITIONS)


@every_position
@pytest.mark.sample(10)
def test_the_slow_rules_count_so_many_ways(
    name: str, seed: int, plays: int, counts: list[int]
) -> None:
    assert slow_counts(position(name, seed, plays)) == counts


@every_position
def test_the_core_counts_so_many_ways(name: str, seed: int, plays: int, counts: list[int]) -> None:
    play = _play(position(name, seed, plays))
    board = board_of_play(play, tables_of(play.rules))
    deep = range(1, len(counts) + 1)
    assert [core_access.sequences_of(board, depth) for depth in deep] == counts
    if isinstance(play, Play):
        own = clumond_board(play)
        assert [core_access.clumond_sequences_of(own, depth) for depth in deep] == counts


@every_position
def test_the_rules_in_python_count_so_many_ways(
    name: str, seed: int, plays: int, counts: list[int]
) -> None:
    """Not to the last depth, which takes long."""
    play = _play(position(name, seed, plays))
    fewer = [count for count in counts if count < 3000]
    assert [_ways(play, depth) for depth in range(1, len(fewer) + 1)] == fewer


def _ways(play: Any, depth: int) -> int:
    legal = list(legal_card_plays(play))
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        play.push(action.card, named=action.named, led=action.led)
        count += _ways(play, depth - 1)
        play.pop()
    return count


def _play(state: TrickState) -> TrickPlay:
    assert state.play is not None
    return state.play
