"""The explorer: its answers as data, and the server that gives them, within its limits."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.cards import Hand, Strain
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.errors import ClumondError, MissingExtraError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.tens import ExposedTens
from clumond_solver.records import Record
from clumond_solver.web import answers, serve
from clumond_solver.web.hosts import hosts_for
from clumond_solver.web.questions import Answer, Question
from tests.strategies import deals, plays

SEEDS = Path(__file__).parents[2] / "seeds" / "sample-hands.clumond"
HAND = "AK8732.AK974.KJ4.Q3"
DEAL = "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"
EVENTS = {"content-type": "application/json", "accept": "text/event-stream"}
END = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
CONTRACT = {"declarer": "F", "strain": "C"}


def question_of(play: Play) -> dict[str, Any]:
    """The question about a play with its history, from where that began."""
    start = play.copy()
    cards = [str(start.pop()) for _ in play.history][::-1]
    return {"start": str(start), "cards": cards, "at": len(cards)}


# Answers.


@given(play=plays())
def test_a_position_is_the_play_itself(play: Play) -> None:
    answer = answers.position(question_of(play))
    assert Play.parse(answer["play"]) == play
    hands = [Hand.of(*(card for suit in suits for card in suit)) for suits in answer["hands"]]
    assert hands == list(play.hands)
    assert answer["legal"] == [str(card) for card in play.legal_plays]
    assert answer["turn"] == play.turn
    assert answer["trick"] == [str(card) for card in play.trick]
    assert answer["taken"] == list(play.tricks_taken)
    assert (answer["outcome"] is not None) is play.is_over


@given(play=plays(), data=st.data())
def test_jumping_back_shows_the_earlier_position_and_the_whole_play(
    play: Play, data: st.DataObject
) -> None:
    question = question_of(play)
    at = data.draw(st.integers(0, len(question["cards"])))
    answer = answers.position(question | {"at": at})
    for _ in range(len(question["cards"]) - at):
        play.pop()
    assert Play.parse(answer["play"]) == play
    places = [each["place"] for trick in answer["tricks"] for each in trick["cards"]]
    assert [place for place in places if place is not None] == list(range(len(question["cards"])))


def test_tricks_name_leader_and_winner() -> None:
    question = {"start": END, "cards": ["S3", "SK", "D8", "CA"], "at": 4}
    first, second = answers.position(question)["tricks"]
    assert [(each["seat"], each["card"]) for each in first["cards"]] == [
        (0, "S3"), (1, "SK"), (2, "D8"),
    ]  # fmt: skip
    assert (first["number"], first["winner"]) == (12, 1)
    assert (second["number"], second["winner"], second["cards"][0]["seat"]) == (13, None, 1)


def test_deals_follow_their_seed() -> None:
    question = {"seed": 7, **CONTRACT}
    assert answers.deal(question) == answers.deal(question)
    assert answers.deal(question)["start"].startswith(str(Deal.random(7)))


@given(deal=deals(smallest=16))
def test_a_deal_that_was_entered_is_opened(deal: Deal) -> None:
    [opened] = answers.read({"text": str(deal), **CONTRACT})["opened"]
    assert Play.parse(opened["start"]) == Play(deal, Seat.FOREHAND, Strain.CLUBS)
    assert answers.position({**opened, "at": 0})["deal"] == str(deal)


@given(play=plays())
def test_a_play_that_was_entered_is_opened(play: Play) -> None:
    [opened] = answers.read({"text": str(play)})["opened"]
    assert Play.parse(opened["start"]) == play
    assert answers.position({**opened, "at": 0})["play"] == str(play)


def test_a_hand_that_was_entered_is_held_by_the_seat_named() -> None:
    question = {"text": HAND, "seat": "R", "seed": 3, **CONTRACT}
    [opened] = answers.read(question)["opened"]
    assert Play.parse(opened["start"]).hands[Seat.REARHAND] == Hand.parse(HAND)
    assert answers.read(question) == answers.read(question)


@given(play=plays())
def test_a_play_that_was_saved_is_opened_again(play: Play) -> None:
    question = question_of(play)
    text = answers.save({**question, "title": 'A "hand"', "players": ["Ann", "", "Bo"]})["record"]
    answer = answers.read({"text": text})
    assert answer["errors"] == []
    [opened] = answer["opened"]
    assert (opened["title"], opened["players"]) == ('A "hand"', ["Ann", "", "Bo"])
    again = answers.position({**opened, "at": len(opened["cards"])})
    assert Play.parse(again["play"]) == play
    assert answers.save({**question, **opened})["record"] == text


def test_four_tens_are_dealt_opened_and_saved() -> None:
    dealt = answers.deal({"seed": 3, "four_tens": True, **CONTRACT})
    tens = ExposedTens.parse(dealt["tens"])
    assert Play.parse(dealt["start"]).supplementary == tens.supplementary
    shown = answers.position({**dealt, "at": 0})
    assert shown["supplementary"] == list(tens.supplementary)

    other = "F=CD M=H R=- common=S"
    [opened] = answers.read({"text": shown["deal"], "tens": other, **CONTRACT})["opened"]
    assert Play.parse(opened["start"]).supplementary == (4, 3, 1)
    saved = answers.save(opened)["record"]
    [again] = answers.read({"text": saved})["opened"]
    assert again == opened
    assert str(Record.parse(saved).tens) == other


def test_the_tens_of_a_play_can_be_said_and_taken_back() -> None:
    [opened] = answers.read({"text": END, "tens": "F=CD M=H R=- common=S"})["opened"]
    assert Play.parse(opened["start"]).supplementary == (4, 3, 1)
    [counted] = answers.read({"text": opened["start"]})["opened"]
    assert (counted["start"], counted["tens"]) == (opened["start"], None)
    question = {"text": DEAL, "supplementary": [4, 3, 1], **CONTRACT}
    [dealt] = answers.read(question)["opened"]
    assert Play.parse(dealt["start"]).supplementary == (4, 3, 1)


def test_a_file_of_records_is_opened_as_far_as_it_is_good() -> None:
    answer = answers.read({"text": SEEDS.read_text(encoding="utf-8") + '[Clumond "9"]\n'})
    assert [len(each["cards"]) for each in answer["opened"]] == [16, 18, 18]
    assert len(answer["errors"]) == 2
    assert "illegal play H8" in answer["errors"][0]
    assert "format version 9" in answer["errors"][1]


@settings(max_examples=30)
@given(play=plays(most_tricks=4, fewest_tricks=1))
def test_verdicts_and_depth_agree_with_the_solver(play: Play) -> None:
    question = question_of(play) | {"seat": "M"}
    solver = Solver()
    near = answers.verdicts(question, solver, 60.0)
    deep = answers.depth(question, solver, 60.0)
    assert near["verdict"] is solver.verdict(play, seat=Seat.MIDDLEHAND)
    assert near["plays"] == {
        str(card): makes for card, makes in solver.plays(play, seat=Seat.MIDDLEHAND).items()
    }
    assert deep["miss"] == list(solver.miss(play, seat=Seat.MIDDLEHAND))
    assert {card: miss == [0, 0] for card, miss in deep["misses"].items()} == near["plays"]
    assert len(deep["retentions"]) == 20


def test_without_time_nothing_is_known_but_bounds() -> None:
    question = {"start": str(Play(Deal.parse(DEAL), Seat.FOREHAND, Strain.CLUBS)), "cards": []}
    near = answers.verdicts(question, Solver(), 0.0)
    assert near["verdict"] is None
    assert set(near["plays"].values()) == {None}
    low, high = answers.depth(question, Solver(), 0.0)["miss"]
    assert low < high


def test_advice_sharpens_and_ends_done() -> None:
    told: list[Answer] = []
    final = answers.advice({"hand": HAND, "seat": "R"}, 80, told.append)
    assert len(told) >= 3
    assert [each["done"] for each in (*told, final)] == [False] * len(told) + [True]
    games = [each["games"] for each in (*told, final)]
    assert games == sorted(games)
    assert games[0] < games[-1]
    assert set(final["strains"]) == {"C", "H", "S", "D", "NT"}


# Answers to what makes no sense.

SIMPLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
TEXTS = st.sampled_from(
    [HAND, DEAL, END, "F", "C", "none", "common=CHSD", '[Clumond "1"]', "SA", "٣"]
)
JUNK = st.recursive(
    SIMPLE | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = st.sampled_from(
    (
        "start", "cards", "at", "seat", "seed", "text", "declarer", "strain", "title", "players",
        "tens", "supplementary", "four_tens",
    )
)  # fmt: skip
ANSWERS: dict[str, Callable[[Question], Any]] = {
    "deal": answers.deal,
    "read": answers.read,
    "save": answers.save,
    "position": answers.position,
    "verdicts": lambda question: answers.verdicts(question, Solver(), 0.001),
    "depth": lambda question: answers.depth(question, Solver(), 0.001),
}


@pytest.mark.parametrize("name", ANSWERS)
@settings(max_examples=150)
@given(question=st.dictionaries(NAMES, JUNK, max_size=8))
def test_no_question_ends_in_anything_but_an_answer_or_our_error(
    name: str, question: dict[str, Any]
) -> None:
    with contextlib.suppress(ClumondError):
        json.dumps(ANSWERS[name](question))


@pytest.mark.parametrize(
    ("name", "question", "message"),
    [
        ("deal", {"seed": -1, **CONTRACT}, "seed: a whole number from 0"),
        ("deal", {"seed": True, **CONTRACT}, "seed: a whole number"),
        ("deal", {"seed": 1, "declarer": "F"}, "strain: a text"),
        ("read", {"text": "  "}, "nothing entered"),
        ("read", {"text": "x" * 60_001}, "at most 60000 are read"),
        ("read", {"text": "AK.2", **CONTRACT, "seat": "F", "seed": 1}, "three dots"),
        ("read", {"text": "T...", **CONTRACT, "seat": "F", "seed": 1}, "no such card"),
        ("read", {"text": "F:A.2.3.4 K.3.4.5 Q.4.5.6", **CONTRACT}, "enter a play"),
        ("position", {"start": END, "cards": ["C9"], "at": 0}, "illegal play C9 by forehand"),
        ("position", {"start": END, "cards": [], "at": 1}, "at: a whole number from 0 to 0"),
        ("position", {"start": END, "cards": ["S3"] * 40, "at": 0}, "at most 39 cards"),
        ("position", {"start": END, "cards": [3], "at": 0}, "each card is a short text"),
        ("save", {"start": END, "cards": [], "title": "", "players": ["a"]}, "three names"),
        (
            "position",
            {"start": END, "cards": [], "at": 0, "tens": "common=CHSD"},
            "make supplementary tricks",
        ),
        ("read", {"text": DEAL, "tens": "F=X", **CONTRACT}, "offset"),
        ("read", {"text": DEAL, "supplementary": [0, 7, 0], **CONTRACT}, "0 to 6"),
        ("read", {"text": DEAL, "supplementary": 3, **CONTRACT}, "three numbers"),
        ("verdicts", {"start": END, "cards": [], "seat": "X"}, "no such seat"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(name: str, question: Question, message: str) -> None:
    with pytest.raises(ClumondError, match=message):
        ANSWERS[name](question)


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "clumond_solver.web.server", raising=False)
    with pytest.raises(MissingExtraError, match=r"clumond_solver\[web\]"):
        serve()


# The server.


class Site:
    """A running explorer, and how to ask it."""

    def __init__(self, port: int, address: str = "127.0.0.1", server: Any = None) -> None:
        self.port, self.address, self.server = port, address, server

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
    host: str = "127.0.0.1", kind: dict[str, Any] | None = None, **limits: Any
) -> Iterator[Site]:
    """A site with these limits; ``kind`` says what its connections have other than usual."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    from clumond_solver.web.connections import Connection
    from clumond_solver.web.server import Limits, application, listening, server

    with listening(host, 0) as listener:
        address, port = listener.getsockname()[:2]
        app = application(hosts_for(host, address), Limits(**{"advice_games": 80, **limits}))
        serving = server(app, type("Kind", (Connection,), kind or {}))
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield Site(port, address, serving)
        finally:
            serving.should_exit = True
            thread.join()


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


STATIC = Path(answers.__file__).parent / "static"


@pytest.mark.parametrize(
    "file", [file for file in sorted(STATIC.rglob("*.*")) if file.suffix in {".js", ".css", ".svg"}]
)
def test_the_pages_parts_are_served(site: Site, file: Path) -> None:
    status, content, _ = site.request("GET", f"/{file.relative_to(STATIC).as_posix()}")
    assert (status, content) == (200, file.read_bytes())


@pytest.mark.parametrize("path", ["/explorer.py", "/static/app.js", "/../server.py", "/api"])
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
    assert Record.parse(saved["record"]).is_finished


def test_engines_answer_through_the_server(site: Site) -> None:
    question = {"start": END, "cards": []}
    assert site.ask("verdicts", question)[1]["plays"]["S3"] is False
    assert site.ask("depth", question)[1]["misses"]["SA"] == [0, 0]


def test_bad_questions_get_a_message(site: Site) -> None:
    status, answer = site.ask("position", {"start": "F:A", "cards": [], "at": 0})
    assert status == 400
    assert "a play starts with its deal" in answer["error"]
    for body in (b"{", b"[]", b"\xff", b"[" * 60_000, b'{"at": ' + b"9" * 5000 + b"}"):
        status, content, _ = site.request(
            "POST", "/api/position", body, content_type="application/json"
        )
        assert status == 400
        assert "error" in json.loads(content)


def test_what_is_too_long_or_no_json_is_refused(site: Site) -> None:
    too_long = b'{"text": "' + b"x" * 70_000 + b'"}'
    kind = "application/json"
    assert site.request("POST", "/api/read", too_long, content_type=kind)[0] == 413
    assert site.request("POST", "/api/read", b"{}", content_type="text/plain")[0] == 415
    assert site.request("GET", "/api/read")[0] == 405


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
    alone = [answers.verdicts(question, Solver(), 60.0) for question in questions]
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
    events = advise(site, {"hand": HAND, "seat": "F"})
    assert [[*each] for each in events] == [["part"]] * (len(events) - 1) + [["answer"]]
    assert len(events) >= 4
    assert [each["part"]["done"] for each in events[:-1]] == [False] * (len(events) - 1)
    assert events[-1]["answer"]["done"] is True


def test_who_wants_no_parts_gets_the_answer_alone(site: Site) -> None:
    status, answer = site.ask("advice", {"hand": HAND, "seat": "F"})
    assert (status, answer["done"]) == (200, True)


def test_bad_advice_questions_end_in_an_error_event(site: Site) -> None:
    [event] = advise(site, {"hand": "AK...", "seat": "F"})
    assert "16" in event["error"]


def test_who_leaves_during_advice_does_not_block_the_others() -> None:
    with running(searches=1) as site:
        body = json.dumps({"hand": HAND, "seat": "F"}).encode()
        for _ in range(3):
            connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
            connection.request("POST", "/api/advice", body, EVENTS)
            connection.getresponse().read(20)
            connection.close()
        assert site.ask("verdicts", {"start": END, "cards": []})[0] == 200


def test_when_the_engines_are_busy_and_many_wait_the_rest_are_told() -> None:
    with running(searches=1, waiting=1) as site:
        question = {"hand": HAND, "seat": "F"}
        with ThreadPoolExecutor(6) as users:
            finished = list(users.map(lambda _: advise(site, question)[-1], range(6)))
        refused = [each for each in finished if "error" in each]
        assert refused
        assert all("busy" in each["error"] for each in refused)
        assert any("answer" in each for each in finished)


DEPTH = {"start": str(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)), "cards": []}


def test_questions_that_nobody_waits_for_are_given_up() -> None:
    with running(searches=1, depth_seconds=90.0, verdict_seconds=90.0) as site:
        for name in ("depth", "verdicts", "depth"):
            body = json.dumps(DEPTH).encode()
            connection = http.client.HTTPConnection(site.address, site.port, timeout=60)
            connection.request("POST", f"/api/{name}", body, {"content-type": "application/json"})
            connection.close()
        assert site.ask("depth", {"start": END, "cards": []})[1]["misses"]["SA"] == [0, 0]


def test_who_leaves_the_queue_leaves_his_place_to_others() -> None:
    pytest.importorskip("uvicorn")
    pytest.importorskip("starlette")
    from clumond_solver.web.server import Limits, _Engines

    def until_gone(_: Solver, gone: threading.Event) -> Answer:
        assert gone.wait(60)
        return {}

    async def asked() -> Answer:
        engines = _Engines(Limits(searches=1, waiting=2))
        leaving = [asyncio.create_task(engines.think(until_gone)) for _ in range(2)]
        await asyncio.sleep(0)
        for each in reversed(leaving):
            each.cancel()
        return await engines.think(lambda *_: {"answer": 1})

    assert asyncio.run(asyncio.wait_for(asked(), 60)) == {"answer": 1}


# Connections.

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
    with running(kind={"most": 4}) as site, contextlib.ExitStack() as lines:
        silent = [lines.enter_context(site.connect()) for _ in range(40)]
        assert site.request("GET", "/")[0] == 200
        assert is_closed(silent[0])
        assert len(site.server.server_state.connections) <= 4


def test_a_connection_without_a_request_ends() -> None:
    with running(kind={"patience": 0.05}) as site, site.connect() as line:
        assert is_closed(line)


def test_a_byte_now_and_then_does_not_keep_a_connection() -> None:
    with running(kind={"patience": 0.3}) as site:
        for begun in (b"", REQUEST):
            pieces = (begun + b"GET / HTTP/1.1\r\nx: ", *(b"x" for _ in range(2000)))
            with site.connect() as line, pytest.raises(ConnectionError):
                send_slowly(line, pieces, 0.03)


def test_who_does_not_read_answers_is_cut_off() -> None:
    with running(kind={"patience": 0.1}) as site, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 12)
        line.connect((site.address, site.port))
        line.settimeout(60)
        with pytest.raises(ConnectionError):
            send_slowly(line, repeat(REQUEST.replace(b"/ ", b"/explorer.js ", 1), 100_000), 0.0)


def test_work_that_takes_long_is_waited_for() -> None:
    with running(kind={"patience": 0.05}, depth_seconds=1.0) as site:
        status, answer = site.ask("depth", DEPTH)
        assert (status, answer["seat"]) == (200, 0)


def test_a_flood_of_complaints_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("uvicorn")
    from clumond_solver.web.connections import Complaints

    complaints = Complaints()
    logger = logging.Logger("flood")
    logger.addHandler(complaints)
    for number in range(1000):
        try:
            raise OSError(24, "Too many open files")
        except OSError:
            logger.exception("socket.accept() out of system resource\nsocket: %d", number)
    told = capsys.readouterr().err
    assert told == (
        "explorer: socket.accept() out of system resource: OSError(24, 'Too many open files')\n"
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


@pytest.mark.parametrize(("host", "port"), [("é" * 300, 0), ("127.0.0.1", 99_999)])
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
    body = json.dumps({"hand": HAND, "seat": "F"}).encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/api/advice", body, EVENTS)
    response = connection.getresponse()
    response.read(20)
    child.send_signal(signal.SIGINT)
    _, complaints = child.communicate(timeout=60)
    connection.close()
    assert (child.returncode, complaints) == (130, "clumond: interrupted\n")
