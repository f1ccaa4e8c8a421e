"""What the single-dummy player cannot do is refused at once, in the library's words."""

from __future__ import annotations

from typing import Any

import pytest

from clumond_solver import ClumondError, Hand, Play, Strain, advise, choose, estimate
from clumond_solver.base.errors import WrongTypeError
from clumond_solver.single_dummy.advice import Prefer
from clumond_solver.single_dummy.players import ClumondPlayer
from clumond_solver.single_dummy.quick_estimate import (
    expected_tricks,
    point_count,
    quick_estimate,
)
from clumond_solver.single_dummy.styles import FAST, SearchOptions, Style
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


@pytest.mark.parametrize(
    "options",
    [
        {"games": 0},
        {"seed": -1},
        {"threads": 0},
        {"threads": 10**30},
        {"threads": 1.5},
        {"time": -1.0},
        {"iterations": 0},
        {"iterations": 1.5},
        {"iterations": {5, 6, 7}},
        {"iterations": [5, 6]},
    ],
)
def test_games_that_nobody_could_play(options: dict[str, Any]) -> None:
    for hand in (HAND, LAYDOWN):
        with pytest.raises(ClumondError):
            estimate(hand, Strain.SPADES, **options)


@pytest.mark.parametrize("word", ["OWN", "x", "", 1, None])
def test_a_choice_that_there_is_not_says_which_there_are(word: Any) -> None:
    with pytest.raises(ClumondError, match="'relative', 'own'"):
        Prefer(word)


def test_an_option_that_there_is_not_is_refused_with_those_there_are() -> None:
    listed = "seat, agreement, .* scoring, pot, par, tens"
    with pytest.raises(WrongTypeError, match=f"has no option game; there are {listed}"):
        advise(HAND, game=4)  # type: ignore[call-arg]


def test_terms_that_are_no_terms() -> None:
    for terms in ({"tens": "F=CDHS"}, {"scoring": "x"}, {"par": None}):
        with pytest.raises(ClumondError):
            advise(HAND, **terms)


@pytest.mark.parametrize("given", [("x", 8), (0, 8), (100, -1), (100, "x")])
def test_players_that_could_not_play(given: Any) -> None:
    with pytest.raises(ClumondError):
        ClumondPlayer(*given)
