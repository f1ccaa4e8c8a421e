"""The deal of the day, a person's play in figures, and what is written with a session."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Strain
from clumond_solver.coach.clumond.day_deal import day_session, day_text
from clumond_solver.coach.clumond.your_play import (
    HandPlayed,
    PointsLost,
    Stated,
    decisions_reviewed,
    figures_of,
    hands_played,
    lost_by,
)
from clumond_solver.coach.hints_and_reviews import Review
from clumond_solver.coach.seating import (
    MOST_NAME,
    Friends,
    FriendSeat,
    Help,
    Seating,
    Summary,
    seated_text,
    written_seating,
)
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.results import Loss
from clumond_solver.rules.actions import Action, Declare, Pass
from clumond_solver.single_dummy.clumond.clumond_engine import ClumondEngine
from clumond_solver.single_dummy.level_names import Level

DAY = date(2026, 11, 23)
# Saved sessions of three hands against medium players.
GOLDEN = Path(__file__).parent.parent / "golden"
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
    with_friends = replace(seating, friends=Friends((FriendSeat(1, taken=True),)))
    assert {hand.level for hand in hands_played(session, with_friends)} == {"friends"}
    for hand, row in zip(hands, session.standing.rows, strict=True):
        own = hand.declared is not None
        assert own is not (hand.defended or row.declared is None)
        if own:
            assert row.declared is not None
            assert row.declared[1] is hand.declared
            assert (hand.off == 0) is (hand.gain > 0)


def reviewed_in(name: str) -> list[tuple[PointsLost, Review, Session[ClumondState]]]:
    """Each hand of a saved session: what the person lost, by which decisions, and the session."""
    text = (GOLDEN / f"{name}.session").read_text("utf-8")
    session = Session.parse(text)
    seating = written_seating(text, session)
    numbers = range(1, session.standing.deals + 1)
    reviews = [decisions_reviewed(session, seating, number) for number in numbers]
    return [
        (lost_by(review, session, seating, number), review, session)
        for number, review in zip(numbers, reviews, strict=True)
    ]


@pytest.mark.long
def test_who_follows_every_hint_loses_nothing_beyond_luck() -> None:
    hands = reviewed_in("hands_by_hints")
    lost = sum((hand.sum for hand, _, _ in hands), Loss())
    # The first look suspected some cards.
    assert lost.error > 0
    assert abs(lost.amount) < 2 * lost.error
    assert sum(hand.blamed for hand, _, _ in hands) == 0
    assert not any(review.mistakes(seat) for _, review, _ in hands for seat in Seat)


def test_what_an_easy_player_gives_away_is_found_by_both_looks() -> None:
    hands = reviewed_in("hands_of_easy_player")
    lost = sum((hand.sum for hand, _, _ in hands), Loss())
    assert not lost.is_luck
    assert lost.amount > 3
    assert sum(hand.blamed for hand, _, _ in hands) >= 2
    for hand, _, _ in hands:
        parts = hand.calls + hand.opening + hand.middle + hand.last
        assert (hand.sum.amount, hand.sum.error) == pytest.approx((parts.amount, parts.error))
    found = [
        (number, mistake, session)
        for number, (_, review, session) in enumerate(hands, 1)
        for seat in Seat
        for mistake in review.mistakes(seat)
    ]
    assert len(found) >= 2
    for number, mistake, session in found:
        # Three passes come before the cards.
        _, before = session.replayed(number, 3 + mistake.number - 1)
        assert session.acts[number - 1][3 + mistake.number - 1] == (mistake.seat, mistake.action)
        assert {mistake.best, *mistake.alike} <= {*before.legal_actions} - {mistake.action}
        assert mistake.reason


@pytest.mark.parametrize(("hands", "is_luck"), [(1, True), (2, True), (12, False)])
def test_made_and_stated_differ_by_luck_or_beyond(
    monkeypatch: pytest.MonkeyPatch, hands: int, is_luck: bool
) -> None:
    monkeypatch.setattr(HandPlayed, "stated", property(lambda hand: 0.5))
    [hand] = hands_played(played(Session(ClumondGame(hands=1), 8)), STRONG)
    made = replace(hand, declared=Strain.SPADES, off=0)
    stated = figures_of([("table", made)] * hands, seconds=60).stated
    assert stated == Stated(hands, hands, 0.5, is_luck)


def test_guided_hands_and_hands_under_way_do_not_count() -> None:
    guided = replace(STRONG, guided=True)
    assert list(hands_played(played(Session(ClumondGame(hands=1), 8)), guided)) == []
    assert list(hands_played(Session(ClumondGame(), 1), STRONG)) == []


NOT_YES_OR_NO: tuple[Any, ...] = ("no", 1, None)
COUNTS = st.integers(0, 10**9)
SEATINGS = st.integers(2, 7).flatmap(
    lambda players: st.builds(
        Seating,
        st.tuples(*[st.text(max_size=MOST_NAME)] * players),
        st.tuples(*[st.sampled_from(Level)] * players),
        st.integers(0, players - 1),
        seen=COUNTS,
        guided=st.booleans(),
        day=st.dates().map(str) | st.just(""),
        replay=st.booleans(),
    )
)
TOTALS = st.lists(st.integers() | st.floats(-1e9, 1e9), min_size=2, max_size=7).map(tuple)
SUMMARIES = st.builds(Summary, st.text(), COUNTS, st.booleans(), TOTALS, st.booleans())
SEATING = Seating(("Ann", "Bo", "Cy"), (Level.EASY, Level.MEDIUM, Level.STRONG), person=1)
SUMMARY = Summary("Clubs", 3, finished=False, totals=(1, 2, 3))


@settings(max_examples=60, deadline=None)
@given(SEATINGS)
def test_a_seating_is_read_as_it_was_written(seating: Seating) -> None:
    assert Seating.parse(seating.write(), len(seating.names), deals=5) == seating


@settings(max_examples=60, deadline=None)
@given(SUMMARIES)
def test_a_summary_is_read_as_it_was_written(summary: Summary) -> None:
    assert Summary.parse(summary.write()) == summary


LOOSE_SEATINGS: tuple[dict[str, Any], ...] = (
    *({"names": names} for names in ("abc", [1, 2, 3], {"a": 1, "b": 2, "c": 3}, ["a"] * 4)),
    *({"levels": levels} for levels in ("abc", [5] * 3, ["x"] * 3, {"easy": 1})),
    *({name: odd} for name in ("person", "seen") for odd in (-1, 1.5, "1", None, 10**30)),
    *({name: odd} for name in ("guided", "replay") for odd in NOT_YES_OR_NO),
    *({"day": odd} for odd in (5, None, "x" * 100)),
    {"help": []},
    {"more": 1},
)
LOOSE_SUMMARIES: tuple[dict[str, Any], ...] = (
    *({"totals": totals} for totals in ("12", [], ["1", "2"], {"1": 2}, [None, 1])),
    *({"deals": odd} for odd in (-5, 1.5, "3", 10**30)),
    *({name: odd} for name in ("finished", "begun") for odd in NOT_YES_OR_NO),
    *({"game": odd} for odd in (5, None, ["Clubs"])),
    {"more": 1},
)


@pytest.mark.parametrize("odd", LOOSE_SEATINGS, ids=repr)
def test_what_was_not_written_is_the_usual_seating(odd: dict[str, Any]) -> None:
    text = json.dumps(json.loads(SEATING.write()) | odd)
    assert Seating.parse(text, 3, deals=5).names == Seating.usual(3).names
    assert Seating.parse(text, 3, deals=5).seen == 5


@pytest.mark.parametrize("odd", LOOSE_SUMMARIES, ids=repr)
def test_what_was_not_written_is_no_summary(odd: dict[str, Any]) -> None:
    assert Summary.parse(json.dumps(json.loads(SUMMARY.write()) | odd)) is None


def test_seatings_and_summaries_of_earlier_versions_are_read() -> None:
    seating, summary = json.loads(SEATING.write()), json.loads(SUMMARY.write())
    del seating["day"], seating["replay"], summary["begun"]
    assert Seating.parse(json.dumps(seating), 3, deals=5) == SEATING
    assert Summary.parse(json.dumps(summary)) == SUMMARY
