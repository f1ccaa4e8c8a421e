"""The study in examples/: small, stopped in the middle, and gone on with."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(name="study")
def _study(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script as a module, with few games to a hand."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for name in ("study", "study_pictures"):
        sys.modules.pop(name, None)
    module = importlib.import_module("study")
    monkeypatch.setattr(module, "VERDICT_NODES", 20_000)
    for name in ("ADVICE_GAMES", "UNDECLARED_GAMES", "HALF"):
        monkeypatch.setattr(module, name, 4)
    monkeypatch.setattr(module, "BREAK_EVEN", 0.2)
    monkeypatch.setattr(module, "LEAST_GROUP", 1)
    return module


@pytest.mark.slow
def test_a_study_that_was_stopped_comes_to_the_same_figures(study: Any, tmp_path: Path) -> None:
    sizes = study.Sizes(advised=4, with_tens=3, verdicts=2, hard=2, rated=3, played=4)
    whole = study.Study(tmp_path / "whole", sizes)
    figures = dict(study.run(whole))
    assert json.loads((whole.folder / "figures.json").read_text()) == figures

    stopped = study.Study(tmp_path / "stopped", sizes)
    stopped.folder.mkdir()
    for kept in whole.folder.glob("*.jsonl"):
        text = kept.read_text()
        cut_amid_a_line = text[: len(text) // 2]
        cut = text if ".in." in kept.name else cut_amid_a_line
        (stopped.folder / kept.name).write_text(cut)
    assert dict(study.run(stopped)) == figures

    pictures = importlib.import_module("study_pictures").pictures
    charts = {name: c for part in figures for name, c in pictures(part, figures[part]).items()}
    assert len(charts) == 8
    for chart in charts.values():
        assert len(str(chart).splitlines()) >= 2
        chart.save(tmp_path / "chart.svg")

    with pytest.raises(ValueError, match="holds another study"):
        next(study.run(study.Study(whole.folder, sizes, seed=2)))


def test_figures_and_their_errors(study: Any) -> None:
    assert study.mean([1, 3]) == {"mean": 2, "error": pytest.approx(1), "n": 2}
    assert study.mean([]) == {"mean": 0, "error": None, "n": 0}
    none = study.share([False] * 98)
    assert none["mean"] == 0
    assert none["error"] == pytest.approx((0.01 * 0.99 / 98) ** 0.5)


def test_pairs_are_ranked(study: Any) -> None:
    assert study._ranked_above([2, 5], [1, 2, 3, 4])["mean"] == pytest.approx((1 / 4 + 1) / 2)


def test_the_page_shows_the_figures_that_are_kept(study: Any, tmp_path: Path) -> None:
    drawing = importlib.import_module("study_pictures")
    docs = EXAMPLES.parent / "docs"
    page = tmp_path / "study.md"
    page.write_text((docs / "study.md").read_text("utf-8"), "utf-8")
    (tmp_path / "study").mkdir()
    kept = json.loads((docs / "study" / "figures.json").read_text())
    for part in study.PARTS:
        drawing.put_on_page(page, drawing.pictures(part, kept[part]))
    assert page.read_text("utf-8") == (docs / "study.md").read_text("utf-8")
    for picture in (docs / "study").glob("*.svg"):
        assert (tmp_path / "study" / picture.name).read_text() == picture.read_text()
    with pytest.raises(ValueError, match="0 places"):
        drawing.put_on_page(
            page, {"nothing": drawing.pictures(part, kept[part])["verdict_changes"]}
        )
