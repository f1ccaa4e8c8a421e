"""What the library's values have in common, whatever they stand for.

>>> class Size(Numbered):
...     SMALL = 0
...     LARGE = 1
>>> Size.SMALL, f"{Size.LARGE!s:>6}", "xy"[Size.LARGE], bool(Size.SMALL), Size.SMALL < Size.LARGE
(Size.SMALL, ' large', 'y', True, True)
"""

from __future__ import annotations

from enum import Enum


class Numbered(int, Enum):
    """Base of enumerations whose members have numbers: for tables, for sorting, for the core.

    Every member is true, also the one numbered 0, so that `if call:` tells a call from None. No
    member equals one of another enumeration. It equals its bare number, as which it may be given.
    """

    # `object`'s comparison leaves those with bare numbers to these, and denies all others; unlike
    # one written here it costs nothing, and cards are compared by the million.
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = int.__hash__

    def __bool__(self) -> bool:
        """True, whatever the number."""
        return True

    def __str__(self) -> str:
        """The name in lower case, with spaces."""
        return self.name.lower().replace("_", " ")

    def __repr__(self) -> str:
        """Evaluates to the member."""
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec: str) -> str:
        """Format the text, not the number."""
        return format(str(self), spec)
