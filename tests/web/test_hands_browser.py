"""Hands that people send one another, in two browsers at the size of a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.browser import DESKTOP, NEEDS_BROWSER, Chromiums, Page
from tests.web.editions import SERVED, Edition, opened
from tests.web.tables import first_action, is_over, last_action, moved_until

pytestmark = [*NEEDS_BROWSER, pytest.mark.usefixtures("quick")]
PHONE = (390, 844)


@pytest.fixture
def ann(browser: Page) -> Page:
    browser.size(PHONE)
    return browser


@pytest.fixture
def bo(site: Edition, chromiums: Chromiums, tmp_path: Path) -> Iterator[Page]:
    """A friend, with a store of his own."""
    with opened(site.name) as edition:
        page = Page(edition.address, tmp_path, chromiums.tab(edition.address))
        page.size(PHONE)
        yield page
        assert page.complaints() == []


def play_out(page: Page, table: Any, choose: Callable[[Any], str] = first_action) -> Any:
    """Play a hand to its end."""
    return moved_until(page.ask, table, is_over, choose)


def see_result(page: Page, table: str) -> None:
    page.go("play", table=table)
    page.until(lambda: page.all(".at-table"))
    page.press("n")
    page.until(lambda: page.all(".ended"))


def table_of(page: Page) -> dict[str, Any]:
    page.until(lambda: page.all(".at-table") and "table=" in page.address())
    table: dict[str, Any] = page.ask("table", {"id": page.address().split("table=")[1]})
    return table


def text_to_send(page: Page) -> str:
    page.until(lambda: page.all(".link-text"))
    return str(page.one(".link-text").get_attribute("value"))


def columns(page: Page) -> list[str]:
    return [cell.text for cell in page.all(".side-by-side thead th")]


def paste(page: Page, text: str) -> None:
    page.go("play")
    # A thumb reaches it without scrolling.
    top = """const box = document.querySelector("#open-hand").getBoundingClientRect();
        return box.bottom < innerHeight && box.top > innerHeight / 2"""
    page.until(lambda: page.driver.execute_script(top))
    page.click("#open-hand")
    page.until(lambda: page.all("dialog textarea"))
    page.one("dialog textarea").send_keys(text)
    page.click("dialog button[type=submit]")


def type_name(page: Page, name: str) -> None:
    page.until(lambda: page.all(".sent-hand input"))
    field = page.one(".sent-hand input")
    field.clear()
    field.send_keys(name)


def test_a_friend_plays_a_hand_that_was_sent_and_the_result_comes_back(ann: Page, bo: Page) -> None:
    new = {"game": "clumond", "levels": ["easy"] * 3, "options": {"hands": "2"}, "seed": 8}
    first = play_out(ann, ann.ask("session-new", new))
    first = ann.ask("table-next", {"id": first["id"], "at": first["at"]})
    hand = first["deal"]["hand"]
    first = play_out(ann, first)
    see_result(ann, first["id"])
    ann.click(".ended a[href*='hand=']")
    type_name(ann, "Ann")
    unnamed = text_to_send(ann)
    ann.until(lambda: text_to_send(ann) != unnamed)
    assert columns(ann) == ["You"]
    assert (ann.overflow(), ann.findings()) == (0, [])
    assert "Played by: you (Ann)." in ann.text(".sent-hand")
    sent = text_to_send(ann)
    assert sent.startswith("Play my hand of Clumond")

    paste(bo, sent)
    bo.until(lambda: "Played by: Ann." in bo.text(".sent-hand"))
    # Nothing of the hand is shown before it is played.
    assert not bo.all(".card, .side-by-side, .link-text")
    assert bo.ask("hand", {"text": sent})["results"] == []
    assert (bo.overflow(), bo.findings()) == (0, [])
    bo.click(".sent-hand .button.main")
    table = table_of(bo)
    assert table["deal"]["hand"] == hand
    see_result(bo, play_out(bo, table, last_action)["id"])
    bo.click(".ended .button.main[href*='hand=']")
    bo.until(lambda: columns(bo) == ["You", "Ann"])
    assert len(bo.all(".side-by-side .parts")) == 1
    assert "eight at most" in bo.text(".sent-hand")
    assert text_to_send(bo).startswith("A hand of Clumond, with our results")
    for size, dark in ((PHONE, False), (DESKTOP, True)):
        bo.size(size, dark=dark)
        assert (bo.overflow(), bo.findings()) == (0, [])

    paste(ann, text_to_send(bo))
    ann.until(lambda: columns(ann) == ["You", "Player 2"])
    # The results stay with Ann's session.
    see_result(ann, first["id"])
    assert "Compare the results" in ann.text(".ended .bar")


def test_a_replay_is_marked(ann: Page) -> None:
    new = {"game": "clumond", "levels": ["easy"] * 3, "options": {"hands": "1"}}
    first = play_out(ann, ann.ask("session-new", new))
    ann.go("play", hand=first["link"])
    ann.click(".sent-hand .button[title*='replay']")
    again = play_out(ann, table_of(ann), last_action)
    assert again["id"] != first["id"]
    ann.go("play", hand=again["link"])
    ann.until(lambda: len(columns(ann)) == 2)
    assert columns(ann) == ["You", "Player 2 replay"]


def test_the_deal_of_the_day_is_sent_and_counts_as_the_friend_s(ann: Page, bo: Page) -> None:
    day = ann.ask("day-table", {"day": "2026-11-23", "name": "Ann"})
    link = play_out(ann, day)["link"]
    bo.go("play", hand=link)
    bo.until(lambda: "The deal of the day" in bo.text("h1"))
    bo.click(".sent-hand .button.main")
    table = table_of(bo)
    assert bo.ask("sessions", {})["sessions"][0]["day"] == "2026-11-23"
    assert table["deal"]["hand"] == day["deal"]["hand"]


def test_a_link_that_a_filter_wrapped_or_encoded_is_opened(ann: Page) -> None:
    day = ann.ask("day-table", {"day": "2026-11-23"})
    link = play_out(ann, day)["link"]
    address = f"https://example.org/#/play?hand={link}&from=Ann"
    wrapped = f"https://eur01.safelinks.example/?url={quote(address, safe='')}&data=05%7C02"
    # Not every "match-" in a message belongs to a link.
    paste(ann, f"From our match-up: {wrapped}")
    ann.until(lambda: ann.all(".sent-hand .side-by-side"))
    ann.driver.get("about:blank")
    ann.driver.get(f"{ann.home}#{quote(f'/play?hand={link}')}")
    ann.until(lambda: ann.all(".sent-hand .side-by-side"))


# As while the library of a page without a server loads.
LOADS = """const [link, done] = arguments;
import(new URL("backend.js", document.baseURI).href).then(({ backend }) => {
  backend.onPreparing = (listener) => { listener({ text: "Loading …" }); return () => {}; };
  const ask = backend.ask;
  const loaded = new Promise((resolve) => { window.endLoading = resolve; });
  backend.ask = (...question) => loaded.then(() => ask(...question));
  location.hash = `#/play?hand=${link}&from=Ann`;
  done();
});"""


def test_a_sent_hand_can_be_begun_while_the_library_loads(
    chromiums: Chromiums, tmp_path: Path
) -> None:
    with opened(SERVED) as other:
        page = Page(other.address, tmp_path, chromiums.tab(other.address))
        over = play_out(page, page.ask("day-table", {"day": "2026-11-23"}))
        page.driver.execute_async_script(LOADS, over["link"])
        page.until(lambda: "Ann has played a hand" in page.text(".sent-hand"))
        page.click(".sent-hand .button.main")
        assert not page.all(".at-table")
        page.driver.execute_script("window.endLoading()")
        page.until(lambda: page.all(".at-table") and over["id"] in page.address())


@pytest.mark.parametrize("public", ["", "https://cards.example.org/play"])
def test_a_message_names_a_page_that_its_reader_can_open(
    public: str, chromiums: Chromiums, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLUMOND_PUBLIC_PAGE", public)
    with opened(SERVED) as edition:
        page = Page(edition.address, tmp_path, chromiums.tab(edition.address))
        link = play_out(page, page.ask("day-table", {"day": "2026-11-23"}))["link"]
        page.go("play", hand=link)
        type_name(page, "Ann")
        page.until(lambda: "you (Ann)" in page.text(".sent-hand"))
        message = text_to_send(page)
        assert "127.0.0.1" not in message
        if public:
            assert f": {public}/#/play?hand=" in message
            assert message.endswith("&from=Ann")
        else:
            assert "the program clumond_solver" in message


@pytest.mark.parametrize("text", ["1nonsense", "x" * 9000, "Hello!", "https://example.org/?hand="])
def test_other_texts_get_a_helpful_error(ann: Page, text: str) -> None:
    ann.go("play", hand=text)
    ann.until(lambda: ann.all(".notice.error"))
    assert "link" in ann.text(".notice.error")
    assert not ann.all(".sent-hand .button.main")
    ann.click(".sent-hand a[href='#/play']")
    ann.until(lambda: ann.all(".lobby"))


def test_a_match_goes_to_a_friend_hand_by_hand_and_back(ann: Page, bo: Page) -> None:
    new = {"game": "clumond", "levels": ["easy"] * 3, "options": {"hands": "4"}}
    table = moved_until(ann.ask, ann.ask("session-new", new), lambda shown: shown["finished"])
    see_result(ann, table["id"])
    ann.click(".ended .bar .button.main")
    ann.until(lambda: "A match of 4 hands" in ann.text("h1"))
    type_name(ann, "Ann")
    message = text_to_send(ann)
    assert message.startswith("Play my match of Clumond")

    paste(bo, message)
    bo.until(lambda: "Play hand 1 of 4" in bo.text(".sent-hand"))
    assert not bo.all(".link-text, .card")
    assert (bo.overflow(), bo.findings()) == (0, [])
    bo.click(".sent-hand .button.main")
    see_result(bo, play_out(bo, table_of(bo), last_action)["id"])
    bo.click(".ended .button.main[href*='match=']")
    bo.until(lambda: "Play hand 2 of 4" in bo.text(".sent-hand"))
    assert columns(bo)[0] == "You"
    assert len(columns(bo)) == 2
    assert bo.text(".match tbody tr:nth-child(2)").endswith("––")
    for size, dark in ((PHONE, False), (DESKTOP, True)):
        bo.size(size, dark=dark)
        assert (bo.overflow(), bo.findings()) == (0, [])

    paste(ann, text_to_send(bo))
    ann.until(lambda: len(columns(ann)) == 2)
    assert "of 1 hand" in ann.text(".match tbody tr:last-child")


@pytest.mark.parametrize("text", ["3nonsense", "x" * 9000, "2abcdefghijklmnop"])
def test_other_texts_are_no_match(ann: Page, text: str) -> None:
    ann.go("play", match=text)
    ann.until(lambda: "link" in ann.text(".notice.error"))
    assert not ann.all(".sent-hand .button.main")
