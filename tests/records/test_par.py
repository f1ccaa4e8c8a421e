"""Tricks off are counted as the table agreed, wherever the end of a hand is told."""

from __future__ import annotations

import pickle
import random

import pytest

from clumond_solver import Agreement, Deal, Play, Record, Solver, Strain, verify
from clumond_solver.base.errors import ClumondError
from clumond_solver.coach.reviews import review
from clumond_solver.display.json_data import data_of
from clumond_solver.display.svg import svg
from clumond_solver.display.text.hands import play_text
from clumond_solver.display.text.records import outcome_text, record_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import ParReading
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.question import PageQuestion
from clumond_solver.web.tabs.analysis_board import position

# Thirteen tricks and three clubs: four more than nine, or three in place of nine.
LAST_TRICK = "F:...AKQJ 5432... .5432.. declarer=none strain=NT leader=F tricks=12,0,0"
pytestmark = pytest.mark.rule("CLU-08")


def ended(words: str) -> Play:
    play = Play.parse(f"{LAST_TRICK}{words}")
    while not play.is_over:
        play.push(max(play.legal_plays))
    return play


@pytest.mark.parametrize(("words", "off"), [("", 4), (" par=nearest", 4), (" par=reduced", 6)])
def test_every_view_of_an_end_counts_as_agreed(words: str, off: int) -> None:
    play = ended(words)
    assert play.outcome()[Seat.FOREHAND].off() == off
    assert play.outcome()[Seat.FOREHAND].to_dict()["off"] == off
    for shown in (outcome_text(play.outcome()), str(svg(play))):
        assert f"{off} off" in shown
    start = f"{LAST_TRICK}{words}"
    cards = [str(each.card) for each in play.history]
    outcome = position(PageQuestion(start=start, cards=cards, at=len(cards)), RequestContext())[
        "outcome"
    ]
    assert [ended.off() for ended in outcome or []][:1] == [off]


def test_a_play_keeps_how_it_is_counted() -> None:
    play = ended(" par=reduced")
    others = (Play.parse(str(play)), play.copy(), pickle.loads(pickle.dumps(play)))
    assert all(each == play and each.par is ParReading.REDUCED for each in others)
    assert play != ended("")
    assert data_of(play)["par"] == "reduced"
    assert "tricks off by the reduced par" in play_text(play)
    with pytest.raises(ClumondError, match="no such choice"):
        Play.parse(f"{LAST_TRICK} par=mine")


def test_records_and_reviews_keep_it_too() -> None:
    record = Record.of(ended(" par=reduced"))
    assert '[Par "reduced"]' in str(record)
    assert "Par" not in str(Record.of(ended("")))
    assert Record.parse(str(record)) == record
    assert "tricks off by the reduced par" in record_text(record)
    outcome = verify(record).outcome
    assert outcome is not None
    assert outcome[Seat.FOREHAND].off() == 6
    with pytest.raises(ClumondError, match="no such choice"):
        Record.parse(str(record).replace("reduced", "mine"))


def test_a_hand_of_a_session_is_counted_as_the_table_agreed() -> None:
    game = ClumondGame(par=ParReading.REDUCED)
    state = game.deal(1, game.opening())
    while not state.is_over:
        state.push(next(iter(state.legal_actions)))
    assert {each.par for each in state.outcome().seats} == {ParReading.REDUCED}
    assert Record.of_hand(state).par is ParReading.REDUCED


def test_a_review_counts_by_the_agreement_that_it_is_given() -> None:
    found = review(
        ended(""),
        agreement=Agreement(par=ParReading.REDUCED),
        iterations=50,
        games_per_action=10,
        replays=1,
    )
    # With all hands open too: forehand cannot but take the last trick and keep three clubs.
    assert found.plays[0].before == (6, 6)
    assert found.replay is not None
    assert found.replay.outcome is not None
    assert found.replay.outcome[Seat.FOREHAND].off() == 6


def test_the_solver_counts_tricks_off_as_the_play_agreed() -> None:
    differing = 0
    for seed in range(60):
        near = Play(Deal.random(seed), Seat.FOREHAND, Strain.SPADES)
        rng = random.Random(seed)
        while near.tricks_left > 2:
            near.push(rng.choice(list(near.legal_plays)))
        reduced = Play.parse(f"{near} par=reduced")
        assert Solver().miss(reduced) == Solver().miss(near.replace(par="reduced"))
        differing += Solver().miss(reduced) != Solver().miss(near)
    assert differing
