"""`clumond batch`: a file of questions."""

from __future__ import annotations

import argparse
import re
import sys

from clumond_solver.batch.run import BatchProgress, run_batch
from clumond_solver.cli.exit_codes import CHECK_FAILED, OK
from clumond_solver.cli.parser import Parser, add_progress, number_of_bytes, whole_number
from clumond_solver.cli.streams import ProgressLine


def _default_field(word: str) -> tuple[str, object]:
    """A field's name and value: a number or a Boolean if it looks like one, else a text."""
    name, equals, value = word.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{word!r}: write field=value, such as budget=200")
    if value in {"true", "false"}:
        return name, value == "true"
    return name, int(value) if re.fullmatch(r"[0-9]{1,20}", value) else value


def add_options(parser: Parser, _: str) -> None:
    """Add the options of `batch`."""
    parser.add_argument("source", help="the questions, or - for standard input")
    parser.add_argument(
        "target", help="the file to append the answers to, or - for standard output"
    )
    parser.add_argument(
        "--default",
        type=_default_field,
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="the value of a field where a line leaves it out; repeat for other fields",
    )
    parser.add_argument(
        "--workers", type=whole_number, help="processes (default: one per processor)"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="work on a Dask cluster instead")
    parser.add_argument(
        "--chunk", type=whole_number, metavar="LINES", help="lines sent to a worker at a time"
    )
    parser.add_argument(
        "--memory", type=number_of_bytes, metavar="SIZE", help="memory cap of each solver"
    )
    parser.add_argument(
        "--restart",
        action="store_true",
        help="delete the answers in the target, which may hold nothing else, and start again",
    )
    add_progress(parser)


def run(options: argparse.Namespace) -> int:
    """Answer a file of questions."""
    progress = ProgressLine(options.progress)
    state: BatchProgress | None = None

    def keep_latest(latest: BatchProgress) -> None:
        nonlocal state
        state = latest

    def show_progress(done: int, total: int | None) -> None:
        progress.show_count(done, total, f"answered{_errors_text(state or BatchProgress())}")

    memory = {} if options.memory is None else {"memory": options.memory}
    try:
        state = run_batch(
            options.source,
            options.target,
            defaults=dict(options.default),
            workers=options.workers,
            cluster=options.cluster,
            chunk=options.chunk,
            restart=options.restart,
            progress=show_progress,
            watch=keep_latest,
            **memory,
        )
    finally:
        progress.clear()
        if state is not None:
            print(f"clumond: {_batch_text(state)}", file=sys.stderr)
    return CHECK_FAILED if state.errors else OK


def _batch_text(state: BatchProgress) -> str:
    before = f"{state.resumed} answered before, " if state.resumed else ""
    return f"{before}{state.done} answered{_errors_text(state)}"


def _errors_text(state: BatchProgress) -> str:
    them = "all" if state.resumed else "them"
    return f", {state.errors} of {them} by an error" if state.errors else ""
