"""Jobs on threads, interrupts that come while they are done, and times that end them."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from threading import Event

import pytest

from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.stopping import Deadline, run_jobs
from clumond_solver.results import Limit


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
