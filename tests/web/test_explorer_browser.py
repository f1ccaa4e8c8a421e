"""The explorer driven end to end in a real browser: headless Chromium, through its own driver.

Skipped with a message where selenium, Chromium or its driver is missing; `.ci/extended` installs
them.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import pytest

from clumond_solver.cards import Hand
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.records import Record, read_records
from tests.web.test_explorer import DEAL, END, HAND, SEEDS, Site, asked, running

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
DRIVER = shutil.which("chromedriver")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver on this machine"
    ),
]
PATIENCE = 60
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


class Page:
    """One user's browser on the explorer."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self.folder = folder
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
            options.add_argument(flag)
        options.add_experimental_option(
            "prefs",
            {"download.default_directory": str(folder), "download.prompt_for_download": False},
        )
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(
            options=options, service=webdriver.ChromeService(executable_path=DRIVER)
        )

    def open(self, address: str = "") -> None:
        # A change of what stands behind # alone would not load the page again.
        self.driver.get("about:blank")
        self.driver.get(f"http://127.0.0.1:{self.site.port}/explorer.html{address}")
        self.until(self.cards)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", selector))

    def one(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        # Rows are drawn anew while the engines answer, so text is read in one step.
        script = "return document.querySelector(arguments[0])?.textContent ?? ''"
        return str(self.driver.execute_script(script, selector))

    def until(self, condition: Callable[[], Any]) -> Any:
        """Wait for a condition; its value."""
        stale = webdriver.remote.webdriver.WebDriverException
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if found := condition():
                    return found
            except stale:
                pass
            assert time.monotonic() < end, "the page did not get there"
            time.sleep(0.05)

    def until_last(self, card: str) -> None:
        """Wait until the card is the last one played."""
        self.until(lambda: self.played()[-1:] == [card])

    def click(self, selector: str) -> None:
        def clicked() -> bool:
            self.one(selector).click()
            return True

        self.until(clicked)

    def press(self, key: str) -> None:
        webdriver.ActionChains(self.driver).send_keys(key).perform()

    def choose(self, selector: str, value: str) -> None:
        self.click(f"{selector} option[value='{value}']")

    def enter(self, text: str) -> None:
        self.click("#enter")
        area = self.one("#text")
        area.clear()
        area.send_keys(text)
        self.click("#entered")

    def legal(self) -> dict[str, str]:
        """The legal cards and how they are coloured."""
        script = """return [...document.querySelectorAll(".card.legal")].map((card) =>
            [card.dataset.card, [...card.classList].find((name) =>
                ["makes", "fails", "unknown"].includes(name)) ?? ""])"""
        return dict(self.driver.execute_script(script))

    def settled(self) -> dict[str, str]:
        """The legal cards, once the engines have coloured all of them."""
        return dict(self.until(lambda: (now := self.legal()) and all(now.values()) and now))

    def cards(self) -> int:
        """How many cards lie in the hands."""
        return len(self.all("button.card"))

    def trick(self) -> list[str]:
        script = "return [...document.querySelectorAll('.slot.played')].map((s) => s.textContent)"
        return [text.replace("\ufe0e", "") for text in self.driver.execute_script(script)]

    def address(self) -> str:
        return unquote_plus(str(self.driver.current_url))

    def played(self) -> list[str]:
        """The cards of the play, as the address tells them."""
        _, _, words = self.address().partition("cards=")
        return words.partition("&")[0].split(".") if words else []

    def size(self, width: int, height: int, *, dark: bool = False) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def complaints(self) -> list[str]:
        """What the browser logged, but for refusals of the server, which the page shows itself."""
        logged = [entry["message"] for entry in self.driver.get_log("browser")]
        return [
            message for message in logged if "the server responded with a status" not in message
        ]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running() as found:
        yield found


@pytest.fixture
def page(site: Site, tmp_path: Path) -> Iterator[Page]:
    opened = Page(site, tmp_path)
    try:
        yield opened
        assert opened.complaints() == []
    finally:
        opened.driver.quit()


def test_a_deal_is_entered_declared_played_taken_back_and_jumped(page: Page) -> None:
    page.open()
    page.enter(DEAL)
    page.choose("#declarer", "F")
    page.choose("#strain", "C")
    page.until(lambda: "Middlehand to play" in page.text("#status"))
    assert len(page.settled()) == 16
    for card in ("SA", "SJ", "S4", "D3"):
        page.click(f".card.legal[data-card='{card}']")
        page.until_last(card)
    page.until(lambda: page.trick() == ["3♦"])
    assert page.played() == ["SA", "SJ", "S4", "D3"]
    assert page.text(".seat[data-seat='1'] .taken") == "1 trick"

    page.click("#undo")
    page.until(lambda: page.trick() == [] and page.played() == ["SA", "SJ", "S4"])
    page.click("#tricks td button[title='after the ace of spades']")
    page.until(lambda: page.trick() == ["A♠"])
    assert "at=1" in page.address()
    page.click("#forward")
    page.until(lambda: page.trick() == ["A♠", "J♠"])
    # Another card from here replaces what had been played.
    page.click("#first")
    page.until(lambda: len(page.legal()) == 16)
    page.click(".card.legal[data-card='C6']")
    page.until(lambda: page.played() == ["C6"])


def test_cards_are_coloured_by_what_can_be_forced(page: Page) -> None:
    page.open("#start=" + END.replace(" ", "+"))
    question = {"start": END, "cards": []}
    verdicts = asked("verdicts", question)["plays"]
    assert set(verdicts.values()) == {True, False}
    assert page.settled() == {
        card: "makes" if makes else "fails" for card, makes in verdicts.items()
    }
    page.until(lambda: page.text(".card[data-card='SA'] small") == "0")
    page.until(lambda: page.all(".kept.forced"))
    title = "return document.querySelector(\".card[data-card='SA']\").title"
    assert "success can still be forced" in page.driver.execute_script(title)
    page.choose("#goal", "M")
    page.until(lambda: "middlehand" in page.text("#verdict"))
    assert "goal=M" in page.address()


def test_a_link_shows_the_same_point_again(page: Page, site: Site, tmp_path: Path) -> None:
    page.open("#start=" + END.replace(" ", "+"))
    page.click(".card.legal[data-card='SA']")
    page.until(lambda: page.played() == ["SA"])
    page.until(lambda: page.trick() == ["A♠"])
    link = page.driver.current_url.partition("/#")[2]
    other = Page(site, tmp_path / "other")
    try:
        other.open(f"#{link}")
        other.until(lambda: other.trick() == ["A♠"])
        assert other.legal().keys() == page.legal().keys()
        # What one user does is not seen by the other.
        other.click("#undo")
        other.until(lambda: other.trick() == [])
        assert page.trick() == ["A♠"]
    finally:
        other.driver.quit()


def test_going_back_in_the_browser_takes_back_a_new_deal(page: Page) -> None:
    page.open("#start=" + END.replace(" ", "+"))
    page.click("#deal")
    page.until(lambda: page.cards() == 48)
    page.driver.back()
    page.until(lambda: page.cards() == 15)


def test_a_hand_is_played_by_keys_alone(page: Page) -> None:
    keys = webdriver.Keys
    page.open("#start=" + END.replace(" ", "+"))
    page.settled()
    page.press(keys.ARROW_DOWN)
    # From then on the next player's first card has the focus, so Enter alone goes on.
    focus = "return document.activeElement.dataset.card ?? ''"
    for _ in range(6):
        card = page.until(
            lambda: (held := page.driver.execute_script(focus)) in page.legal() and held
        )
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
    page.until(lambda: page.one("#helping").is_displayed())
    page.press(keys.ESCAPE)
    page.until(lambda: not page.one("#helping").is_displayed())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AK.2", "three dots"),
        ("F:A.2.3.4 A.3.4.5 Q.4.5.6", "in another"),
        ("<b>x</b>", "three dots"),
        ('[Clumond "1"]\n[Deal "F:"]', "record 1"),
    ],
)
def test_bad_input_shows_a_message_and_changes_nothing(page: Page, text: str, message: str) -> None:
    page.open("#start=" + END.replace(" ", "+"))
    before = page.address()
    page.enter(text)
    page.until(lambda: message in page.text("#entering-error"))
    page.press(webdriver.Keys.ESCAPE)
    assert page.address() == before
    assert page.cards() == 15


def test_a_broken_link_shows_a_message_and_a_new_deal(page: Page) -> None:
    page.open("#start=F:A&cards=HX")
    page.until(lambda: "a play starts with its deal" in page.text("#error"))
    page.until(lambda: page.cards() == 48)


def test_advice_sharpens_into_a_call(page: Page) -> None:
    page.open()
    page.enter(HAND)
    page.until(lambda: "AK8732.AK974.KJ4.Q3" in page.address())
    page.click("#advise")
    page.until(lambda: "So far" in page.text("#call") or "Declaring pays" in page.text("#call"))
    page.until(lambda: "Declaring pays" in page.text("#call"))
    assert len(page.all(".meter")) == 5
    assert all(each.text.endswith("%") for each in page.all("#bars [data-strain]"))
    page.click("#bars button[title='declare hearts']")
    page.until(lambda: "strain=H" in page.address())


def test_a_record_is_opened_and_saved(page: Page) -> None:
    page.open()
    page.one("#file").send_keys(str(SEEDS.resolve()))
    page.until(lambda: page.text("#title") == "Sample hand 1, as published")
    assert "illegal play H8" in page.text("#error")
    page.choose("#which", "2")
    page.until(lambda: page.text("#title") == "Sample hand 2")
    page.click("#last")
    page.until(lambda: "Rearhand to play" in page.text("#status"))
    page.click("#save")
    saved = page.folder / "hand.clumond"
    page.until(saved.exists)
    record, sample = read_records(saved)[0], read_records(SEEDS)[2]
    assert isinstance(record, Record)
    assert isinstance(sample, Record)
    assert (record.plays, record.deal, record.players) == (
        sample.plays,
        sample.deal,
        sample.players,
    )


def test_tens_are_dealt_placed_linked_advised_on_and_saved(page: Page) -> None:
    page.open("#start=" + END.replace(" ", "+"))
    assert not page.one("#tens").is_displayed()
    page.choose("#game", "tens")
    page.until(lambda: "supplementary=6,6,6" in page.address())
    page.click("#deal")
    page.until(lambda: page.cards() == 48)
    for suit, place in (("C", "F"), ("D", "F"), ("H", "M"), ("S", "common")):
        page.choose(f"#tens select[data-suit='{suit}']", place)
    page.until(lambda: "tens=F=CD M=H R=- common=S" in page.address())
    page.until(lambda: "supplementary=4,3,1" in page.address())
    page.until(lambda: page.text(".seat[data-seat='0'] .taken") == "0 tricks + 4")

    link = page.driver.current_url.partition("/#")[2]
    page.open(f"#{link}")
    page.until(lambda: page.one("#tens select[data-suit='H']").get_property("value") == "M")
    page.click("#advise")
    page.until(lambda: "Declaring pays" in page.text("#call"))
    page.click("#save")
    saved = page.folder / "hand.clumond"
    page.until(saved.exists)
    record = read_records(saved)[0]
    assert isinstance(record, Record)
    assert str(record.tens) == "F=CD M=H R=- common=S"

    page.choose("#game", "base")
    page.until(lambda: "tens=" not in page.address() and "supplementary" not in page.address())
    assert not page.one("#tens").is_displayed()


def test_an_answer_that_comes_too_late_changes_nothing(page: Page) -> None:
    page.open("#start=" + END.replace(" ", "+"))
    page.choose("#game", "tens")
    page.until(lambda: "supplementary=6,6,6" in page.address())
    page.driver.execute_script(
        "const send = window.fetch; let held = false; window.fetch = (...question) => {"
        " if (held || question[0] !== '/api/read') return send(...question);"
        " held = true; return new Promise((go) => {"
        " window.release = () => go(send(...question)); }); }"
    )
    page.choose("#tens select[data-suit='C']", "F")
    page.choose("#tens select[data-suit='D']", "F")
    page.until(lambda: "tens=F=CD M=- R=- common=HS" in page.address())
    page.driver.execute_async_script("window.release(); setTimeout(arguments[0], 500)")
    assert "tens=F=CD M=- R=- common=HS" in page.address()
    page.choose("#tens select[data-suit='H']", "M")
    page.until(lambda: "tens=F=CD M=H R=- common=S" in page.address())


def test_supplementary_tricks_without_tens_are_kept_and_bar_advice(page: Page) -> None:
    start = str(Play(Deal.random(5), None, supplementary=(4, 3, 1)))
    page.open("#start=" + start.replace(" ", "+"))
    page.until(lambda: page.one("#game").get_property("value") == "counted")
    assert not page.one("#advise").is_enabled()
    page.choose("#declarer", "M")
    page.until(lambda: "declarer=M" in page.address())
    assert "supplementary=4,3,1" in page.address()


def test_a_hand_is_clicked_together(page: Page) -> None:
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
    page.until(lambda: not page.one("#entering").is_displayed())
    held = Play.parse(page.address().partition("start=")[2].partition("&")[0]).hands[Seat.REARHAND]
    assert Hand.parse("A.Q.Q2.32").issubset(held)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_it_fits_the_window_in_light_and_dark(
    page: Page, width: int, height: int, *, dark: bool
) -> None:
    page.size(width, height, dark=dark)
    page.open("#start=" + str(Play.parse(END)).replace(" ", "+"))
    page.settled()
    overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.driver.execute_script(overflow) == 0
    colour = page.driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    red = int(colour.removeprefix("rgb(").partition(",")[0])
    assert (red < 64) is dark
    # Cards to touch are at least 24 pixels each way.
    sizes = page.driver.execute_script(
        "return [...document.querySelectorAll('.card.legal')].map((card) => {"
        " const box = card.getBoundingClientRect(); return Math.min(box.width, box.height); })"
    )
    assert min(sizes) >= 24
    # The same of the cards of a hand that is clicked together.
    page.click("#enter")
    sizes = page.driver.execute_script(
        "return [...document.querySelectorAll('.pick')].map((card) => {"
        " const box = card.getBoundingClientRect(); return Math.min(box.width, box.height); })"
    )
    assert min(sizes) >= 24
    assert page.driver.execute_script(overflow) == 0
