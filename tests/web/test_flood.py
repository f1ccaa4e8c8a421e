"""A server that many ask at once: people at tables go on while others flood it with questions."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.web.tables import first_action, is_over, is_persons

pytestmark = pytest.mark.machine
#: How many questions a flood has open at once, and how many tables of three people there are.
FLOOD = int(os.environ.get("CLUMOND_FLOOD", "60"))
TABLES = int(os.environ.get("CLUMOND_TABLES", "2"))
_ACTIONS = 40
_MOST_MEGABYTES = 200
_REFUSED = {401: "opens nothing|somebody's own", 429: "one question after the other"}


@dataclass(frozen=True)
class Client:
    """Somebody at an address of his own, with a key or without."""

    port: int
    address: str
    key: str = ""

    async def ask(self, kind: str, **question: Any) -> tuple[int, Any]:
        """The status and the answer; 0 and nothing if the server only closes the connection."""
        body = json.dumps(question).encode()
        lines = (
            f"POST /api/{kind} HTTP/1.1", "host: cards", "connection: close",
            "content-type: application/json", f"content-length: {len(body)}",
            f"authorization: Bearer {self.key}", "", "",
        )  # fmt: skip
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0)
            )
            writer.write("\r\n".join(lines).encode() + body)
            head, _, content = (await reader.read()).partition(b"\r\n\r\n")
            writer.close()
        except OSError:
            return 0, None
        return (int(head.split()[1]), json.loads(content)) if head else (0, None)


@dataclass
class Person:
    """Somebody at a table, who waits for its news and then looks; ``seen`` says when."""

    client: Client
    table: str
    shown: Any = None
    seen: float = 0.0

    async def ask(self, kind: str, **question: Any) -> Any:
        status, answer = await self.client.ask(kind, id=self.table, **question)
        assert status == 200, (kind, status, answer)
        return answer

    async def watch(self) -> None:
        news = ""
        while True:
            asked = {"window": self.client.address, "news": news, "claims": not news}
            news = (await self.ask("table-news", **asked))["news"]
            self.shown = await self.ask("table")
            self.seen = time.perf_counter()


async def three_at_a_table(owner: Client, number: int) -> list[Person]:
    _, table = await owner.ask("session-new", game="clumond", seed=number)
    people = [Person(owner, table["id"])]
    for player in (1, 2):
        asked = {"id": table["id"], "player": player, "do": "invite"}
        _, seats = await owner.ask("table-seats", **asked)
        friend = Client(
            owner.port, f"127.0.{player}.{number + 1}", seats["seats"][player - 1]["key"]
        )
        await friend.ask("seat-sit", name=f"Friend {player}")
        people.append(Person(friend, table["id"]))
    return people


def _done(table: Any) -> int:
    """How much has been done in a deal."""
    return len(table["deal"]["calls"]) + len(table["deal"]["cards"]["played"])


async def seconds_until_seen(people: list[Person]) -> list[float]:
    """One of the people at a table acts; the seconds until each of the others has seen it."""
    actor = next(person for person in people if is_persons(person.shown))
    begun, at = time.perf_counter(), actor.shown["at"]
    actor.shown = await actor.ask("table-act", at=at, action=first_action(actor.shown))
    assert "late" not in actor.shown
    while min(_done(person.shown) for person in people) < _done(actor.shown):
        await asyncio.sleep(0.002)
    return [person.seen - begun for person in people if person is not actor]


async def played(tables: list[list[Person]], what: str) -> None:
    """Everybody acts now and then."""
    chance = random.Random(1)
    took: list[float] = []
    for _ in range(_ACTIONS):
        going = [people for people in tables if not is_over(people[0].shown)]
        took += await seconds_until_seen(chance.choice(going))
        await asyncio.sleep(0.05)
    took.sort()
    middle, most = took[len(took) // 2], took[int(0.95 * len(took))]
    print(f"{what}: seen after {middle:.3f} s, 95 % {most:.3f} s, longest {took[-1]:.3f} s")


async def _flood(port: int, key: str, parent: Any) -> None:
    said: Counter[tuple[bool, int, str]] = Counter()

    async def insist(client: Client, kind: str) -> None:
        while True:
            status, answer = await client.ask(kind, window="w")
            said[bool(client.key), status, answer["message"] if status > 200 else ""] += 1
            await asyncio.sleep(1 if status == 0 else 0)

    clients = Client(port, "127.0.9.1", key), Client(port, "127.0.9.2")
    kinds = ("table-news", "table-news", "table", "table-hint")
    tasks = [asyncio.create_task(insist(clients[n % 2], kinds[n // 2 % 4])) for n in range(FLOOD)]
    await asyncio.to_thread(parent.recv)
    for task in tasks:
        task.cancel()
    parent.send(said)


def flood(port: int, key: str, parent: Any) -> None:
    """Ask with a seat's key and without, again and again, until told to end; tell what came."""
    asyncio.run(_flood(port, key, parent))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[int, int, str]]:
    """`clumond web` on all addresses: its process, its port, and the owner's key."""
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "clumond_solver", "web", "--host", "0.0.0.0", "--port", "0"]
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        found = re.search(r":(\d+)/#key=([\w-]+)", process.stdout.readline())
        assert found
        yield process.pid, int(found[1]), found[2]
        process.terminate()


def megabytes_of(process: int) -> int:
    """The most memory that a process has had."""
    [line] = re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(line) // 1024


async def _go_on_in_a_flood(process: int, port: int, key: str) -> Counter[Any]:
    owner = Client(port, "127.0.0.1", key)
    tables = [await three_at_a_table(owner, number) for number in range(TABLES)]
    _, guest, _ = await three_at_a_table(owner, TABLES)
    async with asyncio.TaskGroup() as group:
        people = [person for table in tables for person in table]
        watching = [group.create_task(person.watch()) for person in people]
        while not all(person.shown for person in people):
            await asyncio.sleep(0.05)
        await played(tables, f"{len(people)} people")
        spawning = multiprocessing.get_context("spawn")
        ours, theirs = spawning.Pipe()
        asked = (port, guest.client.key, theirs)
        spawning.Process(target=flood, args=asked, daemon=True).start()
        await asyncio.sleep(3)
        await played(tables, f"with {FLOOD} questions")
        ours.send("enough")
        said: Counter[Any] = await asyncio.to_thread(ours.recv)
        for task in watching:
            task.cancel()
    print(f"{megabytes_of(process)} MB; {dict(said)}")
    return said


@pytest.mark.long
def test_people_go_on_while_others_flood_the_server(server: tuple[int, int, str]) -> None:
    said = asyncio.run(_go_on_in_a_flood(*server))
    assert megabytes_of(server[0]) < _MOST_MEGABYTES
    assert {status for has_key, status, _ in said if not has_key} <= {0, 401}
    assert {status for has_key, status, _ in said if has_key} <= {0, 200, 400, 429}
    for _, status, message in said:
        assert re.search(_REFUSED.get(status, ""), message)
    assert any(status == 429 for _, status, _ in said)
