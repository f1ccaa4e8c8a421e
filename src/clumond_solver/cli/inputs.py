"""What the command reads: the words of its arguments, standard input, record files."""

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
)
from clumond_solver.games.saved import is_session
from clumond_solver.records import Record, decode_records, parse_records

STANDARD_INPUT = "-"
# More than any tournament has played, less than a machine's memory.
MOST_BYTES = 1 << 28


def standard_input() -> str:
    """All of standard input; bytes that are not UTF-8 are kept as half surrogate pairs."""
    if sys.stdin.isatty():
        print("clumond: reading standard input", file=sys.stderr)
    return decode_records(_all_bytes(sys.stdin.buffer, STANDARD_INPUT))


def inputs(words: Sequence[str]) -> list[str]:
    """The texts meant by the words of an argument: all of them joined, or lines of input."""
    if list(words) != [STANDARD_INPUT]:
        return [" ".join(words)]
    whole = standard_input().removeprefix("\ufeff")
    bad = re.search("[\ud800-\udfff]", whole)
    if bad is not None:
        offset = len(whole[: bad.start()].encode("utf-8", "surrogateescape"))
        raise NotationError("not UTF-8 text", repr(bad[0]), offset)
    lines = [line for line in whole.splitlines() if line.strip()]
    if not lines:
        raise NotationError("standard input is empty", whole)
    return lines


def record_files(names: Sequence[str]) -> Iterator[tuple[str, list[Record | RecordError]]]:
    """The records of each file; RecordError for a file without any."""
    for name in names:
        text = file_or_input(name)
        if is_session(text):
            raise ClumondError(
                f'{shown_name(name)}: a saved session, no records: "clumond show" prints it'
            )
        yield name, records_in(text, name)


def records_in(text: str, name: str) -> list[Record | RecordError]:
    """The records of a file's text; ClumondError if there is none."""
    records = parse_records(text)
    if not records:
        raise ClumondError(f"{shown_name(name)}: no record in it: it is empty")
    return records


def file_or_input(name: str) -> str:
    """The text of a file or of standard input, read once; bytes as in `standard_input`."""
    return standard_input() if name == STANDARD_INPUT else decode_records(_file_bytes(name))


def shown_name(name: str) -> str:
    """What an error calls a file."""
    return "standard input" if name == STANDARD_INPUT else name


@contextmanager
def named(name: str) -> Iterator[None]:
    """Errors that tell in which line a text goes wrong tell first in which file."""
    try:
        yield
    except (SessionError, RecordError, RuleError) as error:
        raise ClumondError(f"{shown_name(name)}: {error}", option=error.option) from None


def _file_bytes(name: str) -> bytes:
    try:
        with open(name, "rb") as file:
            return _all_bytes(file, name)
    except ValueError as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"not a file name ({error})", name) from None


def _all_bytes(file: BinaryIO, name: str) -> bytes:
    """What a file holds; NotationError if that is without end, or much too much."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NotationError(f"more than {MOST_BYTES} bytes", name)
    return data


def check_writable(name: str) -> None:
    """NotationError, before anything is played, if no file of that name can be written."""
    if "\0" in name or Path(name).is_dir() or not os.access(Path(name).parent, os.W_OK):
        raise NotationError("no file can be written there", name)


def check_new(name: str) -> None:
    """`check_writable`, and RuleError if such a file holds something that would be lost."""
    check_writable(name)
    if is_file(name) and Path(name).stat().st_size:
        raise RuleError(
            f"{name} exists already: name another file (--resume continues a saved session)"
        )


def check_apart(name: str, read: Sequence[str]) -> None:
    """NotationError if what is to be written is one of the files that are read."""
    for source in read:
        if is_file(name) and is_file(source) and os.path.samefile(name, source):
            raise NotationError("that file is being read: write to another", name)


def take_any_input() -> None:
    """Let people type anything: what the encoding has no character for is no card either."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def read_line(prompt: str) -> str | None:
    """A line of what the person types; None where there are no more."""
    print(prompt, end="", flush=True)
    line = ""
    try:
        line = sys.stdin.readline()
    finally:
        if not line:
            # No person has ended the line of the prompt.
            print(flush=True)
    return line or None


def is_file(word: str) -> bool:
    """Whether there is a file of that name."""
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def is_missing_file(word: str) -> bool:
    """Whether the word is hardly anything but the name of a file, and there is none."""
    # The last pattern: one word with a small letter that no card, suit or seat has.
    pattern = r"[/\\]|\.[a-z]{3,}$|^[\w-]*[egilopuvwxyz][\w-]*$"
    return re.search(pattern, word) is not None and not is_file(word)


def random_seed() -> int:
    """A seed that nobody has chosen."""
    return int.from_bytes(os.urandom(4), "big")


def file_text(name: str) -> str:
    """The text of a file; NotationError if it is not UTF-8."""
    try:
        return _file_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError("not UTF-8 text", name, error.start) from None
