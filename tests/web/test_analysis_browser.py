"""Positions and deals in the Analysis tab, driven end to end in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from clumond_solver.base.cards import Hand
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.records import Record, read_records
from tests.samples import DEAL_TEXT, END, HAND_TEXT, SAMPLE_HANDS
from tests.web.browser import LOOKS, NEEDS_BROWSER, PHONE, Page, webdriver
from tests.web.editions import SERVED, Edition
from tests.web.site import asked

pytestmark = NEEDS_BROWSER


class AnalysisPage(Page):
    """A browser at the Analysis tab."""

    def open(self, **words: str) -> None:
        """Open a position, or a random deal."""
        self.go("analysis", **words)
        if not words:
            self.click("#deal")
        self.until(self.cards)

    def under_more(self, selector: str) -> None:
        """Click a button that is shown only after More."""
        if self.one("#more").get_attribute("aria-expanded") != "true":
            self.click("#more")
        self.click(selector)

    def until_last(self, card: str) -> None:
        """Wait until the card is the last one played."""
        self.until(lambda: self.played()[-1:] == [card])

    def enter(self, text: str) -> None:
        self.click("#enter")
        area = self.one("#text")
        area.clear()
        area.send_keys(text)
        self.click("#entered")

    def legal(self) -> dict[str, str]:
        """The legal cards and how they are coloured."""
        script = """return [...document.querySelectorAll(".held.legal")].map((card) =>
            [card.dataset.card, [...card.classList].find((name) =>
                ["makes", "fails", "unknown"].includes(name)) ?? ""])"""
        return dict(self.driver.execute_script(script))

    def settled(self) -> dict[str, str]:
        """The legal cards, once the engines have coloured all of them."""
        return dict(self.until(lambda: (now := self.legal()) and all(now.values()) and now))

    def cards(self) -> int:
        """How many cards lie in the hands."""
        return len(self.all(".board .held"))

    def trick(self) -> list[str]:
        script = """return [...document.querySelectorAll(".spot.played:not(.past)")]
            .map((spot) => spot.querySelector(".card").dataset.card)"""
        return list(self.driver.execute_script(script))

    def played(self) -> list[str]:
        """The cards of the play, as the address tells them."""
        _, _, words = self.address().partition("cards=")
        return words.partition("&")[0].split(".") if words else []


PAGE = AnalysisPage


@pytest.fixture
def page(browser: AnalysisPage) -> AnalysisPage:
    return browser


def test_a_deal_is_entered_declared_played_taken_back_and_jumped(page: AnalysisPage) -> None:
    page.open()
    page.enter(DEAL_TEXT)
    # `choose` acts behind an open dialog, where nobody could.
    page.until(lambda: not page.all("dialog"))
    page.choose("#declarer", "none")
    page.until(lambda: "forehand can still force" in page.text("#legend"))
    page.choose("#declarer", "F")
    page.choose("#strain", "C")
    page.until(lambda: "clubs are trumps" in page.text(".centre"))
    page.until(lambda: "iddlehand's" in page.text("#status"))
    assert "declarer can still force" in page.text("#legend")
    assert len(page.settled()) == 16
    for card in ("SA", "SJ", "S4", "D3"):
        page.click(f".held.legal[data-card='{card}']")
        page.until_last(card)
    page.until(lambda: page.trick() == ["D3"])
    assert page.played() == ["SA", "SJ", "S4", "D3"]
    assert page.text(".seat[data-seat='1'] .taken") == "1 trick"

    page.click("#undo")
    page.until(lambda: page.trick() == [] and page.played() == ["SA", "SJ", "S4"])
    page.click(".tricks-table .jump[data-card='SA']")
    page.until(lambda: page.trick() == ["SA"])
    assert "at=1" in page.address()
    page.click("#forward")
    page.until(lambda: page.trick() == ["SA", "SJ"])
    # Another card from here replaces what had been played.
    page.click("#first")
    page.until(lambda: len(page.legal()) == 16)
    page.click(".held.legal[data-card='C6']")
    page.until(lambda: page.played() == ["C6"])


def test_cards_are_coloured_by_what_can_be_forced(page: AnalysisPage) -> None:
    page.open(start=END)
    question = {"start": END, "cards": []}
    verdicts = asked("verdicts", question)["plays"]
    assert set(verdicts.values()) == {True, False}
    assert page.settled() == {
        card: "makes" if makes else "fails" for card, makes in verdicts.items()
    }
    page.until(lambda: page.text(".held[data-card='SA'] small") == "0")
    page.until(lambda: page.all(".kept.forced"))
    title = "return document.querySelector(\".held[data-card='SA']\").title"
    assert "success can still be forced" in page.driver.execute_script(title)
    page.choose("#goal", "M")
    page.until(lambda: "middlehand can" in page.text("#status"))
    assert "goal=M" in page.address()
    assert "middlehand can still force" in page.text("#legend")


def test_a_link_shows_the_same_point_again(page: AnalysisPage, tmp_path: Path) -> None:
    page.open(start=END)
    page.click(".held.legal[data-card='SA']")
    page.until(lambda: page.played() == ["SA"])
    page.until(lambda: page.trick() == ["SA"])
    with AnalysisPage.opened(page.home, tmp_path) as other:
        other.driver.get(page.driver.current_url)
        other.until(lambda: other.trick() == ["SA"])
        assert other.legal().keys() == page.legal().keys()
        # What one user does is not seen by the other.
        other.click("#undo")
        other.until(lambda: other.trick() == [])
        assert page.trick() == ["SA"]


def test_going_back_in_the_browser_takes_back_a_new_deal(page: AnalysisPage) -> None:
    page.open(start=END)
    page.click("#deal")
    page.until(lambda: page.cards() == 48)
    page.driver.back()
    page.until(lambda: page.cards() == 15)


def test_a_hand_is_played_by_keys_alone(page: AnalysisPage) -> None:
    keys = webdriver.Keys
    page.open(start=END)
    page.settled()
    page.press(keys.ARROW_DOWN)
    # From then on the next player's first card has the focus, so Enter alone goes on.
    focus = "return document.activeElement.dataset.card ?? ''"
    card = ""
    for _ in range(6):
        last = card

        def next_card(last: str = last) -> str:
            held = str(page.driver.execute_script(focus))
            return held if held in page.legal() and held != last else ""

        card = page.until(next_card)
        page.press(keys.ENTER)
        page.until_last(card)
    page.until(lambda: "The hand is over" in page.text("#status"))
    page.press(keys.HOME)
    page.until(lambda: "at=0" in page.address())
    page.press(keys.ARROW_RIGHT)
    page.until(lambda: "at=1" in page.address())
    page.press(keys.BACKSPACE)
    page.until(lambda: page.played() == [])
    page.press("?")
    page.until(lambda: page.all("#helping"))
    page.press(keys.ESCAPE)
    page.until(lambda: not page.all("#helping"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AK.2", "2 suits, not four"),
        ("F:A.2.3.4 A.3.4.5 Q.4.5.6", "in another"),
        ("<b>x</b>", "is not a card"),
        ('[Clumond "1"]\n[Deal "F:"]', "record 1"),
    ],
)
def test_bad_input_shows_a_message_and_changes_nothing(
    page: AnalysisPage, text: str, message: str
) -> None:
    page.open(start=END)
    before = page.address()
    page.enter(text)
    page.until(lambda: message in page.text("#entering-error").lower())
    page.press(webdriver.Keys.ESCAPE)
    assert page.address() == before
    assert page.cards() == 15


def test_a_broken_link_shows_a_message_and_a_new_deal(page: AnalysisPage) -> None:
    page.open(start="F:A", cards="HX")
    page.until(lambda: "A play starts with its deal" in page.text(".notice.error"))
    page.until(lambda: page.cards() == 48)
    assert "Here is a random deal" in page.text(".notice.error")


def test_a_link_with_broken_cards_still_shows_its_deal(page: AnalysisPage) -> None:
    page.open(start=END, cards="HX")
    page.until(lambda: "are left out" in page.text(".notice.error"))
    page.until(lambda: page.cards() == 15)


def test_a_click_at_the_very_first_moment_counts(page: AnalysisPage) -> None:
    script = """new MutationObserver((_, observer) => {
        const button = document.querySelector("#deal");
        if (!button) return;
        observer.disconnect();
        button.click();
    }).observe(document, { childList: true, subtree: true })"""
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    page.go("analysis")
    page.until(lambda: page.cards() == 48)


def test_advice_sharpens_into_a_call(page: AnalysisPage) -> None:
    page.open()
    page.enter(HAND_TEXT)
    page.until(lambda: "AK8732.AK974.KJ4.Q3" in page.address())
    page.until(lambda: page.all(".seat[data-seat='2'] .backs"))
    page.click("#advise")
    page.until(lambda: "played so far" in page.text("#call") or "Declaring" in page.text("#call"))
    page.until(lambda: "Break-even" in page.text("#call"))
    assert len(page.all(".meter")) == 5
    assert all(each.text.endswith(" %") for each in page.all("#bars [data-strain]"))
    page.click("#bars button[title='declare hearts']")
    page.until(lambda: "strain=H" in page.address())


def test_a_record_is_opened_and_saved(page: AnalysisPage) -> None:
    page.go("analysis")
    # A chooser of files opens for a real click only, and would close at once.
    page.driver.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
    page.click("#open")
    page.until(lambda: page.all("#opened-file"))
    page.one("#opened-file").send_keys(str(SAMPLE_HANDS.resolve()))
    page.until(lambda: page.text("#title") == "Sample hand 1, as published")
    page.choose("#which", "3")
    page.until(lambda: page.text("#title") == "Sample hand 2" and page.all("#moment"))
    page.until(lambda: not page.all(".analysis .progress"))
    page.under_more("#save")
    saved = page.folder / "hand.clumond"
    page.until(saved.exists)
    record, sample = read_records(saved)[0], read_records(SAMPLE_HANDS)[2]
    assert isinstance(record, Record)
    assert isinstance(sample, Record)
    assert (record.plays, record.deal, record.players) == (
        sample.plays,
        sample.deal,
        sample.players,
    )


def test_tens_are_dealt_placed_linked_advised_on_and_saved(page: AnalysisPage) -> None:
    page.open(start=END)
    page.until(lambda: not page.all("#tens"))
    page.choose("#game", "tens")
    page.until(lambda: "supplementary=6,6,6" in page.address())
    page.click("#deal")
    page.until(lambda: page.cards() == 48)
    for suit, place in (("C", "F"), ("D", "F"), ("H", "M"), ("S", "common")):
        page.choose(f"#ten-{suit}", place)
    page.until(lambda: "tens=F=CD M=H R=- common=S" in page.address())
    page.until(lambda: "supplementary=4,3,1" in page.address())
    page.until(lambda: page.text(".seat[data-seat='0'] .taken") == "0 tricks + 4")

    link = page.driver.current_url
    page.driver.get("about:blank")
    page.driver.get(link)
    page.until(lambda: page.one("#ten-H").get_property("value") == "M")
    page.click("#advise")
    page.until(lambda: "Break-even" in page.text("#call"))
    page.under_more("#save")
    saved = page.folder / "hand.clumond"
    page.until(saved.exists)
    record = read_records(saved)[0]
    assert isinstance(record, Record)
    assert str(record.tens) == "F=CD M=H R=- common=S"

    page.choose("#game", "base")
    page.until(lambda: "tens=" not in page.address() and "supplementary" not in page.address())
    page.until(lambda: not page.all("#tens"))


def test_an_answer_that_comes_too_late_changes_nothing(page: AnalysisPage, site: Edition) -> None:
    if site.name != SERVED:
        pytest.skip("what is held back is the server's answer")
    page.open(start=END)
    page.choose("#game", "tens")
    page.until(lambda: "supplementary=6,6,6" in page.address())
    page.driver.execute_script(
        "const send = window.fetch; let held = false; window.fetch = (...question) => {"
        " if (held || !String(question[0]).endsWith('/api/contract')) return send(...question);"
        " held = true; return new Promise((go) => {"
        " window.release = () => go(send(...question)); }); }"
    )
    page.choose("#ten-C", "F")
    page.choose("#ten-D", "F")
    page.until(lambda: "tens=F=CD M=- R=- common=HS" in page.address())
    page.driver.execute_async_script("window.release(); setTimeout(arguments[0], 500)")
    assert "tens=F=CD M=- R=- common=HS" in page.address()
    page.choose("#ten-H", "M")
    page.until(lambda: "tens=F=CD M=H R=- common=S" in page.address())


def hold_positions(page: AnalysisPage) -> None:
    """Let the page wait for positions until `window.release()`."""
    page.driver.execute_script(
        "const send = window.fetch, held = new Promise((go) => { window.release = go; });"
        "window.fetch = (...question) => String(question[0]).endsWith('/api/position')"
        " ? held.then(() => send(...question)) : send(...question);"
    )


def test_a_deal_waits_for_the_contract_that_was_chosen(page: AnalysisPage, site: Edition) -> None:
    if site.name != SERVED:
        pytest.skip("what is held back is the server's answer")
    page.open(start=END)
    hold_positions(page)
    page.choose("#game", "tens")
    page.until(lambda: "supplementary=6,6,6" in page.address())
    page.click("#deal")
    page.driver.execute_script("window.release()")
    page.until(lambda: page.cards() == 48)
    assert page.all("#ten-C")


def test_choices_of_a_contract_follow_faster_than_positions(
    page: AnalysisPage, site: Edition
) -> None:
    if site.name != SERVED:
        pytest.skip("what is held back is the server's answer")
    page.open(start=END)
    hold_positions(page)
    page.choose("#game", "tens")
    page.until(lambda: "supplementary=6,6,6" in page.address())
    page.choose("#strain", "H")
    page.driver.execute_script("window.release()")
    page.until(lambda: "strain=H" in page.address())
    assert "supplementary=6,6,6" in page.address()


def test_a_hand_that_is_over_says_how_it_ended(page: AnalysisPage) -> None:
    page.open(start="F:...A76 ...K42 .A2.3. declarer=F strain=NT leader=F tricks=5,4,4")
    page.until(lambda: "The hand is over" in page.text("#status"))
    page.until(lambda: "Forehand has taken 5 tricks" in page.text("#open-hands"))
    assert page.text("#open-hands-title") == "How the hand ended"
    assert "No card is left to play." in page.text("#play")
    assert "this play begins later" in page.text("#advice")


def test_supplementary_tricks_without_tens_are_kept_and_bar_advice(page: AnalysisPage) -> None:
    start = str(Play(Deal.random(5), None, supplementary=(4, 3, 1)))
    page.open(start=start)
    page.until(lambda: page.one("#game").get_property("value") == "counted")
    assert not page.one("#advise").is_enabled()
    page.choose("#declarer", "M")
    page.until(lambda: "declarer=M" in page.address())
    assert "supplementary=4,3,1" in page.address()


def test_a_hand_is_clicked_together(page: AnalysisPage) -> None:
    keys = webdriver.Keys
    page.open()
    page.click("#enter")
    page.one("#text").clear()
    for card in ("SA", "SK", "HQ", "C3"):
        page.click(f".pick[data-card='{card}']")
    page.click(".pick[data-card='SK']")
    assert page.one("#text").get_property("value") == "A.Q..3"
    assert "3 of 16 cards" in page.text("#picked")
    # From the king of spades: down to diamonds, right to the queen, and on from the ace to the two.
    page.press(keys.ARROW_DOWN + keys.ARROW_RIGHT + keys.SPACE)
    page.press(keys.ARROW_LEFT + keys.ARROW_LEFT + keys.ARROW_LEFT + keys.SPACE)
    assert page.one("#text").get_property("value") == "A.Q.Q2.3"
    # The text and the cards say the same.
    page.one("#text").send_keys("2")
    chosen = page.all(".pick[aria-pressed=true]")
    assert [each.get_attribute("data-card") for each in chosen] == [
        "C3",
        "C2",
        "HQ",
        "SA",
        "DQ",
        "D2",
    ]
    page.choose("#holder", "R")
    page.click("#entered")
    page.until(lambda: not page.all("#entering"))
    held = Play.parse(page.address().partition("start=")[2].partition("&")[0]).hands[Seat.REARHAND]
    assert Hand.parse("A.Q.Q2.32").issubset(held)


# What is told, and kept.


def test_the_headline_and_a_legend_say_what_the_colours_mean(page: AnalysisPage) -> None:
    page.open(start=f"{END} table=CJ")
    page.until(lambda: "Any of middlehand's 2 cards prevents it." in page.text("#status"))
    assert "With all hands open, forehand cannot force success" in page.text("#status")
    # Both stop the declarer, which is good for who plays.
    assert set(page.settled().values()) == {"makes"}
    assert page.one("#legend .held.fails").is_displayed()
    assert [swatch.text for swatch in page.all("#legend .held")] == ["", "", ""]
    assert "good for its player" in page.text("#legend")
    signs = [sign.text for sign in page.all("#retentions b.reach")]
    assert signs == ["✓", "◦", "×", "–", "?"]


def test_a_finished_trick_stays_in_sight(page: AnalysisPage) -> None:
    page.open(start=END, cards="S3.SK.D8")
    page.until(lambda: "trick 12: middlehand won" in page.text(".centre"))
    past = "return [...document.querySelectorAll('.spot.past .card')].map((card) => card.ariaLabel)"
    assert "king of spades, played by middlehand, who won" in page.driver.execute_script(past)
    page.click(".held.legal[data-card='CA']")
    page.until(lambda: page.trick() == ["CA"])
    assert not page.all(".spot.past")


def test_a_play_is_not_thrown_away_unasked(page: AnalysisPage) -> None:
    page.open(start=f"{DEAL_TEXT} declarer=F strain=C leader=M tricks=0,0,0", cards="SA.SJ.S4.D3")
    page.choose("#strain", "H")
    page.until(lambda: "strain=H" in page.address())
    assert page.played() == ["SA", "SJ", "S4", "D3"]

    page.choose("#declarer", "R")
    page.until(lambda: "4 cards have been played" in page.text("#losing"))
    page.press(webdriver.Keys.ESCAPE)
    page.until(lambda: not page.all("dialog[open]"))
    assert "declarer=F" in page.address()
    assert page.one("#declarer").get_property("value") == "F"

    page.choose("#declarer", "R")
    page.click("#from-here")
    page.until(lambda: "declarer=R" in page.address())
    assert "tricks=0,1,0" in page.address()
    page.until(lambda: page.played() == [] and page.trick() == ["D3"])
    page.driver.back()
    # The list of declarers follows the address only when the position has come.
    page.until(lambda: page.one("#declarer").get_property("value") == "F")
    assert page.played() == ["SA", "SJ", "S4", "D3"]
    page.choose("#declarer", "R")
    page.click("#begin-again")
    page.until(lambda: "declarer=R" in page.address() and page.played() == [])
    page.until(lambda: "orehand's" in page.text("#status"))


def test_a_play_shows_its_verdicts_card_by_card(page: AnalysisPage) -> None:
    page.open(start=END, cards="S3.SK.D8.CA")
    page.until(lambda: "The verdict changed at" in page.text("#turning-points"))
    led = page.one(".tricks-table .jump[data-card='S3']")
    assert led.get_attribute("class") == "jump fails turned"
    assert "the verdict changed here" in page.one(".tricks-table .turned").get_attribute("title")


def test_the_small_number_on_a_card_is_the_one_in_its_words(page: AnalysisPage) -> None:
    page.open(start=f"{DEAL_TEXT} declarer=F strain=C leader=F tricks=0,0,0")
    small = """return [...document.querySelectorAll(".held.legal")].map((card) =>
        [card.querySelector("small").textContent, card.title])"""
    numbers = page.until(lambda: (now := page.driver.execute_script(small)) and now[-1][0] and now)
    for number, title in numbers:
        assert f"ends {number} off with best play" in title


def test_one_seat_sees_its_own_hand_and_the_chances_of_its_cards(page: AnalysisPage) -> None:
    page.open(start=f"{DEAL_TEXT} declarer=F strain=C leader=M tricks=0,0,0", cards="SA", view="F")
    page.until(lambda: page.all(".hidden-turn"))
    assert page.all(".seat[data-seat='1'] .backs")
    assert not page.text("#open-hands")
    # Any card that may be there can be said to have been played, and the deal follows.
    page.click(".hidden-turn [data-card='HA']")
    page.until(lambda: page.played() == ["SA", "HA"])
    page.until(lambda: "S4" in page.legal())
    page.until(lambda: "From what forehand can see" in page.text("#status"))
    assert len(page.all(".held.legal.rated")) == 2
    assert len(page.all(".held.legal.best")) == 1
    page.click(".held.legal[data-card='S4']")
    page.click("#engine-plays")
    page.until(lambda: len(page.played()) == 4)
    page.choose("#view", "")
    page.until(lambda: page.text("#open-hands"))


def test_all_retentions_are_told_in_all_strains(page: AnalysisPage) -> None:
    page.open(start=END)
    page.click("#ask-retentions")
    page.until(lambda: "The table is complete" in page.text("#retentions"))
    assert len(page.all("#retentions tbody tr")) == 20
    assert page.all("#retentions td.reach.forced")
    assert not page.all("#retentions tfoot")


def test_beside_what_can_be_forced_a_full_deal_says_how_often_it_succeeds(
    page: AnalysisPage,
) -> None:
    page.open(start=f"{DEAL_TEXT} declarer=F strain=C leader=M tricks=0,0,0")
    page.click("#ask-retentions")
    page.until(lambda: page.all("#retentions tfoot td"))
    page.until(lambda: [each.text for each in page.all("#retentions td.reach small") if each.text])
    assert all("%" in each.text for each in page.all("#retentions tfoot tr:first-child td"))


def test_a_hand_that_lacks_a_card_is_told_which_it_was_given(page: AnalysisPage) -> None:
    page.open()
    page.click("#enter")
    page.one("#text").send_keys(HAND_TEXT[:-1])
    page.until(lambda: "15 of 16 cards: 1 missing" in page.text("#picked"))
    page.one("#text").send_keys("32")
    page.until(lambda: "17 cards: 1 too many" in page.text("#picked"))
    page.one("#text").send_keys(webdriver.Keys.BACKSPACE * 2 + "Q")
    page.until(lambda: "Q is there twice" in page.text("#picked"))
    page.one("#text").send_keys(webdriver.Keys.BACKSPACE)
    page.click("#entered")
    page.until(lambda: "15 of 16 cards were entered, 1 is missing" in page.text("#news"))


def test_copying_says_that_it_copied(page: AnalysisPage) -> None:
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions",
        {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]},
    )
    page.open(start=END)
    page.settled()
    page.click("#link")
    told = "The link is copied. It opens for you only; for others, press More and Copy text."
    page.until(lambda: page.text("#news") == told)
    assert page.text(".unseen[role=status]") == told
    page.under_more("#text-copy")
    page.until(lambda: "The cards are copied as text." in page.text("#news"))
    copied = "return navigator.clipboard.readText()"
    assert Play.parse(page.driver.execute_script(copied)) == Play.parse(END)


# Looks, and who cannot look.


def cards_that_can_be_touched(page: AnalysisPage, selector: str) -> bool:
    """Whether each is at least 24 pixels either way."""
    script = """return [...document.querySelectorAll(arguments[0])].map((card) => {
        const box = card.getBoundingClientRect(); return Math.min(box.width, box.height); })"""
    return bool(min(page.driver.execute_script(script, selector)) >= 24)


@pytest.mark.parametrize(("size", "dark"), LOOKS)
def test_it_fits_the_window_and_has_no_accessibility_findings(
    page: AnalysisPage, size: tuple[int, int], *, dark: bool
) -> None:
    page.size(size, dark=dark)
    page.open(start=END, cards="S3.SK.D8")
    page.settled()
    if size == PHONE:
        top = page.driver.execute_script(
            "return document.querySelector('.board').getBoundingClientRect().top + scrollY"
        )
        assert top < 300
        page.click("#more")
    page.until(lambda: "verdict changed at" in page.text("#turning-points"))
    page.click("#ask-retentions")
    page.until(lambda: "The table is complete" in page.text("#retentions"))
    assert (page.overflow(), page.findings()) == (0, [])
    colour = page.driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (int(colour.removeprefix("rgb(").partition(",")[0]) < 64) is dark
    assert cards_that_can_be_touched(page, ".held.legal")
    page.choose("#view", "F")
    page.until(lambda: page.all(".hidden-turn"))
    assert (page.overflow(), page.findings()) == (0, [])
    page.click("#enter")
    page.until(lambda: cards_that_can_be_touched(page, ".pick"))
    assert (page.overflow(), page.findings()) == (0, [])


def test_advice_and_the_question_before_a_loss_have_no_accessibility_findings(
    page: AnalysisPage,
) -> None:
    page.size(PHONE, dark=True)
    page.open(start=f"{DEAL_TEXT} declarer=F strain=C leader=M tricks=0,0,0", cards="SA")
    page.choose("#scoring", "chips")
    page.click("#advise")
    page.until(lambda: "Break-even" in page.text("#call"))
    assert "6 in the pot" in page.text("#call")
    assert page.text("#passing .number")
    assert (page.overflow(), page.findings()) == (0, [])
    page.click("#more")
    page.choose("#declarer", "R")
    page.until(lambda: page.all("#losing"))
    assert page.findings() == []
