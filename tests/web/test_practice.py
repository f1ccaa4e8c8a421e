"""What the Practice tab is told: puzzles without their solution, calls judged, scores kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import ClumondError
from clumond_solver.base.json_data import to_jsonable
from clumond_solver.coach.clumond.lines_of_play import touching_runs
from clumond_solver.coach.clumond.practice_words import task_text
from clumond_solver.coach.clumond.puzzles import PuzzleLevel, parse_puzzle, puzzles
from clumond_solver.coach.seating import Seating
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.sessions import Session
from clumond_solver.single_dummy.choose_and_estimate import estimate
from clumond_solver.web.endpoints import ENDPOINTS
from clumond_solver.web.page_questions import Limits, RequestContext
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.store import Folder
from clumond_solver.web.table_view import deal_shown
from tests.samples import PUZZLE_CODE
from tests.web.tables import Wire, is_persons, moved_until, passed_or_first

# Saved sessions of three hands against medium players.
GOLDEN = Path(__file__).parent.parent / "golden"
# What a puzzle's question tells: what anybody can see, and how hard it is.
SHOWN = {
    "start", "play", "deal", "hands", "legal", "turn", "taken", "supplementary",
    "declarer", "strain", "tricks", "over", "outcome", "may_play", "signals",
    "code", "level", "rating", "attacks", "tricks_left", "task",
}  # fmt: skip


def ask(kind: str, **question: Any) -> Any:
    """An answer as it comes over the wire."""
    asked = RequestContext(limits=Limits(advice_budget=30))
    return json.loads(json.dumps(ENDPOINTS[kind].answer(json.loads(json.dumps(question)), asked)))


@pytest.mark.parametrize("level", list(PuzzleLevel))
def test_a_puzzle_comes_without_its_solution(level: PuzzleLevel) -> None:
    found = ask("puzzle", seed=3, level=str(level))
    assert set(found) == SHOWN
    assert found["level"] == level
    assert found == ask("puzzle", code=found["code"])
    puzzle = parse_puzzle(found["code"])
    runs = touching_runs(puzzle.play)
    equal = {card: run for run in runs.values() for card in map(str, run)}
    assert sorted(equal) == sorted(found["legal"])
    for card in found["legal"]:
        judged = ask("puzzle-guess", code=found["code"], cards=[card])
        right = card in set(map(str, puzzle.right))
        assert judged["right"] is right
        if right:
            assert set(judged) == {"right", "text", "cards", "position", "task"}
            assert judged["cards"][0] == card
            assert (judged["position"]["turn"] == found["turn"]) or not found["attacks"]
        else:
            assert judged["cards"] == [*map(str, equal[card])]
    assert ask("puzzle-hint", code=found["code"], cards=[]).startswith("It is ")


def test_the_solution_is_told_to_who_asks() -> None:
    found = ask("puzzle-solution", code=PUZZLE_CODE)
    assert found["right"] == ["DA"]
    assert [line["right"] for line in found["lines"]] == [True, False, False, False, False]
    assert "At first sight" in found["guess"] or "would have played" in found["guess"]


def test_a_day_has_one_puzzle_and_seeds_go_through_the_levels() -> None:
    assert ask("puzzle", day="2026-11-22") == ask("puzzle", day="2026-11-22")
    assert [ask("puzzle", seed=seed, level=None)["level"] for seed in range(4)] == list(PuzzleLevel)


def test_a_call_is_judged_and_the_score_goes_on() -> None:
    question = {"seed": 5, "difficulty": 4, "scoring": "chips"}
    shown = ask("call", **question)
    assert len(shown["hand"]) == 16
    assert f"{shown['pot']} chips" in shown["terms"]
    parts: list[Any] = []
    kind = ENDPOINTS["call-judged"]
    asked = RequestContext(limits=Limits(advice_budget=30), send_part=parts.append)
    first = json.loads(json.dumps(kind.answer({**question, "call": "pass", "score": None}, asked)))
    assert parts
    assert all(part["done"] <= part["total"] for part in parts)
    assert first["score"]["asked"] == 1
    assert first["score"]["right"] == int(first["right"])
    so_far = {name: first["score"][name] for name in ("asked", "right", "streak", "cost")}
    second = ask("call-judged", **question, call="NT", score=so_far)
    assert second["score"]["asked"] == 2
    wrong = [judged["cost"] for judged in (first, second) if not judged["right"]]
    assert second["score"]["cost"] == pytest.approx(sum(wrong))
    # What seems wrong is judged by advice of another seed.
    assert second["chances"].keys() == first["chances"].keys()
    assert " games: mostly " in second["endings"]


def at_tables(folder: Path, kind: str, **question: Any) -> Any:
    """The same where a person has tables."""
    return Wire(folder).ask(kind, **question)


def test_a_hand_to_call_is_dealt_at_a_table_where_the_person_calls(tmp_path: Path) -> None:
    for seed in range(4):
        question = {"seed": seed, "difficulty": 4, "scoring": "chips"}
        table = at_tables(tmp_path, "call-table", **question, name="Zoe")
        shown = ask("call", **question)
        assert sorted(table["deal"]["hand"]) == sorted(shown["hand"])
        assert table["deal"]["turn"] == table["deal"]["seat"]
        assert table["players"][table["person"]] == "Zoe"
        assert set(table["levels"]) == {"strong"}
        assert table["standing"]["ante"] == shown["pot"] // 3


def test_the_deal_of_a_day_has_one_table(tmp_path: Path) -> None:
    first = at_tables(tmp_path, "day-table", day="2026-11-23")
    again = at_tables(tmp_path, "day-table", day="2026-11-23", name="Zoe")
    assert first["id"] == again["id"]
    assert first["result"] == ""
    assert at_tables(tmp_path, "day-table", day="2026-11-24")["id"] != first["id"]
    listed = at_tables(tmp_path, "sessions")["sessions"]
    assert {table["day"] for table in listed} == {"2026-11-23", "2026-11-24"}


def _played_to_the_end(tmp_path: Path, table: Any) -> Any:
    ask = Wire(tmp_path).put
    return moved_until(ask, table, lambda now: now["ended"] is not None, passed_or_first)


@pytest.mark.usefixtures("quick")
def test_a_replay_of_the_deal_of_a_day_is_no_result(tmp_path: Path) -> None:
    first = at_tables(tmp_path, "day-table", day="2026-11-23")
    begun = at_tables(tmp_path, "session-save", id=first["id"])["text"]
    first = _played_to_the_end(tmp_path, first)
    assert first["result"].startswith("Clumond, deal of 2026-11-23: ")
    again = at_tables(tmp_path, "review-again", session=first["id"], deal=1, at=0)
    opened = at_tables(tmp_path, "session-open", text=begun)
    for replay in (again, opened):
        assert _played_to_the_end(tmp_path, replay)["result"] == ""
    days = [table["day"] for table in at_tables(tmp_path, "sessions")["sessions"]]
    assert sorted(days) == ["", "", "2026-11-23"]
    assert at_tables(tmp_path, "day-table", day="2026-11-23")["id"] == first["id"]
    # In another browser the file is the only session of that day.
    assert at_tables(tmp_path / "other", "session-open", text=begun)["result"] == ""
    assert at_tables(tmp_path / "other", "sessions")["sessions"][0]["day"] == "2026-11-23"


def test_help_in_the_deal_of_a_day_is_counted_and_leaves_the_table_as_it_is(tmp_path: Path) -> None:
    table = at_tables(tmp_path, "day-table", day="2026-11-23")
    table = moved_until(Wire(tmp_path).put, table, is_persons)
    for _ in range(2):
        assert at_tables(tmp_path, "table-hint", id=table["id"])["at"] == table["at"]
    table = at_tables(tmp_path, "table-act", id=table["id"], at=table["at"], action="pass")
    assert "late" not in table
    at_tables(tmp_path, "table-back", id=table["id"], at=table["at"])
    [(_, _, seating)] = Sessions(Folder(tmp_path)).every_session()
    assert seating.help == ((2, 1, 0),)


def test_the_task_of_a_puzzle_says_who_is_to_play_now() -> None:
    assert "Forehand declares" in ask("puzzle", code=PUZZLE_CODE)["task"]
    told = ask("puzzle-guess", code=PUZZLE_CODE, cards=["DA"])
    play = parse_puzzle(PUZZLE_CODE).play.after(Card.parse(card) for card in told["cards"])
    assert play.turn is Seat.FOREHAND
    assert told["task"].endswith("and is to play. What do you play to force success?")
    stopped = next(found for found in puzzles(20, seed=3, level="easy") if not found.attacks)
    other = next(seat for seat in Seat if seat is not stopped.play.declarer)
    later = stopped.play.replace()
    while later.turn is not other:
        later.push(next(iter(later.legal_plays)))
    assert f"; {other} is to play. What do you play to stop" in task_text(stopped, later)


def test_your_play_counts_sessions_and_leaves_out_what_cannot_be_read(tmp_path: Path) -> None:
    assert at_tables(tmp_path, "your-play")["hands"] == 0
    session = Session(ClumondGame(hands=2), 3)
    call = f"declare {'C' if session.standing.seat(0) == 0 else 'H'}"
    for _ in range(session.standing.seat(0)):
        session.push("pass")
    session.push(call)
    seat = Seat(session.standing.seat(0))
    chance = estimate(session.state.deal[seat], call[-1], seat=seat, opponents="medium").p
    session.play_out(lambda state: next(iter(state.legal_actions)))
    other = Session(ClubsGame(3), 1)
    other.play_out(lambda state: next(iter(state.legal_actions)))
    for played in (session, other):
        Sessions(Folder(tmp_path)).add(played, Seating.usual(3))
    (tmp_path / "abcdefghijklmnop.session").write_text("no session")
    found = at_tables(tmp_path, "your-play")
    assert found["hands"] == 2
    assert found["declared"]["declared"] == 1
    assert found["strains"][call[-1]] == found["declared"] == found["levels"]["medium"]
    stated = found["stated"]
    assert stated["chance"] == pytest.approx(chance, abs=0.2)
    assert {name: stated[name] for name in found["declared"]} == found["declared"]
    assert len(found["again"]) == 1 - found["declared"]["made"]


def test_a_mistake_is_asked_as_the_person_saw_it(tmp_path: Path) -> None:
    text = (GOLDEN / "hands_of_easy_player.session").read_text("utf-8")
    session = Session.parse(text)
    table = at_tables(tmp_path, "session-open", text=text)["id"]
    found = at_tables(tmp_path, "hand-lost", session=table, deal=2)
    assert found["lost"]["blamed"] >= len(found["mistakes"]) > 0
    seat = session.replayed(2, 0)[0].standing.seat(0)
    for mistake in found["mistakes"]:
        at = mistake["at"]
        _, before = session.replayed(2, at)
        seen = at_tables(tmp_path, "as-seen", session=table, deal=2, at=at)
        expected = json.loads(json.dumps(to_jsonable(deal_shown(before, seat))))
        assert seen["deal"] == expected
        assert (seen["deal"]["turn"], seen["ended"], seen["number"]) == (seat, None, 2)
        legal = {way["action"] for way in seen["deal"]["legal"]["cards"]}
        assert mistake["action"] == str(session.acts[1][at][1]) in legal
        assert {*mistake["right"], *mistake["worse"]} <= legal
        assert mistake["action"] in mistake["worse"]
        assert not {*mistake["right"]} & {*mistake["worse"]}
        assert " was better: " in mistake["why"]
    # A look back stores nothing.
    assert len(at_tables(tmp_path, "sessions")["sessions"]) == 1


@pytest.mark.figures
def test_a_review_has_the_persons_mistakes_and_no_one_elses(tmp_path: Path) -> None:
    text = (GOLDEN / "hands_of_easy_player.session").read_text("utf-8")
    table = at_tables(tmp_path, "session-open", text=text)["id"]
    shown = at_tables(tmp_path, "review", session=table, deal=2)
    graded = [play for play in shown["plays"] if play["grade"] and not play["is_best"]]
    own = [play for play in graded if play["seat"] == shown["person"]]
    assert 0 < len(own) < len(graded)
    cards = [mistake for mistake in shown["mistakes"] if mistake["action"].startswith("play")]
    # Three passes come before the cards.
    assert [(m["at"], m["text"]) for m in cards] == [(2 + p["number"], p["text"]) for p in own]


@pytest.mark.parametrize("at", [0, 44, 10_000])
def test_a_deal_under_way_is_not_looked_back_at(tmp_path: Path, at: int) -> None:
    text = (GOLDEN / "hands_of_easy_player.session").read_text("utf-8")
    under_way = text.split("\ndeal 2\n")[0] if at == 0 else text
    table = at_tables(tmp_path, "session-open", text=under_way)["id"]
    with pytest.raises(ClumondError, match="no such moment, or goes on"):
        at_tables(tmp_path, "as-seen", session=table, deal=2, at=at)


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("puzzle", {}),
        ("puzzle", {"day": "tomorrow"}),
        ("puzzle", {"code": "nonsense"}),
        ("puzzle", {"seed": -1}),
        ("puzzle", {"seed": 3, "level": "fiendish"}),
        ("puzzle-guess", {"code": PUZZLE_CODE}),
        ("puzzle-guess", {"code": PUZZLE_CODE, "cards": ["HA"]}),
        ("puzzle-guess", {"code": PUZZLE_CODE, "cards": ["nonsense"]}),
        ("puzzle-solution", {"code": 7}),
        ("call", {"seed": 1, "difficulty": 99, "scoring": "paper"}),
        ("call", {"seed": 1, "difficulty": 3, "scoring": "gold"}),
        ("call-judged", {"seed": 1, "difficulty": 3, "scoring": "paper", "call": "x"}),
        (
            "call-judged",
            {"seed": 1, "difficulty": 3, "scoring": "paper", "call": "pass", "score": 3},
        ),
        (
            "call-judged",
            {"seed": 1, "difficulty": 3, "scoring": "paper", "call": "pass", "score": {"asked": 1}},
        ),
    ],
)
def test_what_makes_no_sense_is_refused(kind: str, question: Any) -> None:
    with pytest.raises(ClumondError):
        ask(kind, **question)
