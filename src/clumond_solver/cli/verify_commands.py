"""`clumond verify` and `card`: records and score cards, checked and written."""

from __future__ import annotations

import argparse
import re

from clumond_solver.base.errors import ClumondError, NotationError, RecordError, RuleError
from clumond_solver.base.wording import counted
from clumond_solver.cli.exit_codes import CHECK_FAILED, OK
from clumond_solver.cli.parser import (
    SESSION_HELP,
    Parser,
    add_game_options,
    game_of,
    names_of,
)
from clumond_solver.cli.streams import (
    complain_of_record,
    file_or_input,
    input_text,
    naming_file,
    record_heading,
    records_in,
    say,
    say_data,
    say_result,
    session_in,
    shown_name,
    width,
)
from clumond_solver.display.text.records import (
    verification_text,
)
from clumond_solver.games.registry import entry
from clumond_solver.games.session_lines import is_session
from clumond_solver.records import Record, verify


def add_verify(parser: Parser, _: str) -> None:
    """Add the options of `verify` for Clumond."""
    parser.add_argument("file", nargs="+", help="record files, or - for standard input")


def verify_files(options: argparse.Namespace) -> int:
    """Check the records of files."""
    code = OK
    for name in options.file:
        given = file_or_input(name)
        if is_session(given):
            raise ClumondError(
                f'{shown_name(name)}: a saved session, no records: "clumond show" prints it,'
                ' "clumond review" reviews its last deal'
            )
        for number, record in enumerate(records_in(given, name), start=1):
            code = max(code, _verify_one(name, number, record, options))
    return code


def _verify_one(
    name: str, number: int, record: Record | RecordError, options: argparse.Namespace
) -> int:
    if isinstance(record, RecordError):
        if options.format == "json":
            say_data(record, file=name)
        return complain_of_record(name, record)
    verification = verify(record)
    if options.format == "json":
        say_data(verification, file=name, record=number, line=record.line)
    else:
        result = "right" if verification.ok else "WRONG"
        lines = verification_text(verification, width=width() - 2).splitlines()
        body = "\n".join(f"  {line}" for line in lines)
        say(f"{record_heading(name, number, record)}: {result}\n{body}\n")
    return OK if verification.ok else CHECK_FAILED


def add_verify_card(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `verify`."""
    parser.add_argument("file", help="a score card, or - for standard input")
    add_game_options(parser, game)


def verify_card(options: argparse.Namespace) -> int:
    """Check a score card."""
    game, given = game_of(options), input_text(options.file)
    if is_session(given):
        raise RuleError(f"{options.file}: a saved session; the command card writes its score card")
    with naming_file(options.file):
        findings = entry(options.game_name).check_sheet(given, game)
    conclusion = counted(len(findings), "finding") if findings else "the card is right"
    say_result(options, {"findings": findings}, "\n".join([*findings, conclusion]))
    return CHECK_FAILED if findings else OK


def add_card(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `card`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument(
        "--names",
        metavar="NAMES",
        help="the players' names, player 0 first: Ann,Bo,Cy (default: those in the session)",
    )


def card(options: argparse.Namespace) -> int:
    """Print the running score card."""
    from clumond_solver.coach.seating import written_summary

    given = input_text(options.file)
    # A session may begin with remarks, which may have colons too.
    looks_like_card = re.match(r"[^%\n][^\n]*:", given)
    known = entry(options.game_name)
    if known.check_sheet and looks_like_card:
        raise NotationError(
            f"not a saved session; to check a score card: clumond --game {known.name}"
            f" verify {options.file} --scheme score-card --restricted no (or as it was played)",
            options.file,
        )
    session = session_in(given, options.file, options.game_name)
    players = session.game.players
    table = written_summary(given)
    names = names_of(options.names, players) or (table and table[1].names)
    numbers = tuple(f"player {number}" for number in range(players))
    page = known.write_sheet(session.standing, names or numbers).rstrip()
    say_result(options, {"lines": page.splitlines()}, page)
    return OK
