"""Locks on files between the programs of a machine; the system releases those of ended programs.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, locked(f"{folder}/lock"):
...     print("mine alone")
mine alone
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from clumond_solver.base.threads import lacks_threads

_PATIENCE_SECONDS = 5.0
_PAUSE_SECONDS = 0.01


def lock(descriptor: int) -> None:
    """Lock an open file for this process, until it is closed.

    BlockingIOError or PermissionError if another program has locked it.
    """
    if sys.platform == "win32":
        import msvcrt

        # Lock a byte far behind the end, because others cannot read locked bytes.
        os.lseek(descriptor, 1 << 40, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    elif not lacks_threads():
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(path: str | os.PathLike[str], seconds: float = _PATIENCE_SECONDS) -> Iterator[None]:
    """Hold the lock of a file, which is created if need be; OSError if that is impossible.

    Waits so long while another program holds the lock. Only the file's owner can lock a new file.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + seconds
    try:
        while True:
            try:
                lock(descriptor)
                break
            except (BlockingIOError, PermissionError):
                if time.monotonic() >= deadline:
                    reason = "another program has locked it"
                    raise BlockingIOError(errno.EAGAIN, reason, os.fspath(path)) from None
                time.sleep(_PAUSE_SECONDS)
        yield
    finally:
        os.close(descriptor)
