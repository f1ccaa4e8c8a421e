"""`clumond verify`: records and score cards, checked."""

from __future__ import annotations

import argparse

from clumond_solver.base.errors import ClumondError, RecordError, RuleError
from clumond_solver.base.wording import counted
from clumond_solver.cli.exit_codes import CHECK_FAILED, OK
from clumond_solver.cli.parser import (
    Parser,
    add_game_options,
    game_of,
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
    shown_name,
    width,
)
from clumond_solver.display.text.records import (
    verification_text,
)
from clumond_solver.games.registry import entry
from clumond_solver.games.session_lines import is_session
from clumond_solver.records import Record, verify


def add_options(parser: Parser, _: str) -> None:
    """Add the options of `verify` for Clumond."""
    parser.add_argument("file", nargs="+", help="record files, or - for standard input")


def run(options: argparse.Namespace) -> int:
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


def add_options_any_game(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `verify`."""
    parser.add_argument("file", help="a score card, or - for standard input")
    add_game_options(parser, game)


def run_any_game(options: argparse.Namespace) -> int:
    """Check a score card."""
    game, given = game_of(options), input_text(options.file)
    if is_session(given):
        raise RuleError(f"{options.file}: a saved session; the command card writes its score card")
    check = entry(options.game_name).check_sheet
    assert check is not None, "a game without has no such command"
    with naming_file(options.file):
        findings = check(given, game)
    conclusion = counted(len(findings), "finding") if findings else "the card is right"
    say_result(options, {"findings": findings}, "\n".join([*findings, conclusion]))
    return CHECK_FAILED if findings else OK
