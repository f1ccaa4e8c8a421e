"""Stores of a person's sessions: texts by name, in a folder or behind a callback.

A change names the text that it was made from and fails unless the store still holds that text: so
neither this program nor another overwrites a text that its user has not seen.

>>> changes = []
>>> store = CallbackStore({}, lambda name, before, text: changes.append((name, before, text.text)))
>>> store.write("a", "three cards", None)
>>> store.read("a"), changes
('three cards', [('a', None, 'three cards')])
>>> store.write("a", "two cards", "no cards")
Traceback (most recent call last):
clumond_solver.web.store.StaleError: a: this change was made from a text that is no longer stored
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from clumond_solver.base.errors import ClumondError
from clumond_solver.base.files import locked, remove_partial_files, write_atomically

#: The longest text of a session or of records that is read or written, in characters.
MOST_TEXT = 1 << 18
_SUFFIX = ".session"
_LOCK = ".lock"
_LONGEST_CHARACTER = 4


class StoreError(ClumondError):
    """A text, or the folder of all texts, cannot be read or written."""


class StaleError(ClumondError):
    """The store no longer holds the text that a change was made from."""

    def __init__(self, name: str) -> None:
        """Name the text."""
        super().__init__(f"{name}: this change was made from a text that is no longer stored")


@dataclass(frozen=True, slots=True)
class Listing:
    """When texts were written, in seconds since 1970; ``fault`` says why some may be missing."""

    modified: Mapping[str, float] = field(default_factory=dict)
    fault: str = ""


class Store(Protocol):
    """Texts by name; the names must be valid names of files."""

    def listing(self) -> Listing:
        """The names of all texts."""

    def read(self, name: str) -> str:
        """The text of that name; KeyError if there is none, StoreError if it cannot be read."""

    def write(self, name: str, text: str, before: str | None) -> None:
        """Replace ``before``, None for none, by a text; StaleError if the store holds another.

        A text that cannot be written stays in memory: `fault` says so.
        """

    def remove(self, name: str, before: str | None) -> None:
        """Remove ``before``, or an unreadable text (None); StaleError as in `write`.

        StoreError if that fails.
        """

    def fault(self, name: str) -> str:
        """Why a text is in memory only; empty if it is not."""

    def beside(self, suffix: str) -> Store:
        """A store of other texts by the same names."""


@dataclass(frozen=True, slots=True)
class StoredText:
    """A text, and when it was written, in seconds since 1970."""

    text: str
    modified: float

    @classmethod
    def read(cls, data: Any) -> StoredText:
        """Read data of the page; an empty text, which is no session, if the data are wrong."""
        fields = data if isinstance(data, Mapping) else {}
        text, modified = fields.get("text"), fields.get("touched")
        return cls(
            text if isinstance(text, str) else "",
            modified if isinstance(modified, int | float) else 0.0,
        )


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """A text that could not be written over ``before``, and why."""

    text: StoredText
    before: str | None
    reason: str


class Folder:
    """A file for each text, in a folder made at the first write; only their owner can read both.

    A text that cannot be written stays in memory until its next change. Once the folder itself was
    lost, a missing file does not count as removed.
    """

    def __init__(self, folder: Path, suffix: str = _SUFFIX) -> None:
        """Use this folder, and remove the partial files of killed programs."""
        self._folder = folder
        self._suffix = suffix
        self._unwritten: dict[str, _Unwritten] = {}
        self._was_there = os.path.isdir(folder)
        self._was_lost = False
        if self._was_there:
            with suppress(OSError), locked(folder / _LOCK, seconds=0):
                remove_partial_files(folder)

    def listing(self) -> Listing:
        """The files, and the texts in memory."""
        modified, fault = {}, ""
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if entry.name.endswith(self._suffix):
                        # A broken link, or a file that was removed just now.
                        with suppress(FileNotFoundError):
                            modified[entry.name.removesuffix(self._suffix)] = _modified(entry)
        except FileNotFoundError:
            pass
        except OSError as error:
            fault = _reason(error)
        in_memory = {name: unwritten.text.modified for name, unwritten in self._unwritten.items()}
        return Listing(modified | in_memory, fault)

    def read(self, name: str) -> str:
        """The text in memory if one could not be written, or else the one in the file."""
        unwritten = self._unwritten.get(name)
        if unwritten is not None:
            with suppress(StoreError):
                if self._content(name) != unwritten.before:
                    # Another program has changed or removed the file.
                    self._unwritten.pop(name)
                    return self.read(name)
            return unwritten.text.text
        content = self._content(name)
        if content is not None:
            return content
        if self._is_lost():
            raise StoreError(f"the folder was removed: {self._folder}")
        raise KeyError(name)

    def write(self, name: str, text: str, before: str | None) -> None:
        """Write the file atomically, in a new folder if the old one is gone."""
        unwritten = self._unwritten.pop(name, None)
        base = before if unwritten is None else unwritten.before
        try:
            with _as_store_error():
                is_lost = self._is_lost()
                self._folder.mkdir(0o700, parents=True, exist_ok=True)
                self._was_there = True
                with locked(self._folder / _LOCK):
                    present = self._content(name)
                    if present != base and not (present is None and is_lost):
                        raise StaleError(name)
                    write_atomically(self._path(name), text.encode(), private=True)
        except StoreError as error:
            self._unwritten[name] = _Unwritten(StoredText(text, time.time()), base, str(error))

    def remove(self, name: str, before: str | None) -> None:
        """Remove the file."""
        unwritten = self._unwritten.get(name)
        base = before if unwritten is None else unwritten.before
        if os.path.isdir(self._folder):
            with _as_store_error(), locked(self._folder / _LOCK):
                if before is not None and self._content(name) not in (None, base):
                    raise StaleError(name)
                self._path(name).unlink(missing_ok=True)
        self._unwritten.pop(name, None)

    def fault(self, name: str) -> str:
        """Why a text is in memory only."""
        unwritten = self._unwritten.get(name)
        return "" if unwritten is None else unwritten.reason

    def beside(self, suffix: str) -> Folder:
        """The files with another suffix in the same folder."""
        return Folder(self._folder, suffix)

    def _content(self, name: str) -> str | None:
        """The text in a file; None if there is none, StoreError if it cannot be read."""
        path = self._path(name)
        with _as_store_error():
            try:
                status = path.stat()
                if not stat.S_ISREG(status.st_mode):
                    raise StoreError("not a file")
                if status.st_size > _LONGEST_CHARACTER * MOST_TEXT:
                    raise StoreError(f"not a session: it has {status.st_size} bytes")
                return path.read_bytes().decode()
            except FileNotFoundError:
                return None
            except UnicodeDecodeError:
                raise StoreError("not UTF-8 text") from None

    def _is_lost(self) -> bool:
        """Whether the folder has ever vanished, even if it exists again."""
        is_there = os.path.isdir(self._folder)
        self._was_lost |= self._was_there and not is_there
        self._was_there |= is_there
        return self._was_lost

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{self._suffix}"


def _modified(entry: os.DirEntry[str]) -> float:
    try:
        return entry.stat().st_mtime
    except FileNotFoundError:
        raise
    except OSError:
        # The error will show when the file is read.
        return 0.0


@contextmanager
def _as_store_error() -> Iterator[None]:
    """Turn an OSError into a `StoreError` that says which file and why."""
    try:
        yield
    except OSError as error:
        raise StoreError(_reason(error)) from None


def _reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{reason}: {os.fsdecode(error.filename)}"


class CallbackStore:
    """Texts in memory; reports every change to a callback, with which a web page stores them."""

    def __init__(
        self,
        texts: Mapping[str, StoredText],
        report: Callable[[str, str | None, StoredText | None], None],
        suffix: str = "",
    ) -> None:
        """Start with these texts; ``report`` takes a name, the old text and the new (or None).

        Their names, there and in reports, end with the ``suffix``.
        """
        self._texts = dict(texts)
        self._report = report
        self._suffix = suffix

    def listing(self) -> Listing:
        """All texts, also those beside these."""
        return Listing({name: text.modified for name, text in self._texts.items()})

    def read(self, name: str) -> str:
        """The text of that name."""
        return self._texts[name + self._suffix].text

    def write(self, name: str, text: str, before: str | None) -> None:
        """Store the text and report it."""
        self._check(name, before)
        self._change(name, before, StoredText(text, time.time()))

    def remove(self, name: str, before: str | None) -> None:
        """Remove the text and report that."""
        if name + self._suffix in self._texts:
            self._check(name, before)
            self._change(name, before, None)

    def fault(self, name: str) -> str:
        """Nothing: the page knows whether it could store the text, and says so itself."""
        return ""

    def beside(self, suffix: str) -> CallbackStore:
        """The texts with another suffix, reported alike."""
        other = CallbackStore({}, self._report, suffix)
        other._texts = self._texts
        return other

    def apply_change(self, name: str, text: StoredText | None) -> None:
        """Apply a change made elsewhere."""
        if text is None:
            self._texts.pop(name, None)
        else:
            self._texts[name] = text

    def _check(self, name: str, before: str | None) -> None:
        known = self._texts.get(name + self._suffix)
        if (None if known is None else known.text) != before:
            raise StaleError(name)

    def _change(self, name: str, before: str | None, after: StoredText | None) -> None:
        self.apply_change(name + self._suffix, after)
        self._report(name + self._suffix, before, after)
