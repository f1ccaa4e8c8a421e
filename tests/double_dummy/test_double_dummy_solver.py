"""The solver as an object: limits, memory, threads, interrupts, errors, warm answers."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
import threading
from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from clumond_solver._core.double_dummy.last_two_tricks import solve_endgame
from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import RuleError, SearchError, WrongTypeError
from clumond_solver.double_dummy.solver import LEAST_MEMORY, MEBIBYTE, Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import ParReading, Play
from clumond_solver.results import Limit, Reach
from tests.double_dummy.signature import FILE as SEARCH_NODES
from tests.double_dummy.signature import signature
from tests.double_dummy.test_double_dummy import random_play
from tests.key_press import raised_by_alarm
from tests.samples import DEAL_TEXT

AUTHORS_DEAL = Deal.parse(DEAL_TEXT)


ENDING = Play.parse("F:A3.K2.54.Q 92.Q7.J6.A 85.A4.Q3.K declarer=M strain=H leader=M tricks=4,3,2")


def full_play(strain: Strain = Strain.CLUBS, seat: Seat = Seat.FOREHAND) -> Play:
    return Play(AUTHORS_DEAL, seat, strain)


def test_the_seat_is_the_declarer_unless_said_otherwise() -> None:
    solver = Solver()
    for seat in Seat:
        declared = Play.parse(str(ENDING).replace("declarer=M", f"declarer={seat.letter}"))
        assert solver.verdict(declared) == solver.verdict(ENDING, seat=seat)
        assert solver.miss(declared) == solver.miss(ENDING, seat=seat)


UNDECLARED = Play(AUTHORS_DEAL, None)
SEAT_FIVE: Any = 5
REFUSALS: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "verdict, undeclared": (lambda: Solver().verdict(UNDECLARED), SearchError, "nobody declared"),
    "undeclared": (lambda: Solver().solve(UNDECLARED), SearchError, "nobody declared"),
    "seat": (lambda: Solver().verdict(UNDECLARED, seat=SEAT_FIVE), RuleError, "no seat 5"),
    **{
        f"memory {memory}": (partial(Solver, memory), SearchError, "at least 1048576")
        for memory in (1, 0, -5, MEBIBYTE - 1)
    },
    "more memory than there is": (lambda: Solver(memory=1 << 58), SearchError, "no memory"),
    "limit": (lambda: Solver().verdict(ENDING, limit=SEAT_FIVE), SearchError, "give a Limit"),
    "ending": (lambda: Solver().can_force(ENDING), SearchError, "name the ending to force"),
    "tricks": (lambda: Solver().can_force(ENDING, tricks=14), SearchError, "number from 0 to 13"),
    "retention": (
        lambda: Solver().can_force(ENDING, retention=SEAT_FIVE),
        WrongTypeError,
        "a retention or its text",
    ),
    "threads": (lambda: solve_deal(AUTHORS_DEAL, threads=0), SearchError, "0 threads: from 1"),
    "threads' memory": (
        lambda: solve_deal(AUTHORS_DEAL, threads=2, memory=MEBIBYTE),
        SearchError,
        "1048576 bytes: 2 threads need at least 2097152",
    ),
    "type of threads": (
        lambda: solve_deal(AUTHORS_DEAL, threads=UNDECLARED),  # type: ignore[arg-type]
        WrongTypeError,
        "a number of threads",
    ),
    **{
        duplicate.__name__: (
            partial(duplicate, Solver(LEAST_MEMORY)),
            TypeError,
            "cannot be copied",
        )
        for duplicate in (copy.copy, copy.deepcopy, pickle.dumps)
    },
}


@pytest.mark.parametrize("call", REFUSALS)
def test_what_a_solver_refuses(call: str) -> None:
    refused, error, message = REFUSALS[call]
    with pytest.raises(error, match=message):
        refused()


def test_a_node_limit_stops_without_a_wrong_answer() -> None:
    stopped = Solver().solve(full_play(), limit=Limit(nodes=20))
    full = Solver(memory=256 * MEBIBYTE)
    assert stopped.verdict is None
    assert not stopped.exact
    assert stopped.nodes <= 20 + 5
    assert full.verdict(full_play()) is False
    low, high = stopped.miss
    assert low <= high


def test_no_time_at_all_gives_bounds_only() -> None:
    solution = Solver().solve(ENDING, limit=Limit(time=0))
    right = Solver().solve(ENDING)
    assert not solution.exact
    assert solution.verdict is None
    assert set(solution.plays.values()) == {None}
    assert solution.miss[0] <= right.miss[0] <= right.miss[1] <= solution.miss[1]
    assert solution.tricks.fewest[0] <= right.tricks.fewest[0]
    assert solution.tricks.most[1] >= right.tricks.most[1]


def test_limits_stop_searches_but_never_change_answers() -> None:
    exact = Solver().solve(ENDING)
    for nodes in range(0, 400, 7):
        solution = Solver().solve(ENDING, limit=Limit(nodes=nodes))
        assert solution.verdict in {None, exact.verdict}
        assert solution.miss[0] <= exact.miss[0] <= solution.miss[1]
        for card, verdict in solution.plays.items():
            assert verdict in {None, exact.plays[card]}
        for retention, reach in solution.retentions.items():
            right = exact.retentions[retention]
            assert reach in {None, right} or (reach is Reach.UNFORCED and right is not Reach.FORCED)
        if solution.exact:
            assert solution.verdict == exact.verdict
            assert solution.line == exact.line


def test_a_warm_solver_answers_as_a_fresh_one_does() -> None:
    warm = Solver()
    play = Play.parse(
        "F:A3.K2.54.Q86 92.Q7.J6.A75 85.A4.Q3.KJ2 declarer=F strain=S leader=M tricks=1,3,3"
    )
    while play.turn is not None:
        assert replace(warm.solve(play), nodes=0) == replace(Solver().solve(play), nodes=0)
        play.push(next(iter(play.legal_plays)))


def test_a_finished_play_is_answered_by_its_outcome() -> None:
    play = ENDING.copy()
    rng = random.Random(5)
    while play.turn is not None:
        play.push(rng.choice(tuple(play.legal_plays)))
    outcome = play.outcome()[Seat.MIDDLEHAND]
    solution = Solver().solve(play)
    assert solution.verdict == outcome.success
    assert solution.miss == (outcome.off(), outcome.off())
    assert solution.line == ()
    assert dict(solution.plays) == {}
    assert solution.tricks.fewest == (outcome.tricks_taken,) * 2
    forced = [each for each, reach in solution.retentions.items() if reach is Reach.FORCED]
    assert forced == ([outcome.retention] if outcome.success else [])
    assert Reach.POSSIBLE not in solution.retentions.values()


def test_the_last_two_tricks_in_one_pass_and_question_by_question() -> None:
    """A limit of nodes, however large, has every question searched for by itself."""
    rng = random.Random(8)
    solver = Solver()
    for _ in range(300):
        play, seat = random_play(rng, tricks_left=rng.randrange(3))
        play = play.replace(par=rng.choice(list(ParReading)))
        at_once = solver.solve(play, seat=seat)
        one_by_one = solver.solve(play, seat=seat, limit=Limit(nodes=1 << 40))
        assert at_once.nodes == solver.solve(play, seat=seat).nodes
        assert replace(at_once, nodes=0) == replace(one_by_one, nodes=0)
        assert list(at_once.plays) == list(one_by_one.plays)


def test_a_pass_over_the_last_tricks_refuses_what_is_no_point_of_a_play() -> None:
    endings = array("Q", bytes(8 * 64 * 14))
    hands = [0b11111 << 16 * suit for suit in range(3)]
    assert solve_endgame(hands, 0, (), 11, 4, endings, 21)[0] == 0
    for wrong, taken in [(hands, 12), (hands, -1), ([7, *hands[1:]], 4), ([1, 2, 4], 4)]:
        with pytest.raises(ValueError, match="inconsistent position"):
            solve_endgame(wrong, 0, (), taken, 4, endings, 21)
    with pytest.raises(ValueError, match="endings of the wrong size"):
        solve_endgame(hands, 0, (), 4, 4, endings[:-1], 21)


def test_clear_forgets_and_the_same_work_is_done_again() -> None:
    solver = Solver()
    first = solver.solve(ENDING)
    again = solver.solve(ENDING)
    solver.clear()
    afresh = solver.solve(ENDING)
    assert again.nodes < first.nodes
    assert afresh == first


def test_forty_questions_take_the_nodes_of_the_golden_file() -> None:
    """If the search was meant to change: `python -m tests.golden.write`, and say what it brings."""
    assert signature() == SEARCH_NODES.read_text("ascii")


def test_a_full_table_that_was_cleared_searches_as_a_new_one() -> None:
    """A MiB holds some thousand blocks: both searches use them up."""
    used, new = Solver(MEBIBYTE), Solver(MEBIBYTE)
    used.verdict(Play(Deal.random(0), Seat.FOREHAND, Strain.DIAMONDS), limit=Limit(nodes=200_000))
    used.clear()
    play = Play(Deal.random(68), Seat.REARHAND, Strain.CLUBS)
    assert used.verdict(play) is new.verdict(play) is False
    assert used.nodes == new.nodes > 40_000


@pytest.mark.machine
def test_one_solver_in_two_threads_is_refused() -> None:
    solver = Solver()
    refused = []
    with solver._exclusive():

        def intrude() -> None:
            try:
                solver.verdict(ENDING)
            except SearchError as error:
                refused.append(str(error))

        thread = threading.Thread(target=intrude)
        thread.start()
        thread.join()
    assert len(refused) == 1
    assert "one solver per thread" in refused[0]
    assert solver.verdict(ENDING) is not None


def test_results_do_not_follow_the_play_they_came_from() -> None:
    play = ENDING.copy()
    before = str(play)
    solution = Solver().solve(play)
    assert str(play) == before
    play.push(next(iter(play.legal_plays)))
    assert len(solution.plays) == 7


INTERRUPTED = """
import _thread, signal, sys, threading, time
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.base.cards import Strain
threads = int(sys.argv[2])
solver = Solver(threads=threads)
play = Play(Deal.parse(sys.argv[1]), Seat.FOREHAND, Strain.NO_TRUMPS)
raised = []
def interrupt():
    time.sleep(0.3)
    raised.append(time.monotonic())
    _thread.interrupt_main()
threading.Thread(target=interrupt, daemon=True).start()
try:
    while True:
        solver.clear()
        solver.miss(play) if threads == 1 else solver.solve(play)
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - raised[0] < 5)
    print(time.monotonic() - raised[0], file=sys.stderr)
    print(solver.verdict(play) is not None)
"""


@pytest.mark.machine
@pytest.mark.parametrize("threads", ["1", "3"])
def test_an_interrupt_ends_the_search_and_leaves_the_solver_usable(threads: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(AUTHORS_DEAL), threads],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=dict(os.environ),
    )
    assert done.stdout.split() == ["interrupted", "True", "True"]


@pytest.mark.machine
def test_an_interrupt_at_any_step_leaves_the_solver_usable() -> None:
    """Before each instruction of the solver and of `with` in turn; tracebacks are kept."""
    solver, play = Solver(memory=MEBIBYTE), ENDING
    right = solver.most(play)
    kept: list[KeyboardInterrupt] = []
    while True:
        steps = len(kept)
        try:
            _interrupted_after(steps, lambda: solver.most(play, limit=Limit(nodes=1)))
        except KeyboardInterrupt as interrupt:
            kept.append(interrupt)
        else:
            break
        assert solver.most(play) == right
    assert len(kept) > 50


def _interrupted_after(steps: int, call: Callable[[], object]) -> None:
    """Call, and raise KeyboardInterrupt before one of the instructions that take part."""

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal steps
        if Path(frame.f_code.co_filename).name not in {"solver.py", "contextlib.py"}:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            steps -= 1
            if steps < 0:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)


@pytest.mark.machine
def test_a_handlers_own_exception_comes_through() -> None:
    class Enough(Exception):
        pass

    def stop(_signal: int, _frame: object) -> None:
        raise Enough

    def search_for_ever() -> None:
        while True:
            Solver().miss(full_play(Strain.NO_TRUMPS))

    with raised_by_alarm(stop, 0.05), pytest.raises(Enough):
        search_for_ever()


def test_a_deals_table_is_fifteen_verdicts_whatever_the_threads() -> None:
    seen: list[tuple[int, int]] = []
    one = solve_deal(AUTHORS_DEAL, threads=1, progress=lambda *done: seen.append(done))
    two = solve_deal(AUTHORS_DEAL, threads=2)
    assert one == two
    assert seen == [(done, 15) for done in range(1, 16)]
    solver = Solver()
    for (seat, strain), makes in one.verdict.items():
        assert makes == solver.verdict(full_play(strain, seat))
    assert len(str(one).splitlines()) == 5


def test_a_deals_table_with_misses_under_a_limit() -> None:
    table = solve_deal(AUTHORS_DEAL, misses=True, limit=Limit(nodes=3000))
    assert not table.exact
    assert all(low <= high for low, high in table.miss.values())
    assert table.nodes <= 15 * 3100
    assert table == solve_deal(AUTHORS_DEAL, misses=True, limit=Limit(nodes=3000), threads=1)


def test_a_failing_progress_callback_calls_the_search_off() -> None:
    def fail(_done: int, _all: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve_deal(AUTHORS_DEAL, misses=True, limit=Limit(nodes=20000), progress=fail)


@pytest.mark.machine
def test_stop_ends_a_search_of_another_thread() -> None:
    solver = Solver()
    answers: list[tuple[int, int]] = []

    def work() -> None:
        for seat in Seat:
            for strain in Strain:
                answers.append(solver.miss(full_play(strain, seat)))

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        solver.stop()
        thread.join(0.01)
    assert len(answers) == 15
    assert any(low < high for low, high in answers)


class _StoppedJustBefore:
    """A core whose solver is stopped just before each search begins, as another thread may do."""

    def __init__(self, solver: Solver) -> None:
        self._solver, self._core = solver, solver._search

    def __getattr__(self, name: str) -> Any:
        return getattr(self._core, name)

    def run(self, *asked: Any) -> tuple[bool | None, int, tuple[int, ...]]:
        self._solver.stop()
        return self._core.run(*asked)


def test_stop_is_not_lost_between_two_searches_of_a_call() -> None:
    solver = Solver()
    core = solver._search
    solver._search = _StoppedJustBefore(solver)  # type: ignore[assignment]
    low, high = solver.miss(full_play(), limit=Limit(nodes=100_000))
    assert low < high
    assert solver.nodes < 2000
    solver._search = core
    assert solver.miss(full_play(), limit=Limit(nodes=100_000)) != (low, high)


def test_a_limit_beyond_all_numbers_of_nodes_is_no_limit() -> None:
    play = Play(Deal.random(1, cards=6), Seat.FOREHAND, Strain.CLUBS, tricks_taken=(4, 3, 3))
    assert Solver().verdict(play, limit=Limit(nodes=10**30)) == Solver().verdict(play)
