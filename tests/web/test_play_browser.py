"""Play in a real browser: whole sessions through the page, with a reload in the middle of each.

The whole sessions are slow: `.ci/extended` runs them.
"""

from __future__ import annotations

import errno
import functools
import json
import os
import random
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clumond_solver import web
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clag.schemes import MCLEOD
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.registry import load_games, new_game
from clumond_solver.games.sessions import Session
from clumond_solver.games.texts import lessons_of
from clumond_solver.rules.actions import Declare, Pass
from clumond_solver.rules.states import FactKind
from tests.samples import EXAMPLES
from tests.web.browser import DESKTOP, LOOKS, NEEDS_BROWSER, PHONE, Page, webdriver
from tests.web.editions import SERVED, Edition
from tests.web.tables import is_over, is_persons, last_action, moved, moved_until, passed_or_first

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytestmark = NEEDS_BROWSER
whole_sessions = pytest.mark.skipif(
    not os.environ.get("CLUMOND_WHOLE_SESSIONS"),
    reason="takes many minutes: .ci/extended runs it",
)

# Does the next thing that the page asks for, and says what it was; empty while others act. Of
# calls and cards the one of the number given is chosen.
DO_NEXT = """
const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => !each.disabled);
const number = arguments[0];
const press = (found, what) => { found.click(); return what; };
const one = (found) => found[number % found.length];
const dialog = all("dialog[open] .bar button, dialog[open] .name-row button");
if (dialog.length) return press(one(dialog), "way");
const button = (text) => all("button").find((each) => each.textContent.trim().startsWith(text));
if (button("See the result")) return press(button("See the result"), "result");
if (button("Continue")) return press(button("Continue"), "trick");
if (document.querySelector(".ended")) {
  const next = all(".ended .button.main")[0];
  return next?.tagName === "BUTTON" ? press(next, "deal") : next ? "finished" : "";
}
const hasPicked = all(".hand button[aria-pressed='true']").length;
const aside = button("Lay aside") ?? (hasPicked ? button("Pass") : undefined);
const picks = all(".hand button[aria-pressed='false']");
if (aside) return press(aside, "aside");
if (picks.length) return press(one(picks), "pick");
if (button("Call these rules")) return press(button("Call these rules"), "rules");
const calls = all(".calls .button");
if (calls.length) return press(one(calls), "call");
const cards = all(".hand button.card:not([aria-disabled])");
if (cards.length) return press(one(cards), "card");
return "";
"""


# The cards that what is said covers, how far that is from the middle, and what leaves the felt.
COVERED = """
const box = (element) => element.getBoundingClientRect();
const all = (selector) => [...document.querySelectorAll(selector)];
const [felt, cloth] = [".felt", ".cloth"].map((selector) => box(document.querySelector(selector)));
const said = all(".middle > *").map(box);
const left = Math.min(...said.map((part) => part.left));
const right = Math.max(...said.map((part) => part.right));
const isSaidOver = ({ left, right, top, bottom }) => said.some((part) =>
    part.left < right && left < part.right && part.top < bottom && top < part.bottom);
const names = (elements) => elements.map((element) => element.textContent);
return [names(all(".laid").filter((laid) => isSaidOver(box(laid)))),
    (left + right - cloth.left - cloth.right) / 2,
    names(all(".felt .card, .felt .seat").filter((part) => box(part).bottom > felt.bottom))];
"""


class Browser(Page):
    """A browser in which what is not drawn yet is waited for."""

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def press_button(self, selector: str, text: str = "") -> None:
        """Press the first of these buttons whose text begins so."""
        script = """const found = [...document.querySelectorAll(arguments[0])].find((each) =>
            !each.disabled && each.textContent.trim().startsWith(arguments[1]));
            found?.click(); return found !== undefined;"""
        self.until(lambda: self.run(script, selector, text))

    def keys(self, *keys: str) -> None:
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def shows(self, text: str) -> bool:
        return text in self.text("body")


PAGE = Browser


@pytest.fixture
def place(site: Edition) -> Edition:
    return site


def begin(browser: Browser, place: Edition, game: str, **options: str) -> None:
    """Agree on a game and sit down, by the page's own form."""
    browser.go("play")
    browser.until(lambda: browser.shows(game))
    browser.run("localStorage.setItem('clumond.level', JSON.stringify('easy'))")
    browser.press_button(f"button[aria-label='Options … {game}']")
    titles = {
        option["name"]: listed["words"]["options"].get(
            option["name"], option["name"].replace("_", " ")
        )
        for listed in browser.ask("games", {})["games"]
        for option in listed["options"]
        if listed["title"] == game
    }
    for name, value in options.items():
        agree(browser, titles[name][0].upper() + titles[name][1:], value)
    browser.press_button("dialog button", "Deal")
    browser.until(lambda: browser.all(".cloth"))


def agree(browser: Browser, label: str, value: str) -> None:
    """Give a field of the form a value."""
    script = """const label = [...document.querySelectorAll("dialog label")]
            .find((each) => each.textContent === arguments[0]);
        const field = label && document.getElementById(label.htmlFor);
        if (!field) return false;
        field.value = arguments[1];
        const kind = field.tagName === "SELECT" ? "change" : "input";
        field.dispatchEvent(new Event(kind, { bubbles: true }));
        return true;"""
    browser.until(lambda: browser.run(script, label, value))


def play(browser: Browser, done: str = "finished", most: int = 20_000, *, start: int = 0) -> int:
    """Do what the page asks for until it has asked for this; how many things were done."""
    for number in range(start, start + most):
        if browser.until(functools.partial(browser.run, DO_NEXT, number * 7)) == done:
            return number
    raise AssertionError(f"{most} things done, and never {done}")


def until_turn(browser: Browser) -> None:
    """Look at full tricks until it is the person's turn to play a card."""

    def there() -> bool:
        if browser.all("dialog[open], .cloth .middle > .button"):
            browser.run(DO_NEXT, 0)
            return False
        return bool(browser.all(".hand.mine button.card"))

    browser.until(there)


def pass_and_play(browser: Browser, seed: int = 7) -> None:
    """Sit down at a hand in which the person has passed, and come to his turn to play."""
    table = browser.ask("session-new", {"game": "clumond", "seed": seed, "levels": ["easy"] * 3})
    table = moved_until(browser.ask, table, lambda now: now["deal"]["phase"] != "calls", "pass")
    browser.go("play", table=table["id"])
    until_turn(browser)


def told(browser: Browser) -> dict[str, Any]:
    """What stands on the page of the session, whatever else is open."""
    return {
        "hand": browser.run("return [...document.querySelectorAll('.hand [data-card]')]"
                            ".map((each) => each.dataset.card)"),
        "seats": [re.sub(r"\s+", " ", each.text) for each in browser.all(".seat")],
        "facts": re.sub(r"\s+", " ", browser.text(".facts")),
    }  # fmt: skip


def settled(browser: Browser) -> dict[str, Any]:
    """The same once nothing changes any more."""
    before: dict[str, Any] = {}
    for _ in range(200):
        now = told(browser)
        if now == before and now["hand"]:
            return now
        before = now
        time.sleep(0.25)
    raise AssertionError(f"the page does not come to rest: {before}")


def play_session(browser: Browser, place: Edition, game: str, **options: str) -> Session[Any]:
    """A whole session, with a reload after the first deals and in the middle of one."""
    begin(browser, place, game, **options)
    at = play(browser, "deal")
    at = play(browser, "card", start=at + 1)
    before = settled(browser)
    address = browser.driver.current_url
    browser.driver.get("about:blank")
    browser.driver.get(address)
    browser.until(lambda: browser.all(".hand"))
    assert settled(browser) == before
    play(browser, start=at + 1)
    [session] = browser.sessions()
    assert session.is_finished
    totals = [str(total) for total in session.standing.totals]
    shown = browser.run("return [...document.querySelectorAll('.ended tbody tr')]"
                        ".map((row) => row.lastElementChild.textContent)")  # fmt: skip
    assert shown == totals
    return session


def test_a_hand_is_played_by_clicks_and_ends_with_all_hands_and_a_review(
    browser: Browser, place: Edition
) -> None:
    begin(browser, place, "Clumond", hands="1")
    play(browser)
    assert browser.sessions()[0].is_finished
    dealt = browser.all(".ended .dealt")
    assert [each.is_displayed() for each in dealt] == [True] * 3
    [review] = browser.all(".ended a[href^='#/analysis']")
    assert re.search(r"table=[\w-]{16}&deal=1", review.get_attribute("href"))


def test_the_strains_stand_in_one_row_and_an_untouched_table_is_not_listed(
    browser: Browser, place: Edition
) -> None:
    rows = """return [...document.querySelectorAll(".calls .bar button")]
        .map((each) => Math.round(each.getBoundingClientRect().top))"""
    for _ in range(20):
        begin(browser, place, "Clumond")
        browser.until(lambda: browser.all(".calls .bar button, .hand.mine button.card"))
        browser.run("location.hash = '#/play'")
        browser.until(lambda: browser.all(".lobby .sessions, .lobby .panel > p.soft"))
        assert browser.all(".sessions") == []
        browser.driver.back()
        browser.until(lambda: browser.all(".cloth"))
        if browser.all(".calls .bar button"):
            break
    for size in (1280, 650), (1024, 768), (768, 1024), (390, 844), (360, 740):
        browser.size(size)
        tops = browser.run(rows)
        assert (len(tops), len(set(tops))) == (5, 1), size
    browser.press_button(".tools button", "Hint")
    browser.until(lambda: browser.all(".hint .figures"))
    for row in browser.all(".hint .figures > span"):
        assert row.text[0].isupper(), row.text
    browser.press_button(".calls button", "Pass")
    browser.until(lambda: not browser.all(".calls button"))
    browser.run("location.hash = '#/play'")
    browser.until(lambda: len(browser.all(".sessions li")) == 1)


def test_a_deal_of_clag_says_its_cards_once(browser: Browser, place: Edition) -> None:
    begin(browser, place, "Clag")
    assert re.match(r"Deal ?1 \(1 card\)", told(browser)["facts"])
    assert "Kind" not in told(browser)["facts"]


def test_what_all_bids_begin_with_is_said_once(browser: Browser, place: Edition) -> None:
    table = browser.ask("session-new", {"game": "clag", "seed": 9, "levels": ["easy"] * 4})
    table = moved_until(
        browser.ask, table, lambda now: now["number"] == 3 and now["deal"]["legal"]["calls"]
    )
    browser.go("play", table=table["id"])
    browser.until(lambda: browser.all(".calls .saying"))
    texts = [button.text for button in browser.all(".calls button")]
    assert (browser.text(".calls .saying").strip(), texts) == ("Nominate", ["0", "1", "2", "3"])


def test_a_lead_for_another_suit_is_marked_with_its_own_figure(
    browser: Browser, place: Edition
) -> None:
    def may_lead_for_another(table: Any) -> bool:
        legal = table["deal"]["legal"]["cards"]
        return is_persons(table) and any(" for " in choice["action"] for choice in legal)

    table = browser.ask("session-new", {"game": "clubs", "seed": 2, "levels": ["easy"] * 4})
    table = moved_until(browser.ask, table, may_lead_for_another, last_action)
    browser.go("play", table=table["id"])
    until_turn(browser)
    browser.press_button(".tools button", "Hint")
    browser.until(lambda: browser.all(".hint .figures + p"))
    browser.until(lambda: "Simulating games" not in browser.text(".hint"))
    assert browser.all(".hand .card.best .note")


def test_the_first_card_is_three_clicks_away(browser: Browser, place: Edition) -> None:
    browser.go("play")
    browser.press_button("button[aria-label='Play Clumond']")
    browser.until(lambda: browser.run(DO_NEXT, 0) == "card" or None)


def test_a_hand_is_played_by_the_keyboard_alone(browser: Browser, place: Edition) -> None:
    from selenium.webdriver.common.keys import Keys

    def tab_to(selector: str) -> None:
        for _ in range(60):
            if browser.run("return document.activeElement.matches(arguments[0])", selector):
                return
            browser.keys(Keys.TAB)
        raise AssertionError(f"{selector} is out of the keyboard's reach")

    browser.go("play")
    browser.until(lambda: browser.all("button[aria-label='Play Clumond']"))
    tab_to("button[aria-label='Play Clumond']")
    browser.keys(Keys.ENTER)
    browser.until(lambda: browser.all(".cloth"))

    def holds_fewer(cards: int) -> bool:
        return len(browser.all(".hand .card")) < cards

    in_hand = "return document.activeElement.closest('.hand') !== null"
    played = 0
    while not browser.all(".ended"):
        if browser.all(".cloth .middle > .button"):
            browser.press("n")
        elif browser.all(".calls .button"):
            tab_to(".calls .button")
            browser.keys(Keys.ENTER)
            browser.until(lambda: not browser.all(".calls .button"))
        elif browser.all(".hand.mine button.card:not([aria-disabled])"):
            held = len(browser.all(".hand .card"))
            if played or browser.run(in_hand):
                browser.until(lambda: browser.run(in_hand))
                browser.keys(Keys.ARROW_RIGHT)
            else:
                tab_to(".hand button.card:not([aria-disabled])")
            browser.keys(Keys.ENTER)
            browser.until(functools.partial(holds_fewer, held))
            played += 1
        time.sleep(0.05)
    assert played == 13
    browser.until(lambda: browser.run("return document.activeElement.matches('.ended .button')"))
    assert browser.text("[role=status]")


def test_hint_take_back_and_helper(browser: Browser, place: Edition) -> None:
    begin(browser, place, "Clubs")
    play(browser, "card")
    browser.until(lambda: browser.all("dialog[open]") or len(browser.all(".hand .card")) == 12)
    if browser.all("dialog[open]"):  # the card can be played in several ways
        play(browser, "way")
    browser.until(lambda: len(browser.all(".hand .card")) == 12)
    until_turn(browser)
    browser.press("h")
    browser.until(lambda: browser.all(".hint .figures"))
    count = len(browser.all(".hand .card"))
    browser.press("u")
    browser.until(lambda: len(browser.all(".hand .card")) == count + 1)
    helper = browser.all("aside[aria-label=Helper]")
    browser.press("p")
    browser.until(lambda: len(browser.all("aside[aria-label=Helper]")) != len(helper))


def test_a_hint_comes_into_view_on_a_small_phone(browser: Browser, place: Edition) -> None:
    browser.size(PHONE)
    pass_and_play(browser)
    browser.press_button(".tools button", "Hint")
    bottom = "return document.querySelector('.hint > .button').getBoundingClientRect().bottom"
    browser.until(lambda: browser.run(bottom) <= PHONE[1])
    browser.size(DESKTOP)


def test_no_column_of_a_result_is_cut_off_on_a_phone(browser: Browser, place: Edition) -> None:
    table = browser.ask("session-new", {"game": "clumond", "seed": 7})
    over = moved_until(browser.ask, table, is_over, passed_or_first)
    browser.size(PHONE)
    browser.go("play", table=over["id"])
    browser.until(lambda: browser.all(".ended"))
    script = """const box = document.querySelector(".ended .scroller");
        return box.scrollWidth <= box.clientWidth"""
    assert browser.run(script)
    browser.size(DESKTOP)


def test_the_hand_is_in_sight_on_a_phone_on_its_side(browser: Browser, place: Edition) -> None:
    browser.size((844, 390))
    pass_and_play(browser)
    bottom = "return document.querySelector('.hand').getBoundingClientRect().bottom"
    assert browser.run(bottom) <= 390
    browser.size(DESKTOP)


def test_a_table_that_agrees_on_signals_says_so(browser: Browser, place: Edition) -> None:
    browser.go("play")
    browser.press_button("button[aria-label='Options … Clumond']")
    assert "Signals of the defence" in browser.text("dialog")
    browser.press("\ue00c")
    agreed = {
        "game": "clumond",
        "seed": 7,
        "levels": ["easy"] * 3,
        "options": {"signals": "author"},
    }
    table = browser.ask("session-new", agreed)
    browser.go("play", table=table["id"])
    browser.press_button(".calls button", "♣")
    browser.until(lambda: browser.all(".hand.mine button.card"))
    helper = browser.text("aside[aria-label=Helper]")
    assert "At this table all keep to them." in helper
    assert "do not signal" not in helper
    assert "Signalsthe author's" in browser.text(".at-table")


def test_a_conceded_hand_ends_quickly_and_says_why_it_failed(
    browser: Browser, place: Edition
) -> None:
    table = browser.ask("session-new", {"game": "clumond", "seed": 7, "levels": ["easy"] * 3})
    browser.go("play", table=table["id"])
    browser.press_button(".calls button", "♣")
    browser.until(lambda: browser.all(".hand.mine button.card"))
    browser.press_button(".tools button", "Options")
    browser.run("""window.pauses = 0;
        const start = setTimeout;
        window.setTimeout = (act, pause = 0, ...given) => {
            window.pauses += pause;
            return start(act, pause, ...given);
        };""")
    browser.press_button("dialog button", "Concede")
    browser.press_button(".cloth .middle > .button", "See the result")
    # Forty cards that wait for nobody; at the usual speed they wait 14 seconds.
    assert browser.run("return window.pauses") < 3000
    assert re.match(
        r"You failed: your cards .* ask for .* tricks, and you have", browser.text(".ended")
    )


def test_a_declarer_is_named_until_the_first_trick_is_complete(
    browser: Browser, place: Edition
) -> None:
    pass_and_play(browser, seed=4)
    assert "declared" in browser.text(".cloth .status")


def at_a_played_hand(browser: Browser, *, declarer: int | None) -> None:
    """Sit down, as player 0, to play in a hand that a player declared in spades, or nobody."""
    session = Session(ClumondGame(hands=1), 5)
    while session.state.play is None:
        is_his = session.player_to_act == declarer
        session.push(Declare(Strain.SPADES) if is_his else Pass())
    while session.player_to_act != 0:
        session.push(session.state.legal_actions[0])
    table = browser.ask("session-open", {"text": str(session)})["id"]
    browser.go("play", table=table)
    until_turn(browser)


def test_a_defender_is_shown_his_partner_and_marks_no_cards_for_a_target(browser: Browser) -> None:
    for dark in (False, True):
        browser.size(DESKTOP, dark=dark)
        at_a_played_hand(browser, declarer=1)
        [partner] = [seat for seat in browser.all(".seat") if "partner" in seat.text]
        assert "declared" not in partner.text
        assert partner.get_attribute("aria-label").endswith(", your partner")
    helper = browser.text("aside")
    assert "What declarer's cards count" in helper
    assert "Within declarer's reach" in helper
    assert "You want" not in helper
    assert "Mark to keep" not in browser.text(".at-table")
    browser.press("k")
    assert not browser.all(".hand button.card[aria-pressed]")
    browser.size(DESKTOP)


@pytest.mark.parametrize("declarer", [0, None])
def test_whoever_has_a_target_marks_cards_for_it(browser: Browser, declarer: int | None) -> None:
    at_a_played_hand(browser, declarer=declarer)
    assert "partner" not in browser.text(".felt")
    assert "What your cards count" in browser.text("aside")
    browser.press_button(".tools button", "Mark to keep")
    for _ in range(3):
        browser.click(".hand button.card[aria-pressed=false]")
    assert "You want" in browser.text("aside")


@pytest.mark.parametrize("declarer", [0, 1, None])
def test_only_a_call_s_figures_have_a_note_on_chances_of_declaring(
    browser: Browser, declarer: int | None
) -> None:
    at_a_played_hand(browser, declarer=declarer)
    browser.press("h")
    note = browser.until(lambda: browser.text(".hint .figures ~ .small-text"))
    assert note.startswith("Figures: ")
    assert "if you follow every hint." in note
    assert "Per cent" not in note


def test_a_call_s_figures_have_a_note_on_chances_of_declaring(browser: Browser) -> None:
    table = browser.ask("session-new", {"game": "clumond", "guided": True})
    browser.go("play", table=table["id"])
    note = browser.until(lambda: browser.text(".hint .figures ~ .small-text"))
    assert "if you follow every hint. Per cent: how likely you are to succeed as declarer" in note
    browser.click(".hint > .button")
    # Against medium players the chance of a card is higher than in the games, not lower.
    browser.until(
        lambda: "if you follow every hint. Games that the text counts" in browser.text(".hint")
    )


def test_who_names_the_trumps_of_clag_is_no_declarer_to_beat(browser: Browser) -> None:
    session = Session(ClagGame(3, scheme=MCLEOD), 5)
    while session.player_to_act != 0 or session.state.play is None or session.standing.deals < 13:
        session.push(session.state.legal_actions[0])
    assert FactKind.DECLARED in [
        fact.kind for fact in session.state.facts(int(session.state.seat_to_act))
    ]
    table = browser.ask("session-open", {"text": str(session)})["id"]
    browser.go("play", table=table)
    browser.until(lambda: "Within your reach" in browser.text("aside"))


def test_the_helper_says_when_no_total_is_in_reach(browser: Browser) -> None:
    session, source = Session(ClumondGame(), 0), random.Random(1)
    state = session.state
    while session.player_to_act != 0 or FactKind.OUT_OF_REACH not in [
        aid.kind for aid in state.aids(int(state.seat_to_act))
    ]:
        calls = [action for action in state.legal_actions if isinstance(action, Pass)]
        session.push(source.choice(calls or list(state.legal_actions)))
        state = session.state
    table = browser.ask("session-open", {"text": str(session)})["id"]
    browser.go("play", table=table)
    browser.until(lambda: "Out of reach" in browser.text("aside"))
    assert "You can no longer make it." in browser.text("aside")
    assert "Within your reach" not in browser.text("aside")


@pytest.mark.parametrize(
    ("game", "end"),
    [
        ("clumond", "aside .look"),
        ("clag", ".calls"),
        ("clubs", ".at-table .hand"),
        ("clabberjass", ".at-table .hand"),  # the opponent may have accepted the turned suit
    ],
)
def test_the_lessons_are_gone_through_and_end_in_a_game(
    browser: Browser, place: Edition, game: str, end: str
) -> None:
    """Each question is answered by trying its answers until one is right."""
    browser.go("play")
    browser.press_button(f"button[aria-label='Learn {game.title()}']")
    answers = "[aria-label=Answers] button, .lesson-felt button.card"
    pressed = "return document.querySelectorAll(arguments[0])[arguments[1]].ariaPressed"

    def is_pressed(at: int) -> bool:
        return bool(browser.run(pressed, answers, at) == "true")

    tried, done = 0, 0
    while not browser.all(".cloth"):
        if browser.all(".lesson-said.good button"):
            browser.click(".lesson-said.good button")
            tried, done = 0, done + 1
            browser.until(lambda: not browser.all(".lesson-said.good button"))
        elif browser.all(answers):
            browser.run(
                "document.querySelectorAll(arguments[0])[arguments[1]].click()", answers, tried
            )
            # The reply to this answer, not to the one before.
            browser.until(functools.partial(is_pressed, tried))
            assert browser.text(".lesson-said").startswith(("Yes. ", "No. "))
            gap = browser.run("""const box = (of) => document.querySelector(of)
                .getBoundingClientRect();
                return box(".lesson-said").top - box(".lesson-felt").bottom""")
            assert gap < 80  # no more than a line of buttons
            tried += 1
    needed = [lesson for lesson in lessons_of(game) if not lesson.is_variant]
    assert done == sum(len(lesson.steps) for lesson in needed) >= 5
    browser.until(lambda: browser.all(end))


def test_on_a_phone_the_guide_s_sheet_covers_no_button(browser: Browser, place: Edition) -> None:
    browser.size((390, 844))
    table = browser.ask("session-new", {"game": "clumond", "guided": True})
    browser.go("play", table=table["id"])
    # In play a long reason covers the tools until the page is scrolled to its end.
    edges = """const edge = (of) => document.querySelector(of).getBoundingClientRect();
        if (!document.querySelector(".calls")) scrollTo(0, document.body.scrollHeight);
        return edge(".guided .hint").top - edge(".tools").bottom"""
    shown = """return document.querySelector(".guided .hint > .button")
        .getBoundingClientRect().bottom <= innerHeight"""
    for _ in range(2):
        browser.until(lambda: "What to look at" in browser.text(".guided .hint"))
        browser.until(lambda: browser.all(".guided .hint > .button"))
        assert browser.run(edges) >= 0
        assert browser.run(shown)
        if browser.all(".calls"):
            browser.click(".calls .bar button:nth-of-type(2)")
            browser.until(lambda: not browser.all(".calls"))
    browser.until(lambda: browser.all(".hand .best"))
    reason = 'document.querySelector(".hint .figures + p")'
    button = 'document.querySelector(".guided .hint > .button").getBoundingClientRect().top'
    browser.until(
        lambda: browser.run(f"return {reason}.getBoundingClientRect().bottom <= {button} + 4")
    )
    browser.size(DESKTOP)


def test_a_guided_hand_takes_a_click_a_trick(browser: Browser, place: Edition) -> None:
    table = browser.ask("session-new", {"game": "clumond", "guided": True})
    browser.go("play", table=table["id"])
    for _ in range(3):
        browser.click(".hint > .button")
        browser.until(lambda: not browser.all(".hint > .button"))
    browser.until(lambda: browser.all(".hint > .button"))
    assert "Tricks left11" in browser.text(".facts")


def test_a_trick_clears_by_itself_or_at_a_click(browser: Browser, place: Edition) -> None:
    pass_and_play(browser)
    for left in ("12", "11"):
        browser.click(".hand.mine button.card:not([aria-disabled])")
        browser.until(lambda: browser.all(".cloth .laid.wins"))
        assert browser.all(".cloth .middle > .button") == []
        if left == "11":
            clears = """document.querySelector(".cloth").click();
                setTimeout(() => arguments[0](!document.querySelector(".laid.wins")), 100)"""
            assert browser.driver.execute_async_script(clears)
        browser.until(lambda: browser.all(".hand.mine button.card"))
        assert f"Tricks left{left}" in browser.text(".facts")


def test_on_a_phone_continue_covers_no_card(browser: Browser, place: Edition) -> None:
    browser.size((390, 844), still=True)
    pass_and_play(browser)
    browser.click(".hand.mine button.card:not([aria-disabled])")
    browser.until(lambda: browser.all(".cloth .middle > .button"))
    edges = """const edge = (of) => document.querySelector(of).getBoundingClientRect();
        const laid = [...document.querySelectorAll(".cloth .laid .card")];
        return Math.max(...laid.map((card) => card.getBoundingClientRect().top))
            - edge(".middle > .button").bottom"""
    assert browser.run(edges) >= 0
    browser.size(DESKTOP)


@pytest.mark.parametrize(("game", "players"), [("clabberjass", 2), ("clubs", 4), ("clag", 5)])
def test_what_is_said_is_in_the_middle_and_covers_no_card(
    browser: Browser, place: Edition, game: str, players: int
) -> None:
    terms = {"players": str(players), "scheme": "scottish"} if game == "clag" else {}
    table = browser.ask("session-new", {"game": game, "seed": 7, "options": terms})

    def has_a_full_trick(table: Any) -> bool:
        tricks = table["deal"]["tricks"]
        return bool(tricks) and len(tricks[-1]["cards"]) == players

    # The last call is no pass: nothing is played if everybody passes.
    table = moved_until(browser.ask, table, has_a_full_trick, last_action)
    browser.size(DESKTOP, still=True)  # so that the trick waits
    browser.go("play", table=table["id"])
    browser.until(lambda: browser.all(".middle > .button"))
    for size in DESKTOP, (1280, 650), (390, 844):
        browser.size(size, still=True)
        covered, aside, overflow = browser.run(COVERED)
        assert (covered, overflow) == ([], []), size
        assert abs(aside) < 4, size


def test_cards_to_keep_are_counted_and_a_card_that_is_barred_says_why(
    browser: Browser, place: Edition
) -> None:
    table = browser.ask("session-new", {"game": "clumond", "seed": 7, "levels": ["easy"] * 3})
    table = moved_until(browser.ask, table, lambda now: now["deal"]["barred"], passed_or_first)
    browser.go("play", table=table["id"])
    until_turn(browser)
    browser.click(".hand button.card[aria-disabled]")
    browser.until(lambda: "You hold" in browser.text(".cloth .status"))
    browser.press_button(".tools button", "Mark to keep")
    for _ in range(3):
        browser.click(".hand button.card[aria-pressed=false]")
    kept = browser.run("return [...document.querySelectorAll('.hand .marked')]"
                       ".map((each) => 'DSHC'.indexOf(each.dataset.card[0]))")  # fmt: skip
    assert f"count {sum(kept)}." in browser.text("aside details")
    browser.press("k")
    browser.until(lambda: browser.all(".hand button.card[aria-disabled]"))


def test_a_turn_moves_no_seat_and_no_card_covers_a_hint_s_figure(
    browser: Browser, place: Edition
) -> None:
    pass_and_play(browser)
    assert [call.text for call in browser.all(".seat .said")] == ["Pass"] * 3
    turn = """const seat = document.querySelector(".seat.turn"), size = () =>
            [seat.offsetWidth, seat.offsetHeight], before = String(size());
        seat.querySelector(".to-act").style.display = "none";
        return before === String(size())"""
    assert browser.run(turn)
    browser.press("h")
    browser.until(lambda: browser.all(".hand .note"))
    covered = """return [...document.querySelectorAll(".hand .note")].filter((note) => {
        const box = note.getBoundingClientRect(), middle = box.top + box.height / 2;
        return [box.left + 2, box.left + box.width / 2].some((x) =>
            document.elementFromPoint(x, middle) !== note); }).length"""
    assert browser.run(covered) == 0


@pytest.mark.parametrize(("size", "dark"), LOOKS)
def test_axe_finds_nothing_wrong_at_any_stage(
    browser: Browser, place: Edition, size: tuple[int, int], dark: bool
) -> None:
    browser.size(size, dark=dark)
    browser.go("play")
    browser.until(lambda: browser.shows("Clabberjass"))
    assert browser.findings() == []
    browser.press_button("button[aria-label='Options … Clumond']")
    assert browser.findings() == []
    browser.press("\ue00c")
    begin(browser, place, "Clumond", hands="1")
    # Somebody before the person may have declared.
    browser.until(lambda: browser.all(".calls .button, .hand.mine"))
    browser.press("h")
    browser.until(lambda: browser.all(".hint .figures"))
    assert browser.findings() == []
    for key in "sr?l":
        at = play(browser, "card")
        browser.press(key)
        browser.until(lambda: browser.all("dialog[open]"))
        assert browser.findings() == []
        browser.press("\ue00c")
    play(browser, start=at)
    assert browser.findings() == []
    assert browser.overflow() <= 0


def test_sessions_are_listed_saved_removed_and_opened_again(
    browser: Browser, place: Edition
) -> None:
    begin(browser, place, "Clag", players="3")
    play(browser, "card")
    browser.go("play")
    browser.press_button("button[aria-label^='Save Clag']")
    saved = browser.folder / "clag.session"
    browser.until(saved.exists)
    [session] = browser.sessions()
    browser.until(lambda: Session.parse(saved.read_text()) == session)
    browser.press_button("button[aria-label^='Remove Clag']")
    browser.press_button("dialog button", "Remove it")
    browser.until(lambda: not browser.sessions())
    # A chooser of files opens for a real click only, and would close at once.
    browser.driver.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
    browser.click("#open-session")
    browser.until(lambda: browser.all("#opened-file"))[0].send_keys(str(saved))
    # The first deal of Clag is over after a card.
    browser.until(lambda: browser.all(".cloth, .ended"))
    assert browser.sessions() == [session]


def test_what_is_chosen_at_a_table_that_was_played_on_elsewhere_is_told_not_done(
    browser: Browser, place: Edition
) -> None:
    begin(browser, place, "Clumond")
    play(browser, "card")
    browser.until(lambda: len(browser.all(".hand .card")) == 15)
    until_turn(browser)
    table = browser.ask("table", {"id": browser.address().partition("table=")[2]})
    [card, *_] = table["deal"]["legal"]["cards"]
    browser.ask("table-act", {"id": table["id"], "at": table["at"], "action": card["action"]})
    browser.click(".hand button.card:not([aria-disabled])")
    browser.until(lambda: "continued elsewhere" in browser.text(".notice.error"))


def test_a_session_that_was_played_on_elsewhere_is_not_removed(
    browser: Browser, place: Edition
) -> None:
    table = browser.ask("session-new", {"game": "clubs", "seed": 7})
    for _ in table["players"]:
        table = moved(browser.ask, table)
    browser.go("play")
    browser.until(lambda: browser.all(".games li"))
    assert [button.text for button in browser.all(".lobby .button.main")] == ["Continue"]
    assert browser.run("return document.querySelector('.sessions, .games').className") == "sessions"
    browser.press_button(".sessions button[aria-label='Remove Clubs']")
    now = moved(browser.ask, table)
    browser.press_button("dialog button", "Remove it")
    browser.until(lambda: "continued elsewhere" in browser.text(".notice.error"))
    assert browser.ask("table", {"id": table["id"]}) == now


def test_all_that_one_has_is_taken_over_but_for_what_cannot_be_read(
    browser: Browser, place: Edition, tmp_path: Path
) -> None:
    sessions = ["game clubs\nseed 1\n", "game clubs\nseed\n", "game clag\nseed 2\n"]
    file = tmp_path / "all.json"
    file.write_text(json.dumps({"clumond": 1, "sessions": sessions, "kept": {}}))
    browser.go("play")
    browser.driver.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
    browser.click("#open-session")
    browser.until(lambda: browser.all("#opened-file"))[0].send_keys(str(file))
    browser.until(lambda: "2 sessions imported" in browser.text(".notice.good"))
    assert "session 2 of 3 (line 2: " in browser.text(".notice.error")
    assert len(browser.sessions()) == 2


def test_what_cannot_be_saved_is_played_on_and_the_page_says_so(
    browser: Browser, place: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place.name != SERVED:
        pytest.skip("only a server has a disk that this test can fill")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    begin(browser, place, "Clumond")
    with monkeypatch.context() as patched:
        patched.setattr("clumond_solver.web.store.write_atomically", full)
        play(browser, "card")
        browser.until(lambda: "not being saved (No space left" in browser.text(".notice.error"))
        play(browser, "card")
    # A click while a change is pending does nothing, so one may not be enough.
    browser.until(lambda: [browser.run(DO_NEXT, 0)] and not browser.all(".notice.error"))


def test_a_link_to_a_game_that_is_not_there_shows_those_that_are(browser: Browser) -> None:
    browser.go("play", game="whist")
    browser.until(lambda: "no game called “whist”" in browser.text(".notice.error"))
    browser.until(lambda: "Clag" in browser.text(".games"))


@pytest.mark.parametrize("file", ["ninety_nine.py", "oh_hell.py", "hearts.py"])
def test_a_game_of_ones_own_is_played_and_the_page_names_it_nowhere(
    browser: Browser, place: Edition, file: str
) -> None:
    if place.name != SERVED:
        pytest.skip("games of one's own are played on the page that is served")
    [name] = load_games(EXAMPLES / file)
    begin(browser, place, new_game(name).name)
    play(browser, "deal")
    for code in (Path(web.__file__).parent / "static").rglob("*.js"):
        assert not re.search(r"ninety|oh.?hell|queen of spades", code.read_text(), re.IGNORECASE)


@whole_sessions
def test_twelve_hands_of_clumond(browser: Browser, place: Edition) -> None:
    assert play_session(browser, place, "Clumond").standing.deals == 12


@whole_sessions
def test_a_whole_clag(browser: Browser, place: Edition) -> None:
    assert play_session(browser, place, "Clag").standing.deals == 20


@whole_sessions
def test_clubs_to_minus_a_hundred(browser: Browser, place: Edition) -> None:
    assert min(play_session(browser, place, "Clubs").standing.totals) <= -100


@whole_sessions
def test_clabberjass_to_501(browser: Browser, place: Edition) -> None:
    assert max(play_session(browser, place, "Clabberjass").standing.totals) >= 501


def _opened(browser: Browser, place: Edition, session: Session[Any]) -> None:
    if place.name != SERVED:
        pytest.skip("games of one's own are played on the page that is served")
    browser.go("play", table=browser.ask("session-open", {"text": str(session)})["id"])


def test_cards_to_pass_are_chosen_by_keys_changed_and_passed_together(
    browser: Browser, place: Edition
) -> None:
    load_games(EXAMPLES / "hearts.py")
    session: Session[Any] = Session("hearts", 5, first_dealer=3)
    _opened(browser, place, session)
    browser.until(lambda: "Pass 3 cards to Ada (left)" in browser.text(".status"))
    cards = [str(card) for card in session.state.hands_left[0]][:4]
    for card in (*cards, cards[0]):
        browser.driver.execute_script(f"document.querySelector('.hand [data-card={card}]').focus()")
        browser.press(" ")
    chosen = browser.all(".hand button[aria-pressed='true']")
    assert {card.get_attribute("data-card") for card in chosen} == {*cards[1:]}
    browser.click(".calls .button.main")
    browser.until(lambda: "Passed" in browser.text("aside") and browser.all(".card.received"))
    browser.until(lambda: "passed by Cleo" in browser.one(".card.received").accessible_name)
    [stored] = browser.sessions()
    assert {str(action) for _, action in stored.acts[0][:3]} == {f"give {c}" for c in cards[1:]}


@pytest.mark.parametrize(("dealer", "own"), [(3, "declarer"), (1, "dummy")])
def test_the_dummys_hand_lies_open_and_only_declarer_plays_it(
    browser: Browser, place: Edition, dealer: int, own: str
) -> None:
    load_games(EXAMPLES / "bridge.py")
    session: Session[Any] = Session("bridge", 4, first_dealer=dealer)
    for call in ("2 hearts", "pass", "pass", "pass"):
        session.push(call)
    session.push(session.state.legal_actions[0])
    _opened(browser, place, session)
    browser.until(lambda: own in browser.text(".seat.own"))
    assert "partner" in browser.text(".seat.across, .tops .seat")
    assert "to play" not in browser.text(".seat.own")
    if own == "dummy":
        assert not browser.all(".hand button.card")
        browser.until(lambda: "You are dummy: Ben plays your cards" in browser.text(".status"))
        return
    assert "Play from Ben’s hand" in browser.text(".status")
    [card] = browser.all(".tops .hand button.card:not([aria-disabled])[tabindex='0']")
    browser.driver.execute_script("arguments[0].focus()", card)
    browser.press("\ue007")
    browser.until(lambda: "13 cards" not in browser.text(".tops"))
    browser.until(lambda: browser.sessions()[0].acts[0][5][0] == 2)


def _open_result(browser: Browser, place: Edition, session: Session[Any]) -> None:
    """Play the deal to its end, its last action on the page, and show how it ended."""
    if place.name != SERVED:
        pytest.skip("games of one's own are played on the page that is served")
    before = str(session)
    while session.standing.deals == 0:
        before = str(session)
        session.push(session.state.legal_actions[0])
    table = browser.ask("session-open", {"text": before})
    table = moved_until(browser.ask, table, is_over)
    browser.go("play", table=table["id"])
    browser.until(lambda: browser.all(".ended"))


def test_the_result_names_the_partner_and_the_cards_laid_aside(
    browser: Browser, place: Edition
) -> None:
    """Euchre, in which the dealer takes up what his partner makes trumps."""
    load_games(EXAMPLES / "euchre.py")
    session: Session[Any] = Session("euchre", 4, first_dealer=1)
    for call in ("pass", "pass", "pass"):
        session.push(call)
    session.push(session.state.legal_actions[1])
    aside = session.state.legal_actions[0]
    _open_result(browser, place, session)
    rows = [re.sub(r"\s+", " ", row.text) for row in browser.all(".ended tbody tr")]
    assert ["partner" in row for row in rows] == [False, False, True, False]
    [card] = aside.cards
    shown = browser.text(".ended").replace("\ufe0e", "").replace("10", "T")
    assert f"Laid aside by Ada: {card.pretty()}" in shown


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("passes", [0, 1])
def test_who_sits_out_is_told_so_at_his_place_and_plays_nothing(
    browser: Browser, place: Edition, passes: int, size: tuple[int, int]
) -> None:
    """Euchre alone: the person's partner plays against two, or an opponent does."""
    if place.name != SERVED:
        pytest.skip("games of one's own are played on the page that is served")
    load_games(EXAMPLES / "euchre.py")
    session: Session[Any] = Session("euchre", 4, first_dealer=1)
    for _ in range(passes):
        session.push("pass")
    session.push(f"{session.state.turned.suit} alone")
    while session.state.play is None or not session.state.play.tricks:
        session.push(session.state.legal_actions[0])
    browser.size(size, still=True)
    table = browser.ask("session-open", {"text": str(session)})
    browser.go("play", table=table["id"])
    browser.until(lambda: browser.all(".seat.resting"))
    if shots := os.environ.get("SHOTS"):
        time.sleep(1.5)
        browser.driver.save_screenshot(f"{shots}/alone_{size[0]}_{passes}.png")
    [resting] = browser.all(".seat.resting")
    assert "sitting out" in resting.text
    assert not re.search(r"\d tricks?\b", resting.text)
    assert ("own" in resting.get_attribute("class")) is (passes == 0)
    assert [len(trick["cards"]) for trick in table["deal"]["tricks"]][:1] == [3]
    if size == DESKTOP:
        # The left bower is a trump, whatever its suit.
        trumps = {*map(str, session.state.play.rules.trumps)} & {*table["deal"]["cards"]["unseen"]}
        assert len({trump[0] for trump in trumps}) == 2
        assert f"Trumps unseen: {len(trumps)}" in browser.text("aside")
    assert browser.overflow() == 0
    browser.press("n")
    if passes == 0:
        browser.until(lambda: browser.text(".middle .status").startswith("You sit out."))
        assert not browser.all(".hand button.card")
    else:
        browser.until(lambda: browser.all(".hand button.card"))
    assert not browser.complaints()


# Whether nothing of the result is hidden at the side.
FITS = """return [...document.querySelectorAll(".ended, .scroller")]
    .every((part) => part.scrollWidth <= part.clientWidth)"""


def test_all_calls_stay_in_sight_and_one_tap_away_once_cards_are_played(
    browser: Browser, place: Edition
) -> None:
    load_games(EXAMPLES / "bridge.py")
    session: Session[Any] = Session("bridge", 4, first_dealer=3)
    for call in ("1C", "1H", "2C", "2H", "double", "pass", "pass", "pass"):
        session.push(call)
    _opened(browser, place, session)
    browser.until(lambda: browser.all("aside .auction"))
    rows = [row.text.replace("\ufe0e", "").split("\n") for row in browser.all(".auction tr")]
    assert " ".join(rows[0]) == "You Ada Ben Cleo"
    assert "double" in " ".join(rows[2])
    assert len(rows) == 3
    assert "contract 2♥ doubled" in browser.text(".felt").replace("\ufe0e", "")
    browser.size(PHONE)
    browser.press("l")
    browser.until(lambda: browser.all("dialog .auction"))


def test_bids_are_grouped_by_what_they_begin_with_in_their_order(
    browser: Browser, place: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_games(EXAMPLES / "bridge.py")
    words = property(lambda bid: f"{bid.level} {bid.strain.symbol}")
    monkeypatch.setattr(sys.modules["bridge"].Bid, "words", words)
    session: Session[Any] = Session("bridge", 4, first_dealer=1)
    session.push("5H")
    session.push("5S")
    _opened(browser, place, session)
    browser.until(lambda: browser.all(".calls .saying"))
    script = """return [...document.querySelectorAll(".calls .saying, .calls button")].map((part) =>
        part.textContent.trim())"""
    shown = " ".join(browser.run(script)).replace("\ufe0e", "")
    assert shown == "Pass Double Bid 5 NT Bid 6 ♣ ♦ ♥ ♠ NT Bid 7 ♣ ♦ ♥ ♠ NT"


def test_a_deal_that_all_pass_says_so_and_shows_the_cards_left_over_on_a_phone(
    browser: Browser, place: Edition
) -> None:
    load_games(EXAMPLES / "skat.py")
    session: Session[Any] = Session("skat", 4, first_dealer=2)
    session.push("pass")
    session.push("pass")
    left = " ".join(card.pretty() for card in Hand.of(*session.state.order[30:]))
    browser.size(PHONE)
    _opened(browser, place, session)
    browser.until(lambda: browser.all(".ended"))
    shown = browser.text(".ended").replace("\ufe0e", "").replace("10", "T")
    assert "All passed: no cards are played." in shown
    assert f"Left over: {left}" in shown
    assert browser.driver.execute_script(FITS)


def test_the_result_of_a_contract_fits_on_a_phone(browser: Browser, place: Edition) -> None:
    load_games(EXAMPLES / "skat.py")
    session: Session[Any] = Session("skat", 4, first_dealer=2)
    for call in ("18", "pass", "pass", "clubs", "schneider"):
        session.push(call)
    browser.size(PHONE)
    _open_result(browser, place, session)
    assert "contract clubs hand, schneider" in browser.text(".ended tbody tr")
    assert browser.driver.execute_script(FITS)


def has_two_tricks(table: Any) -> bool:
    return is_persons(table) and len(table["deal"]["tricks"]) > 1


@pytest.mark.parametrize(("done", "shown"), [(has_two_tricks, ".hand.mine"), (is_over, ".ended")])
def test_the_longest_names_fit(browser: Browser, done: Callable[[Any], bool], shown: str) -> None:
    names = [letter * 30 for letter in "WmQ"]
    question = {"game": "clumond", "seed": 7, "names": names, "levels": ["easy"] * 3}
    table = moved_until(browser.ask, browser.ask("session-new", question), done)
    for size in (DESKTOP, PHONE):
        browser.size(size)
        browser.go("play", table=table["id"])
        browser.until(lambda: browser.all(shown))
        assert browser.overflow() == 0


@pytest.mark.figures
def test_a_hand_of_another_game_is_asked_about(browser: Browser, place: Edition) -> None:
    """The author's example; what does not fit the game is named, and other names find a game."""
    browser.size(DESKTOP)
    browser.go("play", game="clagg")
    browser.until(lambda: len(browser.all(".games li")) == 1)
    browser.click("button[aria-label^='Ask about a hand']")
    browser.until(lambda: browser.all("#asked-hand"))
    browser.choose("dialog select", "raf")
    browser.one("#asked-hand").send_keys("4.42.32.3")
    browser.one("#asked-said").send_keys("red over black, nuloss, ascending madness, 9")
    browser.click("#ask-hand")
    browser.until(lambda: "Nominate 9 by seat 0" in browser.text("dialog"))
    browser.one("#asked-said").send_keys("\b" * 3)
    browser.click("#ask-hand")
    browser.until(lambda: "points ahead of the others" in browser.text("#hand-advised"))
    assert browser.text("#hand-advised").startswith("Seat 0:Nominate 4")
    assert not browser.complaints()
