"""The page's backend inside a browser, in a web worker: JSON in, JSON out.

A worker of the page without a server answers one question at a time. It reports changes of sessions
to the page, which stores them, and that there is news for those who wait at tables.

>>> sent = []
>>> worker = Worker("{}", sent.append, lambda _: None)
>>> worker.answer("deal", '{"seed": 7, "declarer": "none"}', sent.append)
>>> sent[0][:11]
'{"answer": '
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from clumond_solver.base.errors import error_data
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.web.endpoints import ENDPOINTS, endpoints_for
from clumond_solver.web.page_questions import (
    KeyRefusedError,
    Limits,
    RequestContext,
    ServerEvent,
    send_events,
)
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.presence import Presence
from clumond_solver.web.question import PageQuestionError, parse_page_question
from clumond_solver.web.store import CallbackStore, StoredText

# A browser has one thread for it, and whoever reviews a hand waits for it.
_REVIEW_SECONDS = 25.0


class Worker:
    """Answers the questions of all endpoints, one at a time."""

    def __init__(
        self, sessions: str, report: Callable[[str], None], on_news: Callable[[str], None]
    ) -> None:
        """Start with the stored sessions: ``text`` and time ``touched`` of each, by name.

        ``report`` takes every change: the ``name`` of the session, its text ``before`` (or null),
        and the session ``after``, like a stored one (or null). ``on_news`` takes the id of a
        session at whose table something is new.
        """

        def report_change(name: str, before: str | None, text: StoredText | None) -> None:
            after = None if text is None else {"text": text.text, "touched": text.modified}
            report(json.dumps({"name": name, "before": before, "after": after}))

        self._limits = Limits(review_seconds=_REVIEW_SECONDS)
        texts = {name: StoredText.read(stored) for name, stored in json.loads(sessions).items()}
        self._store = CallbackStore(texts, report_change)
        self._sessions = Sessions(self._store)
        self._sessions.on_change = on_news
        # The page says who leaves. While a question is answered nobody else can ask, so silence
        # says nothing here.
        self._presence = Presence(clock=lambda: 0.0)
        self._solver: Solver | None = None

    def answer(self, name: str, question: str, send: Callable[[str], None], key: str = "") -> None:
        """Send the events of an answer; none after an interrupt, by which the page aborts it.

        A friend asks with the ``key`` of his seat, the person whose page it is without one.
        """
        with suppress(KeyboardInterrupt):
            self._answer(name, question, key, lambda event: send(json.dumps(event)))

    def _answer(
        self, name: str, question: str, key: str, send: Callable[[ServerEvent], None]
    ) -> None:
        context = RequestContext(
            self._limits, sessions_or_none=self._sessions, presence=self._presence
        )
        try:
            opened, context = endpoints_for(key, context) if key else (ENDPOINTS, context)
            if name not in opened:
                raise PageQuestionError(f"no endpoint {name!r}")
            if opened[name].is_slow:
                self._solver = self._solver or Solver(memory=self._limits.memory)
                context = replace(context, solver_or_none=self._solver)
            send_events(opened[name], parse_page_question(question), context, send)
        except (KeyRefusedError, PageQuestionError) as error:
            send(error_data(error))

    def apply_change(self, change: str) -> None:
        """Apply a change made elsewhere: ``name`` and ``after`` as in a report."""
        given = json.loads(change)
        after = given["after"]
        self._store.apply_change(given["name"], after and StoredText.read(after))
