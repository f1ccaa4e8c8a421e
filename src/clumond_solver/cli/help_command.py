"""`clumond help`, which `command_line.parse_line` turns into --help: this is its own help only."""

from __future__ import annotations

import argparse


def add_options(parser: argparse.ArgumentParser, _: str) -> None:
    """Add the words of `help`."""
    parser.add_argument("words", nargs="*", metavar="COMMAND", help="the command (default: all)")
