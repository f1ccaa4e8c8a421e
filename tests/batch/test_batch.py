"""Batches: answers in order, whatever happens to workers, files and the run itself."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.errors import (
    BatchError,
    ClumondError,
    NotationError,
    RuleError,
    SearchError,
)
from clumond_solver.base.journal import Journal
from clumond_solver.batch import pools
from clumond_solver.batch.ask_kinds import Ask, Ending
from clumond_solver.batch.many import answer_many
from clumond_solver.batch.pools import in_order
from clumond_solver.batch.questions import (
    AdviseQuestion,
    RetentionsQuestion,
    SolveQuestion,
    TableQuestion,
    id_of,
    parse_question,
)
from clumond_solver.batch.run import LONGEST_LINE, BatchProgress, run_batch
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal, solve_retentions
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Limit
from clumond_solver.single_dummy.advice import advise
from tests.batch.batch_work import (
    end_the_worker_of_five,
    end_the_worker_once,
    process_then_sleep,
    square,
)
from tests.key_press import pressing
from tests.strategies import plays

ends_processes = pytest.mark.skipif(os.name != "posix", reason="ends processes by signals")
ENDGAME = "F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=6,4,2"


def endgames(count: int) -> Iterator[Play]:
    for seed in range(count):
        deal = Deal.random(seed, cards=7)
        yield Play(deal, Seat(seed % 3), seed % 5, tricks_taken=(3, 3, 3))  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_come_in_order_and_items_are_pulled_as_they_are_needed(workers: int) -> None:
    pulled = 0

    def numbers() -> Iterator[int]:
        nonlocal pulled
        while True:
            pulled += 1
            yield pulled

    with contextlib.closing(in_order(square, numbers(), workers=workers, chunk=3)) as answers:
        for taken in range(1, 50):
            assert next(answers) == taken * taken
            # Twice as many chunks as workers are out, and one is being given back.
            assert pulled <= taken + 2 * workers * 3 + 3


@pytest.mark.machine
def test_quick_questions_go_out_many_at_a_time() -> None:
    pulled = 0

    def numbers() -> Iterator[int]:
        nonlocal pulled
        while True:
            pulled += 1
            yield pulled

    ahead = []
    with contextlib.closing(in_order(square, numbers(), workers=2)) as answers:
        for taken in range(1, 1000):
            assert next(answers) == taken * taken
            ahead.append(pulled - taken)
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

    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(pools, "_Processes", none)
    answers = in_order(square, itertools.count(), quick=lambda item: item < 50)
    assert list(itertools.islice(answers, 50)) == [number * number for number in range(50)]
    with pytest.raises(AssertionError, match="a pool was started"):
        next(answers)
    with pytest.raises(AssertionError, match="a pool was started"):
        next(in_order(square, [1], quick=lambda _: True, workers=2))


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


def test_progress_counts_the_answers() -> None:
    told: list[tuple[int, int | None]] = []

    def tell(done: int, total: int | None) -> None:
        told.append((done, total))

    questions = [*map(SolveQuestion, endgames(2))]
    assert len(list(answer_many(iter(questions), workers=1, progress=tell))) == 2
    assert len(list(answer_many(questions, workers=1, progress=tell))) == 2
    assert told == [(1, None), (2, None), (1, 2), (2, 2)]


def test_progress_of_a_file_counts_answers_and_lines(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("no\n" * 5)
    told: list[tuple[int, int | None]] = []
    stopped = contextlib.suppress(InterruptedError)

    def tell(done: int, total: int | None) -> None:
        told.append((done, total))
        if done == 2:
            raise InterruptedError

    with stopped:
        run_batch(source, target, workers=1, progress=tell)
    run_batch(source, target, workers=1, progress=tell)
    assert told == [(done, 6) for done in range(1, 6)]


def test_what_is_asked_may_be_one_text() -> None:
    play = Play.parse(ENDGAME)
    assert SolveQuestion(play, "verdict, miss") == SolveQuestion(play, [Ask.MISS, "verdict"])
    assert SolveQuestion(play, Ask.MISS) == SolveQuestion(play, "miss")
    with pytest.raises(RuleError, match="no such choice: 'all'"):
        SolveQuestion(play, "verdict,all")


@pytest.mark.parametrize(
    "error",
    [
        RuleError("say with seat= whose", option="seat"),
        NotationError("no such rank", "HX", 1),
        RuleError("a pot of -1 chips"),
        BatchError("its worker was killed, more than once"),
    ],
)
def test_errors_travel_between_processes(error: ClumondError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert (str(twin), twin.option) == (str(error), error.option)


# Questions.


@given(plays(), st.sets(st.sampled_from(Ask), min_size=1), st.none() | st.integers(0, 10**9))
def test_a_question_is_read_back_from_its_text(
    play: Play, ask: set[Ask], nodes: int | None
) -> None:
    limit = None if nodes is None else Limit(nodes=nodes)
    question = SolveQuestion(play, tuple(ask), limit=limit, id="x\ud800")
    assert parse_question(str(question)) == question


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("[]", "JSON object"),
        ("{}", 'none of "hand"'),
        ("[" * 100_000, "brackets"),
        ('{"hand": NaN}', "not JSON"),
        ('{"hand": 5}', "field 'hand': expected a text"),
        ('{"hand": "AK", "hand": "AK"}', "twice"),
        ('{"hand": "HX"}', "field 'hand'"),
        ('{"hand": "...", "budjet": 3}', "unknown field 'budjet'"),
        ('{"hand": "...", "pot": 1000000000001}', "0 to 1000000000000"),
        ('{"hand": "...", "budget": -1}', "field 'budget'"),
        ('{"hand": "...", "budget": true}', "field 'budget'"),
        ('{"hand": "...", "budget": 1e3}', "field 'budget'"),
        ('{"hand": "...", "budget": ' + "9" * 5000 + "}", "JSON"),
        ('{"hand": "...", "time": ' + "9" * 400 + "}", "seconds"),
        ('{"hand": "...", "time": -1}', "time limit"),
        ('{"hand": "...", "scoring": "gold"}', "paper"),
        ('{"hand": "...", "id": []}', "field 'id'"),
        ('{"deal": "F:AK.2.2. QJ.3.3. 98.4.4."}', "declarer"),
        ('{"deal": "F:AK.2.2. QJ.3.3. 98.4.4.", "declarer": "none", "tricks": [1]}', "three"),
        ('{"deal": "F:AK.2.2. QJ.3.3. 98.4.4.", "declarer": "none"}', 'say with "tricks" who'),
        (f'{{"play": "{ENDGAME}", "ask": []}}', "field 'ask'"),
        (f'{{"play": "{ENDGAME}", "ask": "all"}}', "verdict"),
        (f'{{"play": "{ENDGAME}", "seed": 3}}', "unknown field 'seed'"),
    ],
)
def test_bad_questions_say_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(ClumondError, match=reason):
        parse_question(text)


def test_a_question_may_be_about_one_ending() -> None:
    play = "F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4"
    text = f'{{"play": "{play}", "keep": "CSD", "exactly": 5, "ask": "verdict,line"}}'
    question = parse_question(text)
    assert isinstance(question, SolveQuestion)
    assert parse_question(str(question)) == question
    assert question.answer_data()["line"] == ["CA", "C2", "CJ"]
    forced = [
        exactly
        for exactly in range(14)
        if replace(question, ending=Ending(exactly=exactly)).answer().verdict
    ]
    solver = Solver()
    assert forced == [n for n in range(14) if solver.can_force(question.play, tricks=n)]
    assert forced


def test_a_question_may_ask_about_a_deal_and_defaults_fill_what_is_left_out() -> None:
    deal = '{"deal": "F:AK.2.2. QJ.3.3. 98.4.4.", "tricks": [4, 4, 4], "id": 7}'
    question = parse_question(deal, {"declarer": "F", "strain": "H", "nodes": 5, "budget": 3})
    play = Play.parse("F:AK.2.2. QJ.3.3. 98.4.4. declarer=F strain=H leader=M tricks=4,4,4")
    assert question == SolveQuestion(play, limit=Limit(nodes=5), id=7)


def test_how_deep_values_may_be_nested_does_not_depend_on_who_reads_them() -> None:
    for depth in (9, 980, 100_000):
        with pytest.raises(NotationError, match="more than 8 brackets"):
            parse_question('{"hand": ' + "[" * depth + "]" * depth + "}")
    with pytest.raises(NotationError, match="expected a text"):
        parse_question('{"hand": ' + "[" * 7 + '"' + "[" * 99 + '"' + "]" * 7 + "}")


def test_long_lines_take_no_longer_than_their_length() -> None:
    """A second for what took 8, and for texts that never end."""
    started = time.process_time()
    names = ", ".join(f'"{number}": 1' for number in range(20_000))
    with pytest.raises(NotationError, match="given twice"):
        parse_question("{" + names + ', "19999": 1}')
    for text in ('"' + '\\"' * 200_000, "[" * 8 + '"\\' * 100_000, '{"' * 100_000):
        with pytest.raises(NotationError):
            parse_question(text)
    assert time.process_time() - started < 1


@pytest.mark.parametrize("seconds", ["1e307", "1e10", "9" * 400])
def test_times_beyond_all_clocks_are_refused(seconds: str) -> None:
    with pytest.raises(ClumondError, match="time"):
        parse_question('{"hand": "AK8732.AK974.KJ4.Q3", "time": ' + seconds + "}")


def test_a_question_may_ask_for_all_contracts_of_a_deal() -> None:
    deal = Deal.random(3)
    question = TableQuestion(deal, misses=True, limit=Limit(nodes=50), id="all")
    assert parse_question(str(question)) == question
    with_tens = TableQuestion(deal, supplementary=(0, 3, 1))
    assert parse_question(str(with_tens)) == with_tens
    [table] = answer_many([TableQuestion(deal, limit=Limit(nodes=50))], workers=2)
    assert table == solve_deal(deal, limit=Limit(nodes=50), threads=1)
    told = TableQuestion(deal, limit=Limit(nodes=50)).answer_data()
    assert not isinstance(table, ClumondError)
    assert told["miss"]["middlehand NT"] == list(table.miss[Seat.MIDDLEHAND, Strain.NO_TRUMPS])
    with pytest.raises(NotationError, match="true or false"):
        parse_question(f'{{"table": "{deal}", "misses": 1}}')


def test_a_question_may_ask_for_all_retentions_of_a_declarer() -> None:
    deal, limit = Deal.random(3), Limit(nodes=50)
    question = RetentionsQuestion(deal, Seat.REARHAND, (0, 3, 1), limit, 7)
    assert parse_question(str(question)) == question
    [table] = answer_many([RetentionsQuestion(deal, Seat.REARHAND, limit=limit)], workers=2)
    assert table == solve_retentions(deal, Seat.REARHAND, limit=limit, threads=1)
    told = RetentionsQuestion(deal, Seat.REARHAND, limit=limit).answer_data()
    assert (told["declarer"], len(told["reach"])) == ("rearhand", 100)
    with pytest.raises(NotationError, match="who declares"):
        parse_question(f'{{"retentions": "{deal}"}}')


def test_an_asker_finds_his_mark_in_a_bad_question_too() -> None:
    assert id_of('{"id": "my own", "hand": "AK"}') == "my own"
    assert id_of('{"id": {}}') is id_of("[") is None


# Files.


def questions(count: int) -> str:
    """Quick questions of every kind, good and bad, and lines that are none."""
    lines = []
    for seed in range(count):
        deal = Deal.random(seed, cards=6)
        told: dict[str, object] = {"deal": str(deal), "tricks": [4, 3, 3], "id": seed}
        if seed % 3:
            told |= {"declarer": "FMR"[seed % 3], "strain": "DSHC"[seed % 4]}
        lines.append(json.dumps(told))
    hand = Deal.random(1)[Seat.FOREHAND]
    lines[2:2] = ["", "not JSON", json.dumps({"hand": str(hand), "seed": 5}), '{"id": "é"']
    return "\ufeff" + "\n".join(lines)


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    folder = tmp_path_factory.mktemp("batch")
    source = folder / "in.jsonl"
    source.write_text(questions(9), encoding="utf-8")
    done = run_batch(source, folder / "out.jsonl", defaults=BUDGET, workers=1)
    assert done == BatchProgress(resumed=0, done=12, bad=5)
    return source, (folder / "out.jsonl").read_bytes()


BUDGET = {"budget": 0}


def test_every_line_has_its_answer(answered: tuple[Path, bytes]) -> None:
    told = [json.loads(line) for line in answered[1].splitlines()]
    assert [each["number"] for each in told] == list(range(1, 13))
    assert told[2]["error"] == "NotationError"
    assert told[3]["call"] in {"pass", "D", "S", "H", "C", "NT"}
    assert told[5]["id"] == 2
    assert "nobody declared" in told[0]["message"] or "declarer" in told[0]["message"]
    play = Play(Deal.random(1, cards=6), Seat.MIDDLEHAND, 1, tricks_taken=(4, 3, 3))  # type: ignore[arg-type]
    assert told[1]["verdict"] == Solver().verdict(play)
    assert told[1]["play"] == str(play)


@pytest.mark.parametrize("chunk", [1, 5])
def test_the_file_is_the_same_whatever_the_workers(
    answered: tuple[Path, bytes], tmp_path: Path, chunk: int
) -> None:
    target = tmp_path / "out.jsonl"
    run_batch(answered[0], target, defaults=BUDGET, workers=2, chunk=chunk)
    assert target.read_bytes() == answered[1]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(place=st.floats(0, 1), garbage=st.sampled_from([b"", b"\0\0\0", b'{"number": 3']))
def test_a_run_goes_on_wherever_the_file_was_torn(
    answered: tuple[Path, bytes], tmp_path: Path, place: float, garbage: bytes
) -> None:
    source, whole = answered
    target = tmp_path / "out.jsonl"
    kept = whole[: int(place * len(whole))]
    target.write_bytes(kept + garbage)
    done = run_batch(source, target, defaults=BUDGET, workers=1)
    assert target.read_bytes() == whole
    assert done.resumed == kept.count(b"\n")
    assert done.resumed + done.done == whole.count(b"\n")


def test_a_target_of_another_batch_is_left_alone(
    answered: tuple[Path, bytes], tmp_path: Path
) -> None:
    source, whole = answered
    target, other = tmp_path / "out.jsonl", tmp_path / "in.jsonl"
    other.write_text(questions(9).replace('"id": 1', '"id": 11'), encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    damaged = b"".join([*lines[:2], b"{\n", *lines[3:]])
    for held, asked, usual, reason in (
        (whole, other, BUDGET, "line 2: answers something else"),
        (whole, source, {"budget": 1}, "line 1: answers something else"),
        (damaged, source, BUDGET, "line 3: damaged"),
        (whole + lines[-1], source, BUDGET, "line 13: answers something else"),
        (whole.replace(b'"verdict": false', b'"verdict": true', 1), source, BUDGET, "changed"),
        (whole.replace(b'"number": 12', b'"number": 13'), source, BUDGET, "line 12: changed"),
        (b"something else\n" * 2, source, BUDGET, "line 1: damaged"),
        (b"one line\n", source, BUDGET, "line 1: damaged"),
        (b"unfinished", source, BUDGET, "line 1: damaged"),
    ):
        target.write_bytes(held)
        with pytest.raises(BatchError, match=reason):
            run_batch(asked, target, defaults=usual, workers=1)
        assert target.read_bytes() == held
    run_batch(source, target, defaults=BUDGET, workers=1, restart=True)
    assert target.read_bytes() == whole


@pytest.mark.machine
def test_one_run_at_a_time_and_never_onto_its_own_questions(
    answered: tuple[Path, bytes], tmp_path: Path
) -> None:
    source, _ = answered
    with pytest.raises(BatchError, match="holds the questions"):
        run_batch(source, source)
    with (
        Journal(tmp_path / "out.jsonl"),
        pytest.raises(BatchError, match="another run"),
    ):
        run_batch(source, tmp_path / "out.jsonl")


@pytest.mark.machine
@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
@pytest.mark.parametrize(
    "command", ["- in.jsonl --restart <in.jsonl", "- in.jsonl <in.jsonl", "in.jsonl - >>in.jsonl",
                "- - <in.jsonl >>in.jsonl", "- link --restart <in.jsonl"]
)  # fmt: skip
def test_answers_never_go_where_the_questions_come_from(command: str, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("no\n" * 3)
    (tmp_path / "link").symlink_to("in.jsonl")
    done = subprocess.run(
        f"{sys.executable} -m clumond_solver batch --workers 1 {command}",
        shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "holds the questions" in done.stderr
    assert (tmp_path / "in.jsonl").read_text() == "no\n" * 3


def test_a_batch_is_the_same_when_blank_lines_come_in_between(
    answered: tuple[Path, bytes], tmp_path: Path
) -> None:
    source, whole = answered
    target, other = tmp_path / "out.jsonl", tmp_path / "in.jsonl"
    target.write_bytes(whole[: len(whole) // 2])
    other.write_bytes(source.read_bytes().replace(b"\n", b"\n\n \n"))
    run_batch(other, target, defaults=BUDGET, workers=1)
    assert target.read_bytes() == whole


def test_a_run_that_has_nothing_left_to_do_tells_of_the_same_errors(
    answered: tuple[Path, bytes], tmp_path: Path
) -> None:
    source, whole = answered
    (tmp_path / "out.jsonl").write_bytes(whole)
    done = run_batch(source, tmp_path / "out.jsonl", defaults=BUDGET, workers=1)
    assert done == BatchProgress(resumed=12, done=0, bad=5)


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run_batch(tmp_path / "none.jsonl", tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()
    (tmp_path / "in.jsonl").touch()
    with pytest.raises(OSError, match="folder"):
        run_batch(tmp_path / "in.jsonl", tmp_path / "folder" / "out.jsonl")
    with pytest.raises(NotationError, match="budgett"):
        run_batch(tmp_path / "in.jsonl", tmp_path / "out.jsonl", defaults={"budgett": 3})


def test_odd_lines_are_answered_by_errors(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    long = b'{"hand": "' + b"A" * (2 * LONGEST_LINE) + b'"}'
    source.write_bytes(b"\n".join([b"\xff\xfe", long, b" ", b'{"id": 1}', b"[]"]))
    assert run_batch(source, target, workers=1) == BatchProgress(0, 4, 4)
    told = [json.loads(line) for line in target.read_bytes().splitlines()]
    assert [each["number"] for each in told] == [1, 2, 3, 4]
    assert "UTF-8" in told[0]["message"]
    assert "more than" in told[1]["message"]
    assert told[2]["id"] == 1
    assert run_batch(source, target, workers=1) == BatchProgress(4, 0, 4)


# Ends that nobody wished for.

RUN = """
import sys
from clumond_solver.batch.run import run_batch
if __name__ == "__main__":
    run_batch(sys.argv[1], sys.argv[2], workers=int(sys.argv[3]))
"""


@contextlib.contextmanager
def running(source: Path, target: Path, workers: int) -> Iterator[subprocess.Popen[bytes]]:
    """A run in a program of its own, once it has written a few answers."""
    program = target.parent / "program.py"
    program.write_text(RUN)
    command = [sys.executable, str(program), str(source), str(target), str(workers)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as run:
        try:
            while not target.exists() or target.read_bytes().count(b"\n") < 3:
                assert run.poll() is None, run.stderr and run.stderr.read()
                time.sleep(0.01)
            yield run
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)


def slow_questions(path: Path) -> Path:
    hands = (Deal.random(seed)[Seat.FOREHAND] for seed in range(40))
    lines = [json.dumps({"hand": str(hand), "budget": 8, "seed": 3}) for hand in hands]
    path.write_text("\n".join(lines))
    return path


@pytest.mark.machine
@pytest.mark.slow
@ends_processes
@pytest.mark.parametrize(("workers", "end"), [(2, "KILL"), (1, "INT"), (2, "INT")])
def test_a_run_that_is_stopped_loses_only_what_was_in_hand(
    tmp_path: Path, workers: int, end: str
) -> None:
    source, target = slow_questions(tmp_path / "in.jsonl"), tmp_path / "out.jsonl"
    with running(source, target, workers) as run:
        if end == "KILL":
            run.kill()
            run.wait(timeout=60)
        else:
            with pressing(run):
                run.wait(timeout=60)
        assert run.returncode != 0
    left = target.read_bytes()
    run_batch(source, target, workers=2)
    whole = target.read_bytes()
    kept = left[: left.rfind(b"\n") + 1]
    assert whole.startswith(kept)
    assert whole.count(b"\n") == 40
    if end == "INT":
        assert left == kept


@pytest.mark.machine
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes by /proc")
def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    source, target = slow_questions(tmp_path / "in.jsonl"), tmp_path / "out.jsonl"

    def children(parent: int) -> set[int]:
        stats = [stat.read_text().rsplit(")", 1) for stat in Path("/proc").glob("[0-9]*/stat")]
        return {
            int(head.split(" ", 1)[0]) for head, tail in stats if int(tail.split()[1]) == parent
        }

    with running(source, target, 2) as run:
        workers = children(run.pid)
        assert len(workers) >= 2
        run.kill()
        run.wait()
        stop = time.monotonic() + 20
        while any(Path(f"/proc/{worker}").exists() for worker in workers):
            assert time.monotonic() < stop
            time.sleep(0.05)


def test_a_full_disk_leaves_whole_lines_and_the_run_goes_on_later(
    answered: tuple[Path, bytes], tmp_path: Path
) -> None:
    resource = pytest.importorskip("resource")
    source, whole = answered
    target = tmp_path / "out.jsonl"
    room = len(whole) // 2
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            run_batch(source, target, defaults=BUDGET, workers=1)
        left = target.read_bytes()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert left == whole[: whole.rfind(b"\n", 0, room) + 1]
    run_batch(source, target, defaults=BUDGET, workers=1)
    assert target.read_bytes() == whole
