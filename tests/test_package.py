"""The package as a whole: its doctests, and imports that point one way."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import clumond_solver
from clumond_solver.errors import ClumondError

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(clumond_solver.__path__, "clumond_solver.")
)
SOURCE = Path(clumond_solver.__file__).parent
ROOT = Path(__file__).parent.parent

NEEDS_EXTRA = {"clumond_solver.web.server": "uvicorn"}
# Made by functions and methods, never by users: where these are, the examples stand.
SHOWN_BY = {
    "ActionChoice": "choose_action",
    "ActionValue": "choose_action",
    "Advice": "advise",
    "Choice": "choose",
    "DealTable": "solve_deal",
    "ScoreEstimate": "estimate_scores",
    "Solution": "Solver",
}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_hold(name: str) -> None:
    if name.endswith("__main__"):
        return
    if name in NEEDS_EXTRA:
        pytest.importorskip(NEEDS_EXTRA[name])
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def _in_examples(module: str) -> str:
    """The code of all examples in a module's docstrings."""
    tests = doctest.DocTestFinder().find(importlib.import_module(module))
    return "".join(example.source for test in tests for example in test.examples)


@pytest.mark.parametrize("name", dir(clumond_solver))
def test_every_public_name_is_explained_and_shown_in_use(name: str) -> None:
    thing = getattr(clumond_solver, name)
    assert inspect.getdoc(thing), f"{name} has no docstring"
    if isinstance(thing, type) and issubclass(thing, ClumondError):
        return
    shown = SHOWN_BY.get(name, name)
    maker = getattr(clumond_solver, shown)
    modules = {maker.__module__, maker.__module__.rpartition(".")[0]}
    examples = "".join(map(_in_examples, modules))
    assert re.search(rf"\b{shown}\b", examples), f"{name}: no example of {shown}"


def _imported(file: Path) -> set[str]:
    """The package's own modules that a file imports, wherever in it, without the package's name."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name.removeprefix("clumond_solver.") for name in found if name.startswith("clumond_")}


def _rooms() -> list[str]:
    """The rooms of the house as docs/architecture.md draws it, from the ground up."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = page.split("```house\n")[1].split("```")[0]
    return [line.split()[0].rstrip("/") for line in drawn.splitlines() if line[:1].strip()]


ROOMS = _rooms()


def test_the_house_is_drawn_as_it_stands() -> None:
    standing = {
        each.relative_to(SOURCE).parts[0].removesuffix(".py") for each in SOURCE.glob("*/*")
    }
    standing |= {each.stem for each in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert sorted(ROOMS) == sorted(standing)


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.py")), ids=lambda file: file.stem)
def test_imports_point_one_way(file: Path) -> None:
    room = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    if room in {"__init__", "__main__"}:
        return
    below = {*ROOMS[: ROOMS.index(room)], room}
    assert {name.partition(".")[0] for name in _imported(file)} <= below


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, clumond_solver; print(*sorted(m.split('.')[0] for m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "rich", "argparse", "hypothesis"} & set(done.stdout.split())


def test_every_public_name_is_found_where_type_checkers_look_for_it() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    declared = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("clumond")
        for alias in node.names
        if alias.asname == alias.name
    }
    assert sorted(declared) == dir(clumond_solver)
    for name, module in declared.items():
        assert getattr(clumond_solver, name) is getattr(importlib.import_module(module), name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = clumond_solver.nonsense
