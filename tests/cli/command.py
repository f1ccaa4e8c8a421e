"""Running the command in tests: in this process or in another."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import Any

import pytest

from clumond_solver.cli import OK, main
from clumond_solver.cli.parser import Parser, new_parser

Capture = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or OK)


def clumond_parser() -> Parser:
    return new_parser("clumond")


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))


def completed(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, at its end."""
    command = [sys.executable, "-m", "clumond_solver", *words]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    done: subprocess.CompletedProcess[str]
    done = subprocess.run(command, check=False, encoding="utf-8", **streams | options)
    return done


def process(*arguments: str, stdin: int | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "clumond_solver", *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
