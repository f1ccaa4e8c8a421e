"""Signals while something long goes on: a person presses Ctrl-C, or an alarm goes off."""

import _thread
import contextlib
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest


@contextlib.contextmanager
def pressing(child: "subprocess.Popen[Any]") -> Iterator[None]:
    """Presses the key for another program, as long as the block waits for its end.

    Once may not be enough: between a program's last look at signals and its wait for input, or in
    a callback of the garbage collector, an interrupt is lost.
    """
    over = threading.Event()

    def press() -> None:
        while child.poll() is None:
            child.send_signal(signal.SIGINT)
            if over.wait(10):
                return

    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    try:
        yield
    finally:
        over.set()
        presser.join()


@contextlib.contextmanager
def interrupted_by_a_key() -> Iterator[None]:
    """The block is expected to end by the interrupt of a key press."""
    over = threading.Event()

    # Again and again: what interrupts a callback of the garbage collector is lost.
    def press() -> None:
        pause = 0.2
        while not over.wait(pause):
            _thread.interrupt_main()
            pause = 3

    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        over.set()
        presser.join()


@contextlib.contextmanager
def raised_by_alarm(handler: Callable[[int, object], None], seconds: float) -> Iterator[None]:
    """Call the handler in the block after so many seconds, and again after as many."""
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
