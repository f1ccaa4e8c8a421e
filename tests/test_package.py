"""The package as a whole: its doctests, and imports that point one way."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import os
import pkgutil
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from graphlib import TopologicalSorter
from importlib.metadata import version
from pathlib import Path

import pytest

import clumond_solver
from clumond_solver.adapters import arrays, env, register_in_openspiel
from clumond_solver.adapters.pandas_frames import to_frame
from clumond_solver.base import errors, installation
from clumond_solver.base.errors import ClumondError, MissingExtraError
from clumond_solver.batch.pools import in_order
from clumond_solver.cli import BAD_INPUT
from clumond_solver.display import plots
from clumond_solver.games import registry
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.results import Estimate
from tests.cli.command import run
from tests.samples import HAND, ROOT

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(clumond_solver.__path__, "clumond_solver.")
)
SOURCE = Path(clumond_solver.__file__).parent
# None where the tests lie without them, beside an installed package.
BENCHMARKS = sorted(
    file for file in (ROOT / "benchmarks").rglob("*.py") if "__main__" in file.read_text("utf-8")
)

NEEDS_EXTRA = {
    "clumond_solver.adapters.arrays": "numpy",
    "clumond_solver.adapters.pandas_frames": "pandas",
    "training.expert_iteration": "torch",
    "training.nets": "torch",
    "training.regression": "numpy",
    "clumond_solver.web.connections": "uvicorn",
    "clumond_solver.web.server": "uvicorn",
}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_hold(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name.endswith("__main__"):
        return
    # Games that an example registers are gone with it; the library's own are there before.
    own_games = registry.names()
    monkeypatch.setattr(registry, "_ENTRIES", {name: registry.entry(name) for name in own_games})
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
    modules = {thing.__module__, thing.__module__.rpartition(".")[0]}
    examples = "".join(map(_in_examples, modules))
    assert re.search(rf"\b{name}\b", examples), f"no example of {name}"


def _imported(file: Path) -> set[str]:
    """The package's own modules that a file imports, wherever in it, without the package's name."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name.removeprefix("clumond_solver.") for name in found if name.startswith("clumond_")}


def _rooms(storey: str, indented: str = "") -> list[str]:
    """The rooms of a storey as docs/architecture.md draws it, from the ground up."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = page.split(f"```{storey}\n")[1].split("```")[0]
    return re.findall(rf"^{indented}(\w+)", drawn, re.MULTILINE)


LIBRARY, PEOPLES_FLOOR = _rooms("library"), _rooms("people")
ROOMS = [*LIBRARY, *PEOPLES_FLOOR]
ROOMS_OF_THE_CORE = _rooms("library", "  ")
CORE = SOURCE / "_core"


def test_the_house_is_drawn_as_it_stands() -> None:
    standing = {each.relative_to(SOURCE).parts[0] for each in SOURCE.glob("*/*")} - {"__pycache__"}
    standing |= {each.stem for each in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert sorted(ROOMS) == sorted(standing)


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.py")), ids=lambda file: file.stem)
def test_imports_point_one_way(file: Path) -> None:
    room = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    if room in {"__init__", "__main__"}:
        return
    below = {*ROOMS[: ROOMS.index(room)], room, "__version__"}
    assert {name.partition(".")[0] for name in _imported(file)} <= below


UPSTAIRS = re.compile(rf"clumond_solver\.({'|'.join(PEOPLES_FLOOR)})\b")


def test_the_library_names_nothing_of_the_peoples_floor() -> None:
    """Neither in imports nor in texts, from which modules could be loaded late; its face may."""
    files = [file for room in LIBRARY for file in SOURCE.glob(f"{room}/**/*.p*[!cod]")]
    files += [SOURCE / f"{room}.py" for room in LIBRARY if (SOURCE / f"{room}.py").exists()]
    assert len(files) > 100
    upward = [file.name for file in files if UPSTAIRS.search(file.read_text(encoding="utf-8"))]
    assert upward == []


@pytest.mark.parametrize("file", sorted(CORE.glob("*/*.p*[!c]")), ids=lambda file: file.name)
def test_the_core_imports_what_lies_below_it_and_nothing_else_of_ours(file: Path) -> None:
    room = file.parent.name
    below = ROOMS_OF_THE_CORE[: ROOMS_OF_THE_CORE.index(room) + 1]
    imported = re.findall(r"clumond_solver\.([\w.]+) c?import", file.read_text(encoding="utf-8"))
    assert {name.split(".")[0] for name in imported} <= {"_core"}
    assert {name.split(".")[1] for name in imported if "." in name} <= {*below}


def test_no_variable_has_a_name_that_says_nothing() -> None:
    """CONTRIBUTING, "Words": results and items have names of their own."""
    for file in SOURCE.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        assert not names & {"told", "found", "each"}, file


def test_no_imports_run_in_a_circle() -> None:
    """Nor do imports inside functions, which would only hide the circle."""
    known = {*MODULES, "clumond_solver"}
    imports = {}
    for file in SOURCE.rglob("*.py"):
        name = ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts)
        found = {f"clumond_solver.{each}" for each in _imported(file)}
        wanted = {each if each in known else each.rpartition(".")[0] for each in found}
        imports[name.removesuffix(".__init__")] = wanted & known - {name.removesuffix(".__init__")}
    list(TopologicalSorter(imports).static_order())


@pytest.mark.parametrize("file", BENCHMARKS, ids=lambda file: file.stem)
def test_a_benchmark_prints_its_usage(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [file.name, "--help"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(file), run_name="__main__")
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("usage: ")


@pytest.mark.skipif(not BENCHMARKS, reason="the benchmarks are not here")
def test_without_a_part_the_benchmark_gives_all_answers() -> None:
    from benchmarks.answers import PARTS, chosen_parts

    assert list(chosen_parts([])) == list(PARTS)
    assert list(chosen_parts(["other_games"])) == ["other_games"]


@pytest.mark.machine
@pytest.mark.skipif(not BENCHMARKS, reason="the benchmarks are not here")
def test_a_benchmark_ends_quietly_when_its_reader_stops() -> None:
    command = [sys.executable, "-m", "benchmarks.answers"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline().startswith("[")
        child.stdout.close()
        assert child.wait(60) == 0
        assert child.stderr.read() == ""


@pytest.mark.machine
def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, clumond_solver; print(*sorted(m.split('.')[0] for m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "pandas", "argparse", "hypothesis"} & set(done.stdout.split())


def test_names_are_the_same_for_type_checkers_as_at_run_time() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    declared = {
        alias.name: str(node.module)
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    homes = vars(clumond_solver)["_HOME_OF"]
    assert declared == {name: f"clumond_solver.{module}" for name, module in homes.items()}
    assert sorted(declared) == sorted(clumond_solver.__all__) == sorted(dir(clumond_solver))
    for name, module in declared.items():
        assert getattr(clumond_solver, name) is getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("name", dir(clumond_solver))
def test_a_signature_is_short_enough_to_be_read(name: str) -> None:
    thing = getattr(clumond_solver, name)
    if not (isinstance(thing, type) and issubclass(thing, ClumondError)):
        assert len(str(inspect.signature(thing))) < 600


def test_the_help_of_the_package_begins_with_names_that_there_are() -> None:
    guide = re.findall(r"^((?:\w+, )*\w+)  ", str(clumond_solver.__doc__), re.MULTILINE)
    named = {name for names in guide for name in names.split(", ")}
    assert len(named) > 10
    assert named <= set(clumond_solver.__all__)


def test_the_face_is_small_and_says_where_the_rest_is() -> None:
    assert len(clumond_solver.__all__) <= 62
    with pytest.raises(AttributeError, match=r"clumond_solver\.practice has it"):
        getattr(clumond_solver, "Puzzle")  # noqa: B009 - a checker refuses the plain form


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(clumond_solver, "nonsense")  # noqa: B009 - a checker refuses the plain form


def test_the_version_is_the_installed_one() -> None:
    assert clumond_solver.__version__ == version("clumond_solver")


def test_the_package_says_that_it_is_typed() -> None:
    assert (SOURCE / "py.typed").is_file()


SNIPPET = """\
from clumond_solver import *
import clumond_solver
from clumond_solver.results import Advice
advice: Advice = advise(Hand.parse("AK8732.AK974.KJ4.Q3"))
reveal_type(advice.call)
reveal_type(clumond_solver.__version__)
clumond_solver.Sovler
from clumond_solver import quick_estimat
"""


@pytest.mark.machine
def test_type_checkers_know_every_name_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "snippet.py").write_text(SNIPPET, encoding="utf-8")
    # An installed package mypy finds by itself; a checkout it has to be shown.
    installed = SOURCE.parent.name == "site-packages"
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "snippet.py"],
        cwd=tmp_path,
        env=os.environ | ({} if installed else {"MYPYPATH": str(SOURCE.parent)}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    shown = re.findall(r'snippet.py:(\d+): note: Revealed type is "(.*)"', done.stdout)
    refused = re.findall(r"snippet.py:(\d+): error: .*\[(.*)\]", done.stdout)
    assert shown == [("5", "clumond_solver.base.cards.Strain | None"), ("6", "str")], done.stdout
    assert refused == [("7", "attr-defined"), ("8", "attr-defined")], done.stdout + done.stderr


MISSING: dict[str, tuple[str, Callable[[], object]]] = {
    "numpy": ("arrays", lambda: arrays.masks_of([HAND])),
    "pandas": ("arrays", lambda: to_frame(Estimate(0.5, 0.1, 20))),
    "matplotlib": ("plot", lambda: plots.tricks(Estimate(0.5, 0.1, 20, {}, {4: 20}))),
    "pettingzoo": ("pettingzoo", lambda: env(ClubsGame(4))),
    "pyspiel": ("openspiel", lambda: register_in_openspiel(ClubsGame(4))),
    "distributed": ("dask", lambda: next(in_order(len, ["a"], cluster="tcp://127.0.0.1:9"))),
    "loky": ("batch", lambda: next(in_order(len, ["a"], workers=2))),
    "shtab": ("completion", lambda: run("--print-completion", "bash")),
}


@pytest.mark.machine
@pytest.mark.parametrize("package", MISSING)
def test_a_missing_extra_is_named(
    package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [package, *(name for name in sys.modules if name.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    # What another test imported has the classes of the package already.
    for name in [name for name in sys.modules if name.startswith("clumond_solver.adapters.")]:
        monkeypatch.delitem(sys.modules, name)
    extra, use = MISSING[package]
    try:
        assert use() == BAD_INPUT
        message = capsys.readouterr().err
    except MissingExtraError as error:
        message = str(error)
    assert f"{sys.executable} -m pip install '{ROOT}[{extra}]'" in message


class _Installed:
    """A distribution whose installer wrote down where it came from, or did not."""

    def __init__(self, origin: str | None) -> None:
        self.origin = origin

    def read_text(self, name: str) -> str | None:
        return self.origin if name == "direct_url.json" else None


@pytest.mark.parametrize("origin", [None, "{}", "[]", "no", '{"url": "file:///gone/away.whl"}'])
def test_an_installed_library_names_itself_for_its_extras(
    origin: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "__file__", "/l/python/clumond_solver/base/installation.py")
    monkeypatch.setattr(installation, "distribution", lambda _: _Installed(origin))
    assert errors.install_command("web").endswith(" -m pip install 'clumond_solver[web]'")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "executable", r"C:\Program Files\python.exe")
    command = r'"C:\Program Files\python.exe" -m pip install "clumond_solver[web]"'
    assert errors.install_command("web") == command


def test_a_library_installed_from_a_folder_names_that_for_its_extras(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    monkeypatch.setattr(installation, "__file__", "/l/python/clumond_solver/base/installation.py")
    origin = json.dumps({"url": folder.as_uri(), "dir_info": {}})
    monkeypatch.setattr(installation, "distribution", lambda _: _Installed(origin))
    assert errors.install_command("web").endswith(f" -m pip install '{folder}[web]'")


@pytest.mark.machine
@pytest.mark.parametrize(
    "words", ["-m clumond_solver show AK..", "-c", "-m clumond_solver web --port 0"]
)
def test_a_checkout_that_is_not_compiled_says_so(words: str, tmp_path: Path) -> None:
    source = ROOT / "src" / "clumond_solver"
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "static", "__pycache__")
    shutil.copytree(source, tmp_path / "src" / "clumond_solver", ignore=ignored)
    (tmp_path / "setup.py").touch()
    command = words.split() if words != "-c" else ["-c", "from clumond_solver import Solver"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path / "src",
        capture_output=True,
        text=True,
        check=False,
    )
    advice = (
        f'not compiled for this Python: in {tmp_path} run "{sys.executable} -m pip install -e ."'
    )
    assert advice in done.stderr.splitlines()[-1]
    if words != "-c":
        assert (done.returncode, done.stderr.count("\n")) == (BAD_INPUT, 1)


def test_an_extra_has_all_that_its_modules_import() -> None:
    """What builds and fits the nets once lacked Cython; `all` is all but that and the tests."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    packages = {name: {re.split(r"[\[>=<]", line)[0] for line in extras[name]} for name in extras}
    assert {"cython", "setuptools", "numpy", "torch"} <= packages["training"]
    assert (packages["batch"], packages["dask"]) == ({"loky"}, {"distributed"})
    [everything] = extras["all"]
    combined = set(everything.removeprefix("clumond_solver[").removesuffix("]").split(","))
    assert combined == set(extras) - {"all", "test", "training"}
    lines = [line.partition(";")[0] for name in extras for line in extras[name]]
    for name in {line.partition(">=")[0] for line in lines}:
        bounds = {line for line in lines if line.partition(">=")[0] == name}
        assert len(bounds) == 1, f"more than one lowest version of {name}"
