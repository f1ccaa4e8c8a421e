"""The Cython files of the tests, compiled when one of their functions is first called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from training.compiled import compiled

from clumond_solver.base.stopping import lacks_threads


class CythonFile:
    """The functions of a file, which documents them."""

    def __init__(self, path: str, *, uses_core: bool = False) -> None:
        self._path, self._uses_core = Path(__file__).parent / path, uses_core

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if lacks_threads():
            pytest.skip("no compiler in a browser")
        return getattr(compiled(self._path, uses_core=self._uses_core), name)


# What the library itself calls only from within a search.
core_access = CythonFile("core_access.pyx", uses_core=True)
plain_clumond = CythonFile("double_dummy/plain_clumond.pyx")
plain_any_game = CythonFile("double_dummy/plain_any_game.pyx")
