"""A file that only ever holds whole lines, however the program that writes it ends.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, Journal(f"{folder}/lines") as journal:
...     journal.append(b"one\\n")
...     print([*journal.lines()], journal.size)
[b'one\\n'] 4
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from typing import Self

from clumond_solver.base.errors import BatchError
from clumond_solver.base.locks import lock
from clumond_solver.base.values import path_text

_LONGEST_LINE = 1 << 24
# How many seconds of work a loss of power may cost.
_SYNC_SECONDS = 1.0


class Journal:
    """A file of lines that one program at a time appends to.

    Opening creates the file if need be. BatchError if another program has it open as a journal,
    OSError if it cannot be read and written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open and lock the file; all that it holds counts as whole until `keep` is called."""
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

    def lines(self) -> Iterator[bytes]:
        """The lines as they are, with their ends; the last one may be torn."""
        with open(self.path, "rb") as file:
            yield from iter(partial(file.readline, _LONGEST_LINE), b"")

    def keep(self, size: int) -> None:
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
            self.keep(self.size)
            raise
        self.size += len(line)
        if time.monotonic() - self._synced >= _SYNC_SECONDS:
            os.fsync(self._descriptor)
            self._synced = time.monotonic()
