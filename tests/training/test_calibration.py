"""What is fitted to the player's games: the regressions, and the command that refits them."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from training import calibration as training
from training.calibration import Source, fit_prior, main, refit
from training.games import UNTAUGHT
from training.regression import logistic, ridge
from training.result_cache import ResultCache

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.single_dummy.clumond.calibration import (
    Calibration,
    ChancePrior,
    calibration,
    log_odds,
)
from clumond_solver.single_dummy.clumond.quick_estimate import formulas, parse_formulas

pytest.importorskip("numpy", reason="NumPy is not installed (extra training)")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players without nets who hardly search, and one strain."""
    monkeypatch.setattr(training, "ROOT_ITERATIONS", 20)
    monkeypatch.setattr(training, "CALL_ITERATIONS", 10)
    monkeypatch.setattr(training, "ITERATIONS_PER_CARD", 2)
    monkeypatch.setattr(training, "_PRIOR_GAMES", 2)


def source(kept: ResultCache | None = None, threads: int = 1) -> Source:
    return Source(3, 1e-9, threads, UNTAUGHT, kept or ResultCache())


def test_least_squares_find_a_line_that_is_there() -> None:
    rows = [[1.0, float(x % 13), float(x * x % 7)] for x in range(5000)]
    values = [3 + 0.5 * row[1] - 2 * row[2] for row in rows]
    assert ridge(rows, values, 1.0) == pytest.approx([3, 0.5, -2], rel=0.01)


def test_a_penalty_draws_weights_towards_nothing() -> None:
    rows = [[1.0, float(x)] for x in (-1, 1)] * 5
    assert ridge(rows, [row[1] for row in rows], 10.0) == pytest.approx([0, 0.5])


def test_logistic_regression_finds_odds_that_are_there() -> None:
    rng = random.Random(1)
    rows = [[1.0, rng.uniform(-1, 1), float(n % 2), 7.0] for n in range(20_000)]
    chances = [1 / (1 + math.exp(1 - 2 * row[1] - row[2])) for row in rows]
    outcomes = [float(rng.random() < chance) for chance in chances]
    found = logistic(rows, outcomes, 1.0)
    # The column that never changes has nothing to say.
    assert found[3] == 0
    assert found[:3] == pytest.approx([-1, 2, 1], abs=0.12)


def test_errors_of_priors_are_estimated_from_games() -> None:
    """Guesses that err by what hands have in common, by little each, and by much now and then."""
    rng = random.Random(2)
    rows = []
    for _ in range(800):
        shared, row = rng.gauss(0, 0.5), []
        for _ in Strain:
            search, formula = rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.95)
            guess = 0.3 + 0.5 * log_odds(search) + 0.8 * log_odds(formula) + shared
            p = 1 / (1 + math.exp(-guess))
            weight = 5 if rng.random() < 0.1 else 90
            chance = rng.betavariate(weight * p, weight * (1 - p))
            won = sum(rng.random() < chance for _ in range(20))
            row.append((search, search / 2, formula, won, 20))
        rows.append(row)
    found = fit_prior(rows, search=0)
    assert (found.of_search, found.of_formula) == pytest.approx((0.5, 0.8), abs=0.1)
    assert found.shared_error == pytest.approx(0.5, abs=0.11)
    assert 40 <= found.weight <= 220
    assert 0.05 <= found.outlier_probability <= 0.2


@pytest.mark.long
def test_all_is_fitted_again_and_read_back() -> None:
    files = refit(source(), ("formula", "priors"))
    read = parse_formulas(files["quick_estimate.json"])
    assert len(read) == len(Strain)
    assert read != formulas()
    refitted = Calibration.parse(files["calibration.json"])
    assert refitted.advice != calibration().advice
    assert Calibration.parse(training.to_json(refitted)) == refitted


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept"
    with ResultCache(path) as kept:
        before = refit(source(kept), ("priors",))
    path.write_bytes(path.read_bytes() + b'{"number": 9, "k')

    def no_games(*_: object, **__: object) -> None:
        raise AssertionError("this was played before")

    monkeypatch.setattr(training, "Playouts", no_games)
    with ResultCache(path) as kept:
        assert refit(source(kept), ("priors",)) == before


def test_the_command_writes_what_is_shipped(tmp_path: Path) -> None:
    arguments = ["--out", str(tmp_path), "--only", "priors", "--scale", "1e-9", "--threads", "1"]
    assert main(arguments) == 0
    refitted = Calibration.parse((tmp_path / "calibration.json").read_text())
    assert refitted.advice != calibration().advice


@pytest.mark.parametrize("text", ["{}", '{"format": 9}', "nothing"])
def test_other_texts_are_no_calibration(text: str) -> None:
    with pytest.raises(SearchError, match="calibration"):
        Calibration.parse(text)


def test_games_lift_or_sink_any_prior() -> None:
    prior: ChancePrior = calibration().advice
    for mean in (0.05, 0.5, 0.88):
        assert prior.posterior(mean, 400, 400).p > 0.97
        assert prior.posterior(mean, 0, 400).p < 0.03
