"""What all texts are laid out with: the width, tables, bars, wrapped lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

WIDTH = 80
_ASCII = str.maketrans(
    {"♣": "C", "♥": "H", "♠": "S", "♦": "D", "▸": ">", "–": "-", "…": "~", "±": "+", "█": "#",
     "░": ".", "·": ".", "→": ">", "─": "-", "│": "|",
     "\u00a0": " ", "−": "-", "“": '"', "”": '"', "—": "-",
     "╭": "+", "╮": "+", "╰": "+", "╯": "+"}
)  # fmt: skip
_BAR = 20


def to_ascii(text: str) -> str:
    """The text with letters for suit symbols, for terminals that know no others.

    >>> to_ascii("▸♠A")
    '>SA'
    """
    return text.translate(_ASCII)


def signed(value: float) -> str:
    """A gain or loss, to a tenth.

    >>> signed(0.25), signed(-1)
    ('+0.2', '−1.0')
    """
    return f"{value:+.1f}".replace("-", "−")


def percent(chance: float) -> str:
    """A chance in whole per cent.

    >>> percent(0.294)
    '29 %'
    """
    return f"{chance:.0%}".replace("%", " %")


def percent_range(low: float, high: float) -> str:
    """Two chances, as the ends of an interval.

    >>> percent_range(0.18, 0.52)
    '18 – 52 %'
    """
    return f"{100 * low:.0f} – {percent(high)}"


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
    widths = [max(len(row[column]) for row in cells) for column in range(len(headers))]
    flush = set(right)
    lines = [
        "  ".join(
            cell.rjust(width) if column in flush else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    lines.insert(1, "─" * max(map(len, lines)))
    return "\n".join(lines)


def wrapped(text: str, width: int, indent: str = "") -> str:
    """The text in lines of this width, between words."""
    return textwrap.fill(
        text, max(width, 20), initial_indent=indent, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def bar(share: float) -> str:
    """A share, 0 to 1, as a bar."""
    full = round(share * _BAR)
    return "█" * full + "░" * (_BAR - full)
