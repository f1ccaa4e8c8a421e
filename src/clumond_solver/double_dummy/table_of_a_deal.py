"""All fifteen contracts of a deal with all hands open, with a solver for each thread.

>>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
>>> solve_deal(deal, memory=8 << 20, limit=Limit(nodes=2000)).verdict[Seat.FOREHAND, Strain.CLUBS]
False
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Strain
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.errors import DealError, SearchError
from clumond_solver.base.stopping import check_not_stopped
from clumond_solver.base.threads import checked_threads, run_jobs
from clumond_solver.base.values import ProgressCallback, as_int, check_type
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, Solver
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, Seat, SeatLike
from clumond_solver.games.clumond.play import TRICKS, ParReading, Play, Retention
from clumond_solver.results import DealTable, Limit, Reach, RetentionTable, checked_limit

_Key = TypeVar("_Key", bound=Hashable)
_Answer = TypeVar("_Answer")
# A strain's row of the table: the reach of each retention, and bounds on the miss.
_Row = tuple[Mapping[Retention, Reach | None], tuple[int, int]]
#: The most positions for bounds on a strain's miss, few beside those for its retentions.
MISS_NODES = 40_000
_UNKNOWN_ROW: _Row = dict.fromkeys(Retention.all()), (0, TRICKS)


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

    ``misses`` asks for the misses as well, which takes far longer; otherwise the table has only the
    bounds that follow from the verdicts. ``par``, "nearest" or "reduced", says how to measure a
    miss. ``limit`` is for each of the fifteen, ``memory`` (bytes) for all threads together.
    ``progress`` is called in this thread with the numbers of contracts done and of all contracts.
    Answers do not depend on the number of threads; with a time limit they depend on the machine.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> table = solve_deal(deal, memory=8 << 20, limit=Limit(nodes=2000))
    >>> table.verdict[Seat.FOREHAND, Strain.CLUBS], table.miss[Seat.FOREHAND, Strain.CLUBS][0]
    (False, 1)
    """
    _check_full(deal)
    jobs = {
        (seat, strain): partial(
            _contract,
            Play(deal, seat, strain, supplementary=supplementary, par=par),
            checked_limit(limit) or Limit(),
            misses,
        )
        for seat in Seat
        for strain in Strain
    }
    table, nodes = _run_all(jobs, threads, memory, progress)
    return DealTable(
        verdict={contract: verdict for contract, (verdict, _) in table.items()},
        miss={contract: miss for contract, (_, miss) in table.items()},
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
    """Solve a deal for a declarer: the reach of every retention in every strain.

    ``limit`` is for each of the five strains; the miss takes at most 40,000 positions of it.
    ``watch`` is called with the table so far, where None marks what is undecided. ``known`` is an
    earlier table of the same deal and declarer: strains that it decides are not searched again. The
    other arguments are as in `solve_deal`.

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
            checked_limit(limit) or Limit(),
        )
        for strain in Strain
        if known is None or known.is_undecided(strain)
    }
    before = table_of(Seat(declarer), {}) if known is None else known
    if before.declarer is not Seat(declarer):
        raise SearchError(f"known: the table is {before.declarer}'s, not {Seat(declarer)}'s")

    def report(done: Mapping[Strain, _Row], nodes: int) -> None:
        if watch is not None:
            watch(before.joined(table_of(before.declarer, done, nodes)))

    return before.joined(
        table_of(before.declarer, *_run_all(jobs, threads, memory, progress, report))
    )


def reaches_and_miss(play: Play, limit: Limit, solver: Solver) -> _Row:
    """The reach of each retention, and bounds on the miss from at most `MISS_NODES` positions."""
    clock = Deadline(limit.time, nodes=limit.nodes)
    reaches = solver.retentions(play, limit=limit)
    clock.nodes = solver.nodes
    if Reach.FORCED in reaches.values():
        return reaches, (0, 0)
    clock.max_nodes = min(clock.max_nodes, clock.nodes + MISS_NODES)
    miss = solver.miss(play, limit=Limit.of(clock))
    solver.nodes += clock.nodes
    return reaches, miss


def table_of(declarer: Seat, known: Mapping[Strain, _Row], nodes: int = 0) -> RetentionTable:
    """The table with the strains solved so far; the others are open."""
    rows = {strain: known.get(strain, _UNKNOWN_ROW) for strain in Strain}
    return RetentionTable(
        declarer,
        {
            (strain, kept): reach
            for strain, (reaches, _) in rows.items()
            for kept, reach in reaches.items()
        },
        {strain: miss for strain, (_, miss) in rows.items()},
        nodes,
    )


def _check_full(deal: Deal) -> None:
    check_type(deal, Deal, "a deal")
    if deal.size != FULL_HAND:
        raise DealError(f"hands of {deal.size} cards: a table needs a full deal, {FULL_HAND} each")


def _contract(
    play: Play, limit: Limit, misses: bool, solver: Solver
) -> tuple[bool | None, tuple[int, int]]:
    """The verdict on one contract, and bounds on its miss."""
    clock = Deadline(limit.time, nodes=limit.nodes)
    verdict = solver.verdict(play, limit=limit)
    if verdict:
        return verdict, (0, 0)
    clock.nodes = solver.nodes
    low, high = solver.miss(play, limit=Limit.of(clock) if misses else Limit(nodes=0))
    solver.nodes += clock.nodes
    return verdict, (low if verdict is None else max(1, low), high)


def _run_all(
    jobs: Mapping[_Key, Callable[[Solver], _Answer]],
    threads: int,
    memory: int,
    progress: ProgressCallback | None,
    report: Callable[[Mapping[_Key, _Answer], int], None] = lambda _answers, _nodes: None,
) -> tuple[dict[_Key, _Answer], int]:
    """The answers in the order of the jobs, and the total of nodes.

    ``report`` is called after every job, with the answers and nodes so far.
    """
    count = checked_threads(as_int(threads, "a number of threads"))
    solvers = [Solver(memory // count) for _ in range(count)]

    def run_job(job: Callable[[Solver], _Answer], _stop: Stop) -> tuple[_Answer, int]:
        solver = solvers.pop()
        solver.clear()
        answer = job(solver)
        nodes = solver.nodes
        solvers.append(solver)
        return answer, nodes

    def summed(answers: Mapping[int, tuple[_Answer, int]]) -> tuple[dict[_Key, _Answer], int]:
        by_key = {key: answers[index][0] for index, key in enumerate(jobs) if index in answers}
        return by_key, sum(nodes for _, nodes in answers.values())

    def on_done(answers: Mapping[int, tuple[_Answer, int]]) -> None:
        report(*summed(answers))
        if progress is not None:
            progress(len(answers), len(jobs))

    thread_jobs = (partial(run_job, job) for job in jobs.values())
    answers = run_jobs(thread_jobs, threads=count, on_done=on_done)
    check_not_stopped()
    return summed(dict(enumerate(answers)))
