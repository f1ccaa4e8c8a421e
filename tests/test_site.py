"""The site: Sphinx makes it without a warning, so each link between its pages leads somewhere."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.samples import ROOT

FACES = (
    "clumond_solver",
    "clumond_solver.practice",
    "clumond_solver.results",
    "clumond_solver.game",
)


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for needed in ("furo", "myst_parser"):
        pytest.importorskip(needed)
    folder = tmp_path_factory.mktemp("site")
    options = ["-W", "--keep-going", "-q", "-t", "page", "-d", folder / "read", "-c", ROOT / "docs"]
    command = [sys.executable, "-m", "sphinx", *options, ROOT, folder / "made"]
    subprocess.run([*map(str, command)], check=True)
    return folder / "made"


@pytest.mark.slow
def test_each_public_name_is_documented_once(site: Path) -> None:
    inventory = importlib.import_module("sphinx.util.inventory")
    loaded = inventory.InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    documented = {
        name for kind in loaded.data if kind.startswith("py:") for name in loaded.data[kind]
    }
    values: dict[str, object] = {}
    for face in map(importlib.import_module, FACES):
        for name in face.__all__:
            value = getattr(face, name)
            assert (f"{face.__name__}.{name}" in documented) is (name not in values), name
            assert values.setdefault(name, value) is value


@pytest.mark.slow
def test_no_page_loads_anything_from_the_network(site: Path) -> None:
    loaded = re.compile(r'<(?:img|script|iframe|source|link)\b[^>]*\b(?:src|href)="(?:https?:)?//')
    for path in site.rglob("*.html"):
        assert not loaded.search(path.read_text("utf-8")), path
    for path in site.rglob("*.css"):
        assert not re.search(r"url\(\W?(?:https?:)?//|@import", path.read_text("utf-8")), path


@pytest.mark.slow
def test_the_front_page_leads_to_the_page_to_play_at(site: Path) -> None:
    front = (site / "docs" / "index.html").read_text("utf-8")
    assert "Should I declare" in front
    assert 'href="../page/index.html"' in front
    assert 'url=docs/index.html"' in (site / "index.html").read_text("utf-8")
