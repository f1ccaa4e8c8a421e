"""Jobs on threads, and interrupts that come while they are done."""

from __future__ import annotations

import contextlib
import signal
import sys
import time

import pytest

from clumond_solver.base.stopping import run_jobs


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
