"""What a batch gains by workers: python -m benchmarks.batch [questions].

The same questions in line, by two threads, by two processes, and by a Dask cluster of two workers
if there is one to be had, interleaved so that all see the same machine: answers a second, and the
ratio to one process working in line. Then what a question costs the process that hands them out:
how many workers one such process can keep busy.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import until_reader_leaves
from clumond_solver.batch.pools import in_order
from clumond_solver.batch.run import answer_many, run_batch
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.questions.ask_kinds import Ask
from clumond_solver.questions.kinds import AdviseQuestion, Answers, SolveQuestion
from clumond_solver.results import Advice, Limit

ROUNDS = 3
Question = SolveQuestion | AdviseQuestion
Way = Callable[[Iterable[Question]], Iterable[object]]


def answer(question: Question) -> Answers | Advice:
    return question.answer()


def verdicts(count: int) -> list[Question]:
    plays = (Play(Deal.random(seed), Seat.FOREHAND, 3) for seed in range(count))  # type: ignore[arg-type]
    return [SolveQuestion(play, limit=Limit(nodes=100_000)) for play in plays]


def endings(count: int) -> list[Question]:
    """So small that what the workers do beside counts."""
    return [
        SolveQuestion(
            Play(Deal.random(seed, cards=7), Seat.FOREHAND, 3, tricks_taken=(3, 3, 3)),  # type: ignore[arg-type]
            (Ask.PLAYS, Ask.MISS),
        )
        for seed in range(count)
    ]


def hands(count: int) -> list[Question]:
    return [AdviseQuestion(Deal.random(seed)[Seat.FOREHAND], budget=8) for seed in range(count)]


def by_threads(count: int, questions: Iterable[Question]) -> Iterator[object]:
    with ThreadPoolExecutor(count) as pool:
        yield from pool.map(answer, questions)


def ways(stack: ExitStack) -> dict[str, Way]:
    by_name: dict[str, Way] = {
        "in line": partial(in_order, answer, workers=1),
        "2 threads": partial(by_threads, 2),
        "2 processes": partial(in_order, answer, workers=2),
        "2 processes, one by one": partial(in_order, answer, workers=2, chunk=1),
    }
    try:
        import distributed
    except ImportError:
        return by_name
    start: Any = distributed.LocalCluster
    cluster = start(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1")
    stack.enter_context(cluster)
    by_name["Dask, 2 workers"] = partial(in_order, answer, cluster=cluster.scheduler_address)
    return by_name


def skip(stream: Iterator[object], answers: int) -> None:
    """Take the first answers: the workers have started, and have fixed the size of their tasks."""
    for _ in range(answers):
        next(stream)


def measure(way: Way, questions: Sequence[Question]) -> float:
    """Questions a second, once the workers have started."""
    stream = iter(way(iter(questions)))
    skip(stream, len(questions) // 4)
    started = time.perf_counter()
    rest = sum(1 for _ in stream)
    return rest / (time.perf_counter() - started)


def cost(way: Way, questions: Sequence[Question]) -> float:
    """Seconds of this process's own work for a question, the workers' not counted."""
    stream = iter(way(iter(questions)))
    skip(stream, len(questions) // 4)
    started = time.process_time()
    rest = sum(1 for _ in stream)
    return (time.process_time() - started) / rest


def file_cost(count: int) -> float:
    """Seconds that reading a question and writing its answer take in `run_batch`."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "in.jsonl")
        source.write_text('{"hand": "x"}\n' * count)
        started = time.process_time()
        run_batch(source, Path(folder, "out.jsonl"), workers=1)
        return (time.process_time() - started) / count


def small_batch(count: int) -> dict[str, Callable[[], object]]:
    """A list of quick questions from beginning to end, processes started and all."""
    questions = endings(count)
    plays = [question.play for question in questions if isinstance(question, SolveQuestion)]

    def own_loop() -> list[bool | None]:
        solver = Solver()
        return [solver.verdict(play) for play in plays]

    return {
        "a loop with one solver": own_loop,
        "answer_many": lambda: list(answer_many(questions)),
        "answer_many, workers=1": lambda: list(answer_many(questions, workers=1)),
        "answer_many, workers=2": lambda: list(answer_many(questions, workers=2)),
    }


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main(count: int) -> None:
    """Print a table for each kind of question."""
    with ExitStack() as stack:
        each_way = ways(stack)
        for name, questions in (
            (f"{count} verdicts of full deals, 100,000 nodes at most", verdicts(count)),
            (f"{4 * count} endings of four tricks, plays and miss", endings(4 * count)),
            (f"{count} hands, advice of 8 games", hands(count)),
        ):
            print(f"\n{name}")
            rates: dict[str, list[float]] = {way: [] for way in each_way}
            for _ in range(ROUNDS):
                for way, run in each_way.items():
                    rates[way].append(measure(run, questions))
            for way, speeds in rates.items():
                ratios = [
                    rate / alone for rate, alone in zip(speeds, rates["in line"], strict=True)
                ]
                print(
                    f"  {way:<26} {statistics.median(speeds):>8.1f} a second,"
                    f" x {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
                    flush=True,
                )

        print(f"\n{5 * count} verdicts of endings, from beginning to end, seconds")
        for name, work in small_batch(5 * count).items():
            print(f"  {name:<26} {statistics.median(seconds(work) for _ in range(ROUNDS)):.2f}")

        print("\nthe handing process's own work for a question, ms")
        for way, run in each_way.items():
            if way not in {"in line", "2 threads"}:
                print(f"  {way:<26} {1000 * cost(run, endings(8 * count)):.2f}")
        print(f"  {'a line read and answered':<26} {1000 * file_cost(50 * count):.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", nargs="?", type=int, default=200)
    with until_reader_leaves():
        main(parser.parse_args().questions)
