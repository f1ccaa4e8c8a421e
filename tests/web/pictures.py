"""The pictures of the page in README and docs: `python -m tests.web.pictures` takes them again,
or those that are named.

Each is of a session with a fixed seed, where the person does what hints say. Beside the pictures
lies what they show as text, with which `test_pictures_browser.py` compares the page of today.
"""

from __future__ import annotations

import base64
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clumond_solver.games.clumond.guide import GUIDED_SEEDS
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.store import Folder
from tests.samples import ROOT
from tests.web.browser import Page, started
from tests.web.site import running
from tests.web.tables import is_over, is_persons, moved, moved_until

FOLDER = ROOT / "docs" / "page"
SIZE = (1120, 760)
PHONE = (390, 780)


def _hinted(page: Page) -> Callable[[Any], str]:
    """What a hint at the table would do."""

    def action(table: Any) -> str:
        hint = page.ask("table-hint", {"id": table["id"], "at": table["at"]})
        return str(hint["rows"][0]["action"])

    return action


def _declared(page: Page, seed: int) -> Any:
    """A table of Clumond whose person has gone for clumond."""
    table = page.ask("session-new", {"game": "clumond", "seed": seed})
    table = moved_until(page.ask, table, is_persons)
    return moved(page.ask, table, _hinted(page))


def hint(page: Page) -> None:
    """A hint with seven tricks left."""

    def is_there(table: Any) -> bool:
        return is_persons(table) and table["deal"]["tricks_left"] == 7

    table = moved_until(page.ask, _declared(page, 4), is_there, _hinted(page))
    page.go("play", table=table["id"])
    page.until(lambda: page.all(".hand button.card"))
    page.click(".tools .button")
    page.until(lambda: "Hint:" in page.text("body"))


def review(page: Page) -> None:
    """The review of a deal, at its costliest card."""
    table = moved_until(page.ask, _declared(page, 4), is_over)
    page.go("analysis", table=table["id"], deal="1")
    page.until(lambda: page.all("section.costliest button.line") and not page.all("main .loading"))
    page.click("section.costliest button.line")


def analysis(page: Page) -> None:
    """All hands open: what each card can force."""
    play = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"
    page.go("analysis", start=play)
    page.until(lambda: "cannot" in page.text("main") or "can force" in page.text("main"))


def retentions(page: Page) -> None:
    """What declarer could keep in each strain: forced, or with the others' help."""
    analysis(page)
    page.click("#ask-retentions")
    page.until(lambda: "The table is complete" in page.text("#retentions"))


def phone(page: Page) -> None:
    """The first call of a guided hand."""
    table = page.ask("session-new", {"game": "clumond", "guided": True, "seed": GUIDED_SEEDS[0]})
    page.go("play", table=table["id"])
    page.until(lambda: page.all(".hint .figures"))


#: By name: how to come there, and the size of the window.
SCENES: dict[str, tuple[Callable[[Page], None], tuple[int, int]]] = {
    "hint": (hint, SIZE),
    "review": (review, SIZE),
    "analysis": (analysis, SIZE),
    "retentions": (retentions, SIZE),
    "phone": (phone, PHONE),
}


def structure(page: Page) -> str:
    """The headings, buttons and fields that the page shows, a line each; figures as #."""
    script = """const parts = "main :is(h1, h2, h3, summary, label, .button)";
        return [...document.querySelectorAll(parts)]
        .filter((part) => part.checkVisibility())
        .map((part) => `${part.localName} ${part.textContent.trim()}`)"""
    lines = page.driver.execute_script(script)
    return "".join(f"{' '.join(re.sub('[0-9]+', '#', line).split())}\n" for line in lines)


def take(page: Page, name: str) -> None:
    """Write the pictures of a scene in both schemes, and its structure."""
    scene, size = SCENES[name]
    page.size(size, still=True)
    scene(page)
    script = """document.activeElement?.blur();
        document.documentElement.style.scrollbarWidth = "none";
        (document.getElementById(arguments[0]) ?? document.body).scrollIntoView()"""
    page.driver.execute_script(script, name)
    for scheme in ("light", "dark"):
        page.size(size, dark=scheme == "dark", still=True)
        picture = {"format": "webp", "quality": 90}
        taken = page.driver.execute_cdp_cmd("Page.captureScreenshot", picture)["data"]
        (FOLDER / f"{name}-{scheme}.webp").write_bytes(base64.b64decode(taken))
    (FOLDER / f"{name}.txt").write_text(structure(page), encoding="utf-8")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        sessions = Sessions(Folder(Path(folder, "sessions")))
        driver = started(Path(folder, "profile"))
        try:
            with running(sessions=sessions, review_seconds=None) as site:
                page = Page(f"http://127.0.0.1:{site.port}/", Path(folder), driver)
                for name in sys.argv[1:] or SCENES:
                    take(page, name)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
