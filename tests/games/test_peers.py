"""The examples beside OpenSpiel: recorded games, and new ones in step where it is installed."""

from __future__ import annotations

import json

import pytest
from benchmarks.check_openspiel import PEERS, file_of, play_in_step, replay

every_peer = pytest.mark.parametrize("name", PEERS)


@every_peer
def test_recorded_games_are_legal_and_pay_as_in_openspiel(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 40
    for line in lines:
        record = json.loads(line)
        assert replay(name, record) == record


@every_peer
def test_new_games_are_in_step(name: str) -> None:
    pytest.importorskip("pyspiel")
    for seed in range(1000, 1010):
        play_in_step(name, seed)
