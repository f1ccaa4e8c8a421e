"""The hooks by which values show themselves in notebooks, without knowing what draws them.

>>> class Dot(Drawn):
...     pass
>>> hasattr(Dot(), "_repr_svg_")
True
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import shorten
from typing import ClassVar

# Of what `repr` shows.
_WIDTH = 100
_END = "\n\n"


class Drawn:
    """A value that has a picture: notebooks call `_repr_svg_`.

    ``draw`` is set once, from above, by the package itself.
    """

    __slots__ = ()
    draw: ClassVar[Callable[[object], str]]

    def _repr_svg_(self) -> str:
        return Drawn.draw(self)


class Shown:
    """A result that people read: `print` gives words, `repr` their beginning, notebooks a table.

    ``text`` and ``table`` are set once, from above, by the package itself.
    """

    __slots__ = ()
    text: ClassVar[Callable[[object], str]]
    table: ClassVar[Callable[[object], str]]

    def __str__(self) -> str:
        """What was found, in words."""
        return Shown.text(self)

    def __repr__(self) -> str:
        """The words' first paragraph, cut to a line."""
        return f"<{type(self).__name__}: {shorten(str(self).partition(_END)[0], _WIDTH)}>"

    def _repr_html_(self) -> str:
        return Shown.table(self)
