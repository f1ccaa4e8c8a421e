"""The study in examples/: small, stopped in the middle, and gone on with."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.samples import EXAMPLES


@pytest.fixture(name="study")
def _study(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script as a module, with few games to a hand."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for name in ("study", "study_claims", "study_work", "study_pictures"):
        sys.modules.pop(name, None)
    module = importlib.import_module("study")
    monkeypatch.setattr(module, "VERDICT_NODES", 20_000)
    for name in ("ADVICE_GAMES", "UNDECLARED_GAMES", "HALF"):
        monkeypatch.setattr(module, name, 4)
    monkeypatch.setattr(module, "GOOD_CHANCE", 0.2)
    monkeypatch.setattr(module, "LEAST_GROUP", 1)
    monkeypatch.setattr(importlib.import_module("study_claims"), "LEAST_GROUP", 1)
    return module


@pytest.mark.long
def test_a_study_that_was_stopped_comes_to_the_same_figures(study: Any, tmp_path: Path) -> None:
    sizes = study.Sizes(
        advised=4, with_tens=3, verdicts=2, hard=2, rated=3, played=4, claimed=6, paired=2,
        scrambled=20, nominated=2,
    )  # fmt: skip
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

    pytest.importorskip("matplotlib")
    pictures = importlib.import_module("study_pictures").pictures
    charts = {name: c for part in figures for name, c in pictures(part, figures[part]).items()}
    assert len(charts) == 9
    for chart in charts.values():
        assert len(chart.table.splitlines()) >= 2
        chart.save(tmp_path / "chart.svg")

    with pytest.raises(ValueError, match="holds another study"):
        next(study.run(study.Study(whole.folder, sizes, seed=2)))


@pytest.mark.parametrize("share", ["0", "-1", "nan", "inf", "much"])
def test_a_share_that_is_none_is_refused(
    share: str, study: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(sys, "argv", ["study.py", str(tmp_path), f"--share={share}"])
    with pytest.raises(SystemExit):
        study.main()
    assert [*tmp_path.iterdir()] == []


def test_figures_and_their_errors(study: Any) -> None:
    assert study.mean([1, 3]) == {"mean": 2, "error": pytest.approx(1), "n": 2}
    assert study.mean([]) == {"mean": 0, "error": None, "n": 0}
    none = study.share([False] * 98)
    assert none["mean"] == 0
    assert none["error"] == pytest.approx((0.01 * 0.99 / 98) ** 0.5)


def test_errors_are_those_of_deals(study: Any) -> None:
    """What is said five times over of one deal is known no better than if it is said once."""
    values, deals = [1.0, 4.0, 2.0, 7.0], [1, 2, 3, 4]
    once = study.mean(values)
    five = study.mean(
        [each for each in values for _ in range(5)], [d for d in deals for _ in "five!"]
    )
    assert five == pytest.approx(once | {"n": 20})
    assert study.mean([1.0, 2.0], [1, 1])["error"] is None
    hits = [True] * 5 + [False] * 95
    assert study.share(hits, [n // 5 for n in range(100)])["error"] == pytest.approx(0.05)
    assert study.share(hits, range(100)) == pytest.approx(study.share(hits), rel=0.02)
    assert study.share([False] * 98, [1] * 98) == study.share([False] * 98)


def test_what_is_forced_in_all(study: Any) -> None:
    """One in a hundred is known, and of ten more one half can be forced."""
    parts = [{"mean": m, "error": e, "n": 9} for m, e in ((0.01, 0.003), (0.1, 0.0), (0.5, 0.04))]
    assert study._in_all(*parts) == pytest.approx({"mean": 0.06, "error": 0.005, "n": 9})


def test_pairs_are_ranked(study: Any) -> None:
    assert study._ranked_above([2, 5], [1, 2, 3, 4]) == [1 / 4, 1]


def written(picture: Path) -> list[str]:
    """The texts of a picture: its title and note, the labels and the numbers of its axes."""
    texts = ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(text.itertext()) for text in texts]


def test_the_page_shows_the_figures_that_are_kept(study: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    drawing = importlib.import_module("study_pictures")
    docs = EXAMPLES.parent / "docs"
    page = tmp_path / "study.md"
    page.write_text((docs / "study.md").read_text("utf-8"), "utf-8")
    (tmp_path / "study").mkdir()
    kept = json.loads((docs / "study" / "figures.json").read_text())
    for part in study.PARTS:
        drawing.put_on_page(page, drawing.pictures(part, kept[part]))
    assert page.read_text("utf-8") == (docs / "study.md").read_text("utf-8")
    # Other versions of matplotlib draw the same chart by other elements.
    for picture in (docs / "study").glob("*.svg"):
        assert written(tmp_path / "study" / picture.name) == written(picture) != []
    with pytest.raises(ValueError, match="0 places"):
        drawing.put_on_page(
            page, {"nothing": drawing.pictures("claims", kept["claims"])["kept_cards"]}
        )
