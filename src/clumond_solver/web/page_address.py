"""What the page says of its address: whether others can open it, which public page they can.

>>> sorted(addressed_files(needs_key=True, address="https://cards.example.org/"))
['address.js', 'index.html']
>>> addressed_files(needs_key=False, address="", public="")
{}
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from clumond_solver.web.access import checked_address

_STATIC = Path(__file__).with_name("static")
_PICTURE = 'content="standalone/'


def public_page() -> str:
    """The address of a page for everybody, as ``CLUMOND_PUBLIC_PAGE`` says; "" for none.

    The variable counts when the package is built (setup.py stores it in it), or now.
    """
    built = Path(__file__).with_name("public_page.txt")
    given = os.environ.get("CLUMOND_PUBLIC_PAGE") or (built.read_text() if built.is_file() else "")
    return checked_address(given) if given else ""


def addressed_files(
    *, needs_key: bool, address: str, public: str | None = None
) -> Mapping[str, str]:
    """The page's files that an address changes, as texts by their names.

    ``needs_key`` says that others cannot open the page; ``address`` is where previews find its
    picture, and ``public`` the page to name instead, by default `public_page`.
    """
    known = {"needsKey": needs_key, "public": public_page() if public is None else public}
    changes = {
        "address.js": ('{"needsKey": false, "public": ""}', json.dumps(known)),
        "index.html": (_PICTURE, _PICTURE.replace('"', f'"{address}')),
    }
    texts = {name: (_STATIC / name).read_text("utf-8") for name in changes}
    changed = {name: texts[name].replace(*change) for name, change in changes.items()}
    return {name: text for name, text in changed.items() if text != texts[name]}
