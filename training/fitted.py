"""Fit again all that was fitted to games of the single-dummy player, whenever he changes.

    python -m training.fitted --out src/clumond_solver/single_dummy --keep FILE

writes `quick_estimate.json` (the quick formula) and `fitted.json` (first guesses of advice), and
tells the point count before rounding, which stands in the code. ``--only`` fits some parts. A seed
fixes all of it, whatever ``--jobs`` is; with ``--keep`` a run that was stopped goes on. Most of the
time goes to the formula's 200,000 games. Needs NumPy (extra ``training``).
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from operator import mul
from pathlib import Path
from typing import Any

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.threads import run_jobs
from clumond_solver.base.whole_files import write_whole
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.single_dummy.advice import CALL_ITERATIONS, ROOT_ITERATIONS
from clumond_solver.single_dummy.fitted import Fitted, fitted
from clumond_solver.single_dummy.player import Games, root_value
from clumond_solver.single_dummy.prior import FirstGuess, log_odds, shifted
from clumond_solver.single_dummy.quick_estimate import (
    Formula,
    card_features,
    count_features,
    features,
    formulas,
)
from clumond_solver.single_dummy.styles import FAST, ITERATIONS_A_MOVE, Style
from training.games import STREAM, dealt_hand, finishes
from training.regression import logistic, numpy, ridge
from training.result_cache import ResultCache

# How much is played for each part.
_FORMULA_HANDS = 40_000
_GUESS_HANDS, _GUESS_GAMES = 1500, 6
# Hands and games of the parts are apart.
_FORMULA_SEED = 7
_PENALTY = 10.0
# Of every five hands for first guesses the best strain promises at least this: good ones are rare.
_PROMISES = (0.0, 0.2, 0.4, 0.6, 0.75)
# What is tried for the errors of first guesses.
_SHARED = (0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8)
_WEIGHTS = (10, 15, 25, 40, 60, 90, 140, 220)
_DOUBTS = (0.02, 0.05, 0.1, 0.2, 0.3)
_LOOSE = (3, 5, 8)


@dataclass(frozen=True)
class Source:
    """Where games come from: how many there are, by whom, and what was played before.

    scale  share of the full number of games.
    style  the player who plays them.
    kept   what has been played already.
    """

    seed: int = 1
    scale: float = 1.0
    threads: int | None = None
    style: Style = FAST
    kept: ResultCache = field(default_factory=ResultCache)
    quiet: bool = True

    def say(self, text: str) -> None:
        """Tell how far it is."""
        if not self.quiet:
            print(text, file=sys.stderr, flush=True)

    def in_chunks(
        self, what: str, full: int, size: int, play: Callable[[range], list[Any]]
    ) -> list[Any]:
        """What ``play`` finds for as many numbers, some at a time, each piece kept."""
        count, found = max(10, round(full * self.scale)), []
        for first in range(0, count, size):
            numbers = range(first, min(first + size, count))
            found += self.kept.get(f"{what} {self.seed} {numbers}", partial(play, numbers))
            self.say(f"{what}: {numbers.stop} of {count}")
        return found

    def one_by_one(
        self, what: str, full: int, size: int, measure: Callable[[int, Stop], Any]
    ) -> list[Any]:
        """The same where each number is measured for itself, by all threads."""

        def play(numbers: range) -> list[Any]:
            return run_jobs((partial(measure, each) for each in numbers), threads=self.threads)

        return self.in_chunks(what, full, size, play)


# The quick formula and the point count.

Weights = dict[str, list[float]]


def fit_formulas(source: Source) -> list[Weights]:
    """Weights of `quick_estimate` by strain, from one game a hand and strain.

    The weights of `point_count` before rounding are told.
    """
    weights, counted, succeeded = [], [], []
    for strain in Strain:
        played = source.in_chunks(
            f"formula {strain}", _FORMULA_HANDS, 1000, partial(_formula_games, source, strain)
        )
        hands = [dealt_hand(source.seed + _FORMULA_SEED, number) for number in range(len(played))]
        success = [float(won) for _, won in played]
        weights.append(_fit_formula(hands, [float(tricks) for tricks, _ in played], success))
        counted += [count_features(hand.mask, strain) for hand in hands]
        succeeded += success
    shown = ", ".join(f"{100 * weight:.1f}" for weight in ridge(counted, succeeded, 1.0))
    source.say(f"point count before rounding: {shown}")
    return weights


def _formula_games(source: Source, strain: Strain, numbers: range) -> list[tuple[int, bool]]:
    hands = [dealt_hand(source.seed + _FORMULA_SEED, number) for number in numbers]
    played = finishes(
        hands,
        strain,
        style=source.style,
        iterations=ITERATIONS_A_MOVE,
        seed=source.seed,
        first=numbers.start,
        threads=source.threads,
    )
    return [(each.tricks_taken, each.success) for each in played]


def _fit_formula(
    hands: Sequence[Hand], tricks: Sequence[float], success: Sequence[float]
) -> Weights:
    held = [card_features(hand.mask) for hand in hands]
    of_tricks = ridge(held, tricks, _PENALTY)
    rows = [
        features(hand.mask, sum(map(mul, of_tricks, row)))
        for hand, row in zip(hands, held, strict=True)
    ]
    return {"tricks": of_tricks, "weights": logistic(rows, success, _PENALTY)}


def write_formulas(weights: Sequence[Mapping[str, Sequence[float]]]) -> str:
    """The weights of `quick_estimate` as text, in millionths."""
    rows = [
        {name: [round(weight, 6) for weight in each[name]] for name in ("tricks", "weights")}
        for each in weights
    ]
    return json.dumps({"format": 2, "strains": rows}, separators=(",", ":")) + "\n"


# First guesses.


def fit_guesses(source: Source, found: Sequence[Formula]) -> tuple[FirstGuess, ...]:
    """First guesses: without supplementary tricks, with them, and with them by a short search."""
    plain = _guess_rows(source, found, with_tens=False)
    tens = _guess_rows(source, found, with_tens=True)
    return (
        fit_guess(plain, search=0),
        fit_guess(tens, search=0),
        fit_guess(tens, search=1),
    )


# By strain: the means of a long and of a short search, the formula's chance, games won and played.
_GuessRow = list[tuple[float, float, float, int, int]]


def _guess_rows(source: Source, found: Sequence[Formula], *, with_tens: bool) -> list[_GuessRow]:
    what = "guesses with tens" if with_tens else "guesses"
    measure = partial(_guessed_and_played, source, found, with_tens)
    return source.one_by_one(what, _GUESS_HANDS, 100, measure)


def _guessed_and_played(
    source: Source, found: Sequence[Formula], with_tens: bool, number: int, stop: Stop
) -> _GuessRow:
    """One hand in every strain."""
    rng = random.Random(source.seed * STREAM + number)
    least, chances = _PROMISES[number % len(_PROMISES)], [-1.0]
    while max(chances) < least:
        hand = Deal.random(rng.getrandbits(32))[Seat.FOREHAND]
        chances = [shifted(0.5, found[strain].logit(hand.mask)) for strain in Strain]
    supplementary = [0, 0, 0]
    while with_tens and not any(supplementary):
        supplementary = _random_tens(rng)
    row = []
    for strain in Strain:
        known = Knowledge.at_start(
            hand, Seat.FOREHAND, Seat.FOREHAND, strain, supplementary=supplementary
        )
        long, short = (
            root_value(known, iterations, number, stop, source.style)
            for iterations in (ROOT_ITERATIONS, CALL_ITERATIONS)
        )
        played = Games(known, source.style, seed=number).play(0, _GUESS_GAMES, stop)
        won = sum(each[Seat.FOREHAND].success for each in played)
        row.append((long, short, chances[strain], won, len(played)))
    return row


def _random_tens(rng: random.Random) -> list[int]:
    """Supplementary tricks of the seats: each ten with one of them, now and then in common."""
    places = [rng.choices(range(4), (16, 16, 16, 4))[0] for _ in range(4)]
    return [sum(code for code in range(4) if places[code] in {seat, 3}) for seat in range(3)]


def fit_guess(rows: Sequence[_GuessRow], *, search: int) -> FirstGuess:
    """The formula by logistic regression, then its errors by the greatest likelihood of games.

    ``search`` is 0 for the long search and 1 for the short one.
    """
    table = [[1.0, log_odds(each[search]), log_odds(each[2])] for row in rows for each in row]
    weights = logistic(table, [each[3] / each[4] for row in rows for each in row], 1.0)
    errors = _fit_errors(rows, [sum(map(mul, weights, row)) for row in table])
    constant, of_search, of_formula = (round(weight, 3) for weight in weights)
    return FirstGuess(constant, of_search, of_formula, *errors)


def _fit_errors(
    rows: Sequence[_GuessRow], guesses: Sequence[float]
) -> tuple[float, float, float, float]:
    """What guesses (log odds) get wrong, as the last fields of a `FirstGuess`.

    By the likelihood of the games, summed over what the guesses of a hand have in common.
    """
    np = numpy()
    won = np.array([[each[3] for each in row] for row in rows])[..., None]
    games = rows[0][0][4]
    shifts = np.arange(-12, 13) / 5
    p = 1 / (1 + np.exp(-(np.reshape(guesses, won.shape) + shifts)))

    def seen(weight: float) -> Any:
        """The likelihood under a Beta law of this weight, by hand, strain and shift."""
        likely = np.ones_like(p)
        for game in range(games):
            next_won = weight * p + game, weight * (1 - p) + game - won
            likely *= np.where(game < won, *next_won) / (weight + game)
        return likely

    laws = {weight: seen(weight) for weight in (*_WEIGHTS, *_LOOSE)}
    priors = {shared: np.exp(-((shifts / shared) ** 2) / 2) for shared in _SHARED}
    best, found = -math.inf, (0.0, 0.0, 0.0, 0.0)
    for weight, doubt, loose in product(_WEIGHTS, _DOUBTS, _LOOSE):
        by_shift = ((1 - doubt) * laws[weight] + doubt * laws[loose]).prod(axis=1)
        for shared, prior in priors.items():
            likelihood = float(np.log(by_shift @ (prior / prior.sum())).sum())
            if likelihood > best:
                best, found = likelihood, (shared, float(weight), doubt, float(loose))
    return found


PARTS = ("formula", "guesses")


def refit(source: Source, parts: Sequence[str] = PARTS) -> Mapping[str, str]:
    """The texts of the files to be shipped, by name; parts that are not named stay as they are."""
    files, numbers, found = {}, fitted(), formulas()
    if "formula" in parts:
        weights = fit_formulas(source)
        found = tuple(Formula.of(each["tricks"], each["weights"]) for each in weights)
        files["quick_estimate.json"] = write_formulas(weights)
    if "guesses" in parts:
        numbers = Fitted(*fit_guesses(source, found))
    return files | {"fitted.json": numbers.write()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, and write the files."""
    parser = argparse.ArgumentParser(
        prog="python -m training.fitted",
        description="Fit again all that was fitted to games of the single-dummy player.",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write the files to")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART")
    parser.add_argument("--keep", type=Path, help="file that keeps what was played")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=None, help="threads")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the games to play")
    given = parser.parse_args(arguments)
    with ResultCache(given.keep) as kept:
        source = Source(given.seed, given.scale, given.jobs, kept=kept, quiet=False)
        for name, text in refit(source, given.only).items():
            write_whole(given.out / name, text.encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
