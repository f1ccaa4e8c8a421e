"""A page of modules, styles and data as one file of HTML, which needs no server and no network.

Modules in one file cannot name each other by paths: the document has a map of names to addresses
that hold the modules' code. Its policy lets no other script run.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath

from clumond_solver.display.svg import escaped

_IMPORTED = re.compile(r"""(?<=["'])\.{1,2}/[^"']+\.js(?=["'])""")


def single_file(
    folder: Traversable,
    first: str,
    styles: Sequence[str],
    data: object,
    *,
    title: str,
    own: Mapping[str, str],
) -> str:
    """The page that begins with the module ``first`` of a folder, with all that it imports.

    ``styles`` are files of the folder, ``own`` modules in place of the folder's. A script finds
    ``data`` as JSON in the element with the id "data".
    """
    # Escaped, no text can end the element that holds the data.
    text = json.dumps(data).replace("<", "\\u003c")
    addresses = {name: _address(code) for name, code in _modules(folder, first, own).items()}
    imports, start = json.dumps({"imports": addresses}), f'import "{first}";'
    style = "".join(folder.joinpath(name).read_text("utf-8") for name in styles)
    policy = (
        f"default-src 'none'; script-src {_hash(imports)} {_hash(start)} data:;"
        f" style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    )
    return _PAGE.format(
        policy=policy, title=escaped(title), style=style, data=text, imports=imports, start=start
    )


def _modules(folder: Traversable, first: str, own: Mapping[str, str]) -> dict[str, str]:
    """A module and all that it imports, by names, to which their imports are changed."""
    contents: dict[str, str] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in contents:
            continue
        code = own.get(name) or folder.joinpath(name).read_text("utf-8")
        imported = {path: normpath(join(dirname(name), path)) for path in _IMPORTED.findall(code)}
        waiting += imported.values()
        contents[name] = _IMPORTED.sub(partial(_renamed, imported), code)
    return contents


def _renamed(names: Mapping[str, str], match: re.Match[str]) -> str:
    return names[match[0]]


def _address(code: str) -> str:
    return f"data:text/javascript;base64,{b64encode(code.encode()).decode()}"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


_PAGE = """<!doctype html>
<html lang="en" translate="no">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="google" content="notranslate">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
<script type="application/json" id="data">{data}</script>
<script type="importmap">{imports}</script>
</head>
<body>
<div id="page"><p class="loading">Loading …</p></div>
<noscript><p>This page needs JavaScript.</p></noscript>
<script type="module">{start}</script>
</body>
</html>
"""
