"""Numbers as people type them.

>>> whole_number(" +12 "), number_up_to(9, "a number of tricks")("7")
(12, 7)
"""

from __future__ import annotations

import re
from collections.abc import Callable

from clumond_solver.base.errors import NotationError


def whole_number(word: str) -> int:
    """A whole number, possibly signed."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", word.strip()):
        raise NotationError(f"{word!r} is not a whole number of at most 18 digits", "")
    return int(word)


def number_up_to(most: int, what: str) -> Callable[[str], int]:
    """A function that reads numbers from 0 to ``most``; ``what`` is the error's word for them."""

    def parse(word: str) -> int:
        number = whole_number(word)
        if not 0 <= number <= most:
            raise NotationError(f"{word!r} is not {what}, 0 to {most}", "")
        return number

    return parse
