"""The page asks most questions again where nobody answers: the second time changes nothing."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from clumond_solver.web.endpoints import EVERY_ENDPOINT
from clumond_solver.web.page_questions import Endpoint, RequestContext
from clumond_solver.web.store import CallbackStore, Folder
from tests.web.site import STATIC

_NAMES = re.compile(r"ASKED_ONCE = new Set\(\[(.*?)\]\)", re.DOTALL)
[_LISTED] = _NAMES.findall((STATIC / "ask.js").read_text("utf-8"))
#: The kinds of question that the page asks once.
ASKED_ONCE = frozenset(re.findall(r'"(.+?)"', _LISTED))
# How often a kind is asked again in a worker, at most.
_TRIES = 20


def ask_again(patched: pytest.MonkeyPatch, changed_twice: list[str]) -> None:
    """Ask what the page may ask again twice, if it changed something; list what does so again."""
    assert {*EVERY_ENDPOINT} >= ASKED_ONCE
    names = {id(endpoint): name for name, endpoint in EVERY_ENDPOINT.items()}
    here, tries = threading.local(), Counter[str]()
    answer_once = Endpoint.answer

    def answer(self: Endpoint, question: Mapping[str, Any], context: RequestContext) -> Any:
        name, here.has_changed = names[id(self)], False
        answered = answer_once(self, question, context)
        if here.has_changed and name not in ASKED_ONCE and tries[name] < _TRIES:
            tries[name] += 1
            here.has_changed = False
            answer_once(self, question, replace(context, send_part=lambda _: None))
            if here.has_changed:
                changed_twice.append(name)
        return answered

    def noting(change: Any) -> Any:
        def change_noted(*arguments: Any) -> None:
            here.has_changed = True
            change(*arguments)

        return change_noted

    patched.setattr(Endpoint, "answer", answer)
    for store in (Folder, CallbackStore):
        for name in ("write", "remove"):
            patched.setattr(store, name, noting(getattr(store, name)))
