"""A long call ends soon after the task that waits for it is cancelled."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from clumond_solver.base.cards import FULL_PACK, Hand
from clumond_solver.base.errors import SearchError
from clumond_solver.base.stopping import Stopper, in_thread
from clumond_solver.batch.questions import AdviseQuestion
from clumond_solver.batch.run import BatchProgress, answer_many, run_batch
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reviews import review
from clumond_solver.double_dummy.forced_scores import forced_tricks, selfish_scores
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.results import Limit
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate, estimate_scores
from clumond_solver.single_dummy.clumond.advice import advise
from tests.knowledge.test_knowledge import random_play

pytestmark = pytest.mark.machine
HAND = Deal.random(1)[Seat.FOREHAND]
MANY = 10**6
PLAY = Play(Deal.random(1), Seat.FOREHAND, "hearts")
QUESTION = AdviseQuestion(HAND, budget=MANY)


def _state() -> Any:
    return Session(new_game("clubs"), seed=1).state


def _four_hands() -> TrickPlay:
    cards = FULL_PACK.shuffled(1)
    return TrickPlay(TrickRules.plain(4), [Hand.of(*cards[at : at + 13]) for at in (0, 13, 26, 39)])


def _solve_many(threads: int) -> None:
    """Solve deals one after another: some are easy, not all of them."""
    for seed in range(200):
        Solver(threads=threads).solve(Play(Deal.random(seed), Seat.FOREHAND, "hearts"))


LONG: dict[str, Callable[[], object]] = {
    "advise": lambda: advise(HAND, budget=MANY),
    "advise, one thread": lambda: advise(HAND, budget=MANY, threads=1),
    "answer_many": lambda: list(answer_many([QUESTION, QUESTION], workers=1)),
    "answer_many, two processes": lambda: list(answer_many([QUESTION, QUESTION], workers=2)),
    "choose": lambda: choose(PLAY, iterations=2 * MANY),
    "choose_action": lambda: choose_action(_state(), iterations=20 * MANY),
    "estimate": lambda: estimate(HAND, "spades", games=MANY),
    "estimate, full": lambda: estimate(HAND, "spades", games=MANY, style="full", threads=1),
    "estimate_scores": lambda: estimate_scores(_state(), games=900, iterations=900),
    "estimate undeclared": lambda: estimate(HAND, games=MANY, threads=1),
    "forced_tricks": lambda: forced_tricks(_four_hands(), 0),
    "hint": lambda: hint(PLAY, iterations=2 * MANY),
    "hint at a call": lambda: hint(Session(new_game("clumond"), seed=1).state, call_games=MANY),
    "review": lambda: review(random_play(1, 39), iterations=20_000),
    "selfish_scores": lambda: selfish_scores(_state()),
    "solve": lambda: _solve_many(threads=1),
    "solve, two threads": lambda: _solve_many(threads=2),
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


def test_a_stopper_stops_the_first_of_many_searches_and_holds_none_that_ended() -> None:
    stopper = Stopper()
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(stopper.run, choose, PLAY, iterations=2 * MANY)
        time.sleep(0.2)
        solvers = [Solver() for _ in range(100)]
        for solver in solvers:
            stopper.run(solver.verdict, PLAY, limit=Limit(nodes=1))
        ended = ref(solvers[0])
        del solvers, solver
        assert ended() is None
        stopper.stop()
        with pytest.raises(SearchError, match="the call was stopped"):
            first.result(timeout=5)


def test_a_batch_that_is_stopped_blames_no_question_and_resumes(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"hand": "AK8732.AK974.KJ4.Q3", "budget": 0}\n' * 3)
    stopper = Stopper()
    with pytest.raises(SearchError, match="the call was stopped"):
        stopper.run(run_batch, source, target, workers=1, watch=lambda _: stopper.stop())
    assert len(target.read_text().splitlines()) == 1
    assert run_batch(source, target, workers=1) == BatchProgress(resumed=1, done=2, errors=0)
