"""The page's questions answered inside a browser, in a web worker: JSON in, JSON out.

The page without a server has one such answering side in its worker, which answers one question at
a time. What it keeps of sessions it tells to the page, which keeps them for it.

>>> told = []
>>> worker = Worker("{}", told.append)
>>> worker.answer("deal", '{"seed": 7, "declarer": "none"}', told.append)
>>> told[0][:11]
'{"answer": '
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

from clumond_solver.double_dummy.solver import Solver
from clumond_solver.web.answering import Event, events, read_question
from clumond_solver.web.kinds import kinds_at
from clumond_solver.web.questions import Asked, Limits, QuestionError
from clumond_solver.web.store import PassedOn, Text
from clumond_solver.web.tables import Tables


class Worker:
    """Answers all kinds of questions, by turns."""

    def __init__(self, kept: str, keep: Callable[[str], None]) -> None:
        """Begin with the sessions that are kept: by name, each with its text and when it was
        ``touched``; ``keep`` is told each change: ``name``, the text ``before``, and what is
        ``kept`` now, as above or null.
        """

        def tell(name: str, before: str | None, text: Text | None) -> None:
            kept = None if text is None else asdict(text)
            keep(json.dumps({"name": name, "before": before, "kept": kept}))

        self._limits = Limits()
        texts = {name: Text.read(each) for name, each in json.loads(kept).items()}
        self._store = PassedOn(texts, tell)
        self._kinds = kinds_at(Tables(self._store))
        self._solver: Solver | None = None

    def answer(self, name: str, question: str, put: Callable[[str], None]) -> None:
        """Answer a question of a kind by events; by no more of them once it is interrupted."""

        try:
            self._answer(name, question, lambda event: put(json.dumps(event)))
        except KeyboardInterrupt:
            # Nobody waits any more.
            return

    def _answer(self, name: str, question: str, put: Callable[[Event], None]) -> None:
        kind = self._kinds.get(name)
        if kind is None:
            put({"error": f"there is no kind of question {name!r}"})
            return
        if kind.thinks and self._solver is None:
            self._solver = Solver(memory=self._limits.memory)
        asked = Asked(self._limits, idle=self._solver if kind.thinks else None)
        try:
            events(kind, read_question(question), asked, put)
        except QuestionError as error:
            put({"error": str(error)})

    def heard(self, change: str) -> None:
        """Take over what is kept now: ``name``, and ``kept``, which is as `keep` is told it."""
        told = json.loads(change)
        self._store.heard(told["name"], told["kept"] and Text.read(told["kept"]))
