"""Reviews of played hands in the Analysis tab, driven end to end in a real browser."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from clumond_solver import web
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.sessions import Session
from clumond_solver.records import Record
from clumond_solver.rules.actions import Declare
from tests.samples import END, SAMPLE_HANDS
from tests.web.browser import LOOKS, NEEDS_BROWSER, Page

pytestmark = NEEDS_BROWSER
SAMPLES = SAMPLE_HANDS.read_text("utf-8")
ENDED = Play.parse(END)
for _card in ("S3", "SK", "D8", "CA", "C4", "CJ"):
    ENDED.push(_card)


class Reviews(Page):
    """A browser at a played hand."""

    def reviewed(self) -> None:
        """Wait until a whole review is there."""
        self.until(lambda: self.all(".analysis .moment") and not self.all(".analysis .progress"))

    def enter(self, text: str) -> None:
        """Paste a text."""
        self.click("#enter")
        self.until(lambda: self.all("#text"))
        script = """const area = document.getElementById("text"); area.value = arguments[0];
            area.dispatchEvent(new Event("input", {bubbles: true}))"""
        self.driver.execute_script(script, text)
        self.click("#entered")

    def at(self) -> str:
        return self.text(".analysis #steps span")


PAGE = Reviews


@pytest.fixture
def table(browser: Reviews) -> str:
    """A table whose first hand was declared, and played at random."""
    session, source = Session(ClumondGame(), 5), random.Random(3)
    while not session.standing.deals:
        legal = list(session.state.legal_actions)
        declaring = [action for action in legal if isinstance(action, Declare)]
        session.push(source.choice(declaring or legal))
    return str(browser.ask("session-open", {"text": str(session)})["id"])


@pytest.fixture
def page(browser: Reviews) -> Reviews:
    return browser


def test_the_first_cards_are_shown_while_others_are_reviewed(page: Reviews, table: str) -> None:
    page.go("analysis", table=table, deal="1")
    page.until(lambda: page.all(".analysis .progress") and page.all(".analysis .moment"))
    card, _, count = page.at().rpartition(" of ")
    assert (card, int(count) < 39) == ("Card 1", True)
    early = page.text(".costliest")
    assert "given away" in early or "Nothing so far." in early
    page.reviewed()
    assert page.at().endswith(" of 39")


def test_a_record_is_reviewed_stepped_through_and_another_chosen(page: Reviews) -> None:
    page.go("analysis")
    page.enter(SAMPLES)
    page.reviewed()
    assert "H8 by middlehand in trick 6" in page.text(".notice.error")
    page.choose("#which", "3")
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
    page.driver.refresh()
    page.reviewed()
    assert page.at() == "Card 14 of 18"


def test_a_turning_point_of_an_undeclared_hand_names_no_declarer(page: Reviews) -> None:
    page.go("analysis")
    script = """const [declarer, done] = arguments;
        import(new URL("tabs/analysis/review.js", document.baseURI).href).then(({ spokenMark }) =>
            done(spokenMark({ grade: "", turned: true, verdict: false }, declarer)))"""
    undeclared, declared = (page.driver.execute_async_script(script, seat) for seat in (None, 0))
    assert undeclared == "after it success could no longer be forced"
    assert declared == "ended declarer's forced success"


def test_a_hand_is_played_again_from_any_point(page: Reviews, table: str) -> None:
    page.go("analysis", table=table, deal="1")
    page.reviewed()
    assert "You" in page.text(".facts")
    page.press("\ue011")
    page.until(lambda: page.at().startswith("Card 1 of 39"))
    page.click(".moment .button.main")
    page.until(lambda: "#/play?table=" in page.address())
    assert table not in page.address()
    page.until(lambda: page.all(".cloth"))


def test_the_engine_plays_the_same_cards(page: Reviews) -> None:
    """The end of a hand, which the engine plays out even while the machine is busy."""
    page.go("analysis")
    page.enter(str(Record.of(ENDED)))
    page.reviewed()
    page.click("#engine-game")
    page.until(lambda: page.all("#trying"))
    page.press("\ue010")  # End
    page.until(lambda: page.at() == "6 of 6 played")
    page.until(lambda: "The hand is over" in page.text("#status"))
    page.click("#to-play")
    page.until(lambda: page.all("#moment") and page.at().endswith(" of 6"))


def test_another_card_is_tried_judged_and_sent_without_leaving_the_board(
    page: Reviews, table: str
) -> None:
    page.go("analysis")
    page.click(".sessions a.button")
    page.reviewed()
    page.press("\ue011")  # Home
    page.until(lambda: page.at() == "Card 1 of 39")
    page.until(lambda: page.all(".held.legal.makes, .held.legal.fails, .held.legal.unknown"))
    # The card that was played is one step forward.
    page.click(".held.legal.played")
    page.until(lambda: page.at() == "Card 2 of 39")
    page.press("\ue012")  # left
    page.until(lambda: page.at() == "Card 1 of 39")
    page.click(".held.legal:not(.played)")
    page.until(lambda: page.all("#trying") and page.at() == "1 of 1 played")
    page.until(lambda: "With all hands open" in page.text("#status"))
    page.until(lambda: page.all("#kept li"))
    assert f"table={table}" in page.address()
    page.driver.refresh()
    page.until(lambda: page.at() == "1 of 1 played")
    page.driver.execute_script(
        "navigator.clipboard.writeText = async (text) => { window.copied = text }"
    )
    page.click("#link")
    link = page.until(lambda: page.driver.execute_script("return window.copied"))
    assert "table=" not in link
    page.click("#undo")
    page.until(lambda: page.at() == "Card 1 of 39")
    page.until(lambda: not page.all("#trying") and "cards=" not in page.address())
    page.driver.get(link)
    page.until(lambda: page.all(".tricks-table .jump") and page.at() == "1 of 1 played")
    assert not page.all("#moment")


@pytest.mark.parametrize("old", ["review", "explore"])
def test_links_of_the_older_tabs_still_open(page: Reviews, table: str, old: str) -> None:
    if old == "review":
        page.go("review", table=table, deal="1", at="3")
        page.until(lambda: page.at().startswith("Card 3 of"))
    else:
        page.go("explore", start=END, cards="S3.SK", at="1")
        page.until(lambda: page.at() == "1 of 2 played")
    assert page.text("nav [aria-current=page]") == "Analysis"


def test_a_position_is_judged_card_by_card(page: Reviews) -> None:
    page.go("analysis", start=END, cards="S3.SK.D8.CA")
    page.click("#judge")
    page.reviewed()
    assert page.at().endswith(" of 4")
    assert page.all(".choices")


def test_what_could_have_been_is_watched_card_by_card(page: Reviews) -> None:
    page.go("analysis")
    page.enter(str(Record.of(ENDED)))
    page.reviewed()
    line = page.text(".story").replace("\ufe0e", "")
    assert "Had middlehand played ♣9 in trick 13, forehand could not have succeeded" in line
    page.click("#better-line")
    page.until(lambda: page.text(".board .held.next").endswith("9next"))
    assert page.text(".board .held.played").endswith("Aplayed")
    page.press("\ue014")  # right
    page.until(lambda: page.all(".spot.played:not(.past) [data-card=C9]"))
    page.press("\ue014")  # right
    page.until(lambda: page.all(".spot.played:not(.past) [data-card=C4]"))
    page.until(lambda: page.all("#trying"))
    page.click("#to-play")
    page.until(lambda: not page.all("#trying") and page.at() == "Card 4 of 6")
    page.until(lambda: page.all(".choices tr.played"))


def assert_it_fits(page: Reviews) -> None:
    """What is on view fits each window and has no accessibility findings in either scheme."""
    for size, dark in LOOKS:
        page.size(size, dark=dark)
        assert (page.overflow(), page.findings()) == (0, []), (size, dark)


def test_it_fits_the_window_and_has_no_accessibility_findings(page: Reviews, table: str) -> None:
    page.go("analysis")
    page.until(lambda: page.all("#played"))
    assert_it_fits(page)
    page.go("analysis", table=table, deal="1")
    page.reviewed()
    assert_it_fits(page)
    page.driver.execute_script("document.documentElement.dataset.theme = 'green'")
    assert page.findings() == []
    page.driver.execute_script("delete document.documentElement.dataset.theme")
    page.click(".held.legal:not(.played)")
    page.until(lambda: page.all("#trying") and page.all("#kept li"))
    assert_it_fits(page)


def test_what_cannot_be_reviewed_is_told(page: Reviews) -> None:
    page.go("analysis", table="nothing", deal="1")
    page.until(lambda: page.text(".notice.error").endswith("no such session"))
    page.click("main p .button")
    page.until(lambda: "One board for a hand" in page.text("main"))
    page.enter('{"clumond": 1, "sessions": []}')
    page.until(lambda: "a file of all sessions" in page.text("#entering-error"))


@pytest.mark.parametrize(
    ("number", "title"),
    [(1, "Sample hand 1, as published"), (2, "Sample hand 1, corrected"), (3, "Sample hand 2")],
)
def test_who_has_not_played_yet_looks_at_the_authors_hands(
    page: Reviews, number: int, title: str
) -> None:
    page.go("analysis")
    page.click(f".samples .button:nth-of-type({number})")
    page.until(lambda: page.text("h1") == title)
    page.until(lambda: page.all("#story"))


def test_the_page_has_the_authors_hands_as_the_seeds_have_them() -> None:
    packaged = Path(web.__file__).with_name("static") / "sample-hands.clumond"
    assert packaged.read_bytes() == SAMPLE_HANDS.read_bytes()


def test_todays_deal_is_one_click_from_the_empty_board(page: Reviews) -> None:
    page.go("analysis")
    page.click(".samples .button:last-child")
    page.until(lambda: page.all(".at-table"))
