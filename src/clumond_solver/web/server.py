"""The web side of the page: static files, and questions answered within limits.

Between requests solvers keep only their tables, which make them faster. Limits bound a request's
size, its time to arrive and its engine's time. Few engines run at once, few requests wait for one,
and the rest get status 503. Work for a client that has left ends.
"""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clumond_solver.base.errors import ClumondError
from clumond_solver.double_dummy.solver import Solver, threads_within
from clumond_solver.web import questions
from clumond_solver.web.allowed_hosts import hosts_for
from clumond_solver.web.answering import Event, answer, events, parse_page_question
from clumond_solver.web.connections import BACKLOG, LOGGING, Connection
from clumond_solver.web.endpoints import endpoints_at
from clumond_solver.web.questions import AnyAnswer, Endpoint, PageQuestion, RequestContext
from clumond_solver.web.static_files import static_files, type_of
from clumond_solver.web.tables import Tables


@dataclass(frozen=True, slots=True)
class Limits(questions.Limits):
    """Limits of requests, beside those of answers.

    body             size in bytes.
    body_seconds     time to arrive.
    searches         engines that think at once.
    waiting          requests that wait for one; the server refuses more.
    """

    body: int = 4 * questions.MOST_TEXT
    body_seconds: float = 10.0
    searches: int = 2
    waiting: int = 16


_Done = TypeVar("_Done")
_EVENTS = "text/event-stream"
# How often a long answer checks whether the server is closing.
_LOOK_UP_SECONDS = 0.3
# How often to repeat a stop, which is lost between two searches.
_STOP_AGAIN_SECONDS = 0.02


class _Refusal(Exception):
    """The refusal of a request, with its HTTP status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class _Engines:
    """A bounded number of solvers, one to a request."""

    def __init__(self, limits: Limits) -> None:
        threads = threads_within(limits.memory)
        self._idle = [Solver(limits.memory, threads=threads) for _ in range(limits.searches)]
        self._turns = asyncio.Semaphore(limits.searches)
        self._most_waiting = limits.waiting
        self._waiting = 0
        self._ending: set[asyncio.Task[None]] = set()

    async def think(self, work: Callable[[Solver, threading.Event], _Done]) -> _Done:
        """Do the work with a solver, in a thread, as soon as one is free; 503 if many wait.

        Cancelling sets the work's event and ends its searches; the solver is free again once the
        work has returned.
        """
        if self._waiting >= self._most_waiting:
            raise _Refusal(503, "the engines are busy: try again in a moment")
        self._waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self._waiting -= 1
        solver, gone = self._idle.pop(), threading.Event()
        thinking = asyncio.ensure_future(run_in_threadpool(work, solver, gone))
        thinking.add_done_callback(lambda _: self._give_back(solver))
        try:
            done: _Done = await asyncio.shield(thinking)
            return done
        except asyncio.CancelledError:
            gone.set()
            ending = asyncio.create_task(_end(thinking, solver))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            raise

    def _give_back(self, solver: Solver) -> None:
        self._idle.append(solver)
        self._turns.release()


async def _end(thinking: asyncio.Future[Any], solver: Solver) -> None:
    """Stop a solver until its work has ended; nobody waits for the result."""
    while not thinking.done():
        solver.stop()
        await asyncio.wait({thinking}, timeout=_STOP_AGAIN_SECONDS)
    thinking.exception()


def application(
    hosts: list[str],
    limits: Limits | None = None,
    closing: Callable[[], bool] = lambda: False,
    tables: Tables | None = None,
) -> Starlette:
    """The page as an ASGI application; ``hosts`` are the names it answers to.

    ``closing`` says whether the server is closing, so that long answers end too. ``tables`` are the
    person's sessions, by default in the data folder.
    """
    bounds = limits or Limits()
    engines = _Engines(bounds)

    def handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            question = await _question(request, bounds)
            answering = _Answering(endpoint, question, engines, bounds)
            if _EVENTS in request.headers.get("accept", ""):
                return StreamingResponse(answering.events(closing), media_type=_EVENTS)
            return JSONResponse(await _unless_gone(request, answering.answer()))

        return respond

    return Starlette(
        routes=[
            *_static_routes(),
            *(
                Route(f"/api/{name}", handler(endpoint), methods=["POST"])
                for name, endpoint in endpoints_at(tables or Tables()).items()
            ),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(_SafeHeaders),
        ],
        exception_handlers={
            _Refusal: _refused,
            ClumondError: _bad_question,
            ClientDisconnect: _gone,
        },
    )


class _Answering:
    """An answer under way: at once, or in parts that sharpen."""

    def __init__(
        self, endpoint: Endpoint, question: PageQuestion, engines: _Engines, limits: Limits
    ) -> None:
        self._endpoint = endpoint
        self._question = question
        self._engines = engines
        self._limits = limits

    async def answer(self) -> AnyAnswer:
        """The answer alone."""
        return await self._run(lambda context: answer(self._endpoint, self._question, context))

    async def _run(self, work: Callable[[RequestContext], _Done]) -> _Done:
        """Do the work in another thread, with an engine if it takes one."""

        def with_context(solver: Solver | None, gone: threading.Event) -> _Done:
            return work(RequestContext(self._limits, gone, idle=solver))

        if self._endpoint.thinks:
            return await self._engines.think(with_context)
        done: _Done = await run_in_threadpool(with_context, None, threading.Event())
        return done

    async def events(self, closing: Callable[[], bool]) -> AsyncIterator[str]:
        """Server-sent events: parts as they come, then the answer, or an error."""
        loop = asyncio.get_running_loop()
        sent: asyncio.Queue[Event | None] = asyncio.Queue()

        def put(event: Event) -> None:
            loop.call_soon_threadsafe(sent.put_nowait, event)

        async def work() -> None:
            try:
                await self._run(
                    lambda context: events(self._endpoint, self._question, context, put)
                )
            except _Refusal as error:
                sent.put_nowait({"error": str(error)})
            finally:
                sent.put_nowait(None)

        working = asyncio.create_task(work())
        try:
            while not closing():
                try:
                    event = await asyncio.wait_for(sent.get(), _LOOK_UP_SECONDS)
                except TimeoutError:
                    continue
                if event is None:
                    await working
                    return
                yield f"data: {json.dumps(event)}\n\n"
        finally:
            working.cancel()


async def _unless_gone(request: Request, answering: Coroutine[Any, Any, AnyAnswer]) -> AnyAnswer:
    """The answer; ClientDisconnect, and no more work on it, once the client has left."""
    work, leaving = asyncio.create_task(answering), asyncio.create_task(_departure(request))
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise ClientDisconnect
    finally:
        work.cancel()
        leaving.cancel()


async def _departure(request: Request) -> None:
    """Wait until the client of a request that has arrived is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Requests and refusals.


async def _question(request: Request, limits: Limits) -> PageQuestion:
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
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            raise _Refusal(413, f"the request is too long: at most {most} bytes are read")
    return bytes(body)


async def _refused(_: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, _Refusal) else 400
    return JSONResponse({"error": str(error)}, status_code=status)


async def _bad_question(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status_code=400)


async def _gone(_: Request, __: Exception) -> Response:
    return Response(status_code=400)


class _SafeHeaders:
    """Headers that keep the browser from running, loading or framing anything from elsewhere."""

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


# Static files.


def _static_routes() -> Iterator[Route]:
    """The page's files by path; the page itself also at `/`."""
    for path, content in static_files():
        yield _static(f"/{path}", content, type_of(path))
        if path == "index.html":
            yield _static("/", content, type_of(path))


def _static(path: str, content: bytes, kind: str) -> Route:
    async def endpoint(_: Request) -> Response:
        return Response(content, media_type=kind)

    return Route(path, endpoint, methods=["GET"])


# Serving.


def run(
    host: str, port: int, announce: Callable[[str], None] | None = None, place: str = ""
) -> None:
    """Serve until interrupted; see `clumond_solver.web.serve`."""
    with listening(host, port) as listener:
        address, taken = listener.getsockname()[:2]
        serving = server(application(hosts_for(host, address), closing=lambda: serving.should_exit))
        if announce is not None:
            link = f"#/{place}" if place else ""
            announce(f"http://{f'[{host}]' if ':' in host else host}:{taken}/{link}")
        serving.run(sockets=[listener])


def server(app: ASGIApp, connection: type[Connection] = Connection) -> uvicorn.Server:
    """A server of the application, with connections of this class."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=connection,
            ws="none",
            backlog=BACKLOG,
            log_config=LOGGING,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=3,
        )
    )


def listening(host: str, port: int) -> socket.socket:
    """A listening socket; OSError with host and port if there can be none."""
    try:
        if "*" in host:
            # Among allowed hosts it would mean any.
            raise ValueError(host)
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(address[0]), port), family=family)
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else str(error.strerror)
        raise OSError(error.errno, reason, f"{host}:{port}") from None
    except (ValueError, OverflowError):
        # An impossible name or port.
        raise OSError(errno.EINVAL, "no such host or port", f"{host}:{port}") from None
