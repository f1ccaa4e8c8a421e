"""The pictures in README and docs are of the page of today, and small enough to load at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.samples import ROOT
from tests.web.browser import NEEDS_BROWSER, Page
from tests.web.pictures import FOLDER, SCENES, structure

LARGEST = 200_000
# A review without a time limit, as on its picture, takes minutes.
AT_ONCE = [name for name in SCENES if name != "review"]


def test_each_picture_is_small_and_shown_in_both_schemes() -> None:
    taken = {path.name for path in FOLDER.glob("*.webp")}
    assert taken == {f"{name}-{scheme}.webp" for name in SCENES for scheme in ("light", "dark")}
    texts = [
        path.read_text("utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    ]
    for path in FOLDER.glob("*.webp"):
        assert path.stat().st_size < LARGEST
        assert any(f"page/{path.name}" in text for text in texts), path


@pytest.mark.figures
@pytest.mark.slow
@NEEDS_BROWSER[1]
@pytest.mark.parametrize("name", AT_ONCE)
def test_the_page_still_looks_as_on_its_picture(browser: Page, name: str) -> None:
    """If it was meant to change: `python -m tests.web.pictures`, and look at what it takes."""
    scene, size = SCENES[name]
    browser.size(size, still=True)
    scene(browser)
    assert structure(browser) == Path(FOLDER, f"{name}.txt").read_text("utf-8")
