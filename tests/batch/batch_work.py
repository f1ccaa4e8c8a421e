"""Work for the pools of the batch tests: what is sent to a process stands in a light module."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from clumond_solver.batch.pools import in_order
from clumond_solver.batch.run import BatchProgress, run_batch


def square(number: int) -> int:
    return number * number


def process_then_sleep(seconds: float) -> int:
    """The number of the process that works, after so many seconds."""
    time.sleep(seconds)
    return os.getpid()


def end_the_worker_once(number: int, folder: str) -> int:
    """Squares; the first to be given 5 ends its process instead."""
    mark = Path(folder, "ended")
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def end_the_worker_of_five(number: int) -> int:
    """Squares; whoever is given 5 ends its process instead."""
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def ids_of_nested_workers(workers: int | None) -> tuple[int, set[int]]:
    """The number of this process, and those of the processes that it has work for it."""
    seconds = in_order(process_then_sleep, [0.0, 0.0], workers=workers)
    return os.getpid(), {answer for answer in seconds if isinstance(answer, int)}


def batch_in_this_process(folder: str) -> BatchProgress:
    """Answer a file of one question."""
    return run_batch(Path(folder, "questions"), Path(folder, "answers"), workers=2)
