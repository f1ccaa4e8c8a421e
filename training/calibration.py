"""Refit the numbers that depend on games of the single-dummy player, whenever he changes.

    python -m training.calibration --out src/clumond_solver/single_dummy/clumond --keep FILE

writes `quick_estimate.json` (the quick formula) and `calibration.json` (priors of advice), and
prints the weights of the point count, which are constants of the code. ``--only`` refits some
parts. A seed fixes all of it, whatever ``--jobs`` is; with ``--keep`` an interrupted run continues.
Most of the time goes to the formula's 200,000 games. Needs NumPy (extra ``training``).
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import product
from operator import mul
from pathlib import Path
from typing import Any

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.files import write_atomically
from clumond_solver.base.stopping import processors, run_jobs
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.single_dummy.clumond.advice import CALL_ITERATIONS, ROOT_ITERATIONS
from clumond_solver.single_dummy.clumond.calibration import (
    FORMAT,
    Calibration,
    ChancePrior,
    calibration,
    log_odds,
)
from clumond_solver.single_dummy.clumond.card_choice import root_value
from clumond_solver.single_dummy.clumond.playouts import Playouts, players_of
from clumond_solver.single_dummy.clumond.quick_estimate import (
    Formula,
    card_features,
    count_features,
    features,
    formulas,
)
from clumond_solver.single_dummy.corrections import STRONG_CARD, chance_of_log_odds
from clumond_solver.single_dummy.levels import FAST, ITERATIONS_PER_CARD, Style
from training.games import STREAM, dealt_hand, finishes
from training.regression import logistic, numpy, ridge
from training.result_cache import ResultCache

# How much is played for each part.
_FORMULA_HANDS = 40_000
_PRIOR_HANDS, _PRIOR_GAMES = 1500, 6
# The formula's hands and games are others than those of priors.
_FORMULA_SEED = 7
_PENALTY = 10.0
# The least chance in the best strain, hand by hand in turns: good hands are rare.
_LEAST_CHANCES = (0.0, 0.2, 0.4, 0.6, 0.75)
# The errors of priors that are tried.
_SHARED = (0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8)
_WEIGHTS = (10, 15, 25, 40, 60, 90, 140, 220)
_OUTLIERS = (0.02, 0.05, 0.1, 0.2, 0.3)
_OUTLIER_WEIGHTS = (3, 5, 8)


@dataclass(frozen=True)
class Source:
    """Plays games, or takes them from the cache of an earlier run.

    scale  share of the full number of games.
    style  the player who plays them.
    cache  the games that have been played.
    """

    seed: int = 1
    scale: float = 1.0
    threads: int = 1
    style: Style = FAST
    cache: ResultCache = field(default_factory=ResultCache)
    quiet: bool = True

    def say(self, text: str) -> None:
        """Print progress."""
        if not self.quiet:
            print(text, file=sys.stderr, flush=True)

    def in_chunks(
        self, what: str, full: int, size: int, play: Callable[[range], list[Any]]
    ) -> list[Any]:
        """The results of ``play`` for the full range of numbers, cached chunk by chunk."""
        count, results = max(10, round(full * self.scale)), []
        for first in range(0, count, size):
            numbers = range(first, min(first + size, count))
            results += self.cache.get(f"{what} {self.seed} {numbers}", partial(play, numbers))
            self.say(f"{what}: {numbers.stop} of {count}")
        return results

    def one_by_one(
        self, what: str, full: int, size: int, measure: Callable[[int, Stop], Any]
    ) -> list[Any]:
        """The results of ``measure`` for single numbers, in threads."""

        def play(numbers: range) -> list[Any]:
            return run_jobs((partial(measure, number) for number in numbers), threads=self.threads)

        return self.in_chunks(what, full, size, play)


# The quick formula and the point count.

Weights = dict[str, list[float]]


def fit_formulas(source: Source) -> list[Weights]:
    """Weights of `quick_estimate` by strain, from one game a hand and strain.

    Its constants state the chances that come true (`STRONG_CARD`), not shares of games won.

    Prints the weights of `point_count` before rounding.
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
        iterations=ITERATIONS_PER_CARD,
        seed=source.seed,
        first=numbers.start,
        threads=source.threads,
    )
    return [(end.tricks_taken, end.success) for end in played]


def _fit_formula(
    hands: Sequence[Hand], tricks: Sequence[float], success: Sequence[float]
) -> Weights:
    held = [card_features(hand.mask) for hand in hands]
    of_tricks = ridge(held, tricks, _PENALTY)
    rows = [
        features(hand.mask, sum(map(mul, of_tricks, row)))
        for hand, row in zip(hands, held, strict=True)
    ]
    constant, *weights = logistic(rows, success, _PENALTY)
    return {
        "tricks": of_tricks,
        "weights": [constant + math.log(STRONG_CARD.share), *weights],
    }


def formulas_to_json(weights: Sequence[Mapping[str, Sequence[float]]]) -> str:
    """The weights of `quick_estimate` as text, in millionths."""
    rows = [
        {name: [round(weight, 6) for weight in strain[name]] for name in ("tricks", "weights")}
        for strain in weights
    ]
    return json.dumps({"format": 2, "strains": rows}, separators=(",", ":")) + "\n"


# Priors.


def fit_priors(source: Source, formulas: Sequence[Formula]) -> tuple[ChancePrior, ...]:
    """Priors: without supplementary tricks, with them, and with them by a short search."""
    plain = _prior_rows(source, formulas, with_tens=False)
    tens = _prior_rows(source, formulas, with_tens=True)
    return (
        fit_prior(plain, search=0),
        fit_prior(tens, search=0),
        fit_prior(tens, search=1),
    )


# By strain: the means of a long and of a short search, the formula's chance, games won and played.
_PriorRow = list[tuple[float, float, float, int, int]]


def _prior_rows(source: Source, formulas: Sequence[Formula], *, with_tens: bool) -> list[_PriorRow]:
    what = "priors with tens" if with_tens else "priors"
    measure = partial(_searched_and_played, source, formulas, with_tens)
    return source.one_by_one(what, _PRIOR_HANDS, 100, measure)


def _searched_and_played(
    source: Source, formulas: Sequence[Formula], with_tens: bool, number: int, stop: Stop
) -> _PriorRow:
    """One hand in every strain."""
    rng = random.Random(source.seed * STREAM + number)
    least, chances = _LEAST_CHANCES[number % len(_LEAST_CHANCES)], [-1.0]
    while max(chances) < least:
        hand = Deal.random(rng.getrandbits(32))[Seat.FOREHAND]
        chances = [chance_of_log_odds(formulas[strain].logit(hand.mask)) for strain in Strain]
    supplementary = [0, 0, 0]
    while with_tens and not any(supplementary):
        supplementary = _random_tens(rng)
    row = []
    for strain in Strain:
        known = ClumondView.at_start(
            hand, Seat.FOREHAND, Seat.FOREHAND, strain, supplementary=supplementary
        )
        long, short = (
            root_value(known, iterations, number, stop, source.style)
            for iterations in (ROOT_ITERATIONS, CALL_ITERATIONS)
        )
        games = Playouts(known, players_of(known, source.style, source.style), seed=number)
        played = games.play(0, _PRIOR_GAMES, stop)
        won = sum(outcome[Seat.FOREHAND].success for outcome in played)
        row.append((long, short, chances[strain], won, len(played)))
    return row


def _random_tens(rng: random.Random) -> list[int]:
    """Supplementary tricks of the seats: every ten with one of them, now and then in common."""
    places = [rng.choices(range(4), (16, 16, 16, 4))[0] for _ in range(4)]
    return [sum(code for code in range(4) if places[code] in {seat, 3}) for seat in range(3)]


def fit_prior(rows: Sequence[_PriorRow], *, search: int) -> ChancePrior:
    """The formula by logistic regression, then its errors by maximum likelihood of the games.

    ``search`` is 0 for the long search and 1 for the short one.
    """
    cells = [cell for row in rows for cell in row]
    table = [[1.0, log_odds(cell[search]), log_odds(cell[2])] for cell in cells]
    weights = logistic(table, [cell[3] / cell[4] for cell in cells], 1.0)
    errors = _fit_errors(rows, [sum(map(mul, weights, row)) for row in table])
    constant, of_search, of_formula = (round(weight, 3) for weight in weights)
    return ChancePrior(constant, of_search, of_formula, *errors)


def _fit_errors(
    rows: Sequence[_PriorRow], logits: Sequence[float]
) -> tuple[float, float, float, float]:
    """The errors of prior means, given in log odds, as the last fields of a `ChancePrior`.

    By the likelihood of the games, summed over what the priors of a hand have in common.
    """
    np = numpy()
    won = np.array([[cell[3] for cell in row] for row in rows])[..., None]
    games = rows[0][0][4]
    shifts = np.arange(-12, 13) / 5
    p = 1 / (1 + np.exp(-(np.reshape(logits, won.shape) + shifts)))

    def likelihood_by(weight: float) -> Any:
        """The likelihood under a Beta distribution of this weight, by hand, strain and shift."""
        likely = np.ones_like(p)
        for game in range(games):
            next_won = weight * p + game, weight * (1 - p) + game - won
            likely *= np.where(game < won, *next_won) / (weight + game)
        return likely

    laws = {weight: likelihood_by(weight) for weight in (*_WEIGHTS, *_OUTLIER_WEIGHTS)}
    spreads = {shared: np.exp(-((shifts / shared) ** 2) / 2) for shared in _SHARED}
    most, best = -math.inf, (0.0, 0.0, 0.0, 0.0)
    for weight, outlier, outlier_weight in product(_WEIGHTS, _OUTLIERS, _OUTLIER_WEIGHTS):
        by_shift = ((1 - outlier) * laws[weight] + outlier * laws[outlier_weight]).prod(axis=1)
        for shared, spread in spreads.items():
            likelihood = float(np.log(by_shift @ (spread / spread.sum())).sum())
            if likelihood > most:
                most, best = likelihood, (shared, float(weight), outlier, float(outlier_weight))
    return best


def to_json(numbers: Calibration) -> str:
    """The calibration as text, as `Calibration.parse` reads it."""
    return json.dumps({"format": FORMAT} | asdict(numbers), indent=1) + "\n"


PARTS = ("formula", "priors")


def refit(source: Source, parts: Sequence[str] = PARTS) -> Mapping[str, str]:
    """The texts of the files to ship, by name; parts that are not named stay as they are."""
    files, numbers, by_strain = {}, calibration(), formulas()
    if "formula" in parts:
        weights = fit_formulas(source)
        by_strain = tuple(Formula.of(strain["tricks"], strain["weights"]) for strain in weights)
        files["quick_estimate.json"] = formulas_to_json(weights)
    if "priors" in parts:
        numbers = Calibration(*fit_priors(source, by_strain))
    return files | {"calibration.json": to_json(numbers)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, and write the files."""
    parser = argparse.ArgumentParser(
        prog="python -m training.calibration",
        description="Refit the numbers that depend on games of the single-dummy player.",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write the files to")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART")
    parser.add_argument("--keep", type=Path, help="file with the games played so far")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=processors())
    parser.add_argument("--scale", type=float, default=1.0, help="share of the games to play")
    given = parser.parse_args(arguments)
    with ResultCache(given.keep) as cache:
        source = Source(given.seed, given.scale, given.threads, cache=cache, quiet=False)
        for name, text in refit(source, given.only).items():
            write_atomically(given.out / name, text.encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
