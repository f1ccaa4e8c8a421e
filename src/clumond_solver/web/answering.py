"""Answers questions of the page over any transport: an endpoint and a question in, events out.

>>> from clumond_solver.web.endpoints import ENDPOINTS
>>> sent = []
>>> question = parse_page_question('{"seed": 7, "declarer": "none"}')
>>> send_events(ENDPOINTS["deal"], question, RequestContext(), sent.append)
>>> [*sent[0]]
['answer']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from clumond_solver.base.errors import ClumondError
from clumond_solver.base.stopping import check_not_stopped
from clumond_solver.base.values import from_json
from clumond_solver.web.questions import (
    AnyAnswer,
    Endpoint,
    PageQuestion,
    PageQuestionError,
    RequestContext,
)

#: One of: a ``part`` of the answer, the ``answer``, an ``error`` (a message for the person).
Event = dict[str, AnyAnswer | str]


def parse_page_question(text: str | bytes) -> PageQuestion:
    """Read a question from JSON; PageQuestionError if the text is not a JSON object.

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


def send_events(
    endpoint: Endpoint,
    question: PageQuestion,
    context: RequestContext,
    send: Callable[[Event], None],
) -> None:
    """Send parts as they come, then the answer or an error; raise it if the call was stopped."""
    context = replace(context, send_part=lambda part: send({"part": part}))
    try:
        send({"answer": endpoint.answer(question, context)})
    except ClumondError as error:
        check_not_stopped()
        send({"error": str(error)})
