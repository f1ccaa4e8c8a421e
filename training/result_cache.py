"""Results of long work by name, in a file, so that work goes on where it was stopped.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with ResultCache(f"{folder}/results") as cache:
...         cache.get("three", lambda: [1, 2, 3])
...     with ResultCache(f"{folder}/results") as cache:
...         cache.get("three", lambda: [])
[1, 2, 3]
[1, 2, 3]
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, Self

from clumond_solver.base.errors import BatchError
from clumond_solver.base.journal import Journal

# Every line begins so.
_BEGINNING = b'["'


class ResultCache:
    """A cache of answers by name; without a path in memory alone.

    Answers are data for JSON. Opening raises what `Journal` does, and BatchError for a file with
    other lines, which stays unchanged; a torn last line is dropped.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """Read what the file holds, if there is one, and lock it."""
        self._journal = None if path is None else Journal(path)
        self._answers: dict[str, Any] = {}
        if self._journal is not None:
            try:
                self._read(self._journal)
            except BaseException as error:
                self._journal.__exit__(error)
                raise

    def _read(self, journal: Journal) -> None:
        size = 0
        for number, line in enumerate(journal.lines(), 1):
            answer = _kept_answer(line)
            if answer is not None:
                self._answers.update([answer])
                size += len(line)
            elif line.endswith(b"\n") or not _BEGINNING.startswith(line[: len(_BEGINNING)]):
                raise BatchError(f"{journal.path}, line {number}: no answer kept by an earlier run")
        journal.keep(size)

    def __enter__(self) -> Self:
        """The cache itself."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Close the file."""
        if self._journal is not None:
            self._journal.__exit__(*raised)

    def get(self, name: str, compute: Callable[[], Any]) -> Any:
        """The answer of this name; if there is none yet, compute and store it."""
        if name not in self._answers:
            answer = compute()
            self._answers[name] = answer
            if self._journal is not None:
                self._journal.append(json.dumps([name, answer]).encode("ascii") + b"\n")
        return self._answers[name]


def _kept_answer(line: bytes) -> tuple[str, Any] | None:
    """The name and the answer of a line; None if it is torn or of another kind."""
    if not line.endswith(b"\n"):
        return None
    try:
        name, answer = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return None
    return (name, answer) if isinstance(name, str) else None
