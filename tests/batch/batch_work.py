"""Work for the pools of the batch tests: what is sent to a process stands in a light module."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


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
