"""Where a person's sessions are kept: texts by name, in a folder or in whatever keeps them for us.

A change names the text that it was made from. It is made only if that text is still what is kept,
so that nobody, here or in another program, overwrites what he has not seen.

>>> told = []
>>> store = PassedOn({}, lambda name, before, text: told.append((name, before, text.text)))
>>> store.write("a", "three cards", None)
>>> store.read("a"), told
('three cards', [('a', None, 'three cards')])
>>> store.write("a", "two cards", "no cards")
Traceback (most recent call last):
clumond_solver.web.store.StaleError: a: what is kept is no longer what this was made from
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
from clumond_solver.base.locks import locked
from clumond_solver.base.whole_files import remove_parts, write_whole
from clumond_solver.web.questions import MOST_TEXT

_SUFFIX = ".session"
_LOCK = ".lock"
_LONGEST_CHARACTER = 4


class StoreError(ClumondError):
    """A text, or the place of all texts, cannot be read or written."""


class StaleError(ClumondError):
    """What is kept is no longer what a change was made from."""

    def __init__(self, name: str) -> None:
        """Of the text of that name."""
        super().__init__(f"{name}: what is kept is no longer what this was made from")


@dataclass(frozen=True, slots=True)
class Listing:
    """When each text was last written, in seconds since 1970; ``fault`` says why some may lack."""

    touched: Mapping[str, float] = field(default_factory=dict)
    fault: str = ""


class Store(Protocol):
    """Texts by name. The names are those that it was given, and fit for the names of files."""

    def listing(self) -> Listing:
        """All texts that there are."""

    def read(self, name: str) -> str:
        """The text of that name; KeyError if there is none, StoreError if it cannot be read."""

    def write(self, name: str, text: str, before: str | None) -> None:
        """Keep a text in place of ``before``, None for none; StaleError if something else is kept.

        One that cannot be written is kept in memory: `fault` says so.
        """

    def remove(self, name: str, before: str | None) -> None:
        """Keep ``before`` no longer, or whatever cannot be read (None); StaleError as in `write`.

        StoreError if it cannot be removed.
        """

    def fault(self, name: str) -> str:
        """Why a text is kept in memory only; empty if it is not."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is kept, and when it was written, in seconds since 1970."""

    text: str
    touched: float

    @classmethod
    def read(cls, kept: Any) -> Text:
        """What somebody else has kept; an empty text, which is no session, if it is none."""
        known = kept if isinstance(kept, Mapping) else {}
        text, touched = known.get("text"), known.get("touched")
        return cls(
            text if isinstance(text, str) else "",
            touched if isinstance(touched, int | float) else 0.0,
        )


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """A text that could not be written over ``before``, and why."""

    text: Text
    before: str | None
    reason: str


class Folder:
    """A file for each text, in a folder that is made when something is kept.

    What cannot be written, since the disk is full or the folder may not be written to, stays in
    memory and is written with its next change. Once the folder itself was lost, a file that is not
    there has not been removed.
    """

    def __init__(self, folder: Path) -> None:
        """Keep them there; what programs left behind that were killed as they wrote is removed."""
        self._folder = folder
        self._unwritten: dict[str, _Unwritten] = {}
        self._was_there = os.path.isdir(folder)
        self._was_lost = False
        if self._was_there:
            with suppress(OSError), locked(folder / _LOCK):
                remove_parts(folder)

    def listing(self) -> Listing:
        """The files, and the texts in memory."""
        touched, fault = {}, ""
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if entry.name.endswith(_SUFFIX):
                        # A link that leads nowhere, or a file that has just been removed.
                        with suppress(FileNotFoundError):
                            touched[entry.name.removesuffix(_SUFFIX)] = _modified(entry)
        except FileNotFoundError:
            pass
        except OSError as error:
            fault = _words(error)
        unwritten = {name: each.text.touched for name, each in self._unwritten.items()}
        return Listing(touched | unwritten, fault)

    def read(self, name: str) -> str:
        """The text in the file of that name, unless a later one is in memory."""
        unwritten = self._unwritten.get(name)
        if unwritten is not None:
            with suppress(StoreError):
                if self._content(name) != unwritten.before:
                    # Another program has gone on with it, or removed it.
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
        """Write the file, as a whole; in a new folder if the old one is gone."""
        unwritten = self._unwritten.pop(name, None)
        base = before if unwritten is None else unwritten.before
        try:
            with _in_words():
                is_lost = self._is_lost()
                self._folder.mkdir(parents=True, exist_ok=True)
                self._was_there = True
                with locked(self._folder / _LOCK):
                    found = self._content(name)
                    if found != base and not (found is None and is_lost):
                        raise StaleError(name)
                    write_whole(self._path(name), text.encode())
        except StoreError as error:
            self._unwritten[name] = _Unwritten(Text(text, time.time()), base, str(error))

    def remove(self, name: str, before: str | None) -> None:
        """Remove the file."""
        unwritten = self._unwritten.get(name)
        base = before if unwritten is None else unwritten.before
        if os.path.isdir(self._folder):
            with _in_words(), locked(self._folder / _LOCK):
                if before is not None and self._content(name) not in (None, base):
                    raise StaleError(name)
                self._path(name).unlink(missing_ok=True)
        self._unwritten.pop(name, None)

    def fault(self, name: str) -> str:
        """Why a text is in memory only."""
        unwritten = self._unwritten.get(name)
        return "" if unwritten is None else unwritten.reason

    def _content(self, name: str) -> str | None:
        """The text in a file; None if there is none, StoreError if it cannot be read."""
        path = self._path(name)
        with _in_words():
            try:
                found = path.stat()
                if not stat.S_ISREG(found.st_mode):
                    raise StoreError("this is no file")
                if found.st_size > _LONGEST_CHARACTER * MOST_TEXT:
                    raise StoreError(f"this is no session: it has {found.st_size} bytes")
                return path.read_bytes().decode()
            except FileNotFoundError:
                return None
            except UnicodeDecodeError:
                raise StoreError("this is no text in UTF-8") from None

    def _is_lost(self) -> bool:
        """Whether the folder has vanished since it was first seen, even if there is another now."""
        is_there = os.path.isdir(self._folder)
        self._was_lost |= self._was_there and not is_there
        self._was_there |= is_there
        return self._was_lost

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_SUFFIX}"


def _modified(entry: os.DirEntry[str]) -> float:
    try:
        return entry.stat().st_mtime
    except FileNotFoundError:
        raise
    except OSError:
        # It is listed, and reading it says what is wrong.
        return 0.0


@contextmanager
def _in_words() -> Iterator[None]:
    """Turn errors of the system into a `StoreError` that says which file and why."""
    try:
        yield
    except OSError as error:
        raise StoreError(_words(error)) from None


def _words(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{reason}: {os.fsdecode(error.filename)}"


class PassedOn:
    """Texts in memory, of which each change is told to who keeps them: a web page its worker's."""

    def __init__(
        self, texts: Mapping[str, Text], tell: Callable[[str, str | None, Text | None], None]
    ) -> None:
        """Begin with these; ``tell`` is given a name, its text before, and the new one or None."""
        self._texts = dict(texts)
        self._tell = tell

    def listing(self) -> Listing:
        """All texts."""
        return Listing({name: each.touched for name, each in self._texts.items()})

    def read(self, name: str) -> str:
        """The text of that name."""
        return self._texts[name].text

    def write(self, name: str, text: str, before: str | None) -> None:
        """Keep it here, and tell."""
        self._check(name, before)
        self._texts[name] = Text(text, time.time())
        self._tell(name, before, self._texts[name])

    def remove(self, name: str, before: str | None) -> None:
        """Forget it here, and tell."""
        if name in self._texts:
            self._check(name, before)
            del self._texts[name]
            self._tell(name, before, None)

    def fault(self, name: str) -> str:
        """Nothing is known of that here: who keeps the texts knows."""
        return ""

    def heard(self, name: str, text: Text | None) -> None:
        """Take over what was changed elsewhere."""
        if text is None:
            self._texts.pop(name, None)
        else:
            self._texts[name] = text

    def _check(self, name: str, before: str | None) -> None:
        known = self._texts.get(name)
        if (None if known is None else known.text) != before:
            raise StaleError(name)
