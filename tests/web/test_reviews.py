"""Reviews in the Analysis tab: the answers about records, sessions and tables, and the way back."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.errors import ClumondError, RecordError, RuleError
from clumond_solver.base.json_data import json_text
from clumond_solver.cli import OK
from clumond_solver.coach import reviews
from clumond_solver.coach.clumond.hand_links import SharedHand, parse_link
from clumond_solver.coach.clumond.your_play import points_lost
from clumond_solver.coach.hints_and_reviews import Review
from clumond_solver.coach.seating import Help, Seating, seated_text
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.sessions import Session
from clumond_solver.results import Loss
from clumond_solver.rules.game import player_at
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.web.page_questions import Limits, RequestContext
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.question import PageQuestion, PageQuestionError
from clumond_solver.web.store import Folder
from clumond_solver.web.tabs import analysis_reviews
from clumond_solver.web.tabs.analysis_reviews import play_from, review_of
from tests.cli.command import run
from tests.samples import SAMPLE_HANDS
from tests.web.site import Part

SAMPLES = SAMPLE_HANDS.read_text("utf-8")
QUICK = RequestContext(Limits(review_seconds=0.3))


def of_person(sessions: Sessions) -> RequestContext:
    return replace(QUICK, sessions_or_none=sessions)


def _played(session: Session[Any], seed: int = 3) -> Session[Any]:
    """A session whose first deal is played at random."""
    source = random.Random(seed)
    while not session.standing.deals:
        session.push(source.choice(list(session.state.legal_actions)))
    return session


@pytest.fixture
def sessions(tmp_path: Path) -> Sessions:
    return Sessions(Folder(tmp_path))


def _table(sessions: Sessions, session: Session[Any]) -> str:
    return sessions.add(session, Seating.usual(session.game.players))["id"]


def _stored(sessions: Sessions, wanted: str) -> Session[Any]:
    return next(session for name, session, _ in sessions.every_session() if name == wanted)


def test_cards_are_shown_as_soon_as_they_are_reviewed(sessions: Sessions) -> None:
    clubs = _played(Session(ClubsGame(4), 1))
    for question in ({"text": SAMPLES, "deal": 2}, {"session": _table(sessions, clubs), "deal": 1}):
        parts: list[Any] = []
        whole = review_of(
            PageQuestion(question), replace(of_person(sessions), send_part=parts.append)
        )
        shown = [part["shown"] for part in parts if part["shown"]]
        assert len(shown) > 1
        for so_far in shown:
            count = len(so_far["plays"])
            assert [play["card"] for play in so_far["plays"]] == [
                play["card"] for play in whole["plays"][:count]
            ]
            assert so_far["hands"] == whole["hands"]
            assert not so_far["story"]
        assert all(part["done"] <= part["total"] for part in parts)


def test_a_record_is_reviewed_up_to_what_is_wrong() -> None:
    found = review_of(PageQuestion({"text": SAMPLES}), QUICK)
    assert "H8 by middlehand in trick 6" in found["fault"]
    assert found["titles"] == [
        "Sample hand 1, as published",
        "Sample hand 1, corrected",
        "Sample hand 2",
    ]
    assert found["names"] == ["LHO", "RHO", "PLR"]
    assert [play["number"] for play in found["plays"]] == list(range(1, 17))
    assert found["person"] is None
    assert json_text(found)


def test_the_calls_are_told_too() -> None:
    found = review_of(
        PageQuestion({"text": SAMPLES, "deal": 2}), RequestContext(Limits(review_seconds=8))
    )
    assert "expected points" in found["calls_head"]
    [told] = found["call_sentences"]
    assert told.startswith("LHO went for clumond in ♣")


def test_a_record_whose_remark_begins_with_game_is_no_session() -> None:
    text = SAMPLES.replace("; The author", "{\ngame of the year\n}\n; The author", 1)
    assert "\ngame of the year" in text
    assert review_of(PageQuestion({"text": text, "deal": 3}), QUICK)["title"] == "Sample hand 2"


def test_another_record_of_the_text_is_chosen() -> None:
    found = review_of(PageQuestion({"text": SAMPLES, "deal": 3}), QUICK)
    assert (found["title"], found["chosen"], found["fault"]) == ("Sample hand 2", 3, "")
    tricks = [play["won"] for play in found["plays"] if play["won"] is not None]
    assert tricks == [0, 0, 0, 1, 2, 2]
    for play in found["plays"]:
        assert play["cost"] >= 0
        assert bool(play["grade"]) == (play["number"] in found["costliest"])
        assert play["is_best"] == (play["cost"] == 0)
        if play["choices"]:  # none where there was no time to rate a card
            played = [choice["card"] for choice in play["choices"] if choice["played"]]
            assert played == [play["card"]]
    with pytest.raises(PageQuestionError, match="no record 4 among 3"):
        review_of(PageQuestion({"text": SAMPLES, "deal": 4}), QUICK)


def test_progress_is_told_and_whoever_leaves_ends_it() -> None:
    told: list[Part] = []
    review_of(
        PageQuestion({"text": SAMPLES}),
        RequestContext(Limits(review_seconds=0.2), send_part=told.append),
    )
    assert told[-1]["done"] == told[-1]["total"]

    class Left(Exception):
        pass

    def leave(_: Part) -> None:
        raise Left

    with pytest.raises(Left):
        review_of(PageQuestion({"text": SAMPLES}), RequestContext(send_part=leave))


@pytest.mark.parametrize("game", [ClumondGame(four_tens=True), ClagGame(4)], ids=["tens", "clag"])
def test_a_session_is_reviewed_from_its_text(game: ClumondGame | ClagGame) -> None:
    session = _played(Session(game, 5))
    found = review_of(PageQuestion({"text": str(session)}), QUICK)
    assert found["finished"]
    assert found["game"] == game.name
    assert len(found["hands"]) == game.players
    kept = 3 if isinstance(game, ClumondGame) else 0
    for seat, hand in enumerate(found["hands"]):
        laid = [play["card"] for play in found["plays"] if play["card"] and play["seat"] == seat]
        assert set(laid) <= set(hand)
        assert len(hand) - len(laid) == kept
    with pytest.raises(PageQuestionError, match="no deal 9"):
        review_of(PageQuestion({"text": str(session), "deal": 9}), QUICK)


def test_a_deal_of_a_table_is_reviewed_with_its_names(sessions: Sessions) -> None:
    session = _played(Session(ClumondGame(), 5))
    table = _table(sessions, session)
    found = review_of(PageQuestion({"session": table, "deal": 1}), of_person(sessions))
    dealer = session.standing.rows[0].dealer
    assert found["person"] == (0 - dealer - 1) % 3
    assert found["names"][found["person"]] == "You"
    assert "You" not in " ".join(play["better"] for play in found["plays"])
    hand = SharedHand.of(session, Seating.usual(3), 1)
    assert parse_link(found["link"]).is_same_hand(hand)
    assert not review_of(PageQuestion({"text": str(session), "deal": 1}), QUICK)["link"]
    assert len((found["hand"] and found["hand"]["outcome"]) or ()) == 3


def test_cards_after_a_concession_are_not_the_persons(sessions: Sessions) -> None:
    session, seating = _played(Session(ClumondGame(), 5)), Seating.usual(3)
    conceded = seating.helped(1, Help(cards=4))
    table = sessions.add(session, conceded)["id"]
    found = review_of(PageQuestion({"session": table, "deal": 1}), of_person(sessions))
    own = [play for play in found["plays"] if play["trick"] and play["seat"] == found["person"]]
    assert [play["conceded"] for play in own] == [False] * 9 + [True] * 4
    assert sum(play["conceded"] for play in found["plays"]) == 4
    assert found["story"].endswith("You conceded: the program played the last 4 cards.")
    lost = points_lost(session, conceded, 1)
    assert (lost.last, lost.opening) == (Loss(), points_lost(session, seating, 1).opening)


def test_page_text_and_command_review_a_hand_among_the_same_players(
    sessions: Sessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = _played(Session(ClumondGame(), 5))
    seating = Seating(("You", "Ada", "Ben"), (Level.STRONG, Level.MEDIUM, Level.EASY))
    taken = []

    @wraps(reviews.review)
    def noted(source: Any, **given: Any) -> Review:
        taken.append((given["opponents"], given["players"]))
        return Review(None, None, ())

    monkeypatch.setattr(reviews, "review", noted)
    monkeypatch.setattr(analysis_reviews, "review", noted)
    table = sessions.add(session, seating)["id"]
    review_of(PageQuestion({"session": table, "deal": 1}), of_person(sessions))
    text = seated_text(session, seating)
    shown = review_of(PageQuestion({"text": text, "deal": 1}), QUICK)
    file = tmp_path / "session.txt"
    file.write_text(text)
    assert run("review", str(file), "--deal", "1") == OK
    dealer = session.standing.rows[0].dealer
    names = [seating.names[player_at(seat, dealer, 3)] for seat in range(3)]
    assert [(styles, [*players]) for styles, players in taken] == [
        (seating.styles(dealer), names)
    ] * 3
    assert {*shown["names"]} == {*seating.names}


def test_no_deal_that_goes_on_leaves_a_table(sessions: Sessions) -> None:
    session = Session(ClumondGame(), 5)
    table = _table(sessions, session)
    for question in ({"session": table, "deal": 1}, {"session": table, "deal": 2}):
        with pytest.raises(RuleError, match="no deal is over"):
            review_of(PageQuestion(question), of_person(sessions))
    with pytest.raises(RuleError, match="goes on"):
        play_from(PageQuestion({"session": table, "deal": 1, "at": 0}), of_person(sessions))


@pytest.mark.parametrize("game", [ClumondGame(), ClagGame(3)], ids=["clumond", "clag"])
def test_again_from_any_point_of_a_deal(sessions: Sessions, game: ClumondGame | ClagGame) -> None:
    session = _played(Session(game, 5))
    table = _table(sessions, session)
    found = review_of(PageQuestion({"session": table, "deal": 1}), of_person(sessions))
    acts = session.acts[0]
    for number in (1, len(found["plays"]) // 2, len(found["plays"])):
        at = (found["hand"]["calls"] if found["hand"] else 0) + number - 1
        twin = play_from(PageQuestion({"session": table, "deal": 1, "at": at}), of_person(sessions))
        assert twin["id"] != table
        kept = _stored(sessions, twin["id"])
        assert kept.acts == (acts[:at],)
        assert (kept.seed, kept.game) == (session.seed, session.game)
        assert str(acts[at][1]).split()[-1] in (found["plays"][number - 1]["card"] or str(acts[at]))
    assert _stored(sessions, table) == session


def test_what_is_no_record_is_told() -> None:
    for text, error in (
        ("", PageQuestionError),
        ("nonsense", ClumondError),
        ('[Clumond "9"]', RecordError),
    ):
        with pytest.raises(error):
            review_of(PageQuestion({"text": text}), QUICK)
    with pytest.raises(PageQuestionError, match="sessions"):
        review_of(PageQuestion({"session": "x", "deal": 1}), QUICK)
