"""Batches in files: answers line by line, whatever happens to the run."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from training.result_cache import ResultCache

from clumond_solver.base.errors import BatchError, NotationError, SearchError
from clumond_solver.base.files import Journal, keyed_line, write_atomically
from clumond_solver.batch.run import LONGEST_LINE, BatchProgress, run_batch
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from tests.batch.test_matches import play_three_deals
from tests.key_press import pressing

ends_processes = pytest.mark.skipif(os.name != "posix", reason="ends processes by signals")


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
    assert told == [(done, 5) for done in range(1, 6)]


@pytest.mark.parametrize("text", ["no\nno", "no\nno\n", "\n \nno\r\n\nno\n\n\n"])
def test_progress_of_a_file_ends_at_its_total(text: str, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(text.encode())
    told: list[tuple[int, int | None]] = []
    run_batch(source, tmp_path / "out", workers=1, progress=lambda *now: told.append(now))
    assert told == [(1, 2), (2, 2)]


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
    assert done == BatchProgress(resumed=0, done=12, errors=5)
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
    if garbage.startswith(b"{"):
        # The next line begins where the one before ended.
        kept = kept[: kept.rfind(b"\n") + 1]
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
    ):
        target.write_bytes(held)
        with pytest.raises(BatchError, match=reason):
            run_batch(asked, target, defaults=usual, workers=1)
        assert target.read_bytes() == held


MINE = keyed_line(1, "mine", {"answer": 1})
FOREIGN = (
    b"a letter, not finished",
    b"one line\n",
    b"something else\n" * 2,
    MINE + b'no JSON at all\n{"number": 3, "k',
    MINE + b'["too", "many", 1]\n',
    b"[1, 2]\n",
    b'{"match": 1}',
    MINE + b"and a last line",
    b"[" * 100_000 + b"\n",
    b"\xff\n",
)


def answer_no_question(path: Path) -> None:
    path.with_name("none.jsonl").touch()
    run_batch(path.with_name("none.jsonl"), path, workers=1)


@pytest.mark.machine
@pytest.mark.parametrize("use", [answer_no_question, ResultCache, play_three_deals])
@pytest.mark.parametrize("content", FOREIGN, ids=range(len(FOREIGN)))
def test_a_file_of_another_kind_stays_as_it_was_and_is_closed(
    use: Callable[[Path], object], content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    for _ in range(2):
        # The second time a file left open would be "written by another run".
        with pytest.raises(
            BatchError, match=r"line \d: (damaged, or not an answer|answers something)"
        ):
            use(path)
    assert path.read_bytes() == content


def test_too_little_memory_for_a_solver_is_no_answer(
    answered: tuple[Path, bytes], tmp_path: Path
) -> None:
    target = tmp_path / "out.jsonl"
    with pytest.raises(SearchError, match="memory cap of 1 byte: a solver needs at least 1048576"):
        run_batch(answered[0], target, memory=1)
    assert not target.exists()


def test_a_restart_deletes_answers_and_nothing_else(
    answered: tuple[Path, bytes], tmp_path: Path
) -> None:
    source, whole = answered
    target = tmp_path / "out.jsonl"
    for held in (
        b"dear diary\n",
        b"unfinished",
        b"\x89PNG\r\n\x1a\n",
        source.read_bytes(),
        b'{"key": 1}\n',
        whole + b"dear diary\n",
        whole[:-1] + b" \n\n",
    ):
        target.write_bytes(held)
        with pytest.raises(BatchError, match=r"out\.jsonl, line \d+: damaged, or not an answer"):
            run_batch(source, target, defaults=BUDGET, workers=1, restart=True)
        assert target.read_bytes() == held
    changed = whole.replace(b'"number": 12', b'"number": 13')
    for held in (b"", whole, whole[:-9], whole[:-9] + bytes(9), changed):
        target.write_bytes(held)
        run_batch(source, target, defaults=BUDGET, workers=1, restart=True)
        assert target.read_bytes() == whole


@pytest.mark.machine
def test_one_run_at_a_time_and_never_onto_its_own_questions(
    answered: tuple[Path, bytes], tmp_path: Path
) -> None:
    source, _ = answered
    with pytest.raises(BatchError, match="holds the questions"):
        run_batch(source, source)
    with Journal(tmp_path / "out.jsonl"), pytest.raises(BatchError, match="another run"):
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
    assert done == BatchProgress(resumed=12, done=0, errors=5)


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run_batch(tmp_path / "none.jsonl", tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()
    (tmp_path / "in.jsonl").touch()
    with pytest.raises(OSError, match="folder"):
        run_batch(tmp_path / "in.jsonl", tmp_path / "folder" / "out.jsonl")
    with pytest.raises(NotationError, match="budgett"):
        run_batch(tmp_path / "in.jsonl", tmp_path / "out.jsonl", defaults={"budgett": 3})


STREAM = pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")


@STREAM
def test_a_pipe_gets_the_answers_as_standard_output_does(tmp_path: Path) -> None:
    source, kept, pipe = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "pipe"))
    source.write_text(questions(5))
    counts = run_batch(source, kept, workers=1)
    os.mkfifo(pipe)
    for again in (False, True):
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            assert run_batch(source, pipe, workers=1, restart=again) == counts
            assert reader.stdout is not None
            assert reader.stdout.read() == kept.read_bytes()
    assert run_batch(source, "/dev/null", workers=1) == counts


@STREAM
def test_a_pipe_or_a_device_keeps_no_journal(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (str(tmp_path / "pipe"), "/dev/null"):
        with pytest.raises(BatchError, match=f"{name} is a pipe or a device: give a file"):
            play_three_deals(Path(name))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_device_is_named(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("no\n")
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        run_batch(tmp_path / "in.jsonl", "/dev/full", workers=1)
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_atomically("/dev/full", b"all")


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
    hands = (Deal.random(seed)[Seat.FOREHAND] for seed in range(20))
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
    assert whole.count(b"\n") == 20
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
