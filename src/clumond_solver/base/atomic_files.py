"""Writing files atomically."""

from __future__ import annotations

import contextlib
import os
import stat
from functools import partial
from hashlib import sha256
from pathlib import Path

from clumond_solver.base.values import path_text


def write_atomically(path: str | os.PathLike[str], data: bytes, *, private: bool = False) -> None:
    """Write a whole file or, after an error, nothing; OSError says why.

    The old content stays until the new content is complete on the disk. For a link its target
    changes; permissions stay, but only its owner can read a ``private`` file; devices and pipes are
    written to directly.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder, "kept.txt"), b"three cards")
    ...     Path(folder, "kept.txt").read_text()
    'three cards'
    """
    target = Path(os.path.realpath(path_text(path)))
    try:
        before = target.stat()
    except FileNotFoundError:
        _replace(target, data, 0o600 if private else None)
        return
    if stat.S_ISREG(before.st_mode):
        _replace(target, data, 0o600 if private else stat.S_IMODE(before.st_mode))
    else:
        target.write_bytes(data)


def remove_partial_files(path: str | os.PathLike[str]) -> None:
    """Remove the partial files that killed programs left beside a file, or in a folder.

    No other program may be writing there now. Partial files that cannot be removed stay.
    """
    target = Path(os.path.realpath(path_text(path)))
    is_folder = target.is_dir()
    folder, mark = (target, "?" * _MARK_LENGTH) if is_folder else (target.parent, _mark(target))
    for part in folder.glob(f".{mark}-*.part"):
        with contextlib.suppress(OSError):
            part.unlink()


_MARK_LENGTH = 16


def _mark(target: Path) -> str:
    """The mark of a file in the names of its partial files; its own name may be too long."""
    return sha256(os.fsencode(target.name)).hexdigest()[:_MARK_LENGTH]


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    part = target.with_name(f".{_mark(target)}-{os.urandom(8).hex()}.part")
    try:
        # From the start nobody else can open what others may not read.
        opener = partial(os.open, mode=0o666 if mode is None else 0o600)
        with open(part, "xb", opener=opener) as file:
            if mode is not None:
                os.chmod(part, mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
