"""Every view of the page is used at random: no view shows undefined values, or has no way out.

CLUMOND_CLICKS says how many steps are done in all, CLUMOND_SEED which. A failure prints
CLUMOND_STEPS, which do the same again: name it with the failed test.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import partial

import pytest

from tests.samples import DEAL_TEXT, END, HAND_TEXT, PUZZLE_CODE
from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, Page
from tests.web.monkey import SAME_SEEDS, Monkey
from tests.web.tables import is_over, is_persons, last_action, moved_until

pytestmark = NEEDS_BROWSER
CLICKS = int(os.environ.get("CLUMOND_CLICKS", "50"))
SEED = int(os.environ.get("CLUMOND_SEED", "1"))
STEPS = json.loads(os.environ.get("CLUMOND_STEPS", "[]"))
SIZES = {"phone": PHONE, "desktop": DESKTOP}


def at(tab: str, ready: str, **words: str) -> Callable[[Page], None]:
    """A view that a link leads to; it is there when something is."""

    def open_view(page: Page) -> None:
        page.go(tab, **words)
        page.until(partial(page.all, ready))

    return open_view


def lessons(page: Page) -> None:
    at("play", ".games li")(page)
    page.click("button[aria-label='Learn Clumond']")
    page.until(partial(page.all, "dialog[open]"))


def table(page: Page, game: str = "clumond", is_there: Callable[..., bool] = is_persons) -> str:
    """A table against easy players at which something holds."""
    new = {"game": game, "seed": 7, "options": {"hands": "1"} if game == "clumond" else {}}
    levels = ["easy"] * (2 if game == "clabberjass" else 3 if game == "clumond" else 4)
    begun = page.ask("session-new", {**new, "levels": levels})
    return str(moved_until(page.ask, begun, is_there, last_action)["id"])


def is_at_a_card(table: dict[str, dict[str, str]]) -> bool:
    return is_persons(table) and table["deal"]["phase"] == "play"


def at_table(game: str, is_there: Callable[..., bool], ready: str) -> Callable[[Page], None]:
    def open_view(page: Page) -> None:
        at("play", ready, table=table(page, game, is_there))(page)

    return open_view


def review(page: Page) -> None:
    played = table(page, "clumond", is_over)
    at("analysis", ".analysis .moment", table=played, deal="1")(page)


def figures(page: Page) -> None:
    table(page, "clumond", is_over)
    at("practice", ".lost-points", show="yours")(page)


def solving(page: Page) -> None:
    """A puzzle after its first trick."""
    at("practice", ".board .held.legal", puzzle=PUZZLE_CODE)(page)
    page.click("button[data-card='DA']")
    page.until(partial(page.all, ".verdict.right"))


def one_hand(page: Page) -> None:
    at("analysis", "#played, #enter")(page)
    page.click("#enter")
    page.until(partial(page.all, "#text"))
    page.one("#text").send_keys(HAND_TEXT)
    page.click("#entered")
    page.until(partial(page.all, ".board"))


VIEWS: Mapping[str, Mapping[str, Callable[[Page], None]]] = {
    "play": {
        "lobby": at("play", ".games li"),
        "lessons": lessons,
        "call": at_table("clumond", is_persons, ".calls .button"),
        "card": at_table("clumond", is_at_a_card, ".hand button.card"),
        "result": at_table("clumond", is_over, ".ended"),
        "clag": at_table("clag", is_persons, ".cloth"),
        "clubs": at_table("clubs", is_at_a_card, ".cloth"),
        "clabberjass": at_table("clabberjass", is_persons, ".cloth"),
    },
    "analysis": {
        "start": at("analysis", "#enter"),
        "deal": at("analysis", ".board .held", start=f"{DEAL_TEXT} declarer=F strain=C"),
        "hand": one_hand,
        "trick": at("analysis", ".spot.past", start=END, cards="S3.SK.D8"),
        "end": at("analysis", ".board", start=END, cards="S3.SK.D8.CA.C4.CJ"),
        "review": review,
    },
    "practice": {
        "puzzle": at("practice", ".board .held.legal", puzzle=PUZZLE_CODE),
        "solving": solving,
        "calls": at("practice", ".practice-calls .button", show="calls"),
        "figures": figures,
    },
}


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.long)])
@pytest.mark.parametrize("tab", VIEWS)
def test_nothing_is_shown_that_nobody_should_see(browser: Page, tab: str, size: str) -> None:
    browser.size(SIZES[size])
    debugger = browser.driver.execute_cdp_cmd
    debugger("Page.addScriptToEvaluateOnNewDocument", {"source": SAME_SEEDS})
    # A chooser of files would wait for somebody.
    debugger("Page.setInterceptFileChooserDialog", {"enabled": True})
    views = VIEWS[tab]
    count = CLICKS // (len(VIEWS) * len(SIZES) * len(views)) + 1
    for view in STEPS[:1] or views:
        views[view](browser)
        monkey = Monkey(browser, SEED, view)
        monkey.walk(STEPS[1:] if STEPS else monkey.random_steps(count))
