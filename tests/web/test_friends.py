"""A table with friends, by questions: what a seat sees and may do, and what nobody gets."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.coach.seating import written_seating
from clumond_solver.games.sessions import Session
from clumond_solver.web.access import Access, checked_address, owner_key
from clumond_solver.web.endpoints import (
    AT_A_SEAT,
    ENDPOINTS,
    EVERY_ENDPOINT,
    OF_A_SEAT,
    OF_A_TABLE,
    endpoints_for,
)
from clumond_solver.web.page_questions import KeyRefusedError, RequestContext
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.presence import AWAY_SECONDS, Presence
from clumond_solver.web.question import PageQuestionError, parse_page_question
from clumond_solver.web.store import Folder
from tests.web.site import Site, running
from tests.web.tables import check_heard, choice_of, first_action, is_over, is_persons

OWNER = "o" * 22


class Host:
    """The sessions of an owner, and questions of his and of his friends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open()

    def open(self) -> None:
        """Start again, as after a restart of the server."""
        sessions = Sessions(Folder(self.folder))
        self.context = RequestContext(sessions_or_none=sessions)

    def ask(self, kind: str, **question: Any) -> Any:
        return self._answer(ENDPOINTS, self.context, kind, question)

    def ask_as(self, key: str, kind: str, **question: Any) -> Any:
        return self._answer(*endpoints_for(key, self.context), kind, question)

    def _answer(self, endpoints: Any, context: Any, kind: str, question: Any) -> Any:
        answer = endpoints[kind].answer(parse_page_question(json.dumps(question)), context)
        return json.loads(json.dumps(answer))

    def seats(self, **question: Any) -> Any:
        return self.ask("table-seats", **question)

    def begin(self, players: tuple[int, ...], game: str = "clumond", options: Any = None) -> Any:
        """A table with friends in the seats of these players, who have sat down; their keys."""
        table = self.ask("session-new", game=game, options=options or {})
        keys = {}
        for player in players:
            seats = self.seats(id=table["id"], player=player, do="invite")["seats"]
            keys[player] = next(seat["key"] for seat in seats if seat["player"] == player)
            self.ask_as(keys[player], "seat-sit", name=f"Friend {player}")
        return self.ask("table", id=table["id"]), keys

    def text(self, session_id: str) -> str:
        return Path(self.folder, f"{session_id}.session").read_text("utf-8")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


@pytest.mark.parametrize(
    ("game", "options", "friends"),
    [
        ("clumond", {}, (1, 2)),
        ("clumond", {"four_tens": "yes"}, (2,)),
        ("clag", {"players": "3", "scheme": "raf"}, (1,)),
        ("clabberjass", {}, (1,)),
        ("clubs", {"players": "3"}, (1, 2)),
    ],
)
def test_a_friend_sees_what_his_seat_sees_and_nothing_else(
    host: Host, game: str, options: dict[str, str], friends: tuple[int, ...]
) -> None:
    table, keys = host.begin(friends, game, options)
    source = random.Random(5)
    askers = {0: host.ask} | {player: partial(host.ask_as, key) for player, key in keys.items()}
    heard: dict[int, list[Any]] = {player: [] for player in askers}

    def ask(player: int, kind: str, **question: Any) -> Any:
        heard[player].append(askers[player](kind, **question))
        return heard[player][-1]

    for _ in range(60):
        for player in friends:
            ask(player, "table", id="somebody else's")
            ask(player, "table-news", window="w", claims=True)
        player = source.choice([0, *friends])
        own = askers[player]("table", id=table["id"])
        asked = {"id": table["id"], "at": own["at"]}
        if is_over(own):
            if own["finished"]:
                break
            ask(player, "table-next", **asked)
        elif is_persons(own):
            ask(player, "table-act", **asked, action=choice_of(own, source))
        else:
            ask(player, "table-step", **asked)
    for player in friends:
        check_heard(heard[player], Session.parse(host.text(table["id"])), player)


def test_a_key_opens_its_seat_and_no_other_question(host: Host) -> None:
    _, keys = host.begin((1,))
    opened, context = endpoints_for(keys[1], host.context)
    assert opened is OF_A_SEAT
    assert context.seat is not None
    for kind in EVERY_ENDPOINT.keys() - OF_A_SEAT.keys():
        with pytest.raises(KeyError):
            host.ask_as(keys[1], kind, id="x")
    assert {"sessions", "session-save", "session-new", "table-seats", "table-change"}.isdisjoint(
        OF_A_SEAT.keys() | OF_A_TABLE.keys()
    )
    assert AT_A_SEAT.keys() < ENDPOINTS.keys()


def test_a_friend_acts_for_himself_alone_and_in_turn(host: Host) -> None:
    table, keys = host.begin((1, 2))
    for player, asker in ((1, keys[1]), (2, keys[2])):
        own = host.ask_as(asker, "table")
        if is_persons(own):
            continue
        with pytest.raises(RuleError, match="turn"):
            host.ask_as(asker, "table-act", at=own["at"], action="pass", player=3 - player)
        stepped = host.ask_as(asker, "table-step", at=own["at"], conceded=True)
        assert stepped["at"] == own["at"], "no engine plays for a person"
    assert host.ask("table", id=table["id"])["deal"]["calls"] == []


def test_what_is_done_twice_is_done_once(host: Host) -> None:
    table, keys = host.begin((1, 2))
    askers: list[Any] = [host.ask, *(partial(host.ask_as, keys[player]) for player in (1, 2))]
    player, own = _whose_turn(askers, table["id"])
    asked = {"id": table["id"], "at": own["at"], "action": "pass"}
    first, second = (askers[player]("table-act", **asked) for _ in range(2))
    assert "late" not in first
    assert second["late"]
    assert len(second["deal"]["calls"]) == 1


def test_a_friend_is_at_his_own_table_whatever_id_he_names(host: Host) -> None:
    mine, keys = host.begin((1,))
    other = host.ask("session-new", game="clubs")
    assert host.ask_as(keys[1], "table", id=other["id"])["game"]["key"] == "clumond"
    with pytest.raises(ClumondError):
        host.ask_as(keys[1], "review", session=other["id"], deal=1)
    assert mine["id"] != other["id"]


def test_wrong_withdrawn_and_renewed_keys_open_nothing(host: Host) -> None:
    table, keys = host.begin((1,))
    key = keys[1]
    for wrong in ("", "x" * 38, key[:-1] + ("A" if key[-1] != "A" else "B"), key[:16], key + "A"):
        with pytest.raises(KeyRefusedError):
            host.ask_as(wrong, "table")
    renewed = host.seats(id=table["id"], player=1, do="renew")["seats"][0]["key"]
    with pytest.raises(KeyRefusedError, match="opens nothing"):
        host.ask_as(key, "table")
    assert host.ask_as(renewed, "table")["players"][1] == "Friend 1"
    host.seats(id=table["id"], player=1, do="withdraw")
    with pytest.raises(KeyRefusedError):
        host.ask_as(renewed, "table")


def test_keys_are_in_a_private_file_and_in_no_session(host: Host) -> None:
    table, keys = host.begin((1,))
    secret = keys[1][16:]
    file = Path(host.folder, f"{table['id']}.keys")
    assert secret in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    assert secret not in host.text(table["id"])
    saved = host.ask("session-save", id=table["id"])["text"]
    assert secret not in saved
    assert "friends" not in saved
    host.ask("session-remove", id=table["id"], at=host.ask("sessions")["sessions"][0]["at"])
    assert not file.exists()


def test_after_a_restart_everybody_goes_on_by_the_same_link(host: Host) -> None:
    table, keys = host.begin((1, 2))
    before = host.ask_as(keys[2], "table")
    host.open()
    assert host.ask_as(keys[2], "table") == before
    seating = written_seating(host.text(table["id"]), Session.parse(host.text(table["id"])))
    assert [seat.player for seat in seating.friends.seats if seat.taken] == [1, 2]


def test_who_opens_the_tables_link_takes_a_free_seat(host: Host) -> None:
    table = host.ask("session-new", game="clumond")
    for player in (1, 2):
        host.seats(id=table["id"], player=player, do="invite")
    key = host.seats(id=table["id"], do="invite")["key"]
    assert host.ask_as(key, "seat-look")["free"] == [1, 2]
    kim = host.ask_as(key, "seat-take", name="Kim", player=2, claim="of Kim")["key"]
    with pytest.raises(RuleError, match="sits there already"):
        host.ask_as(key, "seat-take", name="Lee", player=2)
    for name in ("kim", "Ki\u200bm", "Kim\u034f", "Kim\ufe0f"):
        with pytest.raises(RuleError, match="somebody at this table is called Kim"):
            host.ask_as(key, "seat-take", name=name)
    for name in ("", "x" * 31, "a\nb", "a\u202eb", "\uff2bim"):
        with pytest.raises(ClumondError):
            host.ask_as(key, "seat-take", name=name)
    lee = host.ask_as(key, "seat-take", name="<b>Lee</b>", claim="of Lee")["key"]
    # Whose answer is lost asks again.
    assert host.ask_as(key, "seat-take", name="Kim", player=1, claim="of Kim")["key"] == kim
    for claim in ("", "of Mo"):
        with pytest.raises(RuleError, match="full"):
            host.ask_as(key, "seat-take", name="Mo", claim=claim)
    assert host.ask_as(kim, "table")["players"] == ["Host", "<b>Lee</b>", "Kim"]
    assert host.ask_as(lee, "table")["person"] == 1


@pytest.mark.parametrize("deeds", [["renew"], ["withdraw"], ["end"], ["end", "invite"]])
def test_who_asks_again_gets_no_key_but_his_own(host: Host, deeds: list[str]) -> None:
    table = host.ask("session-new", game="clumond")
    host.seats(id=table["id"], player=1, do="invite")
    key = host.seats(id=table["id"], do="invite")["key"]
    taken = {"name": "Kim", "claim": "of Kim"}
    kim = host.ask_as(key, "seat-take", **taken)["key"]
    for deed in deeds:
        seats = host.seats(id=table["id"], player=1, do=deed)["seats"]
    if deeds[-1] == "invite":
        lee = host.ask_as(key, "seat-take", name="Lee", claim="of Lee")["key"]
        assert lee == seats[0]["key"] != kim
    with pytest.raises(RuleError, match="full"):
        host.ask_as(key, "seat-take", **taken)
    with pytest.raises(KeyRefusedError):
        host.ask_as(kim, "table")


def test_a_key_of_an_engines_seat_shows_nothing(host: Host) -> None:
    table, _ = host.begin((1,))
    ghost = host.context.sessions.keys.key(table["id"], 2)
    with pytest.raises(RuleError, match="an engine's now"):
        host.ask_as(ghost, "table")


def test_a_text_that_fits_in_no_qr_code_is_refused(host: Host) -> None:
    pytest.importorskip("segno")
    for text in ("", "x" * 1000, "é" * 1000, "漢字", "\0"):
        assert host.ask("qr-code", text=text)["path"]
    with pytest.raises(PageQuestionError, match="fit in no QR code"):
        host.ask("qr-code", text="\U0001f600" * 1000)


def test_an_engine_plays_for_who_has_gone_and_gives_the_seat_back(host: Host) -> None:
    table, keys = host.begin((1,))
    host.seats(id=table["id"], player=1, do="engine")
    shown = host.ask("table", id=table["id"])
    assert shown["friends"]["away"] == [1]
    with pytest.raises(RuleError, match="engine plays"):
        host.ask_as(keys[1], "table-act", at=host.ask_as(keys[1], "table")["at"], action="pass")
    host.seats(id=table["id"], player=1, do="back")
    assert host.ask_as(keys[1], "table")["friends"]["people"] == [0, 1]
    host.seats(id=table["id"], player=1, do="end")
    with pytest.raises(KeyRefusedError):
        host.ask_as(keys[1], "table")
    assert host.ask("table", id=table["id"])["friends"] is None


def test_a_card_is_taken_back_once_all_others_agree(host: Host) -> None:
    table, keys = host.begin((1, 2))
    askers: list[Any] = [host.ask, *(partial(host.ask_as, keys[player]) for player in (1, 2))]
    player, own = _whose_turn(askers, table["id"])
    acted = askers[player]("table-act", id=table["id"], at=own["at"], action="pass")
    askers[player]("table-back", id=table["id"], at=acted["at"])
    for other in {0, 1, 2} - {player}:
        shown = askers[other]("table", id=table["id"])
        assert shown["friends"]["wish"]["player"] == player
        agrees = {"id": table["id"], "at": shown["at"], "yes": True}
        with pytest.raises(RuleError, match="nobody asks"):
            askers[other]("table-agree", **agrees, player=other)
        with pytest.raises(RuleError, match="you are not asked"):
            askers[player]("table-agree", **agrees | {"at": acted["at"]}, player=player)
        askers[other]("table-agree", **agrees, player=player)
    assert askers[player]("table", id=table["id"])["deal"]["calls"] == []
    again = askers[player]("table", id=table["id"])
    acted = askers[player]("table-act", id=table["id"], at=again["at"], action="pass")
    assert acted["friends"]["wish"] is None, "the same text as before the wish"
    askers[player]("table-back", id=table["id"], at=acted["at"])
    other = (player + 1) % 3
    refuses = {"at": askers[other]("table", id=table["id"])["at"], "player": player}
    askers[other]("table-agree", id=table["id"], **refuses)
    shown = askers[player]("table", id=table["id"])
    assert shown["friends"]["wish"] == {"player": player, "agreed": [], "refused": other}
    assert len(shown["deal"]["calls"]) == 1
    host.seats(id=table["id"], take_backs=False)
    assert not askers[player]("table", id=table["id"])["can_take_back"]


def _whose_turn(askers: Any, session_id: str) -> tuple[int, Any]:
    tables = [ask("table", id=session_id) for ask in askers]
    return next((player, table) for player, table in enumerate(tables) if is_persons(table))


def test_each_goes_on_to_the_next_deal_at_his_own_pace(host: Host) -> None:
    table, keys = host.begin((1,), "clag", {"players": "3"})
    ask = partial(host.ask_as, keys[1])
    while not is_over(own := host.ask("table", id=table["id"])):
        friends = ask("table")
        if is_persons(own):
            host.ask("table-act", id=table["id"], at=own["at"], action=first_action(own))
        elif is_persons(friends):
            ask("table-act", at=friends["at"], action=first_action(friends))
        else:
            host.ask("table-step", id=table["id"], at=own["at"])
    friends = ask("table")
    assert is_over(friends)
    host.ask("table-next", id=table["id"], at=own["at"])
    assert ask("table")["at"] == friends["at"], "what another has seen changes nothing here"
    host.ask("table-step", id=table["id"], at=host.ask("table", id=table["id"])["at"])
    assert ask("table")["at"] == friends["at"], "nor does what the others do in the next deal"
    assert ask("table-next", at=friends["at"])["number"] == 2
    assert ask("review", deal=1)["plays"]


def test_hints_are_for_friends_where_the_table_allows_them(host: Host) -> None:
    table, keys = host.begin((1, 2))
    host.seats(id=table["id"], hints=False)
    for key in keys.values():
        own = host.ask_as(key, "table")
        assert own["friends"]["hints"] is False
        if is_persons(own):
            with pytest.raises(RuleError, match="nobody gets hints"):
                host.ask_as(key, "table-hint")


@pytest.mark.parametrize("player", [0, 1])
def test_without_hints_nobody_lets_the_program_choose_his_cards(host: Host, player: int) -> None:
    table, keys = host.begin((1,), "clubs", {"players": "3"})
    host.seats(id=table["id"], hints=False)
    askers: list[Any] = [host.ask, partial(host.ask_as, keys[1])]
    ask = askers[player]
    while not is_persons(own := ask("table", id=table["id"])):
        other = askers[1 - player]("table", id=table["id"])
        kind = "table-act" if is_persons(other) else "table-step"
        action = first_action(other) if is_persons(other) else ""
        askers[1 - player](kind, id=table["id"], at=other["at"], action=action)
    assert own["friends"]["hints"] is False
    with pytest.raises(RuleError, match="nobody gets hints"):
        ask("table-hint", id=table["id"])
    with pytest.raises(RuleError, match="nobody gets hints"):
        ask("table-step", id=table["id"], at=own["at"], conceded=True)
    host.seats(id=table["id"], player=1, do="end")
    assert host.ask("table", id=table["id"])["friends"] is None


def test_a_friend_who_sits_down_makes_no_choice_of_others_late(host: Host) -> None:
    table, keys = host.begin((1, 2))
    askers: list[Any] = [host.ask, *(partial(host.ask_as, keys[player]) for player in (1, 2))]
    player, own = _whose_turn(askers, table["id"])
    other = 1 if player != 1 else 2
    host.ask_as(keys[other], "seat-sit", name="Another name")
    acted = askers[player]("table-act", id=table["id"], at=own["at"], action="pass")
    assert "late" not in acted
    assert acted["players"][other] == "Another name"


def test_the_tables_link_knows_the_seat_that_a_browser_had(host: Host) -> None:
    table, keys = host.begin((1,))
    key = host.seats(id=table["id"], do="invite")["key"]
    assert host.ask_as(key, "seat-look", seat=keys[1])["own"]
    other, others = host.begin((1,))
    for seat in ("", "x", None, others[1], other["id"], keys[1][:-1] + "?"):
        assert not host.ask_as(key, "seat-look", seat=seat)["own"]
    with pytest.raises(PageQuestionError, match="seat: a text is expected"):
        host.ask_as(key, "seat-look", seat=5)
    host.seats(id=table["id"], player=1, do="renew")
    assert not host.ask_as(key, "seat-look", seat=keys[1])["own"]


def test_a_seat_is_had_by_the_newest_window(host: Host) -> None:
    _, keys = host.begin((1,))
    ask = partial(host.ask_as, keys[1], "table-news")
    assert not ask(window="phone", claims=True)["moved"]
    assert not ask(window="laptop", claims=True)["moved"]
    assert ask(window="phone")["moved"]
    assert not ask(window="phone", claims=True)["moved"]
    assert ask(window="laptop")["moved"]


def test_who_asks_no_more_is_away_after_some_seconds() -> None:
    now = 0.0
    presence = Presence(clock=lambda: now)
    presence.sit("table", 1, "window", claims=True)
    with presence.waiting("table", 1, "window"):
        now = 10 * AWAY_SECONDS
        assert presence.here("table") == [1]
    now += AWAY_SECONDS
    assert presence.here("table") == []


def test_a_window_that_waited_for_another_seat_counts_nowhere() -> None:
    presence = Presence(clock=lambda: now)
    now = 0.0
    presence.sit("table", 1, "phone", claims=True)
    with presence.waiting("table", 1, "phone"):
        presence.sit("table", 1, "laptop", claims=True)
        presence.sit("table", 1, "phone", claims=True)
    with presence.waiting("table", 1, "phone"):
        now = 10 * AWAY_SECONDS
        assert presence.here("table") == [1]
    now += AWAY_SECONDS
    assert presence.here("table") == []


def test_a_hand_played_with_friends_is_not_sent_as_one_against_the_program(host: Host) -> None:
    table, keys = host.begin((1, 2), options={"hands": "1"})
    asks: list[Any] = [host.ask, *(partial(host.ask_as, keys[player]) for player in (1, 2))]
    while not is_over(host.ask("table", id=table["id"])):
        player, own = _whose_turn(asks, table["id"])
        asks[player]("table-act", id=table["id"], at=own["at"], action=first_action(own))
    shown = host.ask("table", id=table["id"])
    assert shown["link"] == ""
    assert host.ask("sessions")["sessions"][0]["friends"]


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("day-table", {"day": date.today().isoformat()}),
        ("session-new", {"game": "clumond", "guided": True}),
    ],
)
def test_nobody_is_invited_to_a_hand_that_is_for_one(
    host: Host, kind: str, question: dict[str, Any]
) -> None:
    table = host.ask(kind, **question)
    with pytest.raises(RuleError, match="for one person"):
        host.seats(id=table["id"], player=1, do="invite")


# Over HTTP.


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    sessions = Sessions(Folder(tmp_path))
    with running(sessions=sessions, access=Access(OWNER, "https://cards.example.org/")) as site:
        yield site


def asked(site: Site, key: str, kind: str, **question: Any) -> tuple[int, Any]:
    body = json.dumps(question).encode()
    headers = {"content_type": "application/json"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    status, content, _ = site.request("POST", f"/api/{kind}", body, **headers)
    return status, json.loads(content)


def invited(site: Site) -> tuple[str, str]:
    """A table with a friend in seat 1: the session, and the seat's key."""
    _, table = asked(site, OWNER, "session-new", game="clumond")
    _, seats = asked(site, OWNER, "table-seats", id=table["id"], player=1, do="invite")
    assert seats["address"] == "https://cards.example.org/"
    key = str(seats["seats"][0]["key"])
    assert asked(site, key, "seat-sit", name="Kim")[0] == 200
    return table["id"], key


def test_without_a_key_there_is_nothing_but_the_pages_files(site: Site) -> None:
    session_id, _ = invited(site)
    for kind in EVERY_ENDPOINT:
        for key in ("", "x", OWNER[:-1] + "p", f"{session_id}{OWNER}"):
            status, answer = asked(site, key, kind, id=session_id)
            assert (status, [*answer]) == (401, ["error", "message"]), (kind, key)
    assert site.request("GET", "/")[0] == 200
    assert site.request("GET", "/app.js")[0] == 200


def test_a_seats_key_opens_its_questions_over_http_too(site: Site) -> None:
    session_id, key = invited(site)
    for kind in EVERY_ENDPOINT.keys() - OF_A_SEAT.keys():
        assert asked(site, key, kind, id=session_id)[0] == 404, kind
    assert asked(site, key, "table")[1]["players"][1] == "Kim"
    assert asked(site, OWNER, "sessions")[1]["sessions"][0]["id"] == session_id


def test_a_friends_questions_are_short(site: Site) -> None:
    _, key = invited(site)
    assert asked(site, key, "table", more="x" * 8000)[0] == 200
    assert asked(site, key, "table", more="x" * 8200)[0] == 413
    assert asked(site, OWNER, "sessions", more="x" * 8200)[0] == 200


def test_news_come_as_soon_as_somebody_acts(site: Site) -> None:
    session_id, key = invited(site)
    known = asked(site, key, "table-news", window="w", claims=True)[1]
    came: list[float] = []

    def wait() -> None:
        answer = asked(site, key, "table-news", window="w", news=known["news"])[1]
        assert answer["news"] != known["news"]
        came.append(time.monotonic())

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.3)
    assert not came
    for asker in (OWNER, key):
        own = asked(site, asker, "table", id=session_id)[1]
        kind = "table-act" if is_persons(own) else "table-step"
        answer = asked(site, asker, kind, id=session_id, at=own["at"], action="pass")[1]
        if answer["at"] != own["at"]:
            break
    waiting.join(30)
    assert came


def test_who_waits_with_a_key_that_is_withdrawn_is_refused_at_once(site: Site) -> None:
    session_id, key = invited(site)
    known = asked(site, key, "table-news", window="w", claims=True)[1]["news"]
    statuses: list[int] = []

    def wait() -> None:
        statuses.append(asked(site, key, "table-news", window="w", news=known)[0])

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.3)
    asked(site, OWNER, "table-seats", id=session_id, player=1, do="renew")
    waiting.join(30)
    assert statuses == [401]


@pytest.mark.parametrize("accepts", ["application/json", "text/event-stream"])
def test_a_key_withdrawn_while_its_question_comes_opens_nothing(site: Site, accepts: str) -> None:
    session_id, key = invited(site)
    head = (
        f"POST /api/table HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
        f"Accept: {accepts}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
        "Connection: close\r\n\r\n{"
    )
    with site.connect() as line:
        line.sendall(head.encode())
        time.sleep(0.3)
        asked(site, OWNER, "table-seats", id=session_id, player=1, do="renew")
        line.sendall(b"}")
        answer = b"".join(iter(partial(line.recv, 1000), b"")).decode()
    assert "KeyRefusedError" in answer
    assert "hand" not in answer


def test_who_comes_is_seen_at_once(site: Site) -> None:
    session_id, key = invited(site)
    known = asked(site, OWNER, "table-news", id=session_id, window="o", claims=True)[1]
    answers: list[Any] = []

    def wait() -> None:
        question = {"id": session_id, "window": "o", "news": known["news"]}
        answers.append(asked(site, OWNER, "table-news", **question)[1])

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.3)
    assert asked(site, key, "table-news", window="w", claims=True)[1]["here"] == [0, 1]
    waiting.join(30)
    assert [answer["here"] for answer in answers] == [[0, 1]]


def test_a_seat_has_only_so_many_questions_waiting(tmp_path: Path) -> None:
    sessions = Sessions(Folder(tmp_path))
    with running(sessions=sessions, access=Access(OWNER, "https://cards.example.org/")) as site:
        _, key = invited(site)
        known = asked(site, key, "table-news", window="w", claims=True)[1]["news"]
        done: list[int] = []

        def wait() -> None:
            # What waits until the server closes has no answer.
            with suppress(ValueError):
                done.append(asked(site, key, "table-news", window="w", news=known)[0])

        threads = [threading.Thread(target=wait) for _ in range(30)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + 30
        while done.count(429) < 26 and time.monotonic() < end:
            time.sleep(0.05)
        assert done.count(429) == 26
        assert asked(site, key, "table")[0] == 200
        site.server.should_exit = True
        for thread in threads:
            thread.join(30)


def test_the_owners_key_lasts_and_is_private(tmp_path: Path) -> None:
    key = owner_key(tmp_path)
    assert owner_key(tmp_path) == key
    assert len(key) == 22
    assert Path(tmp_path, "owner.key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text", ["", "cards", "ftp://x", "https://", "https://a/?b", "https://a#b"]
)
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ClumondError, match="such as https"):
        checked_address(text)


def test_friends_have_no_part_in_what_is_saved_of_a_replay(host: Host) -> None:
    table, _ = host.begin((1,))
    text = host.text(table["id"])
    opened = host.ask("session-open", text=text.replace('"taken": true', '"taken": 7'))
    assert opened["friends"] is None
    assert replace(written_seating(text, Session.parse(text))).friends.players == {1}
