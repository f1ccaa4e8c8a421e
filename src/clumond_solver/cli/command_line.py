"""The command line: its grammar, and how an error becomes a line and an exit code.

    clumond [GAME] COMMAND …          by default Clumond
    clumond help [GAME] [COMMAND]     is clumond [GAME] [COMMAND] --help

The game may also follow some commands (`Command.game_follows`), and all of them after help; or the
option --game names it, wherever that stands.

>>> parse_line(["rules", "clag"]) == parse_line(["rules", "--game=clag"]) == ("clag", ["rules"])
True
>>> parse_line(["help", "review", "clag"])
('clag', ['review', '--help'])
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from itertools import takewhile

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.cli.commands import COMMANDS
from clumond_solver.cli.parser import commands_of, new_parser
from clumond_solver.cli.streams import (
    advising_own_file,
    complain,
    drop_output,
    exit_code_of,
    games_of,
    in_plain_words,
    path_exists,
)
from clumond_solver.games import DEFAULT_GAME

_NAMES = {command.name for command in COMMANDS}
_GAME_FOLLOWS = {command.name for command in COMMANDS if command.game_follows}


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
        return _run_line(arguments)
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
            name = "output" if error.filename is None else error.filename or "''"
            complain(f"{name}: {error.strerror or error}")
        case SyntaxError():
            # The error is in a Python file that registers a game.
            complain(f"{error.filename}, line {error.lineno}: {error.msg}")
        case _:
            complain("out of memory")


def _run_line(arguments: Sequence[str]) -> int:
    plain = _without_json(arguments)
    named, words = parse_line(plain)
    asks_help = not {"-h", "--help"}.isdisjoint(words)
    if not asks_help:
        named, words = parse_line(arguments)
    if named and words[:1] and words[0].partition("=")[0] == "--game":
        raise RuleError("--game comes twice: name one game")
    game = _registered_name(named) if named else DEFAULT_GAME
    own = [command.name for command in commands_of(game)]
    if words and words[0] in _NAMES.difference(own):
        raise RuleError(f"{game} has no {words[0]} (it has {', '.join(own)})")
    help_as_json = asks_help and plain != [*arguments]
    options = new_parser(game, named, words, help_as_json=help_as_json).parse_words(words)
    if getattr(options, "game", None) is not None:
        raise RuleError("write the option --game in full")
    code: int = options.run(options)
    return code


def _registered_name(named: str) -> str:
    from clumond_solver.games.registry import entry

    if named.endswith(".py"):
        return games_of(named)[-1]
    with advising_own_file():
        return entry(named).name


def _without_json(words: Sequence[str]) -> list[str]:
    """The words without the options that ask for JSON."""
    plain: list[str] = []
    for word in words:
        if word == "json" and plain[-1:] == ["--format"]:
            plain.pop()
        elif word not in {"--json", "--format=json"}:
            plain.append(word)
    return plain


def parse_line(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """How the words name the game, empty for Clumond; and the command with its words."""
    named, words = _game_and_words(list(arguments))
    named = "" if named == DEFAULT_GAME else named
    if words[:1] != ["help"] or words == ["help", "--help"]:
        return named, words
    words = [*words[1:], "--help"]
    if any(map(_names_game, words[1:2])):
        words[:2] = ["--game", words[1], words[0]]
    return parse_line([*([f"--game={named}"] if named else []), *words])


def _game_and_words(words: list[str]) -> tuple[str, list[str]]:
    first = words[0] if words else ""
    if first in _GAME_FOLLOWS and words[1:] and not words[1].startswith("-"):
        return words[1], [first, *words[2:]]
    if first not in _NAMES and _names_game(first):
        return first, words[1:]
    for at, word in enumerate(takewhile(lambda word: word != "--", words)):
        option, equals, value = word.partition("=")
        end = at + (1 if equals else 2)
        name = value if equals else " ".join(words[at + 1 : end])
        # The page has an option of that name for files.
        is_file = first == "web" and name not in _games()
        if option == "--game" and not is_file:
            if name:
                return name, words[:at] + words[end:]
            if equals or words[at + 1 :]:
                raise RuleError("no game is named: write --game NAME, or --game FILE.py")
    return "", words


def _names_game(word: str) -> bool:
    return word in _games() or (word.endswith(".py") and path_exists(word))


def _games() -> tuple[str, ...]:
    from clumond_solver.games.registry import names

    return names()
