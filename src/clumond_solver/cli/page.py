"""`clumond web` and `clumond explore`: the page in a browser, opened at one of its places."""

from __future__ import annotations

import argparse

from clumond_solver.cli.output import OK, say
from clumond_solver.games.registry import load_games


def serve_page(options: argparse.Namespace, place: str = "") -> int:
    """Serve the page until interrupted, and say its address."""
    from clumond_solver.web import serve

    for file in options.games:
        load_games(file)
    serve(
        options.host,
        options.port,
        announce=lambda address: say(f"{address}   (Ctrl-C ends it)"),
        place=place,
    )
    return OK
