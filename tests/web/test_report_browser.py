"""A report opened from its file in a real browser, without a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from clumond_solver.coach.reviews import review
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.records import parse_records
from clumond_solver.results import Limit
from clumond_solver.web.report import Report
from clumond_solver.web.tabs.analysis_reviews import shown_record
from tests.samples import SAMPLE_HANDS, sample_record
from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, Chromiums, Page
from tests.web.test_unfriendly_browser import translated

pytestmark = NEEDS_BROWSER
quick = partial(
    review, iterations=20, games_per_action=4, replays=4, budget=4, limit=Limit(nodes=10_000)
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a report's file."""
    folder = tmp_path_factory.mktemp("report")
    written = Report()
    for record in (sample_record(2), sample_record(1)):
        solver = Solver()
        reviewed = quick(record, opponents="easy", solver=solver)
        written.add(shown_record(record, reviewed), solver)
    (folder / "report.html").write_text(written.page(), encoding="utf-8")
    return (folder / "report.html").as_uri()


@pytest.fixture
def page(report: str, chromiums: Chromiums, tmp_path: Path) -> Iterator[Page]:
    page = Page(report, tmp_path, chromiums.tab(report))
    page.driver.get(page.home)
    page.until(lambda: page.all(".analysis .moment") and page.text("#status"))
    yield page
    assert page.complaints() == []


def at(page: Page) -> str:
    return page.text("#steps span")


def test_a_report_shows_a_hand_and_moves_through_it(page: Page) -> None:
    assert page.text("h1") == "Sample hand 2"
    assert len(page.all(".jump[data-card]")) == 18
    page.press("\ue011")  # Home
    page.until(lambda: at(page) == "Card 1 of 18")
    # Colours and numbers of cards, which the page has from its server elsewhere.
    judged = ".held.legal.fails, .held.legal.makes, .held.legal.unknown"
    page.until(lambda: len(page.all(judged)) == 16)
    page.until(lambda: re.match(r"\d", page.text(".held.legal:not(.played) small")))
    assert page.text("#status") != "Forehand to play."
    page.click(".held.legal.played")
    page.until(lambda: at(page) == "Card 2 of 18")
    assert page.text(".spot.played")
    page.press("\ue010")  # End
    page.until(lambda: at(page) == "The end")
    page.click('.jump[data-card="HQ"]')
    page.until(lambda: "Trick 3" in page.text(".moment h2"))


def test_other_cards_are_not_played_but_lines_of_the_review_are(page: Page) -> None:
    page.press("\ue011")
    page.until(lambda: page.all(".held.legal:not(.played)"))
    page.click(".held.legal:not(.played)")
    page.until(lambda: "clumond web" in page.text("#news"))
    assert at(page) == "Card 1 of 18"
    page.click("#engine-game")
    page.until(lambda: page.text("#trying"))
    page.press("\ue010")
    page.until(lambda: "is over" in page.text("#status"))
    page.click("#to-play")
    page.until(lambda: not page.text("#trying"))
    assert page.text("#fault") == ""
    assert page.text(".notice.error") == ""


def test_another_hand_is_chosen_and_saved(page: Page) -> None:
    page.choose("#which", "2")
    page.until(lambda: page.text("h1") == "Sample hand 1, corrected")
    page.click("#save")
    saved = page.folder / "hand.clumond"
    page.until(lambda: saved.exists() and saved.read_text("utf-8"))
    [record] = parse_records(saved.read_text("utf-8"))
    assert record == parse_records(SAMPLE_HANDS.read_text("utf-8"))[1]


def test_what_needs_an_engine_is_not_offered(page: Page) -> None:
    assert [button.get_attribute("id") for button in page.all(".heading .button")] == [
        "save", "text-copy", "help",
    ]  # fmt: skip
    assert not page.all("#advice, #retentions, #undo")
    assert "clumond web" in page.text("#more-than-report + p")
    page.press("d")
    page.press("?")
    page.until(lambda: page.text("#helping"))
    assert "deal" not in page.text("#helping dl")
    page.press("\ue00c")  # Escape


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_report_fits_and_can_be_read_by_everybody(
    page: Page, size: tuple[int, int], *, dark: bool
) -> None:
    page.size(size, dark=dark)
    assert page.overflow() == 0
    assert page.findings() == []


def test_a_browser_that_stores_nothing_shows_the_report(page: Page) -> None:
    script = """for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("no storage"); } })"""
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    page.driver.get("about:blank")
    page.driver.get(page.home)
    page.until(lambda: page.text("h1") == "Sample hand 2")
    page.click("#settings")
    page.choose("#theme", "dark")
    page.until(lambda: page.all(":root[data-theme]"))
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_a_translated_report_shows_the_card_on_view(page: Page) -> None:
    page.press("\ue011")
    page.until(lambda: at(page) == "Card 1 of 18")
    assert "«Card 1 of 18»" in translated(page, "#steps span")
    page.press("\ue014")
    page.until(lambda: at(page) == "Card 2 of 18")
    assert page.driver.execute_script("return document.documentElement.translate") is False
    # As in a report that was not translated.
    shown = page.text(".moment")
    page.driver.refresh()
    page.until(lambda: at(page) == "Card 2 of 18")
    assert page.text(".moment") == shown
