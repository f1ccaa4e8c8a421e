"""What a native Python needs to compile extensions for Pyodide's, made from Pyodide's npm package.

cross.py PYODIDE FOLDER writes into FOLDER the headers, Python's build settings, and a file `env`
that a shell reads before it runs setup.py. The native Python must be of Pyodide's minor version:
the headers are its own, but for pyconfig.h, which says how large types are.
"""

import json
import re
import runpy
import shutil
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

SETTINGS = "_sysconfigdata__emscripten_wasm32-emscripten"


def main(pyodide: Path, folder: Path) -> None:
    """Make the folder."""
    about = json.loads((pyodide / "pyodide-lock.json").read_text())["info"]
    if about["python"].split(".")[:2] != [str(part) for part in sys.version_info[:2]]:
        raise SystemExit(
            f"Pyodide is Python {about['python']}; this one is {sys.version.split()[0]}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    variables = _settings(pyodide, folder)
    headers = folder / "include"
    shutil.copytree(sysconfig.get_path("include"), headers, dirs_exist_ok=True)
    native = Path(sysconfig.get_config_h_filename()).read_text()
    (headers / "pyconfig.h").write_text(_configuration(native, variables))
    (folder / "env").write_text(_environment(folder, f"pyodide_{about['abi_version']}_wasm32"))


def _settings(pyodide: Path, folder: Path) -> dict[str, Any]:
    """Pyodide's own build settings, put where the native Python will take them for its own."""
    source = zipfile.ZipFile(pyodide / "python_stdlib.zip").read(f"{SETTINGS}.py")
    path = folder / f"{SETTINGS}.py"
    path.write_bytes(source)
    variables: dict[str, Any] = runpy.run_path(str(path))["build_time_vars"]
    return variables


def _configuration(native: str, variables: dict[str, Any]) -> str:
    """A pyconfig.h with the native one's names and Pyodide's values."""
    names = re.findall(r"^(?:#\s*define|/\* #\s*undef)\s+(\w+)", native, re.MULTILINE)
    guard = "Py_PYCONFIG_H"
    lines = [f"#ifndef {guard}", f"#define {guard}"]
    for name in dict.fromkeys(names):
        if name != guard and variables.get(name) not in (None, 0, ""):
            lines.append(f"#define {name} {variables[name]}")
    return "\n".join([*lines, "#endif", ""])


def _environment(folder: Path, platform: str) -> str:
    """What setup.py has to find in its environment."""
    return f"""\
export PYTHONPATH='{folder}'
export _PYTHON_SYSCONFIGDATA_NAME={SETTINGS}
export _PYTHON_HOST_PLATFORM={platform}
export CC="emcc '-I{folder}/include' -fPIC"
export LDSHARED="emcc -sSIDE_MODULE=1 -sWASM_BIGINT -O2 -g0"
export CFLAGS= CPPFLAGS= LDFLAGS=
"""


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
