"""Tables as the page is told of them: whole sessions of every game through questions alone."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest

from clumond_solver import advise
from clumond_solver.base.cards import Card, Hand, Rank
from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.base.json_data import json_text
from clumond_solver.cli.typed_words import parse_typed
from clumond_solver.coach.claims import is_forced
from clumond_solver.coach.clumond.hand_links import SharedHand, parse_link
from clumond_solver.coach.seating import USUAL_NAMES, Seating
from clumond_solver.display.text.actions import action_text
from clumond_solver.games import registry
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Retention
from clumond_solver.games.registry import names, new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.asked_hands import state_with_hand
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Pass
from clumond_solver.rules.tricks import TrickRules
from clumond_solver.single_dummy.last_tricks import LastChances
from clumond_solver.web.page_sessions import game_shown
from clumond_solver.web.table_view import deal_shown, hint_shown, plan_change, shown_cards
from tests.all_games import random_actions, standing_after
from tests.web.site import asked
from tests.web.tables import Wire, is_persons, last, moments, moved

pytestmark = pytest.mark.usefixtures("examples")
FORMS: list[tuple[str, dict[str, str]]] = [
    ("clumond", {"hands": "2"}),
    ("clumond", {"hands": "2", "four_tens": "yes"}),
    ("clumond", {"hands": "2", "scoring": "paper", "par": "reduced"}),
    ("clag", {"players": "3"}),
    ("clag", {"scheme": "mcleod", "players": "5"}),
    ("clag", {"scheme": "raf", "players": "4", "hands": "3"}),
    ("clag", {"scheme": "scottish", "players": "7"}),
    ("clubs", {"players": "3"}),
    ("clubs", {"players": "4"}),
    ("clabberjass", {}),
    ("ninety-nine", {"deals": "3"}),
    ("oh-hell", {}),
]


@pytest.fixture
def wire(tmp_path: Path) -> Wire:
    return Wire(tmp_path)


@pytest.mark.usefixtures("quick")
def test_each_hand_can_be_sent_as_soon_as_it_is_over_and_no_sooner(wire: Wire) -> None:
    begun = wire.ask("session-new", game="clumond", options={"hands": "2"})
    tables = [*moments(wire, begun, random.Random(1))]
    assert all(bool(table["link"]) == (table["deal"]["phase"] == "over") for table in tables)
    sent = {parse_link(table["link"]).cards for table in tables if table["link"]}
    assert len(sent) == 2


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("name", "who"), [("Kim", "Kim"), ("", "this player")])
def test_a_result_of_a_hand_says_whose_it_is(wire: Wire, name: str, who: str) -> None:
    session = Session(ClumondGame(hands=1), 5)
    session.play_out(
        lambda state: Pass() if Pass() in state.legal_actions else state.legal_actions[0]
    )
    link = SharedHand.played(session, Seating.usual(3), 1, tag=1, name=name).link
    last(moments(wire, wire.ask("hand-table", text=link), random.Random(1)))
    own, other = wire.ask("hand", text=link, name="Lee")["results"]
    assert other["text"].startswith(f"Nobody declared, {who} kept ")
    assert "Lee" not in own["text"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("trumps", "cards", "order"),
    [
        ("CJ SJ HJ DJ", "S9 SA CQ CJ DJ HJ HT", "CJ HJ DJ CQ HT SA S9"),
        ("HJ DJ HA HK HQ HT H9", "CA DA DJ H9 HA HJ C9", "HJ DJ HA H9 CA C9 DA"),
        ("", "S9 SJ CQ HJ CJ", "CQ CJ HJ SJ S9"),
    ],
)
def test_trumps_of_several_suits_come_first_in_a_hand(trumps: str, cards: str, order: str) -> None:
    row = [Card.parse(card) for card in reversed(trumps.split())]
    rules = TrickRules.plain(4, trumps=row)
    hand = [Card.parse(card) for card in cards.split()]
    assert shown_cards(hand, rules) == order.split()


def test_players_at_a_table_have_different_names(wire: Wire) -> None:
    table = wire.ask("session-new", game="clubs", names=["ada", "Ada", "Ben", "Zoe"])
    assert table["players"] == ["ada", "Cleo", "Ben", "Zoe"]
    for typed in (["Zoe", "Ada", "zoe", "Cleo"], ["You", "You", "Ben", "Cleo"]):
        with pytest.raises(RuleError, match="the same name"):
            wire.ask("session-new", game="clubs", names=typed)
    many = wire.ask(
        "session-new", game="clag", options={"players": "7"}, names=["Finn", *USUAL_NAMES[:6]]
    )
    assert len(set(many["players"])) == 7
    assert wire.ask("day-table", day="2026-11-30", name="ben")["players"] == ["ben", "Ada", "Cleo"]
    seating = {"names": ["Ada", "Cleo", "ADA", "Zoe"], "levels": ["easy"] * 4}
    with pytest.raises(RuleError, match="the same name"):
        wire.ask("table-change", id=table["id"], at=table["at"], **seating)


def test_the_person_wins_as_you_whatever_his_name(wire: Wire) -> None:
    seated = {"names": ["Lee", "Ada", "Ben"], "options": {"hands": "1"}}
    winners = {
        last(
            moments(
                wire,
                wire.ask("session-new", game="clumond", seed=seed, **seated),
                random.Random(seed),
            )
        )["winners"]
        for seed in range(8, 16)
    }
    assert any(re.search(r"\bYou\b", words) for words in winners)
    assert not any("Lee" in words or "You wins" in words for words in winners)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("name", "options"), FORMS)
@pytest.mark.sample(4)
def test_every_game_is_played_to_its_end_through_questions_alone(
    wire: Wire, name: str, options: dict[str, str]
) -> None:
    table = last(
        moments(wire, wire.ask("session-new", game=name, options=options), random.Random(1))
    )
    assert table["finished"]
    assert table["winners"]
    session = Session.parse(wire.ask("session-save", id=table["id"])["text"])
    assert session.is_finished
    assert list(session.standing.totals) == table["standing"]["totals"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("name", "options"), FORMS)
@pytest.mark.sample(4)
def test_nothing_is_lost_when_the_program_ends_at_any_moment(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    wire = Wire(tmp_path)
    table = wire.ask("session-new", game=name, options=options, names=["Ann", *"BCDEFG"],
                     levels=["medium", *["easy"] * 6])  # fmt: skip
    for number, now in enumerate(moments(wire, table, random.Random(2), 120)):
        if number % 7 == 0:
            assert Wire(tmp_path).ask("table", id=table["id"]) == now


@pytest.mark.parametrize(("name", "options"), FORMS)
@pytest.mark.sample(4)
def test_deals_that_look_the_same_to_a_seat_are_shown_the_same(
    name: str, options: dict[str, str]
) -> None:
    game, source = new_game(name, options), random.Random(3)
    session = Session(game, 11)
    for number in range(60):
        if session.is_finished:
            break
        state = session.state
        if number % 6 == 0:
            for seat in range(game.players):
                told = json_text(deal_shown(state, seat))
                for world in View.of(state, seat).sample_worlds(3, number):
                    assert json_text(deal_shown(world, seat)) == told
        session.push(source.choice(tuple(state.legal_actions)))


def known_to(state: Any, seat: int) -> set[str]:
    """The cards of which a seat knows where they lie, and those that have been shown."""
    view = View.of(state, seat)
    shown = [event.cards for event in state.observation(seat).events]
    return {str(card) for cards in (*view.held, *view.played, *shown) for card in cards}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("name", "options"), FORMS)
@pytest.mark.sample(4)
def test_no_hidden_card_and_no_seed_goes_over_the_wire(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    wire = Wire(tmp_path)
    begun = wire.ask("session-new", game=name, options=options)
    for table in moments(wire, begun, random.Random(4), 40):
        session = Session.parse((tmp_path / f"{table['id']}.session").read_text())
        told = wire.sent[-1]
        assert str(session.seed) not in told
        if table["deal"]["phase"] == "over":
            continue
        shown = json.loads(told)
        # The cards that the seat has not seen yet are listed, without a place.
        listed = set(shown["deal"].pop("cards")["unseen"])
        cards = set(re.findall(r'"([CHSD][AKQJT2-9])"', json.dumps(shown["deal"])))
        ways = {str(action) for action in session.state.legal_actions}
        named = {card for way in ways for card in re.findall(r"as ([CHSD].)", way)}
        assert cards - named <= known_to(session.state, shown["deal"]["seat"])
        assert not listed & known_to(session.state, shown["deal"]["seat"])


@pytest.mark.usefixtures("quick")
def test_a_question_that_comes_too_late_changes_nothing(wire: Wire) -> None:
    table = wire.ask("session-new", game="clubs", seed=5)
    moved = next(moments(wire, table, random.Random(1)))
    for kind in ("table-step", "table-act", "table-back"):
        answer = wire.ask(kind, id=table["id"], at=table["at"], action="play H2")
        assert answer == moved | {"late": True}


@pytest.mark.usefixtures("quick")
def test_the_last_decision_can_be_taken_back(wire: Wire) -> None:
    begun = wire.ask("session-new", game="clubs", seed=5)
    assert not begun["can_take_back"]
    decided = begun
    for table in moments(wire, begun, random.Random(1), 30):
        if table["deal"]["turn"] == table["deal"]["seat"] and not table["can_take_back"]:
            decided = table
        if table["can_take_back"]:
            break
    back = wire.ask("table-back", id=table["id"], at=table["at"])
    assert back["deal"] == decided["deal"]


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("clumond", {"hands": "none"}, "that ends the session, or on “Until somebody is broke”$"),
        ("clumond", {"stakes": "abc"}, "^“Starting chips” must be a whole number"),
        ("clumond", {"hands": "0"}, "0 hands"),
        ("hearts", {"end": "0"}, "^0 for “End”: 1 or more$"),
    ],
)
@pytest.mark.usefixtures("examples")
def test_errors_name_the_fields_of_the_page(
    tmp_path: Path, game: str, options: dict[str, str], message: str
) -> None:
    with pytest.raises(ClumondError, match=message):
        Wire(tmp_path).ask("session-new", game=game, options=options)


@pytest.mark.usefixtures("quick")
def test_a_deal_that_ended_is_shown_open_until_it_is_looked_at(tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    begun = wire.ask("session-new", game="clumond", options={"hands": "2"})
    for table in moments(wire, begun, random.Random(1)):
        if table["deal"]["phase"] == "over":
            break
    assert [len(seat["dealt"]) for seat in table["ended"]] == [16] * 3
    assert [len(seat["left"]) for seat in table["ended"]] == [3] * 3
    for seat, end in zip(table["deal"]["seats"], table["deal"]["outcome"], strict=True):
        assert (end["off"] == 0) is end["success"] is (end["total"] in end["pars"])
        assert end["total"] == seat["taken"]
    again = Wire(tmp_path)
    assert again.ask("table-step", id=table["id"], at=table["at"]) == table
    following = again.ask("table-next", id=table["id"], at=table["at"])
    assert (following["number"], following["ended"]) == (2, None)


def test_a_plan_is_new_only_in_the_play() -> None:
    state = ClumondGame().deal(3, ClumondGame().opening())
    plans = (Retention.parse("CCC"), 9), (Retention.parse("HHS"), 5)
    assert plan_change(state, *plans) == ""
    for _ in Seat:
        state.push(Pass())
    assert plan_change(state, *plans).startswith("New plan, ")
    assert plan_change(state, plans[0], plans[0]) == plan_change(state, None, plans[0]) == ""


def test_engines_play_and_hints_say_what_and_how_good(wire: Wire) -> None:
    begun = wire.ask("session-new", game="clumond", seed=7, levels=["medium", "easy", "strong"])
    source = random.Random(1)
    hints = 0
    for table in moments(wire, begun, source, 20):
        if table["deal"]["turn"] == table["deal"]["seat"] and hints < 3:
            hint = wire.ask("table-hint", id=table["id"], plan=["CCC", 9])
            assert hint["new_plan"].startswith("New plan, ") == bool(hint["plan"])
            ways = {way["action"] for way in (*table["deal"]["legal"]["cards"],
                                              *table["deal"]["legal"]["calls"])}  # fmt: skip
            assert {row["action"] for row in hint["rows"]} <= ways
            if table["deal"]["phase"] == "play":
                # The search's choice comes first, without figures.
                [part] = wire.parts
                [row] = part["rows"]
                assert row["action"] in ways
                assert (row["chance"], part["reason"], part["unit"]) == (None, "", "")
            wire.parts.clear()
            hints += 1
    assert hints == 3


def test_a_guided_hand_says_what_to_look_at(wire: Wire) -> None:
    [game] = [each for each in wire.ask("games")["games"] if each["guided"]]
    table = wire.ask("session-new", game=game["key"], guided=True)
    assert table["deal"]["turn"] == table["deal"]["seat"]
    assert len(table["guide"]) >= 2
    assert Wire.ask(wire, "table", id=table["id"])["guide"] == table["guide"]


def test_five_guided_hands_come_in_turn(wire: Wire) -> None:
    tables = [wire.ask("session-new", game="clumond", guided=True) for _ in range(6)]
    hands = [tuple(table["deal"]["hand"]) for table in tables]
    assert hands[5] == hands[0]
    assert len({*hands}) == 5


def test_a_hint_that_is_asked_for_again_counts_once(wire: Wire) -> None:
    begun = wire.ask("session-new", game="clumond", seed=7)
    counts = []
    for table in moments(wire, begun, random.Random(1), 12):
        if is_persons(table):
            for _ in range(2):
                wire.ask("table-hint", id=table["id"])
            saved = wire.ask("session-save", id=table["id"])["text"]
            counts += re.findall(r"^% help (\d+)", saved, re.MULTILINE)
    assert counts == [*map(str, range(1, len(counts) + 1))]
    assert len(counts) > 2


@pytest.mark.slow
@pytest.mark.parametrize("earlier", range(5))
@pytest.mark.sample(2)
@pytest.mark.figures
def test_a_guided_hand_has_tension_and_succeeds_by_the_hints(wire: Wire, earlier: int) -> None:
    for _ in range(earlier + 1):
        table = wire.ask("session-new", game="clumond", guided=True)
    chances, gaps = list[float](), list[float]()
    while not table["finished"]:
        action = ""
        if is_persons(table):
            rows = wire.ask("table-hint", id=table["id"])["rows"]
            action = rows[0]["action"]
            if table["deal"]["phase"] == "play":
                chances.append(rows[0]["chance"])
                gaps += [rows[0]["chance"] - row["chance"] for row in rows[1:2]]
            else:
                assert rows[0]["action"].startswith("declare")
        table = moved(wire.put, table, action)
    assert all(0.3 < chance < 0.9 for chance in chances[:3]), chances
    assert max(gaps) > 0.15
    assert table["deal"]["outcome"][table["deal"]["seat"]]["success"]


@pytest.mark.usefixtures("quick")
def test_a_hand_that_is_conceded_is_played_to_its_end_without_the_person(wire: Wire) -> None:
    table = wire.ask("session-new", game="clumond", seed=7)
    table = next(t for t in moments(wire, table, random.Random(1)) if t["deal"]["phase"] == "play")
    own = table["deal"]["seats"][table["deal"]["seat"]]["cards"] - 3
    while table["deal"]["phase"] == "play":
        table = wire.ask("table-step", id=table["id"], at=table["at"], conceded=True)
        left = table["deal"]["seats"][table["deal"]["seat"]]["cards"] - 3
        assert table["conceded"] is (table["deal"]["phase"] == "play" and left < own)
        assert not (table["conceded"] and table["can_take_back"])
    assert table["number"] == 1
    [result] = parse_link(table["link"]).results
    assert str(result.help) == f"{own} cards played by the program"


@pytest.mark.usefixtures("quick")
def test_voids_are_shown_once_a_suit_was_not_followed_and_barred_cards_have_a_rule(
    wire: Wire,
) -> None:
    table = wire.ask("session-new", game="clumond", seed=7)
    voids = barred = 0
    for now in moments(wire, table, random.Random(1), 60):
        deal = now["deal"]
        if now["number"] > 1:
            break
        shown = {
            (laid["seat"], trick["cards"][0]["card"][0])
            for trick in deal["tricks"]
            for laid in trick["cards"]
            if laid["card"][0] != trick["cards"][0]["card"][0]
        }
        assert shown == {
            (n, suit) for n, seat in enumerate(deal["seats"]) for suit in seat["voids"]
        }
        legal = {way["card"] for way in deal["legal"].get("cards", [])}
        if deal["phase"] == "play" and deal["turn"] == deal["seat"]:
            assert legal | set(deal["barred"]) == set(deal["hand"])
            assert all("must follow" in why for why in deal["barred"].values())
        voids, barred = voids + len(shown), barred + len(deal["barred"])
    assert voids
    assert barred


def test_a_lead_that_is_barred_names_the_card_to_lead(wire: Wire) -> None:
    deal = wire.ask("session-new", game="clubs", seed=5)["deal"]
    assert deal["turn"] == deal["seat"]
    assert set(deal["barred"].values()) == {"you must play ♣2 first"}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("seed", [12, 15, 19])
def test_the_rest_is_claimed_only_when_it_is_forced(wire: Wire, seed: int) -> None:
    """In sessions in which it is forced early."""
    begun = wire.ask("session-new", game="oh-hell", seed=seed)
    for table in moments(wire, begun, random.Random(seed)):
        deal = table["deal"]
        is_persons = deal["turn"] == deal["seat"] and deal["phase"] == "play"
        if not is_persons:
            continue
        is_forced = wire.ask("table-forced", id=table["id"]) is not None
        claimed = wire.ask("table-claim", id=table["id"], at=table["at"])
        assert (claimed["deal"]["phase"] == "over") is is_forced
        if is_forced:
            return
        assert claimed["deal"] == deal
    raise AssertionError("the rest was never forced")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), [("oh-hell", 1), ("clumond", 3)])
def test_what_is_called_forced_ends_alike_however_it_is_played(name: str, seed: int) -> None:
    session = Session(new_game(name), seed)
    source = random.Random(1)
    seen = {True: 0, False: 0}
    while not session.is_finished and session.standing.deals < 8:
        state = session.state
        if state.play is not None and state.play.tricks_left <= 2:
            view = View.of(state, state.turn)
            forced = is_forced(view)
            seen[forced] += 1
            if forced:
                worlds = [state, *view.sample_worlds(20, 5)]
                ends = {played_out(each.copy(), number) for number in range(4) for each in worlds}
                assert len(ends) == 1
        session.push(source.choice(tuple(state.legal_actions)))
    assert min(seen.values()) > 0


def test_the_rest_is_forced_once_declarer_cannot_succeed() -> None:
    found = 0
    for seed in range(40):
        session, source = Session(ClumondGame(hands=1), seed), random.Random(seed)
        session.push(session.state.legal_actions[-1])
        while not session.is_finished:
            state = session.state
            view = View.of(state, state.turn)
            if view.play and view.play.tricks_left <= 4 and LastChances.of(view).is_lost:
                found += 1
                assert is_forced(view)
                worlds = [state, *view.sample_worlds(6, 5)]
                ends = {played_out(each.copy(), number) for number in range(3) for each in worlds}
                assert len(ends) == 1
            session.push(source.choice(tuple(state.legal_actions)))
    assert found > 20


def played_out(state: Any, seed: int) -> tuple[int, ...]:
    """What everybody gains if all play at random."""
    source = random.Random(seed)
    while not state.is_over:
        state.push(source.choice(tuple(state.legal_actions)))
    return tuple(state.scores)


@pytest.mark.parametrize(("ranks", "forced"), [("AK", True), ("AQ", False), ("K2", False)])
def test_who_wins_every_trick_whatever_the_others_hold_may_claim(ranks: str, forced: bool) -> None:
    """Most cards are in nobody's hand, so that there are far too many deals to go through."""
    game = new_game("oh-hell", {"cards": "2"})
    deals = (game.deal(seed, game.opening()) for seed in range(99))
    dealt = next(state for state in deals if state.turned.rank is Rank.NINE)
    own = [Card.parse(f"{dealt.turned.suit}{rank}") for rank in ranks]
    rest = [card for card in game.pack.cards if card not in {*own, dealt.turned}]
    hands = [own, rest[:2], rest[2:4], rest[4:6]]
    state = dealt.layout.deal(hands, [dealt.turned, *rest[6:]])
    while state.play is None:
        state.push(state.legal_actions[0])
    view = View.of(state, 0)
    assert view.all_worlds(100_000) is None
    assert is_forced(view) is forced


def test_names_and_levels_can_be_changed_and_stay(tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    table = wire.ask("session-new", game="clumond")
    names = ["Ann", "Bo", "Cy"]
    wire.ask("table-change", id=table["id"], at=table["at"], names=names, levels=["easy"] * 3)
    again = Wire(tmp_path).ask("table", id=table["id"])
    assert (again["players"], again["levels"]) == (["Ann", "Bo", "Cy"], ["easy"] * 3)


@pytest.mark.usefixtures("quick")
def test_a_session_travels_as_a_file(tmp_path: Path) -> None:
    wire = Wire(tmp_path / "here")
    table = wire.ask("session-new", game="clag", names=["Ann", "Bo", "Cy", "Di"])
    table = last(moments(wire, table, random.Random(1), 40))
    text = wire.ask("session-save", id=table["id"])["text"]
    there = Wire(tmp_path / "there").ask("session-open", text=text)
    assert {**there, "id": ""} == {**table, "id": ""}
    plain = str(Session.parse(text))
    assert Wire(tmp_path / "there").ask("session-open", text=plain)["deal"] == table["deal"]


def test_sessions_are_listed_and_removed(tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    made = [wire.ask("session-new", game=name)["id"] for name in ("clubs", "clumond")]
    (tmp_path / "0123456789abcdef.session").write_text("no session")
    listed = wire.ask("sessions")["sessions"]
    assert {each["id"] for each in listed} == {*made, "0123456789abcdef"}
    [fault] = [each for each in listed if each["fault"]]
    assert "line 1" in fault["fault"]
    shown = {key: listed[-1][key] for key in ("game", "deals", "finished", "totals", "names")}
    assert shown == {"game": "Clubs", "deals": 0, "finished": False, "totals": [0, 0, 0, 0],
                     "names": ["You", "Ada", "Ben", "Cleo"]}  # fmt: skip
    [at] = [each["at"] for each in listed if each["id"] == made[0]]
    left = wire.ask("session-remove", id=made[0], at=at)["sessions"]
    assert made[0] not in {each["id"] for each in left}
    with pytest.raises(ClumondError, match="no such session"):
        wire.ask("table", id=made[0])


def test_a_session_is_begun_once_the_person_acts_and_is_not_kept_for_ever_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire, source = Wire(tmp_path), random.Random(1)
    begun, untouched, shared = (wire.ask("session-new", game="clumond", seed=5) for _ in range(3))
    wire.ask("table-seats", id=shared["id"], player=1, do="invite")
    for now in moments(wire, untouched, source):
        if now["deal"]["turn"] == now["deal"]["seat"]:
            break
    last(moments(wire, begun, source, 4))
    assert {each["id"]: each["begun"] for each in wire.ask("sessions")["sessions"]} == {
        begun["id"]: True, untouched["id"]: False, shared["id"]: True,
    }  # fmt: skip
    new = wire.ask("session-new", game="clubs")["id"]
    assert {each["id"] for each in wire.ask("sessions")["sessions"]} == {
        begun["id"], untouched["id"], shared["id"], new,
    }  # fmt: skip
    time_now = time.time()
    monkeypatch.setattr("clumond_solver.web.page_sessions.time.time", lambda: time_now + 7200)
    newest = wire.ask("session-new", game="clubs")["id"]
    assert {each["id"] for each in wire.ask("sessions")["sessions"]} == {
        begun["id"], shared["id"], newest,
    }  # fmt: skip


def test_no_other_card_looks_worse_than_all_that_are_equal() -> None:
    game = new_game("clag", {})
    for seed in range(40):
        state = game.deal(seed, standing_after(game, 5))
        for _ in random_actions(state, random.Random(seed)):
            if state.turn is None or state.play is None or len(state.legal_actions) == 1:
                continue
            shown = hint_shown(View.of(state, state.turn), (), action_text, "", lambda _: None)
            if "are equals" in shown["reason"]:
                assert not shown["others_are_worse"]
                return
    raise AssertionError("no cards were equal")


def test_the_list_replays_no_session_that_says_how_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(tmp_path)
    table = wire.ask("session-new", game="clubs", names=["Ann", "Bo", "Cy", "Di"])
    plain = str(Session.parse(wire.ask("session-save", id=table["id"])["text"]))
    listed = wire.ask("sessions")["sessions"]
    (tmp_path / "0123456789abcdef.session").write_text(plain)
    [own] = [
        each for each in Wire(tmp_path).ask("sessions")["sessions"] if each["id"] != table["id"]
    ]
    assert (own["game"], own["totals"], own["names"][0]) == ("Clubs", [0, 0, 0, 0], "You")
    (tmp_path / "0123456789abcdef.session").unlink()
    monkeypatch.setattr("clumond_solver.web.page_sessions.Session", None)
    assert Wire(tmp_path).ask("sessions")["sessions"][0]["names"] == listed[0]["names"]


@pytest.mark.parametrize(
    ("kind", "question", "message"),
    [
        ("table", {"id": "../../etc/passwd"}, "no such session"),
        ("session-remove", {"id": "../0123456789abc"}, "no such session"),
        ("table", {}, "id: a text"),
        ("session-new", {"game": "whist"}, "no such game"),
        ("session-new", {"game": "clubs", "options": {"players": "9"}}, "9 players"),
        ("session-new", {"game": "clubs", "options": ["players"]}, "options"),
        ("session-new", {"game": "clubs", "levels": ["godlike"] * 4}, "levels"),
        ("session-new", {"game": "clubs", "names": ["x" * 99] * 4}, "at most"),
        ("session-new", {"game": "clubs", "names": ["Ann"]}, "4 players"),
        ("session-open", {"text": "game clubs"}, "seed"),
        ("rules", {"game": "whist"}, "no such game"),
    ],
)
def test_questions_that_make_no_sense_get_a_message(
    wire: Wire, kind: str, question: dict[str, Any], message: str
) -> None:
    with pytest.raises(ClumondError, match=message):
        wire.ask(kind, **question)


def test_an_action_that_is_not_legal_changes_nothing(wire: Wire) -> None:
    table = wire.ask("session-new", game="clumond", seed=1058)
    with pytest.raises(ClumondError):
        wire.ask("table-act", id=table["id"], at=table["at"], action="play H2")
    with pytest.raises(ClumondError):
        wire.ask("table-act", id=table["id"], at=table["at"], action="nonsense")
    assert wire.ask("table", id=table["id"]) == table


@pytest.mark.parametrize("name", [*names(), "ninety-nine", "oh-hell"])
def test_every_game_has_its_rules_one_question_away(wire: Wire, name: str) -> None:
    rules = wire.ask("rules", game=name)
    assert rules["title"]
    assert sum(len(block["text"]) for block in rules["blocks"]) > 80
    assert not any(
        re.search(r"\*\*|\]\(|^[A-Z]{3}-\d\d", block["text"]) for block in rules["blocks"]
    )


def test_a_table_takes_its_name_for_files_from_nobody_else(tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    made = {wire.ask("session-new", game="clubs")["id"] for _ in range(20)}
    assert len(made) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{16}", each) for each in made)


def test_games_list_all_that_can_be_agreed_on(wire: Wire) -> None:
    told = {game["key"]: game for game in wire.ask("games")["games"]}
    assert {"clumond", "clag", "clubs", "clabberjass", "ninety-nine"} <= set(told)
    options = {option["name"]: option for option in told["clumond"]["options"]}
    assert {"ante", "stakes", "scoring", "par", "target", "hands", "four_tens"} <= set(options)
    assert options["par"]["choices"] == ["nearest", "reduced"]
    assert (options["four_tens"]["default_text"], options["par"]["default_text"]) == (
        "no",
        "nearest",
    )
    assert told["clumond"]["words"]["options"]["par"] == "measure of a miss"
    for game in told.values():
        allowed = {
            f"{option['name']}={choice}"
            for option in game["options"]
            for choice in option["choices"]
        }
        assert set(game["words"]["counts_with"]) <= {option["name"] for option in game["options"]}
        assert set(game["words"]["counts_with"].values()) <= allowed


@pytest.mark.rule("JAS-02")
def test_trumps_are_accepted_or_named_and_nominations_reported() -> None:
    verbs = set()
    for name in ("clabberjass", "clag"):
        game = new_game(name, {})
        for seed in range(8):
            state = game.deal(seed, game.opening())
            for _ in random_actions(state, random.Random(seed)):
                deal = deal_shown(state, 0)
                calls = (*deal["legal"]["calls"], *deal["calls"])
                verbs |= {call["text"].split()[0] for call in calls}
                assert "declared" not in {fact.kind for fact in deal["facts"]}
                if state.play is not None:
                    break
    assert {"accept", "name", "nominate", "nominated"} <= verbs
    assert "declare" not in verbs


@pytest.mark.usefixtures("quick")
def test_cards_are_passed_on_in_one_change_and_not_one_by_one(wire: Wire) -> None:
    table = wire.ask("session-new", game="hearts", seed=4)
    while not is_persons(table):
        table = wire.ask("table-step", id=table["id"], at=table["at"])
    passing, hand = table["deal"]["legal"]["passing"], table["deal"]["hand"]
    assert (passing["count"], (passing["to"] - table["deal"]["seat"]) % 4) == (3, 1)
    for too_few in (hand[:1], hand[:4], [hand[0], hand[0], hand[1]]):
        with pytest.raises(ClumondError):
            wire.ask(
                "table-act", id=table["id"], at=table["at"], action=f"give {' '.join(too_few)}"
            )
    table = wire.ask(
        "table-act", id=table["id"], at=table["at"], action=f"give {' '.join(hand[:3])}"
    )
    assert not {*hand[:3]} & {*table["deal"]["hand"]}
    back = wire.ask("table-back", id=table["id"], at=table["at"])
    assert back["deal"]["hand"] == hand


@pytest.mark.usefixtures("quick")
def test_one_hint_names_all_cards_to_pass_on(wire: Wire) -> None:
    table = wire.ask("session-new", game="hearts", seed=4)
    while not is_persons(table):
        table = wire.ask("table-step", id=table["id"], at=table["at"])
    [row] = wire.ask("table-hint", id=table["id"], at=table["at"])["rows"]
    cards = row["action"].split()[1:]
    assert len({*cards} & {*table["deal"]["hand"]}) == 3
    table = wire.ask("table-act", id=table["id"], at=table["at"], action=row["action"])
    assert not {*cards} & {*table["deal"]["hand"]}


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(
    ("key", "title"), [("oh-hell", "Oh Hell"), ("ninety-nine", "Ninety-Nine"), ("clag", "Clag")]
)
def test_a_game_is_called_by_its_name_without_a_variant(key: str, title: str) -> None:
    assert game_shown(registry.entry(key))["title"] == title


def test_a_card_of_a_game_says_what_it_is_about_and_for_how_many(wire: Wire) -> None:
    listed = {game["key"]: game for game in wire.ask("games")["games"]}
    about = listed["hearts"]["about"]
    assert about == "Hearts for four: every heart taken costs 1 point, the queen of spades 13."
    assert listed["clag"]["about"] == listed["clag"]["words"]["about"]


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("name", ["clag", "clubs", "clabberjass", "euchre", "skat", "spades"])
def test_the_example_of_a_hand_can_be_asked_about(name: str) -> None:
    """What the page gives as examples for a question fits the game."""
    start = game_shown(registry.entry(name))["start"]
    state = state_with_hand(
        name, Hand.parse(start["hand"]), turned=Card.parse("S9") if start["turned"] else None
    )
    assert state.observation(state.seat_to_act).hand == Hand.parse(start["hand"])
    for call in start["calls"]:
        assert parse_typed(call, state.legal_actions, verb_of=state.verb_of)
    assert bool(start["calls"]) is (name != "clubs")


def test_what_was_said_is_read_and_shown_in_the_game_s_own_words() -> None:
    assert game_shown(registry.entry("clabberjass"))["start"]["calls"] == ["pass", "accept C"]
    hand = Hand.parse("A9.T8..K7")
    for said in ("accept C", "Accept ♣", "C", "declare C"):
        with pytest.raises(RuleError, match="after these calls cards are played"):
            state_with_hand("clabberjass", hand, turned=Card.parse("C9"), said=said)


def test_a_game_that_cannot_be_dealt_is_listed_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = registry.entry("clubs")

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(entry.make()), "deal", fails)
    assert game_shown(entry)["start"] == {"hand": "", "turned": False, "calls": []}


@pytest.mark.figures
def test_a_hand_of_any_game_is_asked_about() -> None:
    """As by the library: whose it is, the best choice and its figures; and what does not fit."""
    hand = {"game": "clag", "options": {"scheme": "raf"}, "hand": "4.42.32.3"}
    answer = asked("hand-advice", hand | {"said": "red over black, nuloss, ascending madness"})
    told = advise(
        Hand.parse("4.42.32.3"), game="clag scheme=raf", said="call DHSC nuloss ascending"
    )
    assert answer["seat"] == "seat 0"
    assert answer["hint"]["rows"][0]["action"] == str(told.action)
    assert answer["hint"]["rows"][0]["gain"] == told.values[told.action]
    assert asked("hand-advice", {"game": "clabberjass", "hand": "AJ9.T.K.7", "turned": "S8"})
    with pytest.raises(RuleError, match="“Card turned up” is missing"):
        asked("hand-advice", {"game": "clabberjass", "hand": "AJ9.T.K.7"})
    with pytest.raises(RuleError, match="deal 30: Clag"):
        asked("hand-advice", hand | {"options": {}, "deal": 30})
