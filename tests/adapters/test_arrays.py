"""Many hands at once: arrays of masks say what single hands say."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clumond_solver import ClumondView, Deal, Hand, RuleError, Seat, Strain, quick_estimate
from clumond_solver.adapters import arrays
from clumond_solver.knowledge.core_clumond import sample_deals
from tests.samples import ROOT

HANDS = [hand for seed in range(30) for hand in Deal.random(seed).hands]
_TEXT = "{http://www.w3.org/2000/svg}text"


def test_hands_become_masks_and_come_back() -> None:
    pytest.importorskip("numpy", reason="NumPy is not installed (extra arrays)")
    masks = arrays.masks_of(HANDS)
    assert str(masks.dtype) == "uint64"
    assert arrays.hands_of(masks) == HANDS


@pytest.mark.parametrize("strain", Strain)
def test_chances_are_those_of_single_hands(strain: Strain) -> None:
    pytest.importorskip("numpy", reason="NumPy is not installed (extra arrays)")
    chances = arrays.quick_estimates(arrays.masks_of(HANDS).reshape(10, 9), strain)
    assert chances.shape == (10, 9)
    assert chances.ravel().tolist() == pytest.approx(
        [quick_estimate(hand, strain) for hand in HANDS], abs=1e-12
    )


@pytest.mark.parametrize("text", ["AK..2.", "AKT8732.AK97.KJ4.Q3"])
def test_a_mask_that_is_no_full_hand_is_refused(text: str) -> None:
    pytest.importorskip("numpy", reason="NumPy is not installed (extra arrays)")
    with pytest.raises(RuleError, match="hand"):
        arrays.quick_estimates(arrays.masks_of([HANDS[0], Hand.parse(text)]), Strain.CLUBS)


def test_sampled_masks_are_the_sampled_deals() -> None:
    pytest.importorskip("numpy", reason="NumPy is not installed (extra arrays)")
    known = ClumondView.at_start(HANDS[1], Seat.MIDDLEHAND, Seat.FOREHAND, Strain.HEARTS)
    masks = arrays.sample_masks(known, 20, seed=3)
    deals = [tuple(arrays.hands_of(row)) for row in masks]
    assert deals == sample_deals(known, 20, seed=3)
    assert arrays.sample_masks(known, 0).shape == (0, 3)


def test_the_example_s_help_is_no_chart(tmp_path: Path) -> None:
    for module in ("numpy", "matplotlib"):
        pytest.importorskip(module)
    command = [sys.executable, str(ROOT / "examples" / "hands_as_arrays.py"), "--help"]
    shown = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True)
    assert "the SVG file to write" in shown.stdout
    assert [*tmp_path.iterdir()] == []


def test_the_chart_of_many_hands_is_the_one_in_the_docs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("numpy", "matplotlib"):
        pytest.importorskip(module)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    importlib.import_module("hands_as_arrays").main(tmp_path / "hands.svg")
    # Other versions of matplotlib draw the same chart by other elements.
    drawn, kept = (
        ["".join(text.itertext()) for text in ElementTree.parse(path).iter(_TEXT)]
        for path in (tmp_path / "hands.svg", ROOT / "docs" / "hands.svg")
    )
    assert drawn == kept != []
