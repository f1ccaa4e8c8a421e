"""The core question about a whole deal: which three cards can each declarer force to keep?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

from clumond_solver.cards import STRAIN_ORDER, Strain
from clumond_solver.cli.output import Progress, give, say, width
from clumond_solver.display import data, text
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.results import Limit, RetentionTable
from clumond_solver.system.deadline import Deadline
from clumond_solver.system.threads import checked_threads

# After so many seconds a line says what is still open.
PATIENCE = 5.0


class _Open:
    """Which strains of which seats are still to be answered."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.strains = {seat: tuple(STRAIN_ORDER) for seat in seats}

    def hear(self, so_far: RetentionTable) -> None:
        """Take in what is known of a seat."""
        left = tuple(at for at in STRAIN_ORDER if text.open_retentions(so_far, at))
        self.strains[so_far.declarer] = left

    def close(self, seat: Seat) -> None:
        """Nothing more is asked of a seat, whatever its limit has left open."""
        del self.strains[seat]

    def tell(self, hint: str = "") -> None:
        """Say on standard error what is open."""
        seats = (
            str(seat) if len(left) == len(STRAIN_ORDER) else f"{seat} in {text.in_words(left)}"
            for seat, left in self.strains.items()
            if left
        )
        over = "\r\x1b[K" if sys.stderr.isatty() else ""
        told = f"{over}clumond: still open: {'; '.join(seats)}{hint}"
        print(told, file=sys.stderr, flush=True)

    @contextmanager
    def told_after(self, seconds: float) -> Iterator[None]:
        """Say it once if the work within takes so long."""
        timer = Timer(seconds, self.tell, [" (Ctrl-C keeps what is known)"])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def solve_whole(deal: Deal, options: argparse.Namespace) -> None:
    """Answer for each seat that may declare, each as soon as it is done.

    An interrupt ends it, with what is known of the seat under way.
    """
    seats = [options.declarer] if options.declarer is not None else list(Seat)
    if options.format == "text":
        say(f"{text.deal_text(deal, width=width())}\n")
    deadline, still_open = Deadline(options.time), _Open(seats)
    try:
        with still_open.told_after(PATIENCE):
            for place, seat in enumerate(seats):
                limit = _limit(options, deadline, 1 / (len(seats) - place))
                table = _asked(deal, seat, limit, options, still_open)
                _give(deal, table, options, legend=place == 0)
                still_open.close(seat)
    except KeyboardInterrupt:
        still_open.tell()
        raise


def _limit(options: argparse.Namespace, deadline: Deadline, share: float) -> Limit:
    """For each strain of a seat, of which as many are searched at once as there are threads."""
    rounds = -(-len(Strain) // checked_threads(None))
    seconds = deadline.share(share / rounds) if deadline.ends else None
    return Limit(time=seconds, nodes=options.nodes)


def _asked(
    deal: Deal, seat: Seat, limit: Limit, options: argparse.Namespace, still_open: _Open
) -> RetentionTable:
    from clumond_solver.double_dummy.solver import DEFAULT_MEMORY
    from clumond_solver.double_dummy.table_of_a_deal import solve_retentions, table_of

    so_far = table_of(seat, {}, 0)

    def keep(table: RetentionTable) -> None:
        nonlocal so_far
        so_far = table
        still_open.hear(table)

    progress = Progress(options.progress)
    progress.tell(f"asking what {seat} can force")
    try:
        return solve_retentions(
            deal,
            seat,
            threads=checked_threads(None),
            memory=DEFAULT_MEMORY if options.memory is None else options.memory,
            limit=limit,
            supplementary=options.supplementary or (0, 0, 0),
            watch=keep,
        )
    except KeyboardInterrupt:
        progress.clear()
        _give(deal, so_far, options, legend=True)
        raise
    finally:
        progress.clear()


def _give(deal: Deal, table: RetentionTable, options: argparse.Namespace, *, legend: bool) -> None:
    page = text.retention_table_text(table, legend=legend, width=width())
    give(options, {"deal": deal} | data.retention_table_data(table), f"{page}\n")
