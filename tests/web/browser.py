"""Real browsers for the tests of tabs: headless Chromium with its driver.

Tests that need them are skipped with a message if selenium, Chromium or its driver is missing. A
worker's tests take the same browsers in turn. Each has a new tab, with nothing stored; at its end
the browser must have logged no complaints.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, unquote_plus, urlencode, urljoin

import pytest

from clumond_solver.games.sessions import Session
from tests.shares import LONG

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
DRIVER = shutil.which("chromedriver")
DriverError = pytest.importorskip("selenium.common.exceptions").WebDriverException
#: The marks of a module whose tests need a browser.
NEEDS_BROWSER = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver on this machine"
    ),
]
PATIENCE = float(os.environ.get("CLUMOND_PATIENCE", "60"))
#: Sizes of the window in pixels.
PHONE, DESKTOP, WALL = (360, 740), (1280, 800), (2560, 1300)
#: Windows in which the page is looked at, and whether they are dark; all in `.ci/extended`.
LOOKS = [(DESKTOP, False), (PHONE, True)]
if LONG:
    LOOKS += [(DESKTOP, True), (PHONE, False), (WALL, False), (WALL, True)]
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # A tab takes one process, and none waits for the next one: a fifth of the processor time.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
)  # fmt: skip
# Where the accessibility checker is, once `.ci/page-types` or `npm ci` has fetched it.
AXE = Path(__file__).parents[2] / ".ci/page/node_modules/axe-core/axe.min.js"


def started(profile: Path, flags: Iterable[str] = ()) -> Any:
    """The driver of a new browser; the last of three failures to start one is raised."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={profile}", *flags):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for failures in range(3):
        # Another worker may take the port between its choice and its use.
        service = webdriver.ChromeService(executable_path=DRIVER)
        try:
            return webdriver.Chrome(options=options, service=service)
        except DriverError:
            service.stop()
            if failures == 2:
                raise
    return None


class Chromium:
    """A browser of a worker, which gives each test a tab of its own."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile
        self._driver: Any = None

    def tab(self, address: str) -> Any:
        """The driver at a new, only tab, with nothing stored for the site of this address."""
        origin = urljoin(address, "/")
        try:
            self._open_tab(origin)
        except DriverError:
            # The browser has crashed, or there has been none.
            self.quit()
            self._driver = started(self._profile)
            self._open_tab(origin)
        return self._driver

    def _open_tab(self, origin: str) -> None:
        driver = self._driver
        if driver is None:
            raise DriverError("no browser yet")
        old = driver.window_handles
        driver.switch_to.window(old[0])
        driver.switch_to.new_window("tab")
        new = driver.current_window_handle
        for handle in old:
            driver.switch_to.window(handle)
            driver.close()
        driver.switch_to.window(new)
        stored = {"origin": origin, "storageTypes": "cookies,local_storage,indexeddb"}
        driver.execute_cdp_cmd("Storage.clearDataForOrigin", stored)
        driver.execute_cdp_cmd("Browser.resetPermissions", {})
        # The clipboard is for pages that have the focus, as a tab behind another window has not.
        driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        driver.get_log("browser")

    def leave(self) -> None:
        """Leave the page, whose site ends with the test."""
        with suppress(DriverError):
            self._driver.get("about:blank")

    def quit(self) -> None:
        """End the browser, if there is one."""
        if self._driver is not None:
            with suppress(DriverError):
                self._driver.quit()
        self._driver = None


# The others' cards follow soon, unless a test says otherwise.
QUICKLY = """if (location.host) localStorage["clumond.pace"] ??= '"quick"'"""
_CLICK = """(selector) => {
    const element = document.querySelector(selector);
    if (!element || element.disabled) return false;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const [box] = element.getClientRects();
    if (!box) return false;
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!element.contains(at)) return false;
    element.focus();
    element.click();
    return true;
}"""


class Chromiums:
    """The browsers of a worker: a test has one for each person."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._all: list[Chromium] = []
        self._open = 0

    def tab(self, address: str) -> Any:
        """The driver of one more browser, at a new tab, with nothing stored for this site."""
        if self._open == len(self._all):
            self._all.append(Chromium(self._folder / str(self._open)))
        self._open += 1
        return self._all[self._open - 1].tab(address)

    def leave(self) -> None:
        """Leave all pages at the end of a test."""
        for chromium in self._all[: self._open]:
            chromium.leave()
        self._open = 0

    def quit(self) -> None:
        """End all browsers."""
        for chromium in self._all:
            chromium.quit()


class Page:
    """One user's browser on a running page; what he saves comes into the folder."""

    def __init__(self, address: str, folder: Path, driver: Any) -> None:
        self.home = address
        self.folder = folder
        self.driver = driver
        downloads = {"behavior": "allow", "downloadPath": str(folder)}
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", downloads)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": QUICKLY})
        self.size(DESKTOP)

    @classmethod
    @contextmanager
    def opened(cls, address: str, folder: Path, flags: Iterable[str] = ()) -> Iterator[Self]:
        """A browser of its own, closed at the end."""
        driver = started(folder / "profile", flags)
        try:
            yield cls(address, folder, driver)
        finally:
            driver.quit()

    def go(self, tab: str, **params: str) -> None:
        """Load the page anew at a tab."""
        query = f"?{urlencode(params, quote_via=quote)}" if params else ""
        # A change of the fragment alone would not load the page again.
        self.driver.get("about:blank")
        self.driver.get(f"{self.home}#/{tab}{query}")

    @contextmanager
    def beginning_with(self, script: str) -> Iterator[None]:
        """Run a script at the beginning of every document."""
        command = self.driver.execute_cdp_cmd
        added = command("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        yield
        command("Page.removeScriptToEvaluateOnNewDocument", added)

    def ask(self, kind: str, question: object) -> Any:
        """The answer to a question that the page sends to its backend."""
        if not str(self.driver.current_url).startswith("http"):
            self.go("play")
        self.driver.set_script_timeout(PATIENCE)
        script = """const [kind, question, done] = arguments;
            import(new URL("ask.js", document.baseURI).href)
                .then(({ ask }) => ask(kind, question))
                .then((answer) => done({ answer }), (error) => done({ error: String(error) }))"""
        result = self.driver.execute_async_script(script, kind, question)
        assert "answer" in result, result
        return result["answer"]

    def sessions(self) -> list[Session[Any]]:
        """All stored sessions."""
        return [
            Session.parse(self.ask("session-save", {"id": session["id"]})["text"])
            for session in self.ask("sessions", {})["sessions"]
        ]

    def all(self, selector: str) -> list[Any]:
        """All elements of a selector."""
        return list(self.driver.find_elements("css selector", selector))

    def one(self, selector: str) -> Any:
        """The first element of a selector."""
        return self.driver.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        """The words of the first element of a selector, a space apart; empty if there is none."""
        # Rows are drawn anew while the engines answer, so text is read in one step.
        script = "return document.querySelector(arguments[0])?.textContent ?? ''"
        return " ".join(str(self.driver.execute_script(script, selector)).split())

    def until(self, condition: Callable[[], Any]) -> Any:
        """Wait until a condition is true, as long as the page changes; returns its value."""
        end, seen = time.monotonic() + PATIENCE, ""
        while True:
            try:
                if found := condition():
                    return found
            except (DriverError, AttributeError):
                pass
            if time.monotonic() > end:
                now = self.looks()
                assert now != seen, f"the page stands still: {self.address()}\n{self.text('body')}"
                end, seen = time.monotonic() + PATIENCE, now
            time.sleep(0.05)

    def looks(self) -> str:
        """All that the page shows, to see whether it changes."""
        return str(self.driver.execute_script("return document.documentElement.outerHTML"))

    def click(self, selector: str) -> None:
        """Click the first element of a selector, once it is there and nothing covers it."""
        # In one step: a click by the mouse may miss what moves while the page goes on.
        self.until(lambda: self.as_user(_CLICK, selector))

    def as_user(self, function: str, *arguments: Any) -> Any:
        """The value of a function of JavaScript, which may do what only a user may."""
        expression = f"({function})(...{json.dumps(arguments)})"
        script = {"expression": expression, "userGesture": True, "returnByValue": True}
        return self.driver.execute_cdp_cmd("Runtime.evaluate", script)["result"].get("value")

    def press(self, key: str) -> None:
        """Press keys, for the focused element."""
        webdriver.ActionChains(self.driver).send_keys(key).perform()

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list, once it is enabled."""
        script = """return [...document.querySelectorAll(`${arguments[0]}:enabled option`)]
            .find((option) => option.value === arguments[1])"""

        def chosen() -> bool:
            self.driver.execute_script(script, selector, value).click()
            return True

        self.until(chosen)

    def address(self) -> str:
        """The page's URL, decoded."""
        return unquote_plus(str(self.driver.current_url))

    def size(self, size: tuple[int, int], *, dark: bool = False, still: bool = False) -> None:
        """Set the size of the window, the colour scheme, and whether to reduce motion."""
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def overflow(self) -> int:
        """The number of pixels by which the page is wider than its window."""
        script = "const all = document.documentElement; return all.scrollWidth - all.clientWidth"
        return int(self.driver.execute_script(script))

    def findings(self) -> list[str]:
        """The violations that the accessibility checker finds, with their elements."""
        if not AXE.exists():
            pytest.skip("axe-core is not there: npm ci --prefix .ci/page")
        # Through the debugger, since the page's policy lets no foreign script run.
        source = AXE.read_text(encoding="utf-8")
        self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": source})
        violations = self.driver.execute_async_script(
            """const done = arguments[0], options = { resultTypes: ["violations"] };
            axe.run(document, options).then(({violations}) => done(violations));"""
        )
        return [
            f"{found['id']}: {found['help']}: " + " | ".join(n["html"] for n in found["nodes"])
            for found in violations
        ]

    def complaints(self) -> list[str]:
        """The browser's log, without refusals of the server, which the page shows itself."""
        refusal = re.compile(r"the server responded with a status of (4\d\d|503)")
        logged = [entry["message"] for entry in self.driver.get_log("browser")]
        return [message for message in logged if not refusal.search(message)]
