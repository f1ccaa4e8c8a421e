"""The explorer: its answers as data, and the server that gives them, within its limits."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import logging
import os
import re
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

from clumond_solver import web
from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import ClumondError, MissingExtraError
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.tens import ExposedTens
from clumond_solver.records import Record
from clumond_solver.web import explore, serve
from clumond_solver.web.allowed_hosts import hosts_for
from clumond_solver.web.endpoints import ENDPOINTS
from clumond_solver.web.questions import MOST_TEXT, AnyAnswer, Limits, Question, RequestContext
from clumond_solver.web.tables import Tables
from tests.key_press import pressing
from tests.samples import SAMPLE_HANDS
from tests.strategies import deals, plays

HAND = "AK8732.AK974.KJ4.Q3"
DEAL = "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"
EVENTS = {"content-type": "application/json", "accept": "text/event-stream"}
END = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
CONTRACT = {"declarer": "F", "strain": "C"}


def asked(name: str, question: Question, tell: Callable[[AnyAnswer], None] | None = None) -> Any:
    """An answer with a minute for each search."""
    return limited(name, question, 60.0, tell)


def limited(
    name: str,
    question: Question,
    seconds: float,
    tell: Callable[[AnyAnswer], None] | None = None,
) -> Any:
    """An answer with so many seconds for each search; the parts told on the way are given on."""
    limits = Limits(
        verdict_seconds=seconds,
        depth_seconds=seconds,
        course_seconds=seconds,
        table_seconds=seconds,
        advice_games=80,
    )
    told = tell or (lambda _: None)
    return dict(ENDPOINTS[name].answer(question, RequestContext(limits, tell=told, idle=Solver())))


def question_of(play: Play) -> dict[str, Any]:
    """The question about a play with its history, from where that began."""
    start = play.copy()
    cards = [str(start.pop()) for _ in play.history][::-1]
    return {"start": str(start), "cards": cards, "at": len(cards)}


# Answers.


@given(play=plays())
def test_a_position_is_the_play_itself(play: Play) -> None:
    answer = asked("position", question_of(play))
    assert Play.parse(answer["play"]) == play
    hands = [Hand.of(*(card for suit in suits for card in suit)) for suits in answer["hands"]]
    assert hands == list(play.hands)
    assert answer["legal"] == [str(card) for card in play.legal_plays]
    assert answer["turn"] == play.turn
    assert answer["taken"] == list(play.tricks_taken)
    assert (answer["outcome"] is not None) is play.is_over


@given(play=plays(), data=st.data())
def test_jumping_back_shows_the_earlier_position_and_the_whole_play(
    play: Play, data: st.DataObject
) -> None:
    question = question_of(play)
    at = data.draw(st.integers(0, len(question["cards"])))
    answer = asked("position", question | {"at": at})
    for _ in range(len(question["cards"]) - at):
        play.pop()
    assert Play.parse(answer["play"]) == play
    places = [each["place"] for trick in answer["tricks"] for each in trick["cards"]]
    assert [place for place in places if place is not None] == list(range(len(question["cards"])))


def test_tricks_name_leader_and_winner() -> None:
    question = {"start": END, "cards": ["S3", "SK", "D8", "CA"], "at": 4}
    first, second = asked("position", question)["tricks"]
    assert [(each["seat"], each["card"]) for each in first["cards"]] == [
        (0, "S3"), (1, "SK"), (2, "D8"),
    ]  # fmt: skip
    assert (first["number"], first["winner"]) == (12, 1)
    assert (second["number"], second["winner"], second["cards"][0]["seat"]) == (13, None, 1)


def test_deals_follow_their_seed() -> None:
    question = {"seed": 7, **CONTRACT}
    assert asked("deal", question) == asked("deal", question)
    assert asked("deal", question)["start"].startswith(str(Deal.random(7)))


@given(deal=deals(smallest=16))
def test_a_deal_that_was_entered_is_opened(deal: Deal) -> None:
    [opened] = asked("read", {"text": str(deal), **CONTRACT})["opened"]
    assert Play.parse(opened["start"]) == Play(deal, Seat.FOREHAND, Strain.CLUBS)
    assert asked("position", {**opened, "at": 0})["deal"] == str(deal)


@given(play=plays())
def test_a_play_that_was_entered_is_opened(play: Play) -> None:
    [opened] = asked("read", {"text": str(play)})["opened"]
    assert Play.parse(opened["start"]) == play
    assert asked("position", {**opened, "at": 0})["play"] == str(play)


def test_a_hand_that_was_entered_is_held_by_the_seat_named() -> None:
    question = {"text": HAND, "seat": "R", "seed": 3, **CONTRACT}
    [opened] = asked("read", question)["opened"]
    assert Play.parse(opened["start"]).hands[Seat.REARHAND] == Hand.parse(HAND)
    assert asked("read", question) == asked("read", question)


@given(play=plays())
def test_a_play_that_was_saved_is_opened_again(play: Play) -> None:
    question = question_of(play)
    text = asked("save", {**question, "title": 'A "hand"', "players": ["Ann", "", "Bo"]})["record"]
    answer = asked("read", {"text": text})
    assert answer["errors"] == []
    [opened] = answer["opened"]
    assert (opened["title"], opened["players"]) == ('A "hand"', ["Ann", "", "Bo"])
    again = asked("position", {**opened, "at": len(opened["cards"])})
    assert Play.parse(again["play"]) == play
    assert asked("save", {**question, **opened})["record"] == text


def test_four_tens_are_dealt_opened_and_saved() -> None:
    dealt = asked("deal", {"seed": 3, "four_tens": True, **CONTRACT})
    tens = ExposedTens.parse(dealt["tens"])
    assert Play.parse(dealt["start"]).supplementary == tens.supplementary
    shown = asked("position", {**dealt, "at": 0})
    assert shown["supplementary"] == list(tens.supplementary)

    other = "F=CD M=H R=- common=S"
    [opened] = asked("read", {"text": shown["deal"], "tens": other, **CONTRACT})["opened"]
    assert Play.parse(opened["start"]).supplementary == (4, 3, 1)
    saved = asked("save", opened)["record"]
    [again] = asked("read", {"text": saved})["opened"]
    assert again == opened
    assert str(Record.parse(saved).tens) == other


def test_the_tens_of_a_play_can_be_said_and_taken_back() -> None:
    [opened] = asked("read", {"text": END, "tens": "F=CD M=H R=- common=S"})["opened"]
    assert Play.parse(opened["start"]).supplementary == (4, 3, 1)
    [counted] = asked("read", {"text": opened["start"]})["opened"]
    assert (counted["start"], counted["tens"]) == (opened["start"], None)
    question = {"text": DEAL, "supplementary": [4, 3, 1], **CONTRACT}
    [dealt] = asked("read", question)["opened"]
    assert Play.parse(dealt["start"]).supplementary == (4, 3, 1)


def test_a_file_of_records_is_opened_as_far_as_it_is_good() -> None:
    answer = asked("read", {"text": SAMPLE_HANDS.read_text(encoding="utf-8") + '[Clumond "9"]\n'})
    assert [len(each["cards"]) for each in answer["opened"]] == [16, 18, 18]
    assert len(answer["errors"]) == 2
    assert "illegal play H8" in answer["errors"][0]
    assert "format version 9" in answer["errors"][1]


@settings(max_examples=30)
@given(play=plays(most_tricks=4, fewest_tricks=1))
def test_verdicts_and_depth_agree_with_the_solver(play: Play) -> None:
    question = question_of(play) | {"seat": "M"}
    solver = Solver()
    near = asked("verdicts", question)
    deep = asked("depth", question)
    assert near["verdict"] is solver.verdict(play, seat=Seat.MIDDLEHAND)
    assert near["plays"] == {
        str(card): makes for card, makes in solver.plays(play, seat=Seat.MIDDLEHAND).items()
    }
    assert deep["miss"] == list(solver.miss(play, seat=Seat.MIDDLEHAND))
    assert {card: miss == [0, 0] for card, miss in deep["misses"].items()} == near["plays"]
    assert len(deep["retentions"]) == 20


def test_without_time_nothing_is_known_but_bounds() -> None:
    question = {"start": str(Play(Deal.parse(DEAL), Seat.FOREHAND, Strain.CLUBS)), "cards": []}
    near = limited("verdicts", question, 0.0)
    assert near["verdict"] is None
    assert set(near["plays"].values()) == {None}
    low, high = limited("depth", question, 0.0)["miss"]
    assert low < high


def test_advice_sharpens_and_ends_done() -> None:
    told: list[AnyAnswer] = []
    final = asked("advice", {"hand": HAND, "seat": "R"}, told.append)
    assert len(told) >= 3
    assert [each["done"] for each in (*told, final)] == [False] * len(told) + [True]
    games = [each["games"] for each in (*told, final)]
    assert games == sorted(games)
    assert games[0] < games[-1]
    assert set(final["strains"]) == {"C", "H", "S", "D", "NT"}
    assert final["unit"] == "points on paper"


def test_advice_goes_by_seat_scoring_and_pot_and_tells_what_passing_is_worth() -> None:
    rich = asked("advice", {"hand": HAND, "seat": "R", "scoring": "chips", "pot": 60})
    poor = asked("advice", {"hand": HAND, "seat": "R", "scoring": "chips", "pot": 0})
    assert "the two others have passed; played for chips, 60 in the pot" in rich["terms"]
    assert rich["strains"]["H"]["own"] > 10 > poor["strains"]["H"]["own"] == 0
    assert {"own", "relative"} <= set(rich["passing"])
    first = asked("advice", {"hand": HAND, "seat": "F"})
    last = asked("advice", {"hand": HAND, "seat": "R"})
    assert first["passing"] != last["passing"]


# Headlines.


@pytest.mark.parametrize(
    ("play", "seat", "headline"),
    [
        (END, "F", "2 of forehand's 5 cards force success."),
        (f"{END} table=SA", "F", "Middlehand's only card lets forehand force success."),
        (f"{END} table=S3", "F", "Middlehand's only card does not let forehand force success."),
        (f"{END} table=CJ", "F", "None of middlehand's 2 cards lets forehand force success."),
        (f"{END} table=HK", "F", "Middlehand's only card lets forehand force success."),
    ],
)
def test_the_headline_says_how_many_cards_do_what(play: str, seat: str, headline: str) -> None:
    question = {"start": play, "cards": [], "seat": seat}
    assert asked("verdicts", question)["headline"] == headline


def test_the_headline_says_what_is_not_known() -> None:
    start = str(Play(Deal.parse(DEAL), Seat.FOREHAND, Strain.CLUBS))
    found = limited("verdicts", {"start": start, "cards": []}, 0.0)
    assert found["headline"] == (
        "Not known yet: which of middlehand's 16 cards let forehand force success."
    )


# What was entered is looked through.


def test_a_hand_with_too_few_cards_is_told_what_it_was_given() -> None:
    question = {"text": HAND[:-1], "seat": "R", "seed": 3, **CONTRACT}
    [opened] = asked("read", question)["opened"]
    [added] = Play.parse(opened["start"]).hands[Seat.REARHAND] - Hand.parse(HAND[:-1])
    assert opened["note"] == (
        f"15 of 16 cards were entered, 1 is missing. Dealt to the hand at random: {added.pretty()}."
    )
    [whole] = asked("read", {**question, "text": HAND})["opened"]
    assert whole["note"] == ""


def test_a_deal_that_lacks_a_card_says_which() -> None:
    lacking = DEAL.replace("42.KQ7", "4.KQ7")
    with pytest.raises(ClumondError, match=r"forehand 15.* no hand has S2"):
        asked("read", {"text": lacking, **CONTRACT})


def test_a_revoke_is_told_with_its_trick() -> None:
    answer = asked("read", {"text": SAMPLE_HANDS.read_text(encoding="utf-8")})
    assert "illegal play H8 by middlehand in trick 6" in answer["errors"][0]
    with pytest.raises(ClumondError, match="trick 12: illegal play C9 by forehand"):
        asked("position", {"start": END, "cards": ["C9"], "at": 0})


# The same cards under another contract.


def test_another_contract_keeps_what_is_still_legal() -> None:
    start = str(Play(Deal.parse(DEAL), Seat.FOREHAND, Strain.CLUBS))
    question = {"start": start, "cards": ["SA", "SJ", "S4", "DK"], "at": 3}
    assert asked("position", {**question, "cards": ["SA", "SJ", "S4"]})["turn"] == 1
    changed = asked(
        "contract", {**question, "cards": ["SA", "SJ", "S4"], **CONTRACT, "strain": "H"}
    )
    assert (changed["kept"]["cards"], changed["lost"]) == (["SA", "SJ", "S4"], 0)
    assert "strain=H" in changed["kept"]["start"]
    assert changed["again"]["cards"] == []
    here = Play.parse(changed["here"]["start"])
    assert (here.strain, here.tricks_taken) == (Strain.HEARTS, (0, 1, 0))


def test_another_declarer_is_led_to_by_another_seat() -> None:
    start = str(Play(Deal.parse(DEAL), Seat.FOREHAND, Strain.CLUBS))
    question = {"start": start, "cards": ["SA", "SJ", "S4"], "at": 0, "declarer": "R"}
    changed = asked("contract", {**question, "strain": "C"})
    assert (changed["kept"]["cards"], changed["lost"], changed["here"]) == ([], 3, None)
    assert "leader=F" in changed["again"]["start"]


def test_where_the_tens_lie_changes_no_card() -> None:
    question = {"start": END, "cards": ["S3", "SK"], "at": 2, "declarer": "F", "strain": "S"}
    changed = asked("contract", {**question, "tens": "F=CD M=H R=- common=S"})
    assert (changed["kept"]["cards"], changed["lost"]) == (["S3", "SK"], 0)
    assert Play.parse(changed["kept"]["start"]).supplementary == (4, 3, 1)


# The whole play, the table of retentions, and one seat's view.


@settings(max_examples=15)
@given(play=plays(most_tricks=4, fewest_tricks=1))
def test_the_course_of_a_play_tells_the_verdict_after_every_card(play: Play) -> None:
    question, told = question_of(play) | {"seat": "M"}, list[AnyAnswer]()
    course = asked("course", question, told.append)
    assert [each["place"] for each in told] == list(range(len(question["cards"]), -1, -1))
    for place, makes in enumerate(course["verdicts"]):
        earlier = question | {"cards": question["cards"][:place]}
        assert makes is asked("verdicts", earlier)["verdict"]


def test_all_retentions_in_all_strains_are_told_as_they_are_found() -> None:
    deal, told = Deal.random(2, cards=8), list[AnyAnswer]()
    start = str(Play(deal, Seat.MIDDLEHAND, Strain.CLUBS, tricks_taken=(3, 3, 2)))
    answer = asked("retentions", {"start": start, "cards": [], "seat": "R"}, told.append)
    assert (answer["known"], answer["of"], len(answer["rows"])) == (100, 100, 20)
    assert [each["known"] for each in told] == sorted(each["known"] for each in told)
    assert answer["words"].startswith("With best defence rearhand can force ")
    assert "Open: all twenty" in told[0]["words"]
    for strain in Strain:
        # Others' tricks and the lead stay as they are in the middle of a hand.
        play = Play(deal, Seat.REARHAND, strain, leader=Seat.REARHAND, tricks_taken=(3, 3, 2))
        expected = {str(each): str(at) for each, at in Solver().retentions(play).items()}
        assert {row["suits"]: row["reach"][str(strain)] for row in answer["rows"]} == expected


def test_retentions_without_time_are_not_known_and_can_be_asked_on() -> None:
    start = str(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS))
    answer = limited("retentions", {"start": start, "cards": []}, 0.0)
    assert (answer["known"], answer["round"]) == (0, 0)
    assert {at for row in answer["rows"] for at in row["reach"].values()} == {None}
    further = limited("retentions", {"start": start, "cards": [], "round": 3}, 0.0)
    assert further["round"] == 3


@settings(max_examples=20)
@given(play=plays(most_tricks=6, fewest_tricks=1))
def test_chances_are_of_who_is_to_play_whatever_the_others_hold(play: Play) -> None:
    found = asked("chances", question_of(play))
    assert found["seat"] == play.turn
    assert found["best"] in set(found["cards"]) <= {str(card) for card in play.legal_plays}
    assert found["best"] in found["cards"]
    if play.declarer is not None:
        assert all(0 <= chance <= 1 for chance in found["cards"].values())


def test_a_card_that_nobody_foresaw_is_dealt_to_who_played_it() -> None:
    start = Play(Deal.parse(DEAL), Seat.FOREHAND, Strain.CLUBS)
    question = {"start": str(start), "cards": ["SA"], "at": 1, "seat": "F", "seed": 5}
    # Rearhand held spades in the deal that was imagined; now he follows with none.
    shown = asked("position", {**question, "view": "F"})
    assert "HA" in shown["may_play"]
    assert "HK" not in shown["may_play"]
    opened = asked("laid", {**question, "card": "HA"})
    play = Play.parse(opened["start"])
    assert opened["cards"] == ["SA", "HA"]
    assert play.hands[Seat.FOREHAND] == start.hands[Seat.FOREHAND]
    for card in opened["cards"]:
        play.push(Card.parse(card))
    assert play.hands[Seat.REARHAND].length(Suit.SPADES) == 0
    assert asked("laid", {**question, "card": "HA"}) == opened


@pytest.mark.parametrize(
    ("card", "cards", "message"),
    [
        ("HK", ["SA"], "forehand can see that rearhand does not hold HK"),
        ("SA", ["SA"], "does not hold SA"),
        ("H2", ["SA", "SJ"], "not a hidden hand"),
        ("SK", ["SA", "HA", "S4", "C6"], "does not hold SK"),
    ],
)
def test_a_card_that_cannot_have_been_played_is_refused(
    card: str, cards: list[str], message: str
) -> None:
    start = str(Play(Deal.parse(DEAL), Seat.FOREHAND, Strain.CLUBS))
    question: dict[str, Any] = {"start": start, "cards": [], "at": 0, "seat": "F", "seed": 1}
    for each in cards:
        own = Card.parse(each) in Deal.parse(DEAL)[Seat.FOREHAND]
        laid = {"cards": [*question["cards"], each]}
        question |= laid if own else asked("laid", {**question, "card": each})
    with pytest.raises(ClumondError, match=message):
        asked("laid", {**question, "card": card})


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
        "tens", "supplementary", "four_tens", "view", "card", "round", "scoring", "pot", "hand",
    )
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name in explore.ENDPOINTS if name != "advice"])
@settings(max_examples=100)
@given(question=st.dictionaries(NAMES, JUNK, max_size=8))
def test_no_question_ends_in_anything_but_an_answer_or_our_error(
    name: str, question: dict[str, Any]
) -> None:
    with contextlib.suppress(ClumondError):
        json.dumps(limited(name, question, 0.001))


@pytest.mark.parametrize(
    ("name", "question", "message"),
    [
        ("deal", {"seed": -1, **CONTRACT}, "seed: a whole number from 0"),
        ("deal", {"seed": True, **CONTRACT}, "seed: a whole number"),
        ("deal", {"seed": 1, "declarer": "F"}, "strain: a text"),
        ("read", {"text": "  "}, "nothing entered"),
        ("read", {"text": "x" * (MOST_TEXT + 1)}, f"at most {MOST_TEXT} are read"),
        ("read", {"text": "AK.2", **CONTRACT, "seat": "F", "seed": 1}, "2 suits, not four"),
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
        ("read", {"text": DEAL, "tens": "F=X", **CONTRACT}, "no such suit"),
        ("read", {"text": DEAL, "supplementary": [0, 7, 0], **CONTRACT}, "0 to 6"),
        ("read", {"text": DEAL, "supplementary": 3, **CONTRACT}, "three numbers"),
        ("verdicts", {"start": END, "cards": [], "seat": "X"}, "no such seat"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(name: str, question: Question, message: str) -> None:
    with pytest.raises(ClumondError, match=message):
        asked(name, question)


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "clumond_solver.web.server", raising=False)
    with pytest.raises(MissingExtraError, match=r"pip install '.*\[web\]'"):
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
    host: str = "127.0.0.1",
    kind: dict[str, Any] | None = None,
    tables: Tables | None = None,
    **limits: Any,
) -> Iterator[Site]:
    """A site with these limits; ``kind`` says what its connections have other than usual."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    from clumond_solver.web.connections import Connection
    from clumond_solver.web.server import Limits, application, listening, server

    with listening(host, 0) as listener:
        address, port = listener.getsockname()[:2]
        app = application(
            hosts_for(host, address), Limits(**{"advice_games": 80, **limits}), tables=tables
        )
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


STATIC = Path(web.__file__).parent / "static"


@pytest.mark.parametrize(
    "file", [file for file in sorted(STATIC.rglob("*.*")) if file.suffix in {".js", ".css", ".svg"}]
)
def test_the_pages_parts_are_served(site: Site, file: Path) -> None:
    status, content, _ = site.request("GET", f"/{file.relative_to(STATIC).as_posix()}")
    assert (status, content) == (200, file.read_bytes())


def modules_from(*first: str, folder: Path = STATIC) -> set[str]:
    """Modules of the page, with all that they import at once."""
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


def test_what_the_first_place_is_made_of_is_fetched_at_once() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', page)
    assert preloaded == sorted(modules_from("app.js", "places/play.js") - {"app.js"})


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
    too_long = b'{"text": "' + b"x" * 4 * MOST_TEXT + b'"}'
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

    def until_gone(_: Solver, gone: threading.Event) -> Any:
        assert gone.wait(60)
        return {}

    async def asked() -> Any:
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
            send_slowly(line, repeat(REQUEST.replace(b"/ ", b"/style.css ", 1), 100_000), 0.0)


def test_work_that_takes_long_is_waited_for() -> None:
    with running(kind={"patience": 0.05}, depth_seconds=1.0) as site:
        status, answer = site.ask("depth", DEPTH)
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
    body = json.dumps({"hand": HAND, "seat": "F"}).encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/api/advice", body, EVENTS)
    response = connection.getresponse()
    response.read(20)
    with pressing(child):
        _, complaints = child.communicate(timeout=60)
    connection.close()
    assert (child.returncode, complaints) == (130, "clumond: interrupted\n")


@pytest.mark.parametrize("word", ["none", "None", " NONE"])
def test_nobody_declares_however_the_page_spells_it(word: str) -> None:
    start = asked("deal", {"seed": 7, "declarer": word})["start"]
    assert "declarer=none" in start
