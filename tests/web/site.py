"""Asks the page's endpoints in tests: directly, or through a running server."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from clumond_solver import web
from clumond_solver.base.cards import Strain
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.web.access import EVERYBODY, Access, hosts_for
from clumond_solver.web.endpoints import ENDPOINTS
from clumond_solver.web.page_questions import Limits, RequestContext
from clumond_solver.web.page_sessions import Sessions

EVENTS = {"content-type": "application/json", "accept": "text/event-stream"}
#: Part of an answer, as data for JSON.
Part = dict[str, Any]
CONTRACT = {"declarer": "F", "strain": "C"}


def asked(
    name: str, question: Mapping[str, Any], on_part: Callable[[Part], None] = lambda _: None
) -> Any:
    """The answer to a question, with a minute for each search."""
    return limited(name, question, 60.0, on_part)


def limited(
    name: str,
    question: Mapping[str, Any],
    seconds: float,
    on_part: Callable[[Part], None] = lambda _: None,
) -> Any:
    """The answer to a question, with these seconds for each search."""
    limits = Limits(
        verdict_seconds=seconds,
        finish_seconds=seconds,
        play_seconds=seconds,
        retentions_seconds=seconds,
        advice_budget=80,
    )
    context = RequestContext(limits, send_part=on_part, solver_or_none=Solver())
    return ENDPOINTS[name].answer(question, context)


def question_of(play: Play) -> dict[str, Any]:
    """The question about a play with its history, from the start of that."""
    start = play.copy()
    cards = [str(start.pop()) for _ in play.history][::-1]
    return {"start": str(start), "cards": cards, "at": len(cards)}


class Site:
    """A running server of the page, with requests to it."""

    def __init__(
        self,
        port: int,
        address: str = "127.0.0.1",
        server: Any = None,
        renew: Callable[[Sessions], None] = lambda _: None,
    ) -> None:
        """``renew`` replaces the page, with its solvers and sessions, at the same address."""
        self.port, self.address, self.server, self.renew = port, address, server, renew

    def hang_up(self) -> None:
        """End all connections, as the end of a server does."""
        for connection in list(self.server.server_state.connections):
            connection.loop.call_soon_threadsafe(connection.transport.abort)

    def connect(self) -> socket.socket:
        return socket.create_connection((self.address, self.port), timeout=60)

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection(self.address, self.port, timeout=60)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, content, response.headers

    def ask(self, name: str, question: object) -> tuple[int, Any]:
        body = json.dumps(question).encode()
        status, content, _ = self.request(
            "POST", f"/api/{name}", body, content_type="application/json"
        )
        return status, json.loads(content)


@contextlib.contextmanager
def running(
    host: str = "127.0.0.1",
    connections: Mapping[str, Any] = MappingProxyType({"in_all": 100}),
    sessions: Sessions | None = None,
    access: Access = EVERYBODY,
    **limits: Any,
) -> Iterator[Site]:
    """A site with these limits, also of ``connections``."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    from clumond_solver.web.connections import ConnectionLimits
    from clumond_solver.web.server import ServerLimits, application, listening_socket, server_of

    with listening_socket(host, 0) as listener:
        address, port = listener.getsockname()[:2]
        bounds = ServerLimits(**{"advice_budget": 80, "pause": 0.0, **limits})

        def page(sessions: Sessions | None) -> Any:
            return application(hosts_for(host, address), bounds, sessions=sessions, access=access)

        now = page(sessions)

        def renew(sessions: Sessions) -> None:
            nonlocal now
            now = page(sessions)

        async def current(scope: Any, receive: Any, send: Any) -> None:
            await now(scope, receive, send)

        serving = server_of(current, ConnectionLimits(**connections))
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield Site(port, address, serving, renew)
        finally:
            serving.should_exit = True
            thread.join()


STATIC = Path(web.__file__).parent / "static"


def modules_from(*first: str, folder: Path = STATIC) -> set[str]:
    """Modules of the page, with all modules that they import statically."""
    found: set[str] = set()
    waiting = [(folder / name).resolve() for name in first]
    while waiting:
        module = waiting.pop()
        if (name := module.relative_to(folder).as_posix()) not in found:
            found.add(name)
            imported = re.findall(
                r"""from\s*"(\.[^"]+\.js)\"""", module.read_text(encoding="utf-8")
            )
            waiting += [(module.parent / each).resolve() for each in imported]
    return found


LONG_SEARCH = {"start": str(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)), "cards": []}
