"""What only the page without a server does, in a real browser: load, keep, cancel, go offline."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.games.sessions import Session
from clumond_solver.web.standalone import write_page
from tests.samples import END, HAND_TEXT
from tests.web.browser import DESKTOP, NEEDS_BROWSER, PHONE, Page, started
from tests.web.editions import NEEDS_RUNTIME, RUNTIME, files_served, static_page
from tests.web.tables import is_persons, moved_until

pytestmark = [*NEEDS_BROWSER, NEEDS_RUNTIME]


@pytest.fixture
def site() -> Iterator[str]:
    with files_served(static_page()) as port:
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture
def page(site: str, tmp_path: Path) -> Iterator[Page]:
    with Page.opened(site, tmp_path) as found:
        found.size(DESKTOP)
        yield found
        assert found.complaints() == []


def begun(page: Page) -> Any:
    """A table at which it is the person's turn."""
    return moved_until(page.ask, page.ask("session-new", {"game": "clubs", "seed": 7}), is_persons)


def installed(page: Page) -> None:
    """Wait until all that the page needs is at hand without a network."""
    page.driver.set_script_timeout(300)
    page.driver.execute_async_script("""const done = arguments[0];
        navigator.serviceWorker.ready.then(({ active }) => {
            if (active.state === "activated") done();
            else active.addEventListener("statechange", () =>
                active.state === "activated" && done());
        })""")


def below(parent: int) -> list[int]:
    """All processes that a process has started, and they."""
    told = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False
    )
    children = [int(each) for each in told.stdout.split()]
    return [each for child in children for each in (child, *below(child))]


def test_it_tells_how_far_it_is_and_then_answers(page: Page) -> None:
    page.size(PHONE)
    page.go("practice", day="2026-11-22")
    page.until(lambda: "Loading" in page.text(".preparing"))
    assert page.overflow() == 0
    page.until(lambda: page.all(".board .held.legal"))
    assert not page.all(".preparing")


def test_it_works_without_a_network_after_the_first_visit(tmp_path: Path) -> None:
    with files_served(static_page()) as port:
        home = f"http://127.0.0.1:{port}/"
        with Page.opened(home, tmp_path) as page:
            table = begun(page)
            installed(page)
            page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
            page.go("play", table=table["id"])
            page.until(lambda: page.all(".hand button.card"))
    with Page.opened(home, tmp_path) as page:
        page.go("play", table=table["id"])
        page.until(lambda: page.all(".hand button.card"))
        assert page.ask("table", {"id": table["id"]}) == table
        page.go("analysis", start=END)
        page.until(lambda: page.all(".board .held.makes"))


def test_a_browser_that_is_killed_loses_nothing_that_was_shown(site: str, tmp_path: Path) -> None:
    page = Page(site, tmp_path, started(tmp_path / "profile"))
    try:
        table = begun(page)
        page.go("play", table=table["id"])
        page.until(lambda: page.all(".hand button.card:not([aria-disabled])"))
        count, [before] = len(page.all(".hand .card")), page.sessions()
        page.click(".hand button.card:not([aria-disabled])")
        page.until(lambda: len(page.all(".hand .card")) == count - 1)
        # Without a word of warning to any of its processes.
        for process in below(page.driver.service.process.pid):
            os.kill(process, signal.SIGKILL)
    finally:
        page.driver.quit()
    for lock in (tmp_path / "profile").glob("Singleton*"):
        lock.unlink()
    with Page.opened(site, tmp_path) as again:
        [session] = again.sessions()
        assert sum(map(len, session.acts)) > sum(map(len, before.acts))
        again.go("play", table=table["id"])
        again.until(lambda: again.all(".hand .card"))


def test_a_question_that_is_taken_back_makes_room_at_once(page: Page) -> None:
    """What comes after it waits no longer than for half of what its answer takes."""
    page.ask("verdicts", {"start": END, "cards": []})
    script = """const [asked, hand, done] = arguments;
        import(new URL("ask.js", document.baseURI).href).then(async ({ ask, isAborted }) => {
            const seconds = async (asking) => {
                const at = performance.now();
                await asking;
                return (performance.now() - at) / 1000;
            };
            const short = () => ask("chances", { start: hand, cards: [] });
            const took = [];
            for (const [kind, question] of asked) {
                await short();
                const asking = new AbortController();
                const told = ask(kind, question, { signal: asking.signal }).catch(isAborted);
                await new Promise((resolve) => setTimeout(resolve, 150));
                asking.abort();
                const waited = await seconds(short());
                took.push([kind, await told, waited, await seconds(ask(kind, question))]);
            }
            done(took);
        })"""
    deal = str(page.ask("deal", {"seed": 1, "declarer": "F", "strain": "C"})["start"])
    page.driver.set_script_timeout(300)
    took = page.driver.execute_async_script(
        script,
        [
            ("advice", {"hand": HAND_TEXT, "seat": "F"}),
            ("finishes", {"start": deal, "cards": []}),
            ("retentions", {"start": deal, "cards": []}),
        ],
        END,
    )
    print(took)
    assert [(kind, True) for kind, *_ in took] == [(kind, told) for kind, told, *_ in took]
    assert all(waited < whole / 2 for *_, waited, whole in took)


def test_what_one_tab_does_the_other_knows(page: Page) -> None:
    table = begun(page)
    page.driver.switch_to.new_window("tab")
    other = page.ask("table", {"id": table["id"]})
    assert other == table
    card = table["deal"]["legal"]["cards"][0]["action"]
    moved = page.ask("table-act", {"id": table["id"], "at": table["at"], "action": card})
    page.driver.switch_to.window(page.driver.window_handles[0])
    page.until(lambda: page.ask("table", {"id": table["id"]}) == moved)


def test_what_the_browser_has_cleared_is_kept_again_with_the_next_change(page: Page) -> None:
    table = begun(page)
    home = {"origin": page.home, "storageTypes": "indexeddb"}
    page.driver.execute_cdp_cmd("Storage.clearDataForOrigin", home)
    [card, *_] = table["deal"]["legal"]["cards"]
    act = {"id": table["id"], "at": table["at"], "action": card["action"]}
    moved = page.ask("table-act", act)
    page.go("play")
    assert page.ask("table", {"id": table["id"]}) == moved


def test_all_that_one_has_goes_to_another_browser_as_a_file(
    page: Page, site: str, tmp_path: Path
) -> None:
    table = begun(page)
    [first, *_] = table["deal"]["legal"].get("calls") or table["deal"]["legal"]["cards"]
    page.ask("table-act", {"id": table["id"], "at": table["at"], "action": first["action"]})
    page.driver.execute_script("localStorage.setItem('clumond.name', JSON.stringify('Ann'))")
    page.go("play")
    page.until(lambda: "Clubs" in page.text(".sessions"))
    page.click("#save-everything")
    saved = tmp_path / "clumond-sessions.json"
    page.until(saved.exists)
    sessions = page.sessions()
    (tmp_path / "other").mkdir()
    with Page.opened(site, tmp_path / "other") as other:
        other.go("play")
        other.driver.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
        for _ in range(2):  # the second time nothing is new
            other.click("#open-session")
            other.until(lambda: other.all("#opened-file"))[0].send_keys(str(saved))
            other.until(lambda: "Clubs" in other.text(".sessions"))
        other.until(lambda: "0 sessions imported; 1 was here" in other.text(".notice.good"))
        assert other.sessions() == sessions
        kept = "return localStorage.getItem('clumond.name')"
        assert other.driver.execute_script(kept) == '"Ann"'
    assert Session.parse(page.ask("session-save", {"id": table["id"]})["text"]) == sessions[0]


def test_a_new_version_is_taken_when_one_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    write_page(folder, runtime=Path(RUNTIME))
    with files_served(folder) as port, Page.opened(f"http://127.0.0.1:{port}/", tmp_path) as page:
        page.ask("games", {})
        installed(page)
        version = "return import(new URL('standalone/built.js', document.baseURI).href)"
        before = page.driver.execute_script(f"{version}.then(({{ BUILT }}) => BUILT.version)")
        for name in ("service-worker.js", "standalone/built.js"):
            text = (folder / name).read_text()
            (folder / name).write_text(text.replace(before, "another"))
        page.go("play")
        page.until(lambda: "new version" in page.text(".notice"))
        page.click(".notice .button")
        page.until(
            lambda: (
                page.driver.execute_script(f"{version}.then(({{ BUILT }}) => BUILT.version)")
                == "another"
            )
        )


@pytest.mark.parametrize(
    ("flags", "address", "words"),
    [
        (["--js-flags=--jitless"], None, "needs WebAssembly"),
        (["--js-flags=--no-enable-sse4-1"], None, "needs WebAssembly"),
        ([], "file", "from a web server"),
    ],
)
def test_where_it_cannot_work_it_says_why(
    site: str, tmp_path: Path, flags: list[str], address: str | None, words: str
) -> None:
    home = site if address is None else f"{static_page().as_uri()}/index.html"
    with Page.opened(home, tmp_path, flags) as page:
        page.go("play")
        page.until(lambda: words in page.text(".notice.error"))
        time.sleep(1)
        assert words in page.text("body")


def test_what_is_missing_on_the_server_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    write_page(folder, runtime=Path(RUNTIME))
    (folder / "runtime" / "pyodide.asm.wasm").unlink()
    with files_served(folder) as port, Page.opened(f"http://127.0.0.1:{port}/", tmp_path) as page:
        page.go("play")
        page.until(lambda: "cannot be loaded" in page.text(".notice.error"))
        assert "404" in page.text(".notice.error")
