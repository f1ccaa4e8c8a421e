"""What the command prints, and where: data on standard output, the rest on standard error."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import sys
from collections.abc import Mapping
from typing import Any

from clumond_solver.display import text

OK, CHECK_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def drop_output() -> None:
    """Keep Python from flushing once more, at its end, into an output that takes nothing."""
    # An output without a descriptor is somebody's object in memory, and takes all.
    with contextlib.suppress(io.UnsupportedOperation), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def complain(message: str) -> int:
    """Print an error in one line: the exit code of bad input."""
    print(f"clumond: {' '.join(printable(message).split())}", file=sys.stderr)
    return BAD_INPUT


def printable(message: str) -> str:
    """The message without characters that a terminal could not show or would obey."""
    encoding = sys.stderr.encoding or "ascii"
    visible = "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in message)
    return visible.encode(encoding, "backslashreplace").decode(encoding)


def width() -> int:
    """The columns to keep to."""
    return max(40, shutil.get_terminal_size().columns)


def say(message: str) -> None:
    """Print data, with letters for suit symbols where the output cannot show these."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        message.encode(encoding)
    except UnicodeEncodeError:
        message = text.to_ascii(message).encode(encoding, "replace").decode(encoding)
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        _say_in_colour(message)
    else:
        print(message, flush=True)


def _say_in_colour(message: str) -> None:
    """Print to a terminal with red suits red."""
    from rich.console import Console
    from rich.text import Text

    coloured = Text(message)
    coloured.highlight_regex(r"[♥♦][ 2-9TJQKA]*", "red")
    Console(soft_wrap=True, highlight=False).print(coloured)


def say_data(value: Mapping[str, Any]) -> None:
    """Print one object as a line of JSON."""
    print(json.dumps(value), flush=True)


def give(options: argparse.Namespace, value: Mapping[str, Any], page: str) -> None:
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
            print(f"{self._over}{printable(message)}", end=end, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Wipe the line before something else is printed."""
        if self._shown and self._over:
            print(self._over, end="", file=sys.stderr, flush=True)
