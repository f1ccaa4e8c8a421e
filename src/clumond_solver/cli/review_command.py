"""`clumond review`: records and sessions of Clumond, and sessions of any game."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from clumond_solver.base.errors import RecordError, RuleError
from clumond_solver.base.files import write_atomically
from clumond_solver.base.stopping import check_seconds, processors
from clumond_solver.cli.exit_codes import CHECK_FAILED, OK
from clumond_solver.cli.parser import (
    SESSION_HELP,
    Parser,
    add_field,
    add_parameters,
    add_progress,
    add_search,
    add_time,
    whole_number,
)
from clumond_solver.cli.solve_command import solver_of
from clumond_solver.cli.streams import (
    ProgressLine,
    check_new,
    complain_of_record,
    file_or_input,
    input_text,
    record_heading,
    records_in,
    say_result,
    session_in,
    width,
)
from clumond_solver.coach.review_text import review_text
from clumond_solver.coach.seating import written_summary
from clumond_solver.display.json_data import data_of
from clumond_solver.display.text.hands import player_names
from clumond_solver.display.text.records import row_label
from clumond_solver.games import DEFAULT_GAME
from clumond_solver.games.clumond.scoring import Terms
from clumond_solver.games.registry import words_of
from clumond_solver.games.session_lines import is_session
from clumond_solver.questions.fields import parameters_of
from clumond_solver.records import Record, verify
from clumond_solver.rules.game import player_at
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.clumond.playouts import OpponentsLike
from clumond_solver.single_dummy.level_names import STYLE_NAMES

if TYPE_CHECKING:
    from clumond_solver.coach.hints_and_reviews import Review
    from clumond_solver.double_dummy.solver import Solver
    from clumond_solver.games.clumond.game import ClumondState
    from clumond_solver.web.report import Report
    from clumond_solver.web.tabs.analysis_reviews import ReviewShown


def add_options(parser: Parser, _: str) -> None:
    """Add the options of `review` for Clumond."""
    from clumond_solver.coach.reviews import review

    parser.add_argument(
        "file", nargs="+", help="record files or saved sessions, or - for standard input"
    )
    _add_deal_and_report(parser)
    parser.add_argument(
        "--chances",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="also judge each card as its player saw it (default), or only what could be forced"
        " with all hands open",
    )
    add_parameters(
        parser,
        review,
        {"time", "nodes", "budget", *Terms.__annotations__},
        seat="whose success to judge with all hands open (default: declarer's; in an undeclared"
        " hand each player's own)",
        opponents="how the two others play, beside one who follows every hint:"
        f" {', '.join(STYLE_NAMES)}, or three of them for the seats, such as easy,strong,medium"
        " (default: as those who sit at a session's table, else they follow every hint)",
    )
    add_field(
        parser,
        "budget",
        default=parameters_of(review)["budget"],
        help="the most simulated games for each call; --no-chances or --time limits those for"
        " cards",
    )
    add_search(parser)


def _add_deal_and_report(parser: Parser) -> None:
    parser.add_argument(
        "--deal",
        type=whole_number,
        metavar="NUMBER",
        help="which deal of a saved session (default: the last one over)",
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="also write a report: a page in one file, to step through what was reviewed, that"
        " every browser opens without a server",
    )


def add_options_any_game(parser: Parser, _: str) -> None:
    """Add the options of `review` for other games."""
    parser.add_argument("file", help=SESSION_HELP)
    _add_deal_and_report(parser)
    add_field(parser, "seed", default=0)
    add_time(parser)
    add_progress(parser)


class _Subject(NamedTuple):
    """A deal to review.

    heading    its heading.
    source     what to review.
    names      the players' names by seat.
    opponents  who plays the others' cards.
    shown      a function that makes the page's view of the review.
    record     the record of a hand of Clumond; None in other games.
    """

    heading: str
    source: Record | TrickState
    names: Sequence[str]
    opponents: OpponentsLike
    shown: Callable[[Review], ReviewShown]
    record: Record | None = None


def run(options: argparse.Namespace) -> int:
    """Review the records of files, and of saved sessions of Clumond a hand."""
    check_seconds(options.time)
    with _report_of(options) as report:
        solver, code = solver_of(options), OK
        for name in options.file:
            for subject in _subjects(file_or_input(name), name, options):
                if isinstance(subject, RecordError):
                    code = complain_of_record(name, subject)
                else:
                    code = max(code, _review_hand(subject, solver, options, report))
    return code


def run_any_game(options: argparse.Namespace) -> int:
    """Review a deal of a session."""
    check_seconds(options.time)
    with _report_of(options) as report:
        deal = _deal_of_session(input_text(options.file), options.file, options)
        given = {"time": options.time, "seed": options.seed, "players": deal.names}
        reviewed = _reviewed(deal, options, "steps", **given)
        page = review_text(reviewed, names=deal.names, width=width())
        data = data_of(reviewed, deal.names)
        value = {"deal": deal.heading, "players": deal.names, **data}
        say_result(options, value, f"{deal.heading}\n{page}")
        if report is not None:
            report.add(deal.shown(reviewed))
    return OK


@contextmanager
def _report_of(options: argparse.Namespace) -> Iterator[Report | None]:
    """The report to write, if one is wanted; also what is in it before an error or Ctrl-C."""
    if options.html is None:
        yield None
        return
    from clumond_solver.web.report import Report

    check_new(options.html)
    report = Report()
    try:
        yield report
    finally:
        if report:
            write_atomically(options.html, report.page().encode())


def _subjects(
    given: str, name: str, options: argparse.Namespace
) -> Iterator[_Subject | RecordError]:
    """The hands to review in a file of Clumond, and errors for bad records."""
    from clumond_solver.web.tabs.analysis_reviews import shown_record

    if is_session(given):
        yield _deal_of_session(given, name, options)
        return
    if options.deal is not None:
        raise RuleError(f"{name}: --deal says which hand of a saved session")
    for number, record in enumerate(records_in(given, name), start=1):
        if isinstance(record, RecordError):
            yield record
        else:
            heading, shown = record_heading(name, number, record), partial(shown_record, record)
            yield _Subject(heading, record, record.players, options.opponents, shown, record)


def _deal_of_session(given: str, name: str, options: argparse.Namespace) -> _Subject:
    """The deal that the options name, by default the last one over, of the session in a text."""
    session, table = session_in(given, name, options.game_name), written_summary(given)
    state, dealer = session.ended_deal(options.deal)
    seating = None if table is None else table[1]
    number = options.deal or session.standing.deals
    players = range(session.game.players)
    by_player = seating.names if seating else tuple(f"player {player}" for player in players)
    names = [by_player[player_at(seat, dealer, len(players))] for seat in players]
    given_opponents = getattr(options, "opponents", None)
    opponents = given_opponents or (seating.styles(dealer) if seating else None)

    def shown(reviewed: Review) -> ReviewShown:
        from clumond_solver.web.tabs.analysis_reviews import shown_deal

        return shown_deal(session, number, reviewed, seating)

    if options.game_name == DEFAULT_GAME:
        record = Record.of_hand(cast("ClumondState", state), players=names)
        return _Subject(f"{name}, hand {number}", state, names, opponents, shown, record)
    row, words = session.standing.rows[number - 1], words_of(session.game)
    label = row_label(row, by_player)
    rules = f" ({words.label} {label})" if label else ""
    heading = f"{words.deal} {number}{rules}: {by_player[row.dealer]} deals"
    return _Subject(heading, state, names, opponents, shown)


def _reviewed(subject: _Subject, options: argparse.Namespace, steps: str, **given: Any) -> Review:
    """The review of a deal; progress is counted in ``steps``."""
    from clumond_solver.coach.reviews import review

    progress = ProgressLine(options.progress)
    try:
        return review(
            subject.source,
            opponents=subject.opponents,
            threads=processors(),
            progress=lambda done, total: progress.show_count(done, total, steps),
            **given,
        )
    finally:
        progress.clear()


def _review_hand(
    hand: _Subject, solver: Solver, options: argparse.Namespace, report: Report | None
) -> int:
    from clumond_solver.coach.reviews import DEFAULT_LIMIT, review

    heading, record = hand.heading, hand.record
    assert record is not None
    illegal = verify(record).illegal
    names = parameters_of(review).keys() & vars(options).keys() - {"opponents"}
    given: dict[str, Any] = {name: getattr(options, name) for name in names}
    given["limit"] = DEFAULT_LIMIT if options.time is None else None
    is_deal = not isinstance(hand.source, Record)
    if is_deal:
        given["players"] = hand.names
    if not options.chances:
        given |= {"games_per_action": 0, "replays": 0, "budget": 0}
    reviewed = _reviewed(hand, options, f"steps of {heading}", solver=solver, **given)
    page = review_text(
        reviewed,
        record.start(),
        record.players,
        every_card=options.every_card,
        width=width(),
    )
    fault = f"{illegal.with_names(player_names(record.players))}\n" if illegal else ""
    value: Mapping[str, Any] = {
        "record": heading,
        **data_of(reviewed, record.players),
        "illegal": None if illegal is None else str(illegal),
    }
    say_result(options, value, f"{heading}\n{fault}{page}\n")
    if report is not None:
        progress = ProgressLine(options.progress)
        what = f"questions about positions of {heading}"
        # A reader of the report has not the files; a session's deals have titles of their own.
        title = record.event or ("" if is_deal else f"hand {len(report) + 1}")
        report.add(
            hand.shown(reviewed),
            solver,
            title,
            lambda done, total: progress.show_count(done, total, what),
        )
        progress.clear()
    return OK if illegal is None else CHECK_FAILED
