"""The deal of the day, and what sessions tell of a person's play."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from clumond_solver.base.cards import Strain
from clumond_solver.coach.clumond.day_deal import day_session, day_text
from clumond_solver.coach.clumond.your_play import hands_played
from clumond_solver.coach.seating import Help, Seating, seated_text, written_seating
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, Declare, Pass
from clumond_solver.single_dummy.clumond.clumond_engine import ClumondEngine
from clumond_solver.single_dummy.levels import Level

DAY = date(2026, 11, 23)
STRONG = Seating(("You", "Ada", "Ben"), (Level.STRONG,) * 3, day=str(DAY))


def played(session: Session[ClumondState], *calls: Action) -> Session[ClumondState]:
    """The session with these calls, its cards played at sight."""
    for call in calls:
        session.push(call)
    easy = ClumondEngine().player(Level.EASY)
    while not session.is_finished:
        session.push(easy(View.of(session.state, session.state.seat_to_act), 1))
    return session


def test_a_day_deals_the_same_to_everybody_and_another_day_something_else() -> None:
    assert day_session(DAY).state.deal == day_session(DAY).state.deal
    deals = {str(day_session(DAY.replace(day=day)).state.deal) for day in range(1, 29)}
    assert len(deals) == 28


@pytest.mark.parametrize("strain", ["clubs", "NT", None])
def test_the_result_tells_call_ending_points_effort_and_version(strain: str | None) -> None:
    session = day_session(DAY)
    seat = session.standing.seat(0)
    call = Pass() if strain is None else Declare(Strain.parse(strain))
    calls = [Pass()] * seat + [call] + ([Pass()] * (2 - seat) if strain is None else [])
    assert day_text(session, STRONG, "1.0") == ""
    played(session, *calls)
    told = day_text(session, STRONG, "1.0")
    assert told.startswith(f"Clumond, deal of {DAY}: ")
    assert ("I went for clumond" in told) is (strain is not None)
    assert ("nobody declared" in told) is (strain is None)
    assert "strong (4000 searches a card, 120 games before a call), version 1.0" in told
    assert f"{abs(session.standing.totals[0])} points" in told
    assert day_text(session, replace(STRONG, day=""), "1.0") == ""


def test_a_day_is_kept_with_the_session() -> None:
    session = day_session(DAY)
    text = seated_text(session, STRONG)
    assert written_seating(text, Session.parse(text)) == STRONG


def test_the_result_of_a_day_names_the_help_taken() -> None:
    session = played(day_session(DAY))
    assert "hint" not in day_text(session, STRONG, "1.0")
    helped = replace(STRONG, help=(Help(1, 2),))
    text = seated_text(session, helped)
    assert written_seating(text, Session.parse(text)) == helped
    assert "points, 1 hint, 2 decisions taken back. Against" in day_text(session, helped, "1.0")


def test_hands_are_counted_by_what_the_person_did() -> None:
    session = played(Session(ClumondGame(hands=6), 8))
    seating = replace(STRONG, levels=(Level.EASY, Level.STRONG, Level.MEDIUM), person=1)
    hands = list(hands_played(session, seating))
    assert [hand.gain for hand in hands] == [row.gains[1] for row in session.standing.rows]
    assert {hand.level for hand in hands} == {"mixed"}
    for hand, row in zip(hands, session.standing.rows, strict=True):
        own = hand.declared is not None
        assert own is not (hand.defended or row.declared is None)
        if own:
            assert row.declared is not None
            assert row.declared[1] is hand.declared
            assert (hand.off == 0) is (hand.gain > 0)


def test_guided_hands_and_hands_under_way_do_not_count() -> None:
    guided = replace(STRONG, guided=True)
    assert list(hands_played(played(Session(ClumondGame(hands=1), 8)), guided)) == []
    assert list(hands_played(Session(ClumondGame(), 1), STRONG)) == []
