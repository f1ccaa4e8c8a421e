"""What the command reads and prints: arguments, files, standard input, lines that a person types.

Data goes to standard output, progress and errors to standard error.

>>> exit_code_of(FileNotFoundError("no.txt")), exit_code_of(BrokenPipeError())
(2, 0)
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from clumond_solver.base.errors import (
    ClumondError,
    NotationError,
    RecordError,
    RuleError,
    SessionError,
    not_utf8,
)
from clumond_solver.base.files import is_stream
from clumond_solver.base.json_data import json_text
from clumond_solver.cli.exit_codes import BAD_INPUT, OK
from clumond_solver.display.text.layout import to_ascii

if TYPE_CHECKING:
    from clumond_solver.games.sessions import Session
    from clumond_solver.records import Record


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
    _drop(sys.stdout)


def _drop(output: TextIO) -> None:
    # An output without a descriptor is an object in memory, which takes everything.
    with suppress(io.UnsupportedOperation), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), output.fileno())


def complain(message: str) -> None:
    """Print an error in one line."""
    try:
        print(f"clumond: {' '.join(printable(message).split())}", file=sys.stderr, flush=True)
    except OSError:
        # The exit code says that there is an error even where the line cannot be written.
        _drop(sys.stderr)


def in_plain_words(error: ClumondError) -> str:
    """The error's message with the command's options instead of Python's arguments, and for a short
    text without an offset.
    """
    if isinstance(error, NotationError) and len(error.text) <= _SHORT_TEXT:
        is_said = error.quotes_text or not error.text.strip()
        return error.reason if is_said else f"“{error.text}”: {error.reason}"
    if error.option:
        option = _OPTION_OF_ARGUMENT.get(error.option, error.option.replace("_", "-"))
        return error.naming(f"--{option}")
    return str(error)


def printable(message: str) -> str:
    """The message with escapes for characters that standard error cannot show safely."""
    return _encodable(_visible(message), sys.stderr.encoding or "ascii", "backslashreplace")


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
        return to_ascii(message).encode(encoding, errors).decode(encoding)
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


def say_result(options: argparse.Namespace, result: object, page: str, **about: object) -> None:
    """Print a result in the chosen format: as JSON, after what it is ``about``, or as the page."""
    if options.format == "json":
        say_data(result, **about)
    else:
        say(page)


def say_data(result: object, **about: object) -> None:
    """Print a result as JSON, after what it is ``about``."""
    from clumond_solver.display.json_data import data_of

    say_json(about | data_of(result))


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


STANDARD_INPUT = "-"
# More than the records of any tournament take, less than a machine's memory.
MOST_BYTES = 1 << 28


def standard_input() -> str:
    """All of standard input; bytes that are not UTF-8 become lone surrogates."""
    if sys.stdin.isatty():
        print("clumond: reading standard input", file=sys.stderr)
    return _decoded(_all_bytes(sys.stdin.buffer, STANDARD_INPUT))


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def input_texts(words: Sequence[str]) -> list[tuple[int, str]]:
    """An argument's words joined to one text, with 0; for ``-`` `lines_of` standard input."""
    if list(words) != [STANDARD_INPUT]:
        return [(0, " ".join(words))]
    return lines_of(standard_input())


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines of standard input that are not blank, with their numbers from 1.

    NotationError if there are none.
    """
    lines = _checked(text, STANDARD_INPUT).splitlines()
    if not any(map(str.strip, lines)):
        raise NotationError("standard input is empty", text)
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


@contextmanager
def reading_line(number: int, line: str) -> Iterator[None]:
    """Put a line's number at the beginning of errors about it, unless that is 0; refuse JSON."""
    try:
        if number and line.lstrip().startswith("{"):
            raise RuleError("this is JSON: leave out --json, or use clumond batch")
        yield
    except ClumondError as error:
        if not number:
            raise
        raise ClumondError(f"line {number}: {in_plain_words(error)}") from None


def _checked(text: str, name: str) -> str:
    """A text as `_decoded` gives it, without its mark; NotationError if it was not UTF-8."""
    bad = re.search("[\0\ud800-\udfff]", text)
    if bad is not None:
        offset = len(text[: bad.start()].encode("utf-8", "surrogateescape"))
        raise NotationError(not_utf8(ord(bad[0]) & 0xFF, offset), shown_name(name))
    return text.removeprefix("\ufeff")


def records_in(text: str, name: str) -> list[Record | RecordError]:
    """The records of a file's text, and errors for bad ones; ClumondError if it has none."""
    from clumond_solver.records import parse_records

    records = parse_records(text)
    if not records:
        raise ClumondError(f"{shown_name(name)}: no record in it")
    return records


def file_or_input(name: str) -> str:
    """The text of a file or of standard input, decoded as in `standard_input`."""
    return standard_input() if name == STANDARD_INPUT else _decoded(_file_bytes(name))


def shown_name(name: str) -> str:
    """The name of an input in error messages."""
    return "standard input" if name == STANDARD_INPUT else name


@contextmanager
def naming_file(name: str) -> Iterator[None]:
    """Put the file's name at the beginning of errors about its content."""
    try:
        yield
    except (SessionError, RecordError, RuleError) as error:
        message = error.naming("{option}") if error.option else str(error)
        raise ClumondError(f"{shown_name(name)}: {message}", option=error.option) from None


def _file_bytes(name: str) -> bytes:
    if not name:
        raise NotationError("no file is named", name)
    try:
        with open(name, "rb") as file:
            return _all_bytes(file, name)
    except ValueError as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"not a file name ({error})", name) from None


def _all_bytes(file: BinaryIO, name: str) -> bytes:
    """All bytes of a file, which may be endless; NotationError if there are too many."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NotationError(f"more than {MOST_BYTES} bytes", name)
    return data


def check_writable(name: str) -> None:
    """Check before any work that a file can be written; NotationError if not."""
    # A file is replaced, which its folder must allow; a device is written to.
    written = Path(name) if is_stream(name) else Path(name).parent
    if not name or "\0" in name or Path(name).is_dir() or not os.access(written, os.W_OK):
        raise NotationError("no file can be written there", name)


def check_new(name: str, advice: str = "") -> None:
    """Like `check_writable`; also RuleError if there is such a file and it is not empty."""
    check_writable(name)
    if path_exists(name) and Path(name).stat().st_size:
        raise RuleError(f"{name} exists already: name another file{advice}")


def new_file(name: str, number: int = 1) -> str:
    """The name of one of several files to write, which must be new; see `check_new`.

    The first is named as given, others have -2, -3 … in their names.
    """
    path = Path(name)
    if number > 1:
        name = str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
    check_new(name)
    return name


def accept_any_bytes() -> None:
    """Let people type anything: what cannot be decoded makes an unknown word, not an error."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def read_line(prompt: str) -> str | None:
    """The next line that the person types; None at the end of the input."""
    line = None
    try:
        line = input(encodable(prompt))
    except EOFError:
        pass
    finally:
        if line is None:
            # Nobody pressed Enter, so the line of the prompt has no end yet.
            print(flush=True)
    return line


def path_exists(word: str) -> bool:
    """Whether there is a file, or a folder, of that name."""
    try:
        return bool(word) and Path(word).exists()
    except (OSError, ValueError):
        return False


def is_missing_file(word: str) -> bool:
    """Whether the word looks like the name of a file, and there is no such file."""
    # The last alternatives have a small letter that no card has, or no card, suit or seat.
    pattern = r"[/\\]|\.(?=[akqjt]*[^akqjt])[a-z]{3,}$|^[\w-]*[egilopuvwxyz][\w-]*$"
    return re.search(pattern, word) is not None and not path_exists(word)


def games_of(file: str) -> tuple[str, ...]:
    """The names of the games that a Python file registers; RuleError says what fails in it."""
    from traceback import extract_tb

    from clumond_solver.games.registry import load_games

    try:
        return load_games(file)
    except (ClumondError, OSError, SyntaxError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        steps = extract_tb(error.__traceback__)
        lines = [at.lineno for at in steps if at.filename == os.path.abspath(file)]
        where = f"{file}, line {lines[-1]}" if lines else file
        raise RuleError(f"{where}: {type(error).__name__}: {error}") from error


def random_seed() -> int:
    """A seed at random."""
    return int.from_bytes(os.urandom(4), "big")


def file_text(name: str) -> str:
    """The text of a file; NotationError if it is not UTF-8."""
    return _checked(_decoded(_file_bytes(name)), name)


def session_of(name: str, game: str) -> Session[Any]:
    """The session of a file or of standard input; RuleError if it is of another game."""
    return session_in(input_text(name), name, game)


def session_in(text: str, name: str, game: str) -> Session[Any]:
    """The session in the text of a file; RuleError if it is of another game."""
    from clumond_solver.games.registry import name_of
    from clumond_solver.games.sessions import Session

    with naming_file(name):
        _check_game_is_known(text)
        session = Session.parse(text)
        saved = name_of(session.game)
        if saved != game:
            raise RuleError(
                f"a session of {saved}, not of {game}: begin with clumond --game {saved}"
            )
    return session


def _check_game_is_known(text: str) -> None:
    """SessionError for a session of a game that nobody has registered."""
    from clumond_solver.games.registry import entry
    from clumond_solver.games.session_lines import is_session, session_lines

    number, line = next(session_lines(text), (1, ""))
    for name in line.split()[1:2] if is_session(text) else ():
        try:
            with advising_own_file():
                entry(name)
        except NotationError as error:
            raise SessionError(str(error), number) from None


@contextmanager
def advising_own_file() -> Iterator[None]:
    """Add to the error for an unknown game how one of somebody's own is named."""
    try:
        yield
    except NotationError as error:
        advice = "for a game of your own write --game FILE.py"
        raise NotationError(f"{error.reason}; {advice}", error.text) from None


def input_text(name: str) -> str:
    """The text of a file, or of standard input; NotationError if it is not UTF-8."""
    return _checked(file_or_input(name), name)


def complain_of_record(name: str, error: RecordError) -> int:
    """Print why a record of a file cannot be read; return the exit code."""
    complain(f"{shown_name(name)}: {error}")
    return exit_code_of(error)


def record_heading(name: str, number: int, record: Record) -> str:
    """The heading of a record: its file, its number there, its event, in one line."""
    event = f" ({record.event})" if record.event else ""
    return _visible(f"{name}, record {number}{event}").replace("\n", "\\n")


def is_file(words: Sequence[str]) -> bool:
    """Whether an argument's words are the name of a file, or of a folder."""
    return len(words) == 1 and path_exists(words[0])
