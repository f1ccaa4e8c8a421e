"""Questions to the engines about an iterable of plays or hands: answers in order, errors in place.

`solve_many` and `advise_many` turn an iterable of any length into answers, on this machine's
processors or a cluster. Answers depend on the questions alone, never on how many workers there are.

>>> text = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"
>>> [answers.verdict for answers in solve_many([Play.parse(text)], workers=1)]
[True]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from functools import partial
from typing import TypeVar, Unpack

from clumond_solver.batch.ask_kinds import Ask, asked
from clumond_solver.batch.pools import in_order
from clumond_solver.batch.questions import (
    AdviseQuestion,
    Answers,
    RetentionsQuestion,
    SolveQuestion,
    TableQuestion,
)
from clumond_solver.cards import Hand
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY
from clumond_solver.errors import BatchError, ClumondError
from clumond_solver.games.clumond.deals import Deal, Seat, SeatLike
from clumond_solver.games.clumond.play import ParReading, Play
from clumond_solver.games.clumond.scoring import BASE_AGREEMENT, Agreement, Terms, agreed
from clumond_solver.results import Advice, DealTable, Limit, RetentionTable
from clumond_solver.single_dummy.advice import DEFAULT_BUDGET, Prefer
from clumond_solver.values import check_options, check_type

_Item = TypeVar("_Item")
_Question = TypeVar("_Question")
_Answer = TypeVar("_Answer")


def solve_many(
    plays: Iterable[Play],
    *,
    ask: Iterable[Ask | str] | str = (Ask.VERDICT,),
    seat: SeatLike | None = None,
    limit: Limit | None = None,
    memory: int = DEFAULT_MEMORY,
    workers: int | None = None,
    cluster: str | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> Iterator[Answers | ClumondError]:
    """What is asked about each play with all hands open, in order; an error in its place.

    ``plays`` is read as answers are taken, a few plays for each worker ahead. ``seat`` is whose
    success is asked for (declarer's), ``limit`` holds for each thing asked of each play, a solver
    takes up to ``memory`` bytes. ``workers`` counts processes (None: one a processor, started once
    questions come up that are worth it; one in all without the extra "batch"); ``cluster`` gives a
    Dask scheduler's address instead; ``chunk`` plays go to a worker at a time (None: as many as
    take a tenth of a second). ``progress`` is called with the number of answers so far, and of
    plays (None if ``plays`` has no length).

    RuleError for an unknown thing to ask, SearchError for fewer than 1 worker or play a chunk;
    when iteration starts MissingExtraError without the extra, BatchError without the cluster.
    """
    check_type(plays, Iterable, "an iterable of plays")
    whose = None if seat is None else Seat(seat)
    make = partial(SolveQuestion, ask=asked(ask), seat=whose, limit=limit)
    answer = partial(SolveQuestion.answer, memory=memory)
    return _answered(
        answer,
        make,
        plays,
        workers=workers,
        cluster=cluster,
        chunk=chunk,
        progress=progress,
        quick=_is_quick,
    )


def advise_many(
    hands: Iterable[Hand],
    *,
    seat: SeatLike = Seat.FOREHAND,
    agreement: Agreement = BASE_AGREEMENT,
    prefer: Prefer | str = Prefer.RELATIVE,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    workers: int | None = None,
    cluster: str | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int | None], None] | None = None,
    **terms: Unpack[Terms],
) -> Iterator[Advice | ClumondError]:
    """Advice for each hand, in order; an error in its place.

    Each hand gets the advice that `advise` gives it with the same arguments, seed included. The
    other arguments, and errors, as in `solve_many`.

    >>> hands = [Hand.parse("AK8732.AK974.KJ4.Q3"), Hand.parse("AK.AK..")]
    >>> [type(advice).__name__ for advice in advise_many(hands, budget=0, workers=1)]
    ['Advice', 'RuleError']
    """
    check_options(advise_many, Terms, terms)
    make = partial(
        AdviseQuestion,
        seat=Seat(seat),
        agreement=agreed(agreement, terms),
        prefer=Prefer(prefer),
        seed=seed,
        budget=budget,
    )
    return _answered(
        AdviseQuestion.answer,
        make,
        hands,
        workers=workers,
        cluster=cluster,
        chunk=chunk,
        progress=progress,
    )


def solve_deals(
    deals: Iterable[Deal],
    *,
    misses: bool = False,
    par: ParReading | str = ParReading.NEAREST,
    limit: Limit | None = None,
    memory: int = DEFAULT_MEMORY,
    workers: int | None = None,
    cluster: str | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> Iterator[DealTable | ClumondError]:
    """What each seat could force in each strain of each deal, in order; an error in its place.

    Each deal gets the table that `solve_deal` gives it with the same ``misses``, ``par`` and
    ``limit``; the other arguments, and errors, as in `solve_many`.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> [type(table).__name__ for table in solve_deals([deal], limit=Limit(nodes=9), workers=1)]
    ['DealTable']
    """
    make = partial(TableQuestion, misses=misses, par=ParReading(par), limit=limit)
    answer = partial(TableQuestion.answer, memory=memory)
    return _answered(
        answer, make, deals, workers=workers, cluster=cluster, chunk=chunk, progress=progress
    )


def solve_retentions_many(
    deals: Iterable[Deal],
    declarer: SeatLike,
    *,
    limit: Limit | None = None,
    memory: int = DEFAULT_MEMORY,
    workers: int | None = None,
    cluster: str | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> Iterator[RetentionTable | ClumondError]:
    """How far a declarer can reach each retention in each strain of each deal, in order.

    Each deal gets what `solve_retentions` gives it, or an error in its place; the other arguments,
    and errors, as in `solve_many`.

    >>> tables = solve_retentions_many(
    ...     [Deal.random(1)], Seat.FOREHAND, limit=Limit(nodes=9), workers=1
    ... )
    >>> [len(table.reach) for table in tables]
    [100]
    """
    make = partial(RetentionsQuestion, declarer=Seat(declarer), limit=limit)
    answer = partial(RetentionsQuestion.answer, memory=memory)
    return _answered(
        answer, make, deals, workers=workers, cluster=cluster, chunk=chunk, progress=progress
    )


def _is_quick(question: SolveQuestion) -> bool:
    return question.is_quick


def attempt(work: Callable[[_Item], _Answer], item: _Item) -> _Answer | ClumondError:
    """The answer, or the error in its place: one item must not end the others."""
    try:
        return work(item)
    except ClumondError as error:
        return error
    except MemoryError:
        return BatchError("out of memory")


def _answered(
    answer: Callable[[_Question], _Answer],
    make: Callable[[_Item], _Question],
    items: Iterable[_Item],
    *,
    workers: int | None,
    cluster: str | None,
    chunk: int | None,
    progress: Callable[[int, int | None], None] | None,
    quick: Callable[[_Question], bool] | None = None,
) -> Iterator[_Answer | ClumondError]:
    """The answers to the questions made of the items, counted as they are taken."""
    answers: Iterator[_Answer | ClumondError] = in_order(
        partial(attempt, answer),
        (make(item) for item in items),
        workers=workers,
        cluster=cluster,
        chunk=chunk,
        quick=quick,
    )
    if progress is None:
        return answers
    total = len(items) if isinstance(items, Sized) else None

    def counting() -> Iterator[_Answer | ClumondError]:
        for done, each in enumerate(answers, start=1):
            yield each
            progress(done, total)

    return counting()
