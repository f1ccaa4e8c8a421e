"""The page's HTTP server: static files, and questions answered within limits.

Between requests solvers keep only their tables, which make them faster. Limits bound a request's
size, its time to arrive and the solver's time. A few solvers run at once, a limited number of
requests waits for one, and the rest get status 503. Work stops when its client has left. A question
that waits for news at a table holds no thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import os
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

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

from clumond_solver.base.errors import ClumondError, error_data
from clumond_solver.base.stopping import Stopper
from clumond_solver.double_dummy.solver import Solver, threads_within
from clumond_solver.web.access import (
    EVERYBODY,
    Access,
    checked_address,
    hosts_for,
    is_loopback,
    owner_key,
    reached_at,
)
from clumond_solver.web.connections import Connection, ConnectionLimits
from clumond_solver.web.endpoints import ENDPOINTS, EVERY_ENDPOINT, Opened, endpoints_for
from clumond_solver.web.page_address import addressed_files
from clumond_solver.web.page_questions import (
    Endpoint,
    KeyRefusedError,
    Limits,
    RequestContext,
    ServerEvent,
    send_events,
)
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.question import PageQuestion, parse_page_question
from clumond_solver.web.seat_keys import Holder
from clumond_solver.web.store import MOST_TEXT
from clumond_solver.web.tabs.play_tab import place_of


@dataclass(frozen=True, slots=True)
class ServerLimits(Limits):
    """Limits of requests, in addition to those of answers.

    body          the size of a request's body, in bytes
    friends_body  the size of one that a friend sends, by the link of a seat or table
    body_seconds  the time for it to arrive
    searches      the solvers that run at once
    waiting       the requests that may wait for a solver; the server refuses more
    at_a_seat     the long questions, and the waiting ones, that one seat may have open at once
    short_at_a_seat  the others that it may have open at once
    news_waiting  the questions that may wait for news in all
    pause         how long who has no key, or asks too much, waits for the refusal, in seconds
    most_pausing  the refusals that wait so at once; more would hold connections that others need
    """

    body: int = 4 * MOST_TEXT
    friends_body: int = 1 << 13
    body_seconds: float = 10.0
    searches: int = 2
    waiting: int = 16
    at_a_seat: int = 4
    short_at_a_seat: int = 16
    news_waiting: int = 250
    pause: float = 1.0
    most_pausing: int = 50


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
    access: Access = EVERYBODY,
) -> Starlette:
    """The page as an ASGI application; ``hosts`` are the names that it answers to.

    ``closing`` says whether the server is closing, so that long answers end too. The person's
    ``sessions`` are by default those in the data folder; ``access`` says who may ask.
    """
    bounds = limits or ServerLimits()
    known = Sessions() if sessions is None else sessions
    of_owner = RequestContext(bounds, sessions_or_none=known, address=access.address)
    solvers, tables = _SolverPool(bounds), _NewsOfTables(known, closing)
    pauses = _Pauses(bounds)
    open_questions = _OpenQuestions(bounds, pauses)

    async def respond(request: Request) -> Response:
        key = _key_of(request)
        try:
            opened, context = await run_in_threadpool(_opened, access, key, of_owner)
        except KeyRefusedError:
            await pauses.one()
            raise
        endpoint = opened.get(request.url.path.rpartition("/")[2])
        if endpoint is None:
            raise _Refusal(404, "there is no such question here")
        most = bounds.body if context.seat is None else min(bounds.body, bounds.friends_body)
        question = await _question(request, bounds, most)
        run = _Run(endpoint, question, solvers, context, partial(_opened, access, key, of_owner))
        counted = open_questions.counted(endpoint, context)
        if _EVENTS in request.headers.get("accept", ""):
            return StreamingResponse(run.events(closing, counted), media_type=_EVENTS)

        async def answer_counted() -> Any:
            async with counted:
                return await (tables.news(run) if endpoint.waits else run.answer())

        try:
            return JSONResponse(await _unless_client_leaves(request, answer_counted()))
        except asyncio.CancelledError:
            if not closing():
                raise
            return await _no_response(request, ClientDisconnect())

    endpoints = [Route(f"/{name}", respond, methods=["POST"]) for name in EVERY_ENDPOINT]
    return Starlette(
        routes=[
            Mount("/api", routes=endpoints),
            Mount("/", _PageFiles(access)),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(_SafeHeaders),
            # It leaves server-sent events alone, which it would hold back.
            Middleware(GZipMiddleware),
        ],
        exception_handlers={
            _Refusal: _error_response,
            KeyRefusedError: _error_response,
            ClumondError: _error_response,
            ClientDisconnect: _no_response,
        },
    )


def _opened(access: Access, key: str, context: RequestContext) -> Opened:
    """What a key opens; KeyRefusedError for one that opens nothing."""
    return (ENDPOINTS, context) if access.is_owner(key) else endpoints_for(key, context)


#: The types of the page's files by the ends of their names, since a system may have others.
FILE_TYPES = {
    ".clumond": "text/plain",
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".LICENSE": "text/plain",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ts": "text/plain",
}


class _PageFiles(StaticFiles):  # type: ignore[misc]
    """The page's files, with their own types, and the address at which others reach them."""

    def __init__(self, access: Access) -> None:
        super().__init__(directory=Path(__file__).with_name("static"), html=True)
        needs_key = access.owner_key is not None
        self._addressed = addressed_files(needs_key=needs_key, address=access.address)

    async def get_response(self, path: str, scope: Scope) -> Response:
        name = "index.html" if path == "." else path
        text = self._addressed.get(name) if scope["method"] in {"GET", "HEAD"} else None
        if text is None:
            return await super().get_response(path, scope)
        return Response(text, media_type=FILE_TYPES[Path(name).suffix])

    def file_response(self, full_path: Any, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(full_path, *arguments, **named)
        kind = FILE_TYPES.get(Path(full_path).suffix, "application/octet-stream")
        encoding = "; charset=utf-8" * kind.startswith("text/")
        response.headers["content-type"] = kind + encoding
        return response


@dataclass(frozen=True, slots=True)
class _Run:
    """The run of an endpoint for one question; gives the answer alone, or all events.

    ``opens`` raises an error once the key of the question is withdrawn, as it may be while the rest
    of the question comes, or while it waits for its turn.
    """

    endpoint: Endpoint
    question: PageQuestion
    solvers: _SolverPool
    context: RequestContext
    opens: Callable[[], object]

    async def answer(self) -> Any:
        """The answer alone."""
        return await self._do(partial(self.endpoint.answer, self.question))

    async def _do(self, work: Callable[[RequestContext], _Result]) -> _Result:
        """Do the work in another thread, with a solver if the endpoint is slow."""

        def do(solver: Solver | None) -> _Result:
            self.opens()
            return work(replace(self.context, solver_or_none=solver))

        if self.endpoint.is_slow:
            return await self.solvers.run(do)
        result: _Result = await run_in_threadpool(do, None)
        return result

    async def events(
        self, closing: Callable[[], bool], counted: AbstractAsyncContextManager[None]
    ) -> AsyncIterator[str]:
        """Server-sent events: parts as they come, then the answer, or an error.

        The question is ``counted`` as open meanwhile.
        """
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[ServerEvent | None] = asyncio.Queue()

        def send(event: ServerEvent) -> None:
            loop.call_soon_threadsafe(queue.put_nowait, event)

        async def work() -> None:
            try:
                async with counted:
                    await self._do(
                        lambda context: send_events(self.endpoint, self.question, context, send)
                    )
            except (_Refusal, KeyRefusedError) as error:
                queue.put_nowait(error_data(error))
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


# A seat, and which of its questions: those that wait for news, or that are slow.
_Kind = tuple[Holder | None, bool, bool]


class _Pauses:
    """The pauses before refusals, which slow a flood down."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._under_way = 0

    async def one(self) -> None:
        """Wait, unless too many do."""
        if self._under_way >= self._limits.most_pausing:
            return
        self._under_way += 1
        try:
            await asyncio.sleep(self._limits.pause)
        finally:
            self._under_way -= 1


class _OpenQuestions:
    """Bounds the questions that one seat has open at once, and those that wait for news.

    A friend's are answered one after the other, so that he takes threads and solvers from nobody; a
    flood of refused ones is slowed down.
    """

    def __init__(self, limits: ServerLimits, pauses: _Pauses) -> None:
        self._limits = limits
        self._pauses = pauses
        self._open: Counter[_Kind] = Counter()
        self._turns: WeakValueDictionary[_Kind, asyncio.Lock] = WeakValueDictionary()
        self._waiting = 0

    @contextlib.asynccontextmanager
    async def counted(self, endpoint: Endpoint, context: RequestContext) -> AsyncIterator[None]:
        """Count a question while it is open; refuse it if there are too many."""
        kind = context.seat, endpoint.waits, endpoint.is_slow
        bounded, is_short = context.seat is not None, not (endpoint.waits or endpoint.is_slow)
        most = self._limits.short_at_a_seat if is_short else self._limits.at_a_seat
        if bounded and self._open[kind] >= most:
            await self._pauses.one()
            raise _Refusal(429, "one question after the other, please")
        if endpoint.waits and self._waiting >= self._limits.news_waiting:
            raise _Refusal(503, "the server is busy: try again in a moment")
        self._open[kind] += bounded
        self._waiting += endpoint.waits
        in_turn = bounded and not endpoint.waits
        turn = self._turns.setdefault(kind, asyncio.Lock()) if in_turn else contextlib.nullcontext()
        try:
            async with turn:
                yield
        finally:
            self._open[kind] -= bounded
            self._waiting -= endpoint.waits
            self._open += Counter()


_NEWS_SECONDS = 25.0
# After this long a table is looked at again: another program may have changed it, somebody left.
_LOOK_SECONDS = 2.0


class _NewsOfTables:
    """Questions that wait until something is new at their table, without a thread."""

    def __init__(self, sessions: Sessions, closing: Callable[[], bool]) -> None:
        self._closing = closing
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        sessions.on_change = self._changed

    def _changed(self, session_id: str) -> None:
        """Called in any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, session_id)

    def _wake(self, session_id: str) -> None:
        for event in self._waiting.get(session_id, ()):
            event.set()

    async def news(self, run: _Run) -> Any:
        """The answer once it has other news than the question, or after half a minute."""
        self._loop = asyncio.get_running_loop()
        session_id, _ = place_of(run.question, run.context)
        end = self._loop.time() + _NEWS_SECONDS
        event = asyncio.Event()
        self._waiting.setdefault(session_id, set()).add(event)
        presence = run.context.presence
        try:
            while True:
                event.clear()
                answer = await run.answer()
                is_new = answer["news"] != run.question.get("news")
                if is_new or self._loop.time() > end or self._closing():
                    return answer
                with presence.waiting(session_id, answer["player"], str(run.question["window"])):
                    await self._look_again(event)
        finally:
            self._waiting[session_id].discard(event)
            if not self._waiting[session_id]:
                del self._waiting[session_id]

    async def _look_again(self, event: asyncio.Event) -> None:
        for _ in range(round(_LOOK_SECONDS / _CLOSING_CHECK_SECONDS)):
            if self._closing():
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), _CLOSING_CHECK_SECONDS)
                return


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


def _key_of(request: Request) -> str:
    """The key that a request shows; "" for none."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


async def _question(request: Request, limits: ServerLimits, most: int) -> PageQuestion:
    """The JSON object of a request's body, of at most so many bytes."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise _Refusal(415, "questions are JSON: content-type application/json")
    try:
        body = await asyncio.wait_for(_body(request, most), limits.body_seconds)
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
    refused = 401 if isinstance(error, KeyRefusedError) else 400
    status = error.status if isinstance(error, _Refusal) else refused
    return JSONResponse(error_data(error), status_code=status)


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


_OF_ONE_CLIENT = 100


def run(
    host: str,
    port: int,
    announce: Callable[[str], None] | None = None,
    link: str = "",
    public: str = "",
) -> None:
    """Serve until interrupted; see `clumond_solver.web.serve`."""
    public = checked_address(public) if public else ""
    with listening_socket(host, port) as listener:
        address, actual_port = listener.getsockname()[:2]
        # Behind a proxy everybody comes from this machine.
        is_open = bool(public) or not is_loopback(address)
        home = public or f"http://{reached_at(host, address)}:{actual_port}/"
        access = Access(owner_key(), home) if is_open else Access()
        server = server_of(
            application(
                hosts_for(host, address, public),
                closing=lambda: server.should_exit,
                access=access,
            ),
            # Those behind a proxy have one address, the proxy's.
            ConnectionLimits(of_one_client=None if public else _OF_ONE_CLIENT),
        )
        if announce is not None:
            place = f"/{link}" if link else ""
            key = f"key={access.owner_key}" if access.owner_key else ""
            announce(f"{home}#{key}{place}" if key or place else home)
        server.run(sockets=[listener])


def server_of(app: ASGIApp, limits: ConnectionLimits) -> uvicorn.Server:
    """A server of the application, within limits of connections."""
    config = uvicorn.Config(
        app,
        http=partial(Connection, limits=limits, clients=Counter()),
        ws="none",
        lifespan="off",
        limit_concurrency=limits.in_all,
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
        listener = socket.create_server((str(address[0]), port), family=family)
        # asyncio sends at once what it writes to sockets that say that they are TCP's; on others an
        # answer's body waits for the browser to acknowledge its head, for 40 ms.
        tcp = socket.IPPROTO_TCP
        return socket.socket(family, socket.SOCK_STREAM, tcp, fileno=listener.detach())
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else str(error.strerror)
        raise OSError(error.errno, reason, f"{host}:{port}") from None
    except (ValueError, OverflowError):
        raise OSError(errno.EINVAL, "no such host or port", f"{host}:{port}") from None
