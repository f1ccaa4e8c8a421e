"""Locks on files between the programs of a machine; the system releases those of ended programs.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, locked(f"{folder}/lock"):
...     print("mine alone")
mine alone
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from clumond_solver.base.threads import lacks_threads


def lock(descriptor: int, *, wait: bool) -> None:
    """Lock an open file for this process, until it is closed.

    Without ``wait``, BlockingIOError or PermissionError if another program has locked it.
    """
    if sys.platform == "win32":
        import msvcrt

        # Lock a byte far behind the end, because others cannot read locked bytes.
        os.lseek(descriptor, 1 << 40, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    elif not lacks_threads():
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def locked(path: str | os.PathLike[str]) -> Iterator[None]:
    """Hold the lock of a file, which is created if need be; OSError if that is impossible.

    Waits while another program holds the lock (on Windows for ten seconds at most).
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        lock(descriptor, wait=True)
        yield
    finally:
        os.close(descriptor)
