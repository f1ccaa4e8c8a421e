"""The web side of the page: static files, and questions answered within limits.

Of the solvers nothing is kept between requests but memory that makes them faster. A request
is limited in size, in the time it may take to arrive, and in the time an engine may think about
it; a few engines think at once, a few requests wait for one, and the rest are told to come back.
Work for a client that has left ends.
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
from clumond_solver.web.answering import Event, answer, events, read_question
from clumond_solver.web.connections import BACKLOG, LOGGING, Connection
from clumond_solver.web.hosts import hosts_for
from clumond_solver.web.kinds import kinds_at
from clumond_solver.web.questions import AnyAnswer, Asked, Kind, Question
from clumond_solver.web.static_files import static_files, type_of
from clumond_solver.web.tables import Tables


@dataclass(frozen=True, slots=True)
class Limits(questions.Limits):
    """What a request may cost, beside what answering may.

    body             its size in bytes.
    body_seconds     how long it may take to arrive.
    searches         how many engines think at once.
    waiting          how many requests wait for one; more are turned away.
    """

    body: int = 4 * questions.MOST_TEXT
    body_seconds: float = 10.0
    searches: int = 2
    waiting: int = 16


_Done = TypeVar("_Done")
_EVENTS = "text/event-stream"
# How often a long answer looks whether the server wants to end.
_LOOK_UP_SECONDS = 0.3
# How often a solver is told again to stop: between two searches the word is lost.
_STOP_AGAIN_SECONDS = 0.02


class _Refusal(Exception):
    """A request that is turned away, with its HTTP status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class _Engines:
    """A bounded number of solvers, each in one request's hands at a time."""

    def __init__(self, limits: Limits) -> None:
        threads = threads_within(limits.memory)
        self._idle = [Solver(limits.memory, threads=threads) for _ in range(limits.searches)]
        self._turns = asyncio.Semaphore(limits.searches)
        self._most_waiting = limits.waiting
        self._waiting = 0
        self._ending: set[asyncio.Task[None]] = set()

    async def think(self, work: Callable[[Solver, threading.Event], _Done]) -> _Done:
        """Do the work with a solver, in a thread, as soon as one is free; 503 if many wait.

        When this is cancelled the work's event is set and its searches end, and only when the work
        has come back is the solver free again.
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
    """Tell a solver to stop until its work has ended; nobody waits for the result."""
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

    ``closing`` tells whether the server wants to end, so that long answers end too. ``tables`` are
    those that a person plays at; in his own data folder unless given.
    """
    bounds = limits or Limits()
    engines = _Engines(bounds)

    def endpoint(kind: Kind) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            question = await _question(request, bounds)
            answering = _Answering(kind, question, engines, bounds)
            if _EVENTS in request.headers.get("accept", ""):
                return StreamingResponse(answering.events(closing), media_type=_EVENTS)
            return JSONResponse(await _unless_gone(request, answering.answer()))

        return respond

    return Starlette(
        routes=[
            *_static_routes(),
            *(
                Route(f"/api/{name}", endpoint(kind), methods=["POST"])
                for name, kind in kinds_at(tables or Tables()).items()
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
    """One question being answered: at once, or in parts that sharpen."""

    def __init__(self, kind: Kind, question: Question, engines: _Engines, limits: Limits) -> None:
        self._kind = kind
        self._question = question
        self._engines = engines
        self._limits = limits

    async def answer(self) -> AnyAnswer:
        """The answer alone."""
        return await self._run(lambda asked: answer(self._kind, self._question, asked))

    async def _run(self, work: Callable[[Asked], _Done]) -> _Done:
        """Do the work in another thread, with an engine if it takes one."""

        def with_what_it_takes(solver: Solver | None, gone: threading.Event) -> _Done:
            return work(Asked(self._limits, gone, idle=solver))

        if self._kind.thinks:
            return await self._engines.think(with_what_it_takes)
        done: _Done = await run_in_threadpool(with_what_it_takes, None, threading.Event())
        return done

    async def events(self, closing: Callable[[], bool]) -> AsyncIterator[str]:
        """Server-sent events: parts as they come, then the answer, or an error."""
        loop = asyncio.get_running_loop()
        told: asyncio.Queue[Event | None] = asyncio.Queue()

        def put(event: Event) -> None:
            loop.call_soon_threadsafe(told.put_nowait, event)

        async def work() -> None:
            try:
                await self._run(lambda asked: events(self._kind, self._question, asked, put))
            except _Refusal as error:
                told.put_nowait({"error": str(error)})
            finally:
                told.put_nowait(None)

        working = asyncio.create_task(work())
        try:
            while not closing():
                try:
                    event = await asyncio.wait_for(told.get(), _LOOK_UP_SECONDS)
                except TimeoutError:
                    continue
                if event is None:
                    await working
                    return
                yield f"data: {json.dumps(event)}\n\n"
        finally:
            working.cancel()


async def _unless_gone(request: Request, answering: Coroutine[Any, Any, AnyAnswer]) -> AnyAnswer:
    """The answer; ClientDisconnect, and no more work on it, as soon as nobody waits for it."""
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


async def _question(request: Request, limits: Limits) -> Question:
    """The JSON object of a request's body, within the limits."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise _Refusal(415, "questions are JSON: content-type application/json")
    try:
        body = await asyncio.wait_for(_body(request, limits.body), limits.body_seconds)
    except TimeoutError:
        raise _Refusal(408, "the request took too long to arrive") from None
    return read_question(body)


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
    """Tell the browser to run nothing, load nothing and frame nothing from elsewhere."""

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
    """The page's files, each by its path; the page itself also by none."""
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
    """What serves the application, over connections of this kind."""
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
    """A socket that listens there; OSError names the place if it cannot be had."""
    try:
        if "*" in host:
            # In the list of names that are answered it would stand for any.
            raise ValueError(host)
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(address[0]), port), family=family)
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else str(error.strerror)
        raise OSError(error.errno, reason, f"{host}:{port}") from None
    except (ValueError, OverflowError):
        # What cannot be written as a name, or is no port.
        raise OSError(errno.EINVAL, "no such host or port", f"{host}:{port}") from None
