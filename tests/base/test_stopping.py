"""A long call ends soon after the task that waits for it is cancelled."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from clumond_solver.base.errors import SearchError
from clumond_solver.base.stopping import Stopper, in_thread
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reviews import review
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.registry import new_game
from clumond_solver.rules.game import Session
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.any_game import choose_action, estimate_scores
from clumond_solver.single_dummy.player import choose, estimate, estimate_undeclared
from tests.knowledge.test_knowledge import random_play

pytestmark = pytest.mark.machine
HAND = Deal.random(1)[Seat.FOREHAND]
MANY = 10**6
PLAY = Play(Deal.random(1), Seat.FOREHAND, "hearts")


def _state() -> Any:
    return Session(new_game("clubs"), seed=1).state


LONG: dict[str, Callable[[], object]] = {
    "advise": lambda: advise(HAND, budget=MANY),
    "advise, one thread": lambda: advise(HAND, budget=MANY, threads=1),
    "choose": lambda: choose(PLAY, iterations=2 * MANY),
    "choose_action": lambda: choose_action(_state(), iterations=20 * MANY),
    "estimate": lambda: estimate(HAND, "spades", games=MANY),
    "estimate, full": lambda: estimate(HAND, "spades", games=MANY, style="full", threads=1),
    "estimate_scores": lambda: estimate_scores(_state(), games=900, iterations=900),
    "estimate_undeclared": lambda: estimate_undeclared(HAND, games=MANY, threads=1),
    "hint": lambda: hint(PLAY, iterations=2 * MANY),
    "hint at a call": lambda: hint(Session(new_game("clumond"), seed=1).state, call_games=MANY),
    "review": lambda: review(random_play(1, 39), iterations=20_000),
    "solve": lambda: Solver().solve(PLAY),
    "solve, two threads": lambda: Solver(threads=2).solve(PLAY),
    "solve_deal": lambda: solve_deal(Deal.random(1), misses=True),
    "solve_deal, two threads": lambda: solve_deal(Deal.random(1), misses=True, threads=2),
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_a_call_ends_soon_after_its_task_is_cancelled(name: str) -> None:
    cancelled = 0.0

    async def waiting() -> None:
        nonlocal cancelled
        task = asyncio.create_task(in_thread(LONG[name]))
        await asyncio.sleep(0.4)
        assert not task.done()
        cancelled = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    # The loop waits for its threads before it is closed.
    asyncio.run(waiting())
    # Usually a fiftieth of a second; unstopped, these calls take from tens of seconds to hours.
    assert time.monotonic() - cancelled < 2


def test_what_is_stopped_by_another_thread_says_so() -> None:
    stopper = Stopper()
    threading.Timer(0.2, stopper.stop).start()
    with pytest.raises(SearchError, match="the call was stopped"):
        stopper.run(advise, HAND, budget=MANY)
    with pytest.raises(SearchError, match="the call was stopped"):
        stopper.run(choose, PLAY)
    # What runs beside it, or after it, does not notice.
    assert choose(PLAY, iterations=20).card in PLAY.legal_plays
