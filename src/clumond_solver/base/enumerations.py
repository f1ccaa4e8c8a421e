"""Base classes of the library's enumerations, of words and of numbers.

>>> class Size(IntChoice):
...     SMALL = 0
...     LARGE = 1
>>> Size.SMALL, f"{Size.LARGE!s:>6}", "xy"[Size.LARGE], bool(Size.SMALL), Size.SMALL < Size.LARGE
(Size.SMALL, ' large', 'y', True, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, EnumType, StrEnum
from typing import Any

from clumond_solver.base.checks import as_int, wrong_type
from clumond_solver.base.errors import RuleError, shown_number, shown_value


class _OwnNames(EnumType):
    """An enumeration whose `dir` lists the library's attributes, not those of int and str."""

    def __dir__(cls) -> list[str]:
        """The members, and the attributes that the library's classes define."""
        own = (vars(base) for base in cls.__mro__ if base.__module__.startswith("clumond_solver"))
        return sorted({"__doc__", "__module__", "__members__", "name", "value"}.union(*own))


class _Words(_OwnNames):
    """An enumeration of words, whose call refuses anything but a text."""

    def __call__(cls, value: object) -> Any:  # type: ignore[override]
        """The member with this word."""
        if type(value) is cls:
            return value
        if not isinstance(value, str):
            raise wrong_type(value, _words_of(cls))
        return super().__call__(value)


def _words_of(choices: Iterable[object]) -> str:
    return "one of " + ", ".join(f"'{choice}'" for choice in choices)


class StrChoice(StrEnum, metaclass=_Words):
    """Base of enumerations of words; no member equals a member of another enumeration."""

    __hash__ = str.__hash__

    @classmethod
    def _missing_(cls, value: object) -> None:
        """Refuse other words with the library's errors."""
        raise RuleError(f"no such choice: {shown_value(value)}; there are {_words_of(cls)[7:]}")

    def __eq__(self, other: object) -> bool:
        """Whether the other is the same member, or its word as a plain text."""
        return self is other if isinstance(other, Enum) else str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other


class _ConvertingEnum(_OwnNames):
    """An enumeration whose call also converts texts and members of other enumerations."""

    def __call__(cls, value: object) -> Any:  # type: ignore[override]
        """The member with this number or text, or with the name of another enumeration's member."""
        # Members and their numbers come first, because they are by far the most common.
        if type(value) is cls:
            return value
        members = cls._value2member_map_
        if type(value) is int and value in members:
            return members[value]
        if isinstance(value, str) and hasattr(cls, "parse"):
            return cls.parse(value)
        class_name = cls.__name__.lower()
        if isinstance(value, Enum):
            if value.name not in cls.__members__:
                raise wrong_type(value, f"a {class_name}")
            return cls.__members__[value.name]
        number = as_int(value, f"a {class_name}")
        if number not in members:
            raise RuleError(f"no {class_name} {shown_number(number)}")
        return members[number]


class IntChoice(int, Enum, metaclass=_ConvertingEnum):
    """Base of enumerations whose members have numbers: for tables, for sorting, for the core.

    Every member is true, even the one numbered 0, so that `if suit:` is false only for None. No
    member equals a member of another enumeration, but calling an enumeration converts one to its
    namesake, `Suit(Strain.CLUBS)`, and also converts numbers and texts, `Suit("clubs")`.
    """

    # With `object`'s comparison members equal bare numbers (`int` compares those) and nothing else.
    # A comparison in Python would be slow: searches compare cards by the million.
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = int.__hash__

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)
