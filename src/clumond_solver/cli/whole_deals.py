"""The core question about a whole deal: which three cards can each declarer force to keep?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

from clumond_solver.base.cards import STRAIN_ORDER, Strain
from clumond_solver.base.deadline import Deadline
from clumond_solver.cli.arguments import DEFAULT_NODES
from clumond_solver.cli.output import Progress, say, say_result, width
from clumond_solver.display import data, text
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, threads_within
from clumond_solver.double_dummy.table_of_a_deal import solve_retentions, table_of
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.results import Limit, RetentionTable

# After this many seconds a line says what is still open.
PATIENCE = 5.0
# For each strain, in a third of a second; it settles most, so that a hard one keeps few waiting.
_FIRST_LOOK = Limit(nodes=1_000_000)
# Some take hours, nearly always to tell "with help" from "never".
_LONGEST_LOOK = Limit(nodes=DEFAULT_NODES)


def solve_whole(deal: Deal, options: argparse.Namespace) -> None:
    """Answer for each seat that may declare, as soon as all is known of it, the easiest first.

    An interrupt ends it; what is known then is printed.
    """
    seats = list(Seat) if options.declarer is None else [options.declarer]
    if options.format == "text":
        say(f"{text.deal_text(deal, width=width())}\n")
    search = _WholeDealSearch(deal, seats, options)
    try:
        with search.reporting_after(PATIENCE):
            search.run()
    except KeyboardInterrupt:
        search.give_up()
        raise


class _WholeDealSearch:
    """What is known of the seats that are not answered yet."""

    def __init__(self, deal: Deal, seats: Sequence[Seat], options: argparse.Namespace) -> None:
        self._deal, self._options = deal, options
        self._progress = Progress(options.progress)
        self._memory = DEFAULT_MEMORY if options.memory is None else options.memory
        usual = threads_within(self._memory)
        self._threads = usual if options.threads is None else options.threads
        self._waiting = {seat: table_of(seat, {}) for seat in seats}
        self._legend = ""

    def run(self) -> None:
        """Print each seat, those first that a short look settles, unless there are limits."""
        options = self._options
        deadline = Deadline(options.time)
        bounded = deadline.has_time_limit or options.nodes is not None
        for limit in [None] if bounded else [_FIRST_LOOK, _LONGEST_LOOK]:
            for seat in list(self._waiting):
                this = limit or self._limit(deadline, options.nodes)
                table = self._solved(seat, this)
                if this is not _FIRST_LOOK or table.exact:
                    self._print(table)

    def _limit(self, deadline: Deadline, nodes: int | None) -> Limit:
        """For each strain, of which as many are searched at once as there are threads."""
        rounds = -(-len(Strain) // self._threads) * len(self._waiting)
        return Limit(time=deadline.seconds_for(1 / rounds), nodes=nodes)

    def _solved(self, seat: Seat, limit: Limit) -> RetentionTable:
        options = self._options

        def keep(so_far: RetentionTable) -> None:
            self._waiting[seat] = so_far

        self._progress.tell(f"asking what {seat} can force")
        try:
            return solve_retentions(
                self._deal,
                seat,
                threads=self._threads,
                memory=self._memory,
                limit=limit,
                supplementary=options.supplementary or (0, 0, 0),
                watch=keep,
                known=self._waiting[seat],
            )
        finally:
            self._progress.clear()

    def _print(self, table: RetentionTable) -> None:
        del self._waiting[table.declarer]
        legend = text.legend_text(table)
        is_new = not self._legend.startswith(legend.rstrip("."))
        page = text.retention_table_text(table, legend=is_new, width=width())
        self._legend = legend if is_new else self._legend
        subject = {"deal": self._deal}
        say_result(self._options, subject | data.retention_table_data(table), f"{page}\n")

    def give_up(self) -> None:
        """Print what is known of the seats begun, and what is open."""
        line = self._open_line()
        for table in list(self._waiting.values()):
            if set(table.reach.values()) != {None}:
                self._print(table)
        print(line, file=sys.stderr)

    def _open_line(self) -> str:
        """What is still open, in a line: apart where no retention can be forced any more."""
        tables = list(self._waiting.values())
        force = _open_places(tables, lambda table, strain: not table.knows_forced(strain))
        help_only = _open_places(
            tables, lambda table, strain: table.knows_forced(strain) and table.is_undecided(strain)
        )
        if help_only:
            help_only = f"only whether with help or never: {help_only}"
        over = "\r\x1b[K" if sys.stderr.isatty() else ""
        still_open = "; ".join(filter(None, (force, help_only))) or "nothing"
        return f"{over}clumond: still open: {still_open}"

    @contextmanager
    def reporting_after(self, seconds: float) -> Iterator[None]:
        """Print what is open if the work within takes so long."""

        def report() -> None:
            print(f"{self._open_line()} (Ctrl-C keeps what is known)", file=sys.stderr, flush=True)

        timer = Timer(seconds, report)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _open_places(
    tables: Sequence[RetentionTable], is_open: Callable[[RetentionTable, Strain], bool]
) -> str:
    """The seats and strains that are open, in words."""
    seats = []
    for table in tables:
        left = [strain for strain in STRAIN_ORDER if is_open(table, strain)]
        places = f" in {text.in_words(left)}" if 0 < len(left) < len(STRAIN_ORDER) else ""
        seats += [f"{table.declarer}{places}"] if left else []
    return "; ".join(seats)
