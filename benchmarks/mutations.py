"""Put one error at a time into the core, and see that the test of that part fails.

    python -m benchmarks.mutations [--only 3 7]

The errors are those of `mutations.txt`. Each is compiled in a temporary copy of the checkout. A
line for each says whether its test killed it; one that survives is an error that the tests would
not see. Takes a quarter of an hour; needs a C compiler, and Python with the package's `test` extra.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import until_reader_leaves

ROOT = Path(__file__).resolve().parent.parent
CORE = Path("src/clumond_solver/_core")
COPIED = ("src", "tests", "training", "examples", "setup.py", "pyproject.toml", "README.md")
# The share of its positions that a test takes: twice the gate's.
SHARE = "0.1"
# A test that runs on for so many seconds has failed.
LONGEST = 1800


@dataclass(frozen=True)
class Mutation:
    """Lines that a file has once, those that take their place, and the test that must then fail."""

    number: int
    file: str
    test: str
    # Whether the test needs all of its positions.
    full: bool
    old: str
    new: str
    # Why no test can fail; empty if one must.
    equivalent: str

    @classmethod
    def parse(cls, number: int, text: str) -> Mutation:
        head, *rest = text.splitlines()
        file, test, *full = head.split()
        lines: dict[str, list[str]] = {"-": [], "+": [], "=": []}
        for line in rest:
            lines[line[0]].append(line[1:])
        old, new = ("".join(f"{line}\n" for line in lines[sign]) for sign in "-+")
        return cls(number, file, test, full == ["full"], old, new, " ".join(lines["="]).strip())

    def mutated(self, core: Path) -> str:
        """The text of the file with the mutation."""
        text = "\n" + (core / self.file).read_text("utf-8")
        if text.count(f"\n{self.old}") != 1:
            raise SystemExit(f"mutation {self.number}: {self.file} has not once:\n{self.old}")
        return text.replace(f"\n{self.old}", f"\n{self.new}")[1:]


def mutations() -> list[Mutation]:
    blocks = Path(__file__).with_name("mutations.txt").read_text("utf-8").split("\n@ ")[1:]
    return [Mutation.parse(number, block.strip()) for number, block in enumerate(blocks, 1)]


class Copy:
    """A compiled copy of the checkout; every mutation starts from the core as it was."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clean = folder / "checkout", folder / "core"
        self.folder.mkdir()
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, self.folder / name)
        self._compile()
        shutil.copytree(self.folder / CORE, self.clean)

    def kills(self, mutation: Mutation) -> bool:
        """Whether the mutation's test fails with it."""
        core = self.folder / CORE
        shutil.rmtree(core)
        shutil.copytree(self.clean, core)
        (core / mutation.file).write_text(mutation.mutated(core), "utf-8")
        self._compile()
        return self.fails([mutation.test], full=mutation.full)

    def fails(self, tests: Sequence[str], *, full: bool = False) -> bool:
        """Whether a test fails, crashes or does not end."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        environment["CLUMOND_BOUNDS_SHARE"] = "1" if full else SHARE
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        try:
            done = self._run(command, environment)
        except subprocess.TimeoutExpired:
            return True
        if done.returncode > 1:
            raise SystemExit(f"pytest ended with {done.returncode}:\n{done.stdout[-2000:]}")
        return done.returncode != 0

    def _compile(self) -> None:
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = self._run(command, dict(os.environ))
        if done.returncode:
            raise SystemExit(f"the core does not compile:\n{done.stderr[-2000:]}")

    def _run(
        self, command: list[str], environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of mutations")
    options = parser.parse_args()
    chosen = [each for each in mutations() if not options.only or each.number in options.only]
    # Before half an hour's work: whether the texts are those of the core.
    for mutation in chosen:
        mutation.mutated(ROOT / CORE)
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        if copy.fails(sorted({each.test for each in chosen if not each.equivalent})):
            raise SystemExit("a test fails without any mutation")
        for mutation in chosen:
            started, verdict = time.monotonic(), f"equivalent: {mutation.equivalent}"
            if not mutation.equivalent:
                killed = copy.kills(mutation)
                survivors += not killed
                verdict = f"killed ({time.monotonic() - started:.0f} s)" if killed else "SURVIVED"
            print(
                f"{mutation.number:2} {mutation.file}: {mutation.new.strip()}: {verdict}",
                flush=True,
            )
    raise SystemExit(survivors > 0)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
