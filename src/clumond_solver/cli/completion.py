"""Completion: of the command's words in a shell, of a player's words at the table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from clumond_solver.base.errors import NotationError, missing_extra

# Arguments that name files, by their names in the help.
_FILES = {"FILE", "file", "thing", "source", "target"}


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that makes a shell complete the words that a parser knows.

    MissingExtraError without the package that writes it.
    """
    try:
        import shtab
    except ImportError:
        raise missing_extra("shtab", "completion") from None
    if shell not in shtab.SUPPORTED_SHELLS:
        raise NotationError(f"no such shell (use {', '.join(shtab.SUPPORTED_SHELLS)})", shell)
    for command in _with_commands(parser):
        for action in command._actions:
            name = action.metavar or action.dest
            if name == "DIR" or name in _FILES:
                action.complete = shtab.DIRECTORY if name == "DIR" else shtab.FILE  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell))


def _with_commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def complete_lines(completions: Callable[[str], Sequence[str]]) -> None:
    """Give the lines that a person types in a terminal editing, a history, and completion by Tab.

    ``completions`` returns the lines that a line may become. Nothing changes without a terminal, or
    where Python has no `readline`: there the terminal's own editing remains.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    try:
        import readline
    except ImportError:
        return

    def complete(line: str, number: int) -> str | None:
        return dict(enumerate(completions(line))).get(number)

    readline.set_completer_delims("")
    readline.set_completer(complete)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
