"""Every tab before the accessibility checker, in both colour schemes, on phone and desktop."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clumond_solver import web
from tests.web.browser import LOOKS, NEEDS_BROWSER, WALL, Page
from tests.web.tables import is_over, is_persons, moved_until

pytestmark = NEEDS_BROWSER
APP = Path(web.__file__).parent / "static" / "tabs.js"
PLACES = re.findall(r'\{ name: "(\w+)", title:', APP.read_text(encoding="utf-8"))


@pytest.fixture
def page(browser: Page) -> Page:
    return browser


def faults(page: Page) -> dict[str, list[str]]:
    """What is found in each scheme and size, where anything is; a page too wide is a finding."""
    found = {}
    for size, dark in LOOKS:
        page.size(size, dark=dark, still=True)
        wide = page.overflow()
        told = page.findings() + ([f"{wide} pixels too wide"] if wide else [])
        if told:
            found[f"{size[0]} pixels, {'dark' if dark else 'light'}"] = told
    page.size(WALL, still=True)
    if page.overflow():
        found["the widest"] = [f"{page.overflow()} pixels too wide"]
    return found


def table_at(page: Page, game: str, done: Callable[[Any], bool]) -> str:
    """A table played on by first choices until something holds of it; its name."""
    table = page.ask("session-new", {"game": game, "seed": 7})
    return str(moved_until(page.ask, table, done)["id"])


def is_at_a_card(table: Any) -> bool:
    """Whether the person is to play a card."""
    return is_persons(table) and table["deal"]["phase"] == "play"


@pytest.mark.parametrize("place", PLACES)
def test_no_place_has_findings_when_it_is_opened(page: Page, place: str) -> None:
    page.go(place)
    page.until(lambda: page.all("main h1") and not page.all(".loading"))
    assert faults(page) == {}
    # The way to it by keyboard: the first stop skips what every tab has.
    page.driver.execute_script("document.activeElement?.blur()")
    assert page.text(".skip").startswith("Skip to the")


def test_a_table_has_no_findings_from_call_to_end(page: Page) -> None:
    page.go("play", table=table_at(page, "clumond", is_persons))
    page.until(lambda: page.all(".calls .button"))
    assert faults(page) == {}
    page.go("play", table=table_at(page, "clumond", is_at_a_card))
    page.until(lambda: page.all(".hand button.card"))
    page.click(".tools .button")
    page.until(lambda: "Hint:" in page.text("body"))
    assert faults(page) == {}
    page.go("play", table=table_at(page, "clumond", is_over))
    page.until(lambda: page.all(".ended"))
    assert faults(page) == {}


def test_every_theme_and_the_lessons_have_no_findings(page: Page) -> None:
    table = table_at(page, "clumond", is_at_a_card)
    for theme in ("light", "dark", "green"):
        script = "localStorage.setItem('clumond.theme', JSON.stringify(arguments[0]))"
        page.driver.execute_script(script, theme)
        page.go("play", table=table)
        page.until(lambda: page.all(".hand button.card"))
        page.driver.execute_script("document.documentElement.dataset.deck = 'four'")
        assert page.driver.execute_script("return document.documentElement.dataset.theme") == theme
        assert page.findings() == []
        page.go("play")
        page.click("button[aria-label='Learn Clumond']")
        assert faults(page) == {}
    page.driver.execute_script("localStorage.clear()")


def test_what_a_caller_of_clag_sets_has_no_findings(page: Page) -> None:
    page.go("play", table=table_at(page, "clag", is_persons))
    page.until(lambda: page.all(".calls"))
    assert faults(page) == {}
