"""All fifteen contracts of a deal with all hands open: a solver a thread.

>>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
>>> solve_deal(deal, memory=8 << 20, limit=Limit(nodes=2000)).makes[Seat.FOREHAND, Strain.CLUBS]
False
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from types import MappingProxyType

from clumond_solver.cards import Strain
from clumond_solver.double_dummy.budget import checked_limit
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, Cell, Solver
from clumond_solver.errors import SearchError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import DealTable, Limit


def solve_deal(
    deal: Deal,
    *,
    threads: int = 2,
    memory: int = DEFAULT_MEMORY,
    limit: Limit | None = None,
    misses: bool = False,
    supplementary: Sequence[int] = (0, 0, 0),
    progress: Callable[[int, int], None] | None = None,
) -> DealTable:
    """Every seat as declarer in every strain, from the first card: fifteen verdicts.

    ``misses`` asks for the miss as well, which takes far longer; without it, the bounds are those
    that the verdict gives. ``limit`` is for each of the fifteen, ``memory`` for all threads
    together. ``progress`` is called in this thread with how many are done, and of how many. The
    answers do not depend on the number of threads; a time limit's do depend on the machine.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> table = solve_deal(deal, memory=8 << 20, limit=Limit(nodes=2000))
    >>> table.makes[Seat.FOREHAND, Strain.CLUBS], table.miss[Seat.FOREHAND, Strain.CLUBS][0]
    (False, 1)
    """
    if threads < 1:
        raise SearchError(f"{threads} threads: at least 1")
    checked_limit(limit)
    cells = [(seat, strain) for seat in Seat for strain in Strain]
    plays = {
        (seat, strain): Play(deal, seat, strain, supplementary=supplementary)
        for seat, strain in cells
    }
    table: dict[tuple[Seat, Strain], Cell] = {}
    with _Crew(threads, memory) as crew:
        for cell, answer in crew.solve(plays, limit, misses=misses):
            table[cell] = answer
            if progress is not None:
                progress(len(table), len(cells))
    return DealTable(
        makes=MappingProxyType({cell: table[cell].makes for cell in cells}),
        miss=MappingProxyType({cell: table[cell].miss for cell in cells}),
        nodes=sum(answer.nodes for answer in table.values()),
    )


class _Crew:
    """Threads, each with a solver of its own, that can be called off together."""

    def __init__(self, threads: int, memory: int) -> None:
        self._solvers = [Solver(memory // threads) for _ in range(threads)]
        self._idle = list(self._solvers)
        self._pool = ThreadPoolExecutor(threads)
        self._called_off = threading.Event()

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_exception: object) -> None:
        """Nobody starts another search; who is searching stops at once."""
        self._called_off.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        while len(self._idle) < len(self._solvers):
            for solver in self._solvers:
                solver.stop()
            time.sleep(0.001)

    def solve(
        self,
        plays: Mapping[tuple[Seat, Strain], Play],
        limit: Limit | None,
        *,
        misses: bool,
    ) -> Iterator[tuple[tuple[Seat, Strain], Cell]]:
        """The cells as they are done."""
        at_work = {
            self._pool.submit(self._one, play, limit, misses): cell for cell, play in plays.items()
        }
        for done in as_completed(at_work):
            yield at_work[done], done.result()

    def _one(self, play: Play, limit: Limit | None, misses: bool) -> Cell:
        solver = self._idle.pop()
        try:
            solver.clear()
            return solver._cell(play, limit, misses=misses, called_off=self._called_off)
        finally:
            self._idle.append(solver)
