"""The page in browsers that translate it, refuse what it asks for, or have other keyboards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import Pass
from tests.samples import END, PUZZLE_CODE
from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, Page
from tests.web.tables import first_action, is_over, is_persons, moved_until

pytestmark = NEEDS_BROWSER

# As the translators of browsers do it: the page's own texts leave the document.
TRANSLATE = """
const texts = document.createTreeWalker(arguments[0] ?? document.body, NodeFilter.SHOW_TEXT);
const found = [];
while (texts.nextNode()) if (texts.currentNode.data.trim()) found.push(texts.currentNode);
for (const text of found) {
  if (!text.parentNode || text.parentNode.closest("script, style, option, textarea, svg")) continue;
  const inner = document.createElement("font"), outer = document.createElement("font");
  inner.textContent = `«${text.data}»`;
  outer.append(inner);
  text.parentNode.insertBefore(outer, text);
  text.remove();
}
"""
# What a browser does that lets a page store nothing, or nothing more.
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });
"""
FULL_STORAGE = """
Storage.prototype.setItem = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError"); };
"""
# Without a safe address there is no clipboard; a person may also refuse it.
NO_CLIPBOARD = """
window.own = navigator.clipboard;
Object.defineProperty(navigator, "clipboard", { value: undefined });
"""
NO_COPYING = f"{NO_CLIPBOARD} document.execCommand = () => false;"
REFUSED_CLIPBOARD = """
Object.defineProperty(navigator, "clipboard", { value: {
  writeText: async () => { throw new DOMException("Not allowed", "NotAllowedError"); } } });
"""


def translated(page: Page, selector: str) -> str:
    """Translate all texts; those of a selector, before the page can draw them anew."""
    script = f"{TRANSLATE} return document.querySelector(arguments[1]).textContent"
    return str(page.driver.execute_script(script, None, selector))


class AnyPage(Page):
    """A page whose browser runs scripts of ours first."""

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def press_button(self, text: str) -> None:
        """Press the button with this text, once it is there."""
        script = """return [...document.querySelectorAll("button")]
            .find((each) => each.textContent === arguments[0])"""
        self.until(lambda: self.run(script, text)).click()

    def type_key(self, key: str, code: str, **options: Any) -> None:
        """Press a key as a keyboard sends it."""
        self.driver.execute_cdp_cmd(
            "Input.dispatchKeyEvent", {"type": "keyDown", "key": key, "code": code, **options}
        )
        if "autoRepeat" not in options:
            self.release_key(key, code)

    def release_key(self, key: str, code: str) -> None:
        self.driver.execute_cdp_cmd(
            "Input.dispatchKeyEvent", {"type": "keyUp", "key": key, "code": code}
        )

    def open_file(self, path: Path) -> None:
        """Open a file in the lobby; a chooser opens for a real click only."""
        self.driver.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
        self.click("#open-session")
        self.until(lambda: self.all("#opened-file"))[0].send_keys(str(path))


PAGE = AnyPage


@pytest.fixture
def page(browser: AnyPage) -> AnyPage:
    browser.go("play")
    return browser


@pytest.fixture
def without(page: AnyPage, request: pytest.FixtureRequest) -> Iterator[AnyPage]:
    """A page that begins with the script of the parameter."""
    with page.beginning_with(request.param):
        yield page


no_clipboard = pytest.mark.parametrize(
    "without",
    [NO_COPYING, pytest.param(REFUSED_CLIPBOARD, marks=pytest.mark.long)],
    ids=["missing", "refused"],
    indirect=True,
)
no_storage = pytest.mark.parametrize(
    "without", [NO_STORAGE, FULL_STORAGE], ids=["refused", "full"], indirect=True
)


def table_in_play(page: Page, done: int = 0) -> Any:
    """A table at which the person has passed and is to play a card, after so many of his own."""
    table = page.ask("session-new", {"game": "clumond", "seed": 7, "levels": ["easy"] * 3})
    table = moved_until(page.ask, table, lambda now: now["deal"]["phase"] != "calls", "pass")
    return moved_until(
        page.ask,
        table,
        lambda now: is_persons(now) and len(now["deal"]["hand"]) == 16 - done,
    )


def cards_left(page: Page) -> int:
    return len(page.all(".hand .card"))


# Translated.


def test_a_translated_table_shows_what_happens(page: AnyPage) -> None:
    table = table_in_play(page)
    page.go("play", table=table["id"])
    page.until(lambda: page.all(".hand.mine button.card"))
    facts = translated(page, ".facts")
    assert "«Tricks left»" in facts
    assert "«13»" in facts
    page.click(".hand.mine button.card:not([aria-disabled])")
    page.until(lambda: cards_left(page) == 15 and "12" in page.text(".facts"))
    page.until(lambda: page.all(".hand.mine button.card"))
    shown = page.text(".at-table")
    page.run(TRANSLATE)
    page.press("h")
    page.until(lambda: page.all(".hint .figures + p"))
    page.run(TRANSLATE)
    page.press("u")
    page.until(lambda: cards_left(page) == 16)
    page.until(lambda: "Tricks left13" in page.text(".facts"))
    assert "«" not in page.text(".facts")
    # As it is without a translator.
    page.driver.refresh()
    page.until(lambda: page.all(".hand.mine button.card"))
    assert "Tricks left13" in page.text(".facts")
    assert "Tricks left12" in shown


def test_a_hand_that_is_translated_again_and_again_is_played_to_its_end(page: AnyPage) -> None:
    page.go("play")
    table = table_in_play(page, done=9)
    page.go("play", table=table["id"])
    page.until(lambda: page.all(".cloth"))
    page.run(f"setInterval(() => {{ (function () {{ {TRANSLATE} }})(window.page) }}, 50)")

    def ends() -> bool:
        page.run("""const next = document.querySelector(
            ".cloth .middle > .button, .hand.mine button.card:not([aria-disabled])");
            next?.click()""")
        return bool(page.all(".ended"))

    page.until(ends)
    played = page.ask("table", {"id": table["id"]})
    rows = page.run("""return [...document.querySelectorAll(".ended tbody tr")]
        .map((row) => row.children[1].textContent.replace(/[«»]/g, ""))""")
    taken = [seat["taken"] for seat in played["deal"]["seats"]]
    own = played["deal"]["seat"]
    assert [int(count) for count in rows] == [taken[(own + n) % 3] for n in range(3)]
    assert "is to play" not in page.text(".at-table")


@pytest.mark.parametrize("tab", ["analysis", "practice", "play"])
def test_every_tab_goes_on_when_it_is_translated(page: AnyPage, tab: str) -> None:
    page.go("play")
    page.until(lambda: page.all(".games .button"))
    page.run(TRANSLATE)
    page.driver.execute_script("location.hash = `#/${arguments[0]}`", tab)
    page.until(lambda: page.text("nav [aria-current]").strip("«»").lower() == tab)
    page.until(lambda: page.all("main h1") and not page.all(".loading"))
    page.run(TRANSLATE)
    page.click("#settings")
    page.until(lambda: page.all("dialog[open]"))
    assert "Theme" in page.text("dialog")
    page.run(TRANSLATE)
    page.click("dialog .bar .button")
    page.until(lambda: not page.all("dialog"))


def test_the_document_asks_not_to_be_translated(page: AnyPage) -> None:
    page.go("play")
    assert page.run("return document.documentElement.translate") is False
    assert page.all("meta[name=google][content=notranslate]")


# Without a clipboard.


def refused_text(page: Page) -> str:
    return str(page.until(lambda: page.text(".notice .to-copy")))


@no_clipboard
def test_what_cannot_be_copied_is_shown_not_called_copied(without: AnyPage) -> None:
    page = without
    page.go("practice", puzzle=PUZZLE_CODE)
    page.until(lambda: page.all(".practice-task .bar"))
    page.press_button("Copy the link")
    assert refused_text(page).endswith(f"#/practice?puzzle={PUZZLE_CODE}")
    assert "copied" not in page.text("body")

    day = page.ask("day-table", {"day": "2026-11-23"})
    over = moved_until(page.ask, day, is_over, first_action)
    page.go("play", table=over["id"])
    page.press("n")
    page.until(lambda: page.all(".ended"))
    page.press_button("Copy the result")
    assert refused_text(page) == over["result"]
    assert "copied" not in page.text("body")
    for size, dark in ((PHONE, True), (DESKTOP, False)):
        page.size(size, dark=dark)
        assert (page.overflow(), page.findings()) == (0, [])

    page.go("play", hand=over["link"])
    # Until the library has loaded, the page offers to play the hand.
    page.press_button("Copy it")
    page.until(lambda: "Copy the text above yourself." in page.text(".notice"))
    assert "Copied" not in page.text("body")

    page.go("analysis", start=END)
    page.click("#link")
    page.until(lambda: "does not allow copying. Copy this yourself: http" in page.text("#news"))


@pytest.mark.parametrize("without", ["", NO_CLIPBOARD], ids=["safe", "unsafe"], indirect=True)
def test_what_is_copied_is_said_to_be(without: AnyPage) -> None:
    page = without
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions",
        {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]},
    )
    page.go("practice", puzzle=PUZZLE_CODE)
    page.until(lambda: page.all(".practice-task .bar"))
    page.press_button("Copy the link")
    page.until(lambda: "Link copied" in page.text(".practice-task"))
    copied = page.run("return Clipboard.prototype.readText.call(window.own ?? navigator.clipboard)")
    assert copied.endswith(f"#/practice?puzzle={PUZZLE_CODE}")
    assert not page.all(".notice")


# Without storage.


def backup(folder: Path) -> Path:
    """A file of two sessions, and of values."""
    sessions = ["game clubs\nseed 1\n", "game clag\nseed 2\n"]
    kept = {"theme": '"dark"', "name": '"Lee"'}
    file = folder / "all.json"
    file.write_text(json.dumps({"clumond": 1, "sessions": sessions, "kept": kept}))
    return file


@no_storage
def test_a_backup_is_restored_where_values_cannot_be_stored(
    without: AnyPage, tmp_path: Path
) -> None:
    page = without
    before = len(page.sessions())
    page.go("play")
    page.open_file(backup(tmp_path))
    page.until(lambda: "2 sessions imported" in page.text(".notice.good"))
    assert "does not store the settings and the practice" in page.text(".notice.error")
    assert len(page.sessions()) == before + 2
    # The values last as long as the page.
    page.click("button[aria-label='Options … Clubs']")
    values = "return [...document.querySelectorAll('dialog input')].map((field) => field.value)"
    page.until(lambda: "Lee" in page.run(values))


@no_storage
def test_what_cannot_be_stored_lasts_as_long_as_the_page(without: AnyPage) -> None:
    page = without
    page.go("practice", puzzle=PUZZLE_CODE)
    page.until(lambda: "counts until you close the page" in page.text(".notice"))
    page.click("#settings")
    page.choose("#theme", "green")
    page.until(lambda: page.run("return document.documentElement.dataset.theme") == "green")
    page.click("dialog .bar .button")
    page.click(".held.legal[data-card=C9]")
    page.until(lambda: "0 of 1" in page.text(".record"))
    page.run("location.hash = '#/analysis'")
    page.until(lambda: page.all(".analysis"))
    page.run("location.hash = '#/practice'")
    page.until(lambda: "0 of 1" in page.text(".record"))
    # A text to review, which links name no more than that.
    session = Session(ClumondGame(hands=1), 5)
    session.play_out(
        lambda state: next(
            (action for action in state.legal_actions if isinstance(action, Pass)),
            state.legal_actions[0],
        )
    )
    page.run("location.hash = '#/analysis'")
    page.click("#enter")
    page.until(lambda: page.all("#text"))
    page.run(
        """const field = document.getElementById("text"); field.value = arguments[0];
        field.dispatchEvent(new Event("input", { bubbles: true }));""",
        str(session),
    )
    page.click("#entered")
    page.until(lambda: page.all(".analysis.of-played"))


# Other keys.

# The key that says "h" in other layouts, with Caps Lock, and of a Chinese input method.
HINTS = ["h", "H", "р", "Р", "η", "Η", "ה", "Process"]


@pytest.mark.parametrize("key", HINTS)
def test_a_letter_s_key_is_known_on_every_layout(page: AnyPage, key: str) -> None:
    page.go("play", table=table_in_play(page)["id"])
    page.until(lambda: page.all(".hand.mine button.card"))
    page.type_key(key, "KeyH")
    page.until(lambda: page.all(".panel.hint"))
    page.type_key("?", "Digit7", modifiers=8)
    page.until(lambda: "these keys" in page.text("dialog"))


def test_a_latin_layout_s_own_letters_count_not_their_places(page: AnyPage) -> None:
    page.go("play", table=table_in_play(page)["id"])
    page.until(lambda: page.all(".hand.mine button.card"))
    # Dvorak has the d, and the point, where others have the h and the e.
    page.type_key("d", "KeyH")
    page.type_key("ş", "KeyS")
    page.type_key("'", "KeyR")
    page.type_key("h", "KeyJ")
    page.until(lambda: page.all(".panel.hint"))
    assert not page.all("dialog")


def test_a_held_key_takes_back_one_card(page: AnyPage) -> None:
    page.go("play", table=table_in_play(page, done=3)["id"])
    page.until(lambda: page.all(".hand.mine button.card") and cards_left(page) == 13)
    for number in range(6):
        page.type_key("u", "KeyU", autoRepeat=number > 0)
    page.release_key("u", "KeyU")
    page.until(lambda: cards_left(page) == 14)
    for _ in range(6):
        page.type_key("u", "KeyU", autoRepeat=True)
    page.press("p")
    page.until(lambda: page.all("aside[aria-label='Beside the table']"))
    assert cards_left(page) == 14
    page.press("u")
    page.until(lambda: cards_left(page) == 15)


def test_a_held_enter_presses_a_button_once(page: AnyPage) -> None:
    page.go("play", table=table_in_play(page, done=3)["id"])
    page.until(lambda: page.all(".hand.mine button.card") and cards_left(page) == 13)
    page.run("document.querySelector('.tools button[aria-keyshortcuts=u]').focus()")
    enter = {"windowsVirtualKeyCode": 13, "text": "\r"}
    for number in range(6):
        page.type_key("Enter", "Enter", autoRepeat=number > 0, **enter)
    page.until(lambda: cards_left(page) == 14)
    page.press("p")
    page.until(lambda: page.all("aside[aria-label='Beside the table']"))
    assert cards_left(page) == 14


def test_a_held_arrow_steps_on(page: AnyPage) -> None:
    page.go("analysis", start=END, cards="S3.SK.D8", at="3")
    page.until(lambda: "3 of 3" in page.text("#steps"))
    for _ in range(3):
        page.type_key("ArrowLeft", "ArrowLeft", autoRepeat=True)
    page.until(lambda: "0 of 3" in page.text("#steps"))


# Names.


def test_a_person_with_a_name_is_addressed_all_the_same(page: AnyPage) -> None:
    page.go("play")
    page.run("localStorage.setItem('clumond.name', JSON.stringify('Lee'))")
    session = Session(ClumondGame(hands=1), 5)
    session.play_out(lambda state: state.legal_actions[0])
    table = page.ask("session-open", {"text": str(session)})
    seating = {"names": ["Lee", "Ada", "Ben"], "levels": ["easy"] * 3}
    page.ask("table-change", {"id": table["id"], "at": table["at"], **seating})
    page.go("play", table=table["id"])
    page.press("n")
    page.until(lambda: page.all(".ended"))
    assert "Lee" in page.text(".ended table")
    assert page.text(".verdict").split()[0] in {"You", "Ada", "Ben"}
    assert "Lee" not in page.text(".verdict")
    assert "Lee win" not in page.text(".notice.good")
