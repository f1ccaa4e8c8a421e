"""The work of the study: its sizes, answers kept in a folder, and figures with their errors."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from clumond_solver import Deal, Hand, Seat, run_batch
from clumond_solver.game import ClumondGame
from clumond_solver.games.clumond.game import ClumondState

Data = dict[str, Any]
Tell = Callable[[str, int, int], None]

# Groups of fewer hands are left out of the tables.
LEAST_GROUP = 10


@dataclass(frozen=True)
class Sizes:
    """How many hands or deals each part looks at."""

    advised: int = 700
    with_tens: int = 700
    verdicts: int = 3000
    hard: int = 40
    rated: int = 200
    played: int = 1500
    claimed: int = 3000
    paired: int = 200
    scrambled: int = 1000
    nominated: int = 300

    def part(self, share: float) -> Sizes:
        """So much of it, at least a few of each."""
        return Sizes(**{name: max(4, round(count * share)) for name, count in vars(self).items()})


@dataclass(frozen=True)
class Study:
    """Where the study keeps its answers, and how large it is."""

    folder: Path
    sizes: Sizes = field(default_factory=Sizes)
    seed: int = 1
    workers: int = 1
    tell: Tell = lambda part, done, total: None

    def deal(self, number: int) -> Deal:
        """The deals that all parts share."""
        return Deal.random(self.seed * 1_000_000 + number)

    def hand(self, number: int) -> Hand:
        """Forehand's hand of a deal."""
        return self.deal(number)[Seat.FOREHAND]

    def asked(self, part: str, questions: Sequence[Data]) -> list[Data]:
        """Answers to questions in the form of docs/batches.md, kept in two files."""
        source, target = (self.folder / f"{part}.{kind}.jsonl" for kind in ("in", "out"))
        source.write_text("".join(f"{json.dumps(question)}\n" for question in questions))
        run_batch(
            source,
            target,
            workers=self.workers,
            memory=32 << 20,
            progress=lambda done, _: self.tell(part, done, len(questions)),
        )
        return [json.loads(line) for line in target.read_text().splitlines()]

    def worked(self, part: str, work: Callable[[int], Data], count: int) -> list[Data]:
        """What a function gives for 0, 1, 2 …, kept a line each."""
        path = self.folder / f"{part}.jsonl"
        done = [json.loads(line) for line in _whole_lines(path)]
        with path.open("a") as file:
            for number in range(len(done), count):
                done.append(work(number))
                file.write(f"{json.dumps(done[-1])}\n")
                file.flush()
                self.tell(part, number + 1, count)
        return done

    def claim(self) -> None:
        """Begin or go on in the folder; ValueError if it holds a study of another seed or size."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path, mine = self.folder / "study.json", {"seed": self.seed, "sizes": vars(self.sizes)}
        if path.exists() and json.loads(path.read_text()) != mine:
            raise ValueError(f"{self.folder} holds another study: {path.read_text()}")
        path.write_text(json.dumps(mine))


def _whole_lines(path: Path) -> list[str]:
    """The lines of a file, which is cut behind the last one that is whole."""
    kept = path.read_text() if path.exists() else ""
    whole = kept[: kept.rfind("\n") + 1]
    path.write_text(whole)
    return whole.splitlines()


# Figures: a mean with its standard error, a share with its. What comes from one deal or one hand is
# alike, so errors are those of deals: `by` says which values belong together.


def mean(values: Iterable[float], by: Iterable[object] | None = None) -> Data:
    """The mean, its standard error (None for fewer than two groups), and of how many; 0 of none."""
    numbers = list(values)
    centre = statistics.fmean(numbers or [0])
    off: dict[object, float] = {}
    for number, group in zip(numbers, count() if by is None else by, strict=by is not None):
        off[group] = off.get(group, 0.0) + number - centre
    error = None
    if len(off) > 1:
        squares = math.fsum(each * each for each in off.values())
        error = math.sqrt(squares * len(off) / (len(off) - 1)) / len(numbers)
    return {"mean": centre, "error": error, "n": len(numbers)}


def share(hits: Iterable[bool], by: Iterable[object] | None = None) -> Data:
    """The share of true ones, its standard error (never 0), and of how many."""
    values = list(hits)
    n, smoothed = len(values), (sum(values) + 1) / (len(values) + 2)
    error = math.sqrt(smoothed * (1 - smoothed) / n)
    if by is not None:
        error = max(error, mean(values, by)["error"] or 0.0)
    return {"mean": sum(values) / n, "error": error, "n": n}


def quantiles(values: Iterable[float]) -> list[float]:
    """The nine deciles."""
    return statistics.quantiles(values, n=10)


def best_chance(advice: Data) -> float:
    chance: float = advice["strains"][advice["best"]]["p"]
    return chance


def hand_with_tens(study: Study, number: int) -> tuple[Hand, tuple[int, int, int]]:
    state = four_tens(study, number)
    return state.deal[Seat.REARHAND], state.supplementary


def four_tens(study: Study, number: int) -> ClumondState:
    game = ClumondGame(four_tens=True)
    return game.deal(study.seed * 1_000_000 + number, game.opening())
