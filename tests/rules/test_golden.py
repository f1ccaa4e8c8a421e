"""Playthroughs kept as text: a change in the rules, the shuffle or the words shows."""

from __future__ import annotations

import runpy

import pytest

from clumond_solver.games.sessions import Session
from tests.all_games import GAMES, random_chooser
from tests.golden.write import file_of, playthrough
from tests.samples import EXAMPLES

OH_HELL = EXAMPLES / "oh_hell.py"


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_the_one_kept(name: str) -> None:
    assert playthrough(name) == file_of(name).read_text(encoding="utf-8")


def test_a_fifth_game_on_the_public_rules() -> None:
    game = runpy.run_path(str(OH_HELL))["OhHell"]()
    for seed in range(20):
        session = Session(game, seed)
        session.play_out(random_chooser(seed))
        sizes = [*range(7, 0, -1), *range(2, 8)]
        assert [row.label for row in session.standing.rows] == [str(size) for size in sizes]
        for row in session.standing.rows:
            bids = [int(note) for note in row.notes]
            assert sum(bids) != int(row.label)
            assert all(gain in {0, 10 + bid} for gain, bid in zip(row.gains, bids, strict=True))
