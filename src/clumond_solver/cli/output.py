"""What the command prints, and where: data on standard output, the rest on standard error."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clumond_solver.base.errors import ClumondError, NotationError
from clumond_solver.base.values import json_text
from clumond_solver.cli.exit_codes import BAD_INPUT
from clumond_solver.display import text

_BAR = 24
# A text that shows its fault at a glance.
_SHORT = 40
_RED_SUIT = re.compile(r"[♥♦][ 2-9TJQKA]*")
# Line breaks, joiners that words of some languages are written with, blanks that keep together.
_HARMLESS = frozenset("\n\u200c\u200d\u00a0")
# Arguments that are not called like the command's options.
_OPTIONS = {"tricks_taken": "tricks"}


def drop_output() -> None:
    """Keep Python from flushing once more, at its end, into an output that takes nothing."""
    # An output without a descriptor is somebody's object in memory, and takes all.
    with contextlib.suppress(io.UnsupportedOperation), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def complain(message: str) -> int:
    """Print an error in one line: the exit code of bad input."""
    print(f"clumond: {' '.join(printable(message).split())}", file=sys.stderr)
    return BAD_INPUT


def in_plain_words(error: ClumondError) -> str:
    """The error in a person's words: with the command's options, and for a short text without
    the place in it.
    """
    if isinstance(error, NotationError) and len(error.text) <= _SHORT:
        return f"“{error.text}”: {error.reason}" if error.text.strip() else error.reason
    if error.option:
        own = _OPTIONS.get(error.option, error.option.replace("_", "-"))
        return str(error).replace(f"{error.option}=", f"--{own}")
    return str(error)


def printable(message: str) -> str:
    """The message without characters that a terminal could not show or would obey."""
    encoding = sys.stderr.encoding or "ascii"
    return _visible(message).encode(encoding, "backslashreplace").decode(encoding)


def one_line(name: str) -> str:
    """A name, of a file or of an event, so that nothing in it passes for more than a name."""
    return _visible(name).replace("\n", "\\n")


def _visible(text: str) -> str:
    """Escapes in place of control characters, and of what turns the direction of text."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c in _HARMLESS else repr(c)[1:-1] for c in text)


def width() -> int:
    """The columns to keep to."""
    return max(40, shutil.get_terminal_size().columns)


def say(message: str) -> None:
    """Print data, with letters for suit symbols where the output cannot show these."""
    encoding = sys.stdout.encoding or "utf-8"
    message = _visible(message)
    try:
        message.encode(encoding)
    except UnicodeEncodeError:
        message = text.to_ascii(message).encode(encoding, "replace").decode(encoding)
    if _takes_colour():
        message = _RED_SUIT.sub("\x1b[31m\\g<0>\x1b[0m", message)
    print(message, flush=True)


def _takes_colour() -> bool:
    """Whether standard output is a terminal that shows colours, and nobody minds."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return False
    if sys.platform == "win32":
        # A call of the shell makes a console of Windows obey escape sequences.
        os.system("")
    return True


def say_data(value: Mapping[str, Any]) -> None:
    """Print one object as a line of JSON."""
    print(json_text(value), flush=True)


def say_result(options: argparse.Namespace, value: Mapping[str, Any], page: str) -> None:
    """Print a result in the format asked for."""
    if options.format == "json":
        say_data(value)
    else:
        say(page)


class Progress:
    """One line on standard error that is written over and over."""

    def __init__(self, wanted: bool | None) -> None:
        """Shown as wanted; None stands for: if standard error is a terminal."""
        self._shown = sys.stderr.isatty() if wanted is None else wanted
        self._over = "\r\x1b[K" if sys.stderr.isatty() else ""

    def tell(self, message: str) -> None:
        """Show what is going on in place of what was shown before."""
        if self._shown:
            end = "" if self._over else "\n"
            line = printable(message)
            line = line[: width() - 1] if self._over else line
            print(f"{self._over}{line}", end=end, file=sys.stderr, flush=True)

    def count(self, done: int, total: int | None, about: str) -> None:
        """Show how much is done: on a terminal with a bar, where it is known of how much."""
        if total is None:
            self.tell(f"{done} {about}")
            return
        filled = _BAR * done // max(1, total)
        bar = f"[{'#' * filled}{'.' * (_BAR - filled)}] " if self._over else ""
        self.tell(f"{bar}{done} of {total} {about}")

    def clear(self) -> None:
        """Wipe the line before something else is printed."""
        if self._shown and self._over:
            print(self._over, end="", file=sys.stderr, flush=True)


def numbered(name: str, number: int) -> Path:
    """A file's name as given for the first, with a number before its ending for others."""
    path = Path(name)
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
