"""The site: its pages of text, its puzzles, and the check of its links."""

from __future__ import annotations

import ast
import importlib
import re
import sys
import tomllib
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(name="links")
def _links(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(DOCS)
    return importlib.import_module("links")


@pytest.fixture(name="make_site")
def _make_site(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    for needed in ("pdoc", "markdown_it", "pygments"):
        pytest.importorskip(needed)
    monkeypatch.syspath_prepend(DOCS)
    return importlib.import_module("make_site")


def _folder(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def test_links_that_hold_are_no_faults(links: ModuleType, tmp_path: Path) -> None:
    index = (
        '<h1 id=top>A</h1><a href="other.html#there">b</a><a href="#top">c</a><img src="data:,">'
        '<a href="https://www.python.org">d</a><a href="other.html#/practice?day=2026-11-22">e</a>'
    )
    _folder(tmp_path, index=index, other="<p id=there>")
    assert links.faults(tmp_path) == []


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ('<a href="gone.html">', "gone.html leads nowhere"),
        ('<a href="../outside.html">', "../outside.html leads nowhere"),
        ('<a href="other.html#gone">', "other.html#gone: no such place on the page"),
        ('<img src="gone.svg">', "gone.svg leads nowhere"),
        ('<script src="https://example.org/a.js">', "is loaded from the network"),
        ('<img src="//example.org/a.png">', "is loaded from the network"),
    ],
)
def test_a_link_that_leads_nowhere_is_told(
    links: ModuleType, tmp_path: Path, wrong: str, fault: str
) -> None:
    _folder(tmp_path, index=f'<a href="other.html">{wrong}', other="")
    (found,) = links.faults(tmp_path)
    assert found.startswith("index.html: ")
    assert found.endswith(fault)


def test_a_page_to_which_no_link_leads_is_told(links: ModuleType, tmp_path: Path) -> None:
    _folder(tmp_path, index="", alone='<a href="#here"><a href="alone.html"><p id=here>')
    assert links.faults(tmp_path) == ["no link leads to alone.html"]


def test_the_pages_of_text_lead_to_each_other(
    links: ModuleType, make_site: ModuleType, tmp_path: Path
) -> None:
    site = make_site.Site(tmp_path, page=True)
    make_site.write_texts(site)
    make_site.write_puzzles(site, date(2026, 11, 23), 2)
    make_site.write_styles(site)
    elsewhere = ("page/index.html", "api/")
    assert [f for f in links.faults(tmp_path) if not any(part in f for part in elsewhere)] == []
    front = (tmp_path / "index.html").read_text("utf-8")
    assert "Should I declare" in front
    puzzles = (tmp_path / "puzzles" / "index.html").read_text("utf-8")
    assert puzzles.count("<article") == 2
    assert 'href="../page/index.html#/practice?day=2026-11-24"' in puzzles


def test_without_the_page_no_link_leads_to_it(make_site: ModuleType, tmp_path: Path) -> None:
    site = make_site.Site(tmp_path, page=False)
    make_site.write_texts(site)
    make_site.write_puzzles(site, date(2026, 11, 23), 1)
    for path in tmp_path.rglob("*.html"):
        assert "page/index.html" not in path.read_text("utf-8"), path


def test_a_link_of_a_source_to_nothing_is_an_error(make_site: ModuleType, tmp_path: Path) -> None:
    site = make_site.Site(tmp_path, page=False)
    source = make_site.ROOT / "docs" / "study.md"
    with pytest.raises(make_site.SiteError, match=r"docs/study.md: gone.md leads to no file"):
        make_site.render("[a](gone.md)", source, "docs/study.html", site)


def _imported(file: Path) -> set[str]:
    """The packages that a module imports when it is loaded, or for the types of what it shows."""
    found = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        for each in node.body if isinstance(node, ast.If) else [node]:
            if isinstance(each, ast.Import):
                found |= {alias.name for alias in each.names}
            elif isinstance(each, ast.ImportFrom):
                found.add(each.module or "")
    return {name.partition(".")[0] for name in found}


def test_what_is_installed_for_the_site_has_all_that_it_imports(make_site: ModuleType) -> None:
    """The API reference loads every module that it shows: once uvicorn was missing."""
    config = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))
    extras = config["project"]["optional-dependencies"]
    groups = config["dependency-groups"]
    command = r'pip install "\.\[(.+?)\]" --group (\w+) && python docs/make_site\.py'
    [(taken, group)] = re.findall(command, (DOCS / "releasing.md").read_text("utf-8"))
    needed = [*groups[group], *(each for extra in taken.split(",") for each in extras[extra])]
    installed = {re.split(r"[\[>=<]", each)[0].replace("-", "_") for each in needed}
    installed |= {"clumond_solver", *sys.stdlib_module_names}
    for module in make_site.api_reference.public_modules():
        path = make_site.PACKAGE / module
        for file in path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]:
            assert installed.issuperset(_imported(file)), file


def test_the_api_reference_shows_no_internal_module(make_site: ModuleType) -> None:
    shown = make_site.api_reference.public_modules()
    assert {"game", "games", "double_dummy"} <= {*shown}
    assert not {"base", "_core"} & {*shown}
    for name in make_site.api_reference.INTERNAL - {"__pycache__"}:
        assert (make_site.PACKAGE / name).is_dir() or (make_site.PACKAGE / f"{name}.py").is_file()


def test_no_style_loads_anything(make_site: ModuleType, tmp_path: Path) -> None:
    site = make_site.Site(tmp_path, page=False)
    make_site.write_styles(site)
    for style in tmp_path.glob("*.css"):
        assert "url(" not in style.read_text("utf-8"), style
