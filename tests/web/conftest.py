"""What tests of tables share."""

from __future__ import annotations

from typing import Any

import pytest

from clumond_solver.games.registry import load_games
from clumond_solver.rules.game import Game
from clumond_solver.single_dummy.players import Level, Player, RandomPlayer
from tests.samples import EXAMPLES


@pytest.fixture(scope="session")
def own_games() -> None:
    """The games of the examples, by name."""
    for file in ("ninety_nine.py", "oh_hell.py"):
        load_games(EXAMPLES / file)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engine players that do anything that is legal, at once."""

    def player(_: Level, __: Game[Any]) -> Player:
        return RandomPlayer()

    monkeypatch.setattr(Level, "player", player)
