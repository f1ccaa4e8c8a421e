"""Every public callable says in the library's words what is wrong with what it is given.

Each is called with a wrong value for one argument while the others are right. It may work all the
same, or raise one of the library's errors, or a TypeError of Python that names the argument.
"""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import FULL_PACK
from clumond_solver.base.errors import ClumondError
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games import registry
from clumond_solver.games.clumond.deals import Deal
from clumond_solver.games.clumond.play import Play, tricks_off
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.single_dummy import engines
from tests.shares import share_of
from tests.wrong_values import Subject, subjects, wrong_arguments

SUBJECTS = subjects()
# The gate draws the same values each time, `.ci/extended` others.
DERANDOMIZED = "CLUMOND_BOUNDS_SEED" not in os.environ
QUESTION = '{"hand": "AK8732.AK974.KJ4.Q3", "budget": 0}\n'


@pytest.fixture(autouse=True)
def _without_a_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written to a folder of the test; games and engines are forgotten again."""
    registry.names()
    monkeypatch.setattr(registry, "_ENTRIES", dict(registry._ENTRIES))
    monkeypatch.setattr(engines, "_BY_GAME", dict(engines._BY_GAME))
    monkeypatch.chdir(tmp_path)
    Path("questions.jsonl").write_text(QUESTION, encoding="utf-8")
    Path("answers.jsonl").touch()


def call(subject: Subject, arguments: dict[str, Any]) -> None:
    answer = subject.call(arguments)
    if inspect.iscoroutine(answer):
        asyncio.run(answer)


@pytest.mark.parametrize("name", SUBJECTS)
def test_with_right_arguments_it_works(name: str) -> None:
    call(SUBJECTS[name], SUBJECTS[name].right())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SUBJECTS)
@given(data=st.data())
@settings(
    max_examples=share_of(240), suppress_health_check=[*HealthCheck], derandomize=DERANDOMIZED
)
def test_what_is_wrong_is_said_in_the_librarys_words(name: str, data: st.DataObject) -> None:
    wrong, arguments = data.draw(wrong_arguments(SUBJECTS[name]))
    try:
        call(SUBJECTS[name], arguments)
    except (ClumondError, OSError):
        pass
    except TypeError as error:
        # Of operators Python says which types they do not take.
        if wrong not in str(error) and "unsupported operand" not in str(error):
            raise


# Python writes no number of so many digits.
HUGE = 10**5000


@pytest.mark.parametrize(
    "refused",
    [
        lambda: Play(Deal.random(1), "F", "C", supplementary=(HUGE, 0, 0)),
        lambda: tricks_off(HUGE, 5),
        lambda: replace(Session("clubs", seed=1).state.layout, players=HUGE),
        lambda: Solver().can_force(Play(Deal.random(1), "F", "C"), tricks=HUGE),
        *(
            partial(new_game, name, {option: value})
            for name, option in (("clumond", "ante"), ("clag", "scheme"), ("clubs", "players"))
            for value in (HUGE, -HUGE, (HUGE,))
        ),
    ],
)
def test_a_number_of_thousands_of_digits_is_refused_in_words(refused: Callable[[], object]) -> None:
    with pytest.raises(ClumondError) as raised:
        refused()
    assert len(str(raised.value)) < 300


def test_a_seed_may_have_thousands_of_digits() -> None:
    assert len({FULL_PACK.shuffled(seed) for seed in (HUGE, -HUGE, -1)}) == 3
