"""Long calls end soon when stopped; jobs on threads, and in a browser's Python without any."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any
from weakref import ref

import pytest

from clumond_solver.base import stopping
from clumond_solver.base.cards import FULL_PACK, Hand
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.files import Journal, keyed_line
from clumond_solver.base.stopping import Deadline, Stopper, in_thread, run_jobs
from clumond_solver.batch.pools import in_order
from clumond_solver.batch.run import BatchProgress, answer_many, run_batch
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reviews import review
from clumond_solver.double_dummy import table_of_a_deal
from clumond_solver.double_dummy.forced_scores import forced_tricks, selfish_scores
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.questions.kinds import AdviseQuestion
from clumond_solver.results import Limit
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import (
    choose,
    estimate,
    estimate_scores,
    estimate_undeclared,
)
from clumond_solver.single_dummy.clumond.advice import advise
from tests.key_press import interrupted_by_a_key
from tests.knowledge.test_knowledge import random_play

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
    "estimate undeclared": lambda: estimate_undeclared(HAND, games=MANY, threads=1),
    "forced_tricks": lambda: forced_tricks(_four_hands(), 0),
    "hint": lambda: hint(PLAY, iterations=2 * MANY),
    "hint at a call": lambda: hint(Session(new_game("clumond"), seed=1).state, budget=MANY),
    "review": lambda: review(random_play(1, 39), iterations=20_000),
    "selfish_scores": lambda: selfish_scores(_state()),
    "solve": lambda: _solve_many(threads=1),
    "solve, two threads": lambda: _solve_many(threads=2),
    "solve_deal": lambda: solve_deal(Deal.random(1), misses=True),
    "solve_deal, two threads": lambda: solve_deal(Deal.random(1), misses=True, threads=2),
}  # fmt: skip


@pytest.mark.machine
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
    assert time.monotonic() - cancelled < 10


@pytest.mark.machine
def test_what_is_stopped_by_another_thread_says_so() -> None:
    stopper = Stopper()
    threading.Timer(0.2, stopper.stop).start()
    with pytest.raises(SearchError, match="the call was stopped"):
        stopper.run(advise, HAND, budget=MANY)
    with pytest.raises(SearchError, match="the call was stopped"):
        stopper.run(choose, PLAY)
    # What runs beside it, or after it, does not notice.
    assert choose(PLAY, iterations=20).card in PLAY.legal_plays


@pytest.mark.machine
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


@pytest.mark.machine
def test_a_batch_that_is_stopped_blames_no_question_and_resumes(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"hand": "AK8732.AK974.KJ4.Q3", "budget": 0}\n' * 3)
    stopper = Stopper()
    with pytest.raises(SearchError, match="the call was stopped"):
        stopper.run(run_batch, source, target, workers=1, watch=lambda _: stopper.stop())
    assert len(target.read_text().splitlines()) == 1
    assert run_batch(source, target, workers=1) == BatchProgress(resumed=1, done=2, errors=0)


@pytest.mark.machine
@pytest.mark.parametrize("name", ["advise", "choose", "estimate", "estimate, full"])
def test_a_key_press_interrupts_long_work(name: str) -> None:
    with interrupted_by_a_key():
        LONG[name]()


@pytest.mark.machine
def test_an_interrupt_at_any_moment_leaves_no_thread_behind() -> None:
    threads_before = len(sys._current_frames())
    jobs = [lambda _: time.sleep(0.0002)] * 20
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for number in range(300):
            with contextlib.suppress(KeyboardInterrupt):
                # Once more a second later: what interrupts a callback of Python's own is lost.
                signal.setitimer(signal.ITIMER_REAL, 0.0003 + 0.00002 * number, 1)
                while True:
                    run_jobs(jobs, threads=2)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    patience = time.monotonic() + 5
    while len(sys._current_frames()) > threads_before and time.monotonic() < patience:
        time.sleep(0.01)
    assert len(sys._current_frames()) <= threads_before


@pytest.mark.machine
def test_an_interrupt_is_raised_when_the_jobs_have_come_back() -> None:
    at_work: list[int] = []

    def work(number: int) -> None:
        at_work.append(number)
        time.sleep(0.05)
        at_work.remove(number)

    def interrupt(_done: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_jobs([lambda _: work(1)] * 50, threads=4, on_done=interrupt)
    assert at_work == []


@pytest.mark.parametrize(
    "seconds", [-1, 1e307, float("inf"), float("nan"), 10**400, 10**5000], ids=shown_number
)
def test_times_that_are_none_are_refused(seconds: float) -> None:
    with pytest.raises(SearchError, match="seconds"):
        Deadline(seconds)
    with pytest.raises(SearchError, match="seconds"):
        Limit(time=seconds)


def test_a_deadline_has_nothing_left_once_it_is_called_off() -> None:
    gone = Event()
    deadline = Deadline(100, gone.is_set)
    share = deadline.seconds_for(0.5)
    assert share is not None
    assert 49 < share <= 50
    assert Deadline(None).seconds_for(0.5) is None
    gone.set()
    assert deadline.passed
    assert deadline.seconds_for(0.5) == 0


@pytest.fixture
def in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_threads(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(threading.Thread, "start", no_threads)
    monkeypatch.setitem(sys.modules, "fcntl", None)


@pytest.mark.usefixtures("in_a_browser")
def test_all_work_is_done_in_turn() -> None:
    assert [stopping.checked_threads(count) for count in (1, 9)] == [1, 1]
    with pytest.raises(SearchError, match="0 threads"):
        stopping.checked_threads(0)
    assert stopping.run_jobs([lambda _: "a", lambda _: "b"], threads=2) == ["a", "b"]


def test_a_deals_table_takes_as_many_positions(request: pytest.FixtureRequest) -> None:
    def table() -> object:
        found = table_of_a_deal.solve_deal(
            Deal.random(1), threads=2, memory=4 << 20, limit=Limit(nodes=300)
        )
        return found, found.nodes

    with_threads = table()
    request.getfixturevalue("in_a_browser")
    assert table() == with_threads


@pytest.mark.usefixtures("in_a_browser")
def test_a_batch_starts_no_process() -> None:
    assert [*in_order(len, ["a", "bc"], workers=2)] == [1, 2]
    with pytest.raises(SearchError, match="0 workers"):
        in_order(len, [], workers=0)


@pytest.mark.usefixtures("in_a_browser")
def test_a_journal_needs_no_lock(tmp_path: Path) -> None:
    with Journal(tmp_path / "lines") as journal:
        journal.append(keyed_line(1, "one", {}))
        assert [line["key"] for line in journal.resume()] == ["one"]


@pytest.mark.skipif(sys.platform != "emscripten", reason="how a browser interrupts Python")
@pytest.mark.parametrize("name", ["solve", "solve_deal", "choose", "estimate", "advise"])
def test_a_page_interrupts_long_work(name: str) -> None:
    """Where a page writes a 2, Python raises KeyboardInterrupt, and writes 0."""
    import pyodide_js
    from pyodide.code import run_js

    buffer = run_js(
        """({
            when: performance.now() + 400,
            get 0() { this.told = performance.now() >= this.when; return this.told ? 2 : 0 },
            set 0(_) { if (this.told) this.when = Infinity },
        })"""
    )
    began = time.monotonic()
    pyodide_js.setInterruptBuffer(buffer)
    try:
        with pytest.raises(KeyboardInterrupt):
            LONG[name]()
    finally:
        pyodide_js.setInterruptBuffer(None)
    assert time.monotonic() - began < 10
