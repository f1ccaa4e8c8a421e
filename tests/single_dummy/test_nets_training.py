"""The nets are learned: losses fall, play gets better, and a run that was stopped goes on."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

pytest.importorskip("torch")

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.ismcts import Settings
from clumond_solver._core.single_dummy.net import Net
from clumond_solver._core.single_dummy.selfplay import play_games
from clumond_solver.cards import Hand, Strain
from clumond_solver.compiled.clumond import open_knowledge
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.seen.clumond import Knowledge
from clumond_solver.single_dummy.nets import read_nets, write_nets
from clumond_solver.training.nets import Plan, Trainer, one_processor

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


def _successes(declarer: Net, defenders: Net, games: int) -> int:
    """How often forehand succeeds in hearts."""
    won = 0
    for number in range(games):
        deal = Deal.random(10_000 + number)
        known = Knowledge.at_start(deal[Seat.FOREHAND], Seat.FOREHAND, Seat.FOREHAND, Strain.HEARTS)
        nets = [declarer, defenders, defenders]
        players = [Settings(1, nets=net, search_tricks=0) for net in nets]
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
    untaught = read_nets(write_nets(Trainer(_SHORT).numbers()))
    trainer = _finished(Trainer(_SHORT, seed=1))
    surprises = list(map(_surprise, trainer.standing.curve))
    assert sum(surprises[-3:]) < sum(surprises[1:4]) - 0.05
    taught = read_nets(write_nets(trainer.numbers()))
    games = 1500
    assert _successes(taught, untaught, games) > _successes(untaught, taught, games) + 20
