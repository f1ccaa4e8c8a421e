"""Friends at one table without a server: a browser hosts it, and the others' load no library."""

from __future__ import annotations

import ctypes
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, Page
from tests.web.editions import NEEDS_RUNTIME, files_served, static_page
from tests.web.test_friends_browser import play_until

pytestmark = [*NEEDS_BROWSER, NEEDS_RUNTIME, pytest.mark.machine]
_NEW_NETWORK = 0x40000000
# A pair of devices with an address and a default route: browsers look for no addresses on `lo`.
_INTERFACES = """ip link set lo up && ip link add card0 type veth peer name card1 &&
ip addr add 10.9.0.1/24 dev card0 && ip link set card0 up && ip link set card1 up &&
ip route add default dev card0"""
#: How often two browsers are connected in a row.
CONNECTIONS = int(os.environ.get("CLUMOND_CONNECTIONS", "3"))


@contextmanager
def own_network() -> Iterator[None]:
    """A network of this thread and of what it starts, so that nothing leaves the machine."""
    libc = ctypes.CDLL(None, use_errno=True)
    before = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    if libc.unshare(_NEW_NETWORK):
        pytest.skip(f"no network of its own: {os.strerror(ctypes.get_errno())}")
    try:
        subprocess.run(_INTERFACES, shell=True, check=True)
        yield
    finally:
        libc.setns(before, _NEW_NETWORK)
        os.close(before)


class Browsers:
    """The host's browser and those of his friends."""

    def __init__(self, home: str, stack: ExitStack, folder: Path) -> None:
        self.home, self._stack, self._folder = home, stack, folder
        self.host = self.open("host")
        self.table = ""

    def open(self, name: str, size: tuple[int, int] = DESKTOP) -> Page:
        folder = self._folder / name
        folder.mkdir()
        page = self._stack.enter_context(Page.opened(self.home, folder))
        page.size(size)
        return page

    def begin(self, game: str, friends: list[int], options: dict[str, str] | None = None) -> None:
        """A table of the host, with the invitations to these seats open."""
        asked = {"game": game, "options": options or {}, "seed": 7}
        self.table = self.host.ask("session-new", asked)["id"]
        for player in friends:
            question = {"id": self.table, "player": player, "do": "invite"}
            self.host.ask("table-seats", question)
        self.host.go("play", table=self.table)
        self.open_invitations()

    def open_invitations(self) -> None:
        self.host.until(lambda: self.host.all(".at-table"))
        if not self.host.all("dialog"):
            self.host.driver.execute_script(
                "[...document.querySelectorAll('.tools button')]"
                ".find((one) => one.textContent.startsWith('Options')).click()"
            )
            self.host.click("#friends")
        self.host.until(lambda: self.host.all(".seats li"))

    def close_invitations(self) -> None:
        self.host.press("\ue00c")  # Escape
        self.host.until(lambda: not self.host.all("dialog"))

    def offers(self) -> list[str]:
        """The links of the open invitations."""
        return [str(box.get_attribute("value")) for box in self.host.all(".seats .invitation input")]

    def answer(self, page: Page, link: str, name: str = "") -> str:
        """The answer that a friend's page makes of an invitation."""
        page.driver.get("about:blank")
        page.driver.get(link)
        page.until(lambda: page.all("#answer-it"))
        if name:
            page.one("#friend-name").clear()
            page.one("#friend-name").send_keys(name)
        page.click("#answer-it")
        page.until(lambda: page.all(".invitation input"))
        return str(page.one(".invitation input").get_attribute("value"))

    def let_in(self, answer: str) -> None:
        """The host pastes an answer."""
        self.host.until(lambda: self.host.all("#answer"))
        self.host.one("#answer").clear()
        self.host.one("#answer").send_keys(answer)
        self.host.click("#let-in")

    def sit(self, name: str, size: tuple[int, int] = DESKTOP) -> Page:
        """A friend takes the first seat that is free."""
        page = self.open(name, size)
        self.host.until(self.offers)
        self.let_in(self.answer(page, self.offers()[0], name))
        page.until(lambda: page.all(".at-table"))
        self.host.until(lambda: name in self.host.text(".seats"))
        return page


@pytest.fixture(scope="module")
def home() -> Iterator[str]:
    with own_network(), files_served(static_page()) as port:
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture
def browsers(home: str, tmp_path: Path) -> Iterator[Browsers]:
    with ExitStack() as stack:
        yield Browsers(home, stack, tmp_path)


@pytest.mark.parametrize(("game", "options"), [("clumond", {}), ("clag", {"players": "3"})])
def test_a_deal_by_three_people_to_its_end(
    browsers: Browsers, game: str, options: dict[str, str]
) -> None:
    browsers.begin(game, [1, 2], options)
    kim = browsers.sit("Kim")
    lee = browsers.sit("Lee", PHONE)
    browsers.close_invitations()
    pages = [browsers.host, kim, lee]
    for page in pages:
        page.until(lambda page=page: len(page.all(".presence.here")) == 2)
    play_until(pages, lambda: all(page.all(".ended") for page in pages))
    for page in pages:
        assert page.complaints() == []
    for page in (kim, lee):
        loaded = page.driver.execute_script(
            "return performance.getEntriesByType('resource').map(({ name }) => name)"
        )
        assert not [name for name in loaded if "runtime" in name or "worker.js" in name]
