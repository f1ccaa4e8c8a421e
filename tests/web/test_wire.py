"""The page's types are those that the answers have here."""

from __future__ import annotations

import json
import re
from importlib.resources import files

from clumond_solver.base.cards import DIAGRAM_ORDER
from clumond_solver.web.endpoints import endpoints_for
from clumond_solver.web.sessions import Sessions
from clumond_solver.web.store import CallbackStore
from clumond_solver.web.wire import ANSWERS, typescript


def test_the_page_s_types_are_written_from_these() -> None:
    written = files("clumond_solver.web") / "static" / "wire.d.ts"
    assert written.read_text(encoding="utf-8") == typescript()


def test_every_kind_that_is_typed_can_be_asked() -> None:
    endpoints = endpoints_for(Sessions(CallbackStore({}, lambda *_: None)))
    assert set(ANSWERS) <= set(endpoints)


def test_the_page_has_the_suits_in_the_order_of_diagrams() -> None:
    cards = files("clumond_solver.web") / "static" / "parts" / "cards.js"
    [suits] = re.findall(r"SUITS = (\[.*?\])", cards.read_text(encoding="utf-8"))
    assert json.loads(suits) == [str(suit) for suit in DIAGRAM_ORDER]
