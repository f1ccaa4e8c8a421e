"""Make the weights of the single-dummy player again: `python -m clumond_solver.training`.

Nothing but self-play goes in, and a seed fixes all of it. First the untaught player plays random
hands as declarer in every strain: a logistic regression of success on cards and suit lengths says
what a call tells about a hand. Then the policy learns what searches decide, in rounds: the searches
of each round are guided by the policy of the one before. A few minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import mul
from pathlib import Path

from clumond_solver._core.inference import HandWeights
from clumond_solver._core.ismcts import Stop
from clumond_solver._core.policy import Examples, Policy
from clumond_solver._workers import run_jobs
from clumond_solver.cards import Hand, Strain
from clumond_solver.deals import Deal, Seat
from clumond_solver.knowledge import Knowledge
from clumond_solver.quick import features
from clumond_solver.single_dummy import play_games_of
from clumond_solver.styles import FULL, UNTAUGHT, Learned, Search, Style

_DECISIONS_A_GAME = 36
_JOB_GAMES = 50
_UNDECLARED_EVERY = 4
_HAND_ROUNDS = 12
_POLICY_ROUNDS = 10
_STREAM = 1_000_003
_QUICK_SEED = 7
_QUICK_ITERATIONS = 60
_QUICK_HANDS = 2500
_PENALTY = 60.0
_VANISHING = 1e-9


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to train: the defaults are what the shipped weights were made with.

    hands       hands played in every strain, once each, to learn what calls tell.
    iterations  of each search in those games.
    rounds      (games, iterations of a search) of each round of the policy.
    """

    hands: int = 10_000
    iterations: int = 100
    rounds: tuple[tuple[int, int], ...] = ((2000, 1500), (3000, 800), (3000, 1200))


def train(plan: Plan, seed: int = 1, *, threads: int | None = None, quiet: bool = True) -> Learned:
    """Train from nothing; the seed fixes the weights, whatever the threads."""

    def say(text: str) -> None:
        if not quiet:
            print(text, file=sys.stderr, flush=True)

    calling = _learn_calling(plan, seed, threads)
    say(f"what calls tell: from {plan.hands} hands in {len(Strain)} strains")
    policy = Policy()
    for number, (games, iterations) in enumerate(plan.rounds, start=1):
        style = UNTAUGHT if number == 1 else _guided(Learned(policy, calling))
        batches = _play_batches(style, games, iterations, seed * _STREAM + number, threads)
        held_out = batches[-1]
        before = held_out.cross_entropy(policy)
        policy = _fit(Policy(policy.to_list()), batches[:-1] or batches)
        after = held_out.cross_entropy(policy)
        decisions = sum(map(len, batches))
        say(f"policy, round {number}: {decisions} decisions, loss {before:.4f} -> {after:.4f}")
    return Learned(policy, calling)


def _guided(learned: Learned) -> Style:
    """Every role guided by the policy, as the examples should show what it leads to."""
    search = Search(prior=True)
    return Style(Search(), search, replace(search, exact_tricks=1), learned=learned)


def _learn_calling(plan: Plan, seed: int, threads: int | None) -> tuple[HandWeights, ...]:
    hands = [_hand(seed, number) for number in range(plan.hands)]
    masks = array("Q", [hand.mask for hand in hands])
    learned = []
    for strain in Strain:
        outcomes = array(
            "d", _successes(hands, strain, iterations=plan.iterations, seed=seed, threads=threads)
        )
        weights = HandWeights([0.0] * HandWeights.size)
        weights.fit(masks, outcomes, _HAND_ROUNDS, 0.01, 0.003)
        learned.append(weights)
    return tuple(learned)


def _hand(seed: int, number: int) -> Hand:
    return Deal.random(seed * _STREAM + number)[Seat.FOREHAND]


def _successes(
    hands: Sequence[Hand],
    strain: Strain,
    *,
    iterations: int,
    seed: int,
    threads: int | None,
    style: Style = UNTAUGHT,
    games: int = 1,
) -> list[float]:
    """The share of its games, one unless said, in which each hand succeeded."""

    def job(first: int, stop: Stop) -> list[float]:
        won = []
        for number in range(first, min(first + _JOB_GAMES, len(hands))):
            known = Knowledge.at_start(hands[number], Seat.FOREHAND, Seat.FOREHAND, strain)
            outcomes = play_games_of(
                known,
                style=style,
                seed=seed,
                first=number * games,
                games=games,
                stop=stop,
                iterations=iterations,
            )
            won.append(sum(each[Seat.FOREHAND].success for each in outcomes) / games)
        return won

    jobs = (lambda stop, n=first: job(n, stop) for first in range(0, len(hands), _JOB_GAMES))
    return [success for batch in run_jobs(jobs, threads=threads) for success in batch]


def _play_batches(
    style: Style, games: int, iterations: int, seed: int, threads: int | None
) -> list[Examples]:
    """Self-play on random deals, with a record of every search; a batch a job."""

    def job(first: int, stop: Stop) -> Examples:
        batch = min(_JOB_GAMES, games - first)
        examples = Examples(batch * _DECISIONS_A_GAME)
        for number in range(first, first + batch):
            play_games_of(
                _situation(seed, number),
                style=style,
                seed=seed,
                first=number,
                games=1,
                stop=stop,
                iterations=iterations,
                examples=examples,
            )
        return examples

    jobs = (lambda stop, n=first: job(n, stop) for first in range(0, games, _JOB_GAMES))
    return run_jobs(jobs, threads=threads)


def _situation(seed: int, number: int) -> Knowledge:
    """A random hand, declared by its holder in a strain that suits it, or undeclared."""
    source = random.Random(seed * _STREAM + number)
    seat = Seat(number % len(Seat))
    hand = Deal.random(seed * _STREAM + number)[seat]
    if number % _UNDECLARED_EVERY == 0:
        return Knowledge.at_start(hand, seat, None)
    lengths = [length + 2 * source.random() for length in hand.lengths]
    strain = Strain(lengths.index(max(lengths)))
    if source.random() < 0.15:
        strain = Strain.NO_TRUMPS
    return Knowledge.at_start(hand, seat, seat, strain)


def _fit(policy: Policy, batches: Sequence[Examples]) -> Policy:
    for done in range(_POLICY_ROUNDS):
        for batch in batches:
            batch.fit(policy, 1, 0.05 / (1 + done), 1e-4)
    return policy


def fit_quick(hands: int, seed: int = 1, *, threads: int | None = None) -> list[list[float]]:
    """Weights of `quick_estimate` by strain: ridge regression on games of the full player."""
    dealt = [_hand(seed + _QUICK_SEED, number) for number in range(hands)]
    weights = []
    for strain in Strain:
        chances = _successes(
            dealt,
            strain,
            iterations=_QUICK_ITERATIONS,
            seed=seed,
            threads=threads,
            style=FULL,
            games=2,
        )
        rows = [features(hand.mask, strain) for hand in dealt]
        weights.append(_ridge(rows, chances))
    return weights


def _ridge(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Least squares with a penalty on the weights of the standardised columns."""
    count, width = len(rows), len(rows[0])
    columns = [[row[place] for row in rows] for place in range(width)]
    middles = [0.0] + [sum(column) / count for column in columns[1:]]
    scales = [1.0] + [
        math.sqrt(sum((value - middle) ** 2 for value in column) / count) or 1.0
        for column, middle in zip(columns[1:], middles[1:], strict=True)
    ]
    even = [
        [(value - middle) / scale for value in column]
        for column, middle, scale in zip(columns, middles, scales, strict=True)
    ]
    table = [[sum(map(mul, a, b)) for b in even] + [sum(map(mul, a, values))] for a in even]
    for place in range(1, width):
        table[place][place] += _PENALTY
    solved = _solve(table)
    found = [weight / scale for weight, scale in zip(solved, scales, strict=True)]
    found[0] -= sum(map(mul, found[1:], middles[1:]))
    return found


def _solve(table: list[list[float]]) -> list[float]:
    """Gauss elimination of a table whose last column is the right-hand side."""
    width = len(table)
    for place in range(width):
        pivot = max(range(place, width), key=lambda row: abs(table[row][place]))
        table[place], table[pivot] = table[pivot], table[place]
        if abs(table[place][place]) < _VANISHING:
            continue
        for row in range(width):
            if row != place:
                factor = table[row][place] / table[place][place]
                table[row] = [a - factor * b for a, b in zip(table[row], table[place], strict=True)]
    return [
        row[-1] / row[place] if abs(row[place]) >= _VANISHING else 0.0
        for place, row in enumerate(table)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m clumond_solver.training", description="Train the single-dummy player."
    )
    parser.add_argument("--out", type=Path, required=True, help="file to write the weights to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="share of the full plan's games to play"
    )
    parser.add_argument(
        "--quick", action="store_true", help="fit quick_estimate instead, with the shipped player"
    )
    given = parser.parse_args(arguments)
    if given.quick:
        weights = fit_quick(
            max(1, round(_QUICK_HANDS * given.scale)), given.seed, threads=given.threads
        )
        rounded = [[round(weight, 6) for weight in row] for row in weights]
        given.out.write_text(json.dumps({"format": 1, "weights": rounded}) + "\n", "ascii")
        return 0
    full = Plan()
    plan = Plan(
        hands=max(1, round(full.hands * given.scale)),
        rounds=tuple((max(1, round(games * given.scale)), its) for games, its in full.rounds),
    )
    learned = train(plan, given.seed, threads=given.threads, quiet=False)
    given.out.write_text(learned.write(), encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
