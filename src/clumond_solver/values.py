"""What the library's values have in common, whatever they stand for.

>>> class Size(Numbered):
...     SMALL = 0
...     LARGE = 1
>>> Size.SMALL, f"{Size.LARGE!s:>6}", "xy"[Size.LARGE], bool(Size.SMALL), Size.SMALL < Size.LARGE
(Size.SMALL, ' large', 'y', True, True)
"""

from __future__ import annotations

from enum import Enum
from operator import index

from clumond_solver.errors import WrongTypeError


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


def check_type(value: object, kind: type, needed: str) -> None:
    """WrongTypeError unless the value is of the kind, which messages name so.

    >>> check_type("S6", Numbered, "a card")
    Traceback (most recent call last):
    clumond_solver.errors.WrongTypeError: a card is needed, not 'S6' (str)
    """
    if not isinstance(value, kind):
        raise _wrong(value, needed)


def whole(value: object, needed: str) -> int:
    """A whole number as an int, be it NumPy's; WrongTypeError if it is none.

    >>> whole(True, "a number of tricks")
    1
    """
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise _wrong(value, needed) from None


def _wrong(value: object, needed: str) -> WrongTypeError:
    shown = repr(value)
    shown = shown if len(shown) <= 80 else shown[:77] + "..."
    return WrongTypeError(f"{needed} is needed, not {shown} ({type(value).__name__})")
