"""Runs a command line, and turns an error into one line and an exit code."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from clumond_solver.base.errors import ClumondError
from clumond_solver.cli.arguments import new_parser
from clumond_solver.cli.commands import COMMANDS
from clumond_solver.cli.exit_codes import exit_code_of
from clumond_solver.cli.output import complain, drop_output, in_plain_words
from clumond_solver.games.registry import DEFAULT_GAME, names

#: Commands whose first word, if it is no option, names the game.
_GAME_FOLLOWS = ("rules", "play", "deal", "web")


def run(arguments: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    if sys.stderr is None:
        # It was closed when the process started: nobody wants messages.
        sys.stderr = io.StringIO()
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    try:
        if sys.stdout is None:
            raise ClumondError("output: it is closed")
        return _dispatch(arguments)
    except (ClumondError, OSError, SyntaxError, MemoryError) as error:
        _report(error)
        return exit_code_of(error)


def _report(error: Exception) -> None:
    match error:
        case ClumondError():
            complain(in_plain_words(error))
        case BrokenPipeError():
            drop_output()
        case OSError():
            if error.filename is None:
                drop_output()
            complain(f"{error.filename or 'output'}: {error.strerror or error}")
        case SyntaxError():
            # The error is in a Python file that registers a game.
            complain(f"{error.filename}, line {error.lineno}: {error.msg}")
        case _:
            complain("out of memory")


def _dispatch(arguments: Sequence[str]) -> int:
    game, words = _game_and_words(arguments)
    if game is not None:
        from clumond_solver.cli import games

        options = games.new_parser(game).parse_words(words)
        code: int = options.run(options)
        return code
    options = new_parser(words).parse_words(words)
    if options.command == "help":
        return _dispatch([*options.words, "--help"])
    return COMMANDS[options.command](options)


def _game_and_words(arguments: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The game that the first words name, None for Clumond, and the remaining words."""
    words = list(arguments)
    first = words[0] if words else ""
    if first in _GAME_FOLLOWS and words[1:] and not words[1].startswith("-"):
        words = ["--game", words[1], first, *words[2:]]
    elif first == "rules":
        words = [*words[1:], "rules"]
    elif first and first[0] != "-" and first not in COMMANDS and first in names():
        words = ["--game", *words]
    if words[:1] == ["--game"] and len(words) > 1:
        words[:2] = [f"--game={words[1]}"]
    if not words or not words[0].startswith("--game="):
        return None, arguments
    name = words[0].removeprefix("--game=")
    return (None if name == DEFAULT_GAME else name), words[1:]
