"""The page's static files, as the server sends them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

#: Media types by suffix; files with other suffixes, such as licences, are not part of the page.
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


def static_files() -> Iterator[tuple[str, bytes]]:
    """The files with their paths in the page's folder.

    >>> "app.js" in dict(static_files())
    True
    """
    for path, file in _below(files("clumond_solver.web") / "static"):
        if _suffix(path) in TYPES:
            yield path, file.read_bytes()


def type_of(path: str) -> str:
    """The media type of a static file.

    >>> type_of("tabs/play.js")
    'text/javascript'
    """
    return TYPES[_suffix(path)]


def _suffix(path: str) -> str:
    return f".{path.rpartition('.')[2]}"


def _below(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry
