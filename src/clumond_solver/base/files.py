"""Files: written whole or not at all, locked between programs, journals that resume.

The system releases the locks of programs that have ended.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, locked(f"{folder}/lock"):
...     print("mine alone")
mine alone

A journal has a line per answer, so that a run that was stopped or killed resumes. A line is an
*entry*, a JSON object: a number, a key (a digest of all that the answer depends on), the answer,
and last a digest of the line up to there. An incomplete last line is cut off.

>>> with tempfile.TemporaryDirectory() as folder, Journal(f"{folder}/answers") as journal:
...     journal.append(keyed_line(1, "ab", {"answer": 5}))
...     print([*journal.resume(iter(["ab", "cd"]))])
[{'number': 1, 'key': 'ab', 'answer': 5, 'check': 'e408521c0b734a94'}]
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self

from clumond_solver.base.checks import path_text
from clumond_solver.base.errors import BatchError, ClumondError
from clumond_solver.base.json_data import json_text
from clumond_solver.base.stopping import lacks_threads


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
    # The name that `realpath` gives a pipe, such as /dev/stdout, leads nowhere.
    if is_stream(path_text(path)) or os.path.isdir(path):
        with naming(path):
            Path(path).write_bytes(data)
        return
    if not os.fspath(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    target = Path(os.path.realpath(path_text(path)))
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mode = None
    try:
        _replace(target, data, 0o600 if private else mode)
    except OSError as error:
        # The name of the partial file would tell its writer nothing.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether there is something of that name that takes bytes and keeps none: a pipe, a device.

    >>> is_stream(os.devnull), is_stream("no-such-file"), is_stream(".")
    (True, False, False)
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in an OSError that names none, such as that of a full disk."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or os.fspath(path)
        raise


def remove_partial_files(path: str | os.PathLike[str]) -> None:
    """Remove the partial files that killed programs left beside a file, or in a folder.

    No other program may be writing there now. Partial files that cannot be removed stay.
    """
    target = Path(os.path.realpath(path_text(path)))
    is_folder = target.is_dir()
    folder, mark = (target, "?" * _MARK_LENGTH) if is_folder else (target.parent, _mark(target))
    for part in folder.glob(f".{mark}-*.part"):
        with suppress(OSError):
            part.unlink()


_MARK_LENGTH = 16


def _mark(target: Path) -> str:
    """The mark of a file in the names of its partial files; its own name may be too long."""
    return _digest(os.fsencode(target.name), _MARK_LENGTH)


def _digest(data: bytes, digits: int) -> str:
    # It loads OpenSSL, without which a command that stores nothing starts sooner.
    from hashlib import sha256

    return sha256(data).hexdigest()[:digits]


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
        with suppress(OSError):
            part.unlink()
        raise


_NAME = "clumond"


def data_folder(environment: dict[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder for the user's data, where the system expects it; it need not exist yet.

    The environment variable ``CLUMOND_DATA`` overrides it; a `~` in it is the user's home.
    ClumondError if that is needed and not known.

    >>> data_folder({"CLUMOND_DATA": "cards"}).name
    'cards'
    >>> data_folder({"XDG_DATA_HOME": "/home/ann/.data"}, "linux").as_posix()
    '/home/ann/.data/clumond'
    """
    given = dict(os.environ) if environment is None else environment
    if given.get("CLUMOND_DATA"):
        return _with_home(given["CLUMOND_DATA"])
    if platform == "win32":
        return _with_home(given.get("LOCALAPPDATA") or "~/AppData/Local") / _NAME
    if platform == "darwin":
        return _with_home("~/Library/Application Support") / _NAME
    # The standard for that variable says to ignore what is no absolute path.
    named = given.get("XDG_DATA_HOME", "")
    return _with_home(named if named.startswith("/") else "~/.local/share") / _NAME


def _with_home(folder: str) -> Path:
    with suppress(RuntimeError):
        path = Path(folder).expanduser()
        if path.is_absolute() or not folder.startswith("~"):
            return path
    raise ClumondError(f"{folder}: no such home is known; name another folder in CLUMOND_DATA")


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


_LONGEST_LINE = 1 << 24
# The seconds of work that a power failure may cost.
_SYNC_SECONDS = 1.0
#: The length of keys and digests.
KEY_DIGITS = 16
_OWN_FIELDS = {"number", "key", "check"}
_START, _CHECK = b'{"number": ', b', "check": '


def digest_key(dependencies: bytes) -> str:
    """The key of an answer, from a description of all that it depends on."""
    return _digest(dependencies, KEY_DIGITS)


def keyed_line(number: int, key: str, answer: Mapping[str, object]) -> bytes:
    """The line of an answer: its entry as JSON."""
    start = json_text({"number": number, "key": key} | dict(answer)).removesuffix("}").encode()
    return start + _line_end(start)


def _line_end(start: bytes) -> bytes:
    """The end of a line: a digest of its start."""
    return _CHECK + f'"{digest_key(start)}"}}\n'.encode()


def _parse_line(line: bytes) -> dict[str, Any] | None:
    """The entry of a line; None for a line that is incomplete or no entry."""
    try:
        entry = json.loads(line) if line.endswith(b"}\n") else None
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and entry.keys() >= _OWN_FIELDS else None


class Journal:
    """A file of lines that one program at a time appends to.

    Opening creates the file if need be. BatchError if another program has it open as a journal, or
    if it is a pipe or a device; OSError if it cannot be read and written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open and lock the file; until `resume` all of it counts as complete lines."""
        self.path = path_text(path)
        if is_stream(self.path):
            raise BatchError(
                f"{self.path} is a pipe or a device: give a file, which can be resumed"
            )
        binary = getattr(os, "O_BINARY", 0)
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | binary, 0o644)
        try:
            lock(self._descriptor)
            #: The number of bytes in the file's complete lines.
            self.size = os.lseek(self._descriptor, 0, os.SEEK_END)
        except (BlockingIOError, PermissionError):
            os.close(self._descriptor)
            raise BatchError(f"{self.path} is being written by another run") from None
        except BaseException:
            os.close(self._descriptor)
            raise
        self._synced_at = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """Flush everything to the disk, and close the file."""
        try:
            os.fsync(self._descriptor)
        finally:
            os.close(self._descriptor)

    def resume(self, keys: Iterator[str] | None = None) -> Iterator[dict[str, Any]]:
        """Yield the entries of the file, then cut off an incomplete last line.

        BatchError for entries with other keys than those given, for lines changed since they were
        written, and for a file that is not a journal.
        """
        size = 0
        for where, line, entry in self._entries():
            if keys is not None and entry["key"] != next(keys, None):
                raise BatchError(
                    f"{where}: answers something else, or was made with other options"
                    " or by another version (give another file, or begin anew)"
                )
            if not line.endswith(_line_end(line.rpartition(_CHECK)[0])):
                raise BatchError(f"{where}: changed since it was written (mend it, or begin anew)")
            size += len(line)
            yield entry
        self.truncate(size)

    def restart(self) -> None:
        """Delete all entries; BatchError, and nothing is deleted, for a file with other lines."""
        for _ in self._entries():
            pass
        self.truncate(0)

    def _entries(self) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
        """Yield where each complete line is, the line, and its entry."""
        size = 0
        with open(self.path, "rb") as file:
            lines = iter(partial(file.readline, _LONGEST_LINE), b"")
            for number, line in enumerate(lines, start=1):
                where = f"{self.path}, line {number}"
                entry = _parse_line(line)
                if entry is None:
                    # A power failure can leave zero bytes at the end.
                    written = line.rstrip(b"\0")
                    begins_as_entry = written[: len(_START)] == _START[: len(written)]
                    if size + len(line) < self.size or not begins_as_entry:
                        raise BatchError(f"{where}: damaged, or not an answer (give another file)")
                    return
                size += len(line)
                yield where, line, entry

    def truncate(self, size: int) -> None:
        """Truncate the file to its first ``size`` bytes."""
        os.ftruncate(self._descriptor, size)
        self.size = os.lseek(self._descriptor, size, os.SEEK_SET)

    def append(self, line: bytes) -> None:
        """Add a line; OSError, with the file unchanged, if there is no room for it."""
        rest = memoryview(line)
        try:
            with naming(self.path):
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
        except BaseException:
            self.truncate(self.size)
            raise
        self.size += len(line)
        if time.monotonic() - self._synced_at >= _SYNC_SECONDS:
            os.fsync(self._descriptor)
            self._synced_at = time.monotonic()
