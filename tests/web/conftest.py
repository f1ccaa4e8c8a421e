"""What tests of tables share."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from clumond_solver.games.registry import load_games
from clumond_solver.single_dummy.players import RandomPlayer
from clumond_solver.web import tables
from tests.samples import EXAMPLES


@pytest.fixture(scope="session")
def own_games() -> None:
    """The games of the examples, by name."""
    for file in ("ninety_nine.py", "oh_hell.py"):
        load_games(EXAMPLES / file)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engine players that do anything that is legal, at once."""

    engine = SimpleNamespace(player=lambda _: RandomPlayer())
    monkeypatch.setattr(tables, "engine_of", lambda _: engine)
