"""The pages in docs/ and the README: every example on them is run.

Python examples are doctests (pytest itself takes those of the README). A block that is marked
`console` shows a terminal: lines that start with `$` are given to a shell (`>` goes on with the
line before), the others are what it prints, in which `...` stands for anything. Blocks marked
`console figures` show estimates, which move whenever an engine gets better:
`python -m tests.test_docs` writes what is printed now into them. Blocks marked `slow` are run if
`CLUMOND_EVERY_EXAMPLE` is set, as `.ci/extended` does.
"""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import clumond_solver
from clumond_solver.cli.exit_codes import BAD_INPUT, CHECK_FAILED, INTERRUPTED, OK
from tests.samples import ROOT

DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [*DOCS, *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY"))]
ABOUT_ENGINES = ("double_dummy.md", "games.md", "single_dummy.md")
LONGEST_PAGE = 150
BLOCK = re.compile(r"^```console( figures)?( slow)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A command may stop with exit code 1 (a check failed) or 2 (bad input): a page may show that.
KNOWN_EXIT_CODES = {0, 1, 2}


@dataclass
class Example:
    """A command, and what a page says that it prints."""

    command: str
    lines: list[str] = field(default_factory=list)
    slow: bool = False

    @property
    def output(self) -> str:
        return "".join(f"{line.rstrip()}\n" for line in self.lines)


def examples(page: str) -> list[Example]:
    found: list[Example] = []
    for _, slow, block in BLOCK.findall(page):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Example(line[2:], slow=bool(slow)))
            elif line.startswith("> ") and not found[-1].lines:
                found[-1].command += f"\n{line[2:]}"
            else:
                found[-1].lines.append(line)
    return found


class Terminal:
    """A shell in a folder of its own that knows the command `clumond`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = folder / "programs"
        programs.mkdir()
        command = programs / "clumond"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m clumond_solver "$@"\n')
        command.chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(Path(clumond_solver.__file__).parent.parent),
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "80",
        }

    def run(self, command: str) -> str:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode in KNOWN_EXIT_CODES, f"{command}\n{done.stdout}"
        return "".join(f"{line.rstrip()}\n" for line in done.stdout.rstrip().splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.stem)
def test_the_python_on_the_page_holds(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "seeds", tmp_path / "seeds")
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.slow
@pytest.mark.machine
@pytest.mark.skipif(sys.platform == "win32", reason="the pages show a Unix shell")
@pytest.mark.parametrize(
    "page", [page for page in PAGES if BLOCK.search(page.read_text("utf-8"))], ids=lambda p: p.stem
)
def test_the_commands_on_the_page_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "seeds", tmp_path / "seeds")
    terminal = Terminal(tmp_path)
    for example in examples(page.read_text("utf-8")):
        if example.slow and "CLUMOND_EVERY_EXAMPLE" not in os.environ:
            continue
        printed = terminal.run(example.command)
        agree = doctest.OutputChecker().check_output(example.output, printed, doctest.ELLIPSIS)
        assert agree, f"$ {example.command}\n{printed}"


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _standing(path: Path) -> Path:
    """The file itself; what belongs to the package stands where that is installed."""
    source = ROOT / "src" / "clumond_solver"
    if not path.is_relative_to(source):
        return path
    return Path(clumond_solver.__file__).parent / path.relative_to(source)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_link_of_the_page_leads_nowhere(page: Path) -> None:
    for target in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
        if "://" in target:
            continue
        name, _, place = target.partition("#")
        other = _standing((page.parent / name).resolve()) if name else page
        assert other.exists(), target
        if place:
            headings = re.findall(r"^#+ (.*)$", other.read_text("utf-8"), re.MULTILINE)
            assert place in map(anchor, headings), target


@pytest.mark.parametrize("name", ABOUT_ENGINES)
def test_a_page_about_an_engine_can_be_read_at_one_sitting(name: str) -> None:
    page = (ROOT / "docs" / name).read_text("utf-8")
    assert len(page.splitlines()) <= LONGEST_PAGE


def test_what_is_promised_is_there() -> None:
    page = (ROOT / "docs" / "promises.md").read_text("utf-8")
    faces = set(re.findall(r"`(clumond_solver[.\w]*)`", page))
    assert len(faces) == 5
    for face in faces:
        module = importlib.import_module(face)
        assert module.__all__, face
        assert all(hasattr(module, name) for name in module.__all__)
    codes = re.findall(
        r"(\d+) (?:done|a check failed|bad input|interrupted)", " ".join(page.split())
    )
    assert tuple(map(int, codes)) == (OK, CHECK_FAILED, BAD_INPUT, INTERRUPTED)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pythons = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert f"CPython {pythons[0]} to {pythons[-1]}," in page


def test_an_example_is_read_with_what_goes_on_and_what_it_prints() -> None:
    page = "```console\n$ cat <<E\n> a\n> E\na\n```\n```console figures slow\n$ true\n```\n"
    assert examples(page) == [Example("cat <<E\na\nE", ["a"]), Example("true", slow=True)]


def rewritten(page: str, terminal: Terminal) -> str:
    """The page with what its commands print now in the blocks that show estimates."""

    def now(match: re.Match[str]) -> str:
        ran = [(example, terminal.run(example.command)) for example in examples(match[0])]
        if not match[1]:
            return match[0]
        shown = "".join(
            "$ " + example.command.replace("\n", "\n> ") + f"\n{printed}"
            for example, printed in ran
        )
        return f"```console figures{match[2] or ''}\n{shown}```"

    return BLOCK.sub(now, page)


def test_only_estimates_are_written_anew(tmp_path: Path) -> None:
    page = "```console\n$ echo a >b\n```\n```console figures slow\n$ cat b\nold\n```\n"
    assert rewritten(page, Terminal(tmp_path)) == page.replace("old", "a")


if __name__ == "__main__":
    for each in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "seeds", Path(folder) / "seeds")
            written = rewritten(each.read_text("utf-8"), Terminal(Path(folder)))
            each.write_text(written, "utf-8")
