"""`clumond web` and `clumond explore` serve the page, or write it as static files."""

from __future__ import annotations

import argparse

from clumond_solver.base.errors import ClumondError
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.output import say
from clumond_solver.games.registry import load_games


def serve_page(options: argparse.Namespace, link: str = "") -> int:
    """Serve the page until interrupted, and print the address of ``link`` in it; or write it."""
    from clumond_solver.web import serve

    if options.static is not None:
        return _write_static(options)
    if options.runtime or options.wheel:
        raise ClumondError("--runtime and --wheel go with --static")

    for file in options.games:
        load_games(file)
    serve(
        options.host,
        options.port,
        announce=lambda address: say(f"{address}   (Ctrl-C ends it)"),
        link=link,
    )
    return OK


def _write_static(options: argparse.Namespace) -> int:
    from clumond_solver.web.standalone import HOW_TO_GET_RUNTIME, PageError, write_page

    if options.runtime is None:
        raise PageError(f"--static needs Pyodide: {HOW_TO_GET_RUNTIME}")
    if options.games:
        raise PageError("--static: only the served page can play a game of your own (--game)")
    write_page(options.static, runtime=options.runtime, wheel=options.wheel)
    say(f"{options.static}: the page, for any web server (python3 -m http.server)")
    return OK
