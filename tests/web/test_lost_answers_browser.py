"""Questions that nobody answers, that a proxy answers, or whose answers are lost."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.web.access import Access
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.store import Folder
from tests.samples import ENDGAME, PUZZLE_CODE
from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, Chromiums, Page
from tests.web.site import running
from tests.web.tables import is_persons, moved_until
from tests.web.test_friends_browser import ACT, OWNER, People, cut_off, play_until, press

pytestmark = [*NEEDS_BROWSER, pytest.mark.machine, pytest.mark.usefixtures("quick")]

# What comes in place of the next answers to a kind of question: nothing, though it was carried
# out; a proxy's words; a hotel's page; half of it; the answer after seven seconds; nothing ever.
# `asked`: these questions.
OTHER_ANSWERS = """(kind, instead, times) => {
  const real = window.fetch;
  window.asked = [];
  window.fetch = async (address, request) => {
    const isOther = String(address).endsWith(kind) && window.asked.length < times;
    if (!isOther) return real(address, request);
    window.asked.push(request);
    if (instead === "proxy") return new Response("<h1>Bad Gateway</h1>", { status: 502 });
    if (instead === "never") return new Promise(() => {});
    if (instead === "login") return new Response("<head></head>\\n\\n<form>");
    if (instead === "late") await new Promise((resolve) => setTimeout(resolve, 7000));
    const response = await real(address, request);
    if (instead === "late") return response;
    const { headers } = response, text = await response.text();
    if (instead === "half") return new Response(text.slice(0, text.length / 2), { headers });
    throw new TypeError("lost on its way");
  };
}"""


IS_TO_PLAY = """
return !/wins? the trick/.test(document.querySelector(".cloth").textContent)
  && Boolean(document.querySelector(".hand.mine button.card:not([aria-disabled])"))"""
PLACES = """
return [...document.querySelectorAll(".at-table .seat, .hand.mine .card, .tools")]
  .map((part) => part.getBoundingClientRect().top)"""
NOTICE = "document.querySelector('.notice.error')"
PRESS_TAKE_BACK = """
[...document.querySelectorAll(".tools button")]
  .find((one) => /Take back/.test(one.textContent)).click()"""


def other_answers(kind: str, instead: str, times: int = 1) -> str:
    """A script that replaces the next answers to a kind of question."""
    return f"({OTHER_ANSWERS})(...{json.dumps([kind, instead, times])});"


class Alone(Page):
    """The browser of somebody who plays alone."""

    def run(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def sit_down(self) -> list[Any]:
        """The person's cards at a table of Clubs, of which he has to play one."""
        table = self.ask("session-new", {"game": "clubs", "seed": 7})
        self.go("play", table=moved_until(self.ask, table, is_persons)["id"])
        cards: list[Any] = self.until(self.cards)
        return cards

    def cards(self) -> list[Any]:
        return self.all(".hand.mine button.card")

    def is_analysed(self) -> bool:
        return bool(self.all(".held.legal:is(.makes, .fails)"))

    def open_board(self) -> None:
        """A position on the board, once it is analysed."""
        self.go("analysis", start=ENDGAME)
        self.until(self.is_analysed)

    def block(self, *files: str) -> None:
        """Let nobody send these files of the site."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        blocked = {"urls": [f"*/{file}" for file in files]}
        self.driver.execute_cdp_cmd("Network.setBlockedURLs", blocked)

    def until_told(self, text: str, is_told: bool = True) -> None:
        self.until(lambda: (text in self.text("body")) == is_told)

    def beginning_without(
        self, kind: str, instead: str = "proxy", times: int = 1
    ) -> AbstractContextManager[None]:
        """Load pages of which the first questions of a kind have other answers."""
        return self.beginning_with(other_answers(kind, instead, times))


@pytest.fixture
def page(chromiums: Chromiums, tmp_path: Path) -> Iterator[Alone]:
    sessions, key = Sessions(Folder(tmp_path / "sessions")), "o" * 22
    with running(sessions=sessions, access=Access(key)) as site:
        address = f"http://127.0.0.1:{site.port}/"
        page = Alone(address, tmp_path, chromiums.tab(address))
        page.driver.get(f"{address}#key={key}/play")
        page.until(lambda: page.all(".games li"))
        yield page


def test_play_goes_on_once_the_server_answers_again(page: Alone) -> None:
    page.sit_down()
    cut_off(page, True)
    page.run(ACT)
    page.until_told("does not answer")
    assert page.cards()
    cut_off(page, False)
    page.until_told("not carried out")
    assert "does not answer" not in page.text("body")
    page.block("api/table-step")
    page.run(ACT)
    page.until_told("does not answer")
    page.block()
    page.until_told("does not answer", False)
    play_until([page], lambda: page.all(".ended"))


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_message_is_in_sight_and_moves_no_card(page: Alone, size: tuple[int, int]) -> None:
    page.size(size)
    page.sit_down()
    page.run("scrollTo(0, document.body.scrollHeight)")
    places = page.run(PLACES)
    cut_off(page, True)
    page.run(ACT)
    page.until_told("does not answer")
    assert page.run(PLACES) == places
    assert page.run(f"return {NOTICE}.getBoundingClientRect().top") >= 0


def test_a_choice_is_not_called_undone_where_only_its_answer_is_lost(page: Alone) -> None:
    cards = page.sit_down()
    page.run(other_answers("/table-act", "proxy"))
    page.run(ACT)
    page.until_told("not carried out")
    assert len(page.cards()) == len(cards)
    page.run(other_answers("/table-act", "nothing"))
    page.run(ACT)
    page.until(lambda: len(page.cards()) < len(cards))
    page.until_told("does not answer", False)
    assert "not carried out" not in page.text("body")


def test_a_server_that_takes_its_time_is_said_to(page: Alone) -> None:
    cards = page.sit_down()
    page.run(other_answers("/table-act", "late"))
    page.run(ACT)
    page.until_told("No answer yet")
    page.until(lambda: len(page.cards()) < len(cards))
    page.until_told("No answer yet", False)


@pytest.mark.parametrize("instead", ["nothing", "half", "proxy", "login"])
def test_a_hint_that_is_lost_is_asked_for_again(page: Alone, instead: str) -> None:
    page.sit_down()
    page.run(other_answers("/table-hint", instead, 3))
    page.press("h")
    page.until(lambda: page.all(".notice.error"))
    page.until(lambda: page.all(".hint .figures + p") and not page.all(".notice.error"))


def test_a_hint_is_asked_for_once_and_not_when_the_table_is_left(page: Alone) -> None:
    page.sit_down()
    page.run(other_answers("/table-hint", "never", 9))
    for _ in range(3):
        page.press("h")
    page.run("location.hash = '/play'")
    page.until(lambda: page.all(".games li"))
    assert page.run("return window.asked.map(({ signal }) => signal.aborted)") == [True]


def test_a_hint_of_which_nothing_comes_can_be_asked_for_again(page: Alone) -> None:
    page.sit_down()
    page.run(other_answers("/table-hint", "never"))
    page.press("h")
    time.sleep(5.5)
    page.press("h")
    page.until(lambda: page.all(".hint .figures + p"))


def test_what_was_chosen_after_a_choice_that_is_lost_goes_with_it(page: Alone) -> None:
    before = page.sit_down()
    page.run(ACT)
    page.until(lambda: len(page.cards()) < len(before) and page.run(IS_TO_PLAY))
    cards = page.cards()
    page.run(other_answers("/table-act", "proxy"))
    page.run(f"(() => {{ {ACT} }})(); {PRESS_TAKE_BACK}")
    page.until_told("not carried out")
    time.sleep(0.5)
    assert "not carried out" in page.text("body")
    assert len(page.cards()) == len(cards)


def test_a_tab_that_does_not_come_at_first_is_shown_later(page: Alone) -> None:
    page.block("tabs/analysis.js")
    page.run("location.hash = '/analysis'")
    page.until_told("does not answer")
    page.block()
    page.until(lambda: page.all(".samples"))
    page.until_told("does not answer", False)


@pytest.mark.parametrize(
    ("tab", "kinds", "shown"),
    [("play", ["games", "sessions"], ".games li"), ("table", ["table"], ".hand.mine .card")],
)
def test_a_page_that_nobody_answers_at_first_loads_later(
    page: Alone, tab: str, kinds: list[str], shown: str
) -> None:
    table = page.ask("session-new", {"game": "clubs", "seed": 7})["id"]
    page.block(*(f"api/{kind}" for kind in kinds))
    page.go("play", **({"table": table} if tab == "table" else {}))
    page.until_told("does not answer")
    page.block()
    page.until(lambda: page.all(shown))
    page.until_told("does not answer", False)


@pytest.mark.parametrize("instead", ["proxy", "half"])
def test_a_link_to_a_position_opens_although_an_answer_is_lost(page: Alone, instead: str) -> None:
    for times in (1, 4):
        with page.beginning_without("/position", instead, times):
            page.go("analysis", start=ENDGAME, cards="S2")
        page.until(page.is_analysed)
        assert len(page.run("return window.asked")) == times
        assert "cards=S2" in page.driver.current_url
        assert not page.all(".notice.error"), page.text(".notice.error")


def test_an_analysis_goes_on_once_somebody_answers(page: Alone) -> None:
    page.open_board()
    page.run(other_answers("/deal", "proxy"))
    page.click("#deal")
    page.until(lambda: "tricks%3D0" in page.driver.current_url)
    page.until(page.is_analysed)
    page.run(other_answers("/verdicts", "proxy", 4))
    page.click("#deal")
    page.until_told("502")
    page.until(page.is_analysed)
    assert "502" not in page.text("body")


def test_a_sample_hand_is_not_a_proxys_words(page: Alone) -> None:
    with page.beginning_without("sample-hands.clumond"):
        page.go("analysis")
    page.until(lambda: page.all(".samples button"))
    page.click(".samples button")
    page.until(lambda: page.all(".costliest, #story"))


def test_a_deal_that_comes_late_calls_nobody_back(page: Alone) -> None:
    page.open_board()
    page.run(other_answers("/deal", "proxy", 4))
    page.click("#deal")
    page.until_told("502")
    page.run("location.hash = '/play'")
    page.until(lambda: page.all(".games li"))
    time.sleep(3)
    assert page.driver.current_url.endswith("#/play")


def test_the_boards_message_goes_with_the_board(page: Alone) -> None:
    page.open_board()
    page.run(other_answers("/position", "proxy", 5))
    page.click(".held.legal")
    page.until_told("502")
    page.run("location.hash = '/analysis'")
    page.until(lambda: page.all(".samples"))
    page.until_told("502", False)


def test_advice_keeps_its_figures_while_nobody_answers(page: Alone) -> None:
    page.go("analysis")
    page.until(lambda: page.all("#deal"))
    page.click("#deal")
    page.until(lambda: page.all("#advise:not([disabled])"))
    page.run(other_answers("/advice", "half", 4))
    page.click("#advise")
    page.until(lambda: "ended before it answered" in page.text("#call"))
    assert page.all("#bars")
    page.click("#advise-stop")
    assert page.all("#bars")
    page.until(lambda: "Break-even" in page.text("#call"))


def test_a_file_of_all_sessions_has_all_or_is_none(page: Alone) -> None:
    for game in ("clubs", "clag"):
        table = page.ask("session-new", {"game": game, "seed": 7})
        moved_until(page.ask, table, lambda now: is_persons(now) and len(now["deal"]["tricks"]) > 1)
    page.go("play")
    page.until(lambda: page.all(".sessions li"))
    page.run(other_answers("/session-save", "proxy", 3))
    press(page, "Save all as a file")
    page.until_told("502")
    assert not [*page.folder.glob("*.json")]
    press(page, "Save all as a file")
    [file] = page.until(lambda: [*page.folder.glob("*.json")])
    assert len(json.loads(file.read_text("utf-8"))["sessions"]) == 2
    page.until_told("502", False)


def test_a_backup_goes_on_where_an_answer_was_lost(page: Alone) -> None:
    texts = []
    for game in ("clubs", "clag"):
        table = page.ask("session-new", {"game": game, "seed": 7})
        moved_until(page.ask, table, lambda now: is_persons(now) and len(now["deal"]["tricks"]) > 1)
        texts.append(page.ask("session-save", {"id": table["id"]})["text"])
        at = page.ask("sessions", {})["sessions"][0]["at"]
        page.ask("session-remove", {"id": table["id"], "at": at})
    file = page.folder / "backup.json"
    file.write_text(json.dumps({"clumond": 1, "sessions": texts, "kept": {}}))
    page.go("play")
    page.until(lambda: page.all(".games li"))
    page.driver.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
    page.run(other_answers("/session-open", "nothing"))
    for news in ("0 of 2 sessions came in", "1 session imported; 1 was here already"):
        page.click("#open-session")
        page.until(lambda: page.all("#opened-file"))[0].send_keys(str(file))
        page.until_told(news)
    assert len(page.ask("sessions", {})["sessions"]) == 2


def test_a_rating_is_kept_until_somebody_rates_it(page: Alone) -> None:
    page.go("practice", puzzle=PUZZLE_CODE)
    page.until(lambda: page.all(".practice-puzzle"))
    page.run(other_answers("/rated", "proxy", 4))
    press(page, "Hint")
    page.until(lambda: page.run("return localStorage['clumond.rating-puzzles']"))
    assert len(page.run("return window.asked")) == 4
    page.run("delete localStorage['clumond.rating-puzzles']")
    page.go("practice", seed="3", level="easy")
    page.until(lambda: "easy" in page.text("h1"))
    page.run(other_answers("/rated", "proxy", 99))
    press(page, "Hint")
    page.until(lambda: page.run("return window.asked.length"))
    assert not page.run("return localStorage['clumond.rating-puzzles']")
    page.driver.refresh()
    page.until(lambda: "; rating " in page.text(".record"))


def test_what_another_tab_leaves_to_be_rated_is_rated_here(page: Alone) -> None:
    page.go("practice", puzzle=PUZZLE_CODE)
    page.until(lambda: page.all(".practice-puzzle"))
    page.run(other_answers("/rated", "proxy", 99))
    press(page, "Hint")
    page.until(lambda: page.run("return window.asked.length"))
    left = {"waiting": [{"id": "of another tab", "against": 1500, "right": True}]}
    text = json.dumps(json.dumps(left))
    page.run(f"localStorage['clumond.unrated-puzzles'] = {json.dumps(text)}")
    page.run("window.asked = Array(99)")
    page.until(lambda: "; rating " in page.text(".record"))
    assert "of another tab" not in page.run("return localStorage['clumond.unrated-puzzles']")


def test_who_types_a_name_goes_on_typing(page: Alone) -> None:
    table = page.ask("day-table", {"day": "2026-11-29", "name": "Kim"})
    table = moved_until(page.ask, table, lambda now: now["deal"]["phase"] == "over")
    page.go("play", hand=table["link"].rpartition("hand=")[2])
    page.until(lambda: page.all(".sent-hand input"))
    page.run(other_answers("/hand", "proxy", 4))
    page.one(".sent-hand input").send_keys("Max")
    page.until_told("502")
    page.one(".sent-hand input").send_keys("well")
    page.until_told("502", False)
    assert page.one(".sent-hand input").get_attribute("value").endswith("Maxwell")


def test_what_was_done_at_a_friends_table_is_not_called_undone(
    chromiums: Chromiums, tmp_path: Path
) -> None:
    sessions = Sessions(Folder(tmp_path / "sessions"))
    with running(sessions=sessions, access=Access(OWNER)) as site:
        people = People(site, chromiums, tmp_path)
        kim, owner = people.sit("Kim", people.begin("clumond", [1])), people.owner
        play_until([kim, owner], lambda: kim.all(".tools button[aria-keyshortcuts=u]:enabled"))
        kim.driver.execute_script(other_answers("/table-back", "nothing"))
        kim.press("u")
        kim.until(lambda: "You ask to take back" in kim.text("body"))
        owner.driver.execute_script(other_answers("/table-agree", "nothing"))
        press(owner, "No")
        kim.until(lambda: "Host does not agree" in kim.text("body"))
        owner.driver.execute_script(other_answers("/table-change", "nothing"))
        press(owner, "Options …")
        press(owner, "Names and levels …")
        owner.until(lambda: owner.all("dialog input"))
        owner.all("dialog input")[-1].send_keys("x")
        press(owner, "Change")
        kim.until(lambda: "Benx" in kim.text(".at-table"))
        owner.until(lambda: not owner.all("dialog"))
        press(owner, "Options …")
        owner.click("#friends")
        owner.driver.execute_script(other_answers("/table-seats", "nothing"))
        press(owner, "Withdraw it")
        press(owner, "Make a link for all")
        for page in (kim, owner):
            assert "not carried out" not in page.text("body")
            assert page.complaints() == []
