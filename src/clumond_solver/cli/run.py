"""Runs a command line, and turns an error into one line and an exit code."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.cli.arguments import new_parser
from clumond_solver.cli.commands import all_commands, commands_of
from clumond_solver.cli.exit_codes import exit_code_of
from clumond_solver.cli.inputs import path_exists
from clumond_solver.cli.output import complain, drop_output, in_plain_words
from clumond_solver.games.registry import DEFAULT_GAME, entry, load_games, names

#: Commands whose first word, if it is no option, names the game.
_GAME_FOLLOWS = ("rules", "play", "deal", "web")
#: Commands that have an option --game of their own.
_OWN_GAME_OPTION = ("web", "explore")


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
    named, words = _game_and_words(arguments)
    if words[:1] == ["help"] and words[1:] != ["--help"]:
        if words[2:3] and _names_game(words[2]):
            words[1:3] = ["--game", words[2], words[1]]
        before = [f"--game={named}"] if named else []
        return _dispatch([*before, *words[1:], "--help"])
    game = entry(load_games(named)[-1] if named.endswith(".py") else named or DEFAULT_GAME)
    commands = commands_of(game)
    if words and words[0] in all_commands() - commands.keys():
        raise RuleError(f"{game.name} has no {words[0]} (it has {', '.join(commands)})")
    options = new_parser(commands, game, named, words).parse_words(words)
    code: int = options.run(options)
    return code


def _names_game(word: str) -> bool:
    return word in names() or (word.endswith(".py") and path_exists(word))


def _game_and_words(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """How the first words name the game, empty for Clumond, and the remaining words."""
    words = list(arguments)
    first = words[0] if words else ""
    if first in _GAME_FOLLOWS and words[1:] and not words[1].startswith("-"):
        words = ["--game", words[1], first, *words[2:]]
    elif words[1:2] == ["--game"] and first not in _OWN_GAME_OPTION and first in all_commands():
        words = [*words[1:3], first, *words[3:]]
    elif first not in all_commands() and _names_game(first):
        words = ["--game", *words]
    if words[:1] == ["--game"] and len(words) > 1:
        words[:2] = [f"--game={words[1]}"]
    if not words or not words[0].startswith("--game="):
        return "", list(arguments)
    name = words[0].removeprefix("--game=")
    return ("" if name == DEFAULT_GAME else name), words[1:]
