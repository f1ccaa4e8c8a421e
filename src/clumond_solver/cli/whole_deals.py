"""The main question about a whole deal: which three cards can each declarer force to keep?

First comes what can be forced, for all seats; then what can be reached with help.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

from clumond_solver.base.cards import STRAIN_ORDER, Strain
from clumond_solver.base.efforts import HELP_NODES
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.wording import counted
from clumond_solver.cli.output import ProgressLine, say, say_result, width
from clumond_solver.display import json_data, text
from clumond_solver.display.text.hands import wrapped
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, threads_within
from clumond_solver.double_dummy.table_of_a_deal import solve_retentions, table_of
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.results import Limit, Reach, RetentionTable
from clumond_solver.results.search_results import MOST_NODES

# After this many seconds a line says what is undecided.
REPORT_SECONDS = 5.0


def solve_whole(deal: Deal, options: argparse.Namespace) -> None:
    """Print what every seat that may declare can force, then its table, as soon as each is known.

    An interrupt ends the search, and prints what is known by then.
    """
    seats = list(Seat) if options.declarer is None else [options.declarer]
    if options.format == "text":
        say(f"{text.deal_text(deal, width=width())}\n")
    search = _WholeDealSearch(deal, seats, options)
    try:
        with search.reporting_after(REPORT_SECONDS):
            search.run()
    except KeyboardInterrupt:
        search.print_incomplete()
        raise


class _WholeDealSearch:
    """The searches for the seats, and what is known of those whose tables are not printed yet."""

    def __init__(self, deal: Deal, seats: Sequence[Seat], options: argparse.Namespace) -> None:
        self._deal, self._options = deal, options
        self._progress = ProgressLine(options.progress)
        self._memory = DEFAULT_MEMORY if options.memory is None else options.memory
        default = threads_within(self._memory)
        self._threads = default if options.threads is None else options.threads
        self._waiting = {seat: table_of(seat, {}) for seat in seats}
        self._legend = ""

    def run(self) -> None:
        """Print what every seat can force, then every seat's table."""
        open_cells = 0
        deadline = Deadline(self._options.time)
        for seat, rest in zip(list(self._waiting), range(len(self._waiting), 0, -1), strict=True):
            table = self._solved(seat, self._limit(deadline, rest + len(self._waiting)), False)
            if self._options.format == "text":
                words = text.retention_words(table), text.miss_words(table)
                say("\n".join(wrapped(line, width()) for line in words if line) + "\n")
        for seat in list(self._waiting):
            table = self._solved(seat, self._limit(deadline, len(self._waiting)), True)
            open_cells += sum(reach in {None, Reach.UNFORCED} for reach in table.reach.values())
            self._print(table)
        if open_cells:
            print(self._open_line(open_cells), file=sys.stderr)

    def _limit(self, deadline: Deadline, parts: int) -> Limit | None:
        """The limit per strain; as many strains are searched at once as there are threads."""
        options = self._options
        if options.nodes is None and not deadline.has_time_limit:
            return None
        rounds = -(-len(Strain) // self._threads) * parts
        return Limit(time=deadline.seconds_for(1 / rounds), nodes=options.nodes)

    def _open_line(self, open_cells: int) -> str:
        time, nodes = self._options.time, self._options.nodes
        if time is None:
            longer = 10 * (nodes or HELP_NODES)
            advice = f"--nodes {longer} searches longer, --nodes all to the end"
        elif nodes in {None, MOST_NODES}:
            advice = "a longer --time searches on"
        else:
            advice = "a longer --time, or more --nodes, searches on"
        return f"clumond: {counted(open_cells, 'cell')} left open; {advice}"

    def _solved(self, seat: Seat, limit: Limit | None, with_help: bool) -> RetentionTable:
        options = self._options

        def keep_latest(so_far: RetentionTable) -> None:
            self._waiting[seat] = so_far

        self._progress.show(f"asking what {seat} can {'reach' if with_help else 'force'}")
        try:
            return solve_retentions(
                self._deal,
                seat,
                threads=self._threads,
                memory=self._memory,
                limit=limit,
                with_help=with_help,
                supplementary=options.supplementary or (0, 0, 0),
                watch=keep_latest,
                known=self._waiting[seat],
            )
        finally:
            self._progress.clear()

    def _print(self, table: RetentionTable) -> None:
        del self._waiting[table.declarer]
        legend = text.legend_text(table)
        is_new = not self._legend.startswith(legend.rstrip("."))
        page = text.retention_table_text(table, words=False, legend=is_new, width=width())
        self._legend = legend if is_new else self._legend
        subject = {"deal": self._deal}
        say_result(self._options, subject | json_data.retention_table_data(table), f"{page}\n")

    def print_incomplete(self) -> None:
        """Print the incomplete tables of the seats that were begun, and what is undecided."""
        line = self._undecided_line()
        for table in list(self._waiting.values()):
            if set(table.reach.values()) != {None}:
                self._print(table)
        print(line, file=sys.stderr)

    def _undecided_line(self) -> str:
        """What is undecided: what can be forced, then what can be reached with help."""
        tables = list(self._waiting.values())
        forcing = _undecided_contracts(tables, lambda table, strain: not table.knows_forced(strain))
        helping = _undecided_contracts(
            tables, lambda table, strain: table.knows_forced(strain) and table.is_undecided(strain)
        )
        undecided = [f"what can be forced {forcing}"] if forcing else []
        if helping:
            undecided.append(f"what can be reached with help {helping}")
        erase = "\r\x1b[K" if sys.stderr.isatty() else ""
        return f"{erase}clumond: undecided: {'; '.join(undecided) or 'nothing'}"

    @contextmanager
    def reporting_after(self, seconds: float) -> Iterator[None]:
        """Print what is undecided if the work inside takes longer than that."""

        def report() -> None:
            print(
                f"{self._undecided_line()} (Ctrl-C keeps what is known)",
                file=sys.stderr,
                flush=True,
            )

        timer = Timer(seconds, report)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _undecided_contracts(
    tables: Sequence[RetentionTable], is_undecided: Callable[[RetentionTable, Strain], bool]
) -> str:
    """By whom, and in which strains, it is undecided, in words."""
    contracts = []
    for table in tables:
        strains = [strain for strain in STRAIN_ORDER if is_undecided(table, strain)]
        if strains:
            where = f" in {text.strain_names(strains)}" if len(strains) < len(STRAIN_ORDER) else ""
            contracts.append(f"by {table.declarer}{where}")
    return ", ".join(contracts)
