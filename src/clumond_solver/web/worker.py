"""The page's backend inside a browser, in a web worker: JSON in, JSON out.

A worker of the page without a server answers one question at a time. It reports changes of sessions
to the page, which stores them.

>>> sent = []
>>> worker = Worker("{}", sent.append)
>>> worker.answer("deal", '{"seed": 7, "declarer": "none"}', sent.append)
>>> sent[0][:11]
'{"answer": '
"""

from __future__ import annotations

import json
from collections.abc import Callable

from clumond_solver.double_dummy.solver import Solver
from clumond_solver.web.answering import Event, events, parse_page_question
from clumond_solver.web.endpoints import endpoints_at
from clumond_solver.web.questions import Limits, PageQuestionError, RequestContext
from clumond_solver.web.store import CallbackStore, Text
from clumond_solver.web.tables import Tables


class Worker:
    """Answers the questions of all endpoints, one at a time."""

    def __init__(self, kept: str, keep: Callable[[str], None]) -> None:
        """Start with stored sessions, by name with ``text`` and the time ``touched``.

        ``keep`` takes every change: ``name``, the text ``before``, and what is ``kept`` now, like
        the stored ones or null.
        """

        def report(name: str, before: str | None, text: Text | None) -> None:
            kept = None if text is None else {"text": text.text, "touched": text.modified}
            keep(json.dumps({"name": name, "before": before, "kept": kept}))

        self._limits = Limits()
        texts = {name: Text.read(stored) for name, stored in json.loads(kept).items()}
        self._store = CallbackStore(texts, report)
        self._endpoints = endpoints_at(Tables(self._store))
        self._solver: Solver | None = None

    def answer(self, name: str, question: str, put: Callable[[str], None]) -> None:
        """Send the events of an answer; none after an interrupt."""

        try:
            self._answer(name, question, lambda event: put(json.dumps(event)))
        except KeyboardInterrupt:
            # The page has aborted the question.
            return

    def _answer(self, name: str, question: str, put: Callable[[Event], None]) -> None:
        endpoint = self._endpoints.get(name)
        if endpoint is None:
            put({"error": f"no endpoint {name!r}"})
            return
        if endpoint.thinks and self._solver is None:
            self._solver = Solver(memory=self._limits.memory)
        context = RequestContext(self._limits, idle=self._solver if endpoint.thinks else None)
        try:
            events(endpoint, parse_page_question(question), context, put)
        except PageQuestionError as error:
            put({"error": str(error)})

    def apply_change(self, change: str) -> None:
        """Apply a change made elsewhere: ``name``, and ``kept`` as in `keep`."""
        given = json.loads(change)
        self._store.apply_change(given["name"], given["kept"] and Text.read(given["kept"]))
