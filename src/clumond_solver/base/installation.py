"""Where the library was installed from, for those who install one of its extras."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname


def source_of_library() -> Path | None:
    """The checkout or wheel that the library was installed from; None if it is gone, or was none.

    >>> source = source_of_library()
    >>> source is None or source.exists()
    True
    """
    checkout = Path(__file__).parents[3]
    if (checkout / "pyproject.toml").is_file():
        return checkout
    # https://packaging.python.org/specifications/direct-url-data-structure/
    with suppress(PackageNotFoundError, ValueError, TypeError, KeyError):
        origin = json.loads(distribution("clumond_solver").read_text("direct_url.json") or "")
        url = urlsplit(origin["url"])
        source = Path(url2pathname(url.path))
        if url.scheme == "file" and source.exists():
            return source
    return None
