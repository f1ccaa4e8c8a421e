"""The layout of all texts: lines, tables, bars, and letters for terminals without suit symbols."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from clumond_solver.base.wording import columns_of, padded

WIDTH = 80
_ASCII = str.maketrans(
    {"♣": "C", "♥": "H", "♠": "S", "♦": "D", "▸": ">", "–": "-", "…": "~", "±": "+", "█": "#",
     "░": ".", "·": ".", "→": ">", "─": "-", "│": "|",
     "\u00a0": " ", "−": "-", "“": '"', "”": '"', "—": "-",
     "╭": "+", "╮": "+", "╰": "+", "╯": "+"}
)  # fmt: skip
_BAR_WIDTH = 20


def to_ascii(text: str) -> str:
    """The text with letters for suit symbols, for terminals without them.

    >>> to_ascii("▸♠A")
    '>SA'
    """
    return text.translate(_ASCII)


def table_text(
    headers: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()
) -> str:
    """Aligned columns under a ruled line; ``right`` are the columns aligned to the right.

    >>> print(table_text(["card", "p"], [["♠A", "0.5"], ["♥10", "10.0"]], right={1}))
    card     p
    ──────────
    ♠A     0.5
    ♥10   10.0
    """
    cells = [list(headers), *(list(row) for row in rows)]
    widths = [max(columns_of(row[column]) for row in cells) for column in range(len(headers))]
    right_aligned = set(right)
    lines = [
        "  ".join(
            padded(cell, width, right=column in right_aligned)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    lines.insert(1, "─" * max(map(columns_of, lines)))
    return "\n".join(lines)


def wrapped(text: str, width: int, indent: str = "") -> str:
    """The text in lines of at most this width, broken between words."""
    return textwrap.fill(
        text, max(width, 20), initial_indent=indent, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def bar(share: float) -> str:
    """A share, 0 to 1, as a bar."""
    full = round(share * _BAR_WIDTH)
    return "█" * full + "░" * (_BAR_WIDTH - full)
