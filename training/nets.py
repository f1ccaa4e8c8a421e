"""Make the nets of the single-dummy player again (extra ``training``).

    python -m training.nets nets.bin --checkpoint nets.pt

The nets play against themselves, one net to a role, all five strains, undeclared hands and Four
Tens in one run (`lessons.pyx`). From the ends of games they learn, by card, the
chance of success after it (deep Monte Carlo: Zha et al. 2021, "DouZero"), mixed with the seat's own
value at its next card (lambda returns: Sutton 1988), and which cards are played. Auxiliary outputs
learn how many tricks declarer takes and which suits he keeps, which teaches the same layers more
about a hand than success alone. Weights are rounded in training (straight-through rounding: Bengio,
Léonard and Courville 2013), so that the shipped whole numbers play alike.

One chunk of games is played while the nets learn from the chunk before. A seed fixes everything: an
interrupted run continues from its checkpoint to the same weights.
"""

from __future__ import annotations

import argparse
import io
import sys
import threading
import time
import zlib
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
from clumond_solver._core.rules.clumond_tricks import Board, Payoffs
from clumond_solver._core.single_dummy.net import Nets
from clumond_solver.adapters.arrays import quick_estimates
from clumond_solver.base.cards import CLUMOND_PACK, Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.base.files import write_atomically
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.knowledge.core_clumond import clumond_payoffs, rules_of
from clumond_solver.single_dummy.shipped_weights import FORMAT, layers, little_endian
from training.compiled import compiled

_LESSONS = Path(__file__).with_name("lessons.pyx")
_ONE = 64
_MOST_SIXTY_FOURTHS = 127
_MOST_WEIGHT = _MOST_SIXTY_FOURTHS / _ONE
_MOST_ACTIVE = 255 / _ONE
_PLACES = 48
_UNDECLARED = 3
_DECISIONS_PER_GAME = 30
_ROOM_FOR_A_GAME = 64
_CODES = 16
# The parts of a loss differ in size; these weights make them count alike.
_OF_SCORES = 0.1
_OF_POLICY = 0.1
_OF_ENDINGS = 0.05
_MOST_TENS = 6
_UNTRAINED_GAMES = 300_000
_STREAM = 1_000_003
_REPORT_SECONDS = 30
_SHARE_IN_MEANS = 0.01


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to train. The shipped weights were trained in stages (see the notebook).

    Small batches matter more than many games: nets of this size need many steps.

    games      games played in all.
    chunk      games played with the same weights.
    batch      decisions in a step.
    share      the share of a chunk's decisions that is used.
    rate       the learning rate at the start; it falls evenly to a twentieth.
    any_card   the share of random cards at the start, falling evenly to a quarter of that.
    near       how far below the best chance a card may lie and still be chosen.
    loose_games, loose_card  the share of games that begin with tricks that are not recorded, and
               the share of random cards in these: so that nets know the leaves of searches.
    outcome    the share of the outcome in a target; the rest is the seat's next value.
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

        def drawn(outputs: int, inputs: int, size: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(outputs, inputs, generator=source) * size)

        # About a hundred inputs are set at a time.
        self.first = drawn(Nets.input_count, Nets.unit_count, (2 / 100) ** 0.5)
        self.first_bias = nn.Parameter(torch.zeros(Nets.unit_count))
        self.second = drawn(Nets.second_unit_count, Nets.unit_count, (2 / Nets.unit_count) ** 0.5)
        self.second_bias = nn.Parameter(torch.zeros(Nets.second_unit_count))
        self.out = drawn(
            Nets.output_count, Nets.second_unit_count, 0.1 / Nets.second_unit_count**0.5
        )
        self.out_bias = nn.Parameter(torch.zeros(Nets.output_count))
        # Auxiliary outputs, which are not shipped.
        self.endings = nn.Parameter(torch.zeros(TRICKS + 1 + _CODES, Nets.second_unit_count))

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
        """Set the shipped weights; auxiliary ones stay."""
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
        """Clamp the weights so that they fit into bytes."""
        with torch.no_grad():
            for weights in (self.first, self.second, self.out):
                weights.clamp_(-_MOST_WEIGHT, _MOST_WEIGHT)

    def numbers(self) -> array[int]:
        """The shipped weights in 1/64, in the order that the core takes."""
        numbers = array("h")
        for part in self._shipped():
            rounded = torch.round(part.detach() * _ONE).to(torch.int16).cpu()
            numbers.frombytes(rounded.numpy().tobytes())
        return numbers


def _rounded(weights: torch.Tensor) -> torch.Tensor:
    # Rounded on the way forward, passed through as they are on the way back.
    return (weights + (torch.round(weights * _ONE) / _ONE - weights).detach()).to(_type(weights))


def _type(weights: torch.Tensor) -> torch.dtype:
    # Numbers of seven bits and a sign are exact in bfloat16, which is quick on a GPU alone.
    return torch.bfloat16 if weights.is_cuda else torch.float32


def loss_of(
    net: RoleNet, role: int, decisions: Decisions, places: Any, of_policy: float = _OF_POLICY
) -> tuple[torch.Tensor, torch.Tensor]:
    """The loss of a net of this role at these decisions: in all, and of the values alone."""
    device = net.first.device

    def tensor(values: Any) -> torch.Tensor:
        return torch.from_numpy(values).to(device)

    inputs = np.unpackbits(decisions.inputs[places], axis=1, bitorder="little")
    out, endings = net(tensor(inputs[:, : Nets.input_count]).to(_type(net.first)))
    chosen = tensor(decisions.place[places].astype(np.int64))
    target = tensor(decisions.target[places])
    predicted = out.gather(1, chosen[:, None])[:, 0]
    if role == _UNDECLARED:
        value = _OF_SCORES * functional.mse_loss(predicted, target)
    else:
        value = functional.binary_cross_entropy_with_logits(predicted, target)
    bits = np.uint64(1) << np.arange(_PLACES, dtype=np.uint64)
    illegal = tensor((decisions.legal[places][:, None] & bits) == 0)
    shares = tensor(decisions.shares[places].astype(np.float32))
    policy = functional.cross_entropy(out[:, _PLACES:].masked_fill(illegal, -1e9), shares)
    tricks = tensor(decisions.tricks[places].astype(np.int64))
    code = tensor(decisions.code[places].astype(np.int64))
    ending = functional.cross_entropy(endings[:, : TRICKS + 1], tricks)
    ending = ending + functional.cross_entropy(endings[:, TRICKS + 1 :], code)
    return value + of_policy * policy + _OF_ENDINGS * ending, value


class Openings:
    """The kinds of games that training plays, and deals for them.

    By kind: ``openings`` (strain, declarer, supplementary tricks), ``boards``, ``payoffs``.
    """

    def __init__(self) -> None:
        """All strains, declared and undeclared, with and without supplementary tricks."""
        self.openings: list[tuple[Strain, Seat | None, tuple[int, int, int]]] = []
        self.boards: list[Board] = []
        self.payoffs: list[Payoffs] = []
        for strain, tens in product(Strain, range(_MOST_TENS + 1)):
            self._add(strain, Seat.FOREHAND, (tens, 0, 0))
        self.undeclared = len(self.boards)
        self._add(Strain.NO_TRUMPS, None, (0, 0, 0))
        for tens_of_all in sorted(set(map(_supplementary, product(range(4), repeat=3)))):
            self._add(Strain.NO_TRUMPS, None, tens_of_all)

    def _add(self, strain: Strain, declarer: Seat | None, tens: tuple[int, int, int]) -> None:
        self.openings.append((strain, declarer, tens))
        leader = Seat.FOREHAND if declarer is None else Seat.MIDDLEHAND
        self.boards.append(Board(rules_of(strain), [0] * 3, leader, [0] * 3, TRICKS))
        self.payoffs.append(clumond_payoffs(declarer, tens))

    def draw(self, source: Any, games: int) -> tuple[Any, Any]:
        """Deals as masks by seat, of which forehand declares, and the kind of game of each."""
        hands, kinds, drawn = [], [], 0
        while drawn < games:
            dealt = _deals(source, games)
            kind, accepted = self._kinds(source, dealt)
            hands.append(dealt[accepted])
            kinds.append(kind[accepted])
            drawn += len(kinds[-1])
        return np.concatenate(hands)[:games], np.concatenate(kinds)[:games].astype(np.int16)

    def _kinds(self, source: Any, dealt: Any) -> tuple[Any, Any]:
        # Half the declarers choose their best strain, the others by its chance; hands that nobody
        # would declare are rare, but occur.
        count = len(dealt)
        declarers = np.ascontiguousarray(dealt[:, 0])
        chances = np.stack([quick_estimates(declarers, strain) for strain in Strain], axis=1)
        shares = np.cumsum(chances + 0.03, axis=1)
        drawn = (source.random(count)[:, None] * shares[:, -1:] > shares).sum(axis=1)
        strains = np.where(source.random(count) < 0.5, chances.argmax(axis=1), drawn)
        strains = np.where(source.random(count) < 0.05, source.integers(0, 5, count), strains)
        chance = chances[np.arange(count), strains]
        acceptance = np.select([chance >= 0.25, chance > 0.12], [1.0, 0.35], 0.06)
        tens = source.integers(0, _MOST_TENS + 1, count) * (source.random(count) < 0.25)
        undeclared = source.random(count) < 0.12
        with_tens = source.integers(self.undeclared, len(self.boards), count)
        opening = np.where(source.random(count) < 0.6, self.undeclared, with_tens)
        kinds = np.where(undeclared, opening, strains * (_MOST_TENS + 1) + tens)
        return kinds, undeclared | (source.random(count) < acceptance)


def _supplementary(owners: tuple[int, ...]) -> tuple[int, int, int]:
    # The tens of codes 1, 2 and 3 belong to a seat or to all; that of code 0 is worth no trick.
    held = [
        sum(code for code, owner in enumerate(owners, start=1) if owner in {seat, len(Seat)})
        for seat in Seat
    ]
    return held[0], held[1], held[2]


_BITS = np.array(sorted(card.bit for card in CLUMOND_PACK.cards), dtype=np.uint64)


def place_of(card: int) -> int:
    """The place of a card's bit among the pack's, as nets number them."""
    return int(np.searchsorted(_BITS, card))


def _deals(source: Any, count: int) -> Any:
    order = np.argsort(source.random((count, _PLACES)), axis=1)
    cards = (np.uint64(1) << _BITS[order]).reshape(count, 3, _PLACES // 3)
    return np.bitwise_or.reduce(cards, axis=2)


@dataclass(slots=True)
class Decisions:
    """Decisions of games, one entry in every array for each.

    inputs  the bits of the net's inputs.
    legal   the cards to choose from, as places in a mask.
    role    of the seat that decides.
    place   of the card chosen.
    shares  by place, how often a search (or the player at sight) chose the card.
    target  what the value of the card should be.
    tricks, code  declarer's final tricks and sum of suits kept; undeclared: the seat's own.
    """

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
        room = games * _DECISIONS_PER_GAME + _ROOM_FOR_A_GAME
        return cls(
            inputs=np.zeros((room, (Nets.input_count + 7) // 8), np.uint8),
            legal=np.zeros(room, np.uint64),
            shares=np.zeros((room, _PLACES), np.float32),
            target=np.zeros(room, np.float32),
            **{name: np.zeros(room, np.int8) for name in ("role", "place", "tricks", "code")},
        )

    def arrays(self) -> dict[str, Any]:
        """All entries by name."""
        return {array.name: getattr(self, array.name) for array in fields(self)}

    def first(self, count: int) -> Decisions:
        """The first of them."""
        return Decisions(**{name: values[:count] for name, values in self.arrays().items()})

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """All decisions of the parts, in their order."""
        return cls(
            **{
                array.name: np.concatenate([getattr(part, array.name) for part in parts])
                for array in fields(cls)
            }
        )

    def save(self, path: Path) -> None:
        """Write them to a file, whole or not at all; shares to 1/255."""
        entries = self.arrays()
        entries["shares"] = np.round(255 * self.shares.astype(np.float32)).astype(np.uint8)
        packed = io.BytesIO()
        np.savez_compressed(packed, **entries)
        write_atomically(path, packed.getvalue())

    @classmethod
    def load(cls, path: Path) -> Decisions:
        """What `save` wrote; shares in sixteen bits."""
        with np.load(path) as saved:
            entries = {array.name: saved[array.name] for array in fields(cls)}
        entries["shares"] = entries["shares"].astype(np.float16) / np.float16(255)
        return cls(**entries)

    def batches(self, role: int, size: int, share: float, source: Any) -> Iterator[Any]:
        """The places of this role's decisions, shuffled, so many at a time."""
        places = np.flatnonzero(self.role == role)
        places = source.permutation(places)[: int(share * len(places))]
        for first in range(0, len(places) - size + 1, size):
            yield places[first : first + size]


def _played(openings: Openings, roles: list[array[int]], plan: Plan, seed: int) -> Decisions:
    """The decisions of one chunk of games that the nets play at sight."""
    source = np.random.default_rng(seed)
    hands, kinds = openings.draw(source, plan.chunk)
    decisions = Decisions.room_for(plan.chunk)
    buffers = decisions.arrays()
    shares = buffers.pop("shares")
    count = compiled(_LESSONS, uses_core=True).play_lessons(
        Nets(roles),
        openings.boards,
        openings.payoffs,
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
        **buffers,
    )
    shares[np.arange(count), decisions.place[:count]] = 1
    return decisions.first(count)


@dataclass(slots=True)
class Progress:
    """The progress of a run; ``curve`` has (games, mean loss by role, declarers' success)."""

    chunks: int = 0
    curve: list[tuple[int, list[float], float]] = field(default_factory=list)


class Trainer:
    """Nets in training, and the games that they learn from."""

    def __init__(self, plan: Plan, seed: int = 1) -> None:
        """Untaught nets; the seed fixes all that follows."""
        self.plan = plan
        self.seed = seed
        self.progress = Progress()
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        source = torch.Generator().manual_seed(seed)
        self.roles = [RoleNet(source).to(self._device) for _ in range(Nets.role_count)]
        self._steps = [
            torch.optim.Adam(role.parameters(), lr=plan.rate, fused=True) for role in self.roles
        ]
        self._openings = Openings()
        # Means of the weights over the latest chunks play better than the weights of any chunk.
        self._means = deepcopy(self.roles)
        # The weights that play the next chunk's games.
        self._playing = self._now()

    def numbers(self) -> list[array[int]]:
        """The weights by role, as they would ship."""
        return [role.numbers() for role in self._means]

    def _now(self) -> list[array[int]]:
        return [role.numbers() for role in self.roles]

    @property
    def games(self) -> int:
        """The games learned from so far."""
        return self.progress.chunks * self.plan.chunk

    def train(self) -> Iterator[Progress]:
        """Learn from one chunk after the other, to the end of the plan."""
        decisions = self._decisions(self.progress.chunks, self._playing)
        while self.games < self.plan.games:
            number = self.progress.chunks
            self._playing = self._now()
            next_chunk = _Background(partial(self._decisions, number + 1, self._playing))
            self._learn(decisions, number)
            self._take_means(number)
            self.progress.chunks += 1
            yield self.progress
            decisions = next_chunk.result()

    def _take_means(self, chunk: int) -> None:
        share = max(_SHARE_IN_MEANS, 1 / (1 + chunk))
        with torch.no_grad():
            for role, means in zip(self.roles, self._means, strict=True):
                for weights, mean in zip(role.parameters(), means.parameters(), strict=True):
                    mean.lerp_(weights, share)

    def _decisions(self, chunk: int, roles: list[array[int]]) -> Decisions:
        played = chunk * self.plan.chunk
        plan = replace(
            self.plan,
            any_card=self.plan.any_card * max(0.25, 1 - played / self.plan.games),
            # Values of untrained nets are noise.
            outcome=self.plan.outcome if played > _UNTRAINED_GAMES else 1.0,
        )
        return _played(self._openings, roles, plan, self.seed * _STREAM + chunk)

    def _learn(self, decisions: Decisions, chunk: int) -> None:
        left = max(0.0, 1 - self.games / self.plan.games)
        source = np.random.default_rng([self.seed, chunk])
        losses = []
        for role, (net, step) in enumerate(zip(self.roles, self._steps, strict=True)):
            for group in step.param_groups:
                group["lr"] = self.plan.rate * (0.05 + 0.95 * left)
            values = []
            for places in decisions.batches(role, self.plan.batch, self.plan.share, source):
                loss, value = loss_of(net, role, decisions, places)
                loss.backward()
                step.step()
                step.zero_grad(set_to_none=True)
                net.keep_in_bounds()
                values.append(float(value.detach()))
            losses.append(sum(values) / len(values) if values else float("nan"))
        success = float(decisions.target[decisions.role == 0].mean())
        self.progress.curve.append((self.games, losses, success))

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        packed = io.BytesIO()
        torch.save(
            {
                "plan": self.plan,
                "seed": self.seed,
                "progress": self.progress,
                "playing": self._playing,
                "roles": [role.state_dict() for role in self.roles],
                "means": [means.state_dict() for means in self._means],
                "steps": [step.state_dict() for step in self._steps],
            },
            packed,
        )
        write_atomically(path, packed.getvalue())

    @classmethod
    def load(cls, path: Path) -> Trainer:
        """The run that `save` wrote. Load your own files only: they can hold code."""
        saved = torch.load(path, weights_only=False)
        trainer = cls(saved["plan"], saved["seed"])
        trainer.progress = saved["progress"]
        trainer._playing = saved["playing"]
        for role, state in zip(trainer.roles, saved["roles"], strict=True):
            role.load_state_dict(state)
        for means, state in zip(trainer._means, saved["means"], strict=True):
            means.load_state_dict(state)
        for step, state in zip(trainer._steps, saved["steps"], strict=True):
            step.load_state_dict(state)
        return trainer


class _Background:
    """A computation in another thread."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._results: list[Any] = []
        self._errors: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def _run(self, work: Callable[[], Any]) -> None:
        try:
            self._results.append(work())
        except BaseException as error:
            self._errors.append(error)

    def result(self) -> Any:
        self._thread.join()
        if self._errors:
            raise self._errors[0]
        return self._results[0]


def one_processor() -> None:
    """Learn on one processor: another one plays, and the order of sums would change results."""
    torch.set_num_threads(1)


def pack_nets(roles: Sequence[Sequence[int]]) -> bytes:
    """A file of these numbers, in 1/64, by role; SearchError for a weight beyond ± 127/64."""
    packed = bytearray()
    for numbers in roles:
        first = 0
        for kind, count in layers():
            part = numbers[first : first + count]
            first += count
            if kind == "b" and (most := max(map(abs, part))) > _MOST_SIXTY_FOURTHS:
                raise SearchError(f"a weight of {most}/64: at most {_MOST_SIXTY_FOURTHS}")
            packed += little_endian(array(kind, part)).tobytes()
    # Small numbers around zero hardly repeat: looking for repetitions would only enlarge the file.
    compressor = zlib.compressobj(9, strategy=zlib.Z_FILTERED)
    return FORMAT + compressor.compress(bytes(packed)) + compressor.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m training.nets",
        description="Train the nets of the single-dummy player.",
    )
    parser.add_argument("out", type=Path, help="file to write the weights to")
    parser.add_argument("--checkpoint", type=Path, help="file to continue from, and to update")
    parser.add_argument("--games", type=int, default=Plan().games, help="of a new run, in all")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    one_processor()
    if given.checkpoint is not None and given.checkpoint.exists():
        trainer = Trainer.load(given.checkpoint)
    else:
        trainer = Trainer(Plan(games=given.games), given.seed)
    reported = time.monotonic()
    for progress in trainer.train():
        if time.monotonic() - reported > _REPORT_SECONDS:
            reported = time.monotonic()
            _report(trainer, progress)
            if given.checkpoint is not None:
                trainer.save(given.checkpoint)
    if given.checkpoint is not None:
        trainer.save(given.checkpoint)
    write_atomically(given.out, pack_nets(trainer.numbers()))
    return 0


def _report(trainer: Trainer, progress: Progress) -> None:
    _, losses, success = progress.curve[-1]
    shown = " ".join(f"{loss:.4f}" for loss in losses)
    print(
        f"{trainer.games:,} of {trainer.plan.games:,} games: losses {shown},"
        f" declarers succeed {success:.3f}",
        file=sys.stderr,
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
