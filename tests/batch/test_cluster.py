"""Batches on a real Dask cluster of this machine, whose workers come to a sudden end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.errors import BatchError
from clumond_solver.batch.pools import in_order
from clumond_solver.batch.run import answer_many, run_batch
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.questions.kinds import SolveQuestion
from tests.batch.batch_work import end_the_worker_of_five, end_the_worker_once, square
from tests.batch.test_files import slow_questions
from tests.cli.command import completed

distributed = pytest.importorskip("distributed", reason='needs the extra "dask"')


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import dask

    # A worker that is killed a second time over the same task is not given it again.
    quick: dict[str, object] = {
        "distributed.scheduler.allowed-failures": 1,
        "distributed.worker.memory.terminate": False,
    }
    with (
        dask.config.set(quick),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
        ) as running,
    ):
        yield running


def worker_processes(cluster: Any) -> list[int]:
    with distributed.Client(cluster, set_as_default=False) as client:
        return sorted(client.run(os.getpid).values())


def test_a_cluster_answers_in_order(cluster: Any) -> None:
    answers = in_order(square, range(100), cluster=cluster.scheduler_address, chunk=7)
    assert list(answers) == [number * number for number in range(100)]


def test_the_stream_is_the_one_of_a_single_machine(cluster: Any) -> None:
    plays = [
        Play(Deal.random(seed, cards=7), Seat.FOREHAND, 2, tricks_taken=(3, 3, 3))  # type: ignore[arg-type]
        for seed in range(20)
    ]
    solve = partial(answer_many, [SolveQuestion(play, "verdict,plays,line") for play in plays])
    alone = list(solve(workers=1))
    assert list(solve(cluster=cluster.scheduler_address, chunk=3)) == alone
    assert list(solve(cluster=cluster)) == alone
    with distributed.Client(cluster, set_as_default=False) as client:
        assert list(solve(cluster=client)) == list(solve(cluster=client)) == alone


def test_a_worker_killed_in_the_middle_costs_no_answer(cluster: Any, tmp_path: Path) -> None:
    source = slow_questions(tmp_path / "in.jsonl")
    before = worker_processes(cluster)
    killed: list[int] = []

    def kill_one(done: int, total: int | None) -> None:
        if not killed:
            killed.append(before[0])
            os.kill(before[0], signal.SIGKILL)

    run_batch(
        source,
        tmp_path / "cluster.jsonl",
        cluster=cluster.scheduler_address,
        chunk=2,
        progress=kill_one,
    )
    run_batch(source, tmp_path / "alone.jsonl", workers=1)
    assert killed
    assert before[0] not in worker_processes(cluster)
    assert (tmp_path / "cluster.jsonl").read_bytes() == (tmp_path / "alone.jsonl").read_bytes()


def test_a_worker_that_ends_itself_once_costs_no_answer(cluster: Any, tmp_path: Path) -> None:
    work = partial(end_the_worker_once, folder=str(tmp_path))
    answers = in_order(work, range(20), cluster=cluster.scheduler_address, chunk=1)
    assert list(answers) == [number * number for number in range(20)]


def test_an_item_that_kills_every_worker_is_the_only_one_without_an_answer(cluster: Any) -> None:
    answers = in_order(end_the_worker_of_five, range(8), cluster=cluster.scheduler_address, chunk=4)
    found = list(answers)
    assert isinstance(found.pop(5), BatchError)
    assert found == [number * number for number in range(8) if number != 5]


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clumond_solver.batch.pools._CONNECT_SECONDS", 1)
    with pytest.raises(BatchError, match=r"no cluster answers at 'tcp://127\.0\.0\.1:9'"):
        next(in_order(square, [1], cluster="tcp://127.0.0.1:9"))
    with pytest.raises(BatchError, match="no cluster answers"):
        next(in_order(square, [1], cluster="no address"))


@pytest.mark.parametrize("address", ["x", "tls://127.0.0.1:9"])
def test_an_address_that_is_none_is_refused_in_one_line(address: str, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"hand": "AK8732.AK974.KJ4.Q3"}\n')
    done = completed("batch", "in.jsonl", "-", "--cluster", address, cwd=tmp_path, timeout=30)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"clumond: no cluster answers at {address!r}")
