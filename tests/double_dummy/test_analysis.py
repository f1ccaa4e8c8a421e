"""Analysis of records: each verdict is the solver's own; it turned where that changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.cards import Card
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.turning_points import analyse
from clumond_solver.errors import RuleError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.records import Record, read_records
from clumond_solver.results import Limit
from tests.strategies import plays, seats

SEEDS = Path(__file__).parents[2] / "seeds" / "sample-hands.clumond"


def sample(number: int) -> Record:
    record = read_records(SEEDS)[number]
    assert isinstance(record, Record)
    return record


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
def test_every_verdict_is_that_of_the_position_alone(
    record: Record, seat: Seat, every_card: bool
) -> None:
    analysis = analyse(record, seat=seat, every_card=every_card)
    play, solver = record.start(), Solver()
    assert analysis.seat is seat
    assert analysis.verdict is solver.verdict(play, seat=seat)
    assert [step.card for step in analysis.plays] == list(record.plays)
    for step in analysis.plays:
        assert (step.seat, step.trick) == (play.turn, sum(play.tricks_taken) + 1)
        assert step.before is solver.verdict(play, seat=seat)
        if every_card or step.turned:
            assert step.options == solver.plays(play, seat=seat)
            assert all(step.options[card] is step.before for card in step.keeping)
        play.push(step.card)
        assert step.verdict is solver.verdict(play, seat=seat)
        assert step.turned is (step.before is not step.verdict)


@given(played())
@settings(max_examples=30, deadline=None)
def test_only_his_side_gives_success_away(record: Record) -> None:
    seat = record.declarer or Seat.FOREHAND
    for step in analyse(record, seat=seat).turning_points:
        assert (step.seat is seat) is (step.verdict is False)
        assert step.card not in step.keeping
        assert step.keeping


def test_the_sample_hand_that_turned_did_so_on_three_cards() -> None:
    analysis = analyse(sample(2))
    assert analysis.verdict is False
    assert [str(step.card) for step in analysis.turning_points] == ["DA", "HA", "H6"]
    assert analysis.plays[-1].verdict is True


def test_an_illegal_card_ends_the_analysis() -> None:
    assert len(analyse(sample(0)).plays) == 16


def test_a_limit_leaves_verdicts_unknown_and_turns_nothing() -> None:
    analysis = analyse(sample(2), limit=Limit(nodes=0))
    assert {step.verdict for step in analysis.plays} == {None}
    assert analysis.turning_points == ()


def test_progress_counts_the_cards() -> None:
    seen: list[tuple[int, int]] = []
    analyse(sample(1), progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, 18) for done in range(1, 19)]


def test_an_undeclared_hand_needs_a_seat() -> None:
    play = Play.parse("F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=none strain=NT leader=F tricks=4,4,3")
    play.push(Card.parse("SA"))
    with pytest.raises(RuleError, match="seat"):
        analyse(Record.of(play))
    assert analyse(Record.of(play), seat=Seat.MIDDLEHAND).seat is Seat.MIDDLEHAND
