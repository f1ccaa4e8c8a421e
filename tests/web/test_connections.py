"""Connections, hosts and ports of the server; the command that serves."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from clumond_solver.web import serve
from clumond_solver.web.server import hosts_for
from tests.key_press import pressing
from tests.samples import HAND_TEXT
from tests.web.site import (
    EVENTS,
    Site,
    running,
)


def test_one_connection_too_many_is_refused_until_others_end() -> None:
    with running(connections=4) as site:
        with contextlib.ExitStack() as lines:
            for _ in range(4):
                lines.enter_context(site.connect())
            # The server has not seen those that ended before.
            until(lambda: len(site.server.server_state.connections) == 4)
            assert site.request("GET", "/")[0] == 503
        until(lambda: not site.server.server_state.connections)
        assert site.request("GET", "/")[0] == 200


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
