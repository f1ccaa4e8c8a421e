"""The page's questions as data for JSON: reading them, and the context of answering.

Neither this nor the modules of the places know how a question arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from clumond_solver.base.errors import ClumondError
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver

PageQuestion = Mapping[str, Any]
#: An answer of one of the types in `wire`, or a part of one.
AnyAnswer = Mapping[str, Any]

MOST_WORDS = 400
#: The longest text of a session or of records, to be read as to be written, in characters.
MOST_TEXT = 1 << 18
MOST_SEED = 2**53


class PageQuestionError(ClumondError, ValueError):
    """A question lacks a field, or a field is wrong."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What answering a question may cost.

    verdict_seconds    seconds for verdicts,
    depth_seconds      for misses, trick ranges and retentions of one position,
    course_seconds     for the verdicts after all cards of a play,
    table_seconds      for the retentions of all strains,
    review_seconds     for a whole review: enough for all games on most machines.
    advice_games       the most games behind an advice.
    memory             the bytes that one solver may allocate.
    """

    verdict_seconds: float = 2.0
    depth_seconds: float = 3.0
    course_seconds: float = 10.0
    table_seconds: float = 60.0
    review_seconds: float = 120.0
    advice_games: int = 800
    memory: int = 32 * MEBIBYTE


def _nobody(_: AnyAnswer) -> None:
    """Discard a part."""


@dataclass(frozen=True, slots=True)
class RequestContext:
    """What answering may use besides the question.

    limits  of time, games and memory.
    gone    is set when the client has left.
    tell    takes the answer so far, where it comes in parts.
    idle    an engine of its own; None for endpoints that need none.
    """

    limits: Limits = field(default_factory=Limits)
    gone: Event = field(default_factory=Event)
    tell: Callable[[AnyAnswer], None] = _nobody
    idle: Solver | None = None

    @property
    def solver(self) -> Solver:
        """The engine, for endpoints that think."""
        if self.idle is None:
            raise RuntimeError("this endpoint is not registered as one that thinks")
        return self.idle


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A kind of question and its answer.

    answer  makes the answer; the person sees the text of a ClumondError that it raises.
    thinks  whether it takes seconds of an engine: few of these run at once.
    """

    answer: Callable[[PageQuestion, RequestContext], AnyAnswer]
    thinks: bool = False

    @classmethod
    def of(cls, answer: Callable[[PageQuestion], AnyAnswer], *, thinks: bool = False) -> Endpoint:
        """One whose answer takes nothing but the question."""
        return cls(lambda question, _: answer(question), thinks)


def text_of(question: PageQuestion, name: str, most: int = MOST_WORDS) -> str:
    """The text of that name; PageQuestionError if it is missing or longer than ``most``."""
    value = question.get(name)
    if not isinstance(value, str):
        raise PageQuestionError(f"{name}: a text is expected")
    if len(value) > most:
        raise PageQuestionError(f"{name}: {len(value)} characters, at most {most} are read")
    return value


def whole_of(question: PageQuestion, name: str, most: int) -> int:
    """The whole number of that name, 0 to ``most``; PageQuestionError otherwise."""
    value = question.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise PageQuestionError(f"{name}: a whole number from 0 to {most} is expected")
    return value
