"""Friends at one table without a server: a browser hosts it, and the others' load no library."""

from __future__ import annotations

import ctypes
import json
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from clumond_solver.games.sessions import Session
from clumond_solver.rules.game import seat_of
from clumond_solver.web.endpoints import EVERY_ENDPOINT, OF_A_SEAT
from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, Page
from tests.web.editions import NEEDS_RUNTIME, files_served, static_page
from tests.web.tables import check_heard, first_action, is_over, is_persons
from tests.web.test_friends_browser import ACT, play_until

pytestmark = [*NEEDS_BROWSER, NEEDS_RUNTIME, pytest.mark.machine]
_NEW_NETWORK = 0x40000000
# A pair of devices with an address and a default route: browsers look for no addresses on `lo`.
_INTERFACES = """ip link set lo up && ip link add card0 type veth peer name card1 &&
ip addr add 10.9.0.1/24 dev card0 && ip link set card0 up && ip link set card1 up &&
ip route add default dev card0 &&
ip rule add pref 2 lookup local && ip rule del pref 0"""
#: A seed that no message has by chance.
SEED = 8831198712273752
#: How long a page is frozen, in seconds.
FROZEN = float(os.environ.get("CLUMOND_FROZEN", "6"))
#: How often two browsers are connected in a row.
CONNECTIONS = int(os.environ.get("CLUMOND_CONNECTIONS", "3"))
#: How many deals are played while the connection is broken and made again, 20 at most.
DEALS = int(os.environ.get("CLUMOND_DEALS", "1"))


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


@contextmanager
def address_blocked() -> Iterator[None]:
    """Between the browsers nothing passes; each still reaches the page's server."""
    subprocess.run("ip rule add pref 1 to 10.9.0.1 unreachable", shell=True, check=True)
    try:
        yield
    finally:
        subprocess.run("ip rule del pref 1", shell=True, check=True)


# Keeps all that comes over a channel.
HEARD = """if (location.protocol.startsWith("http")) {
    window.heard = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
        createDataChannel(...how) {
            const data = super.createDataChannel(...how);
            data.addEventListener("message", ({ data: text }) => text && heard.push(text));
            return data;
        }
    };
}"""


def heard_by(page: Page) -> list[Any]:
    """All messages that have come over the channel of a page."""
    texts = page.driver.execute_script("return heard")
    return [json.loads(text) for text in texts]


def answers_in(page: Page) -> list[Any]:
    return [one.get("answer", one) for one in heard_by(page)]


def contains(text: Callable[[], str], words: str) -> bool:
    return words in text()


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

    def begin(
        self, game: str, friends: list[int], options: dict[str, str] | None = None, **more: object
    ) -> None:
        """A table of the host, with the invitations to these seats open."""
        asked = {"game": game, "options": options or {}, "seed": 7, **more}
        self.table = self.host.ask("session-new", asked)["id"]
        for player in friends:
            question = {"id": self.table, "player": player, "do": "invite"}
            self.host.ask("table-seats", question)
        self.host.go("play", table=self.table)
        self.open_invitations()

    def session(self) -> Session[Any]:
        """The session at the host's table."""
        return Session.parse(self.host.ask("session-save", {"id": self.table})["text"])

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
        return [
            str(box.get_attribute("value")) for box in self.host.all(".seats .invitation input")
        ]

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

    def sit(self, name: str, size: tuple[int, int] = DESKTOP, script: str = "") -> Page:
        """A friend takes the first seat that is free; a script runs first in all his documents."""
        page = self.open(name, size)
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
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
    browsers.begin(game, [1, 2], options, seed=SEED)
    kim = browsers.sit("Kim", script=HEARD)
    lee = browsers.sit("Lee", PHONE, HEARD)
    browsers.close_invitations()
    pages = [browsers.host, kim, lee]
    browsers.host.until(lambda: all(len(page.all(".presence.here")) == 2 for page in pages))
    play_until(pages, lambda: all(page.all(".ended") for page in pages))
    for page in pages:
        assert page.complaints() == []
    for player, page in ((1, kim), (2, lee)):
        check_heard(answers_in(page), browsers.session(), player)
        loaded = page.driver.execute_script(
            "return performance.getEntriesByType('resource').map(({ name }) => name)"
        )
        assert not [name for name in loaded if "runtime" in name or "worker.js" in name]


def test_the_first_card_is_there_soon_after_one_is_let_in(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    kim = browsers.open("kim")
    browsers.host.until(browsers.offers)
    [offer] = browsers.offers()
    answer = browsers.answer(kim, offer, "Kim")
    browsers.let_in(answer)
    before = time.monotonic()
    kim.until(lambda: kim.all(".hand .card"))
    print(f"{time.monotonic() - before:.2f} s; links {len(offer)}, {len(answer)} characters")
    assert max(len(offer), len(answer)) < 200
    browsers.host.until(lambda: "Kim" in browsers.host.text(".seats"))


def test_an_invitation_is_a_code_for_phones_too(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    browsers.host.until(browsers.offers)
    browsers.host.click('.invitation button[aria-label^="QR code"]')
    browsers.host.until(lambda: browsers.host.all("svg.qr path"))


def test_an_answer_that_is_opened_goes_to_the_table_in_the_other_tab(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    kim, host = browsers.open("kim"), browsers.host
    host.until(browsers.offers)
    answer = browsers.answer(kim, browsers.offers()[0], "Kim")
    host.driver.switch_to.new_window("tab")
    host.driver.get(answer)
    host.until(lambda: "Your table has it" in host.text("main"))
    host.driver.get("about:blank")
    host.driver.get(answer)
    host.until(lambda: "waits for this answer" in host.text("main"))
    host.driver.close()
    host.driver.switch_to.window(host.driver.window_handles[0])
    kim.until(lambda: kim.all(".hand .card"))
    host.driver.execute_script("location.hash = new URL(arguments[0]).hash", answer)
    host.until(lambda: "opens nothing any more" in host.text("main"))
    host.driver.back()
    host.until(lambda: host.all(".presence.here"))


def test_links_that_open_nothing_say_so_and_cost_nothing(browsers: Browsers) -> None:
    browsers.begin("clumond", [1, 2])
    host, kim = browsers.host, browsers.open("kim")
    host.until(lambda: len(browsers.offers()) == 2)
    offer, other = browsers.offers()
    damaged = "was cut or changed"
    for wrong in (offer[:-5], f"{offer[:-1]}~"):
        kim.driver.get("about:blank")
        kim.driver.get(wrong)
        kim.until(lambda: damaged in kim.text("main"))
    answer = browsers.answer(kim, offer, "Kim")
    for wrong, words in (
        (answer[:-9], damaged), (other, "This is an invitation"), ("x", damaged),
    ):  # fmt: skip
        browsers.let_in(wrong)
        said = partial(host.text, "dialog .notice.error")
        host.until(partial(contains, said, words))
    lee = browsers.open("lee")
    late = browsers.answer(lee, offer, "Lee")
    browsers.let_in(answer)
    kim.until(lambda: kim.all(".hand .card"))
    browsers.let_in(late)
    host.until(lambda: "opens nothing any more" in host.text("dialog .notice.error"))
    browsers.let_in(browsers.answer(lee, other, "Lee"))
    lee.until(lambda: lee.all(".hand .card"))
    kim.driver.refresh()
    kim.until(lambda: "was used already" in kim.text("main"))


def test_the_hosts_page_loaded_again_pauses_the_table(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    kim, host = browsers.sit("Kim"), browsers.host
    browsers.close_invitations()
    play_until([host, kim], lambda: len(kim.all(".hand .card")) == 9)
    host.driver.refresh()
    kim.until(lambda: "the table is paused" in kim.text("main"))
    host.until(lambda: "Kim is away" in host.text("main"))
    host.click("#invite-again")
    host.until(browsers.offers)
    browsers.let_in(browsers.answer(kim, browsers.offers()[0]))
    kim.until(lambda: kim.all(".hand .card"))
    # The next card may have been on its way.
    assert len(kim.all(".hand .card")) in {8, 9}
    browsers.close_invitations()
    host.until(lambda: "Kim is away" not in host.text("main"))
    play_until([host, kim], lambda: host.all(".ended") and kim.all(".ended"))


@pytest.mark.parametrize("freezes_host", [False, True])
def test_who_is_frozen_is_seen_to_be_away_and_goes_on(
    browsers: Browsers, *, freezes_host: bool
) -> None:
    browsers.begin("clumond", [1])
    kim, host = browsers.sit("Kim"), browsers.host
    browsers.close_invitations()
    play_until([host, kim], lambda: len(kim.all(".hand .card")) == 11)
    frozen, other = (host, kim) if freezes_host else (kim, host)
    frozen.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    before = time.monotonic()
    words = "No connection" if freezes_host else "Kim is away"
    other.until(lambda: words in other.text("main"))
    print(f"seen after {time.monotonic() - before:.1f} s")
    time.sleep(FROZEN)
    frozen.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    other.until(lambda: words not in other.text("main"))
    play_until([host, kim], lambda: host.all(".ended") and kim.all(".ended"))


def test_a_page_frozen_before_its_answer_is_let_in_all_the_same(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    kim = browsers.open("kim")
    browsers.host.until(browsers.offers)
    answer = browsers.answer(kim, browsers.offers()[0], "Kim")
    kim.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(FROZEN)
    browsers.let_in(answer)
    kim.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    kim.until(lambda: kim.all(".hand .card"))


def test_who_finds_nobody_for_20_seconds_is_told_what_helps(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    host, kim = browsers.host, browsers.open("kim")
    host.until(browsers.offers)
    with address_blocked():
        browsers.let_in(browsers.answer(kim, browsers.offers()[0], "Kim"))
        host.until(lambda: "Looking for the friend's browser" in host.text(".seats"))
        host.until(lambda: "was not found within 20 seconds" in host.text(".seats"))
        kim.until(lambda: "The host's browser is not found yet." in kim.text("main"))
    for page, place in ((host, ".seats"), (kim, "main")):
        assert "the same Wi-Fi" in page.text(place)
    host.until(browsers.offers)
    browsers.let_in(browsers.answer(kim, browsers.offers()[0], "Kim"))
    kim.until(lambda: kim.all(".hand .card"))


def test_a_network_that_comes_back_needs_no_new_invitation(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    kim, host = browsers.sit("Kim"), browsers.host
    browsers.close_invitations()
    play_until([host, kim], lambda: len(kim.all(".hand .card")) == 11)
    with address_blocked():
        host.until(lambda: "Kim is away" in host.text("main"))
        kim.until(lambda: "No connection" in kim.text("main"))
        time.sleep(FROZEN)
    host.until(lambda: "Kim is away" not in host.text("main"))
    kim.until(lambda: "No connection" not in kim.text("main"))
    play_until([host, kim], lambda: host.all(".ended") and kim.all(".ended"))


def test_one_invitation_after_the_other_connects(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    host, kim = browsers.host, browsers.open("kim")
    took = []
    for number in range(CONNECTIONS):
        if number:
            host.click(".seats [aria-label^='A new invitation']")
        host.until(browsers.offers)
        [offer] = browsers.offers()
        answer = browsers.answer(kim, offer, "" if number else "Kim")
        browsers.let_in(answer)
        before = time.monotonic()
        kim.until(lambda: kim.all(".hand .card"))
        took.append(time.monotonic() - before)
        host.until(lambda: host.all(".seats .presence.here"))
    print(
        f"{len(took)} connections, first cards after {median(took):.2f} s, {max(took):.2f} at most"
    )


# Notes each action that a guest's page sends, and what comes to it, for all of its documents.
NOTED = """if (location.protocol.startsWith("http")) {
    const noted = JSON.parse(localStorage.noted ?? "[]");
    const open = new Map();
    const keep = () => { localStorage.noted = JSON.stringify(noted); };
    window.connections = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
        createDataChannel(...how) {
            const data = super.createDataChannel(...how);
            const send = data.send.bind(data);
            connections.push(this);
            data.send = (text) => {
                const { number, kind, question } = text.startsWith("{") ? JSON.parse(text) : {};
                if (kind === "table-act") {
                    const { at, action } = question;
                    open.set(number, noted[noted.push({ at, action, became: "" }) - 1]);
                    keep();
                }
                send(text);
            };
            data.addEventListener("message", ({ data: text }) => {
                const { number, answer, error } = text.startsWith("{") ? JSON.parse(text) : {};
                const one = open.get(number);
                if (!one) return;
                one.became = error ? "refused" : answer.late ? "late" : "done";
                keep();
            });
            return data;
        }
    };
}"""
NEXT = """[...document.querySelectorAll(".ended button")]
    .find((one) => one.textContent.startsWith("Next"))?.click()"""


class Breaks:
    """Ways to break the connection just after the guest has acted, and to make it again."""

    def __init__(self, browsers: Browsers, kim: Page) -> None:
        self._browsers, self._host, self._kim = browsers, browsers.host, kim

    def act(self, then: str = "") -> bool:
        """Let the guest do what he may; if it is an action, his page does something right after."""
        script = f"const did = (() => {{ {ACT} }})(); if (/ca/.test(did)) {{ {then} }} return did"
        return self._kim.driver.execute_script(script) in ("call", "card")

    def cut(self, after: int) -> bool:
        """The connection ends at the guest's side."""
        if acted := self.act(f"setTimeout(() => connections.at(-1).close(), {after})"):
            self._make_again()
        return acted

    def load_guest_again(self, after: int) -> bool:
        """The guest's page is loaded again."""
        if acted := self.act(f"setTimeout(() => location.reload(), {after})"):
            self._make_again()
        return acted

    def load_host_again(self, after: int) -> bool:
        """The host's page is loaded again."""
        if acted := self.act():
            time.sleep(after / 1000)
            self._host.driver.refresh()
            self._make_again()
        return acted

    def freeze_host(self, after: int) -> bool:
        """The host's page is frozen until the guest's has lost it."""
        if acted := self.act():
            time.sleep(after / 1000)
            self._host.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
            self._kim.until(lambda: "No connection" in self._kim.text("main"))
            self._host.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
            self._kim.until(lambda: "No connection" not in self._kim.text("main"))
        return acted

    def _make_again(self) -> None:
        self._host.until(lambda: self._host.all("#invite-again"))
        self._host.click("#invite-again")
        self._host.until(self._browsers.offers)
        self._browsers.let_in(self._browsers.answer(self._kim, self._browsers.offers()[0]))
        self._kim.until(lambda: self._kim.all(".at-table"))
        self._browsers.close_invitations()


def _actions_of(session: Session[Any], player: int) -> list[str]:
    """What a player has done in all deals."""
    done = []
    for number, acts in enumerate(session.acts, 1):
        dealer = session.replayed(number, 0)[0].standing.dealer
        seat = seat_of(player, dealer, session.game.players)
        done += [str(action) for actor, action in acts if actor == seat]
    return done


def test_no_action_is_lost_or_done_twice_where_the_connection_breaks(browsers: Browsers) -> None:
    browsers.begin("clag", [1], {"players": "3"}, levels=["easy"] * 3)
    host, kim = browsers.host, browsers.sit("Kim", script=NOTED)
    browsers.close_invitations()
    breaks, chance = Breaks(browsers, kim), random.Random(1)
    ways = [breaks.cut, breaks.load_host_again, breaks.load_guest_again, breaks.freeze_host]
    broken = 0
    for deal in range(DEALS):
        is_whole = True
        while not (host.all(".ended") and kim.all(".ended")):
            host.driver.execute_script(ACT)
            if is_whole and chance.random() < 0.5:
                is_whole = not ways[deal % len(ways)](chance.randrange(40))
            else:
                breaks.act()
            time.sleep(0.05)
        broken += not is_whole
        if deal + 1 < DEALS:
            host.driver.execute_script(NEXT)
            kim.driver.execute_script(NEXT)
            host.until(lambda: not host.all(".ended"))
            kim.until(lambda: not kim.all(".ended"))
    session = browsers.session()
    noted = json.loads(kim.driver.execute_script("return localStorage.noted"))
    # What got no answer was done, unless its author had to act once more at the same point.
    told = {one["at"]: one["action"] for one in noted if one["became"] in ("done", "")}
    unanswered = [one for one in noted if not one["became"]]
    print(f"{broken} of {DEALS} deals broken; {len(noted)} sent, {len(unanswered)} unanswered")
    assert broken
    assert _actions_of(session, 1) == list(told.values())


# A friend whose page is a script of his own: it asks over a bare channel, and hears all that comes.
SCRIPTED = """async ([offer, name]) => {
    const at = new URL("standalone/packing.js", document.baseURI).href;
    const { unpack, sdpOf, described, pack, VERSION } = await import(at);
    const { description, check } = unpack(offer, false);
    const connection = new RTCPeerConnection();
    const data = connection.createDataChannel("table", { negotiated: true, id: 0 });
    Object.assign(window, { heard: [], data, connection });
    data.onopen = () => data.send(JSON.stringify({ version: VERSION }));
    data.onmessage = ({ data: text }) => text && heard.push(text);
    await connection.setRemoteDescription({ type: "offer", sdp: sdpOf(description, false) });
    await connection.setLocalDescription(await connection.createAnswer());
    while (connection.iceGatheringState !== "complete") {
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    setInterval(() => data.readyState === "open" && data.send(""), 1000);
    return pack(described(connection.localDescription.sdp), { isAnswer: true, to: check });
}"""


class Scripted:
    """A friend with a script for a page."""

    def __init__(self, browsers: Browsers) -> None:
        self.page = browsers.open(f"script{time.monotonic_ns()}")
        self.page.driver.get(f"{browsers.home}standalone/icon-192.png")
        self.page.driver.get(f"{browsers.home}licenses/clumond_solver.txt")
        browsers.host.until(browsers.offers)
        self._script = SCRIPTED.replace("document.baseURI", json.dumps(browsers.home))
        self._number = 0
        call = f"const done = arguments[1]; ({self._script})([arguments[0]]).then(done, done)"
        browsers.let_in(str(self.page.driver.execute_async_script(call, browsers.offers()[0])))
        self.page.until(lambda: heard_by(self.page))

    def say(self, text: str) -> None:
        self.page.driver.execute_script("data.send(arguments[0])", text)

    def ask(self, kind: str, **question: Any) -> Any:
        """What comes to a question."""
        self._number += 1
        self.say(json.dumps({"number": self._number, "kind": kind, "question": question}))
        return self.page.until(lambda: self.answered(self._number))

    def parts_of(self, number: int) -> list[Any]:
        """What has come before the answer to a question."""
        return [one for one in heard_by(self.page) if one.get("number") == number and "part" in one]

    def answered(self, number: int) -> Any:
        """What has come to a question, if it is answered."""
        return next((one for one in heard_by(self.page)
                     if one.get("number") == number and "part" not in one), None)  # fmt: skip

    def is_shut_out(self) -> bool:
        """Whether the host ends the channel."""
        return bool(self.page.until(lambda: any("bye" in one for one in heard_by(self.page))))


def _play_to_the_end(browsers: Browsers, script: Scripted) -> None:
    """The host and the script play the first deal to its end."""

    def host_asks(kind: str, **question: Any) -> Any:
        return browsers.host.ask(kind, {"id": browsers.table, **question})

    def script_asks(kind: str, **question: Any) -> Any:
        return script.ask(kind, **question)["answer"]

    while not is_over(own := host_asks("table")):
        if is_persons(own):
            host_asks("table-act", at=own["at"], action=first_action(own))
        elif is_persons(own := script_asks("table")):
            script_asks("table-act", at=own["at"], action=first_action(own))
        else:
            script_asks("table-step", at=own["at"])


def test_the_table_goes_on_while_a_friend_reviews(browsers: Browsers) -> None:
    browsers.begin("clumond", [1], {"hands": "2"}, levels=["easy"] * 3)
    script, host = Scripted(browsers), browsers.host
    assert script.ask("seat-sit", name="Kim")["answer"]["person"] == 1
    _play_to_the_end(browsers, script)
    script.say('{"number": 1000, "kind": "review", "question": {"deal": 1}, "parts": true}')
    script.page.until(lambda: script.parts_of(1000))
    at = host.ask("table", {"id": browsers.table})["at"]
    assert host.ask("table-next", {"id": browsers.table, "at": at})["number"] == 2
    assert not script.answered(1000)


def test_odd_questions_of_a_script_are_refused_and_break_nothing(browsers: Browsers) -> None:
    browsers.begin("clumond", [1])
    script = Scripted(browsers)
    deep = '{{"deal": {}{}}}'.format("[" * 1800, "]" * 1800)
    for number, (kind, question) in enumerate((
        ("__proto__", "{}"), ("constructor", "{}"), ("\\ud800", "{}"), ("table", "[]"),
        ("review", deep), ("review", f'{{"deal": {"9" * 3800}}}'), ("review", '{"deal": 1e400}'),
        ("seat-sit", '{"name": "\\ud800"}'), ("seat-sit", '{"name": "__proto__\\r\\nx: y"}'),
        ("seat-sit", '{"__proto__": {"name": "Kim"}}'),
    ), 1000):  # fmt: skip
        script.say(f'{{"number": {number}, "kind": "{kind}", "question": {question}}}')
        answer = script.page.until(partial(script.answered, number))
        assert answer["error"], kind
        assert "fault in the program" not in answer["error"]
    assert script.ask("seat-sit", name="__proto__")["answer"]["players"][1] == "__proto__"
    browsers.host.until(lambda: "__proto__" in browsers.host.text(".seats"))


def test_a_script_gets_nothing_but_its_seat(browsers: Browsers) -> None:
    host = browsers.host
    other = host.ask("session-new", {"game": "clubs"})["id"]
    browsers.begin("clumond", [1], seed=SEED)
    script = Scripted(browsers)
    assert script.ask("seat-sit", name="<b>Kim</b>")["answer"]["person"] == 1
    own = script.ask("table", id=other)["answer"]
    assert own["id"] == browsers.table, "another session is named in vain"
    for kind in EVERY_ENDPOINT.keys() - OF_A_SEAT.keys():
        answer = script.ask(kind, id=browsers.table, key="", player=0)
        assert "no endpoint" in answer["error"], kind
    before = host.ask("table", {"id": browsers.table})
    at = own["at"]
    assert "error" in script.ask("table-act", at=at, action="pass", player=0)
    assert script.ask("table-step", at=at, conceded=True)["answer"]["at"] == at
    assert "error" in script.ask("review", deal=1, session=other)
    assert host.ask("table", {"id": browsers.table})["at"] == before["at"]
    host.driver.execute_script("document.querySelector('dialog').close()")
    acted = host.ask("table-act", {"id": browsers.table, "at": before["at"], "action": "pass"})
    assert len(acted["deal"]["calls"]) == 1
    own = script.ask("table")["answer"]
    asked = {"at": own["at"], "action": "pass"}
    twice = [script.ask("table-act", **asked)["answer"] for _ in range(2)]
    assert [answer.get("late", False) for answer in twice] == [False, True]
    check_heard(answers_in(script.page), browsers.session(), 1)
    assert host.driver.execute_script("return document.querySelectorAll('main b b').length") == 0


@pytest.mark.parametrize(
    "texts",
    [
        ["x" * 5000], ["+" * 3000] * 3, ["no JSON"], ["[]"], ["null"], ['{"number": 1}'],
        ['{"number": 1, "kind": {}, "question": {}}'], ['{"number": "1", "kind": "table"}'],
        ['{"number": 1, "kind": "table", "question": {}}'] * 2,
        [f'{{"number": {n}, "stops": true}}' for n in range(150)],
    ],
    ids=["long", "pieces", "text", "list", "null", "bare", "kind", "number", "twice", "many"],
)  # fmt: skip
def test_a_script_that_misuses_the_channel_is_shut_out(
    browsers: Browsers, texts: list[str]
) -> None:
    browsers.begin("clumond", [1])
    script = Scripted(browsers)
    script.page.driver.execute_script("for (const text of arguments[0]) data.send(text)", texts)
    assert script.is_shut_out()
    assert browsers.host.ask("table", {"id": browsers.table})["friends"]["free"] == [1]
