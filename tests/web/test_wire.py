"""The page's types are those that the answers have here."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import clumond_solver
from clumond_solver.base.cards import DIAGRAM_ORDER
from tests.web.page_types import typescript
from tests.web.site import STATIC


def test_the_page_names_no_type_but_these() -> None:
    declared = set(re.findall(r"^export interface (\w+) ", typescript(), re.MULTILINE))
    assert {"Answers", "Parts", "TableShown"} <= declared
    named = set()
    for module in STATIC.rglob("*.js"):
        text = module.read_text(encoding="utf-8")
        for names in re.findall(r"@import \{ (.+?) \} from \"[./]+/wire\.d\.ts\"", text):
            named |= set(names.split(", "))
        named |= set(re.findall(r"import\(\"[./]+/wire\.d\.ts\"\)\.(\w+)", text))
    assert len(named) > 30
    assert named <= declared


def test_the_types_are_written_where_they_are_checked_and_nowhere_else() -> None:
    assert not list(STATIC.rglob("wire.d.ts"))


def test_the_page_has_the_suits_in_the_order_of_diagrams() -> None:
    cards = files("clumond_solver.web") / "static" / "parts" / "cards.js"
    [suits] = re.findall(r"SUITS = (\[.*?\])", cards.read_text(encoding="utf-8"))
    assert json.loads(suits) == [str(suit) for suit in DIAGRAM_ORDER]


def test_endpoints_read_fields_in_one_way() -> None:
    """By the readers of `PageQuestion`, whose errors name the field."""
    tabs = Path(clumond_solver.__file__).parent / "web" / "tabs"
    reads = re.compile(r"question(\.get\(|\[)")
    for module in tabs.glob("*.py"):
        lines = module.read_text("utf-8").splitlines()
        # A question about a place that lies in another question is passed on.
        read = [line for line in lines if reads.search(line) and "PageQuestion(id=" not in line]
        assert read == [], module.name
