"""Cython modules that the library does not ship, compiled when they are first asked for.

What was compiled stays beside its source, in ``__pycache__``, until the source, the core that it
uses, Cython or Python changes. Runs at the same time may each compile it; none sees half a file.
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
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import clumond_solver

SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
_PACKAGE = Path(clumond_solver.__file__).parent
# As in `setup.py`: one seed gives the same answers on every processor.
_FLAGS = "-O3 -ffp-contract=off"
# What calls the core's functions is compiled as the core is, anything else with every check.
_LIKE_THE_CORE = ("cdivision=True", "boundscheck=False", "wraparound=False")


@cache
def compiled(source: Path, *, uses_core: bool = False) -> Any:
    """The module of a ``.pyx`` file; ``uses_core`` if it imports functions of the compiled core."""
    directives = ("language_level=3", *(_LIKE_THE_CORE if uses_core else ()))
    digest = hashlib.sha256(repr((version("cython"), directives, _FLAGS)).encode())
    for file in (source, *sorted(_PACKAGE.glob("_core/**/*.px[di]") if uses_core else ())):
        digest.update(file.read_bytes())
    stored = source.parent / "__pycache__" / digest.hexdigest()[:16] / f"{source.stem}{SUFFIX}"
    if stored.exists():
        return _loaded(stored)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = _compile_in(Path(folder), source, directives)
        try:
            stored.parent.mkdir(parents=True, exist_ok=True)
            beside = stored.with_name(f"{stored.name}.{os.getpid()}")
            shutil.copyfile(made, beside)
            os.replace(beside, stored)
        except OSError:
            # The sources are in a folder where nothing may be written: compiled for this run only.
            return _loaded(made)
    return _loaded(stored)


def _compile_in(folder: Path, source: Path, directives: tuple[str, ...]) -> Path:
    options = [part for directive in directives for part in ("-X", directive)]
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "--inplace", "--quiet", *options]
    paths = [str(_PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    if sys.platform != "win32":
        environment["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {_FLAGS}"
    done = subprocess.run(
        [*command, shutil.copy(source, folder)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{source.name} was not compiled:\n{done.stderr}")
    return folder / f"{source.stem}{SUFFIX}"


def _loaded(file: Path) -> Any:
    spec = importlib.util.spec_from_file_location(file.name.partition(".")[0], file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
