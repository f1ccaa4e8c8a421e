"""Values travel: they are pickled, copied and compared, in this process and between processes."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from hypothesis import given, settings

import clumond_solver.base.errors
from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import ClumondError, NotationError, RecordError, SessionError
from clumond_solver.coach.reviews import review
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.views import View
from clumond_solver.records import Record
from clumond_solver.results import Limit
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import (
    choose,
    estimate,
    estimate_scores,
    estimate_undeclared,
)
from clumond_solver.single_dummy.clumond.advice import advise
from tests import strategies
from tests.all_games import GAMES
from tests.samples import ENDGAME, HAND

PLAY = Play.parse(ENDGAME)


def _finished(play: Play) -> Play:
    twin = play.copy()
    while not twin.is_over:
        twin.push(next(iter(twin.legal_plays)))
    return twin


def _record() -> Record:
    return Record.of(_finished(PLAY))


def _opening() -> Any:
    game = ClumondGame()
    return game.deal(1, game.opening())


RESULTS: dict[str, Callable[[], Any]] = {
    "solution": lambda: Solver().solve(PLAY),
    "table": lambda: solve_deal(Deal.random(1), limit=Limit(nodes=100)),
    "review": lambda: review(_record(), iterations=20, replays=1, budget=0),
    "choice": lambda: choose(PLAY, iterations=20),
    "estimate": lambda: estimate(HAND, Strain.SPADES, games=2, iterations=5),
    "undeclared": lambda: estimate_undeclared(HAND, games=2, iterations=5),
    "advice": lambda: advise(HAND, budget=5),
    "action": lambda: choose_action(_opening(), iterations=5),
    "scores": lambda: estimate_scores(_opening(), games=1, iterations=1),
    "outcome": lambda: _finished(PLAY).outcome(),
}


def _copies(value: Any) -> list[Any]:
    return [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_kept_compared_and_plain_data_if_asked(name: str) -> None:
    result = RESULTS[name]()
    for twin in _copies(result):
        assert twin == result
        assert hash(twin) == hash(result)
        assert repr(twin) == repr(result)
    data = result.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert list(data) == [*result.__dataclass_fields__, *result._derived]


def test_results_are_no_less_frozen_for_that() -> None:
    solution = Solver().solve(PLAY)
    with pytest.raises(TypeError, match="does not support item assignment"):
        solution.plays[Card.parse("S2")] = True  # type: ignore[index]
    data = solution.to_dict()
    assert data["plays"].keys() == {str(card) for card in PLAY.legal_plays}
    assert data["retentions"]["CCC"] == "impossible"


@given(strategies.plays())
@settings(max_examples=100, deadline=None)
def test_a_play_comes_back_with_its_history(play: Play) -> None:
    for twin in _copies(play):
        assert twin == play
        assert twin.key == play.key
        assert (twin.history, twin.tricks, twin.deal) == (play.history, play.tricks, play.deal)
        again = play.copy()
        assert [twin.pop() for _ in play.history] == [again.pop() for _ in play.history]
    if play.history:
        later = play.copy()
        later.pop()
        assert later.key != play.key


def test_a_finished_play_is_small() -> None:
    play = _finished(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS))
    assert play.deal == Deal.random(1)
    assert len(pickle.dumps(play)) < 400


@pytest.mark.parametrize("name", GAMES)
def test_views_states_and_sessions_come_back(name: str) -> None:
    session = Session(GAMES[name], seed=3)
    for _ in range(12):
        for twin in _copies(session.state):
            assert twin == session.state
            assert repr(twin) == repr(session.state)
        view = View.of(session.state, session.state.seat_to_act)
        back = pickle.loads(pickle.dumps(view))
        assert back == view
        assert back.sample_worlds(2, seed=1) == view.sample_worlds(2, seed=1)
        before = pickle.loads(pickle.dumps(session))
        assert before == session
        session.push(next(iter(session.state.legal_actions)))
        assert before != session
    assert "seed 3" in repr(session)


def _answer(known: ClumondView) -> Any:
    return choose(known, iterations=20, seed=1), known, _view()


def _view() -> View:
    return View.of(_opening(), 1)


@pytest.mark.machine
def test_questions_and_answers_cross_into_other_processes() -> None:
    known = ClumondView.of(PLAY, Seat.FOREHAND)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(_answer, known).result() == _answer(known)


ERRORS = [
    NotationError("no such card", "text", 3),
    RecordError("no tags", record=2, line=17),
    SessionError("no such game", line=1),
    *(
        kind("why")
        for kind in vars(clumond_solver.base.errors).values()
        if isinstance(kind, type)
        and issubclass(kind, ClumondError)
        and kind not in {NotationError, RecordError, SessionError}
    ),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_travel_whole(error: ClumondError) -> None:
    for twin in _copies(error):
        assert type(twin) is type(error)
        assert (str(twin), vars(twin)) == (str(error), vars(error))


_HASHES = """
from clumond_solver.base.cards import *
from clumond_solver.base.cards import *
from clumond_solver.games.clumond.deals import *
from clumond_solver.games.clumond.play import *
from clumond_solver.rules.actions import *
hand = Hand.parse("AK8732.AK974.KJ4.Q3")
outcome = Outcome(None, (SeatOutcome(Retention.parse("CHD"), 3),) * 3)
print([hash(each) for each in (
    Suit.CLUBS, Strain.NO_TRUMPS, Seat.MIDDLEHAND, Card.parse("HT"), hand, Deal.random(1),
    Retention.parse("CHD"), outcome, FULL_PACK, Declare(Strain.CLUBS), Pass(),
    PlayCard(Card.parse("C2")), SetRules(),
)])
"""


@pytest.mark.machine
def test_hashes_do_not_depend_on_the_process() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", _HASHES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1
