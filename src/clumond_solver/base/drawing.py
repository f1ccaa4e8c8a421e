"""Hooks through which values display themselves; the package sets the functions that draw.

>>> class Dot(Drawable):
...     pass
>>> hasattr(Dot(), "_repr_svg_")
True
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import shorten
from typing import ClassVar

# The most characters of a `repr`.
_WIDTH = 100
_END = "\n\n"


class Drawable:
    """A value that has a picture: notebooks call `_repr_svg_`.

    The package sets ``draw`` when it is imported.
    """

    __slots__ = ()
    draw: ClassVar[Callable[[object], str]]

    def _repr_svg_(self) -> str:
        return Drawable.draw(self)


class Shown:
    """A result for people: `print` gives it in words, `repr` their beginning, notebooks a table.

    The package sets ``_as_text`` and ``_as_html`` when it is imported.
    """

    __slots__ = ()
    _as_text: ClassVar[Callable[[object], str]]
    _as_html: ClassVar[Callable[[object], str]]

    def __str__(self) -> str:
        return Shown._as_text(self)

    def __repr__(self) -> str:
        """The first paragraph of the words, shortened to a line."""
        return f"<{type(self).__name__}: {shorten(str(self).partition(_END)[0], _WIDTH)}>"

    def _repr_html_(self) -> str:
        return Shown._as_html(self)
