"""`clumond card`: the running score card of a session."""

from __future__ import annotations

import argparse
import re

from clumond_solver.base.errors import NotationError
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import SESSION_HELP, names_of
from clumond_solver.cli.streams import input_text, say_result, session_in
from clumond_solver.games.registry import entry


def add_options_any_game(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `card`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument(
        "--names",
        metavar="NAMES",
        help="the players' names, player 0 first: Ann,Bo,Cy (default: those in the session)",
    )


def run_any_game(options: argparse.Namespace) -> int:
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
    assert known.write_sheet is not None, "a game without has no such command"
    page = known.write_sheet(session.standing, names or numbers).rstrip()
    say_result(options, {"lines": page.splitlines()}, page)
    return OK
