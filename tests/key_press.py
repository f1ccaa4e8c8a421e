"""A person who presses Ctrl-C while something long goes on."""

import _thread
import contextlib
import threading
from collections.abc import Iterator

import pytest


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
