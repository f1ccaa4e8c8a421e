"""Teach the nets of the single-dummy player what searches choose (extra ``training``).

    python -m training.expert_iteration FOLDER --out nets.bin

Expert iteration (Anthony, Tian and Barber 2017): in every round each card of many games is searched
with the nets of the round before. The nets then learn which cards the searches chose, and how the
games ended. FOLDER holds games and nets, so that an interrupted run continues; a seed fixes
everything, whatever the number of threads.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.clumond_tree_search import search_card
from clumond_solver._core.single_dummy.net import Nets
from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.files import write_atomically
from clumond_solver.base.seeds import drawn_seed
from clumond_solver.base.stopping import processors, run_jobs
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import clumond_board, seat_knowledge
from clumond_solver.single_dummy.levels import FULL, Style, role_of
from clumond_solver.single_dummy.shipped_weights import unpack_weights
from training.nets import (
    Decisions,
    Openings,
    RoleNet,
    loss_of,
    one_processor,
    pack_nets,
    place_of,
)

_STREAM = 1_000_003
_JOB_GAMES = 50
_SHARE_IN_MEANS = 0.002
# More decisions than one game has.
_MOST_DECISIONS = 48
_ONE = 4096
#: The player of the games: strong enough to teach, and quick enough for some hundred thousand.
TEACHER = replace(FULL, defender=replace(FULL.defender, particles=32, solve_deals=60))


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to play and learn.

    rounds      of playing with the latest nets, then learning from these games.
    games       played in each round.
    chunk       games in a file.
    declarer, defender, undeclared  iterations of the search for a card, by role.
    loose_games, loose_card  the share of games that begin with tricks that are not recorded, and
                the share of random cards in these.
    outcome     the share of the outcome in a target; the rest is the seat's next value.
    epochs, batch, rate  of learning: how often each decision is used, how many in a step, and the
                learning rate at the start, which falls evenly to a twentieth.
    of_policy   the weight of the policy's loss beside that of the value.
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
    of_policy: float = 0.3


class Teacher:
    """Plays games in which every card is searched, and records their decisions."""

    def __init__(self, plan: Plan, roles: Sequence[array[int]]) -> None:
        """A teacher guided by these nets."""
        self._plan = plan
        self._openings = Openings()
        self._net = Nets(roles)
        self._style = replace(TEACHER, nets=self._net)

    def chunk(self, seed: int, threads: int) -> Decisions:
        """The decisions of a chunk of games."""
        hands, kinds = self._openings.draw(np.random.default_rng(seed), self._plan.chunk)

        def job(first: int) -> Callable[[Stop], Decisions]:
            numbers = range(first, min(first + _JOB_GAMES, self._plan.chunk))
            return lambda stop: self._play(numbers, hands, kinds, seed, stop)

        parts = run_jobs(map(job, range(0, self._plan.chunk, _JOB_GAMES)), threads=threads)
        return Decisions.joined(parts)

    def _play(self, numbers: range, hands: Any, kinds: Any, seed: int, stop: Stop) -> Decisions:
        decisions, used = Decisions.room_for(len(numbers)), 0
        for number in numbers:
            if used + _MOST_DECISIONS <= len(decisions.role):
                strain, declarer, tens = self._openings.openings[int(kinds[number])]
                masks = [Hand(int(mask)) for mask in hands[number]]
                play = Play(masks, declarer, strain, supplementary=tens)
                game = _Game(self._net, play, random.Random(seed * _STREAM + number))
                game.play_out(self._plan, self._style, stop)
                used = game.record(decisions, used, self._plan.outcome)
        return decisions.first(used)


class _Decision(NamedTuple):
    """A card chosen by a search, with the nets' view of the position before it."""

    seat: Seat
    role: int
    active: list[int]
    choices: list[int]
    card: int
    visits: dict[int, int]
    value: float


class _Game:
    """One game of searches, and its decisions."""

    def __init__(self, net: Nets, play: Play, source: random.Random) -> None:
        self._net = net
        self._play = play
        self._source = source
        self._decisions: list[_Decision] = []

    def play_out(self, plan: Plan, style: Style, stop: Stop) -> None:
        """Play to the end, the first tricks loosely in some games."""
        play, loose_until = self._play, self._play.tricks_left
        if self._source.random() < plan.loose_games:
            loose_until -= int(self._source.random() * (loose_until - 1))
        while (seat := play.turn) is not None:
            choices = [card.bit for card in Hand(clumond_board(play).choices)]
            card = choices[0]
            if len(choices) > 1:
                known = ClumondView.of(play, seat)
                compiled = seat_knowledge(known)
                role, active, evaluated = self._net.evaluations(compiled)
                if play.tricks_left > loose_until:
                    card = self._loose_card(choices, evaluated, plan.loose_card)
                else:
                    iterations = getattr(plan, role_of(seat, play.declarer))
                    settings = style.settings(iterations, known, seat)
                    result = search_card(compiled, settings, drawn_seed(self._source), stop)
                    assert result is not None
                    card, _, _, moves = result
                    visits = {move[0]: move[3] for move in moves}
                    value = _value_by_policy(role, [evaluated[bit] for bit in choices])
                    decision = _Decision(seat, role, active, choices, card, visits, value)
                    self._decisions.append(decision)
            play.push(Card.from_bit(card))

    def _loose_card(
        self, choices: Sequence[int], evaluated: Mapping[int, tuple[int, int]], share: float
    ) -> int:
        if self._source.random() < share:
            return choices[int(self._source.random() * len(choices))]
        return max(choices, key=lambda card: evaluated[card][1])

    def record(self, decisions: Decisions, first: int, outcome_share: float) -> int:
        """Write the decisions from this entry on; return the number of entries used then.

        A target is the outcome, or the next target of the seat, and for the rest its next value.
        """
        outcome, declarer = self._play.outcome(), self._play.declarer
        if declarer is None:
            following = [float(score) for score in paper_scores(outcome)]
        else:
            won = outcome[declarer].success
            following = [float(won is (seat is declarer)) for seat in Seat]
        for number in range(len(self._decisions) - 1, -1, -1):
            decision, entry = self._decisions[number], first + number
            end = outcome[decision.seat if declarer is None else declarer]
            decisions.target[entry] = target = following[decision.seat]
            decisions.tricks[entry] = end.tricks_taken
            decisions.code[entry] = end.retention.code
            _write(decisions, entry, decision)
            following[decision.seat] = outcome_share * target + (1 - outcome_share) * decision.value
        return first + len(self._decisions)


def _value_by_policy(role: int, evaluated: Sequence[tuple[int, int]]) -> float:
    """The expected value of a card that the policy draws."""
    most = max(logit for _, logit in evaluated)
    odds = [math.exp((logit - most) / _ONE) for _, logit in evaluated]
    values = [value / _ONE for value, _ in evaluated]
    if role != Nets.role_count - 1:
        values = [1 / (1 + math.exp(-value)) for value in values]
    return math.fsum(map(mul, odds, values)) / math.fsum(odds)


def _write(decisions: Decisions, entry: int, decision: _Decision) -> None:
    bits = np.zeros(8 * decisions.inputs.shape[1], np.uint8)
    bits[decision.active] = 1
    decisions.inputs[entry] = np.packbits(bits, bitorder="little")
    decisions.legal[entry] = sum(1 << place_of(card) for card in decision.choices)
    decisions.role[entry] = decision.role
    decisions.place[entry] = place_of(decision.card)
    # A plan visits all cards equally often; then only the chosen card counts. Else visits spread
    # widely among cards of nearly equal value, and the cube sharpens the preference.
    visits = decision.visits
    if len(set(visits.values())) == 1:
        visits = {decision.card: 1}
    whole = sum(count**3 for count in visits.values())
    for card, count in visits.items():
        decisions.shares[entry, place_of(card)] = count**3 / whole


def learn(
    plan: Plan, roles: Sequence[array[int]], chunks: Sequence[Decisions], seed: int
) -> tuple[list[array[int]], list[str]]:
    """The nets after learning from these games; their losses before and after, in words."""
    *used, held_out = chunks
    decisions = Decisions.joined(used)
    trained, lines = [], []
    for role, numbers in enumerate(roles):
        net = RoleNet(torch.Generator().manual_seed(seed))
        net.set_numbers(numbers)
        before = _held_out_loss(plan, net, role, held_out)
        means = _learn_role(plan, net, role, decisions, np.random.default_rng([seed, role]))
        after = _held_out_loss(plan, means, role, held_out)
        lines.append(f"role {role}: {before} -> {after}")
        trained.append(means.numbers())
    return trained, lines


def _learn_role(plan: Plan, net: RoleNet, role: int, decisions: Decisions, source: Any) -> RoleNet:
    # Means of the weights over the latest steps play better than the weights of any step.
    means = deepcopy(net)
    optimiser = torch.optim.Adam(net.parameters(), lr=plan.rate, fused=True)
    steps = plan.epochs * (int((decisions.role == role).sum()) // plan.batch)
    done = 0
    for _ in range(plan.epochs):
        for places in decisions.batches(role, plan.batch, 1.0, source):
            for group in optimiser.param_groups:
                group["lr"] = plan.rate * (0.05 + 0.95 * (1 - done / steps))
            loss, _ = loss_of(net, role, decisions, places, plan.of_policy)
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
        with_policy = float(loss_of(net, role, held_out, places, 1.0)[0])
        without, of_values = map(float, loss_of(net, role, held_out, places, 0.0))
    return f"value {of_values:.4f} policy {with_policy - without:.4f}"


def run(plan: Plan, folder: Path, roles: list[array[int]], seed: int, threads: int) -> None:
    """Play and learn round after round, from what the folder has on."""
    for number in range(1, plan.rounds + 1):
        round_folder = folder / f"round-{number}"
        round_folder.mkdir(parents=True, exist_ok=True)
        weights = round_folder / "nets.bin"
        if not weights.exists():
            teacher, round_seed = Teacher(plan, roles), seed * _STREAM + number
            chunks = _chunks(plan, round_folder, teacher, round_seed, threads)
            trained, lines = learn(plan, roles, chunks, round_seed)
            for line in lines:
                _say(f"round {number}, {line}")
            write_atomically(weights, pack_nets(trained))
        roles = unpack_weights(weights.read_bytes())


def _chunks(plan: Plan, folder: Path, teacher: Teacher, seed: int, threads: int) -> list[Decisions]:
    chunks = []
    for number in range(plan.games // plan.chunk):
        path = folder / f"{number:04}.npz"
        if not path.exists():
            began = time.monotonic()
            played = teacher.chunk(seed * _STREAM + number, threads)
            played.save(path)
            spent = 1000 * (time.monotonic() - began) / plan.chunk
            _say(f"{folder.name}: {(number + 1) * plan.chunk:,} games, {spent:.1f} ms a game")
        chunks.append(Decisions.load(path))
    return chunks


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m training.expert_iteration",
        description="Teach the nets of the single-dummy player what searches choose.",
    )
    parser.add_argument("folder", type=Path, help="folder of games and nets, to continue from")
    parser.add_argument("--out", type=Path, help="file to write the weights to")
    parser.add_argument("--nets", type=Path, help="weights to begin with (the shipped ones)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=processors())
    for option in fields(Plan):
        kind = int if isinstance(option.default, int) else float
        parser.add_argument("--" + option.name.replace("_", "-"), type=kind, default=option.default)
    given = parser.parse_args(arguments)
    plan = Plan(**{option.name: getattr(given, option.name) for option in fields(Plan)})
    one_processor()
    start = given.nets or files("clumond_solver.single_dummy").joinpath("nets.bin")
    run(plan, given.folder, unpack_weights(start.read_bytes()), given.seed, given.threads)
    if given.out is not None:
        weights = given.folder / f"round-{plan.rounds}" / "nets.bin"
        write_atomically(given.out, weights.read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
