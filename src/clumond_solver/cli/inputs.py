"""What the command reads: its arguments, standard input, files, and lines that a person types.

It also checks which files may be written.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from clumond_solver.base.errors import (
    ClumondError,
    NotationError,
    RecordError,
    RuleError,
    SessionError,
    not_utf8,
)
from clumond_solver.cli.output import encodable
from clumond_solver.games.sessions import is_session
from clumond_solver.records import Record, decode_text, parse_records

STANDARD_INPUT = "-"
# More than the records of any tournament take, less than a machine's memory.
MOST_BYTES = 1 << 28


def standard_input() -> str:
    """All of standard input; bytes that are not UTF-8 become lone surrogates."""
    if sys.stdin.isatty():
        print("clumond: reading standard input", file=sys.stderr)
    return decode_text(_all_bytes(sys.stdin.buffer, STANDARD_INPUT))


def input_texts(words: Sequence[str]) -> list[str]:
    """An argument's words joined to one text; for ``-`` the lines of standard input."""
    if list(words) != [STANDARD_INPUT]:
        return [" ".join(words)]
    return lines_of(standard_input())


def lines_of(text: str) -> list[str]:
    """The lines of standard input that are not blank; NotationError if there are none."""
    lines = _checked(text, STANDARD_INPUT).splitlines()
    if not any(map(str.strip, lines)):
        raise NotationError("standard input is empty", text)
    return [line for line in lines if line.strip()]


def _checked(text: str, name: str) -> str:
    """A text as `decode_text` gives it, without its mark; NotationError if it was not UTF-8."""
    bad = re.search("[\0\ud800-\udfff]", text)
    if bad is not None:
        offset = len(text[: bad.start()].encode("utf-8", "surrogateescape"))
        raise NotationError(not_utf8(ord(bad[0]) & 0xFF, offset), shown_name(name))
    return text.removeprefix("\ufeff")


def record_files(names: Sequence[str]) -> Iterator[tuple[str, list[Record | RecordError]]]:
    """The names and records of files; ClumondError for a file without records."""
    for name in names:
        text = file_or_input(name)
        if is_session(text):
            raise ClumondError(
                f'{shown_name(name)}: a saved session, no records: "clumond show" prints it,'
                ' "clumond review" reviews its last deal'
            )
        yield name, records_in(text, name)


def records_in(text: str, name: str) -> list[Record | RecordError]:
    """The records of a file's text, and errors for bad ones; ClumondError if it has none."""
    records = parse_records(text)
    if not records:
        raise ClumondError(f"{shown_name(name)}: no record in it")
    return records


def file_or_input(name: str) -> str:
    """The text of a file or of standard input, decoded as in `standard_input`."""
    return standard_input() if name == STANDARD_INPUT else decode_text(_file_bytes(name))


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
    if "\0" in name or Path(name).is_dir() or not os.access(Path(name).parent, os.W_OK):
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
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def is_missing_file(word: str) -> bool:
    """Whether the word looks like the name of a file, and there is no such file."""
    # The last alternative is a word with a small letter that no card, suit or seat has.
    pattern = r"[/\\]|\.[a-z]{3,}$|^[\w-]*[egilopuvwxyz][\w-]*$"
    return re.search(pattern, word) is not None and not path_exists(word)


def random_seed() -> int:
    """A seed at random."""
    return int.from_bytes(os.urandom(4), "big")


def file_text(name: str) -> str:
    """The text of a file; NotationError if it is not UTF-8."""
    return _checked(decode_text(_file_bytes(name)), name)
