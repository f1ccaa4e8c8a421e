"""Make the weights of the single-dummy player again.

    python -m clumond_solver.training.single_dummy

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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import mul
from pathlib import Path

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.inference import HandWeights
from clumond_solver._core.single_dummy.policy import Examples, Policy
from clumond_solver.cards import Hand, Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, SeatOutcome
from clumond_solver.seen.clumond import Knowledge
from clumond_solver.single_dummy.chances import fewest_left
from clumond_solver.single_dummy.player import ITERATIONS_A_MOVE, choose, play_games_of
from clumond_solver.single_dummy.quick_estimate import (
    Formula,
    card_features,
    count_features,
    features,
    quick_estimate,
)
from clumond_solver.single_dummy.styles import FULL, UNTAUGHT, Learned, Search, Style
from clumond_solver.system.threads import run_jobs
from clumond_solver.system.whole_files import write_whole

_DECISIONS_A_GAME = 36
_JOB_GAMES = 50
_UNDECLARED_EVERY = 4
_HAND_ROUNDS = 12
_POLICY_ROUNDS = 10
_STREAM = 1_000_003
_QUICK_SEED = 7
_LEVEL_SEED = 500_000
_LEVEL_GAMES = 1800
_QUICK_ITERATIONS = 60
_QUICK_HANDS = 40_000
_SHIFT_FIRST = 100_000
_SHIFT_HANDS = 1500
_PENALTY = 10.0
_NEWTON_STEPS = 5
_VANISHING = 1e-9
# The games that the formula is fitted to; their level is mended by games of the full player.
_FAST = replace(FULL, head_start=0)


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
        finishes = _finishes(hands, strain, iterations=plan.iterations, seed=seed, threads=threads)
        outcomes = array("d", [float(each.success) for each in finishes])
        weights = HandWeights([0.0] * HandWeights.size)
        weights.fit(masks, outcomes, _HAND_ROUNDS, 0.01, 0.003)
        learned.append(weights)
    return tuple(learned)


def _hand(seed: int, number: int) -> Hand:
    return Deal.random(seed * _STREAM + number)[Seat.FOREHAND]


def _finishes(
    hands: Sequence[Hand],
    strain: Strain,
    *,
    iterations: int,
    seed: int,
    threads: int | None,
    style: Style = UNTAUGHT,
) -> list[SeatOutcome]:
    """How each hand finished one game as declarer."""

    def job(first: int, stop: Stop) -> list[SeatOutcome]:
        finished = []
        for number in range(first, min(first + _JOB_GAMES, len(hands))):
            known = Knowledge.at_start(hands[number], Seat.FOREHAND, Seat.FOREHAND, strain)
            [outcome] = play_games_of(
                known,
                style=style,
                seed=seed,
                first=number,
                games=1,
                stop=stop,
                iterations=iterations,
            )
            finished.append(outcome[Seat.FOREHAND])
        return finished

    jobs = (lambda stop, n=first: job(n, stop) for first in range(0, len(hands), _JOB_GAMES))
    return [finish for batch in run_jobs(jobs, threads=threads) for finish in batch]


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


def fit_quick(
    hands: int, seed: int = 1, *, threads: int | None = None, quiet: bool = True
) -> list[dict[str, list[float]]]:
    """Weights of `quick_estimate` by strain, from one game of the full player a hand and strain.

    Unless ``quiet``, the weights of `point_count` before rounding are told on standard error.
    """
    dealt = [_hand(seed + _QUICK_SEED, number) for number in range(hands)]
    formulas, counted, succeeded = [], [], []
    for strain in Strain:
        finishes = _finishes(
            dealt, strain, iterations=_QUICK_ITERATIONS, seed=seed, threads=threads, style=_FAST
        )
        success = [float(each.success) for each in finishes]
        formulas.append(_fit_formula(dealt, [each.tricks_taken for each in finishes], success))
        counted += [count_features(hand.mask, strain) for hand in dealt]
        succeeded += success
        if not quiet:
            print(f"quick estimate in {strain}: from {hands} games", file=sys.stderr, flush=True)
    if not quiet:
        shown = ", ".join(f"{100 * weight:.1f}" for weight in ridge(counted, succeeded, 1.0))
        print(f"point count before rounding: {shown}", file=sys.stderr)
    return formulas


def fit_shift(
    formulas: Sequence[Formula], hands: int, seed: int = 1, *, threads: int | None = None
) -> float:
    """What to add to the logarithm of the odds, to match the mean of the full player's games.

    These are a game each of other hands in every strain, with the iterations that `estimate` uses.
    """
    dealt = [_hand(seed + _QUICK_SEED, _SHIFT_FIRST + number) for number in range(hands)]
    logits, succeeded = [], []
    for strain in Strain:
        finishes = _finishes(
            dealt, strain, iterations=ITERATIONS_A_MOVE, seed=seed, threads=threads, style=FULL
        )
        logits += [formulas[strain].logit(hand.mask) for hand in dealt]
        succeeded += [float(each.success) for each in finishes]
    shift = 0.0
    for _ in range(_NEWTON_STEPS):
        chances = [1 / (1 + math.exp(-logit - shift)) for logit in logits]
        shift += (sum(succeeded) - sum(chances)) / sum(p * (1 - p) for p in chances)
    return shift


def _fit_formula(
    hands: Sequence[Hand], tricks: Sequence[float], success: Sequence[float]
) -> dict[str, list[float]]:
    held = [card_features(hand.mask) for hand in hands]
    of_tricks = ridge(held, tricks, _PENALTY)
    rows = [
        features(hand.mask, sum(map(mul, of_tricks, row)))
        for hand, row in zip(hands, held, strict=True)
    ]
    return {"tricks": of_tricks, "weights": logistic(rows, success, _PENALTY)}


def ridge(rows: Sequence[Sequence[float]], values: Sequence[float], penalty: float) -> list[float]:
    """Least squares, the squared weights of standardised columns penalised; first column ones."""
    table = _Standardised(rows)
    found = table.step([1.0] * len(values), values, [0.0] * len(rows[0]), penalty)
    return table.unscaled(found)


def logistic(
    rows: Sequence[Sequence[float]], outcomes: Sequence[float], penalty: float
) -> list[float]:
    """Logistic regression, penalised as `ridge`, by Newton's method."""
    table = _Standardised(rows)
    weights = [0.0] * len(rows[0])
    for _ in range(_NEWTON_STEPS):
        chances = [1 / (1 + math.exp(-logit)) for logit in table.times(weights)]
        spreads = [chance * (1 - chance) for chance in chances]
        misses = [outcome - chance for outcome, chance in zip(outcomes, chances, strict=True)]
        step = table.step(spreads, misses, weights, penalty)
        weights = [weight + more for weight, more in zip(weights, step, strict=True)]
    return table.unscaled(weights)


class _Standardised:
    """Columns with mean 0 and spread 1, but for the first, which is all ones."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        columns = [array("d", column) for column in zip(*rows, strict=True)]
        self._middles = [0.0] + [sum(column) / len(rows) for column in columns[1:]]
        self._scales = [1.0] + [
            math.sqrt(sum((value - middle) ** 2 for value in column) / len(rows)) or 1.0
            for column, middle in zip(columns[1:], self._middles[1:], strict=True)
        ]
        self._columns = [
            array("d", [(value - middle) / scale for value in column])
            for column, middle, scale in zip(columns, self._middles, self._scales, strict=True)
        ]

    def times(self, weights: Sequence[float]) -> list[float]:
        """The weighted sum of each row."""
        sums = [0.0] * len(self._columns[0])
        for weight, column in zip(weights, self._columns, strict=True):
            sums = [total + weight * value for total, value in zip(sums, column, strict=True)]
        return sums

    def step(
        self,
        spreads: Sequence[float],
        misses: Sequence[float],
        weights: Sequence[float],
        penalty: float,
    ) -> list[float]:
        """The Newton step from these weights: rows count by their spreads."""
        width = len(self._columns)
        table = [[0.0] * (width + 1) for _ in range(width)]
        for place, column in enumerate(self._columns):
            spread = array("d", map(mul, column, spreads))
            for other in range(place + 1):
                table[place][other] = table[other][place] = sum(
                    map(mul, spread, self._columns[other])
                )
            table[place][-1] = sum(map(mul, column, misses))
            if place:
                table[place][place] += penalty
                table[place][-1] -= penalty * weights[place]
        return _solve(table)

    def unscaled(self, weights: Sequence[float]) -> list[float]:
        """The weights for the columns as they were."""
        found = [weight / scale for weight, scale in zip(weights, self._scales, strict=True)]
        found[0] -= sum(map(mul, found[1:], self._middles[1:]))
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


def write_formulas(formulas: Sequence[Mapping[str, Sequence[float]]]) -> str:
    """The weights of `quick_estimate` as text, in millionths."""
    rows = [
        {name: [round(weight, 6) for weight in weights] for name, weights in each.items()}
        for each in formulas
    ]
    return json.dumps({"format": 2, "strains": rows}, separators=(",", ":")) + "\n"


def fit_levels(
    games: int, seed: int = 1, *, threads: int | None = None
) -> dict[tuple[bool, int], list[float]]:
    """Constants and slopes of `chances.LEVELS`: searches in whole games, and how these ended."""
    jobs = (lambda stop, n=number: _searched_game(seed, n) for number in range(games))
    rows: dict[tuple[bool, int], list[list[float]]] = {}
    outcomes: dict[tuple[bool, int], list[float]] = {}
    for searched, success in run_jobs(jobs, threads=threads):
        for kind, value in searched:
            bounded = min(max(value, 0.01), 0.99)
            rows.setdefault(kind, []).append([1.0, math.log(bounded / (1 - bounded))])
            outcomes.setdefault(kind, []).append(float(success))
    return {kind: logistic(rows[kind], outcomes[kind], 0.0) for kind in sorted(rows)}


def _searched_game(seed: int, number: int) -> tuple[list[tuple[tuple[bool, int], float]], bool]:
    """A random hand in its best strain: each free choice's kind of level and declarer's value."""
    deal = Deal.random(seed * _STREAM + _LEVEL_SEED + number)
    declarer = Seat(number % len(Seat))
    play = Play(deal, declarer, max(Strain, key=partial(quick_estimate, deal[declarer])))
    searched = []
    while (turn := play.turn) is not None:
        choice = choose(play, seed=number)
        own, value = turn is declarer, choice.values[choice.card].value
        if len(play.legal_plays) > 1:
            fewest = fewest_left(own=own, tricks_left=play.tricks_left)
            searched.append(((own, fewest), value if own else 1 - value))
        play.push(choice.card)
    return searched, play.outcome()[declarer].success


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m clumond_solver.training.single_dummy",
        description="Train the single-dummy player.",
    )
    parser.add_argument("--out", type=Path, help="file to write the weights to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="share of the full plan's games to play"
    )
    parser.add_argument(
        "--quick", action="store_true", help="fit quick_estimate instead, with the shipped player"
    )
    parser.add_argument(
        "--levels", action="store_true", help="fit the levels of chances instead, and print them"
    )
    given = parser.parse_args(arguments)
    if given.levels:
        games = max(10, round(_LEVEL_GAMES * given.scale))
        for (own, fewest), fitted in fit_levels(games, given.seed, threads=given.threads).items():
            constant, slope = (round(each, 2) for each in fitted)
            print(f"({own}, {fewest}): ({constant}, {slope})")
        return 0
    if given.out is None:
        parser.error("--out FILE is needed: where to write the weights")
    if given.quick:
        hands = max(1, round(_QUICK_HANDS * given.scale))
        formulas = fit_quick(hands, given.seed, threads=given.threads, quiet=False)
        games = max(1, round(_SHIFT_HANDS * given.scale))
        read = [Formula.of(each["tricks"], each["weights"]) for each in formulas]
        shift = fit_shift(read, games, given.seed, threads=given.threads)
        for each in formulas:
            each["weights"][0] += shift
        print(f"shift to the level of the full player's games: {shift:+.3f}", file=sys.stderr)
        write_whole(given.out, write_formulas(formulas).encode("ascii"))
        return 0
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
