"""Limits that are used up, one ending asked about, other par readings, all retentions of a deal."""

from __future__ import annotations

import random
import threading
import time
from array import array
from functools import cache
from itertools import pairwise, product

import pytest

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal, solve_retentions
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import ParReading, Play, Retention, SeatOutcome
from clumond_solver.results import Limit, Reach, RetentionTable
from tests.cython_files import plain_clumond
from tests.double_dummy.positions import TRICKS, endings_table
from tests.double_dummy.reference_double_dummy import as_numbers
from tests.double_dummy.test_double_dummy import random_play

HARD = Play(Deal.random(2), Seat.REARHAND, Strain.SPADES)
FULL = [Play(Deal.random(40 + n), Seat(n % 3), Strain(n % 5)) for n in range(6)]


# The endings that are asked about one by one: a retention and a number of tricks.
PAIRS = [(Retention.all()[n], n) for n in TRICKS]


@cache
def _endings_table(supplementary: int) -> array[int]:
    """Which of 42 questions each ending answers with yes, a bit each."""

    def answers(kept: Retention, taken: int) -> int:
        off = SeatOutcome(kept, taken, supplementary).off(ParReading.REDUCED)
        yes = [taken == n for n in TRICKS]
        yes += [(kept, taken) == pair for pair in PAIRS]
        yes += [off <= n for n in TRICKS]
        return sum(answer << number for number, answer in enumerate(yes))

    return endings_table(answers)


def ending_disagreements(play: Play, seat: Seat, solver: Solver) -> list[str]:
    """Where `can_force` and the miss by the other par reading differ from plain minimax."""
    endings = _endings_table(play.supplementary[seat])
    forced, *_ = plain_clumond.answers_after(*as_numbers(play, seat), endings)
    right = [bool(forced >> number & 1) for number in range(3 * len(TRICKS))]
    answers = {f"tricks={n}": solver.can_force(play, tricks=n, seat=seat) for n in TRICKS}
    answers |= {
        f"{kept}, {n}": solver.can_force(play, retention=kept, tricks=n, seat=seat)
        for kept, n in PAIRS
    }
    wrong = [name for name, yes in zip(answers, right, strict=False) if answers[name] != yes]
    miss = next((n for n in TRICKS if right[28 + n]), None)
    if miss is not None and solver.miss(play.replace(par="reduced"), seat=seat) != (miss, miss):
        wrong.append("miss, reduced")
    return wrong


def test_particular_endings_and_the_reduced_reading_against_plain_minimax() -> None:
    rng, solver = random.Random(9), Solver()
    for tricks in [1] * 60 + [2] * 60 + [3] * 20:
        play, seat = random_play(rng, tricks, suits=rng.choice((2, 4)))
        assert ending_disagreements(play, seat, solver) == [], repr((play, seat))


def test_retentions_that_can_be_forced_are_those_of_the_table() -> None:
    rng, solver = random.Random(10), Solver()
    forced = 0
    for _ in range(150):
        play, seat = random_play(rng, 3, suits=2)
        for retention, reach in solver.retentions(play, seat=seat).items():
            can = solver.can_force(play, retention=retention, seat=seat)
            assert can is (reach is Reach.FORCED)
            forced += can
    assert forced > 3


def test_the_line_does_what_can_be_forced_and_stops_what_cannot() -> None:
    rng, solver = random.Random(11), Solver()
    seen = {True: 0, False: 0}
    for _ in range(60):
        play, seat = random_play(rng, 4)
        for tricks in range(14):
            can = solver.can_force(play, tricks=tricks, seat=seat)
            after = play.after(solver.line(play, tricks=tricks, seat=seat))
            assert can is (after.outcome()[seat].tricks_taken == tricks)
            seen[bool(can)] += 1
    assert min(seen.values()) > 20


def test_a_line_that_the_limit_left_open_is_empty() -> None:
    assert Solver().line(HARD, tricks=9, limit=Limit(nodes=5)) == ()
    assert Solver().can_force(HARD, tricks=9, limit=Limit(nodes=5)) is None


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("nodes", [3, 40, 700, 6000, 30_000])
def test_nothing_is_left_open_while_nodes_are_left(nodes: int, threads: int) -> None:
    limit = Limit(nodes=nodes)
    open_answers = 0
    for play in FULL:
        for method in (Solver.retentions, Solver.plays):
            solver = Solver(threads=threads)
            answers: set[object] = set(method(solver, play, limit=limit).values())
            if {None, Reach.UNFORCED} & answers:
                assert solver.nodes >= 0.9 * nodes
                open_answers += 1
            assert solver.nodes <= nodes + 50 + 10 * threads
        solution = Solver(threads=threads).solve(play, limit=limit)
        assert solution.nodes <= nodes + 50 + 10 * threads
        if not solution.exact:
            assert solution.nodes >= 0.9 * nodes
    assert open_answers or nodes > 700


def test_threads_change_no_value() -> None:
    rng = random.Random(28)
    solvers = [Solver(threads=threads) for threads in (1, 2, 4)]
    for _ in range(40):
        play, seat = random_play(rng, rng.choice((4, 5, 6)))
        found = [_values(solver, play, seat) for solver in solvers]
        assert found[0] == found[1] == found[2]
        assert solvers[1].nodes


def _values(solver: Solver, play: Play, seat: Seat) -> list[object]:
    whole = solver.solve(play, seat=seat)
    fields = whole.verdict, whole.plays, whole.retentions, whole.miss, whole.tricks, whole.exact
    asked = (Solver.plays, Solver.retentions, Solver.tricks)
    return [*fields, *(ask(solver, play, seat=seat) for ask in asked)]


@pytest.mark.parametrize("threads", [2, 4, 5])
def test_with_as_many_threads_and_nodes_the_same_stays_open(threads: int) -> None:
    limit, solver = Limit(nodes=20_000), Solver(threads=threads)
    for play in FULL[:3]:
        solver.clear()
        found = solver.solve(play, limit=limit), solver.retentions(play, limit=limit)
        again = Solver(threads=threads)
        assert found == (again.solve(play, limit=limit), again.retentions(play, limit=limit))


@pytest.mark.machine
def test_a_time_limit_and_a_stop_end_all_threads() -> None:
    solver = Solver(threads=4)
    # The whole search takes twenty seconds and more.
    started = time.monotonic()
    assert not solver.solve(HARD, limit=Limit(time=0.2)).exact
    timer = threading.Timer(0.2, solver.stop)
    timer.start()
    assert not solver.solve(HARD).exact
    assert time.monotonic() - started < 10


def test_what_is_left_goes_round_again() -> None:
    """With the fixed shares of old a retention stayed open after 154,000 of four million nodes."""
    solver = Solver()
    reaches = set(solver.retentions(HARD, limit=Limit(nodes=4_000_000)).values())
    assert reaches == {Reach.POSSIBLE, Reach.IMPOSSIBLE}


def test_where_the_verdict_is_no_only_possible_or_not_is_open() -> None:
    solver = Solver()
    assert solver.verdict(HARD) is False
    reaches = solver.retentions(HARD, limit=Limit(nodes=2000)).values()
    assert None not in reaches
    assert Reach.UNFORCED in reaches


def test_a_longer_limit_never_takes_back_what_a_shorter_one_knew() -> None:
    known: list[dict[Retention, Reach | None]] = [
        dict(Solver().retentions(FULL[0], limit=Limit(nodes=nodes)))
        for nodes in (500, 5000, 50_000)
    ]
    for shorter, longer in pairwise(known):
        for retention, reach in shorter.items():
            if reach in {Reach.FORCED, Reach.POSSIBLE, Reach.IMPOSSIBLE}:
                assert longer[retention] is reach


def test_all_retentions_of_a_deal_whatever_the_threads() -> None:
    deal = Deal.random(3)
    limit = Limit(nodes=30_000)
    seen: list[tuple[int, int]] = []
    table = solve_retentions(
        deal, Seat.MIDDLEHAND, limit=limit, progress=lambda *done: seen.append(done)
    )
    assert table == solve_retentions(deal, Seat.MIDDLEHAND, limit=limit, threads=1)
    assert seen == [(n, 10) for n in range(1, 11)]
    assert len(table.reach) == 100
    for strain, kept in product(Strain, Retention.all()):
        line = table.line(strain, kept)
        if table.reach[strain, kept] is not None:
            assert (line is not None) == (table.reach[strain, kept] is Reach.POSSIBLE)
        if line is not None:
            outcome = Play(deal, Seat.MIDDLEHAND, strain).after(line).outcome()[Seat.MIDDLEHAND]
            assert (outcome.success, outcome.retention) == (True, kept)
    rows = [line for line in str(table).splitlines() if line[:1] in set("♣♥♠♦")]
    assert len(rows) == 20


def test_what_can_be_forced_comes_first_and_alone_on_request() -> None:
    deal = Deal.random(3)
    tables: list[RetentionTable] = []
    table = solve_retentions(deal, "M", watch=tables.append)
    assert [each.knows_forced(Strain.NO_TRUMPS) for each in tables] == [False] * 4 + [True] * 6
    assert not any(each.lines for each in tables[:5])
    first = solve_retentions(deal, "M", with_help=False)
    assert (first.reach, first.miss) == (tables[4].reach, tables[4].miss)
    assert solve_retentions(deal, "M", known=first).reach == table.reach
    assert sum(reach is Reach.UNFORCED for reach in table.reach.values()) <= 2


def test_a_line_with_help_reaches_any_success_or_the_ending() -> None:
    rng, solver = random.Random(12), Solver()
    found = 0
    for _ in range(60):
        play, seat = random_play(rng, 4)
        for tricks, kept in ((None, None), (4, None), (None, Retention.parse("CSD"))):
            line = solver.line_with_help(play, retention=kept, tricks=tricks, seat=seat)
            if line is None:
                assert kept is None or solver.retentions(play, seat=seat)[kept] is Reach.IMPOSSIBLE
                continue
            found += 1
            outcome = play.after(line).outcome()[seat]
            assert outcome.success if tricks is None else outcome.tricks_taken == tricks
            assert kept in {None, outcome.retention}
    assert found > 30
    assert solver.line_with_help(HARD, tricks=9, limit=Limit(nodes=0)) == ()


def test_the_reduced_reading_is_never_kinder() -> None:
    solver = Solver()
    for play in (
        Play(Deal.random(n, cards=7), Seat.FOREHAND, Strain.HEARTS, tricks_taken=(7, 1, 1))
        for n in range(8)
    ):
        by_reduced = play.replace(par=ParReading.REDUCED)
        nearest, reduced = solver.miss(play), solver.miss(by_reduced)
        assert nearest[0] <= reduced[0]
        assert solver.solve(by_reduced).miss == reduced
    table = solve_deal(Deal.random(1), misses=True, limit=Limit(nodes=300), par="reduced")
    assert all(low <= high for low, high in table.miss.values())


def test_a_second_look_asks_only_what_the_first_left_open() -> None:
    deal, limit = Deal.random(4), Limit(nodes=8000)
    first = solve_retentions(deal, "F", limit=limit)
    left = [strain for strain in Strain if first.is_undecided(strain)]
    assert 0 < len(left) < len(Strain)
    asked: list[tuple[int, int]] = []
    again = solve_retentions(
        deal, "F", known=first, limit=Limit(nodes=200_000), progress=lambda *n: asked.append(n)
    )
    unforced = [strain for strain in left if not first.knows_forced(strain)]
    total = len(left) + len(unforced)
    assert asked == [(number, total) for number in range(1, total + 1)]
    for cell, reach in first.reach.items():
        assert again.reach[cell] is reach or reach in {None, Reach.UNFORCED}
    assert again.nodes > first.nodes
    with pytest.raises(SearchError, match="forehand's, not rearhand's"):
        solve_retentions(deal, "R", known=first)
