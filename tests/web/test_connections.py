"""Connections, hosts and ports of the server; the command that serves."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from itertools import repeat

import pytest

from clumond_solver.web import serve
from clumond_solver.web.allowed_hosts import hosts_for
from tests.key_press import pressing
from tests.samples import HAND_TEXT
from tests.web.site import (
    EVENTS,
    LONG_SEARCH,
    Site,
    running,
)

REQUEST = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


def is_closed(line: socket.socket) -> bool:
    """Whether the server ends a connection, whatever it still sends."""
    with contextlib.suppress(ConnectionError):
        while line.recv(1 << 16):
            pass
    return True


def send_slowly(line: socket.socket, pieces: Iterable[bytes], seconds: float) -> None:
    for piece in pieces:
        line.sendall(piece)
        time.sleep(seconds)


def test_silent_connections_lock_nobody_out() -> None:
    with running(kind={"most_connections": 4}) as site, contextlib.ExitStack() as lines:
        silent = [lines.enter_context(site.connect()) for _ in range(40)]
        assert site.request("GET", "/")[0] == 200
        assert is_closed(silent[0])
        assert len(site.server.server_state.connections) <= 4


def test_a_connection_without_a_request_ends() -> None:
    with running(kind={"patience_seconds": 0.05}) as site, site.connect() as line:
        assert is_closed(line)


def test_a_byte_now_and_then_does_not_keep_a_connection() -> None:
    with running(kind={"patience_seconds": 0.3}) as site:
        for begun in (b"", REQUEST):
            pieces = (begun + b"GET / HTTP/1.1\r\nx: ", *(b"x" for _ in range(2000)))
            with site.connect() as line, pytest.raises(ConnectionError):
                send_slowly(line, pieces, 0.03)


def test_who_does_not_read_answers_is_cut_off() -> None:
    with running(kind={"patience_seconds": 0.1}) as site, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 12)
        line.connect((site.address, site.port))
        line.settimeout(60)
        with pytest.raises(ConnectionError):
            send_slowly(line, repeat(REQUEST.replace(b"/ ", b"/style.css ", 1), 100_000), 0.0)


def test_work_that_takes_long_is_waited_for() -> None:
    with running(kind={"patience_seconds": 0.05}, finish_seconds=1.0) as site:
        status, answer = site.ask("finishes", LONG_SEARCH)
        assert (status, answer["seat"]) == (200, 0)


def test_a_flood_of_complaints_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("uvicorn")
    from clumond_solver.web.connections import RateLimitedHandler

    complaints = RateLimitedHandler()
    logger = logging.Logger("flood")
    logger.addHandler(complaints)
    for number in range(1000):
        try:
            raise OSError(24, "Too many open files")
        except OSError:
            logger.exception("socket.accept() out of system resource\nsocket: %d", number)
    told = capsys.readouterr().err
    assert told == (
        "clumond web: socket.accept() out of system resource: OSError(24, 'Too many open files')\n"
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "127.1", "LOCALHOST", "localhost"])
def test_at_loopback_only_its_names_are_answered_however_it_was_named(host: str) -> None:
    with contextlib.ExitStack() as stack:
        try:
            site = stack.enter_context(running(host))
        except OSError:
            pytest.skip("this machine has no such address")
        for name in ("evil.example", "127.0.0.1.evil.example", "192.0.2.1", ""):
            assert site.request("GET", "/", host=name)[0] == 400
        for name in (host, site.address, "localhost", "127.0.0.1:80", "[::1]:80"):
            assert site.request("GET", "/", host=name)[0] == 200


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


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child there")
def test_the_command_serves_until_interrupted() -> None:
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
    port = int(address.rstrip("/").rpartition(":")[2])
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
