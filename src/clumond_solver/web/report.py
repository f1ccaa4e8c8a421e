"""Reports: a file of HTML that shows reviews as the page does, without a server or a network.

The file holds the Analysis tab, the reviews, and what the page asks about their positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from clumond_solver.base.json_data import to_jsonable
from clumond_solver.base.stopping import ProgressCallback
from clumond_solver.display.single_file import single_file
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.web.endpoints import ENDPOINTS
from clumond_solver.web.page_questions import Limits, RequestContext
from clumond_solver.web.tabs.analysis_reviews import ReviewShown

_LIMITS = Limits(verdict_seconds=0.5, finish_seconds=0.5, play_seconds=3.0)
# The modules that differ from those of the page with a server.
_OWN_MODULES = {
    "backend.js": 'export { backend } from "./report_backend.js";',
    "tabs.js": 'export const TABS = [{ name: "analysis", title: "Report",'
    ' load: () => import("./tabs/analysis.js") }];',
}


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
        """Add a review as `analysis_reviews` shows it, with ``title`` if it is not to have its own.

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
        return single_file(
            files("clumond_solver.web") / "static",
            "app.js",
            ["style.css", "tabs/analysis.css"],
            {"reviews": reviews, "answers": self._answers},
            title=", ".join(titles),
            own=_OWN_MODULES,
        )


def _questions(review: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the page asks about the positions of the hand, and of other ways to play it."""
    hand = review["hand"]
    if hand is None:
        return
    start, seat = hand["start"], Seat(review["declarer"] or 0).letter
    played = [play["card"] for play in review["plays"] if play["card"]]
    others = [hand[name] for name in ("better_line", "engine_game") if hand[name]]
    lines = [played, *(other["cards"] for other in others)]
    for line in lines:
        for at in range(len(line) + 1):
            cards = line[:at]
            # Of the hand itself the page asks for each position without the cards that follow.
            yield "position", {"start": start, "cards": cards if line is played else line, "at": at}
            for kind in ("verdicts", "finishes"):
                yield kind, {"start": start, "cards": cards, "seat": seat, "names": review["names"]}
        if line is not played:
            yield "play-verdicts", {"start": start, "cards": line, "seat": seat}


def _key(question: Mapping[str, Any]) -> str:
    """The key of an answer, as report_backend.js makes it."""
    parts = [question["start"], ".".join(question["cards"]), question.get("seat", "")]
    return " ".join([*parts, str(question.get("at", "")), ",".join(question.get("names", ()))])
