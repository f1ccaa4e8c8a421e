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

LAYERS = {
    "_files": 0,
    "errors": 0,
    "cards": 1,
    "packs": 2,
    "deals": 3,
    "rules": 4,
    "_core": 5,
    "catalogue": 5,
    "experience": 5,
    "results": 5,
    "compiled_rules": 6,
    "double_dummy": 6,
    "knowledge": 6,
    "records": 6,
    "sessions": 6,
    "_journal": 7,
    "_pools": 7,
    "_workers": 7,
    "compiled": 7,
    "display": 7,
    "quick": 7,
    "sampling": 7,
    "styles": 7,
    "views": 7,
    "compiled_views": 8,
    "open_cards": 8,
    "single_dummy": 8,
    "advice": 9,
    "analysis": 9,
    "game_search": 9,
    "chances": 9,
    "move_training": 10,
    "playing": 10,
    "questions": 10,
    "training": 10,
    "batch": 11,
    "terminal": 11,
    "explorer": 15,
    "adapters": 20,
    "cli": 20,
    "__main__": 21,
}
NEEDS_EXTRA = {"clumond_solver.explorer.server": "uvicorn"}
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
NEVER = {
    "records": {"double_dummy", "knowledge", "sampling", "single_dummy", "advice"},
    "display": {"double_dummy", "knowledge", "sampling", "single_dummy", "advice"},
    "double_dummy": {"knowledge"},
    "_core": set(LAYERS) - {"_core"},
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
    """The package's own parts that a file imports, by the first name behind the package's.

    What a notebook calls to show a value may draw a picture: a value does nothing with it.
    """
    found = set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    shown = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "_repr_svg_"
        for inner in ast.walk(node)
    }
    for node in set(ast.walk(tree)) - shown:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module]
            if node.module == "clumond_solver":
                names = [f"clumond_solver.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("clumond_solver.")}
    return found


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.py")), ids=lambda file: file.stem)
def test_imports_point_one_way(file: Path) -> None:
    part = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    if part == "__init__":
        return
    assert part in LAYERS, f"say in this test where {part} stands"
    for other in _imported(file) - {part}:
        assert LAYERS[other] < LAYERS[part], f"{part} imports {other}"
        assert other not in NEVER.get(part, set()), f"{part} imports {other}"


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
    }
    assert sorted(declared) == dir(clumond_solver)
    for name, module in declared.items():
        assert getattr(clumond_solver, name) is getattr(importlib.import_module(module), name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = clumond_solver.nonsense
