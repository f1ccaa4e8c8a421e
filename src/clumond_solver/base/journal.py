"""A file of answers that only ever holds whole lines, however the program that writes it ends.

A line is a JSON object with a number, a key (a digest of all that the answer depends on), the
answer, and last a digest of what stands before it. So a stopped run resumes where it was.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, Journal(f"{folder}/answers") as journal:
...     journal.append(keyed_line(1, "ab", {"answer": 5}))
...     print([*journal.resume(iter(["ab", "cd"]))])
[{'number': 1, 'key': 'ab', 'answer': 5, 'check': 'e408521c0b734a94'}]
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Self

from clumond_solver.base.errors import BatchError
from clumond_solver.base.locks import lock
from clumond_solver.base.values import json_text, path_text

_LONGEST_LINE = 1 << 24
# How many seconds of work a loss of power may cost.
_SYNC_SECONDS = 1.0
#: The length of keys and digests.
KEY_DIGITS = 16
_START, _CHECK = b'{"number": ', b', "check": '


def digest_key(described: bytes) -> str:
    """The key of an answer, from all that it depends on."""
    return hashlib.sha256(described).hexdigest()[:KEY_DIGITS]


def keyed_line(number: int, key: str, answer: Mapping[str, object]) -> bytes:
    """The line of an answer."""
    start = json_text({"number": number, "key": key} | dict(answer)).removesuffix("}").encode()
    return start + _check_of(start)


def _check_of(start: bytes) -> bytes:
    """The end of a line: a digest of what comes before it."""
    return _CHECK + f'"{digest_key(start)}"}}\n'.encode()


def _answer_of(line: bytes) -> dict[str, Any] | None:
    """An answer; None for a line that is torn or no answer."""
    try:
        answer = json.loads(line) if line.endswith(b"}\n") else None
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) and "key" in answer else None


class Journal:
    """A file of lines that one program at a time appends to.

    Opening creates the file if need be. BatchError if another program has it open as a journal,
    OSError if it cannot be read and written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open and lock the file; all of it counts as whole until `resume` or `truncate`."""
        self.path = path_text(path)
        binary = getattr(os, "O_BINARY", 0)
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | binary, 0o644)
        try:
            lock(self._descriptor, wait=False)
            #: The bytes of the whole lines that the file holds.
            self.size = os.lseek(self._descriptor, 0, os.SEEK_END)
        except (BlockingIOError, PermissionError):
            os.close(self._descriptor)
            raise BatchError(f"{self.path} is being written by another run") from None
        except BaseException:
            os.close(self._descriptor)
            raise
        self._synced = time.monotonic()

    def __enter__(self) -> Self:
        """The journal itself."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Bring everything to the disk, and close the file."""
        try:
            os.fsync(self._descriptor)
        finally:
            os.close(self._descriptor)

    def resume(self, keys: Iterator[str] | None = None) -> Iterator[dict[str, Any]]:
        """The answers in the file, which must have these keys if given; cuts off a torn last line.

        BatchError for answers with other keys, for changed ones, and for any other file.
        """
        size = 0
        with open(self.path, "rb") as file:
            for number, line in enumerate(
                iter(partial(file.readline, _LONGEST_LINE), b""), start=1
            ):
                place = f"{self.path}, line {number}"
                answer = _answer_of(line)
                if answer is None:
                    written = line.rstrip(b"\0")
                    is_torn = written[: len(_START)] == _START[: len(written)]
                    if size + len(line) < self.size or not is_torn:
                        raise BatchError(f"{place}: damaged, or no answer (give another file)")
                    break
                if keys is not None and answer["key"] != next(keys, None):
                    raise BatchError(
                        f"{place}: answers something else, or was made with other options"
                        " or by another version (give another file, or begin anew)"
                    )
                if not line.endswith(_check_of(line.rpartition(_CHECK)[0])):
                    raise BatchError(
                        f"{place}: changed since it was written (mend it, or begin anew)"
                    )
                size += len(line)
                yield answer
        self.truncate(size)

    def truncate(self, size: int) -> None:
        """Truncate the file to its first ``size`` bytes."""
        os.ftruncate(self._descriptor, size)
        self.size = os.lseek(self._descriptor, size, os.SEEK_SET)

    def append(self, line: bytes) -> None:
        """Add a line; OSError, with the file unchanged, if there is no room for it."""
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except BaseException:
            self.truncate(self.size)
            raise
        self.size += len(line)
        if time.monotonic() - self._synced >= _SYNC_SECONDS:
            os.fsync(self._descriptor)
            self._synced = time.monotonic()
