"""`clumond show`: hands, deals, plays, records and sessions as diagrams."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from clumond_solver.base.errors import ClumondError, RecordError
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import (
    SESSION_HELP,
    Parser,
)
from clumond_solver.cli.streams import (
    STANDARD_INPUT,
    complain_of_record,
    file_or_input,
    input_text,
    is_missing_file,
    lines_of,
    path_exists,
    reading_line,
    records_in,
    say_result,
    session_in,
    standard_input,
    width,
)
from clumond_solver.display.text.hands import deal_text, hand_text, play_text, unseen_hand_text
from clumond_solver.games.clumond.deals import Deal
from clumond_solver.games.clumond.play import Play, parse_position
from clumond_solver.games.session_lines import is_session
from clumond_solver.rules.tricks import parse_seat

if TYPE_CHECKING:
    from clumond_solver.games.sessions import Session
    from clumond_solver.records import Record
    from clumond_solver.rules.states import TrickState


def add_options(parser: Parser, _: str) -> None:
    """Add the options of `show` for Clumond."""
    parser.add_argument(
        "thing", nargs="+", help="a hand, deal, play or record file; - reads standard input"
    )
    parser.add_argument(
        "--signals",
        action="store_true",
        help="also list what the defenders' cards say by the author's signals",
    )


def run(options: argparse.Namespace) -> int:
    """Draw what is named: cards, records, sessions."""
    words: list[str] = options.thing
    if words == [STANDARD_INPUT]:
        from clumond_solver.records.record import holds_records

        given = standard_input()
        if holds_records(given) or is_session(given):
            return _show_file_text(STANDARD_INPUT, given, options)
        positions = lines_of(given)
    elif all(path_exists(word) for word in words):
        return max(_show_file_text(word, file_or_input(word), options) for word in words)
    else:
        positions = [(0, " ".join(words))]
        if is_missing_file(words[0]):
            raise ClumondError(f"{words[0]}: no such file")
    for number, position in positions:
        with reading_line(number, position):
            _show_position(position, options)
    return OK


def _show_position(position_text: str, options: argparse.Namespace) -> None:
    """Draw a play, a deal or a hand, whichever the text is."""
    if options.signals:
        raise ClumondError("--signals: only a record of a played hand has any")
    position = parse_position(position_text)
    if isinstance(position, Play):
        say_result(options, position, play_text(position, width=width()))
    elif isinstance(position, Deal):
        say_result(options, position, deal_text(position, width=width()))
    else:
        say_result(options, position, hand_text(position, width=width()))


def _show_file_text(name: str, file_text: str, options: argparse.Namespace) -> int:
    """Draw the records of a file, or a saved session."""
    if is_session(file_text):
        return _show_session(file_text, name, options)
    return _show_records(name, records_in(file_text, name), options)


def _show_records(
    name: str, records: Sequence[Record | RecordError], options: argparse.Namespace
) -> int:
    from clumond_solver.display.text.records import record_text, signals_text

    code = OK
    for record in records:
        if isinstance(record, RecordError):
            code = complain_of_record(name, record)
        else:
            page = f"{record_text(record, width=width())}\n"
            if options.signals:
                page += f"\n{signals_text(record, width=width())}\n"
            say_result(options, record, page)
    return code


def add_options_any_game(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `show`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument("--seat", help="show only what this seat knows (default: all hands)")


def run_any_game(options: argparse.Namespace) -> int:
    """Print the score sheet and the deal under way."""
    return _show_session(input_text(options.file), options.file, options, options.seat)


def _show_session(
    given: str, name: str, options: argparse.Namespace, seat: str | None = None
) -> int:
    """Print the session in the text of a file: what a seat knows of it, or all."""
    from clumond_solver.coach.seating import written_summary

    session, table = session_in(given, name, options.game_name), written_summary(given)
    viewer = None if seat is None else parse_seat(seat, session.game.players)
    page = _session_page(session, viewer, table[1].names if table else ())
    say_result(options, {"lines": page.splitlines()}, page)
    return OK


def _session_page(session: Session[Any], seat: int | None, names: Sequence[str]) -> str:
    """The score sheet and the deal under way: what a seat knows of it, or all for None."""
    from clumond_solver.display.text.records import score_sheet_text, winners_text
    from clumond_solver.games.registry import words_of

    sheet = ""
    if session.standing.rows:
        words = words_of(session.game)
        heads = (words.deal, "dealer", words.label)
        sheet = f"{score_sheet_text(session.standing, names or None, heads=heads)}\n\n"
    if session.is_finished:
        return f"{sheet}{winners_text(session.standing, names or None)}\n"
    return f"{sheet}{deal_page(session.state, seat)}"


def deal_page(state: TrickState, seat: int | None = None) -> str:
    """A seat's hand (None: all hands), what everybody called and showed, and whose turn it is."""
    from clumond_solver.rules.states import FactKind

    seats = range(state.layout.players) if seat is None else [seat]
    lines = [f"{state.seat_name(at)}: {_hand_line(state, at)}" for at in seats]
    for fact in state.facts(seat or 0):
        if fact.kind is FactKind.TO_BEGIN:
            lines += [f"{state.seat_name(at)}: {fact.label} {fact.by_seat[at]}" for at in seats]
    for event in state.observation(seat or 0).events:
        who = "" if event.seat is None else f"{state.seat_name(event.seat)}: "
        lines.append(f"{who}{event}")
    turn = state.turn
    lines.append("the deal is over" if turn is None else f"{state.seat_name(turn)} is to act")
    return "\n".join(lines)


def _hand_line(state: TrickState, seat: int) -> str:
    hand = state.observation(seat).hand
    return unseen_hand_text(state, seat) if hand is None else hand.pretty()
