"""The Review tab driven end to end in a real browser."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import Declare
from tests.samples import SAMPLE_HANDS
from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, WALL, Page

pytestmark = NEEDS_BROWSER
SAMPLES = SAMPLE_HANDS.read_text("utf-8")


class Reviews(Page):
    """A browser at the Review tab."""

    def reviewed(self) -> None:
        """Wait until a whole review is there."""
        self.until(lambda: self.all(".review .moment") and not self.all(".review .progress"))

    def at(self) -> str:
        return self.text(".review #steps span")


PAGE = Reviews


@pytest.fixture(scope="module")
def table(browser: Reviews) -> str:
    """A table whose first hand was declared, and played at random."""
    session, source = Session(ClumondGame(), 5), random.Random(3)
    while not session.standing.deals:
        legal = list(session.state.legal_actions)
        declaring = [action for action in legal if isinstance(action, Declare)]
        session.push(source.choice(declaring or legal))
    return str(browser.ask("session-open", {"text": str(session)})["id"])


@pytest.fixture
def page(browser: Reviews) -> Iterator[Reviews]:
    browser.size(DESKTOP)
    yield browser
    assert browser.complaints() == []


def test_the_first_cards_are_shown_while_others_are_reviewed(page: Reviews, table: str) -> None:
    page.go("review", table=table, deal="1")
    page.until(lambda: page.all(".review .progress") and page.all(".review .moment"))
    card, _, count = page.at().rpartition(" of ")
    assert (card, int(count) < 39) == ("Card 1", True)
    page.reviewed()
    assert page.at().endswith(" of 39")


def test_a_record_is_reviewed_stepped_through_and_another_chosen(page: Reviews) -> None:
    page.go("review")
    page.until(lambda: page.all("#record"))
    script = """const area = document.getElementById("record"); area.value = arguments[0];
        area.dispatchEvent(new Event("input", {bubbles: true}))"""
    page.driver.execute_script(script, SAMPLES)
    page.click("form .button.main")
    page.reviewed()
    assert "H8 by middlehand in trick 6" in page.text(".notice.error")
    page.choose(".review .heading select", "3")
    page.until(lambda: page.text("h1") == "Sample hand 2")
    page.reviewed()
    page.press("\ue011")  # Home
    page.until(lambda: page.at() == "Card 1 of 18")
    page.press("\ue014")  # right
    page.until(lambda: page.at() == "Card 2 of 18")
    assert page.all(".spot.played[data-seat='0'] .suit-C")
    page.click(".tricks-table tbody tr:nth-child(5) td:nth-of-type(3) .jump")
    page.until(lambda: page.at() == "Card 14 of 18")
    assert "Trick 5: PLR played ♥A" in page.text("#moment").replace("\ufe0e", "")
    page.until(lambda: page.all(".choices tr.played"))
    page.driver.refresh()
    page.reviewed()
    assert page.at() == "Card 14 of 18"


def test_a_turning_point_of_an_undeclared_hand_names_no_declarer(page: Reviews) -> None:
    page.go("review")
    script = """const [declarer, done] = arguments;
        import(new URL("tabs/review/marks.js", document.baseURI).href).then(({ spokenMark }) =>
            done(spokenMark({ grade: "", turned: true, verdict: false }, declarer)))"""
    undeclared, declared = (page.driver.execute_async_script(script, seat) for seat in (None, 0))
    assert undeclared == "after it success could no longer be forced"
    assert declared == "ended declarer's forced success"


def test_a_hand_is_played_again_from_any_point(page: Reviews, table: str) -> None:
    page.go("review", table=table, deal="1")
    page.reviewed()
    assert "You" in page.text(".facts")
    page.press("\ue011")
    page.until(lambda: page.at().startswith("Card 1 of 39"))
    page.click(".moment .button.main")
    page.until(lambda: "#/play?table=" in page.address())
    assert table not in page.address()
    page.until(lambda: page.all(".cloth"))


def test_the_engine_plays_the_same_cards(page: Reviews, table: str) -> None:
    page.go("review", table=table, deal="1")
    page.reviewed()
    page.click("[aria-labelledby=engine] .button")
    page.until(lambda: "One of the program's games" in page.text("#moment"))
    page.press("\ue010")  # End
    page.until(lambda: page.at() == "The end")
    page.click("[aria-labelledby=engine] .button")
    page.until(lambda: "One of the program's games" not in page.text("#moment"))


def test_what_could_have_been_is_watched_card_by_card(page: Reviews) -> None:
    session, source = Session(ClumondGame(hands=1), 9), random.Random(3)
    while not session.is_finished:
        legal = list(session.state.legal_actions)
        declaring = [action for action in legal if isinstance(action, Declare)]
        session.push(source.choice(declaring or legal))
    table = page.ask("session-open", {"text": str(session)})["id"]
    page.go("review", table=table, deal="1")
    page.reviewed()
    line = page.text(".story:has(.button)").replace("\ufe0e", "")
    assert line.startswith("Had Ada played ♠K in trick 13, Ben could not have succeeded")
    page.click(".story .button")
    page.until(lambda: "A better line" in page.text("#moment"))
    assert "Ada plays ♠K." in page.text("[aria-labelledby=moment]").replace("\ufe0e", "")
    assert page.text(".board .held.played") == "Kplays"
    page.press("\ue014")  # right
    page.until(
        lambda: "Ben plays ♠Q." in page.text("[aria-labelledby=moment]").replace("\ufe0e", "")
    )
    page.click(".story .button")
    page.until(lambda: "A better line" not in page.text("#moment"))
    assert "played" in page.text(".board .held.played")


def at_the_end(page: Reviews) -> bool:
    """Go there by the key, to which what a click has brought may not listen yet."""
    page.press("\ue010")
    return page.at() == "The end"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP, WALL], ids=["phone", "desktop", "wall"])
def test_it_fits_the_window_and_has_no_accessibility_findings(
    page: Reviews, table: str, size: tuple[int, int], dark: bool
) -> None:
    page.size(size, dark=dark)
    page.go("review")
    page.until(lambda: page.all("#record"))
    assert (page.overflow(), page.findings()) == (0, [])
    page.go("review", table=table, deal="1")
    page.reviewed()
    assert (page.overflow(), page.findings()) == (0, [])
    if dark:
        page.driver.execute_script("document.documentElement.dataset.theme = 'green'")
        assert page.findings() == []
    page.click("[aria-labelledby=engine] .button")
    page.until(lambda: at_the_end(page))
    assert (page.overflow(), page.findings()) == (0, [])


def test_what_cannot_be_reviewed_is_told(page: Reviews) -> None:
    page.go("review", table="nothing", deal="1")
    page.until(lambda: page.text(".notice.error").endswith("no such session"))
    page.click("main .button")
    page.until(lambda: page.all("#record"))
    page.driver.execute_script("sessionStorage.clear()")
    page.go("review")
    page.click("main .button.main")
    page.until(lambda: "Paste a record" in page.text(".notice.error"))
    page.one("#record").send_keys('{"clumond": 1, "sessions": []}')
    page.click("main .button.main")
    page.until(lambda: "a file of all sessions" in page.text(".notice.error"))
