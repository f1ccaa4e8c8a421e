"""The rules of a game as text for a terminal."""

from __future__ import annotations

from clumond_solver.display.text.hands import WIDTH, wrapped
from clumond_solver.games.rules_text import rules_of


def rules_text(name: str, *, width: int = WIDTH) -> str:
    """The rules of a registered game; NotationError if none is registered by that name.

    >>> print(rules_text("clubs").partition("- The two")[0].rstrip())
    Invented by Alex Chen, James Cook and Patrick LaVictoire.
    <BLANKLINE>
    (ours) marks what the makers of this program decided, where the authors' texts
    are silent or disagree.
    <BLANKLINE>
    - Three or four players, all 52 cards dealt; with three the last card lies face
      down.
    """
    lines: list[str] = []
    for block in rules_of(name):
        words = wrapped(block.text, width)
        if block.kind == "point":
            lines.append(f"- {wrapped(block.text, width, '  ')[2:]}")
        else:
            lines += ["", block.text.upper() if block.kind == "heading" else words, ""]
    return "\n".join(lines).replace("\n\n\n", "\n\n").strip()
