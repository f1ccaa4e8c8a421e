"""`clumond solve`: what can be forced with all hands open.

About a whole deal of Clumond the question is which three cards each declarer can force to keep:
first what can be forced, for all seats, then what can be reached with help.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any

from clumond_solver.base.cards import STRAIN_ORDER, Hand, Strain
from clumond_solver.base.efforts import HELP_NODES, SOLVE_SECONDS
from clumond_solver.base.errors import DealError, NotationError, RuleError, SearchError
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.wording import counted
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import SESSION_HELP, Parser, add_field, add_search, argument_type
from clumond_solver.cli.streams import (
    ProgressLine,
    file_or_input,
    input_texts,
    is_file,
    is_missing_file,
    reading_line,
    say,
    say_json,
    say_result,
    session_of,
    width,
)
from clumond_solver.display.text.double_dummy import (
    ended_text,
    legend_text,
    miss_words,
    retention_table_text,
    retention_words,
    strain_names,
    verdict_text,
)
from clumond_solver.display.text.hands import deal_text, play_text
from clumond_solver.display.text.layout import table_text, wrapped
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, Solver, threads_within
from clumond_solver.double_dummy.table_of_a_deal import (
    checked_shared_memory,
    solve_retentions,
    table_of,
)
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, Seat
from clumond_solver.games.clumond.play import Play, parse_position
from clumond_solver.games.session_lines import is_session
from clumond_solver.questions.ask_kinds import TEXTS, Ask, Ending, ask_solver, ending_data
from clumond_solver.questions.fields import FIELDS
from clumond_solver.results import Limit, Reach, RetentionTable
from clumond_solver.results.search_results import MOST_NODES

if TYPE_CHECKING:
    from clumond_solver.rules.states import TrickState

# Given instead of a strain: every strain of a deal.
_ALL = "all"


def _declarer_or_none(word: str) -> Seat | str:
    return "none" if word.strip().lower() == "none" else argument_type(Seat.parse)(word)


def _strain_or_all(word: str) -> Strain | str:
    return _ALL if word.strip().lower() == _ALL else argument_type(Strain.parse)(word)


def add_options(parser: Parser, _: str) -> None:
    """Add the options of `solve` for Clumond."""
    parser.add_argument("position", nargs="+", help="a deal or a play; - reads one per line")
    parser.add_argument(
        "--declarer", type=_declarer_or_none, help="F, M, R or none (default for a deal: each seat)"
    )
    parser.add_argument(
        "--strain", type=_strain_or_all, help="C, H, S, D or NT (default for a deal: all)"
    )
    helps = {
        "seat": "the seat to solve for (default: declarer)",
        "ask": f"{FIELDS['ask'].help}: {', '.join(Ask)} (help: a line by which all three players"
        " together reach success, or --keep, --exactly)",
        "keep": "show whether and how the seat can force success and keep these suits, such as CSD",
        "exactly": "show whether and how the seat can force exactly this number of tricks in the"
        " hand",
        "nodes": f"{FIELDS['nodes'].help} (all: never); unlike --time, this gives the same answers"
        " on every machine, with the same number of threads (default for a table: what can be"
        f" forced is searched to the end, lines with help in {HELP_NODES:,})",
    }
    for name in ("leader", "tricks", "supplementary", *helps):
        add_field(parser, name, **({"help": helps[name]} if name in helps else {}))
    add_search(
        parser,
        f" (default: none for a table, else {SOLVE_SECONDS:g})",
        "; one if --nodes limits anything but a table",
    )


def run(options: argparse.Namespace) -> int:
    """Print what can be forced with all hands open."""
    Limit(time=options.time, nodes=options.nodes)
    if is_file(options.position) and is_session(file_or_input(options.position[0])):
        name = options.position[0]
        raise RuleError(
            f"{name}: a saved session; clumond advise says what to do next in it, clumond review"
            " judges its last hand"
        )
    # A whole deal has solvers of its own: two reserves of memory may be one too many.
    solver = None
    progress = ProgressLine(options.progress)
    for number, text in input_texts(options.position):
        with reading_line(number, text):
            subject = _subject_of(text, options)
        if isinstance(subject, Deal):
            _solve_whole(subject, options)
            continue
        solver = solver or solver_of(options)
        seat = subject.declarer if options.seat is None else options.seat
        if seat is None:
            raise RuleError("nobody declares: say with --seat whose success is meant")
        _solve_one(subject, seat, solver, progress, options)
    return OK


# The options that a single play has; the table of a whole deal has none of them.
_SINGLE_PLAY_OPTIONS = ("leader", "tricks", "seat", "ask", "keep", "exactly")


def _subject_of(position_text: str, options: argparse.Namespace) -> Play | Deal:
    """A whole deal, to be solved for several declarers or strains, or one play."""
    if len(position_text.split()) == 1 and is_missing_file(position_text):
        raise NotationError("no such file, and no deal", position_text)
    position = _position_of(position_text)
    if isinstance(position, Play):
        if options.declarer is not None or options.strain is not None:
            raise NotationError(
                "the play says who declares, --declarer and --strain do too", position_text
            )
        return position
    if isinstance(position, Hand):
        raise RuleError(
            f"one hand ({len(position)} cards): with all hands open there are three (F:hand hand"
            ' hand); for one hand alone use "clumond advise"'
        )
    play_options = [name for name in _SINGLE_PLAY_OPTIONS if getattr(options, name) is not None]
    if options.strain == _ALL and play_options:
        raise RuleError(f"--strain all asks about retentions only: without --{play_options[0]}")
    asks_all = options.strain is None and not play_options
    if options.declarer == "none" or not (asks_all or options.strain == _ALL):
        return _play_of(position, options, play_options)
    if position.size != FULL_HAND:
        raise DealError(
            f"hands of {position.size} cards: the table is about a full deal, {FULL_HAND} each; in"
            " the middle of the play say who declares what with --declarer and --strain, who leads"
            " with --leader, and the tricks taken with --tricks"
        )
    return position


def _position_of(text: str) -> Play | Deal | Hand:
    """`parse_position`, where a hand alone is not what is wanted."""
    try:
        return parse_position(text)
    except NotationError:
        if ":" in text or len(text.split()) == len(Seat):
            raise
        raise NotationError("no deal and no play: a deal is F:hand hand hand", text) from None


def _play_of(deal: Deal, options: argparse.Namespace, play_options: Sequence[str]) -> Play:
    """The play of a deal with the declarer, strain and so on that the options name."""
    if options.declarer is None:
        given = "strain" if options.strain is not None else play_options[0]
        raise RuleError(
            f"--{given} is not for a whole deal: say who declares with --declarer (F, M, R or none)"
        )
    if isinstance(options.declarer, Seat) and options.strain is None:
        raise RuleError(
            f"{options.declarer} declares, but no strain is given: say which with --strain"
            " (C, H, S, D or NT)"
        )
    return Play(
        deal,
        None if options.declarer == "none" else options.declarer,
        options.strain,
        leader=options.leader,
        tricks_taken=options.tricks,
        supplementary=options.supplementary or (0, 0, 0),
    )


def _solve_one(
    play: Play, seat: Seat, solver: Solver, progress: ProgressLine, options: argparse.Namespace
) -> None:
    """Answer one question after the other; print every answer as soon as it is known."""
    in_text = options.format == "text"
    if in_text:
        say(f"{play_text(play, width=width())}\n")
    if in_text and play.is_over:
        say(_ended_text(play, seat, Ending(options.keep, options.exactly)))
        return
    seconds = SOLVE_SECONDS if options.time is None and options.nodes is None else options.time
    deadline = Deadline(seconds)
    ending = Ending(options.keep, options.exactly)
    asks = options.ask or (set(Ask) - {Ask.HELP} if ending.is_any else {Ask.VERDICT, Ask.LINE})
    remaining = [ask for ask in Ask if ask in asks]
    answers: dict[str, Any] = {"play": play, "seat": seat, **ending_data(ending)}
    try:
        while remaining:
            limit = Limit(time=deadline.seconds_for(1 / len(remaining)), nodes=options.nodes)
            ask = remaining.pop(0)
            progress.show(f"asking for {ask}")
            answer = _ask(ask, play, seat, solver, limit, ending=ending)
            progress.clear()
            answers[ask] = answer
            if ask is Ask.VERDICT and not (answer or ending.is_any or options.ask):
                remaining.append(Ask.HELP)
            if in_text and (page := _answer_text(ask, answer, play, seat, ending)):
                say(f"{page}\n")
    finally:
        progress.clear()
        if not in_text:
            say_json(answers)


def _ended_text(play: Play, seat: Seat, ending: Ending) -> str:
    own = play.outcome()[seat]
    ended = ended_text(own.tricks_taken, own.off(), str(seat), own.supplementary)
    text = f"The hand is over: {ended}."
    if not ending.is_any:
        is_kept = ending.keep in {None, own.retention}
        is_total = own.success if ending.exactly is None else own.tricks_taken == ending.exactly
        text += f" That is {'' if is_kept and is_total else 'not '}{ending}."
    return wrapped(text, width()) + "\n"


def _answer_text(ask: Ask, answer: Any, play: Play, seat: Seat, ending: Ending) -> str:
    if ask is Ask.VERDICT:
        return wrapped(verdict_text(answer, seat, str(ending)), width())
    return TEXTS[ask](answer, play, seat, width())


def _ask(
    ask: Ask, play: Play, seat: Seat, solver: Solver, limit: Limit, *, ending: Ending
) -> object:
    """The answer; None for a line whose search was stopped, since its rest is any legal play."""
    deadline = Deadline(limit.time)
    answer: object = ask_solver(ask, solver, play, seat, limit, ending=ending)
    stopped = deadline.passed or (limit.nodes is not None and solver.nodes >= limit.nodes)
    return None if ask is Ask.LINE and stopped else answer


# After this many seconds a line says what is undecided.
REPORT_SECONDS = 5.0


def _solve_whole(deal: Deal, options: argparse.Namespace) -> None:
    """Print what every seat that may declare can force, then its table, as soon as each is known.

    An interrupt ends the search, and prints what is known by then.
    """
    seats = list(Seat) if options.declarer is None else [options.declarer]
    search = _WholeDealSearch(deal, seats, options)
    if options.format == "text":
        say(f"{deal_text(deal, width=width())}\n")
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
        checked_shared_memory(self._memory, self._threads)
        self._waiting = {seat: table_of(seat, {}) for seat in seats}
        self._legend = ""

    def run(self) -> None:
        """Print what every seat can force, then every seat's table."""
        open_cells = 0
        deadline = Deadline(self._options.time)
        for seat, rest in zip(list(self._waiting), range(len(self._waiting), 0, -1), strict=True):
            table = self._solved(seat, self._limit(deadline, rest + len(self._waiting)), False)
            if self._options.format == "text":
                words = retention_words(table), miss_words(table)
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
        legend = legend_text(table)
        is_new = not self._legend.startswith(legend.rstrip("."))
        page = retention_table_text(table, words=False, legend=is_new, width=width())
        self._legend = legend if is_new else self._legend
        say_result(self._options, table, f"{page}\n", deal=self._deal)

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
            where = f" in {strain_names(strains)}" if len(strains) < len(STRAIN_ORDER) else ""
            contracts.append(f"by {table.declarer}{where}")
    return ", ".join(contracts)


# Heads, rows, and by card the lead after it.
_OpenTable = tuple[list[str], list[list[Any]], Mapping[str, int]]


def add_options_any_game(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `solve`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument(
        "--ask",
        choices=[*_OPEN_QUESTIONS],
        default="tricks",
        help="the tricks that each seat can force against all others; the best card points"
        " (Clabberjass); or the scores of the last cards if each plays for his own score"
        " (default tricks)",
    )


def run_any_game(options: argparse.Namespace) -> int:
    """Print what can be forced with all cards open."""
    session = session_of(options.file, options.game_name)
    if session.is_finished:
        raise RuleError("the session is finished: there is nothing to solve")
    heads, rows, margins = _OPEN_QUESTIONS[options.ask](session.state)
    page = table_text(heads, [[*map(str, row)] for row in rows], right={*range(1, 3)})
    if margins:
        page += "\n\nlead after " + ", ".join(f"{card} {lead:+}" for card, lead in margins.items())
    value = {"rows": [dict(zip(heads, row, strict=True)) for row in rows], "lead after": margins}
    say_result(options, value, page)
    return OK


def _tricks_table(state: TrickState) -> _OpenTable:
    from clumond_solver.double_dummy.forced_scores import forced_tricks

    if state.play is None:
        raise RuleError("the calls are not complete: no cards are played yet")
    rows = []
    for seat in range(state.layout.players):
        forced = forced_tricks(state.play, seat)
        exactly = " ".join(map(str, sorted(forced.exactly))) or "-"
        rows.append([state.seat_name(seat), forced.fewest, forced.most, exactly])
    return ["against all others", "at most", "at least", "exactly"], rows, {}


def _points_table(state: TrickState) -> _OpenTable:
    from clumond_solver.double_dummy.forced_scores import best_points

    best = best_points(state)
    rows = [
        [state.seat_name(seat), points, score]
        for seat, (points, score) in enumerate(zip(best.points, best.scores, strict=True))
    ]
    margins = {str(card): margin for card, margin in best.margins.items()}
    return ["best play", "points", "score"], rows, margins


def _scores_table(state: TrickState) -> _OpenTable:
    from clumond_solver.double_dummy.forced_scores import selfish_scores

    cards = sum(map(len, state.play.hands)) if state.play is not None else None
    if cards is None or cards > _MOST_CARDS_TRIED:
        fault = "the calls are not complete" if cards is None else f"{cards} cards are left"
        raise SearchError(f"{fault}: scores are for the last {_MOST_CARDS_TRIED} cards")
    rows = [[state.seat_name(seat), score] for seat, score in enumerate(selfish_scores(state))]
    return ["each for himself", "score"], rows, {}


# With more cards, trying every line takes minutes.
_MOST_CARDS_TRIED = 12
_OPEN_QUESTIONS: Mapping[str, Callable[[TrickState], _OpenTable]] = {
    "tricks": _tricks_table,
    "points": _points_table,
    "scores": _scores_table,
}


def solver_of(options: argparse.Namespace) -> Solver:
    """The solver that the options ask for, with its memory and its threads."""
    memory = DEFAULT_MEMORY if options.memory is None else options.memory
    # Answers under a limit of nodes depend on the number of threads, but not on the machine.
    default = 1 if getattr(options, "nodes", None) is not None else threads_within(memory)
    return Solver(memory, threads=default if options.threads is None else options.threads)
