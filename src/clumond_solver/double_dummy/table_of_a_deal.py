"""All fifteen contracts of a deal with all hands open, with a solver for each thread."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.checks import as_int, check_given, check_type
from clumond_solver.base.efforts import HELP_NODES
from clumond_solver.base.errors import DealError, SearchError
from clumond_solver.base.stopping import (
    Deadline,
    ProgressCallback,
    check_not_stopped,
    checked_threads,
    run_jobs,
)
from clumond_solver.base.values import FrozenMap
from clumond_solver.double_dummy.solver import (
    DEFAULT_MEMORY,
    LEAST_MEMORY,
    Solver,
    checked_memory,
)
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, Seat, SeatLike
from clumond_solver.games.clumond.play import TRICKS, ParReading, Play, Retention
from clumond_solver.results import DealTable, Limit, Reach, RetentionTable, checked_limit

_Key = TypeVar("_Key", bound=Hashable)
_Answer = TypeVar("_Answer")
#: The most positions for bounds on a strain's miss, few beside those for its verdict.
MISS_NODES = 10_000


class StrainRow(NamedTuple):
    """A strain's part of the table: reaches, bounds on the miss, and lines with help."""

    reach: Mapping[Retention, Reach | None] = dict.fromkeys(Retention.all())
    miss: tuple[int, int] = (0, TRICKS)
    lines: Mapping[Retention, tuple[Card, ...]] = FrozenMap({})


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
    check_given(solve_deal, misses=misses, progress=progress)
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

    def report(done: Mapping[tuple[Seat, Strain], object], _nodes: int) -> None:
        if progress is not None:
            progress(len(done), len(jobs))

    table, nodes = _run_all(jobs, _solvers(threads, memory), report)
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
    with_help: bool = True,
    supplementary: Sequence[int] = (0, 0, 0),
    progress: ProgressCallback | None = None,
    watch: Callable[[RetentionTable], None] | None = None,
    known: RetentionTable | None = None,
) -> RetentionTable:
    """Solve a deal for a declarer: the reach of every retention in every strain.

    First what can be forced in each strain, and bounds on the miss (from at most 10,000 positions
    each); then, if ``with_help``, lines of play for what cannot be forced.

    ``limit`` is for each of the two parts in each of the five strains. Without one, what can be
    forced is searched to the end, and lines with help in 500,000 positions; what these leave open
    is `Reach.UNFORCED`. ``Limit()`` searches all to the end, which may take hours.

    ``watch`` is called with the table so far, where None marks what is undecided. ``known`` is an
    earlier table of the same deal and declarer: what it decides is not searched again. The other
    arguments are as in `solve_deal`; ``progress`` counts each strain twice if ``with_help``.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> table = solve_retentions(deal, Seat.FOREHAND, memory=8 << 20, limit=Limit(nodes=40_000))
    >>> table.reach[Strain.CLUBS, Retention.parse("CCC")]
    Reach.POSSIBLE
    >>> line = table.line("C", "CCC")
    >>> Play(deal, "F", "C").after(line).outcome()[Seat.FOREHAND].retention.code
    9
    """
    _check_full(deal)
    check_given(solve_retentions, with_help=with_help, progress=progress, watch=watch, known=known)
    seat = Seat(declarer)
    table = table_of(seat, {}) if known is None else known
    if table.declarer is not seat:
        raise SearchError(f"known: the table is {table.declarer}'s, not {seat}'s")
    checked_limit(limit)
    solvers = _solvers(threads, memory)
    total = sum(
        (not table.knows_forced(strain)) + (with_help and table.is_undecided(strain))
        for strain in Strain
    )
    done = 0

    def report(rows: Mapping[Strain, StrainRow], nodes: int) -> None:
        if watch is not None:
            watch(before.joined(table_of(seat, rows, nodes)))
        if progress is not None:
            progress(done + len(rows), total)

    for step in (forced_row, helped_row) if with_help else (forced_row,):
        before = table
        jobs = {
            strain: partial(
                step,
                Play(deal, seat, strain, supplementary=supplementary),
                row_of(table, strain),
                limit,
            )
            for strain in Strain
            if (
                table.is_undecided(strain) if step is helped_row else not table.knows_forced(strain)
            )
        }
        rows, nodes = _run_all(jobs, solvers, report)
        table = before.joined(table_of(seat, rows, nodes))
        done += len(rows)
    return table


def forced_row(play: Play, row: StrainRow, limit: Limit | None, solver: Solver) -> StrainRow:
    """Add what can be forced in a strain, and bounds on the miss."""
    limit = limit or Limit()
    clock = Deadline(limit.time, nodes=limit.nodes)
    reach = solver.forced_retentions(play, limit=limit)
    clock.nodes = solver.nodes
    miss = (0, 0)
    if Reach.FORCED not in reach.values():
        rest = Limit.of(clock)
        nodes = MISS_NODES if rest.nodes is None else min(rest.nodes, MISS_NODES)
        miss = solver.miss(play, limit=Limit(time=rest.time, nodes=nodes))
        solver.nodes += clock.nodes
    return row._replace(reach=reach, miss=miss)


def helped_row(play: Play, row: StrainRow, limit: Limit | None, solver: Solver) -> StrainRow:
    """Add lines with help where it is not known whether there are any."""
    undecided = [kept for kept, reach in row.reach.items() if reach in {None, Reach.UNFORCED}]
    answers = solver.lines_with_help(play, undecided, limit=limit or Limit(nodes=HELP_NODES))
    reach, lines = dict(row.reach), dict(row.lines)
    for kept, line in answers.items():
        if line is None:
            reach[kept] = Reach.IMPOSSIBLE
            continue
        lines[kept] = line
        if reach[kept] is Reach.UNFORCED:
            reach[kept] = Reach.POSSIBLE
    return row._replace(reach=reach, lines=lines)


def row_of(table: RetentionTable, strain: Strain) -> StrainRow:
    """A strain's part of the table."""
    reach = {kept: table.reach[strain, kept] for kept in Retention.all()}
    lines = {kept: line for (one, kept), line in table.lines.items() if one is strain}
    return StrainRow(reach, table.miss[strain], lines)


def table_of(declarer: Seat, known: Mapping[Strain, StrainRow], nodes: int = 0) -> RetentionTable:
    """The table with the strains solved so far; the others are open."""
    rows = {strain: known.get(strain, StrainRow()) for strain in Strain}
    return RetentionTable(
        declarer,
        {
            (strain, kept): reach
            for strain, row in rows.items()
            for kept, reach in row.reach.items()
        },
        {strain: row.miss for strain, row in rows.items()},
        nodes,
        FrozenMap(
            {
                (strain, kept): line
                for strain, row in rows.items()
                for kept, line in row.lines.items()
            }
        ),
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


def _solvers(threads: int, memory: int) -> list[Solver]:
    """A solver for each thread; they share the memory."""
    count = checked_threads(as_int(threads, "a number of threads"))
    cap = checked_shared_memory(memory, count)
    return [Solver(cap // count) for _ in range(count)]


def checked_shared_memory(memory: int, threads: int) -> int:
    """The number of bytes itself; SearchError for too few for a solver in each thread."""
    return checked_memory(memory, threads=threads, least=threads * LEAST_MEMORY)


def _run_all(
    jobs: Mapping[_Key, Callable[[Solver], _Answer]],
    solvers: Sequence[Solver],
    report: Callable[[Mapping[_Key, _Answer], int], None],
) -> tuple[dict[_Key, _Answer], int]:
    """The answers in the order of the jobs, each by one of the solvers, and the total of nodes.

    ``report`` is called after every job, with the answers and nodes so far.
    """
    free = list(solvers)

    def run_job(job: Callable[[Solver], _Answer], _stop: Stop) -> tuple[_Answer, int]:
        solver = free.pop()
        solver.clear()
        answer = job(solver)
        nodes = solver.nodes
        free.append(solver)
        return answer, nodes

    def summed(answers: Mapping[int, tuple[_Answer, int]]) -> tuple[dict[_Key, _Answer], int]:
        by_key = {key: answers[index][0] for index, key in enumerate(jobs) if index in answers}
        return by_key, sum(nodes for _, nodes in answers.values())

    answers = run_jobs(
        (partial(run_job, job) for job in jobs.values()),
        threads=len(solvers),
        on_done=lambda answers: report(*summed(answers)),
    )
    check_not_stopped()
    return summed(dict(enumerate(answers)))
