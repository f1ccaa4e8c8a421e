"""The nets are learned: losses fall, play gets better, and a run that was stopped goes on."""

from __future__ import annotations

import math
from array import array
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")

import numpy as np
from training import expert_iteration
from training.nets import Plan, Trainer, one_processor, pack_nets

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.clumond_tree_search import Settings
from clumond_solver._core.single_dummy.net import Nets
from clumond_solver._core.single_dummy.selfplay import play_games
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import open_knowledge
from clumond_solver.single_dummy.levels import SearchOptions
from clumond_solver.single_dummy.shipped_weights import unpack_weights

pytestmark = pytest.mark.slow
one_processor()

_SMALL = Plan(games=1536, chunk=512, batch=64)
_SHORT = Plan(games=80_000, chunk=2048, batch=128, share=0.5, rate=2e-3)


def _finished(trainer: Trainer) -> Trainer:
    for _ in trainer.train():
        pass
    return trainer


def test_a_run_that_was_stopped_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    whole = _finished(Trainer(_SMALL, seed=3)).numbers()
    stopped = Trainer(_SMALL, seed=3)
    next(stopped.train())
    stopped.save(tmp_path / "nets.pt")
    resumed = Trainer.load(tmp_path / "nets.pt")
    assert resumed.games == _SMALL.chunk
    assert _finished(resumed).numbers() == whole
    assert _finished(Trainer(_SMALL, seed=4)).numbers() != whole


def _successes(declarer: Nets, defenders: Nets, games: int) -> int:
    """How often forehand succeeds in hearts."""
    won = 0
    for number in range(games):
        deal = Deal.random(10_000 + number)
        known = ClumondView.at_start(
            deal[Seat.FOREHAND], Seat.FOREHAND, Seat.FOREHAND, Strain.HEARTS
        )
        nets = [declarer, defenders, defenders]
        players = [Settings(1, SearchOptions(nets=True, search_tricks=0), net) for net in nets]
        played = play_games(open_knowledge(known, list(deal)), players, 1, number, 1, Stop())
        assert played is not None
        [(taken, kept)] = played
        won += taken[0] % 10 == Retention.of(Hand(kept[0])).code % 10
    return won


def _surprise(point: tuple[int, list[float], float]) -> float:
    """Declarer's loss beside that of who knows only how often declarers succeed."""
    _, (loss, *_), success = point
    return -loss / (success * math.log(success) + (1 - success) * math.log(1 - success))


def test_learning_shows() -> None:
    untaught = Nets(unpack_weights(pack_nets(Trainer(_SHORT).numbers())))
    trainer = _finished(Trainer(_SHORT, seed=1))
    surprises = list(map(_surprise, trainer.progress.curve))
    assert sum(surprises[-3:]) < sum(surprises[1:4]) - 0.05
    taught = Nets(unpack_weights(pack_nets(trainer.numbers())))
    games = 1500
    assert _successes(taught, untaught, games) > _successes(untaught, taught, games) + 20


_SEARCHED = expert_iteration.Plan(
    rounds=1,
    games=60,
    chunk=30,
    declarer=12,
    defender=8,
    undeclared=12,
    epochs=1,
    batch=16,
    rate=0.1,
)


def test_searched_games_are_written_down_as_they_ended() -> None:
    plan = replace(_SEARCHED, outcome=1.0, loose_games=0.5)
    roles = Trainer(_SMALL, seed=5).numbers()
    decisions = expert_iteration.Teacher(plan, roles).chunk(9, threads=1)
    again = expert_iteration.Teacher(plan, roles).chunk(9, threads=2)
    for name, values in decisions.arrays().items():
        assert np.array_equal(values, getattr(again, name)), name
    assert set(decisions.role) == set(range(Nets.role_count))
    legal = (decisions.legal[:, None] >> np.arange(48, dtype=np.uint64)) & np.uint64(1)
    assert np.all(legal[np.arange(len(legal)), decisions.place])
    assert np.all((decisions.shares > 0) <= (legal > 0))
    assert np.allclose(decisions.shares.sum(axis=1), 1)
    declared = decisions.role < 3
    assert set(decisions.target[declared]) == {0.0, 1.0}
    # Who fails is off his target; with supplementary tricks success is not seen in tricks alone.
    by_role = [decisions.target[(decisions.role == role)] for role in (0, 1, 2)]
    assert 0 < np.mean(by_role[0]) < 1


def test_expert_iteration_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    roles = Trainer(_SMALL, seed=5).numbers()
    for folder in ("whole", "stopped"):
        expert_iteration.run(replace(_SEARCHED, rounds=1), tmp_path / folder, roles, 3, threads=2)
    weights = tmp_path / "stopped" / "round-1" / "nets.bin"
    whole = weights.read_bytes()
    weights.unlink()
    (weights.parent / "0001.npz").unlink()
    expert_iteration.run(_SEARCHED, tmp_path / "stopped", roles, 3, threads=1)
    assert weights.read_bytes() == whole
    assert unpack_weights(whole) != [array("h", numbers) for numbers in roles]
