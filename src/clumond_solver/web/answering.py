"""Answers to the page's questions over any transport: an endpoint and a question in, events out.

>>> from clumond_solver.web.endpoints import ENDPOINTS
>>> sent = []
>>> question = parse_page_question('{"seed": 7, "declarer": "none"}')
>>> events(ENDPOINTS["deal"], question, RequestContext(), sent.append)
>>> [*sent[0]]
['answer']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from clumond_solver.base.errors import ClumondError
from clumond_solver.base.values import from_json
from clumond_solver.web.questions import (
    AnyAnswer,
    Endpoint,
    PageQuestion,
    PageQuestionError,
    RequestContext,
)

#: One of: a ``part`` of the answer, the ``answer``, an ``error`` in words for who asked.
Event = dict[str, AnyAnswer | str]


class Gone(Exception):
    """The client has left."""


def parse_page_question(text: str | bytes) -> PageQuestion:
    """Read a question from JSON; PageQuestionError if it is none.

    >>> parse_page_question("[1]")
    Traceback (most recent call last):
        ...
    clumond_solver.web.questions.PageQuestionError: the question is not a JSON object
    """
    try:
        question = from_json(text)
    except UnicodeEncodeError:
        raise PageQuestionError("the question holds half a character, a lone surrogate") from None
    except ValueError:
        raise PageQuestionError("the question is not JSON") from None
    if not isinstance(question, dict):
        raise PageQuestionError("the question is not a JSON object")
    return question


def answer(endpoint: Endpoint, question: PageQuestion, context: RequestContext) -> AnyAnswer:
    """The answer; raises `Gone` at the first part after the client has left."""

    def tell(part: AnyAnswer) -> None:
        if context.gone.is_set():
            raise Gone
        context.tell(part)

    return endpoint.answer(question, replace(context, tell=tell))


def events(
    endpoint: Endpoint,
    question: PageQuestion,
    context: RequestContext,
    put: Callable[[Event], None],
) -> None:
    """Send parts as they come, then the answer or an error."""
    telling = replace(context, tell=lambda part: put({"part": part}))
    try:
        put({"answer": answer(endpoint, question, telling)})
    except ClumondError as error:
        put({"error": str(error)})
