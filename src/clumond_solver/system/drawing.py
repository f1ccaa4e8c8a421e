"""The hooks by which values show themselves in notebooks, without knowing what draws them.

>>> class Dot(Drawn):
...     pass
>>> hasattr(Dot(), "_repr_svg_")
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar


class Drawn:
    """A value that has a picture: notebooks call `_repr_svg_`.

    ``draw`` is set once, from above, by the package itself.
    """

    __slots__ = ()
    draw: ClassVar[Callable[[object], str]]

    def _repr_svg_(self) -> str:
        return Drawn.draw(self)


class Tabled:
    """A result that has a table: notebooks call `_repr_html_`.

    ``table`` is set once, from above, by the package itself.
    """

    __slots__ = ()
    table: ClassVar[Callable[[object], str]]

    def _repr_html_(self) -> str:
        return Tabled.table(self)
