"""Questions to the page's places, as plain data: reading them, and what answering may use.

Nothing here or in the modules of the places knows how a question arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from clumond_solver.base.errors import ClumondError
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver

Question = Mapping[str, Any]
Answer = dict[str, Any]
#: An `Answer`, or one of those that `wire` types.
AnyAnswer = Mapping[str, Any]

MOST_WORDS = 400
#: The longest text of a session or of records, to be read as to be written, in characters.
MOST_TEXT = 1 << 18
MOST_SEED = 2**53


class QuestionError(ClumondError, ValueError):
    """A question lacks something, or holds what it should not."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What answering a question may cost.

    verdict_seconds    how long an engine looks for verdicts,
    depth_seconds      how long for misses, trick ranges and retentions of one position,
    course_seconds     how long for the verdicts after all cards of a play,
    table_seconds      how long for the retentions of all strains.
    review_seconds     how long all of a review may take: enough for all games on most machines.
    advice_games       how many games an advice may rest on.
    memory             what one solver may allocate, in bytes.
    """

    verdict_seconds: float = 2.0
    depth_seconds: float = 3.0
    course_seconds: float = 10.0
    table_seconds: float = 60.0
    review_seconds: float = 120.0
    advice_games: int = 800
    memory: int = 32 * MEBIBYTE


def _nobody(_: Answer) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What answering may use besides the question.

    limits  what may be spent.
    gone    is set when nobody waits for the answer any more.
    tell    is given the answer so far, where it comes in parts.
    idle    an engine, nobody else's meanwhile; None for kinds of questions that need none.
    """

    limits: Limits = field(default_factory=Limits)
    gone: Event = field(default_factory=Event)
    tell: Callable[[Answer], None] = _nobody
    idle: Solver | None = None

    @property
    def solver(self) -> Solver:
        """The engine, for kinds of questions that think."""
        if self.idle is None:
            raise RuntimeError("this kind of question is not registered as one that thinks")
        return self.idle


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question.

    answer  makes the answer; a ClumondError that it raises is for the person who asked.
    thinks  whether it takes seconds of an engine: only a few of those are answered at once.
    """

    answer: Callable[[Question, Asked], AnyAnswer]
    thinks: bool = False


def text_of(question: Question, name: str, most: int = MOST_WORDS) -> str:
    """The text of that name; QuestionError if there is none, or a longer one than ``most``."""
    value = question.get(name)
    if not isinstance(value, str):
        raise QuestionError(f"{name}: a text is expected")
    if len(value) > most:
        raise QuestionError(f"{name}: {len(value)} characters, at most {most} are read")
    return value


def whole_of(question: Question, name: str, most: int) -> int:
    """The whole number of that name, 0 to ``most``; QuestionError otherwise."""
    value = question.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise QuestionError(f"{name}: a whole number from 0 to {most} is expected")
    return value
