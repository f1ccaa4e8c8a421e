"""`clumond deal`, `show`, `verify` and `card`: cards, records, sessions, score cards."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any

from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import ClumondError, NotationError, RecordError, RuleError
from clumond_solver.base.wording import counted
from clumond_solver.cli.exit_codes import CHECK_FAILED, OK
from clumond_solver.cli.parser import (
    SESSION_HELP,
    Parser,
    add_field,
    add_game_options,
    argument_type,
    game_of,
    names_of,
    seat_number,
    seed_of,
    whole_number,
)
from clumond_solver.cli.streams import (
    STANDARD_INPUT,
    complain_of_record,
    file_or_input,
    input_text,
    is_missing_file,
    lines_of,
    naming_file,
    path_exists,
    record_heading,
    records_in,
    say,
    say_json,
    say_result,
    session_in,
    shown_name,
    standard_input,
    width,
)
from clumond_solver.coach.seating import written_summary
from clumond_solver.display import json_data, text
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, Seat
from clumond_solver.games.clumond.play import Play, parse_position
from clumond_solver.games.registry import Entry, words_of
from clumond_solver.games.sessions import Session, is_session
from clumond_solver.records import Record, verify
from clumond_solver.records.record import holds_records
from clumond_solver.rules.states import TrickState

_MOST_DEALS = 1_000_000


def _held_cards(word: str) -> tuple[Seat, Hand]:
    seat, colon, hand = word.partition("=")
    if not colon:
        raise argparse.ArgumentTypeError(f"{word!r}: write seat=hand, such as F=AK..2.")
    return argument_type(Seat.parse)(seat), argument_type(Hand.parse)(hand)


def add_deal(parser: Parser, _: Entry) -> None:
    """Add the options of `deal` for Clumond."""
    add_field(parser, "seed", help="fixes the deals (default: at random)")
    parser.add_argument("--count", type=whole_number, default=1, help="how many (default 1)")
    parser.add_argument(
        "--cards", type=whole_number, default=FULL_HAND, help="cards in each hand (default 16)"
    )
    parser.add_argument(
        "--hold",
        type=_held_cards,
        action="append",
        default=[],
        metavar="SEAT=HAND",
        help="cards that a seat must hold; repeat for other seats",
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--diagram", action="store_true", help="print diagrams")
    output.add_argument("--hands", action="store_true", help="print one hand per deal, forehand's")


def deal(options: argparse.Namespace) -> int:
    """Print deals."""
    if not 0 < options.count <= _MOST_DEALS:
        raise RuleError(f"{options.count} deals: ask for 1 to {_MOST_DEALS}")
    holds: dict[Seat, Hand] = {}
    for seat, hand in options.hold:
        holds[seat] = holds.get(seat, Hand()) | hand
    seed = seed_of(options)
    for number in range(options.count):
        deal = Deal.random(seed + number, cards=options.cards, holds=holds)
        if number == 0 and options.seed is None:
            print(f"clumond: seed {seed}", file=sys.stderr)
        _say_deal(deal, options)
    return OK


def _say_deal(deal: Deal, options: argparse.Namespace) -> None:
    if options.format == "json":
        hand = deal[Seat.FOREHAND]
        say_json(json_data.hand_data(hand) if options.hands else json_data.deal_data(deal))
    elif options.diagram:
        say(f"{text.deal_text(deal, width=width())}\n")
    else:
        say(str(deal[Seat.FOREHAND]) if options.hands else str(deal))


def add_deal_any_game(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `deal`."""
    add_game_options(parser, game.options)
    add_field(parser, "seed", help="fixes the deals (default: at random)")


def deal_any_game(options: argparse.Namespace) -> int:
    """Print a session that has just begun."""
    session = Session(game_of(options), seed_of(options))
    saved = str(session)
    say_result(options, {"session": saved}, f"{saved}{_commented(_deal_page(session.state))}")
    return OK


def _commented(page: str) -> str:
    return "\n".join(f"% {line}".rstrip() for line in page.splitlines())


def add_show(parser: Parser, _: Entry) -> None:
    """Add the options of `show` for Clumond."""
    parser.add_argument(
        "thing", nargs="+", help="a hand, deal, play or record file; - reads standard input"
    )
    parser.add_argument(
        "--signals",
        action="store_true",
        help="also list what the defenders' cards say by the author's signals",
    )


def show(options: argparse.Namespace) -> int:
    """Draw what is named: cards, records, sessions."""
    words: list[str] = options.thing
    if words == [STANDARD_INPUT]:
        given = standard_input()
        if holds_records(given) or is_session(given):
            return _show_file_text(STANDARD_INPUT, given, options)
        positions = lines_of(given)
    elif all(path_exists(word) for word in words):
        return max(_show_file_text(word, file_or_input(word), options) for word in words)
    else:
        positions = [" ".join(words)]
        if is_missing_file(words[0]):
            raise ClumondError(f"{words[0]}: no such file")
    for position in positions:
        _show_position(position, options)
    return OK


def _show_position(position_text: str, options: argparse.Namespace) -> None:
    """Draw a play, a deal or a hand, whichever the text is."""
    if options.signals:
        raise ClumondError("--signals: only a record of a played hand has any")
    position = parse_position(position_text)
    if isinstance(position, Play):
        say_result(options, json_data.play_data(position), text.play_text(position, width=width()))
    elif isinstance(position, Deal):
        say_result(options, json_data.deal_data(position), text.deal_text(position, width=width()))
    else:
        say_result(options, json_data.hand_data(position), text.hand_text(position, width=width()))


def _show_file_text(name: str, file_text: str, options: argparse.Namespace) -> int:
    """Draw the records of a file, or a saved session."""
    if is_session(file_text):
        return _show_session(file_text, name, options)
    return _show_records(name, records_in(file_text, name), options)


def _show_records(
    name: str, records: Sequence[Record | RecordError], options: argparse.Namespace
) -> int:
    code = OK
    for record in records:
        if isinstance(record, RecordError):
            code = complain_of_record(name, record)
        else:
            page = f"{text.record_text(record, width=width())}\n"
            if options.signals:
                page += f"\n{text.signals_text(record, width=width())}\n"
            say_result(options, json_data.record_data(record), page)
    return code


def add_show_any_game(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `show`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument("--seat", help="show only what this seat knows (default: all hands)")


def show_any_game(options: argparse.Namespace) -> int:
    """Print the score sheet and the deal under way."""
    return _show_session(input_text(options.file), options.file, options, options.seat)


def _show_session(
    given: str, name: str, options: argparse.Namespace, seat: str | None = None
) -> int:
    """Print the session in the text of a file: what a seat knows of it, or all."""
    session, table = session_in(given, name, options.entry), written_summary(given)
    viewer = None if seat is None else seat_number(seat, session.game.players)
    page = _session_page(session, viewer, table[1].names if table else ())
    say_result(options, {"lines": page.splitlines()}, page)
    return OK


def _session_page(session: Session[Any], seat: int | None, names: Sequence[str]) -> str:
    """The score sheet and the deal under way: what a seat knows of it, or all for None."""
    sheet = ""
    if session.standing.rows:
        words = words_of(session.game)
        heads = (words.deal, "dealer", words.label)
        sheet = f"{text.score_sheet_text(session.standing, names or None, heads=heads)}\n\n"
    if session.is_finished:
        return f"{sheet}{text.winners_text(session.standing, names or None)}\n"
    return f"{sheet}{_deal_page(session.state, seat)}"


def _deal_page(state: TrickState, seat: int | None = None) -> str:
    """A seat's hand (None: all hands), what everybody called and showed, and whose turn it is."""
    seats = range(state.layout.players) if seat is None else [seat]
    lines = [f"{state.seat_name(at)}: {_hand_line(state, at)}" for at in seats]
    for event in state.observation(seat or 0).events:
        who = "" if event.seat is None else f"{state.seat_name(event.seat)}: "
        lines.append(f"{who}{event}")
    turn = state.turn
    lines.append("the deal is over" if turn is None else f"{state.seat_name(turn)} is to act")
    return "\n".join(lines)


def _hand_line(state: TrickState, seat: int) -> str:
    hand = state.observation(seat).hand
    return "may not look at his cards" if hand is None else hand.pretty()


def add_verify(parser: Parser, _: Entry) -> None:
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
            say_json({"file": name} | json_data.record_error_data(record))
        return complain_of_record(name, record)
    verification = verify(record)
    if options.format == "json":
        title = {"file": name, "record": number, "line": record.line}
        say_json(title | json_data.verification_data(verification))
    else:
        result = "right" if verification.ok else "WRONG"
        lines = text.verification_text(verification, width=width() - 2).splitlines()
        body = "\n".join(f"  {line}" for line in lines)
        say(f"{record_heading(name, number, record)}: {result}\n{body}\n")
    return OK if verification.ok else CHECK_FAILED


def add_verify_card(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `verify`."""
    parser.add_argument("file", help="a score card, or - for standard input")
    add_game_options(parser, game.options)


def verify_card(options: argparse.Namespace) -> int:
    """Check a score card."""
    game, given = game_of(options), input_text(options.file)
    if is_session(given):
        raise RuleError(f"{options.file}: a saved session; the command card writes its score card")
    with naming_file(options.file):
        findings = options.entry.check_sheet(given, game)
    conclusion = counted(len(findings), "finding") if findings else "the card is right"
    say_result(options, {"findings": findings}, "\n".join([*findings, conclusion]))
    return CHECK_FAILED if findings else OK


def add_card(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `card`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument(
        "--names",
        metavar="NAMES",
        help="the players' names, player 0 first: Ann,Bo,Cy (default: those in the session)",
    )


def card(options: argparse.Namespace) -> int:
    """Print the running score card."""
    given = input_text(options.file)
    # A session may begin with remarks, which may have colons too.
    looks_like_card = re.match(r"[^%\n][^\n]*:", given)
    if options.entry.check_sheet and looks_like_card:
        raise NotationError(
            f"not a saved session; to check a score card: clumond --game {options.entry.name}"
            f" verify {options.file} --scheme score-card --restricted no (or as it was played)",
            options.file,
        )
    session = session_in(given, options.file, options.entry)
    players = session.game.players
    table = written_summary(given)
    names = names_of(options.names, players) or (table and table[1].names)
    numbers = tuple(f"player {number}" for number in range(players))
    page = options.entry.write_sheet(session.standing, names or numbers).rstrip()
    say_result(options, {"lines": page.splitlines()}, page)
    return OK
