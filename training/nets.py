"""Make the nets of the single-dummy player again (extra ``training``).

    python -m training.nets nets.bin --checkpoint nets.pt

The nets play themselves, a net a role, all five strains, undeclared hands and Four Tens in one run
(`_core/single_dummy/lessons.pyx`). From how the games end they learn, by card, the chance of
success after it (deep Monte Carlo: Zha et al. 2021, "DouZero"), with what the same seat thinks at
its next card mixed in (lambda returns: Sutton 1988), and which cards are played. On the side they
learn how many tricks declarer takes and which suits he keeps, which teaches the same layers more
about a hand than success alone. Weights are rounded while they are learned (straight-through
rounding: Bengio, Léonard and Courville 2013), so that the whole numbers that ship play alike.

The games of one chunk are played while the chunk before is learned from. All of it is seeded: a
run that was stopped goes on from its checkpoint to the same weights.
"""

from __future__ import annotations

import argparse
import io
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules.clumond import Board, Targets
from clumond_solver._core.single_dummy.lessons import Lessons, play_lessons
from clumond_solver._core.single_dummy.net import Net
from clumond_solver.adapters.arrays import quick_estimates
from clumond_solver.base.cards import Rank, Strain
from clumond_solver.base.whole_files import write_whole
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.knowledge.core_clumond import rules_of, targets_of
from clumond_solver.single_dummy.nets import write_nets

_ONE = 64
_MOST_WEIGHT = 127 / _ONE
_MOST_ACTIVE = 255 / _ONE
_PLACES = 48
_FOR_HIMSELF = 3
_DECISIONS_A_GAME = 30
_ROOM_FOR_A_GAME = 64
_CODES = 16
# Chances of success and scores have other sizes; these weights make them count alike.
_OF_SCORES = 0.1
_OF_CHOICES = 0.1
_OF_ENDINGS = 0.05
_MOST_TENS = 6
_GAMES_UNTAUGHT = 300_000
_STREAM = 1_000_003
_TELL_EVERY = 30
_SHARE_IN_MEANS = 0.01


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to train. The shipped weights were learnt in stages (see the notebook).

    Small batches matter more than many games: many steps are what nets of this size learn by.

    games      games played in all.
    chunk      games between two looks at the weights.
    batch      decisions that a step learns from.
    share      of a chunk's decisions, how many are learned from.
    rate       of learning at the start; it falls evenly to a twentieth.
    any_card   how often any card is tried at the start, falling evenly to a quarter of that.
    near       how far below the best chance a card may lie and still be chosen.
    loose_games, loose_card  how often a game begins with tricks of which nothing is learned, and
               how often any card is tried in these: so that searches find their leaves judged well.
    outcome    how much of a lesson is the outcome; the rest is what the seat thinks next time.
    """

    games: int = 40_000_000
    chunk: int = 8192
    batch: int = 256
    share: float = 1.0
    rate: float = 8e-4
    any_card: float = 0.04
    near: float = 0.03
    loose_games: float = 0.2
    loose_card: float = 0.25
    outcome: float = 0.8


class RoleNet(nn.Module):
    """The net of one role, in floating point, its weights rounded as they are used."""

    def __init__(self, source: torch.Generator) -> None:
        """Weights drawn from this source."""
        super().__init__()

        def drawn(found: int, given: int, size: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(found, given, generator=source) * size)

        # About a hundred inputs are set at a time.
        self.first = drawn(Net.inputs, Net.units, (2 / 100) ** 0.5)
        self.first_bias = nn.Parameter(torch.zeros(Net.units))
        self.second = drawn(Net.second_units, Net.units, (2 / Net.units) ** 0.5)
        self.second_bias = nn.Parameter(torch.zeros(Net.second_units))
        self.out = drawn(Net.outputs, Net.second_units, 0.1 / Net.second_units**0.5)
        self.out_bias = nn.Parameter(torch.zeros(Net.outputs))
        # What the game comes to is learned beside, and not shipped.
        self.endings = nn.Parameter(torch.zeros(TRICKS + 1 + _CODES, Net.second_units))

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """All outputs, and the logits of tricks and codes at the end, for rows of inputs."""
        units = functional.hardtanh(
            torch.addmm(_rounded(self.first_bias), inputs, _rounded(self.first)), 0, _MOST_ACTIVE
        )
        units = functional.hardtanh(
            torch.addmm(_rounded(self.second_bias), units, _rounded(self.second).T), 0, _MOST_ACTIVE
        )
        out = torch.addmm(_rounded(self.out_bias), units, _rounded(self.out).T)
        return out.float(), (units @ self.endings.to(units.dtype).T).float()

    def set_numbers(self, numbers: array[int]) -> None:
        """Take on shipped weights; what is not shipped stays as it is."""
        given = torch.tensor(numbers, dtype=torch.float32) / _ONE
        with torch.no_grad():
            for part in self._shipped():
                part.copy_(given[: part.numel()].reshape(part.shape))
                given = given[part.numel() :]

    def _shipped(self) -> tuple[nn.Parameter, ...]:
        return (
            self.first,
            self.first_bias,
            self.second,
            self.second_bias,
            self.out,
            self.out_bias,
        )

    def keep_in_bounds(self) -> None:
        """Weights stay such that they fit into bytes."""
        with torch.no_grad():
            for weights in (self.first, self.second, self.out):
                weights.clamp_(-_MOST_WEIGHT, _MOST_WEIGHT)

    def numbers(self) -> array[int]:
        """The shipped weights in 1/64, in the order that the core takes."""
        found = array("h")
        for part in self._shipped():
            rounded = torch.round(part.detach() * _ONE).to(torch.int16).cpu()
            found.frombytes(rounded.numpy().tobytes())
        return found


def _rounded(weights: torch.Tensor) -> torch.Tensor:
    # Rounded on the way forward, passed through as they are on the way back.
    return (weights + (torch.round(weights * _ONE) / _ONE - weights).detach()).to(_kind(weights))


def _kind(weights: torch.Tensor) -> torch.dtype:
    # Numbers of seven bits and a sign are exact in bfloat16, which is quick on a GPU alone.
    return torch.bfloat16 if weights.is_cuda else torch.float32


def loss_of(
    net: RoleNet, role: int, decisions: Decisions, places: Any, of_choices: float = _OF_CHOICES
) -> tuple[torch.Tensor, torch.Tensor]:
    """What a net of this role gets wrong at these decisions: in all, and of their worth alone."""
    device = net.first.device

    def tensor(values: Any) -> torch.Tensor:
        return torch.from_numpy(values).to(device)

    inputs = np.unpackbits(decisions.inputs[places], axis=1, bitorder="little")
    out, endings = net(tensor(inputs[:, : Net.inputs]).to(_kind(net.first)))
    chosen = tensor(decisions.place[places].astype(np.int64))
    target = tensor(decisions.target[places])
    found = out.gather(1, chosen[:, None])[:, 0]
    if role == _FOR_HIMSELF:
        worth = _OF_SCORES * functional.mse_loss(found, target)
    else:
        worth = functional.binary_cross_entropy_with_logits(found, target)
    bits = np.uint64(1) << np.arange(_PLACES, dtype=np.uint64)
    illegal = tensor((decisions.legal[places][:, None] & bits) == 0)
    shares = tensor(decisions.shares[places].astype(np.float32))
    choice = functional.cross_entropy(out[:, _PLACES:].masked_fill(illegal, -1e9), shares)
    tricks = tensor(decisions.tricks[places].astype(np.int64))
    code = tensor(decisions.code[places].astype(np.int64))
    ending = functional.cross_entropy(endings[:, : TRICKS + 1], tricks)
    ending = ending + functional.cross_entropy(endings[:, TRICKS + 1 :], code)
    return worth + of_choices * choice + _OF_ENDINGS * ending, worth


class Tables:
    """The rules, openings and goals that games are played with, and which game gets which."""

    def __init__(self) -> None:
        """All strains, declared and undeclared, with and without supplementary tricks."""
        self.openings: list[tuple[Strain, Seat | None, tuple[int, int, int]]] = []
        self.boards: list[Board] = []
        self.targets: list[Targets] = []
        for strain, tens in product(Strain, range(_MOST_TENS + 1)):
            self._add(strain, Seat.FOREHAND, (tens, 0, 0))
        self.undeclared = len(self.boards)
        self._add(Strain.NO_TRUMPS, None, (0, 0, 0))
        for each in sorted(set(map(_supplementary, product(range(4), repeat=3)))):
            self._add(Strain.NO_TRUMPS, None, each)

    def _add(self, strain: Strain, declarer: Seat | None, tens: tuple[int, int, int]) -> None:
        self.openings.append((strain, declarer, tens))
        leader = Seat.FOREHAND if declarer is None else Seat.MIDDLEHAND
        self.boards.append(Board(rules_of(strain), [0] * 3, leader, [0] * 3, TRICKS))
        self.targets.append(targets_of(declarer, tens))

    def questions(self, source: Any, games: int) -> tuple[Any, Any]:
        """Deals as masks by seat, of which forehand declares, and the kind of game of each."""
        hands, kinds, found = [], [], 0
        while found < games:
            dealt = _deals(source, games)
            kind, kept = self._kinds(source, dealt)
            hands.append(dealt[kept])
            kinds.append(kind[kept])
            found += len(kinds[-1])
        return np.concatenate(hands)[:games], np.concatenate(kinds)[:games].astype(np.int16)

    def _kinds(self, source: Any, dealt: Any) -> tuple[Any, Any]:
        # Half the declarers choose their best strain, the others what may be worth it; hands that
        # nobody would declare are rare, but not unseen.
        count = len(dealt)
        declarers = np.ascontiguousarray(dealt[:, 0])
        chances = np.stack([quick_estimates(declarers, strain) for strain in Strain], axis=1)
        shares = np.cumsum(chances + 0.03, axis=1)
        drawn = (source.random(count)[:, None] * shares[:, -1:] > shares).sum(axis=1)
        strains = np.where(source.random(count) < 0.5, chances.argmax(axis=1), drawn)
        strains = np.where(source.random(count) < 0.05, source.integers(0, 5, count), strains)
        chance = chances[np.arange(count), strains]
        wanted = np.select([chance >= 0.25, chance > 0.12], [1.0, 0.35], 0.06)
        tens = source.integers(0, _MOST_TENS + 1, count) * (source.random(count) < 0.25)
        alone = source.random(count) < 0.12
        others = source.integers(self.undeclared, len(self.boards), count)
        undeclared = np.where(source.random(count) < 0.6, self.undeclared, others)
        kinds = np.where(alone, undeclared, strains * (_MOST_TENS + 1) + tens)
        return kinds, alone | (source.random(count) < wanted)


def _supplementary(owners: tuple[int, ...]) -> tuple[int, int, int]:
    # The tens of codes 1, 2 and 3 lie with a seat each, or in common; that of code 0 is worth none.
    held = [
        sum(code for code, owner in enumerate(owners, start=1) if owner in {seat, len(Seat)})
        for seat in Seat
    ]
    return held[0], held[1], held[2]


_BITS = np.array(
    [16 * suit + rank for suit in range(4) for rank in range(13) if rank != Rank.TEN - Rank.TWO],
    dtype=np.uint64,
)


def _deals(source: Any, count: int) -> Any:
    order = np.argsort(source.random((count, _PLACES)), axis=1)
    cards = (np.uint64(1) << _BITS[order]).reshape(count, 3, _PLACES // 3)
    return np.bitwise_or.reduce(cards, axis=2)


@dataclass(slots=True)
class Decisions:
    """Decisions of games, an entry each, as the core writes them down."""

    inputs: Any
    legal: Any
    role: Any
    place: Any
    shares: Any
    target: Any
    tricks: Any
    code: Any

    @classmethod
    def room_for(cls, games: int) -> Decisions:
        """Room for the decisions of so many games, of the usual length."""
        room = games * _DECISIONS_A_GAME + _ROOM_FOR_A_GAME
        return cls(
            inputs=np.zeros((room, (Net.inputs + 7) // 8), np.uint8),
            legal=np.zeros(room, np.uint64),
            shares=np.zeros((room, _PLACES), np.float32),
            target=np.zeros(room, np.float32),
            **{name: np.zeros(room, np.int8) for name in ("role", "place", "tricks", "code")},
        )

    def arrays(self) -> dict[str, Any]:
        """All entries by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def lessons(self) -> Lessons:
        """The same memory, for the core to write to."""
        return Lessons(**self.arrays())

    def first(self, count: int) -> Decisions:
        """The first of them."""
        return Decisions(**{name: values[:count] for name, values in self.arrays().items()})

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """All decisions of the parts, in their order."""
        return cls(
            **{
                each.name: np.concatenate([getattr(part, each.name) for part in parts])
                for each in fields(cls)
            }
        )

    def save(self, path: Path) -> None:
        """Write them to a file, whole or not at all; shares to 1/255."""
        entries = self.arrays()
        entries["shares"] = np.round(255 * self.shares.astype(np.float32)).astype(np.uint8)
        packed = io.BytesIO()
        np.savez_compressed(packed, **entries)
        write_whole(path, packed.getvalue())

    @classmethod
    def load(cls, path: Path) -> Decisions:
        """What `save` wrote; shares in sixteen bits."""
        with np.load(path) as kept:
            entries = {each.name: kept[each.name] for each in fields(cls)}
        entries["shares"] = entries["shares"].astype(np.float16) / np.float16(255)
        return cls(**entries)

    def batches(self, role: int, size: int, share: float, source: Any) -> Iterator[Any]:
        """The places of this role's decisions, shuffled, so many at a time."""
        places = np.flatnonzero(self.role == role)
        places = source.permutation(places)[: int(share * len(places))]
        for first in range(0, len(places) - size + 1, size):
            yield places[first : first + size]


def _played(tables: Tables, roles: list[array[int]], plan: Plan, seed: int) -> Decisions:
    """The decisions of one chunk of games that the nets play at sight."""
    source = np.random.default_rng(seed)
    hands, kinds = tables.questions(source, plan.chunk)
    decisions = Decisions.room_for(plan.chunk)
    lessons = decisions.lessons()
    play_lessons(
        Net(roles),
        tables.boards,
        tables.targets,
        hands,
        kinds,
        seed,
        Stop(),
        any_card=plan.any_card,
        near=plan.near,
        loose_games=plan.loose_games,
        loose_card=plan.loose_card,
        careful_tricks=4,
        exact_tricks=2,
        outcome=plan.outcome,
        lessons=lessons,
    )
    return decisions.first(len(lessons))


@dataclass(slots=True)
class Standing:
    """How far a run has come; ``curve`` has (games, mean loss of each role, declarers' success)."""

    chunks: int = 0
    curve: list[tuple[int, list[float], float]] = field(default_factory=list)


class Trainer:
    """The nets as they are learned, and the games that they learn from."""

    def __init__(self, plan: Plan, seed: int = 1) -> None:
        """Untaught nets; the seed fixes all that follows."""
        self.plan = plan
        self.seed = seed
        self.standing = Standing()
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        source = torch.Generator().manual_seed(seed)
        self.roles = [RoleNet(source).to(self._device) for _ in range(Net.roles)]
        self._steps = [
            torch.optim.Adam(role.parameters(), lr=plan.rate, fused=True) for role in self.roles
        ]
        self._tables = Tables()
        # Means of the weights over the latest chunks play better than any of these weights.
        self._means = deepcopy(self.roles)
        # What the games of the next chunk are played with.
        self._playing = self._now()

    def numbers(self) -> list[array[int]]:
        """The weights by role, as they would ship."""
        return [role.numbers() for role in self._means]

    def _now(self) -> list[array[int]]:
        return [role.numbers() for role in self.roles]

    @property
    def games(self) -> int:
        """The games learned from so far."""
        return self.standing.chunks * self.plan.chunk

    def train(self) -> Iterator[Standing]:
        """Learn from one chunk after the other, to the end of the plan."""
        lessons = self._lessons(self.standing.chunks, self._playing)
        while self.games < self.plan.games:
            number = self.standing.chunks
            self._playing = self._now()
            coming = _Coming(partial(self._lessons, number + 1, self._playing))
            self._learn(lessons, number)
            self._take_means(number)
            self.standing.chunks += 1
            yield self.standing
            lessons = coming.result()

    def _take_means(self, chunk: int) -> None:
        share = max(_SHARE_IN_MEANS, 1 / (1 + chunk))
        with torch.no_grad():
            for role, means in zip(self.roles, self._means, strict=True):
                for weights, mean in zip(role.parameters(), means.parameters(), strict=True):
                    mean.lerp_(weights, share)

    def _lessons(self, chunk: int, roles: list[array[int]]) -> Decisions:
        played = chunk * self.plan.chunk
        tried = replace(
            self.plan,
            any_card=self.plan.any_card * max(0.25, 1 - played / self.plan.games),
            # What untaught nets think of their next card is worth nothing.
            outcome=self.plan.outcome if played > _GAMES_UNTAUGHT else 1.0,
        )
        return _played(self._tables, roles, tried, self.seed * _STREAM + chunk)

    def _learn(self, lessons: Decisions, chunk: int) -> None:
        left = max(0.0, 1 - self.games / self.plan.games)
        source = np.random.default_rng([self.seed, chunk])
        losses = []
        for role, (net, step) in enumerate(zip(self.roles, self._steps, strict=True)):
            for group in step.param_groups:
                group["lr"] = self.plan.rate * (0.05 + 0.95 * left)
            told = []
            for places in lessons.batches(role, self.plan.batch, self.plan.share, source):
                loss, worth = loss_of(net, role, lessons, places)
                loss.backward()
                step.step()
                step.zero_grad(set_to_none=True)
                net.keep_in_bounds()
                told.append(float(worth.detach()))
            losses.append(sum(told) / len(told) if told else float("nan"))
        success = float(lessons.target[lessons.role == 0].mean())
        self.standing.curve.append((self.games, losses, success))

    def save(self, path: Path) -> None:
        """Write all that a run needs to go on, whole or not at all."""
        kept = io.BytesIO()
        torch.save(
            {
                "plan": self.plan,
                "seed": self.seed,
                "standing": self.standing,
                "playing": self._playing,
                "roles": [role.state_dict() for role in self.roles],
                "means": [means.state_dict() for means in self._means],
                "steps": [step.state_dict() for step in self._steps],
            },
            kept,
        )
        write_whole(path, kept.getvalue())

    @classmethod
    def load(cls, path: Path) -> Trainer:
        """The run that `save` wrote down. Only for files of one's own: they can hold code."""
        kept = torch.load(path, weights_only=False)
        trainer = cls(kept["plan"], kept["seed"])
        trainer.standing = kept["standing"]
        trainer._playing = kept["playing"]
        for role, state in zip(trainer.roles, kept["roles"], strict=True):
            role.load_state_dict(state)
        for means, state in zip(trainer._means, kept["means"], strict=True):
            means.load_state_dict(state)
        for step, state in zip(trainer._steps, kept["steps"], strict=True):
            step.load_state_dict(state)
        return trainer


class _Coming:
    """What another thread is working out."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._found: list[Any] = []
        self._failed: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def _run(self, work: Callable[[], Any]) -> None:
        try:
            self._found.append(work())
        except BaseException as error:
            self._failed.append(error)

    def result(self) -> Any:
        self._thread.join()
        if self._failed:
            raise self._failed[0]
        return self._found[0]


def one_processor() -> None:
    """Learn on one processor, as another one plays; and sums in another order are others."""
    torch.set_num_threads(1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m training.nets",
        description="Train the nets of the single-dummy player.",
    )
    parser.add_argument("out", type=Path, help="file to write the weights to")
    parser.add_argument(
        "--checkpoint", type=Path, help="file to go on from, and to keep up to date"
    )
    parser.add_argument("--games", type=int, default=Plan().games, help="of a new run, in all")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    one_processor()
    if given.checkpoint is not None and given.checkpoint.exists():
        trainer = Trainer.load(given.checkpoint)
    else:
        trainer = Trainer(Plan(games=given.games), given.seed)
    told = time.monotonic()
    for standing in trainer.train():
        if time.monotonic() - told > _TELL_EVERY:
            told = time.monotonic()
            _tell(trainer, standing)
            if given.checkpoint is not None:
                trainer.save(given.checkpoint)
    if given.checkpoint is not None:
        trainer.save(given.checkpoint)
    write_whole(given.out, write_nets(trainer.numbers()))
    return 0


def _tell(trainer: Trainer, standing: Standing) -> None:
    _, losses, success = standing.curve[-1]
    shown = " ".join(f"{loss:.4f}" for loss in losses)
    print(
        f"{trainer.games:,} of {trainer.plan.games:,} games: losses {shown},"
        f" declarers succeed {success:.3f}",
        file=sys.stderr,
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
