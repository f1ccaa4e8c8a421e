"""Results as data frames: the cells say what the results say."""

from __future__ import annotations

import sys

import pytest

from clumond_solver import (
    ClumondError,
    Deal,
    Hand,
    Limit,
    MissingExtraError,
    Play,
    Record,
    RuleError,
    Solver,
    Strain,
    advise,
    analyse,
    solve_deal,
)
from clumond_solver.adapters.frames import rows, to_frame
from clumond_solver.results import Estimate

HAND = Hand.parse("AK8732.AK974.KJ4.Q3")
ENDING = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"


def test_without_pandas_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r"pip install '.*\[arrays\]'"):
        to_frame(advise(HAND, budget=0))


def test_many_results_are_counted_and_errors_stay_in_place() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    results: list[Estimate | ClumondError] = [Estimate(0.5, 0.1, 20), RuleError("too many")]
    frame = to_frame(results)
    assert list(frame["item"]) == [0, 1]
    assert frame.loc[0, "p"] == 0.5
    assert frame.loc[1, "error"] == "too many"


def test_advice_has_a_row_a_call() -> None:
    advice = advise(HAND, budget=40, seed=1)
    found = rows(advice)
    assert [row["call"] for row in found] == [*map(str, Strain), "pass"]
    assert [row["call"] for row in found if row["advised"]] == [str(advice.call or "pass")]
    assert found[0]["p"] == advice.estimates[Strain.DIAMONDS].p
    assert found[-1]["relative"] == advice.passing.relative


def test_a_table_of_a_deal_has_a_row_a_declarer_and_strain() -> None:
    table = solve_deal(Deal.random(1), limit=Limit(nodes=200))
    found = rows(table)
    assert len(found) == 15
    assert {(row["miss_low"], row["miss_high"]) for row in found} == set(table.miss.values())


def test_a_solution_is_one_row_with_its_bounds() -> None:
    solution = Solver().solve(Play.parse(ENDING))
    [row] = rows(solution)
    low, high = solution.tricks.most
    assert row["verdict"] is True
    assert (row["tricks_most_low"], row["tricks_most_high"]) == (low, high)


def test_an_analysis_has_a_row_a_card() -> None:
    play = Play.parse(ENDING)
    play.push(min(play.legal_plays))
    [row] = rows(analyse(Record.of(play)))
    assert (row["card"], row["seat"], row["turned"]) == ("D5", "forehand", True)


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(TypeError, match="int is no result"):
        rows(3)
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    with pytest.raises(TypeError, match="int is no result"):
        to_frame(3)
