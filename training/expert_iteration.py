"""Teach the nets of the single-dummy player what searches find (extra ``training``).

    python -m training.expert_iteration FOLDER --out nets.bin

Expert iteration (Anthony, Tian and Barber 2017): each round plays games in which every card is
searched with the nets of the round before. The nets then learn which cards the searches chose, and
how the games ended. FOLDER keeps what has been played and learned, so that a run that was stopped
goes on; a seed fixes everything, whatever the number of threads.
"""

from __future__ import annotations

import argparse
import sys
import time
from array import array
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import torch

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules.clumond import Board
from clumond_solver._core.single_dummy.ismcts import Settings
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver._core.single_dummy.net import Net
from clumond_solver._core.single_dummy.selfplay import play_games
from clumond_solver.base.cards import Suit
from clumond_solver.base.threads import run_jobs
from clumond_solver.base.whole_files import write_whole
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.knowledge.core_clumond import rules_of
from clumond_solver.single_dummy.nets import read_weights, write_nets
from clumond_solver.single_dummy.styles import FULL, Search, Style
from training.nets import Decisions, RoleNet, Tables, loss_of, one_processor

_STREAM = 1_000_003
_JOB_GAMES = 50
_SHARE_IN_MEANS = 0.002
_EVERY_SUIT = sum(suit.mask for suit in Suit)
#: Who plays the games: strong enough to teach, and quick enough for some hundred thousand games.
TEACHER = replace(
    FULL,
    defender=replace(FULL.defender, particles=32, solve_deals=60),
    alone=Search(nets=True, exact_tricks=1),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played and learned.

    rounds      of playing with the latest nets, then learning from these games.
    games       played in each round, in chunks.
    chunk       games that are played, and kept, at a time.
    declarer, defender, undeclared  iterations of the search for a card, by role.
    loose_games, loose_card  how often a game begins with tricks of which nothing is learned, and
                how often any card is tried in these.
    outcome     how much of a lesson is the outcome; the rest is what the nets think next time.
    epochs, batch, rate  of learning: how often each decision is seen, how many at a time, and the
                rate at the start, which falls evenly to a twentieth.
    of_choices  the weight of choosing as searches do, beside knowing how games end.
    """

    rounds: int = 2
    games: int = 150_000
    chunk: int = 2000
    declarer: int = 200
    defender: int = 100
    undeclared: int = 200
    loose_games: float = 0.2
    loose_card: float = 0.25
    outcome: float = 0.95
    epochs: int = 3
    batch: int = 512
    rate: float = 3e-4
    of_choices: float = 0.3


class Teacher:
    """Plays games in which every card is searched, and writes their decisions down."""

    def __init__(self, plan: Plan, roles: Sequence[array[int]]) -> None:
        """A teacher guided by these nets."""
        self._plan = plan
        self._tables = Tables()
        style = replace(TEACHER, nets=Net(roles))
        self._players = [
            self._settings(style, known) for known in map(_opening, self._tables.openings)
        ]

    def _settings(self, style: Style, known: Knowledge) -> list[Settings]:
        plan = self._plan
        counts = [plan.undeclared] * len(Seat)
        if known.declarer is not None:
            counts = [plan.declarer if seat is known.declarer else plan.defender for seat in Seat]
        return [style.settings(counts[seat], known, seat) for seat in Seat]

    def chunk(self, seed: int, threads: int | None) -> Decisions:
        """The decisions of a chunk of games."""
        source = np.random.default_rng(seed)
        hands, kinds = self._tables.questions(source, self._plan.chunk)

        def job(first: int) -> Callable[[Stop], Decisions]:
            numbers = range(first, min(first + _JOB_GAMES, self._plan.chunk))
            return lambda stop: self._play(numbers, hands, kinds, seed, stop)

        parts = run_jobs(map(job, range(0, self._plan.chunk, _JOB_GAMES)), threads=threads)
        return Decisions.joined(parts)

    def _play(self, numbers: range, hands: Any, kinds: Any, seed: int, stop: Stop) -> Decisions:
        decisions = Decisions.room_for(len(numbers))
        lessons = decisions.lessons()
        for number in numbers:
            kind = int(kinds[number])
            play_games(
                self._start(kind, [int(mask) for mask in hands[number]]),
                self._players[kind],
                seed,
                number,
                1,
                stop,
                lessons=lessons,
                loose_games=self._plan.loose_games,
                loose_card=self._plan.loose_card,
                outcome=self._plan.outcome,
            )
        return decisions.first(len(lessons))

    def _start(self, kind: int, masks: list[int]) -> SeatKnowledge:
        strain, declarer, _ = self._tables.openings[kind]
        leader = Seat.FOREHAND if declarer is None else Seat.MIDDLEHAND
        board = Board(rules_of(strain), masks, leader, [0] * len(Seat), TRICKS)
        sizes = [mask.bit_count() for mask in masks]
        targets = self._tables.targets[kind]
        return SeatKnowledge(board, targets, -1, 0, sizes, [_EVERY_SUIT] * len(Seat))


def _opening(opening: Any) -> Knowledge:
    strain, declarer, supplementary = opening
    hand = Deal.random(0)[Seat.FOREHAND]
    return Knowledge.at_start(hand, Seat.FOREHAND, declarer, strain, supplementary=supplementary)


def learn(
    plan: Plan, roles: Sequence[array[int]], chunks: Sequence[Decisions], seed: int
) -> tuple[list[array[int]], list[str]]:
    """The nets after learning from these games; what they got wrong before and after, in words."""
    *taught, held_out = chunks
    decisions = Decisions.joined(taught)
    learned, told = [], []
    for role, numbers in enumerate(roles):
        net = RoleNet(torch.Generator().manual_seed(seed))
        net.set_numbers(numbers)
        before = _held_out_loss(plan, net, role, held_out)
        means = _learn_role(plan, net, role, decisions, np.random.default_rng([seed, role]))
        after = _held_out_loss(plan, means, role, held_out)
        told.append(f"role {role}: {before} -> {after}")
        learned.append(means.numbers())
    return learned, told


def _learn_role(plan: Plan, net: RoleNet, role: int, decisions: Decisions, source: Any) -> RoleNet:
    # Means of the weights over the latest steps play better than any of these weights.
    means = deepcopy(net)
    optimiser = torch.optim.Adam(net.parameters(), lr=plan.rate, fused=True)
    steps = plan.epochs * (int((decisions.role == role).sum()) // plan.batch)
    done = 0
    for _ in range(plan.epochs):
        for places in decisions.batches(role, plan.batch, 1.0, source):
            for group in optimiser.param_groups:
                group["lr"] = plan.rate * (0.05 + 0.95 * (1 - done / steps))
            loss, _ = loss_of(net, role, decisions, places, plan.of_choices)
            loss.backward()
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            net.keep_in_bounds()
            done += 1
            share = max(_SHARE_IN_MEANS, 1 / done)
            with torch.no_grad():
                for weights, mean in zip(net.parameters(), means.parameters(), strict=True):
                    mean.lerp_(weights, share)
    return means


def _held_out_loss(plan: Plan, net: RoleNet, role: int, held_out: Decisions) -> str:
    places = np.flatnonzero(held_out.role == role)
    with torch.no_grad():
        of_worth = float(loss_of(net, role, held_out, places, 0.0)[1])
        with_choices = float(loss_of(net, role, held_out, places, 1.0)[0])
        without = float(loss_of(net, role, held_out, places, 0.0)[0])
    return f"worth {of_worth:.4f} choice {with_choices - without:.4f}"


def run(plan: Plan, folder: Path, roles: list[array[int]], seed: int, threads: int | None) -> None:
    """Play and learn round after round, from what the folder has on."""
    for number in range(1, plan.rounds + 1):
        kept = folder / f"round-{number}"
        kept.mkdir(parents=True, exist_ok=True)
        weights = kept / "nets.bin"
        if not weights.exists():
            chunks = _chunks(plan, kept, Teacher(plan, roles), seed * _STREAM + number, threads)
            learned, told = learn(plan, roles, chunks, seed * _STREAM + number)
            for line in told:
                _say(f"round {number}, {line}")
            write_whole(weights, write_nets(learned))
        roles = read_weights(weights.read_bytes())


def _chunks(
    plan: Plan, kept: Path, teacher: Teacher, seed: int, threads: int | None
) -> list[Decisions]:
    chunks = []
    for number in range(plan.games // plan.chunk):
        path = kept / f"{number:04}.npz"
        if not path.exists():
            began = time.monotonic()
            played = teacher.chunk(seed * _STREAM + number, threads)
            played.save(path)
            spent = 1000 * (time.monotonic() - began) / plan.chunk
            _say(f"{kept.name}: {(number + 1) * plan.chunk:,} games, {spent:.1f} ms a game")
        chunks.append(Decisions.load(path))
    return chunks


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m training.expert_iteration",
        description="Teach the nets of the single-dummy player what searches find.",
    )
    parser.add_argument("folder", type=Path, help="folder to keep games and nets in, to go on from")
    parser.add_argument("--out", type=Path, help="file to write the weights to")
    parser.add_argument("--nets", type=Path, help="weights to begin with (the shipped ones)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    for each in fields(Plan):
        kind = int if isinstance(each.default, int) else float
        parser.add_argument("--" + each.name.replace("_", "-"), type=kind, default=each.default)
    given = parser.parse_args(arguments)
    plan = Plan(**{each.name: getattr(given, each.name) for each in fields(Plan)})
    one_processor()
    start = given.nets or files("clumond_solver.single_dummy").joinpath("nets.bin")
    run(plan, given.folder, read_weights(start.read_bytes()), given.seed, given.threads)
    if given.out is not None:
        weights = given.folder / f"round-{plan.rounds}" / "nets.bin"
        write_whole(given.out, weights.read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
