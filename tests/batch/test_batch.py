"""Streams of questions: answers in order, whatever happens to workers."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base import stopping
from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import (
    BatchError,
    ClumondError,
    RuleError,
    SearchError,
    WrongTypeError,
)
from clumond_solver.batch import pools
from clumond_solver.batch.pools import in_order
from clumond_solver.batch.run import answer_many
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.questions.ask_kinds import Ask
from clumond_solver.questions.kinds import AdviseQuestion, SolveQuestion
from clumond_solver.results import Limit
from clumond_solver.single_dummy.clumond.advice import advise
from tests.batch.batch_work import (
    batch_in_this_process,
    end_the_worker_of_five,
    end_the_worker_once,
    ids_of_nested_workers,
    process_then_sleep,
    square,
)
from tests.samples import ENDGAME

ends_processes = pytest.mark.skipif(os.name != "posix", reason="ends processes by signals")


def endgames(count: int) -> Iterator[Play]:
    for seed in range(count):
        deal = Deal.random(seed, cards=7)
        yield Play(deal, Seat(seed % 3), seed % 5, tricks_taken=(3, 3, 3))  # type: ignore[arg-type]


class Numbers(Iterator[int]):
    """From 1 on, and how many were taken."""

    taken = 0

    def __next__(self) -> int:
        self.taken += 1
        return self.taken


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_come_in_order_and_items_are_pulled_as_they_are_needed(workers: int) -> None:
    numbers = Numbers()
    with contextlib.closing(in_order(square, numbers, workers=workers, chunk=3)) as answers:
        for number in range(1, 50):
            assert next(answers) == number * number
            # Twice as many chunks as workers are out, and one is being given back.
            assert numbers.taken <= number + 2 * workers * 3 + 3


@pytest.mark.machine
def test_quick_questions_go_out_many_at_a_time() -> None:
    numbers, ahead = Numbers(), []
    with contextlib.closing(in_order(square, numbers, workers=2)) as answers:
        for number in range(1, 1000):
            assert next(answers) == number * number
            ahead.append(numbers.taken - number)
    assert ahead[0] < 8
    assert 64 < max(ahead) <= 64 * (2 * 2 + 1)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_stream_comes_after_the_answers_before_it(workers: int) -> None:
    def numbers() -> Iterator[int]:
        yield from (1, 2, 3)
        raise OSError("unreadable")

    answers = in_order(square, numbers(), workers=workers)
    assert list(itertools.islice(answers, 3)) == [1, 4, 9]
    with pytest.raises(OSError, match="unreadable"):
        next(answers)


@pytest.mark.machine
def test_quick_items_at_the_beginning_need_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(count: int) -> None:
        raise AssertionError("a pool was started")

    monkeypatch.setattr(pools, "processors", lambda: 2)
    monkeypatch.setattr(pools, "_Processes", none)
    answers = in_order(square, itertools.count(), quick=lambda item: item < 50)
    assert list(itertools.islice(answers, 50)) == [number * number for number in range(50)]
    with pytest.raises(AssertionError, match="a pool was started"):
        next(answers)
    with pytest.raises(AssertionError, match="a pool was started"):
        next(in_order(square, [1], quick=lambda _: True, workers=2))


@pytest.mark.machine
def test_there_are_as_many_workers_as_processors_that_may_be_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    counts: list[int] = []

    def none(count: int) -> None:
        counts.append(count)
        raise ZeroDivisionError

    monkeypatch.setattr(pools, "_Processes", none)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 5, 7}, raising=False)
    limit = tmp_path / "cpu.max"
    monkeypatch.setattr(stopping, "_CONTAINER_LIMIT", limit)
    for text, count in (
        (None, 4),
        ("max 100000\n", 4),
        ("250000 100000\n", 3),
        ("900000 100000", 4),
    ):
        if text is not None:
            limit.write_text(text)
        assert stopping.processors() == count
        with pytest.raises(ZeroDivisionError):
            next(in_order(square, [1]))
        assert counts.pop() == count
    limit.write_text("5000 100000\n")
    assert stopping.processors() == 1
    assert list(in_order(square, [2])) == [4]
    assert not counts


def test_the_answers_go_on_where_processes_take_over() -> None:
    answers = in_order(square, range(200), quick=lambda item: item < 100)
    assert list(answers) == [number * number for number in range(200)]


@pytest.mark.machine
@ends_processes
def test_a_killed_worker_costs_no_answer(tmp_path: Path) -> None:
    work = partial(end_the_worker_once, folder=str(tmp_path))
    answers = in_order(work, range(9), workers=2)
    assert list(answers) == [square(number) for number in range(9)]
    assert (tmp_path / "ended").exists()


@pytest.mark.machine
@ends_processes
def test_an_item_that_kills_every_worker_is_the_only_one_without_an_answer() -> None:
    answers = list(in_order(end_the_worker_of_five, range(9), workers=2, chunk=4))
    lost = answers.pop(5)
    assert isinstance(lost, BatchError)
    assert answers == [square(number) for number in range(9) if number != 5]


@pytest.mark.machine
@ends_processes
def test_leaving_early_ends_the_workers() -> None:
    answers = in_order(process_then_sleep, [0, 600, 600, 600], workers=2)
    worker = next(answers)
    assert isinstance(worker, int)
    os.kill(worker, 0)
    answers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


@pytest.mark.machine
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_daemonic_process_does_all_work_itself(method: str, tmp_path: Path) -> None:
    (tmp_path / "questions").write_text('{"hand": "AK8732.AK974.KJ4.Q3", "budget": 4}\n')
    with multiprocessing.get_context(method).Pool(1) as pool:
        for workers in (None, 2):
            itself, used = pool.apply(ids_of_nested_workers, (workers,))
            assert used == {itself}
        done = pool.apply(batch_in_this_process, (str(tmp_path),))
    assert (done.done, done.errors) == (1, 0)


@pytest.mark.machine
def test_a_process_that_may_start_others_does() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        itself, used = pool.submit(ids_of_nested_workers, 2).result()
    assert used
    assert itself not in used


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"workers": 0}, "0 workers"),
        ({"chunk": 0}, "chunks of 0"),
        ({"workers": 2, "cluster": "tcp://127.0.0.1:1"}, "not both"),
    ],
)
def test_settings_that_make_no_sense_are_refused(given: dict[str, int], reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        in_order(square, [1], **given)  # type: ignore[arg-type]


# Streams of plays and hands.


def test_plays_are_answered_as_a_fresh_solver_does_and_puts_errors_in_place() -> None:
    undeclared = Play(Deal.random(1), None)
    asked = [*endgames(6), undeclared, *endgames(3)]
    questions = [SolveQuestion(play, ["miss", "verdict", "plays"]) for play in asked]
    answers = list(answer_many(questions, workers=2))
    assert isinstance(answers.pop(6), SearchError)
    del asked[6]
    for play, found in zip(asked, answers, strict=True):
        assert not isinstance(found, ClumondError)
        assert found.verdict == Solver().verdict(play)
        assert found.plays == Solver().plays(play)
        assert found.miss == Solver().miss(play)
        assert (found.retentions, found.tricks, found.line) == (None, None, None)


def test_a_play_may_be_changed_after_it_was_handed_over() -> None:
    def moving() -> Iterator[Play]:
        play = Play.parse(ENDGAME)
        yield play
        play.push(next(iter(play.legal_plays)))
        yield play

    first, second = moving(), moving()
    alone = [SolveQuestion(play, Ask).answer() for play in first]
    questions = (SolveQuestion(play, Ask) for play in second)
    assert list(answer_many(questions, workers=2)) == alone
    assert alone[0] != alone[1]


def test_what_a_limit_leaves_open_does_not_depend_on_the_workers() -> None:
    asked = [Play(Deal.random(seed), Seat.FOREHAND, 3) for seed in range(8)]  # type: ignore[arg-type]
    questions = [SolveQuestion(play, "verdict,miss", limit=Limit(nodes=3000)) for play in asked]
    solve = partial(answer_many, questions)
    alone = list(solve(workers=1))
    assert list(solve(workers=2)) == alone
    assert list(solve(workers=2, chunk=3)) == alone
    assert any(not isinstance(a, ClumondError) and a.verdict is None for a in alone)


@pytest.mark.slow
def test_many_questions_about_hands_get_the_advice_that_each_hand_gets_alone() -> None:
    hands = [Deal.random(seed)[Seat.FOREHAND] for seed in range(3)]
    asked = [AdviseQuestion(hand, seed=4, budget=12) for hand in [*hands, Hand()]]
    found = list(answer_many(asked, workers=2))
    assert isinstance(found.pop(), RuleError)
    assert found == [advise(hand, seed=4, budget=12, threads=1) for hand in hands]


@pytest.mark.parametrize("wrong", [Hand.parse("A..."), "abc", None, SolveQuestion])
def test_a_wrong_question_in_a_stream_is_an_error_when_it_comes(wrong: Any) -> None:
    question = AdviseQuestion(Hand.parse("AK8732.AK974.KJ4.Q3"), budget=0)
    answers = answer_many(iter([question, wrong]), workers=1)
    assert not isinstance(next(answers), ClumondError)
    with pytest.raises(WrongTypeError, match="a question, such as AdviseQuestion"):
        next(answers)


def test_progress_counts_the_answers() -> None:
    told: list[tuple[int, int | None]] = []

    def tell(done: int, total: int | None) -> None:
        told.append((done, total))

    questions = [*map(SolveQuestion, endgames(2))]
    assert len(list(answer_many(iter(questions), workers=1, progress=tell))) == 2
    assert len(list(answer_many(questions, workers=1, progress=tell))) == 2
    assert told == [(1, None), (2, None), (1, 2), (2, 2)]


def test_what_is_asked_may_be_one_text() -> None:
    play = Play.parse(ENDGAME)
    assert SolveQuestion(play, "verdict, miss") == SolveQuestion(play, [Ask.MISS, "verdict"])
    assert SolveQuestion(play, Ask.MISS) == SolveQuestion(play, "miss")
    with pytest.raises(RuleError, match="no such choice: 'all'"):
        SolveQuestion(play, "verdict,all")
