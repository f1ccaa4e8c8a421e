"""Answering the page's questions, however they come: a kind and a question in, events out.

>>> from clumond_solver.web.kinds import KINDS
>>> told = []
>>> events(KINDS["deal"], read_question('{"seed": 7, "declarer": "none"}'), Asked(), told.append)
>>> [*told[0]]
['answer']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from clumond_solver.base.errors import ClumondError
from clumond_solver.base.values import from_json
from clumond_solver.web.questions import Answer, AnyAnswer, Asked, Kind, Question, QuestionError

#: One of: a ``part`` of the answer, the ``answer``, an ``error`` in words for who asked.
Event = dict[str, AnyAnswer | str]


class Gone(Exception):
    """Nobody waits for the answer any more."""


def read_question(text: str | bytes) -> Question:
    """The question that a text in JSON holds; QuestionError if it holds none.

    >>> read_question("[1]")
    Traceback (most recent call last):
        ...
    clumond_solver.web.questions.QuestionError: the question is not a JSON object
    """
    try:
        question = from_json(text)
    except UnicodeEncodeError:
        raise QuestionError("the question holds half a character, a lone surrogate") from None
    except ValueError:
        raise QuestionError("the question is not JSON") from None
    if not isinstance(question, dict):
        raise QuestionError("the question is not a JSON object")
    return question


def answer(kind: Kind, question: Question, asked: Asked) -> AnyAnswer:
    """The answer; `Gone` instead as soon as there is something to tell, and nobody waits for it."""

    def tell(part: Answer) -> None:
        if asked.gone.is_set():
            raise Gone
        asked.tell(part)

    return kind.answer(question, replace(asked, tell=tell))


def events(kind: Kind, question: Question, asked: Asked, put: Callable[[Event], None]) -> None:
    """Parts as they come, then the answer, or an error."""
    telling = replace(asked, tell=lambda part: put({"part": part}))
    try:
        put({"answer": answer(kind, question, telling)})
    except ClumondError as error:
        put({"error": str(error)})
