"""Playthroughs kept as text: a change in the rules, the shuffle or the words shows."""

from __future__ import annotations

import pytest

from tests.all_games import GAMES
from tests.golden.write import file_of, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_the_one_kept(name: str) -> None:
    assert playthrough(name) == file_of(name).read_text(encoding="utf-8")
