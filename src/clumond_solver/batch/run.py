"""Many questions, answered in order: from an iterable, or from a file, resuming where it stopped.

Questions (`questions.kinds`) hold all that their answers depend on, so the answers are the same on
this machine and on a cluster, with any number of workers.

>>> from clumond_solver import AdviseQuestion, Hand, Play, SolveQuestion
>>> text = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"
>>> questions = [SolveQuestion(Play.parse(text)), AdviseQuestion(Hand.parse("AK.AK.."))]
>>> answers, error = answer_many(questions, workers=1)
>>> answers.verdict, type(error).__name__
(True, 'RuleError')

A line of a source file is a question, a line of the target its answer, in the same order;
docs/batches.md describes both.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import stat
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter, methodcaller
from typing import BinaryIO, Protocol, TypeVar

from clumond_solver.base.checks import check_given, path_text, wrong_type
from clumond_solver.base.errors import BatchError, ClumondError, NotationError, error_data, not_utf8
from clumond_solver.base.files import KEY_DIGITS, Journal, is_stream, keyed_line, naming
from clumond_solver.base.stopping import StreamProgressCallback, check_not_stopped
from clumond_solver.base.version import __version__
from clumond_solver.batch.pools import Cluster, in_order
from clumond_solver.display.json_data import Data
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, checked_memory
from clumond_solver.questions.kinds import checked_defaults, id_of, parse_question

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")
_Answer_co = TypeVar("_Answer_co", covariant=True)


class Answerable(Protocol[_Answer_co]):
    """A question that any process can answer, such as those of `questions.kinds`."""

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
    slow question; without the extra "batch", or in a daemonic process, there is only one.
    ``cluster`` is a Dask scheduler to use instead: its address, a `distributed.Client` or a
    `LocalCluster`. ``chunk`` is the number of questions sent to a worker at a time, by default as
    many as take a tenth of a second. ``progress`` is called with the number of answers so far and
    the number of questions, which is None if ``questions`` has no length.

    WrongTypeError for anything but questions, SearchError for fewer than 1 worker or a chunk below
    1. When iteration starts: MissingExtraError without the extra that ``workers`` or ``cluster``
    needs, BatchError if the cluster cannot be reached.
    """
    check_given(answer_many, progress=progress)
    answers: Iterator[_Answer | ClumondError] = in_order(
        partial(attempt, methodcaller("answer", memory=memory)),
        _checked_questions(questions),
        workers=workers,
        cluster=cluster,
        chunk=chunk,
        quick=attrgetter("is_quick"),
    )
    if progress is None:
        return answers
    total = len(questions) if isinstance(questions, Sized) else None
    return _with_progress(answers, total, progress)


def _checked_questions(
    questions: Iterable[Answerable[_Answer]],
) -> Iterable[Answerable[_Answer]]:
    """The same questions; WrongTypeError at once for a wrong one in a list, or when it comes."""
    if isinstance(questions, str) or not isinstance(questions, Iterable):
        raise wrong_type(questions, "an iterable of questions")
    checked = map(_checked_question, questions)
    return list(checked) if isinstance(questions, list | tuple) else checked


def _checked_question(question: Answerable[_Answer]) -> Answerable[_Answer]:
    if isinstance(question, type) or not callable(getattr(question, "answer", None)):
        raise wrong_type(question, "a question, such as AdviseQuestion(hand),")
    return question


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


FORMAT_VERSION = 3
STANDARD_STREAM = "-"
LONGEST_LINE = 1 << 20


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """The progress of a batch.

    resumed  number of answers from before this run.
    done     number of answers of this run, errors included.
    errors   number of errors among all answers.
    """

    resumed: int = 0
    done: int = 0
    errors: int = 0


def run_batch(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    defaults: Mapping[str, object] | None = None,
    memory: int = DEFAULT_MEMORY,
    restart: bool = False,
    workers: int | None = None,
    cluster: Cluster | None = None,
    chunk: int | None = None,
    progress: StreamProgressCallback | None = None,
    watch: Callable[[BatchProgress], None] | None = None,
) -> BatchProgress:
    """Answer a file of questions, in order, into another file; docs/batches.md has the format.

    ``source`` is a file with a question in JSON on each line; ``target`` gets a line of JSON with
    the answer to each. "-" is standard input or output. ``defaults`` are fields for lines that
    leave them out.

    Answers are appended in whole lines, so a killed run loses only the questions that its workers
    were answering. The next run checks that the target answers this source under these defaults,
    drops an incomplete last line and continues; ``restart`` starts from the first question instead,
    also over answers to others, but not over a file that holds anything else. Standard output, a
    pipe and a device cannot be resumed.
    After each answer ``progress`` is called with the number of answers and that of the questions
    (None for a stream), and ``watch`` with a `BatchProgress`, the counts so far; the last
    one is returned. Other arguments are as in `answer_many`.

    SearchError for too little memory for a solver; BatchError if the target is the source, belongs
    to another batch, was changed, is damaged before its end or is being written by another run;
    OSError if a file cannot be read or written: the target then holds whole lines only.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     source, target = Path(folder, "in.jsonl"), Path(folder, "out.jsonl")
    ...     _ = source.write_text('{"hand": "AK8732.AK974.KJ4.Q3", "budget": 0}\\n')
    ...     run_batch(source, target, workers=1), run_batch(source, target, workers=1)
    (BatchProgress(resumed=0, done=1, errors=0), BatchProgress(resumed=1, done=0, errors=0))
    """
    check_given(run_batch, defaults=defaults, restart=restart, progress=progress, watch=watch)
    checked_memory(memory)
    source, target = path_text(source), path_text(target)
    defaults = checked_defaults({} if defaults is None else defaults)
    with contextlib.ExitStack() as closing:
        file = _open_source(source, closing)
        _check_not_same(file, target)
        lines = _question_lines(file, _signature(defaults))
        write: Callable[[bytes], None]
        counts = BatchProgress()
        if target == STANDARD_STREAM:
            write = partial(_write, sys.stdout.buffer)
        elif is_stream(target):
            write = partial(_write, closing.enter_context(open(target, "wb", buffering=0)))
        else:
            journal = closing.enter_context(Journal(target))
            if restart:
                journal.restart()
            for data in journal.resume(line.key for line in lines):
                errors = counts.errors + ("error" in data)
                counts = replace(counts, resumed=counts.resumed + 1, errors=errors)
            write = journal.append
        total = None if progress is None else _count_questions(source)
        awaiting_answers: deque[_QuestionLine] = deque()
        answers = closing.enter_context(
            contextlib.closing(
                in_order(
                    partial(_answer_line, defaults=defaults, memory=memory),
                    _queued(lines, awaiting_answers),
                    workers=workers,
                    cluster=cluster,
                    chunk=chunk,
                )
            )
        )
        for answer in answers:
            data = error_data(answer) if isinstance(answer, BatchError) else answer
            line = awaiting_answers.popleft()
            write(keyed_line(line.number, line.key, data))
            errors = counts.errors + ("error" in data)
            counts = replace(counts, done=counts.done + 1, errors=errors)
            if watch is not None:
                watch(counts)
            if progress is not None:
                progress(counts.resumed + counts.done, total)
    return counts


@dataclass(frozen=True, slots=True)
class _QuestionLine:
    """A line of the source that is not blank.

    number  the line's number among such lines, from 1: blank ones may change between two runs.
    key     a digest of the line and of everything else that its answer depends on.
    raw     the bytes of the line; None if they are too many, or not needed any more.
    """

    number: int
    key: str
    raw: bytes | None


def _question_lines(file: BinaryIO, signature: bytes) -> Iterator[_QuestionLine]:
    """The lines of a source that are not blank; they may have any length."""
    lines = iter(partial(file.readline, LONGEST_LINE + 1), b"")
    for number, raw in enumerate(filter(bytes.strip, lines), 1):
        digest = hashlib.sha256(signature + raw.strip())
        too_long = len(raw) > LONGEST_LINE
        rest = raw if too_long else b""
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST_LINE)
            digest.update(rest)
        yield _QuestionLine(number, digest.hexdigest()[:KEY_DIGITS], None if too_long else raw)


def _open_source(source: str | os.PathLike[str], closing: contextlib.ExitStack) -> BinaryIO:
    if source == STANDARD_STREAM:
        return sys.stdin.buffer
    return closing.enter_context(open(path_text(source), "rb"))


def _check_not_same(source: BinaryIO, target: str | os.PathLike[str]) -> None:
    """BatchError if source and target are one file."""
    try:
        read = os.fstat(source.fileno())
        written = os.fstat(sys.stdout.fileno()) if target == STANDARD_STREAM else os.stat(target)
    except (FileNotFoundError, io.UnsupportedOperation):
        return
    # A terminal may be both.
    if stat.S_ISREG(read.st_mode) and os.path.samestat(read, written):
        name = "standard output" if target == STANDARD_STREAM else os.fspath(target)
        raise BatchError(f"{name} holds the questions: give the answers another file")


def _count_questions(source: str | os.PathLike[str]) -> int | None:
    """The number of questions in a file; None for a stream."""
    if source == STANDARD_STREAM or not stat.S_ISREG(os.stat(source).st_mode):
        return None
    with open(source, "rb") as file:
        return sum(1 for _ in _question_lines(file, b""))


def _signature(defaults: Mapping[str, object]) -> bytes:
    """The defaults and the version of the library, on which all answers depend, as bytes."""
    return json.dumps([FORMAT_VERSION, __version__, sorted(defaults.items())]).encode()


def _queued(lines: Iterable[_QuestionLine], queue: deque[_QuestionLine]) -> Iterator[_QuestionLine]:
    """Yield the lines, and append them without their bytes to the queue."""
    for line in lines:
        queue.append(replace(line, raw=None))
        yield line


def _answer_line(line: _QuestionLine, *, defaults: Mapping[str, object], memory: int) -> Data:
    """The answer to one line, or its error."""

    def answer(text: str) -> Data:
        return parse_question(text, defaults).answer_data(memory=memory)

    try:
        text = _decoded(line.raw)
    except NotationError as error:
        return error_data(error)
    result = attempt(answer, text)
    data = error_data(result) if isinstance(result, ClumondError) else result
    identifier = id_of(text)
    return data if identifier is None else {"id": identifier} | data


def _decoded(raw: bytes | None) -> str:
    if raw is None:
        raise NotationError(f"a line of more than {LONGEST_LINE} bytes", "")
    try:
        text, bad = raw.decode("utf-8-sig"), raw.find(b"\0")
    except UnicodeDecodeError as error:
        text, bad = "", error.start
    if bad >= 0:
        raise NotationError(not_utf8(raw[bad], bad), repr(raw[bad : bad + 1]))
    return text.strip()


def _write(stream: BinaryIO | io.FileIO, line: bytes) -> None:
    rest = memoryview(line)
    with naming(stream.name) if isinstance(stream, io.FileIO) else contextlib.nullcontext():
        while rest:
            rest = rest[stream.write(rest) :]
        stream.flush()
