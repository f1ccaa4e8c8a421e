"""The page's HTTP server: static files, and questions answered within limits.

Between requests solvers keep only their tables, which make them faster. Limits bound a request's
size, its time to arrive and the solver's time. A few solvers run at once, a limited number of
requests waits for one, and the rest get status 503. Work stops when its client has left.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import json
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clumond_solver.base.errors import ClumondError
from clumond_solver.base.stopping import Stopper
from clumond_solver.double_dummy.solver import Solver, threads_within
from clumond_solver.web.endpoints import ENDPOINTS
from clumond_solver.web.page_questions import (
    Endpoint,
    Event,
    Limits,
    PageQuestion,
    RequestContext,
    parse_page_question,
    send_events,
)
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.store import MOST_TEXT

_LOCAL = ("127.0.0.1", "localhost", "[::1]")


def hosts_for(host: str, address: str) -> list[str]:
    """The host names to answer to when listening at an address, given as ``host``.

    A local server answers only to local names, which prevents DNS rebinding: a foreign page cannot
    reach it through a name that resolves to this machine. A server on the network answers to all.

    >>> hosts_for("127.1", "127.0.0.1")
    ['127.0.0.1', 'localhost', '[::1]', '127.1']
    >>> hosts_for("0.0.0.0", "0.0.0.0")
    ['*']
    """
    if not _is_loopback(address):
        return ["*"]
    given = [f"[{name}]" if ":" in name else name for name in (host.lower(), address)]
    return [*dict.fromkeys((*_LOCAL, *given))]


def _is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address."""
    with contextlib.suppress(ValueError):
        parsed = ipaddress.ip_address(address)
        return parsed.is_loopback or bool(
            isinstance(parsed, ipaddress.IPv6Address)
            and parsed.ipv4_mapped
            and parsed.ipv4_mapped.is_loopback
        )
    return False


@dataclass(frozen=True, slots=True)
class ServerLimits(Limits):
    """Limits of requests, in addition to those of answers.

    body          the size of a request's body, in bytes
    body_seconds  the time for it to arrive
    searches      the solvers that run at once
    waiting       the requests that may wait for a solver; the server refuses more
    """

    body: int = 4 * MOST_TEXT
    body_seconds: float = 10.0
    searches: int = 2
    waiting: int = 16


_Result = TypeVar("_Result")
_EVENTS = "text/event-stream"
# How often a long answer checks whether the server is closing.
_CLOSING_CHECK_SECONDS = 0.3


class _Refusal(Exception):
    """The refusal of a request, with its HTTP status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class _SolverPool:
    """A bounded number of solvers, one per request."""

    def __init__(self, limits: ServerLimits) -> None:
        threads = threads_within(limits.memory)
        self._idle = [Solver(limits.memory, threads=threads) for _ in range(limits.searches)]
        self._free = asyncio.Semaphore(limits.searches)
        self._most_waiting = limits.waiting
        self._waiting = 0

    async def run(self, work: Callable[[Solver], _Result]) -> _Result:
        """Do the work in a thread, as soon as a solver is free; refuse it if too many wait.

        Cancelling stops the work; the solver is free again once the work has ended.
        """
        if self._waiting >= self._most_waiting:
            raise _Refusal(503, "the server is busy: try again in a moment")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        solver, stopper = self._idle.pop(), Stopper()
        running = asyncio.ensure_future(run_in_threadpool(stopper.run, work, solver))
        running.add_done_callback(partial(self._give_back, solver))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            stopper.stop()
            raise

    def _give_back(self, solver: Solver, done: asyncio.Future[Any]) -> None:
        self._idle.append(solver)
        self._free.release()
        # Without this, asyncio would log that nobody has seen the exception of stopped work.
        if not done.cancelled():
            done.exception()


def application(
    hosts: list[str],
    limits: ServerLimits | None = None,
    closing: Callable[[], bool] = lambda: False,
    sessions: Sessions | None = None,
) -> Starlette:
    """The page as an ASGI application; ``hosts`` are the names that it answers to.

    ``closing`` says whether the server is closing, so that long answers end too. The person's
    ``sessions`` are by default those in the data folder.
    """
    bounds = limits or ServerLimits()
    context = RequestContext(bounds, sessions_or_none=sessions or Sessions())
    solvers = _SolverPool(bounds)

    def handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            question = await _question(request, bounds)
            run = _Run(endpoint, question, solvers, context)
            if _EVENTS in request.headers.get("accept", ""):
                return StreamingResponse(run.events(closing), media_type=_EVENTS)
            try:
                return JSONResponse(await _unless_client_leaves(request, run.answer()))
            except asyncio.CancelledError:
                if not closing():
                    raise
                return await _no_response(request, ClientDisconnect())

        return respond

    endpoints = [
        Route(f"/{name}", handler(endpoint), methods=["POST"])
        for name, endpoint in ENDPOINTS.items()
    ]
    return Starlette(
        routes=[
            Mount("/api", routes=endpoints),
            Mount("/", _PageFiles(directory=Path(__file__).with_name("static"), html=True)),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(_SafeHeaders),
            # It leaves server-sent events alone, which it would hold back.
            Middleware(GZipMiddleware),
        ],
        exception_handlers={
            _Refusal: _error_response,
            ClumondError: _error_response,
            ClientDisconnect: _no_response,
        },
    )


#: The types of the page's files by the ends of their names, since a system may have others.
FILE_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".LICENSE": "text/plain",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ts": "text/plain",
}


class _PageFiles(StaticFiles):  # type: ignore[misc]
    """The page's files, with their own types."""

    def file_response(self, full_path: Any, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(full_path, *arguments, **named)
        kind = FILE_TYPES.get(Path(full_path).suffix, "application/octet-stream")
        encoding = "; charset=utf-8" * kind.startswith("text/")
        response.headers["content-type"] = kind + encoding
        return response


@dataclass(frozen=True, slots=True)
class _Run:
    """The run of an endpoint for one question; gives the answer alone, or all events."""

    endpoint: Endpoint
    question: PageQuestion
    solvers: _SolverPool
    context: RequestContext

    async def answer(self) -> Any:
        """The answer alone."""
        return await self._do(partial(self.endpoint.answer, self.question))

    async def _do(self, work: Callable[[RequestContext], _Result]) -> _Result:
        """Do the work in another thread, with a solver if the endpoint is slow."""
        if self.endpoint.is_slow:
            return await self.solvers.run(
                lambda solver: work(replace(self.context, solver_or_none=solver))
            )
        result: _Result = await run_in_threadpool(work, self.context)
        return result

    async def events(self, closing: Callable[[], bool]) -> AsyncIterator[str]:
        """Server-sent events: parts as they come, then the answer, or an error."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Event | None] = asyncio.Queue()

        def send(event: Event) -> None:
            loop.call_soon_threadsafe(queue.put_nowait, event)

        async def work() -> None:
            try:
                await self._do(
                    lambda context: send_events(self.endpoint, self.question, context, send)
                )
            except _Refusal as error:
                queue.put_nowait({"error": str(error)})
            finally:
                queue.put_nowait(None)

        working = asyncio.create_task(work())
        try:
            while not closing():
                try:
                    event = await asyncio.wait_for(queue.get(), _CLOSING_CHECK_SECONDS)
                except TimeoutError:
                    continue
                if event is None:
                    await working
                    return
                yield f"data: {json.dumps(event)}\n\n"
        finally:
            working.cancel()


async def _unless_client_leaves(request: Request, answering: Coroutine[Any, Any, Any]) -> Any:
    """The answer; if the client leaves first, cancel the work and raise ClientDisconnect."""
    work, leaving = asyncio.create_task(answering), asyncio.create_task(_disconnect(request))
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise ClientDisconnect
    finally:
        work.cancel()
        leaving.cancel()


async def _disconnect(request: Request) -> None:
    """Wait until the client of a request that has arrived leaves."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Requests and refusals.


async def _question(request: Request, limits: ServerLimits) -> PageQuestion:
    """The JSON object of a request's body, within the limits."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise _Refusal(415, "questions are JSON: content-type application/json")
    try:
        body = await asyncio.wait_for(_body(request, limits.body), limits.body_seconds)
    except TimeoutError:
        raise _Refusal(408, "the request took too long to arrive") from None
    return parse_page_question(body)


async def _body(request: Request, most: int) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise _Refusal(413, f"the request is too long: at most {most} bytes are read")
    return bytes(body)


async def _error_response(_: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, _Refusal) else 400
    return JSONResponse({"error": str(error)}, status_code=status)


async def _no_response(_: Request, __: Exception) -> Response:
    """A response that nobody receives, because the client has left."""
    return Response(status_code=400)


class _SafeHeaders:
    """Adds headers that stop the browser from running, loading or framing foreign content."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_SAFE_HEADERS]
            await send(message)

        await self._app(scope, receive, send_with_headers)


_SAFE_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
        b" img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),
]


# Serving.


def run(
    host: str, port: int, announce: Callable[[str], None] | None = None, link: str = ""
) -> None:
    """Serve until interrupted; see `clumond_solver.web.serve`."""
    with listening_socket(host, port) as listener:
        address, actual_port = listener.getsockname()[:2]
        server = server_of(
            application(hosts_for(host, address), closing=lambda: server.should_exit)
        )
        if announce is not None:
            home = f"http://{f'[{host}]' if ':' in host else host}:{actual_port}/"
            announce(f"{home}#/{link}" if link else home)
        server.run(sockets=[listener])


def server_of(app: ASGIApp, connections: int = 100) -> uvicorn.Server:
    """A server of the application, which answers while no more than these are connected."""
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        limit_concurrency=connections,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_fault)
    return uvicorn.Server(config)


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether a line of the log is about anything but an answer that was cancelled at the end."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def listening_socket(host: str, port: int) -> socket.socket:
    """A listening socket; OSError that names host and port if they cannot be used."""
    try:
        if "*" in host:
            # In the list of allowed hosts a star would allow any.
            raise ValueError(host)
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(address[0]), port), family=family)
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else str(error.strerror)
        raise OSError(error.errno, reason, f"{host}:{port}") from None
    except (ValueError, OverflowError):
        raise OSError(errno.EINVAL, "no such host or port", f"{host}:{port}") from None
