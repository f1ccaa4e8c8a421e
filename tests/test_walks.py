"""The walks of docs/architecture.md: each arrow is a call that a question's way really makes.

`pytest -rP tests/test_walks.py` prints every file that a question enters.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import clumond_solver
from clumond_solver.cli import main
from clumond_solver.web.endpoints import ENDPOINTS
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.question import parse_page_question
from clumond_solver.web.store import Folder
from tests.samples import ROOT
from tests.web.tables import is_persons, moved_until, passed_or_first

SOURCE = Path(clumond_solver.__file__).parent
WALKS = re.compile(r"^```walk (\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HAND = "AK8732.AK974.KJ4.Q3"
DEAL = "F:987.954.AKQ2.AJ9642 653.AQJ.J987654.K87 AKQJ42.K87632.3.Q53"
CARDS_LEFT_AT_HINT = 6


def walks() -> dict[str, set[tuple[str, str]]]:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    return {name: arrows(block) for name, block in WALKS.findall(page)}


def arrows(block: str) -> set[tuple[str, str]]:
    """The pairs of files on both sides of an arrow; what stands after two spaces is a remark."""
    ways = [line.strip().split("  ")[0].split(" -> ") for line in block.splitlines()]
    return {pair for way in ways for pair in pairwise(way)}


class Calls:
    """Which file of the package called which, while it is entered, and which files were."""

    def __init__(self) -> None:
        self.between: set[tuple[str, str]] = set()
        self.entered: set[str] = set()

    def __enter__(self) -> Calls:
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not (file := _file(frame)):
            return
        if file not in self.entered and not _is_importing(frame):
            self.entered.add(file)
        caller = frame.f_back
        while caller is not None and not _file(caller):
            caller = caller.f_back
        if caller is not None:
            self.between.add((_file(caller), file))


def _is_importing(frame: FrameType) -> bool:
    """Whether a module of the package is being loaded: what that calls is no step of a question."""
    above: FrameType | None = frame
    while above is not None:
        code = above.f_code
        if code.co_name == "<module>" and code.co_filename.startswith(str(SOURCE)):
            return True
        above = above.f_back
    return False


def _file(frame: FrameType) -> str:
    path = frame.f_code.co_filename
    # A check of arguments stands between two files without being a step of the walk.
    passed = {"<module>", "with_checks", "refuse_old_names"}
    if not path.startswith(str(SOURCE)) or frame.f_code.co_name in passed:
        return ""
    return Path(path).relative_to(SOURCE).as_posix()


def advise(_: Path) -> Calls:
    with Calls() as calls:
        main(["advise", HAND, "--budget", "10", "--no-progress"])
    return calls


def solve(_: Path) -> Calls:
    with Calls() as calls:
        main(["solve", DEAL, "--declarer", "R", "--nodes", "500", "--no-progress"])
    return calls


def hint_on_the_page(folder: Path) -> Calls:
    context = RequestContext(sessions_or_none=Sessions(Folder(folder)))

    def ask(kind: str, question: dict[str, Any]) -> Any:
        return ENDPOINTS[kind].answer(parse_page_question(json.dumps(question)), context)

    def has_few_cards(table: Any) -> bool:
        return is_persons(table) and len(table["deal"]["hand"]) <= CARDS_LEFT_AT_HINT

    begun = ask("session-new", {"game": "clumond", "seed": 3, "levels": ["easy"] * 3})
    table = moved_until(ask, begun, has_few_cards, passed_or_first)
    with Calls() as calls:
        ask("table-hint", {"id": table["id"]})
    return calls


@pytest.mark.parametrize(
    ("name", "run", "most_named", "most_entered"),
    [("advise", advise, 16, 43), ("hint", hint_on_the_page, 20, 59), ("solve", solve, 15, 28)],
)
def test_a_walk_is_the_way_that_its_question_goes(
    name: str, run: Callable[[Path], Calls], most_named: int, most_entered: int, tmp_path: Path
) -> None:
    walk, calls = walks()[name], run(tmp_path)
    print(name, len(calls.entered), *sorted(calls.entered))
    assert walk - calls.between == set()
    named = {file for pair in walk for file in pair}
    assert len(named) <= most_named
    assert len(calls.entered) <= most_entered
