"""Reports: a file of HTML that shows reviews as the page does, without a server or a network.

The file holds the page's modules of the Analysis tab, the reviews, and what the page asks about the
positions of the hands. Its policy lets no other script run.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Any

from clumond_solver.base.values import ProgressCallback, to_jsonable
from clumond_solver.display.markup import escaped
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.web.explore import ENDPOINTS
from clumond_solver.web.questions import Limits, PageQuestion, RequestContext
from clumond_solver.web.wire import ReviewShown

_LIMITS = Limits(verdict_seconds=0.5, finish_seconds=0.5, play_seconds=3.0)
# The modules that differ from those of the page with a server.
_OWN_MODULES = {
    "backend.js": 'export { backend } from "./report_backend.js";',
    "tabs.js": 'export const TABS = [{ name: "analysis", title: "Report",'
    ' load: () => import("./tabs/analysis.js") }];',
}
_IMPORTED = re.compile(r"""(?<=["'])\.{1,2}/[^"']+\.js(?=["'])""")


class Report:
    """Reviews, one or more, and the page that shows them."""

    def __init__(self) -> None:
        """Begin without a review."""
        self._reviews: list[dict[str, Any]] = []
        self._answers: dict[str, dict[str, Any]] = {}

    def __len__(self) -> int:
        """The number of reviews."""
        return len(self._reviews)

    def add(
        self,
        shown: ReviewShown,
        solver: Solver | None = None,
        title: str = "",
        progress: ProgressCallback = lambda done, total: None,
    ) -> None:
        """Add a review as `web.reviews` shows it, with ``title`` if it is not to have its own.

        Asks a solver about each position of a hand of Clumond, half a second at most.
        """
        review = to_jsonable(shown)
        self._reviews.append(review | ({"title": title} if title else {}))
        questions = list(_questions(review))
        context = RequestContext(_LIMITS, solver_or_none=solver or Solver(_LIMITS.memory))
        for done, (kind, question) in enumerate(questions):
            progress(done, len(questions))
            answers, key = self._answers.setdefault(kind, {}), _key(question)
            if key not in answers:
                answers[key] = ENDPOINTS[kind].answer(question, context)

    def page(self) -> str:
        """The HTML document."""
        titles = [review["title"] for review in self._reviews]
        reviews = [
            review | {"titles": titles, "chosen": number}
            for number, review in enumerate(self._reviews, 1)
        ]
        # Escaped, no text can end the element that holds the data.
        data = json.dumps({"reviews": reviews, "answers": self._answers}).replace("<", "\\u003c")
        addresses = {name: _address(code) for name, code in modules(_OWN_MODULES).items()}
        imports, start = json.dumps({"imports": addresses}), 'import "app.js";'
        style = "".join(_static(name) for name in ("style.css", "tabs/analysis.css"))
        policy = (
            f"default-src 'none'; script-src {_hash(imports)} {_hash(start)} data:;"
            f" style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
        )
        return _PAGE.format(
            policy=policy, title=escaped(", ".join(titles)), style=style, data=data,
            imports=imports, start=start,
        )  # fmt: skip


def _questions(review: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the page asks about the positions of the hand, and of other ways to play it."""
    if review["explore"] is None:
        return
    start, seat = review["explore"]["start"], Seat(review["declarer"] or 0).letter
    played = [play["card"] for play in review["plays"] if play["card"]]
    others = [review[name] for name in ("better_line", "engine_game") if review[name]]
    lines = [played, *([play["card"] for play in other["plays"]] for other in others)]
    for line in lines:
        for at in range(len(line) + 1):
            cards = line[:at]
            # Of the hand itself the page asks for each position without the cards that follow.
            yield "position", {"start": start, "cards": cards if line is played else line, "at": at}
            for kind in ("verdicts", "finishes"):
                yield kind, {"start": start, "cards": cards, "seat": seat}
        if line is not played:
            yield "play-verdicts", {"start": start, "cards": line, "seat": seat}


def _key(question: PageQuestion) -> str:
    """The key of an answer, as report_backend.js makes it."""
    parts = [question["start"], ".".join(question["cards"])]
    return " ".join([*parts, question.get("seat", ""), str(question.get("at", ""))])


def modules(own: Mapping[str, str], first: str = "app.js") -> dict[str, str]:
    """A module of the page and all that it imports, by names that their imports are changed to.

    ``own`` are modules in place of the page's.

    >>> sorted(modules({"backend.js": "", "tabs.js": ""}, "route.js"))
    ['route.js']
    """
    contents: dict[str, str] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in contents:
            continue
        code = own.get(name) or _static(name)
        imported = {path: normpath(join(dirname(name), path)) for path in _IMPORTED.findall(code)}
        waiting += imported.values()
        contents[name] = _IMPORTED.sub(partial(_renamed, imported), code)
    return contents


def _renamed(names: Mapping[str, str], match: re.Match[str]) -> str:
    return names[match[0]]


def _static(name: str) -> str:
    return files("clumond_solver.web").joinpath("static", name).read_text("utf-8")


def _address(code: str) -> str:
    return f"data:text/javascript;base64,{b64encode(code.encode()).decode()}"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
<script type="application/json" id="report">{data}</script>
<script type="importmap">{imports}</script>
</head>
<body>
<div id="page"><p class="loading">Loading …</p></div>
<noscript><p>This page needs JavaScript.</p></noscript>
<script type="module">{start}</script>
</body>
</html>
"""
