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

import os
from collections.abc import Callable
from typing import Any, Self

from clumond_solver.base.files import Journal, keyed_line


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
                self._answers = {line["key"]: line["answer"] for line in self._journal.resume()}
            except BaseException as error:
                self._journal.__exit__(error)
                raise

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
                number = len(self._answers)
                self._journal.append(keyed_line(number, name, {"answer": answer}))
        return self._answers[name]
