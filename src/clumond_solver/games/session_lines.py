"""The lines of a saved session, and whether a text is one, without reading it all."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: How a session's first line begins.
GAME_LINE = re.compile(r"game\s")


def session_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, numbered from 1, without remarks.

    >>> list(session_lines("% of Tuesday\\n\\ngame clubs  % at home"))
    [(3, 'game clubs')]
    """
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        stripped = line.partition("%")[0].strip()
        if stripped:
            yield number, stripped


def is_session(text: str) -> bool:
    """Whether a text is meant as a session: its first line names a game.

    >>> is_session("% of Tuesday\\n\\ngame clubs players=3"), is_session("[Deal ...]\\ngame over")
    (True, False)
    """
    _, line = next(session_lines(text), (1, ""))
    return GAME_LINE.match(line) is not None
