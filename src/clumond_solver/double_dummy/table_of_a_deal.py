"""All fifteen contracts of a deal with all hands open: a solver a thread.

>>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
>>> solve_deal(deal, memory=8 << 20, limit=Limit(nodes=2000)).verdict[Seat.FOREHAND, Strain.CLUBS]
False
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import DealError, SearchError
from clumond_solver.base.stopping import check_not_stopped
from clumond_solver.base.threads import checked_threads, run_jobs
from clumond_solver.base.values import ProgressCallback, as_int, check_type
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, Solver
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, Seat, SeatLike
from clumond_solver.games.clumond.play import TRICKS, ParReading, Play, Retention
from clumond_solver.results import DealTable, Limit, Reach, RetentionTable, checked_limit

_Cell = TypeVar("_Cell", bound=Hashable)
_Answer = TypeVar("_Answer")
_Reaches = tuple[Mapping[Retention, Reach | None], tuple[int, int]]
#: The most positions that a strain's miss may take beside its retentions, so that it costs little.
MISS_NODES = 40_000
_NOTHING_KNOWN: _Reaches = dict.fromkeys(Retention.all()), (0, TRICKS)


def solve_deal(
    deal: Deal,
    *,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    limit: Limit | None = None,
    misses: bool = False,
    supplementary: Sequence[int] = (0, 0, 0),
    par: ParReading | str = ParReading.NEAREST,
    progress: ProgressCallback | None = None,
) -> DealTable:
    """Solve a deal for every seat as declarer in every strain: fifteen verdicts.

    ``misses`` asks for the miss as well, which takes far longer; without it, its bounds are those
    that follow from the verdict. ``par``, "nearest" or "reduced", says how to count it. ``limit``
    is for each of the fifteen, ``memory`` (bytes) for all threads together. ``progress`` is called
    in this thread with the numbers of cells done and of all cells. Answers do not depend on
    the number of threads, though with a limit of time they depend on the machine.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> table = solve_deal(deal, memory=8 << 20, limit=Limit(nodes=2000))
    >>> table.verdict[Seat.FOREHAND, Strain.CLUBS], table.miss[Seat.FOREHAND, Strain.CLUBS][0]
    (False, 1)
    """
    _check_full(deal)
    jobs = {
        (seat, strain): partial(
            _contract,
            Play(deal, seat, strain, supplementary=supplementary),
            checked_limit(limit),
            ParReading(par),
            misses,
        )
        for seat in Seat
        for strain in Strain
    }
    table, nodes = _all_done(jobs, threads, memory, progress)
    return DealTable(
        verdict={cell: makes for cell, (makes, _) in table.items()},
        miss={cell: miss for cell, (_, miss) in table.items()},
        nodes=nodes,
    )


def solve_retentions(
    deal: Deal,
    declarer: SeatLike,
    *,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    limit: Limit | None = None,
    supplementary: Sequence[int] = (0, 0, 0),
    progress: ProgressCallback | None = None,
    watch: Callable[[RetentionTable], None] | None = None,
    known: RetentionTable | None = None,
) -> RetentionTable:
    """Solve a deal for a declarer: how far he can reach every retention in every strain.

    ``limit`` is for each of the five strains; finding a miss takes at most 40,000 positions of it.
    ``watch`` is called with the table so far, where None marks what is undecided. Strains that
    ``known``, an earlier table of the same deal and declarer, has settled are not searched again.
    The other arguments are as in `solve_deal`.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> table = solve_retentions(deal, Seat.FOREHAND, memory=8 << 20, limit=Limit(nodes=40_000))
    >>> table.reach[Strain.CLUBS, Retention.parse("CCC")]
    Reach.POSSIBLE
    """
    _check_full(deal)
    jobs = {
        strain: partial(
            reaches_and_miss,
            Play(deal, declarer, strain, supplementary=supplementary),
            checked_limit(limit),
        )
        for strain in Strain
        if known is None or known.is_undecided(strain)
    }
    before = table_of(Seat(declarer), {}) if known is None else known
    if before.declarer is not Seat(declarer):
        raise SearchError(f"known: the table is {before.declarer}'s, not {Seat(declarer)}'s")

    def report(done: Mapping[Strain, _Reaches], nodes: int) -> None:
        if watch is not None:
            watch(before.joined(table_of(before.declarer, done, nodes)))

    return before.joined(
        table_of(before.declarer, *_all_done(jobs, threads, memory, progress, report))
    )


def reaches_and_miss(play: Play, limit: Limit | None, solver: Solver) -> _Reaches:
    """How far each retention can be reached, and bounds on the miss, as far as it is cheap."""
    started = time.monotonic()
    reaches = solver.retentions(play, limit=limit)
    nodes = solver.nodes
    if Reach.FORCED in reaches.values():
        return reaches, (0, 0)
    left = _what_is_left(limit, started, nodes) or Limit()
    most = MISS_NODES if left.nodes is None else min(left.nodes, MISS_NODES)
    miss = solver.miss(play, limit=Limit(time=left.time, nodes=most))
    solver.nodes += nodes
    return reaches, miss


def table_of(declarer: Seat, known: Mapping[Strain, _Reaches], nodes: int = 0) -> RetentionTable:
    """The table of the strains known so far; the others are open."""
    by_strain = {strain: known.get(strain, _NOTHING_KNOWN) for strain in Strain}
    return RetentionTable(
        declarer,
        {(at, kept): reach for at, (row, _) in by_strain.items() for kept, reach in row.items()},
        {strain: miss for strain, (_, miss) in by_strain.items()},
        nodes,
    )


def _check_full(deal: Deal) -> None:
    check_type(deal, Deal, "a deal")
    if deal.size != FULL_HAND:
        raise DealError(
            f"hands of {deal.size} cards: a table is about a full deal, {FULL_HAND} each"
        )


def _contract(
    play: Play, limit: Limit | None, par: ParReading, misses: bool, solver: Solver
) -> tuple[bool | None, tuple[int, int]]:
    """The verdict on one contract, and bounds on its miss."""
    started = time.monotonic()
    makes = solver.verdict(play, limit=limit)
    if makes:
        return makes, (0, 0)
    nodes = solver.nodes
    left = _what_is_left(limit, started, nodes) if misses else Limit(nodes=0)
    low, high = solver.miss(play, par=par, limit=left)
    solver.nodes += nodes
    return makes, (low if makes is None else max(1, low), high)


def _what_is_left(limit: Limit | None, started: float, nodes: int) -> Limit | None:
    if limit is None:
        return None
    return Limit(
        time=None if limit.time is None else max(0.0, started + limit.time - time.monotonic()),
        nodes=None if limit.nodes is None else max(0, limit.nodes - nodes),
    )


def _all_done(
    jobs: Mapping[_Cell, Callable[[Solver], _Answer]],
    threads: int,
    memory: int,
    progress: ProgressCallback | None,
    report: Callable[[Mapping[_Cell, _Answer], int], None] = lambda _answers, _nodes: None,
) -> tuple[dict[_Cell, _Answer], int]:
    """The answers in the order of the jobs, and the nodes of all together.

    ``report`` takes the answers and nodes so far after every job.
    """
    count = checked_threads(as_int(threads, "a number of threads"))
    solvers = [Solver(memory // count) for _ in range(count)]

    def work(job: Callable[[Solver], _Answer], _stop: Stop) -> tuple[_Answer, int]:
        solver = solvers.pop()
        solver.clear()
        answer = job(solver)
        nodes = solver.nodes
        solvers.append(solver)
        return answer, nodes

    def done(answers: Mapping[int, tuple[_Answer, int]]) -> tuple[dict[_Cell, _Answer], int]:
        by_cell = {cell: answers[at][0] for at, cell in enumerate(jobs) if at in answers}
        return by_cell, sum(nodes for _, nodes in answers.values())

    def on_done(answers: Mapping[int, tuple[_Answer, int]]) -> None:
        report(*done(answers))
        if progress is not None:
            progress(len(answers), len(jobs))

    every = run_jobs(map(partial(partial, work), jobs.values()), threads=count, on_done=on_done)
    check_not_stopped()
    return done(dict(enumerate(every)))
