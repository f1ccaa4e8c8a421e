"""What the single-dummy player cannot do is refused at once, in the library's words."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from clumond_solver import (
    AdviseQuestion,
    ClumondError,
    Hand,
    Play,
    Seat,
    Strain,
    advise,
    choose,
    estimate,
    estimate_scores,
    estimate_undeclared,
    hint,
    prove,
    review,
)
from clumond_solver.base.errors import RenamedError
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.scoring import Prefer
from clumond_solver.games.registry import TableWords
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_any_game import board_of_view
from clumond_solver.knowledge.views import View
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.clumond.quick_estimate import (
    expected_tricks,
    point_count,
    quick_estimate,
)
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.levels import FAST, SearchOptions, Style
from clumond_solver.single_dummy.players import ClumondPlayer, EnginePlayer
from tests.knowledge.test_knowledge import random_play
from tests.samples import HAND

ENDING = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
LAYDOWN = Hand.parse("AKQJ98765432.AKQJ..")
NO_STYLES: list[Any] = ["quick", "", 0, {}, 1.5, SearchOptions(), [FAST] * 2, ["a", "b", "c"]]


@pytest.mark.parametrize("style", NO_STYLES)
def test_what_is_no_style(style: Any) -> None:
    with pytest.raises(ClumondError, match="style"):
        advise(HAND, style=style, budget=0)
    with pytest.raises(ClumondError, match="style"):
        advise(HAND, opponents=style, budget=0)
    for hand in (HAND, LAYDOWN):
        with pytest.raises(ClumondError, match="style"):
            estimate(hand, Strain.SPADES, style=style, games=1)
    with pytest.raises(ClumondError, match="style"):
        choose(ENDING, style=style)


@pytest.mark.parametrize("name", SearchOptions.__dataclass_fields__)
def test_settings_that_no_search_can_keep_to(name: str) -> None:
    impossible: list[Any] = ["x", None, [], 1j, float("nan"), float("inf"), 10**400, -1]
    for value in impossible:
        with pytest.raises(ClumondError, match=name):
            SearchOptions(**{"nets": True, name: value})


@pytest.mark.parametrize(
    ("field", "value"),
    [("undeclared_factor", value) for value in ("x", 1.5, 10**400)] + [("nets", {})],
)
def test_styles_that_could_not_play(field: str, value: Any) -> None:
    given = {field: value}
    with pytest.raises(ClumondError) as refusal:
        Style(SearchOptions(), SearchOptions(), SearchOptions(), **given)
    assert len(str(refusal.value)) < 100


@pytest.mark.parametrize("strain", [-1, 5, "X", None, 1.5])
def test_what_is_no_strain(strain: Any) -> None:
    for asked in (quick_estimate, expected_tricks, point_count):
        with pytest.raises(ClumondError, match="strain"):
            asked(HAND, strain)


FEWER, TEN = Hand.parse("AK8732.AK974.KJ4.Q"), Hand.parse("AKT732.AK974.KJ4.Q3")
START = random_play(1, 0)
TURN = START.turn or Seat.FOREHAND
CLUBS = ClubsGame(4).deal(1, ClubsGame(4).opening())
OTHER = (CLUBS.seat_to_act + 1) % 4
UNSEEN = ClagGame(4).deal(1, ClagGame(4).opening())


def finished(state: TrickState) -> TrickState:
    while not state.is_over:
        state.push(next(iter(state.legal_actions)))
    return state


def asking(function: Any, *given: Any, **options: Any) -> Callable[[], object]:
    return lambda: function(*given, **options)


REFUSALS: list[tuple[Callable[[], object], str]] = [
    (asking(advise, FEWER), "15 cards"),
    (asking(advise, TEN), "ST in hand"),
    (asking(advise, HAND, budget=-1), "budget of -1 games"),
    (asking(advise, HAND, time=-0.5), "time limit -0.5"),
    (asking(advise, HAND, pot=-3), "pot of -3 chips"),
    (asking(advise, HAND, pot=10**400), "chips: 0 to"),
    (asking(advise, HAND, threads=0), "0 threads"),
    (asking(advise, HAND, seed=-1), "seed -1"),
    (asking(advise, HAND, tens="F=CDX"), "no such suit"),
    (asking(advise, HAND, pot=12), 'pot= counts only with scoring="chips"'),
    (asking(AdviseQuestion, HAND, pot=12), 'pot= counts only with scoring="chips"'),
    (asking(advise, HAND, scoring="x"), "no such choice"),
    (asking(advise, HAND, par=None), ""),
    (asking(advise, HAND, game=4), "a game is needed, not 4 "),
    (asking(advise, HAND, deck=4), "no option deck; there are seat, agreement, .* pot, par, tens"),
    (asking(estimate, FEWER, "S"), "15 cards"),
    *(
        (asking(estimate, hand, "S", **{option: value}), message)
        for hand in (HAND, LAYDOWN)
        for option, value, message in (
            ("games", 0, "0 games"),
            ("seed", -1, "seed"),
            ("threads", 0, "0 threads"),
            ("threads", 10**30, "threads"),
            ("threads", 1.5, "threads"),
            ("time", -1.0, "time limit -1"),
            ("time", float("nan"), "time limit nan"),
            ("iterations", 0, "0 iterations"),
            ("iterations", 1.5, "number of iterations"),
            ("iterations", True, "number of iterations"),
            ("iterations", {"declarer": True}, "number of iterations"),
            ("iterations", {"declarer": 0}, "0 iterations"),
            ("iterations", {"dealer": 1}, "no role 'dealer'"),
            ("iterations", {5, 6, 7}, "iterations"),
            ("iterations", [5, 6], "iterations"),
        )
    ),
    (asking(choose, START, iterations=0), "0 iterations"),
    (asking(choose, START, time=-1), "time limit -1"),
    (asking(choose, START, TURN.left), f"it is {TURN}'s turn"),
    (asking(choose, ClumondView.of(START, TURN.left)), "but the view is"),
    (asking(choose, random_play(1, 39)), "the hand is over"),
    *(
        (asking(ask, hand, "S"), "15 cards|without tens")
        for ask in (quick_estimate, point_count)
        for hand in (FEWER, TEN)
    ),
    (asking(prove, Hand.parse("AK.AK.AK.AK"), "S"), "16"),
    (asking(prove, LAYDOWN, "S", supplementary=7), "7 supplementary tricks"),
    (asking(choose, CLUBS, OTHER), f"it is seat {CLUBS.turn}'s turn, not {OTHER}'s"),
    (asking(choose_action, View.of(CLUBS, OTHER)), f"seat {CLUBS.turn}'s turn, not {OTHER}'s"),
    (
        asking(EnginePlayer(50), View.of(CLUBS, OTHER), 1),
        f"seat {CLUBS.turn}'s turn, not {OTHER}'s",
    ),
    (asking(choose_action, CLUBS, iterations=0), "0 iterations"),
    (asking(choose_action, finished(CLUBS.copy())), "the deal is over"),
    (asking(estimate_scores, CLUBS, games=0), "0 games"),
    (asking(View.of, CLUBS, 4), "no seat 4"),
    (asking(board_of_view, View.of(UNSEEN, 0)), "not complete"),
    *((asking(Prefer, word), "'relative', 'own'") for word in ("OWN", "x", "", 1, None)),
    *((asking(ClumondPlayer, *given), "") for given in (("x", 8), (0, 8), (100, -1), (100, "x"))),
    (asking(EnginePlayer, "easy"), "a number of iterations is needed, not 'easy'"),
    (asking(EnginePlayer, 0), "0 iterations: from 1"),
    (asking(EnginePlayer, calls=0), "0 calls: 1 or more"),
    (asking(EnginePlayer, games_per_action=-1), "-1 games: 0 to"),
    (asking(EnginePlayer, call_iterations=0), "0 iterations: from 1"),
]


OLD_NAMES: list[tuple[Callable[..., object], str, str]] = [
    (hint, "games", "games_per_action"),
    (hint, "call_games", "budget"),
    (review, "games", "replays"),
    (review, "card_games", "games_per_action"),
    (review, "call_games", "budget"),
    (choose, "games", "games_per_action"),
    (choose_action, "games", "games_per_action"),
    (Effort, "games", "games_per_action"),
    (Effort, "call_games", "budget"),
    (EnginePlayer, "games", "games_per_action"),
    (ClumondPlayer, "games", "budget"),
    (TableWords, "needs", "counts_with"),
]


@pytest.mark.parametrize(("ask", "old", "new"), OLD_NAMES)
def test_an_old_name_of_an_argument_is_refused_with_the_new_one(
    ask: Callable[..., object], old: str, new: str
) -> None:
    with pytest.raises(RenamedError, match=f"{ask.__name__}: .* {old} is now called {new}"):
        ask(**{old: 8})
    assert new in inspect.signature(ask).parameters


SPLIT_UP: list[tuple[Callable[[], object], str]] = [
    (asking(estimate, HAND, None), "estimate_undeclared"),
    (asking(estimate, CLUBS, "S"), "estimate_scores"),
    (asking(estimate_undeclared, View.of(CLUBS)), "estimate_scores"),
    (asking(estimate_scores, HAND), "estimate_undeclared"),
]


@pytest.mark.parametrize(("ask", "message"), REFUSALS + SPLIT_UP)
def test_what_cannot_be_asked_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ClumondError, match=message):
        ask()
