"""Three people at one table, each in a browser of his own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.games import registry
from clumond_solver.web.access import Access
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.store import Folder
from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, Chromiums, Page
from tests.web.site import Site, running

pytestmark = [*NEEDS_BROWSER, pytest.mark.machine, pytest.mark.usefixtures("quick")]
OWNER = "o" * 22
# Does whatever the person may do next in the deal: clear a trick, pass, play the first legal card.
ACT = """
const cloth = document.querySelector(".cloth");
if (/wins? the trick/.test(cloth?.textContent)) { cloth.click(); return "on"; }
const call = [...document.querySelectorAll(".calls button")].find((one) => !one.disabled);
if (call) { call.click(); return "call"; }
const open = ".hand.mine button.card:not([aria-disabled]):not([aria-pressed='true'])";
const card = document.querySelector(open);
if (card) { card.click(); return "card"; }
return "";
"""


# Presses the button with this text.
PRESS = """const [text] = arguments;
const button = [...document.querySelectorAll("button")].findLast((one) => one.textContent === text);
button?.click();
return Boolean(button);"""


class People:
    """A site, its owner's browser and those of his friends, at one table."""

    def __init__(self, site: Site, chromiums: Chromiums, folder: Path) -> None:
        self.site, self._chromiums, self._folder = site, chromiums, folder
        self.home = f"http://127.0.0.1:{site.port}/"
        self.owner = self._browser("owner", DESKTOP)
        self.owner.driver.get(f"{self.home}#key={OWNER}/play")
        self.owner.until(lambda: self.owner.all(".games li"))

    def _browser(self, name: str, size: tuple[int, int]) -> Page:
        folder = self._folder / name
        folder.mkdir()
        page = Page(self.home, folder, self._chromiums.tab(self.home))
        page.size(size)
        return page

    def begin(self, game: str, friends: list[int], options: dict[str, str] | None = None) -> str:
        """A table with friends in these seats; the link for all of them."""
        asked = {"game": game, "options": options or {}, "seed": 7}
        table = self.owner.ask("session-new", asked)["id"]
        for player in friends:
            self.owner.ask("table-seats", {"id": table, "player": player, "do": "invite"})
        key = self.owner.ask("table-seats", {"id": table, "do": "invite"})["key"]
        self.owner.go("play", table=table)
        return f"{self.home}#/seat?key={key}"

    def sit(self, name: str, link: str, size: tuple[int, int] = DESKTOP) -> Page:
        """A friend opens a link in a browser of his own, types a name and sits down."""
        page = self._browser(name, size)
        page.driver.get(link)
        page.until(lambda: page.all("#friend-name"))
        page.one("#friend-name").send_keys(name)
        page.click("#sit-down")
        page.until(lambda: page.all(".at-table"))
        return page


@pytest.fixture
def people(chromiums: Chromiums, tmp_path: Path) -> Iterator[People]:
    sessions = Sessions(Folder(tmp_path / "sessions"))
    with running(sessions=sessions, access=Access(OWNER)) as site:
        yield People(site, chromiums, tmp_path)


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hearts, as somebody wrote it in a file."""
    own = {name: registry.entry(name) for name in registry.names()}
    monkeypatch.setattr(registry, "_ENTRIES", own)
    registry.load_games(Path(__file__).parents[2] / "examples" / "hearts.py")


def cut_off(page: Page, offline: bool) -> None:
    """Cut a browser off from the network, or connect it again."""
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": offline, **network})


def press(page: Page, text: str) -> None:
    """Press the button with this text, once it is there."""
    page.until(lambda: page.driver.execute_script(PRESS, text))


def play_until(pages: list[Page], done: Callable[[], Any]) -> None:
    """Let everybody do what he may do, until something holds."""

    def is_done() -> bool:
        for page in pages:
            page.driver.execute_script(ACT)
        return bool(done())

    pages[0].until(is_done)


@pytest.mark.parametrize(
    ("game", "friends"), [("clumond", ["Kim", "Lee"]), ("hearts", ["Kim", "Lee", "Mo"])]
)
@pytest.mark.sample(1)
def test_a_deal_by_people_alone_to_its_end(
    people: People, own_games: None, game: str, friends: list[str]
) -> None:
    link = people.begin(game, list(range(1, len(friends) + 1)))
    pages = [people.owner]
    for name in friends:
        pages.append(people.sit(name, link, DESKTOP if name == "Kim" else PHONE))
    people.owner.until(
        lambda: all(len(page.all(".presence.here")) == len(friends) for page in pages)
    )
    play_until(pages, lambda: all(page.all(".ended") for page in pages))
    for page, name in zip(pages, [*friends, "Host"], strict=True):
        assert name in page.text(".ended")
        assert page.complaints() == []
    kim = pages[1]
    review = kim.one('.ended a[href*="review"]')
    kim.driver.execute_script("arguments[0].click()", review)
    kim.until(lambda: kim.all(".seat-review .panel"))


def test_who_was_cut_off_catches_up_and_a_new_server_goes_on(
    people: People, tmp_path: Path
) -> None:
    link = people.begin("clag", [1], {"players": "3"})
    kim = people.sit("Kim", link)
    pages = [people.owner, kim]
    cut_off(kim, True)
    kim.until(lambda: "No connection" in kim.text("body"))
    cut_off(kim, False)
    kim.until(lambda: "No connection" not in kim.text("body"))
    people.site.renew(Sessions(Folder(tmp_path / "sessions")))
    people.site.hang_up()
    play_until(pages, lambda: all(page.all(".ended") for page in pages))


def test_names_that_are_refused_stay_to_be_changed(people: People) -> None:
    owner = people.owner
    table = owner.ask("session-new", {"game": "clubs", "seed": 7})
    owner.go("play", table=table["id"])
    owner.until(lambda: owner.all(".at-table"))
    press(owner, "Options …")
    press(owner, "Names and levels …")
    owner.until(lambda: len(owner.all("dialog input")) == 4)
    _, second, third, _ = owner.all("dialog input")
    third.clear()
    third.send_keys(second.get_attribute("value"))
    press(owner, "Change")
    owner.until(lambda: "the same name" in owner.text("dialog .notice"))
    third.clear()
    third.send_keys("Zoe")
    press(owner, "Change")
    owner.until(lambda: not owner.all("dialog") and "Zoe" in owner.text(".at-table"))


def test_a_name_may_begin_with_the_word_for_none(people: People) -> None:
    kim = people.sit("Yousef", people.begin("clumond", [1]))
    assert "Yousef" in kim.driver.execute_script("return localStorage['clumond.name']")
    people.owner.until(lambda: "Yousef" in people.owner.text("body"))


def test_the_second_window_of_a_seat_has_it_and_the_first_says_so(people: People) -> None:
    link = people.begin("clumond", [1])
    kim = people.sit("Kim", link)
    own = kim.driver.current_url
    phone = people._browser("phone", PHONE)
    phone.driver.get(own)
    phone.until(lambda: phone.all(".at-table"))
    kim.until(lambda: "another device" in kim.text("body"))
    kim.click(".notice button")
    phone.until(lambda: "another device" in phone.text("body"))


def test_what_happens_while_a_card_is_shown_is_missed_by_nobody(people: People) -> None:
    link = people.begin("clumond", [2])
    people.owner.driver.execute_script(
        "localStorage.setItem('clumond.pace', JSON.stringify('calm'))"
    )
    people.owner.driver.refresh()
    kim = people.sit("Kim", link)
    pages = [people.owner, kim]
    # Kim plays after the program, while the owner is still shown the program's card.
    play_until(pages, lambda: len(people.owner.all(".hand .card")) == 10)


def test_who_opens_the_tables_link_again_has_the_same_seat(people: People) -> None:
    link = people.begin("clumond", [1])
    kim = people.sit("Kim", link)
    own = kim.driver.current_url
    kim.driver.get("about:blank")
    kim.driver.get(link)
    kim.until(lambda: kim.all(".at-table"))
    assert kim.driver.current_url == own
    stranger = people._browser("stranger", PHONE)
    stranger.driver.get(link)
    stranger.until(lambda: "table is full" in stranger.text("body"))


def test_who_comes_too_late_for_a_seat_is_shown_those_still_free(people: People) -> None:
    link = people.begin("clumond", [1, 2])
    lee = people._browser("Lee", DESKTOP)
    lee.driver.get(link)
    lee.until(lambda: lee.all("#friend-name"))
    people.sit("Kim", link)
    lee.one("#friend-name").send_keys("Lee")
    lee.click("#sit-down")
    lee.until(lambda: "sits there already" in lee.text("main") and "Kim" in lee.text("main"))
    lee.click("#sit-down")
    lee.until(lambda: lee.all(".at-table"))


def test_who_comes_back_while_the_program_plays_for_him_is_seen(people: People) -> None:
    link = people.begin("clumond", [1])
    kim, owner = people.sit("Kim", link), people.owner
    owner.until(lambda: owner.all(".presence.here"))
    owner.click(".tools button:last-child")
    owner.click("#friends")
    owner.click('.seats button[aria-label^="Let the program play"]')
    owner.until(lambda: owner.all(".seats button[aria-label^='Give']"))
    owner.press("\ue00c")  # Escape
    owner.until(lambda: "back, the program plays" in owner.text("body"))
    kim.until(lambda: "until the host gives you your seat back" in kim.text("main"))


def test_a_link_withdrawn_in_the_middle_leaves_one_sentence(people: People) -> None:
    kim = people.sit("Kim", people.begin("clumond", [1]))
    owner = people.owner
    owner.until(lambda: owner.all(".presence.here"))
    owner.click(".tools button:last-child")
    owner.click("#friends")
    owner.click('.seats button[aria-label="A new link for Kim\'s seat"]')
    kim.until(lambda: "opens nothing any more" in kim.text("main"))
    assert not kim.all("main button, nav, .at-table")
    new = owner.one(".seats .invitation input").get_attribute("value")
    kim.driver.get(new)
    kim.until(lambda: kim.all(".at-table"))


def test_the_open_invitations_show_who_sits_down(people: People) -> None:
    link = people.begin("clumond", [1, 2])
    owner = people.owner
    owner.click(".tools button:last-child")
    owner.click("#friends")
    owner.until(lambda: owner.all(".seats .invitation"))
    assert "Kim" not in owner.text(".seats")
    people.sit("Kim", link)
    owner.until(lambda: "Kim a friend" in owner.text(".seats"))


def test_the_owner_invites_from_the_options_of_a_new_game(people: People) -> None:
    owner = people.owner
    owner.click('[aria-label="Options … Clumond"]')
    owner.until(lambda: owner.all("dialog select"))
    owner.driver.execute_script(
        "const all = document.querySelectorAll('dialog select');"
        "const select = [...all].find((one) => one.textContent.includes('a friend'));"
        "select.value = 'a friend'; select.dispatchEvent(new Event('change', { bubbles: true }));"
    )
    owner.click('dialog button[type="submit"]')
    owner.until(lambda: len(owner.all(".seats .invitation")) == 2)
    owner.click('.invitation button[aria-label^="QR code"]')
    owner.until(lambda: owner.all("svg.qr path"))
    links = [box.get_attribute("value") for box in owner.all(".invitation input")]
    assert len(links) == 3
    assert all(re.fullmatch(rf"{people.home}#/seat\?key=[\w-]{{38}}", link) for link in links)


def test_without_a_key_the_page_says_what_opens_it(people: People) -> None:
    stranger = people._browser("stranger", DESKTOP)
    stranger.driver.get(people.home)
    stranger.until(lambda: "somebody's own" in stranger.text("body"))
    assert not stranger.all("main button, main a, nav")
    stranger.driver.get("about:blank")
    stranger.driver.get(f"{people.home}#/seat?key={'x' * 38}")
    stranger.until(lambda: "opens nothing" in stranger.text("body"))
    assert not stranger.all("button.card, form")
