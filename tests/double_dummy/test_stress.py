"""Many solvers in many threads at once: the answers they give alone, in the memory they may take.

CLUMOND_STRESS_SECONDS makes it longer than the few seconds of the usual run.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Limit
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate

SECONDS = float(os.environ.get("CLUMOND_STRESS_SECONDS", "5"))
THREADS = 8
MEMORY = 4 * MEBIBYTE
# What the rest of the program may take beside the solvers' tables.
SLACK = 48 * MEBIBYTE


def positions() -> list[Play]:
    plays = []
    for seed in range(40):
        cards = 8 + seed % 5
        played = 16 - cards
        taken = (played // 2, played - played // 2, 0)
        deal = Deal.random(seed, cards=cards)
        plays.append(Play(deal, Seat(seed % 3), seed % 5, tricks_taken=taken))  # type: ignore[arg-type]
    return plays


def questions() -> list[Callable[[Solver], object]]:
    """Each gives the same answer from a solver of any past."""

    def searches(play: Play, seed: int) -> list[Callable[[Solver], object]]:
        hand = Deal.random(seed)[Seat.FOREHAND]
        return [
            lambda solver: solver.verdict(play),
            lambda solver: dict(solver.plays(play)),
            lambda solver: solver.miss(play),
            lambda solver: Solver(MEBIBYTE).verdict(play, limit=Limit(nodes=500)),
            lambda solver: choose(play, iterations=300, seed=seed),
            lambda solver: estimate(
                hand, play.strain, games=2, iterations=20, seed=seed, threads=1
            ),
        ]

    return [each for seed, play in enumerate(positions()) for each in searches(play, seed)]


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.machine
@pytest.mark.slow
def test_many_solvers_at_once_answer_as_alone_and_keep_to_their_memory() -> None:
    asked = questions()
    alone = [each(Solver(MEMORY)) for each in asked]
    started = threading.Barrier(THREADS)
    stop = time.monotonic() + SECONDS
    before = resident() if Path("/proc").exists() else 0
    most = 0

    def work(thread: int) -> int:
        nonlocal most
        solver = Solver(MEMORY)
        started.wait()
        for done in count():
            if time.monotonic() > stop and done:
                return done
            # Steps that share no factor with the number of questions take each thread to all.
            number = (thread * 31 + done * 7) % len(asked)
            assert asked[number](solver) == alone[number]
            if before:
                most = max(most, resident())
        raise AssertionError("unreachable: the count never ends")

    with ThreadPoolExecutor(THREADS) as pool:
        done = list(pool.map(work, range(THREADS)))
    assert all(done)
    print(f"{sum(done)} answers in {THREADS} threads, {(most - before) >> 20} MiB more than before")
    # The sanitizers keep what was freed, to see it misused.
    if before and "asan" not in os.environ.get("LD_PRELOAD", ""):
        assert most - before < THREADS * (MEMORY + MEBIBYTE) + SLACK
