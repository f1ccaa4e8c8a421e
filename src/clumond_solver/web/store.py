"""Where a person's sessions are kept: texts by name, in a folder or in whatever keeps them for us.

>>> told = []
>>> store = PassedOn({}, lambda name, text: told.append((name, text and text.text)))
>>> store.write("a", "three cards")
>>> store.read("a"), told
('three cards', [('a', 'three cards')])
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from clumond_solver.system.whole_files import write_whole

_SUFFIX = ".session"


class Store(Protocol):
    """Texts by name. The names are those that it was given, and fit for the names of files."""

    def touched(self) -> Mapping[str, float]:
        """When each text was last written, in seconds since 1970."""

    def read(self, name: str) -> str:
        """The text of that name; KeyError if there is none, OSError if it cannot be read."""

    def write(self, name: str, text: str) -> None:
        """Keep a text, in place of the one of that name: whole, or not at all (OSError)."""

    def remove(self, name: str) -> None:
        """Keep it no longer, if there is one."""


class Folder:
    """A file for each text, in a folder that is made when something is kept."""

    def __init__(self, folder: Path) -> None:
        """Keep them there."""
        self._folder = folder

    def touched(self) -> Mapping[str, float]:
        """When each file was last written."""
        return {path.stem: path.stat().st_mtime for path in self._folder.glob(f"*{_SUFFIX}")}

    def read(self, name: str) -> str:
        """The text in the file of that name."""
        try:
            return self._path(name).read_text(encoding="utf-8")
        except FileNotFoundError:
            raise KeyError(name) from None

    def write(self, name: str, text: str) -> None:
        """Write the file, as a whole."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._path(name), text.encode())

    def remove(self, name: str) -> None:
        """Remove the file."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_SUFFIX}"


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is kept, and when it was written, in seconds since 1970."""

    text: str
    touched: float


class PassedOn:
    """Texts in memory, of which each change is told to who keeps them: a web page its worker's."""

    def __init__(self, texts: Mapping[str, Text], tell: Callable[[str, Text | None], None]) -> None:
        """Begin with these; ``tell`` is given a name with its new text, or None once removed."""
        self._texts = dict(texts)
        self._tell = tell

    def touched(self) -> Mapping[str, float]:
        """When each text was last written."""
        return {name: each.touched for name, each in self._texts.items()}

    def read(self, name: str) -> str:
        """The text of that name."""
        return self._texts[name].text

    def write(self, name: str, text: str) -> None:
        """Keep it here, and tell."""
        self._texts[name] = Text(text, time.time())
        self._tell(name, self._texts[name])

    def remove(self, name: str) -> None:
        """Forget it here, and tell."""
        if self._texts.pop(name, None) is not None:
            self._tell(name, None)

    def heard(self, name: str, text: Text | None) -> None:
        """Take over what was changed elsewhere."""
        if text is None:
            self._texts.pop(name, None)
        else:
            self._texts[name] = text
