"""Make the weights of the single-dummy player again.

    python -m clumond_solver.training.single_dummy

Nothing but self-play goes in, and a seed fixes all of it. First the untaught player plays random
hands as declarer in every strain: a logistic regression of success on cards and suit lengths says
what a call tells about a hand. Then the policy learns what searches decide, in rounds: the searches
of each round are guided by the policy of the one before. A few minutes on two cores.
"""

from __future__ import annotations

import argparse
import random
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.inference import HandWeights
from clumond_solver._core.single_dummy.policy import Examples, Policy
from clumond_solver.cards import Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.seen.clumond import Knowledge
from clumond_solver.single_dummy.player import play_games_of
from clumond_solver.single_dummy.styles import UNTAUGHT, Learned, Search, Style
from clumond_solver.system.threads import run_jobs
from clumond_solver.system.whole_files import write_whole
from clumond_solver.training.games import JOB_GAMES, STREAM, dealt_hand, finishes

_DECISIONS_A_GAME = 36
_UNDECLARED_EVERY = 4
_HAND_ROUNDS = 12
_POLICY_ROUNDS = 10


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
        batches = _play_batches(style, games, iterations, seed * STREAM + number, threads)
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
    hands = [dealt_hand(seed, number) for number in range(plan.hands)]
    masks = array("Q", [hand.mask for hand in hands])
    learned = []
    for strain in Strain:
        played = finishes(
            hands,
            strain,
            style=UNTAUGHT,
            iterations=plan.iterations,
            seed=seed,
            threads=threads,
        )
        outcomes = array("d", [float(each.success) for each in played])
        weights = HandWeights([0.0] * HandWeights.size)
        weights.fit(masks, outcomes, _HAND_ROUNDS, 0.01, 0.003)
        learned.append(weights)
    return tuple(learned)


def _play_batches(
    style: Style, games: int, iterations: int, seed: int, threads: int | None
) -> list[Examples]:
    """Self-play on random deals, with a record of every search; a batch a job."""

    def job(first: int, stop: Stop) -> Examples:
        batch = min(JOB_GAMES, games - first)
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

    jobs = (lambda stop, n=first: job(n, stop) for first in range(0, games, JOB_GAMES))
    return run_jobs(jobs, threads=threads)


def _situation(seed: int, number: int) -> Knowledge:
    """A random hand, declared by its holder in a strain that suits it, or undeclared."""
    source = random.Random(seed * STREAM + number)
    seat = Seat(number % len(Seat))
    hand = Deal.random(seed * STREAM + number)[seat]
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m clumond_solver.training.single_dummy",
        description="Train the single-dummy player.",
    )
    parser.add_argument("--out", type=Path, required=True, help="file to write the weights to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="share of the full plan's games to play"
    )
    given = parser.parse_args(arguments)
    full = Plan()
    plan = Plan(
        hands=max(1, round(full.hands * given.scale)),
        rounds=tuple((max(1, round(games * given.scale)), its) for games, its in full.rounds),
    )
    learned = train(plan, given.seed, threads=given.threads, quiet=False)
    write_whole(given.out, learned.write().encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
