"""Compiles the plain minimax of the tests when it is first asked for, and loads it.

The library does not ship it. What was compiled stays beside this file, in ``__pycache__``, until
its source, Cython or Python changes. Runs at the same time may each compile it; none sees half a
file.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.threads import works_alone

SOURCE = Path(__file__).with_name("plain_minimax.pyx")
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")


def answer(  # noqa: PLR0917
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
) -> tuple[int, int]:
    """See `plain_minimax.pyx`."""
    forced, cooperative = _compiled().answer(hands, leader, table, taken, strain, endings)
    return forced, cooperative


def first_answer(  # noqa: PLR0917
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    taken: int,
    strain: int,
    endings: array[int],
) -> bool:
    """See `plain_minimax.pyx`."""
    found: bool = _compiled().first_answer(hands, leader, table, taken, strain, endings)
    return found


@cache
def _compiled() -> Any:
    if works_alone():
        pytest.skip("no compiler in a browser")
    digest = hashlib.sha256(SOURCE.read_bytes() + version("cython").encode()).hexdigest()[:16]
    kept = SOURCE.parent / "__pycache__" / digest / f"plain_minimax{SUFFIX}"
    if kept.exists():
        return _loaded(kept)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = _compile_in(Path(folder))
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            beside = kept.with_name(f"{kept.name}.{os.getpid()}")
            shutil.copyfile(made, beside)
            os.replace(beside, kept)
        except OSError:
            # The tests lie where nothing may be written: compiled for this run only.
            return _loaded(made)
    return _loaded(kept)


def _compile_in(folder: Path) -> Path:
    source = shutil.copy(SOURCE, folder)
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "--inplace", "--quiet", "-3", source]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the tests' plain minimax was not compiled:\n{done.stderr}")
    return folder / f"plain_minimax{SUFFIX}"


def _loaded(file: Path) -> Any:
    spec = importlib.util.spec_from_file_location("plain_minimax", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
