"""Reviews of open hands alone: each verdict is the solver's own; it turned where that changed."""

from __future__ import annotations

from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.coach.reviews import review
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.records import Record
from clumond_solver.results import Limit, verdict_of
from clumond_solver.rules.actions import PlayCard
from tests.samples import sample_record
from tests.strategies import plays, seats

open_review = partial(review, card_games=0, games=0, call_games=0)


@st.composite
def played(draw: st.DrawFn) -> Record:
    """The record of a play that begins with up to five tricks to come, played on or out."""
    play = draw(plays(fewest_tricks=1, most_tricks=5))
    for _ in range(draw(st.integers(0, 3 * play.tricks_left))):
        if not play.is_over:
            play.push(draw(st.sampled_from(list(play.legal_plays))))
    return Record.of(play)


@given(played(), seats, st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_miss_and_verdict_is_that_of_the_position_alone(
    record: Record, seat: Seat, every_card: bool
) -> None:
    found = open_review(record, seat=seat, every_card=every_card, limit=None)
    play, solver = record.start(), Solver()
    assert found.seat is seat
    assert not found.as_seen
    assert [step.action for step in found.plays] == list(map(PlayCard, record.plays))
    for step in found.plays:
        assert (step.seat, step.trick) == (play.turn, sum(play.tricks_taken) + 1)
        assert step.before == solver.miss(play, seat=seat)
        if every_card or step.turned:
            after = {card: solver.miss(play.after([card]), seat=seat) for card in play.legal_plays}
            assert step.misses == {PlayCard(card): miss for card, miss in after.items()}
            assert step.before == (min if step.seat == seat else max)(after.values())
            harmless = {PlayCard(card) for card, miss in after.items() if miss == step.before}
            assert {*step.harmless_cards} == harmless
        play.push(record.plays[step.number - 1])
        assert step.after == solver.miss(play, seat=seat)
        assert step.verdict is solver.verdict(play, seat=seat)
        assert step.turned is (verdict_of(step.before) is not step.verdict)
    assert found.turning_points == tuple(step for step in found.plays if step.turned)


@given(played())
@settings(max_examples=30, deadline=None)
def test_only_his_side_gives_success_away(record: Record) -> None:
    seat = record.declarer or Seat.FOREHAND
    for step in open_review(record, seat=seat, limit=None).turning_points:
        assert (step.seat == seat) is (step.verdict is False)
        assert step.action not in step.harmless_cards
        assert step.harmless_cards


def test_the_sample_hand_that_turned_did_so_on_three_cards() -> None:
    found = open_review(sample_record(2))
    assert verdict_of(found.plays[0].before) is False
    turned = ["play DA", "play HA", "play H6"]
    assert [str(step.action) for step in found.turning_points] == turned
    assert found.plays[-1].verdict is True


def test_a_limit_leaves_verdicts_unknown_and_turns_nothing() -> None:
    found = open_review(sample_record(2), limit=Limit(nodes=0))
    assert {step.verdict for step in found.plays} == {None}
    assert found.turning_points == ()
