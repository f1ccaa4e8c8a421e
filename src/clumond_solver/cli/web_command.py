"""`clumond web`: the page, served or written as static files."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from clumond_solver.base.errors import ClumondError
from clumond_solver.base.numbers import number_up_to
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import argument_type
from clumond_solver.cli.streams import games_of, say
from clumond_solver.games import DEFAULT_GAME


def add_options(parser: argparse.ArgumentParser, _: str) -> None:
    """Add the options that say where the page is served, and with which games of your own."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on (default: reachable from this machine only); 0.0.0.0 lets"
        " friends in your network join your tables, by links that you give them",
    )
    parser.add_argument(
        "--port",
        type=argument_type(number_up_to((1 << 16) - 1, "a port")),
        default=8117,
        help="the port, 0 for any free (default 8117)",
    )
    parser.add_argument(
        "--address",
        metavar="URL",
        default="",
        help="where others reach the page, such as https://cards.example.org, if a proxy is in"
        " front of it (docs/playing.md)",
    )
    parser.add_argument(
        "--game",
        dest="games",
        metavar="FILE",
        action="append",
        default=[],
        help="a Python file that registers a game of your own; repeat for more games",
    )
    static = parser.add_argument_group(
        "static files", "write the page with the library in it, for any web server"
    )
    static.add_argument(
        "--static",
        type=Path,
        metavar="DIR",
        help="write the page to this folder instead of serving it",
    )
    static.add_argument(
        "--runtime", type=Path, metavar="DIR", help="the npm package of Pyodide, unpacked"
    )
    static.add_argument(
        "--wheel",
        type=Path,
        metavar="FILE",
        help="this library's wheel for Pyodide (default: from the folder of --runtime, or the one"
        " above)",
    )


def _serve_page(options: argparse.Namespace, link: str = "") -> int:
    """Serve the page until interrupted, and print the address of ``link`` in it; or write it."""
    from clumond_solver.web import serve

    if options.static is not None:
        return _write_static(options)
    if options.runtime or options.wheel:
        raise ClumondError("--runtime and --wheel go with --static")

    for file in options.games:
        games_of(file)
    serve(
        options.host,
        options.port,
        announce=partial(_announce, has_link=bool(link)),
        link=link,
        public=options.address,
    )
    return OK


def _announce(address: str, *, has_link: bool) -> None:
    say(f"{address}   (Ctrl-C ends it)")
    if not has_link:
        # After the key, if there is one.
        say(f"{address}{'' if '#' in address else '#'}/analysis   the Analysis tab")


def _write_static(options: argparse.Namespace) -> int:
    from clumond_solver.web.standalone import HOW_TO_GET_RUNTIME, PageError, write_page

    if options.runtime is None:
        raise PageError(f"--static needs Pyodide: {HOW_TO_GET_RUNTIME}")
    if options.games:
        raise PageError("--static: only the served page can play a game of your own (--game)")
    write_page(options.static, runtime=options.runtime, wheel=options.wheel)
    say(f"{options.static}: the page, for any web server (python3 -m http.server)")
    return OK


def run(options: argparse.Namespace) -> int:
    """Serve the page, and print the address of the game in it."""
    game = options.game_name
    return _serve_page(options, "" if game == DEFAULT_GAME else f"play?game={game}")
