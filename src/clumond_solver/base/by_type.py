"""Functions of a value that differ by its type, in tables to which a package adds.

The library has words, pictures and rows for its own types. A package on top of it says with `add`
which module of its own has those for the types of another; the module is loaded when they are
first needed.

>>> @by_type("words")
... def shown(value: object) -> str:
...     return f"some {type(value).__name__}"
>>> _ = shown.register(int, lambda number: f"the number {number}")
>>> shown(5), shown("five")
('the number 5', 'some str')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar

_R = TypeVar("_R")
#: Text and HTML for people, data for JSON, and the rows of data frames.
Kind = Literal["words", "json", "rows"]
# By kind, and by the module of the types, the module that registers functions for them.
_ADDED: dict[str, dict[str, str]] = {"words": {}, "json": {}, "rows": {}}


def add(kind: Kind, modules: Mapping[str, str]) -> None:
    """By module of types, the module that has words or rows for them, by full names."""
    _ADDED[kind].update(modules)


class ByType(Generic[_R]):
    """A function with a variant for each type of its first argument, and one for all others."""

    def __init__(self, kind: Kind, function: Callable[..., _R]) -> None:
        self.__doc__ = function.__doc__
        self._kind = kind
        self._variants = singledispatch(function)
        #: Adds a variant, as in `functools.singledispatch`.
        self.register = self._variants.register

    def __call__(self, value: object, *arguments: Any, **options: Any) -> _R:
        """The variant for the value's type, applied to the arguments."""
        if added := _ADDED[self._kind].get(type(value).__module__):
            import_module(added)
        return self._variants.dispatch(type(value))(value, *arguments, **options)

    def for_others(self, value: object) -> _R:
        """What values of a type without a variant get."""
        return self._variants.dispatch(object)(value)


def by_type(kind: Kind) -> Callable[[Callable[..., _R]], ByType[_R]]:
    """Make a function a table of variants by the type of its first argument."""
    return lambda function: ByType(kind, function)
