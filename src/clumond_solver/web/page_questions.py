"""The page's questions and answers as data for JSON, over any transport.

A question and its endpoint go in, events come out. Neither this module nor those of the tabs know
how a question arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypedDict, get_type_hints

from clumond_solver.base.errors import ClumondError, error_data
from clumond_solver.base.json_data import to_jsonable
from clumond_solver.base.stopping import check_not_stopped
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.presence import Presence
from clumond_solver.web.question import PageQuestion, PageQuestionError
from clumond_solver.web.seat_keys import Holder


class Progress(TypedDict):
    """How much of an answer is done."""

    done: int
    total: int


class KeyRefusedError(ClumondError):
    """A key opens nothing: there is none, or it is wrong, or was withdrawn."""

    def __init__(self, key: str) -> None:
        """Say so in the words of the page."""
        super().__init__(
            "this link opens nothing any more: ask whoever sent it for a new one"
            if key
            else "this page is somebody's own: open it by the address that clumond web printed,"
            " or by a link to a table that somebody sent you"
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """What answering a question may cost.

    verdict_seconds     seconds for the verdicts of a position
    finish_seconds      for its misses, trick ranges and retentions
    play_seconds        for the verdicts after all cards of a play
    retentions_seconds  for the retentions of all strains
    review_seconds      for a whole review: enough for all games on most machines
    advice_budget       the most games behind an advice
    memory              the bytes that one solver may allocate
    """

    verdict_seconds: float = 2.0
    finish_seconds: float = 3.0
    play_seconds: float = 10.0
    retentions_seconds: float = 60.0
    review_seconds: float = 120.0
    advice_budget: int = 800
    memory: int = 32 * MEBIBYTE


def _discard(_: object) -> None:
    """Do nothing with a part."""


@dataclass(frozen=True, slots=True)
class RequestContext:
    """What answering may use besides the question.

    limits          the limits of time, games and memory
    send_part       sends a part to the client: progress, or what is known so far
    solver_or_none  a solver reserved for this question; None if its endpoint is not slow
    sessions_or_none  the sessions of the person who asks; None in a report
    seat            what the asker's key opens; None for the person whose sessions they are
    presence        who is at which table now
    address         where others reach the page, if not at the address that the asker uses
    """

    limits: Limits = field(default_factory=Limits)
    send_part: Callable[[Any], None] = _discard
    solver_or_none: Solver | None = None
    sessions_or_none: Sessions | None = None
    seat: Holder | None = None
    presence: Presence = field(default_factory=Presence)
    address: str = ""

    @property
    def solver(self) -> Solver:
        """The solver, for slow endpoints."""
        if self.solver_or_none is None:
            raise RuntimeError("this endpoint uses a solver but is not registered as slow")
        return self.solver_or_none

    @property
    def sessions(self) -> Sessions:
        """The person's sessions."""
        if self.sessions_or_none is None:
            raise PageQuestionError("there are no sessions here")
        return self.sessions_or_none


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A kind of question and the function that answers it.

    function  makes the answer of values; the person sees the text of a ClumondError that it raises
    is_slow   whether it may take seconds: the server answers only a few such questions at once
    waits     whether the answer may wait until its ``news`` are not those of the question
    """

    function: Callable[[PageQuestion, RequestContext], object]
    is_slow: bool = False
    waits: bool = False

    def answer(self, question: Mapping[str, Any], context: RequestContext) -> Any:
        """The answer as data for JSON; its parts are sent as such too."""
        send = context.send_part
        context = replace(context, send_part=lambda part: send(to_jsonable(part)))
        return to_jsonable(self.function(PageQuestion(question), context))

    @property
    def answer_type(self) -> Any:
        """The type of its answers."""
        function = self.function.func if isinstance(self.function, partial) else self.function
        return get_type_hints(function)["return"]


# Answering.

#: One of: a ``part`` of the answer, the ``answer``, an ``error`` with its ``message``.
ServerEvent = dict[str, Any]


def send_events(
    endpoint: Endpoint,
    question: PageQuestion,
    context: RequestContext,
    send: Callable[[ServerEvent], None],
) -> None:
    """Send parts as they come, then the answer or an error; raise it if the call was stopped."""
    context = replace(context, send_part=lambda part: send({"part": part}))
    try:
        send({"answer": endpoint.answer(question, context)})
    except ClumondError as error:
        check_not_stopped()
        send(error_data(error))
