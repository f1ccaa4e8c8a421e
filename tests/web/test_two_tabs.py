"""Two tabs of the page without a server: its own modules in a real browser, with its database.

Only Pyodide is missing: the engines' workers ask this process, which has the library at hand.
"""

from __future__ import annotations

import functools
import json
import os
import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from clumond_solver.games.sessions import Session
from clumond_solver.web.worker import Worker
from tests.web.browser import NEEDS_BROWSER, Page
from tests.web.site import STATIC
from tests.web.tables import choice_of

pytestmark = [*NEEDS_BROWSER, pytest.mark.machine, pytest.mark.usefixtures("quick")]
RACES = int(os.environ.get("CLUMOND_RACES", "10"))
# How long an engine takes to start, in seconds.
START = 0.1
BUILT = 'export const BUILT = {version: "1", slow: [], library: "none", sizes: {a: 1}};'
# What `worker.js` is to its engine.
WORKER = """
let last = Promise.resolve();
let number;
const post = async (path, body) => {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(body) });
  for (const message of await response.json()) postMessage(message);
};
onmessage = ({ data }) => { last = last.then(() => post("/worker", { ...data, worker: name })); };
const name = crypto.randomUUID();
"""
TAB = """<!doctype html><script type="module">
import { backend } from "./standalone/worker_backend.js";
window.ask = (kind, question) => backend.ask(kind, question, {})
  .catch((error) => ({ refused: error.message }));
</script>"""
# Opens a tab as a frame, which begins to load its engine, and does not wait for that.
OPEN = """const [number, done] = arguments;
document.getElementById(`tab${number}`)?.remove();
const frame = document.createElement("iframe");
frame.id = `tab${number}`;
frame.src = "tab.html";
frame.onload = () => done();
document.body.append(frame);"""
ASK = """const [asked, done] = arguments;
Promise.all(asked.map(([number, kind, question]) =>
  document.getElementById(`tab${number}`).contentWindow.ask(kind, question))).then(done);"""
KEPT = """const [name, done] = arguments;
import(new URL("standalone/stored_sessions.js", document.baseURI).href)
  .then(async ({ Sessions }) => {
  const sessions = await Sessions.at(new URL(".", document.baseURI).href);
  done((await sessions.all())[name]?.text ?? null);
});"""
# Puts anything into the database.
SPOILT = """const [name, value, done] = arguments;
const request = indexedDB.open(`clumond ${new URL(".", document.baseURI).href}`, 1);
request.onupgradeneeded = () => request.result.createObjectStore("sessions");
request.onsuccess = () => {
  const transaction = request.result.transaction("sessions", "readwrite");
  transaction.objectStore("sessions").put(value, name);
  transaction.oncomplete = () => { request.result.close(); done(); };
};"""

# Lets a tab's database refuse what is put into it, or no longer: the change is broken off.
FULL = """const [number, full] = arguments;
const { prototype } = document.getElementById(`tab${number}`).contentWindow.IDBObjectStore;
prototype.whole ??= prototype.put;
prototype.put = full
  ? function (value, name) { this.whole(value, name); this.add(value, name); }
  : prototype.whole;"""


class Engine:
    """What a worker does, in this process."""

    def __init__(self, sessions: str) -> None:
        self.messages: list[dict[str, Any]] = [{"ready": True}]
        self.worker = Worker(
            sessions, lambda change: self.messages.append({"change": change}), print
        )

    def take(self, told: dict[str, Any]) -> None:
        self.messages = []
        if "change" in told:
            self.worker.apply_change(told["change"])
        else:
            self.worker.answer(
                told["kind"],
                told["question"],
                lambda event: self.messages.append({"number": told["number"], "event": event}),
            )


class Handler(SimpleHTTPRequestHandler):
    """The files of the page, and its engines."""

    engines: dict[str, Engine]

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "sessions" in told:
            time.sleep(START)
            self.engines[told["worker"]] = Engine(told["sessions"])
        else:
            self.engines[told["worker"]].take(told)
        body = json.dumps(self.engines[told["worker"]].messages).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Tabs:
    """A browser with two tabs of the page."""

    def __init__(self, page: Page) -> None:
        self.run = page.driver.execute_script
        self.wait = page.driver.execute_async_script
        for number in (1, 2):
            self.open(number)

    def open(self, number: int) -> None:
        self.wait(OPEN, number)

    def at_once(self, *asked: tuple[int, str, dict[str, Any]]) -> list[Any]:
        return list(self.wait(ASK, asked))

    def ask(self, number: int, kind: str, **question: Any) -> Any:
        [answer] = self.at_once((number, kind, question))
        return answer

    def kept(self, table: Any) -> int | None:
        """How many actions of a session are in the database; None if it is not there."""
        text = self.wait(KEPT, table["id"])
        return None if text is None else sum(map(len, Session.parse(text).acts))

    def begun(self, source: random.Random) -> Any:
        table = self.ask(1, "session-new", game="clubs", seed=source.randrange(1000))
        return self.played(1, table, source, 2 + source.randrange(5))

    def played(self, number: int, table: Any, source: random.Random, count: int) -> Any:
        for _ in range(count):
            [table] = self.at_once(acting(number, table, source))
        return table


def acting(number: int, table: Any, source: random.Random) -> tuple[int, str, dict[str, Any]]:
    """A tab's question by which who is to act acts."""
    asked = {"id": table["id"], "at": table["at"]}
    if table["deal"]["turn"] != table["deal"]["seat"]:
        return number, "table-step", asked
    return number, "table-act", {**asked, "action": choice_of(table, source)}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(STATIC, folder, dirs_exist_ok=True)
    (folder / "standalone" / "built.js").write_text(BUILT)
    (folder / "standalone" / "worker.js").write_text(WORKER)
    (folder / "tab.html").write_text(TAB)
    (folder / "empty.html").write_text("<!doctype html>")
    handler = type("Kind", (Handler,), {"engines": {}})
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(folder))
    ) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            home = f"http://127.0.0.1:{server.server_address[1]}/"
            with Page.opened(home, tmp_path_factory.mktemp("profile")) as found:
                found.driver.set_script_timeout(60)
                yield found
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def tabs(page: Page) -> Tabs:
    page.driver.get(f"{page.home}empty.html")
    home = {"origin": page.home, "storageTypes": "indexeddb"}
    page.driver.execute_cdp_cmd("Storage.clearDataForOrigin", home)
    return Tabs(page)


def both_act(tabs: Tabs, source: random.Random) -> bool:
    table = tabs.begun(source)
    before = tabs.kept(table)
    answers = tabs.at_once(*(acting(number, table, source) for number in (1, 2, 1, 2)))
    done = [each for each in answers if "late" not in each]
    shown = {tabs.ask(number, "table", id=table["id"])["at"] for number in (1, 2)}
    return (
        len(done) == 1
        and {each["at"] for each in answers} | shown == {done[0]["at"]}
        and tabs.kept(table) == (before or 0) + 1
    )


def one_acts_while_the_other_loads(tabs: Tabs, source: random.Random) -> bool:
    table = tabs.begun(source)
    tabs.open(2)
    now = tabs.played(1, table, source, 3)
    late = tabs.at_once(acting(2, table, source))[0]
    return bool(late == now | {"late": True} and tabs.ask(2, "table", id=table["id"]) == now)


def one_removes_while_the_other_acts(tabs: Tabs, source: random.Random) -> bool:
    table = tabs.begun(source)
    before = tabs.kept(table)
    asked = [
        (1, "session-remove", {"id": table["id"], "at": table["at"]}),
        acting(2, table, source),
    ]
    source.shuffle(asked)
    answers = dict(zip((each[0] for each in asked), tabs.at_once(*asked), strict=True))
    if "late" in answers[1]:
        return tabs.kept(table) == (before or 0) + 1
    return "no such session" in answers[2]["refused"] and tabs.kept(table) is None


ENDPOINTS = [both_act, one_acts_while_the_other_loads, one_removes_while_the_other_acts]


@pytest.mark.parametrize("kind", ENDPOINTS, ids=lambda kind: kind.__name__)
def test_no_move_is_lost(tabs: Tabs, kind: Callable[[Tabs, random.Random], bool]) -> None:
    kept = [kind(tabs, random.Random(seed)) for seed in range(RACES)]
    assert kept.count(False) == 0, f"{kept.count(False)} of {RACES}"


def test_without_room_a_table_is_played_on_and_kept_when_there_is_some(tabs: Tabs) -> None:
    source = random.Random(1)
    table = tabs.begun(source)
    before = tabs.kept(table)
    tabs.run(FULL, 1, True)
    for _ in range(3):
        table = tabs.played(1, table, source, 1)
        assert ("already exists" in table["unsaved"], "late" in table) == (True, False)
    assert tabs.kept(table) == before
    new = tabs.ask(1, "session-new", game="clubs")
    assert "already exists" in new["unsaved"]
    tabs.run(FULL, 1, False)
    for each in (table, new):
        assert tabs.played(1, each, source, 1)["unsaved"] == ""
    assert (tabs.kept(table), tabs.kept(new)) == ((before or 0) + 4, 1)


def test_what_is_no_session_in_the_database_is_listed_and_removed(tabs: Tabs) -> None:
    table = tabs.begun(random.Random(1))
    text = {"text": "game clubs\nseed 5\n", "touched": 1, "more": 2}
    spoilt = [text, {"text": 7, "touched": 1}, {}, None, 5, {"text": "x", "touched": "y"}]
    names = [f"spoilt{number:010}" for number in range(len(spoilt))]
    for name, value in zip(names, spoilt, strict=True):
        tabs.wait(SPOILT, name, value)
    tabs.open(1)
    listed = {each["id"]: each for each in tabs.ask(1, "sessions")["sessions"]}
    assert {name for name, each in listed.items() if each["fault"]} == set(names[1:])
    assert tabs.ask(1, "table", id=table["id"]) == table
    for name in names:
        listing = tabs.ask(1, "session-remove", id=name, at=listed[name]["at"])
        assert ("late" in listing, tabs.wait(KEPT, name)) == (False, None)
