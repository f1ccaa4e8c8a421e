"""`clumond rules`."""

from __future__ import annotations

import argparse
import sys

from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.streams import say_result, width
from clumond_solver.display.text.results import rules_text


def add_options(parser: argparse.ArgumentParser, _: str) -> None:
    """`rules` has no options of its own."""


def run(options: argparse.Namespace) -> int:
    """Print the rules of a game."""
    # JSON has whole paragraphs, whatever the terminal is like.
    columns = sys.maxsize if options.format == "json" else width()
    page = rules_text(options.game_name, width=columns)
    say_result(options, {"lines": page.splitlines()}, page)
    return OK
