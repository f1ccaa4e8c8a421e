"""Many questions to solver and engine: answers in order, errors in place.

Questions (`batch.questions`) hold all that their answers depend on, so the answers are the same on
this machine and on a cluster, with any number of workers.

>>> from clumond_solver import AdviseQuestion, Hand, Play, SolveQuestion
>>> text = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"
>>> questions = [SolveQuestion(Play.parse(text)), AdviseQuestion(Hand.parse("AK.AK.."))]
>>> answers, error = answer_many(questions, workers=1)
>>> answers.verdict, type(error).__name__
(True, 'RuleError')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from functools import partial
from operator import attrgetter
from typing import Protocol, TypeVar

from clumond_solver.base.errors import BatchError, ClumondError
from clumond_solver.base.stopping import check_not_stopped
from clumond_solver.base.values import StreamProgressCallback, check_type
from clumond_solver.batch.pools import Cluster, in_order
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")
_Answer_co = TypeVar("_Answer_co", covariant=True)


class Answerable(Protocol[_Answer_co]):
    """A question that any process can answer, such as those of `batch.questions`."""

    @property
    def is_quick(self) -> bool:
        """Whether an answer takes less time than sending the question to another process."""

    def answer(self, *, memory: int = DEFAULT_MEMORY) -> _Answer_co:
        """The answer, within that many bytes of memory."""


def answer_many(
    questions: Iterable[Answerable[_Answer]],
    *,
    memory: int = DEFAULT_MEMORY,
    workers: int | None = None,
    cluster: Cluster | None = None,
    chunk: int | None = None,
    progress: StreamProgressCallback | None = None,
) -> Iterator[_Answer | ClumondError]:
    """Answer questions in order, on several processes; a question that fails yields its error.

    A question is a `SolveQuestion`, `AdviseQuestion`, `TableQuestion` or `RetentionsQuestion`; only
    a few per worker are read ahead of their answers. Each solver takes up to ``memory`` bytes.
    ``workers`` is the number of processes. By default it is one per processor, started at the first
    slow question; without the extra "batch" there is only one. ``cluster`` is a Dask scheduler to
    use instead: its address, a `distributed.Client` or a `LocalCluster`. ``chunk`` is the number of
    questions sent to a worker at a time, by default as many as take a tenth of a second.
    ``progress`` is called with the number of answers so far and the number of questions, which
    is None if ``questions`` has no length.

    WrongTypeError for anything but questions, SearchError for fewer than 1 worker or a chunk below
    1. When iteration starts: MissingExtraError without the extra that ``workers`` or ``cluster``
    needs, BatchError if the cluster cannot be reached.
    """
    check_type(questions, Iterable, "an iterable of questions")
    answers: Iterator[_Answer | ClumondError] = in_order(
        partial(attempt, partial(_answer, memory=memory)),
        questions,
        workers=workers,
        cluster=cluster,
        chunk=chunk,
        quick=attrgetter("is_quick"),
    )
    if progress is None:
        return answers
    total = len(questions) if isinstance(questions, Sized) else None
    return _with_progress(answers, total, progress)


def _answer(question: Answerable[_Answer], memory: int) -> _Answer:
    return question.answer(memory=memory)


def _with_progress(
    answers: Iterator[_Answer], total: int | None, progress: StreamProgressCallback
) -> Iterator[_Answer]:
    for done, answer in enumerate(answers, start=1):
        yield answer
        progress(done, total)


def attempt(work: Callable[[_Item], _Answer], item: _Item) -> _Answer | ClumondError:
    """The answer, or instead of it the error, so that one bad item does not end the others.

    SearchError if the call under way is stopped, for which no item is to blame.
    """
    try:
        return work(item)
    except ClumondError as error:
        check_not_stopped()
        return error
    except MemoryError:
        return BatchError("out of memory")
