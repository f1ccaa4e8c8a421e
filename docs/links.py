"""What the pages of a folder link to, and whether it is there."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Elements whose address is loaded with the page, and those that only lead somewhere.
_LOADED = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}
_LEADING = {"a": "href", "area": "href"}


class Page(HTMLParser):
    """What a page names, what it loads, and where its links lead."""

    def __init__(self, text: str) -> None:
        """Read the whole page at once."""
        super().__init__()
        self.ids: set[str] = set()
        self.loaded: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take up what the element is called and where it leads."""
        found = dict(attrs)
        if name := found.get("id"):
            self.ids.add(name)
        if address := found.get(_LOADED.get(tag, "")):
            self.loaded.add(address)
        if address := found.get(_LEADING.get(tag, "")):
            self.links.add(address)


def faults(folder: Path) -> list[str]:
    """Links that lead nowhere, what is loaded from elsewhere, and pages that no link leads to.

    A link is followed to the file and, within a page, to the element of that name; one such as
    `#/practice?day=…` is the business of the page's own script. Addresses on the network are left
    alone in links, and are a fault in what a page loads.
    """
    folder = folder.resolve()
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    found, reached = [], {folder / "index.html"}
    for path, page in pages.items():
        about = path.relative_to(folder).as_posix()
        for address in sorted(page.links | page.loaded):
            parts = urlsplit(address)
            if parts.scheme == "data" or (parts.scheme and address not in page.loaded):
                continue
            other = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if parts.scheme or parts.netloc:
                found.append(f"{about}: {address} is loaded from the network")
            elif not other.is_relative_to(folder) or not other.is_file():
                found.append(f"{about}: {address} leads nowhere")
            elif place and not place.startswith("/") and place not in pages[other].ids:
                found.append(f"{about}: {address}: no such place on the page")
            else:
                reached |= {other} - {path}
    return found + [
        f"no link leads to {path.relative_to(folder).as_posix()}" for path in pages.keys() - reached
    ]
