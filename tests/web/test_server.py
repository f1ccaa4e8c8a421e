"""The server: questions and advice over HTTP, for many at once; connections and hosts."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import gzip
import http.client
import json
import mimetypes
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import MissingExtraError
from clumond_solver.base.stopping import is_stopped
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.records import Record
from clumond_solver.web import serve
from clumond_solver.web.access import Access, hosts_for
from clumond_solver.web.endpoints import ENDPOINTS
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.seat_keys import Holder
from clumond_solver.web.store import MOST_TEXT, CallbackStore
from tests.key_press import pressing
from tests.samples import END, HAND_TEXT, SAMPLE_HANDS
from tests.web.site import (
    EVENTS,
    LONG_SEARCH,
    STATIC,
    Site,
    asked,
    modules_from,
    running,
)
from tests.web.tables import is_persons, moved_until


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "clumond_solver.web.server", raising=False)
    with pytest.raises(MissingExtraError, match=r"pip install '.*\[web\]'"):
        serve()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running() as found:
        yield found


def test_the_page_comes_with_a_policy_that_runs_nothing_foreign(site: Site) -> None:
    status, content, headers = site.request("GET", "/")
    assert status == 200
    assert b"<title>Clumond</title>" in content
    assert b"https://" not in content
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "file", [file for file in sorted(STATIC.rglob("*.*")) if file.suffix in {".js", ".css", ".svg"}]
)
def test_the_pages_parts_are_served(site: Site, file: Path) -> None:
    status, content, _ = site.request("GET", f"/{file.relative_to(STATIC).as_posix()}")
    assert (status, content) == (200, file.read_bytes())


def test_what_the_first_place_is_made_of_is_fetched_at_once() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', page)
    assert preloaded == sorted(modules_from("app.js", "tabs/play.js") - {"app.js"})


def test_the_page_knows_that_it_needs_a_key_and_where_previews_find_its_picture() -> None:
    access = Access("o" * 22, "https://cards.example.org/")
    with running(access=access) as site:
        assert '"needsKey": true' in site.request("GET", "/address.js")[1].decode()
        for path in ("/", "/index.html"):
            status, content, headers = site.request("GET", path)
            assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
            picture = 'content="https://cards.example.org/standalone/icon-512.png"'
            assert picture in content.decode()
        assert site.request("POST", "/address.js")[0] == 405


def test_what_has_not_changed_is_not_sent_again(site: Site) -> None:
    for path in ("/", "/style.css"):
        status, _, headers = site.request("GET", path)
        assert (status, headers["cache-control"]) == (200, "no-cache")
        for condition in (
            {"if_none_match": headers["etag"]},
            {"if_modified_since": headers["last-modified"]},
        ):
            status, content, again = site.request("GET", path, None, **condition)
            assert (status, content, again["etag"]) == (304, b"", headers["etag"])
            assert "default-src 'none'" in again["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/style.css", "/app.js"])
def test_texts_are_sent_compressed_to_who_reads_that(site: Site, path: str) -> None:
    _, plain, headers = site.request("GET", path)
    assert "content-encoding" not in headers
    _, packed, headers = site.request("GET", path, accept_encoding="gzip, br")
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "Accept-Encoding"
    assert len(packed) < 0.6 * len(plain)
    assert gzip.decompress(packed) == plain


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/app.js", "text/javascript"),
        ("/style.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
        ("/standalone/icon-192.png", "image/png"),
        ("/vendor/preact.LICENSE", "text/plain"),
    ],
)
def test_files_have_their_types_whatever_the_system_says(
    site: Site, path: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for suffix in (".css", ".html", ".js", ".png", ".svg", ".LICENSE"):
        monkeypatch.setitem(mimetypes.types_map, suffix, "application/x-wrong")
    assert mimetypes.guess_type("style.css")[0] == "application/x-wrong"
    assert site.request("GET", path)[2]["content-type"].partition(";")[0] == kind


def test_every_file_of_the_page_has_a_type() -> None:
    from clumond_solver.web.server import FILE_TYPES

    assert {file.suffix for file in STATIC.rglob("*") if file.is_file()} == FILE_TYPES.keys()


@pytest.mark.parametrize(
    "path",
    [
        "/explorer.py", "/static/app.js", "/../server.py", "/%2e%2e/server.py", "/..%2fserver.py",
        "/tabs/../../play.py", "/%2fetc/passwd", "//etc/passwd", "/app.js%00", f"/{'a' * 300}",
        "/tabs", "/api", "/api/", "/api/none",
    ],
)  # fmt: skip
def test_nothing_else_is_served(site: Site, path: str) -> None:
    assert site.request("GET", path)[0] == 404


def test_a_hand_is_played_through_the_server(site: Site) -> None:
    _, dealt = site.ask("deal", {"seed": 1, "declarer": "R", "strain": "NT"})
    question = {"start": dealt["start"], "cards": []}
    status, shown = site.ask("position", {**question, "at": 0})
    assert status == 200
    while shown["turn"] is not None:
        question["cards"].append(shown["legal"][0])
        status, shown = site.ask("position", {**question, "at": len(question["cards"])})
        assert status == 200
    assert len(shown["outcome"]) == 3
    status, saved = site.ask("save", {**question, "title": "", "players": [""] * 3})
    assert Record.parse(saved).is_finished


def test_engines_answer_through_the_server(site: Site) -> None:
    question = {"start": END, "cards": []}
    assert site.ask("verdicts", question)[1]["plays"]["S3"] is False
    assert site.ask("finishes", question)[1]["misses"]["SA"] == [0, 0]


def test_bad_questions_get_a_message(site: Site) -> None:
    status, answer = site.ask("position", {"start": "F:A", "cards": [], "at": 0})
    assert status == 400
    assert "a play starts with its deal" in answer["message"]
    for body in (b"{", b"[]", b"\xff", b"[" * 60_000, b'{"at": ' + b"9" * 5000 + b"}"):
        status, content, _ = site.request(
            "POST", "/api/position", body, content_type="application/json"
        )
        assert status == 400
        assert "error" in json.loads(content)


def test_what_is_too_long_or_no_json_is_refused(site: Site) -> None:
    too_long = b'{"text": "' + b"x" * 4 * MOST_TEXT + b'"}'
    kind = "application/json"
    assert site.request("POST", "/api/read", too_long, content_type=kind)[0] == 413
    assert site.request("POST", "/api/read", b"{}", content_type="text/plain")[0] == 415
    assert site.request("GET", "/api/read")[0] == 405


def test_a_connection_that_has_ended_is_held_no_longer() -> None:
    from clumond_solver.web.connections import Connection

    def held() -> int:
        gc.collect()
        return sum(isinstance(one, Connection) for one in gc.get_objects())

    with running(connections={"idle_seconds": 1000.0}) as site:
        before = held()
        for _ in range(5):
            site.request("POST", "/api/read", b"{", content_type="application/json")
        end = time.monotonic() + 5
        while held() > before and time.monotonic() < end:
            time.sleep(0.05)
        assert held() <= before


def test_other_names_that_lead_here_are_refused(site: Site) -> None:
    assert site.request("GET", "/", host="evil.example")[0] == 400
    assert site.request("GET", "/", host=f"localhost:{site.port}")[0] == 200


def test_a_request_that_does_not_arrive_is_given_up() -> None:
    with (
        running(body_seconds=0.2) as site,
        site.connect() as line,
    ):
        line.sendall(
            b"POST /api/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            b"content-length: 100\r\n\r\n{"
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 408")


def test_two_users_at_once_get_what_each_would_get_alone(site: Site) -> None:
    questions = []
    for seed in range(8):
        play = Play(
            Deal.random(seed, cards=8), Seat(seed % 3), Strain.HEARTS, tricks_taken=(3, 3, 2)
        )
        questions.append({"start": str(play), "cards": []})
    alone = [asked("verdicts", question) for question in questions]
    with ThreadPoolExecutor(8) as users:
        together = list(users.map(lambda question: site.ask("verdicts", question), questions))
    assert together == [(200, each) for each in alone]


def advise(site: Site, question: object) -> list[dict[str, Any]]:
    status, content, headers = site.request(
        "POST",
        "/api/advice",
        json.dumps(question).encode(),
        content_type="application/json",
        accept="text/event-stream",
    )
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/event-stream")
    return [json.loads(event.removeprefix(b"data: ")) for event in content.split(b"\n\n") if event]


def test_advice_comes_in_events_that_sharpen(site: Site) -> None:
    events = advise(site, {"hand": HAND_TEXT, "seat": "F"})
    assert [[*each] for each in events] == [["part"]] * (len(events) - 1) + [["answer"]]
    assert len(events) >= 4
    assert [each["part"]["done"] for each in events[:-1]] == [False] * (len(events) - 1)
    assert events[-1]["answer"]["done"] is True


def test_who_wants_no_parts_gets_the_answer_alone(site: Site) -> None:
    status, answer = site.ask("advice", {"hand": HAND_TEXT, "seat": "F"})
    assert (status, answer["done"]) == (200, True)


def test_events_are_not_held_back_to_be_compressed() -> None:
    with running(searches=1, advice_budget=100_000) as site:
        body = json.dumps({"hand": HAND_TEXT, "seat": "F"}).encode()
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
        connection.request("POST", "/api/advice", body, EVENTS | {"accept-encoding": "gzip"})
        response = connection.getresponse()
        assert response.headers["content-encoding"] is None
        event = json.loads(response.readline().removeprefix(b"data: "))
        assert event["part"]["done"] is False
        connection.close()


def test_bad_advice_questions_end_in_an_error_event(site: Site) -> None:
    [event] = advise(site, {"hand": "AK...", "seat": "F"})
    assert "16" in event["message"]


def test_who_leaves_during_advice_does_not_block_the_others() -> None:
    with running(searches=1) as site:
        body = json.dumps({"hand": HAND_TEXT, "seat": "F"}).encode()
        for _ in range(3):
            connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
            connection.request("POST", "/api/advice", body, EVENTS)
            connection.getresponse().read(20)
            connection.close()
        assert site.ask("verdicts", {"start": END, "cards": []})[0] == 200


def test_when_the_server_is_busy_and_many_wait_the_rest_are_told() -> None:
    with running(searches=1, waiting=1) as site:
        question = {"hand": HAND_TEXT, "seat": "F"}
        with ThreadPoolExecutor(6) as users:
            finished = list(users.map(lambda _: advise(site, question)[-1], range(6)))
        refused = [each for each in finished if "error" in each]
        assert refused
        assert all("busy" in each["message"] for each in refused)
        assert any("answer" in each for each in finished)


def test_questions_that_nobody_waits_for_are_given_up() -> None:
    with running(searches=1, finish_seconds=90.0, verdict_seconds=90.0) as site:
        for name in ("finishes", "verdicts", "finishes"):
            body = json.dumps(LONG_SEARCH).encode()
            connection = http.client.HTTPConnection(site.address, site.port, timeout=60)
            connection.request("POST", f"/api/{name}", body, {"content-type": "application/json"})
            connection.close()
        assert site.ask("finishes", {"start": END, "cards": []})[1]["misses"]["SA"] == [0, 0]


def test_who_leaves_the_queue_leaves_his_place_to_others() -> None:
    pytest.importorskip("uvicorn")
    pytest.importorskip("starlette")
    from clumond_solver.web.server import ServerLimits, _SolverPool

    def until_stopped(_: Solver) -> Any:
        while not is_stopped():
            time.sleep(0.01)

    async def asked() -> Any:
        pool = _SolverPool(ServerLimits(searches=1, waiting=2))
        leaving = [asyncio.create_task(pool.run(until_stopped)) for _ in range(2)]
        await asyncio.sleep(0)
        for each in reversed(leaving):
            each.cancel()
        return await pool.run(lambda _: {"answer": 1})

    assert asyncio.run(asyncio.wait_for(asked(), 60)) == {"answer": 1}


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("advice", {"hand": HAND_TEXT, "seat": "F"}),
        ("chances", LONG_SEARCH),
        ("finishes", LONG_SEARCH),
        ("review", {"text": SAMPLE_HANDS.read_text(encoding="utf-8"), "deal": 1}),
        ("table-hint", {}),
    ],
)
@pytest.mark.figures
def test_an_answer_that_nobody_waits_for_ends_soon(name: str, question: dict[str, Any]) -> None:
    pytest.importorskip("uvicorn")
    pytest.importorskip("starlette")
    from clumond_solver.web.server import ServerLimits, _SolverPool

    limits = ServerLimits(searches=1, advice_budget=100_000, finish_seconds=90.0)
    sessions = Sessions(CallbackStore({}, lambda *_: None))
    context = RequestContext(limits, sessions_or_none=sessions)
    if name == "table-hint":

        def ask(kind: str, question: dict[str, Any]) -> Any:
            return ENDPOINTS[kind].answer(question, context)

        begun = ask("session-new", {"game": "clumond", "seed": 1})
        question = {"id": moved_until(ask, begun, is_persons)["id"]}

    async def seconds_until_free() -> float:
        pool = _SolverPool(limits)
        leaving = asyncio.create_task(
            pool.run(
                lambda solver: ENDPOINTS[name].answer(
                    question, replace(context, solver_or_none=solver)
                )
            )
        )
        await asyncio.sleep(0.2)
        assert not leaving.done()
        leaving.cancel()
        started = time.monotonic()
        await pool.run(lambda _: None)
        return time.monotonic() - started

    # On a machine with nothing else to do a tenth of a second; the answer would take minutes.
    assert asyncio.run(seconds_until_free()) < 10


def test_one_connection_too_many_is_refused_until_others_end() -> None:
    with running(connections={"in_all": 4}) as site:
        with contextlib.ExitStack() as lines:
            for _ in range(4):
                lines.enter_context(site.connect())
            # The server has not seen those that ended before.
            until(lambda: len(site.server.server_state.connections) == 4)
            assert site.request("GET", "/")[0] == 503
        until(lambda: not site.server.server_state.connections)
        assert site.request("GET", "/")[0] == 200


def test_an_answers_body_does_not_wait_until_its_head_is_acknowledged() -> None:
    with running() as site, site.connect():
        until(lambda: site.server.server_state.connections)
        (connection,) = site.server.server_state.connections
        sending = connection.transport.get_extra_info("socket")
        assert sending.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_one_client_keeps_nobody_else_from_the_page() -> None:
    with running(connections={"of_one_client": 3}) as site, contextlib.ExitStack() as lines:
        held = [lines.enter_context(site.connect()) for _ in range(3)]
        until(lambda: len(site.server.server_state.connections) == 3)
        with pytest.raises(ConnectionError):
            site.request("GET", "/")
        held[0].close()
        until(lambda: len(site.server.server_state.connections) == 2)
        assert site.request("GET", "/")[0] == 200


@pytest.mark.parametrize("begun", [b"", b"POST /api/table HTTP/1.1\r\nHost: x\r\n"])
def test_a_connection_on_which_nothing_is_asked_ends(begun: bytes) -> None:
    with running(connections={"idle_seconds": 0.2}) as site, site.connect() as line:
        line.sendall(begun)
        assert line.recv(1) == b""


def test_a_connection_whose_answers_nobody_reads_ends() -> None:
    with running(connections={"idle_seconds": 0.5}) as site, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", site.port))
        asked = b"GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40
        deadline = time.monotonic() + 60
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < deadline:
                line.sendall(asked)
                time.sleep(0.05)
        assert time.monotonic() < deadline


@pytest.mark.parametrize("kind", ["table", "review"])
def test_a_friends_questions_are_answered_one_after_the_other(kind: str) -> None:
    from clumond_solver.web.server import ServerLimits, _OpenQuestions, _Pauses

    async def most_at_once(seats: list[Holder | None]) -> int:
        questions, running_now, most = _OpenQuestions(ServerLimits(), _Pauses(ServerLimits())), 0, 0

        async def answer(seat: Holder | None) -> None:
            nonlocal running_now, most
            async with questions.counted(ENDPOINTS[kind], RequestContext(seat=seat)):
                running_now += 1
                most = max(most, running_now)
                await asyncio.sleep(0.05)
                running_now -= 1

        await asyncio.gather(*map(answer, seats))
        return most

    kim, lee = Holder("A" * 16, 1), Holder("A" * 16, 2)
    assert asyncio.run(most_at_once([kim, kim, kim])) == 1
    assert asyncio.run(most_at_once([kim, lee, kim])) == 2
    assert asyncio.run(most_at_once([None, None])) == 2


def test_only_some_refusals_wait_so_that_they_hold_no_connections_of_others() -> None:
    from clumond_solver.web.server import ServerLimits, _Pauses

    async def still_waiting() -> int:
        pauses = _Pauses(ServerLimits(pause=3600.0, most_pausing=3))
        refusals = [asyncio.create_task(pauses.one()) for _ in range(9)]
        _, waiting = await asyncio.wait(refusals, timeout=0.1)
        for refusal in waiting:
            refusal.cancel()
        return len(waiting)

    assert asyncio.run(still_waiting()) == 3


def test_an_abandoned_question_gives_its_turn_up_while_it_waits() -> None:
    from clumond_solver.web.server import ServerLimits, _OpenQuestions, _Pauses

    async def answered() -> bool:
        limits = ServerLimits()
        questions, is_over = _OpenQuestions(limits, _Pauses(limits)), asyncio.Event()
        kim = RequestContext(seat=Holder("A" * 16, 1))

        async def ask() -> None:
            async with questions.counted(ENDPOINTS["review"], kim):
                await is_over.wait()

        open_ones = [asyncio.create_task(ask()) for _ in range(limits.at_a_seat)]
        await asyncio.sleep(0)
        for waiting in open_ones[1:]:
            waiting.cancel()
        await asyncio.wait(open_ones[1:])
        another = asyncio.create_task(ask())
        is_over.set()
        await asyncio.wait([open_ones[0], another])
        return another.exception() is None

    assert asyncio.run(answered())


def test_a_connection_too_many_of_one_client_takes_no_place_of_others() -> None:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

    from clumond_solver.web.connections import Connection, ConnectionLimits

    async def places_taken() -> int:
        state, limits, clients = ServerState(), ConnectionLimits(of_one_client=2), Counter[str]()
        for _ in range(9):
            connection = Connection(Config(None), state, {}, limits=limits, clients=clients)
            transport = Mock(get_extra_info={"peername": ("192.0.2.1", 9)}.get)
            transport.get_write_buffer_size.return_value = 0
            connection.connection_made(transport)
        return len(state.connections)

    assert asyncio.run(places_taken()) == 2


def until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not reached() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert reached()


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.2", "127.1", "::1", "0:0::1", "LOCALHOST", "localhost"]
)
def test_at_loopback_only_its_names_are_answered_however_it_was_named(host: str) -> None:
    with contextlib.ExitStack() as stack:
        try:
            site = stack.enter_context(running(host))
        except OSError:
            pytest.skip("this machine has no such address")
        for name in ("evil.example", "127.0.0.1.evil.example", "192.0.2.1", ""):
            assert site.request("GET", "/", host=name)[0] == 400
        for name in (host.lower(), site.address, "localhost", "127.0.0.1:80", "[::1]:80"):
            written = f"[{name}]" if "[" not in name and name.count(":") > 1 else name
            assert site.request("GET", "/", host=written)[0] == 200


@pytest.mark.parametrize(
    ("host", "port"), [("é" * 300, 0), ("127.0.0.1", 99_999), ("*", 0), ("*.localhost", 0)]
)
def test_hosts_and_ports_that_are_none_are_errors_of_the_system(host: str, port: int) -> None:
    pytest.importorskip("uvicorn")
    pytest.importorskip("starlette")
    with pytest.raises(OSError, match="no such host or port"):
        serve(host, port)


def test_which_addresses_are_of_this_machine_only() -> None:
    for address in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"):
        assert "*" not in hosts_for("name", address)
        assert "name" in hosts_for("NAME", address)
    for address in ("0.0.0.0", "::", "192.0.2.1", "fe80::1%eth0"):
        assert hosts_for("name", address) == ["*"]


def served() -> tuple[subprocess.Popen[str], int]:
    """The command, and the port at which it serves."""
    pytest.importorskip("uvicorn")
    pytest.importorskip("starlette")
    child = subprocess.Popen(
        [sys.executable, "-m", "clumond_solver", "web", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    assert child.stdout is not None
    address = child.stdout.readline().split()[0]
    return child, int(address.rstrip("/").rpartition(":")[2])


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child there")
def test_the_command_serves_until_interrupted() -> None:
    child, port = served()
    assert Site(port).request("GET", "/")[0] == 200
    # Advice is under way when the interrupt comes: it ends quietly.
    body = json.dumps({"hand": HAND_TEXT, "seat": "F"}).encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/api/advice", body, EVENTS)
    response = connection.getresponse()
    response.read(20)
    with pressing(child):
        _, complaints = child.communicate(timeout=60)
    connection.close()
    assert (child.returncode, complaints) == (130, "clumond: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child there")
def test_a_second_interrupt_ends_the_answers_without_a_word() -> None:
    child, port = served()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    body = json.dumps({"hand": HAND_TEXT, "seat": "F"}).encode()
    connection.request("POST", "/api/advice", body, EVENTS)
    connection.getresponse().read(20)
    while child.poll() is None:
        child.send_signal(signal.SIGINT)
        time.sleep(0.05)
    assert child.stderr is not None
    assert child.stderr.read() == "clumond: interrupted\n"
    connection.close()
