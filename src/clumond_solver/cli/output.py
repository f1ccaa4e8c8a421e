"""How the command prints: data on standard output, progress and errors on standard error.

The command's exit codes: success, a check failed, bad input, interrupted.

>>> exit_code_of(FileNotFoundError("no.txt")), exit_code_of(BrokenPipeError())
(2, 0)
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shutil
import sys
from collections.abc import Mapping
from typing import Any

from clumond_solver.base.errors import ClumondError, NotationError
from clumond_solver.base.values import json_text
from clumond_solver.display import text

OK, CHECK_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def exit_code_of(error: Exception) -> int:
    """The code of an error: bad input, unless the reader of the output, like `head`, closed it."""
    return OK if isinstance(error, BrokenPipeError) else BAD_INPUT


_BAR_WIDTH = 24
# Errors about texts up to this length give no offset: one sees what is wrong.
_SHORT_TEXT = 40
_RED_SUIT = re.compile(r"[♥♦][ 2-9TJQKA]*")
# Unprintable for Python, but harmless: line breaks, joiners of letters, no-break spaces.
_HARMLESS = frozenset("\n\u200c\u200d\u00a0")
# The options that have other names than the library's arguments.
_OPTION_OF_ARGUMENT = {"tricks_taken": "tricks"}


def drop_output() -> None:
    """Discard what Python flushes at exit, since standard output can take no more."""
    # An output without a descriptor is an object in memory, which takes everything.
    with contextlib.suppress(io.UnsupportedOperation), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def complain(message: str) -> None:
    """Print an error in one line."""
    print(f"clumond: {' '.join(printable(message).split())}", file=sys.stderr)


def in_plain_words(error: ClumondError) -> str:
    """The error's message with the command's options instead of Python's arguments, and for a short
    text without an offset.
    """
    if isinstance(error, NotationError) and len(error.text) <= _SHORT_TEXT:
        return f"“{error.text}”: {error.reason}" if error.text.strip() else error.reason
    if error.option:
        option = _OPTION_OF_ARGUMENT.get(error.option, error.option.replace("_", "-"))
        return error.naming(f"--{option}")
    return str(error)


def printable(message: str) -> str:
    """The message with escapes for characters that standard error cannot show safely."""
    return _encodable(_visible(message), sys.stderr.encoding or "ascii", "backslashreplace")


def one_line(name: str) -> str:
    """A name from a file, with escapes for line breaks and control characters."""
    return _visible(name).replace("\n", "\\n")


def _visible(text: str) -> str:
    """The text with escapes for control characters and for marks that reverse its direction."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c in _HARMLESS else repr(c)[1:-1] for c in text)


def width() -> int:
    """The terminal's width in columns, at least 40."""
    return max(40, shutil.get_terminal_size().columns)


def encodable(message: str) -> str:
    """The message with letters and marks for what standard output's encoding lacks."""
    return _encodable(message, sys.stdout.encoding or "utf-8", "replace")


def _encodable(message: str, encoding: str, errors: str) -> str:
    try:
        message.encode(encoding)
    except UnicodeEncodeError:
        return text.to_ascii(message).encode(encoding, errors).decode(encoding)
    return message


def say(message: str) -> None:
    """Print data, with letters for suit symbols if the output's encoding lacks these."""
    message = encodable(_visible(message))
    if _shows_colours():
        message = _RED_SUIT.sub("\x1b[31m\\g<0>\x1b[0m", message)
    print(message, flush=True)


def _shows_colours() -> bool:
    """Whether NO_COLOR and FORCE_COLOR say so, or else standard output shows colours."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return False
    if sys.platform == "win32":
        # Any call of the shell makes a Windows console interpret escape sequences.
        os.system("")
    return True


def say_json(value: Mapping[str, Any]) -> None:
    """Print one object as a line of JSON."""
    print(json_text(value), flush=True)


def say_result(options: argparse.Namespace, value: Mapping[str, Any], page: str) -> None:
    """Print a result in the chosen format: as JSON, or as the page."""
    if options.format == "json":
        say_json(value)
    else:
        say(page)


class ProgressLine:
    """Progress on standard error: on a terminal one line that is overwritten, else many lines."""

    def __init__(self, wanted: bool | None) -> None:
        """None for ``wanted``: show it if standard error is a terminal."""
        self._shown = sys.stderr.isatty() if wanted is None else wanted
        self._erase = "\r\x1b[K" if sys.stderr.isatty() else ""

    def show(self, message: str) -> None:
        """Show a message instead of the last one."""
        if self._shown:
            end = "" if self._erase else "\n"
            line = printable(message)
            line = line[: width() - 1] if self._erase else line
            print(f"{self._erase}{line}", end=end, file=sys.stderr, flush=True)

    def show_count(self, done: int, total: int | None, what: str) -> None:
        """Show how much is done, on a terminal with a bar if the total is known."""
        if total is None:
            self.show(f"{done} {what}")
            return
        filled = _BAR_WIDTH * done // max(1, total)
        bar = f"[{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] " if self._erase else ""
        self.show(f"{bar}{done} of {total} {what}")

    def clear(self) -> None:
        """Erase the line before something else is printed."""
        if self._shown and self._erase:
            print(self._erase, end="", file=sys.stderr, flush=True)
