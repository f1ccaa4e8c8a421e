"""Both editions of the page, for tests of what they share: served, and as static files.

The second needs Pyodide and the wheel for it: CLUMOND_RUNTIME names the folder of the one, in which
or beside which the other lies; `.ci/wasm-wheel` makes the wheel.
"""

from __future__ import annotations

import contextlib
import functools
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.standalone import write_page
from clumond_solver.web.store import Folder
from tests.web.site import running

RUNTIME = os.environ.get("CLUMOND_RUNTIME", "")
SERVED = "served"
NEEDS_RUNTIME = pytest.mark.skipif(
    not RUNTIME, reason="CLUMOND_RUNTIME names no Pyodide with the wheel beside it"
)
EDITIONS = [SERVED, pytest.param("static", marks=NEEDS_RUNTIME)]


@dataclass(frozen=True)
class Edition:
    """A page that can be opened at this address; ``renew`` makes it forget all sessions.

    The sessions of static files are stored by the browser, which clears them.
    """

    name: str
    address: str
    renew: Callable[[], None] = lambda: None


@contextlib.contextmanager
def opened(name: str) -> Iterator[Edition]:
    """An edition, with no sessions yet for a new browser."""
    if name == SERVED:
        with tempfile.TemporaryDirectory() as folder:

            def no_sessions() -> Sessions:
                return Sessions(Folder(Path(tempfile.mkdtemp(dir=folder))))

            with running(sessions=no_sessions(), review_seconds=8.0) as site:
                address = f"http://127.0.0.1:{site.port}/"
                yield Edition(name, address, lambda: site.renew(no_sessions()))
    else:
        # Below a folder, as on a site that has other things too.
        with files_served(static_page().parent) as port:
            yield Edition(name, f"http://127.0.0.1:{port}/{static_page().name}/")


@functools.cache
def static_page() -> Path:
    """The folder of the page, in one of its own."""
    root = tempfile.TemporaryDirectory(prefix="clumond-page-")
    _KEPT.append(root)
    folder = Path(root.name, "clumond")
    write_page(folder, runtime=Path(RUNTIME))
    return folder


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def files_served(folder: Path, port: int = 0) -> Iterator[int]:
    """A plain web server for a folder, which knows nothing of the page; its port."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()
