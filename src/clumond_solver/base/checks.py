"""Checks of what callers give: by a function, or by the annotations of fields and arguments."""

from __future__ import annotations

import collections.abc
import math
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields
from functools import cache, lru_cache, reduce, wraps
from inspect import signature
from numbers import Real
from operator import call, index
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ParamSpec,
    SupportsFloat,
    SupportsIndex,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from clumond_solver.base.errors import WrongTypeError, shown_value
from clumond_solver.base.numbers import is_finite


def check_type(value: object, type_: type | UnionType | tuple[type, ...], needed: str) -> None:
    """WrongTypeError with the text ``needed`` unless the value is of the type.

    >>> check_type("6", int, "a seed")
    Traceback (most recent call last):
    clumond_solver.base.errors.WrongTypeError: a seed is needed, not '6' (str)
    """
    if not isinstance(value, type_):
        raise wrong_type(value, needed)


# What may stand at the beginning of a file, and after a symbol, without a meaning.
_NO_MEANING = re.compile(r"^\s*\ufeff|[\ufe0e\ufe0f]")


def as_text(value: object, needed: str) -> str:
    """A text without a byte order mark and variation selectors; WrongTypeError for other types.

    >>> as_text("\ufeff♠\ufe0eAK", "a hand's text")
    '♠AK'
    """
    if not isinstance(value, str):
        raise wrong_type(value, needed)
    return value if value.isascii() else _NO_MEANING.sub("", value)


def as_float(value: object, needed: str) -> float:
    """Convert a number to a float, infinite if too large; WrongTypeError for anything else.

    >>> as_float(2, "a weight")
    2.0
    """
    if not isinstance(value, SupportsFloat | SupportsIndex):
        raise wrong_type(value, needed)
    try:
        return float(value)
    except OverflowError:
        return math.inf


def as_int(value: object, needed: str) -> int:
    """Convert a whole number of Python or NumPy to an int; WrongTypeError for anything else.

    >>> as_int(True, "a number of tricks")
    1
    """
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise wrong_type(value, needed) from None


def as_tuple(values: Any, needed: str) -> tuple[Any, ...]:
    """The items of an iterable; WrongTypeError for anything else.

    >>> as_tuple([1, 2], "numbers")
    (1, 2)
    """
    try:
        return tuple(values)
    except TypeError:
        raise wrong_type(values, needed) from None


#: The test of a value, and what is needed in words.
_Check = tuple[Callable[[Any], bool], str]

#: Annotates an int that may be a fraction, but is finite: a score.
FINITE = object()


def check_fields(
    class_: type, value: object, players: int = 0, known: Collection[str] = ()
) -> None:
    """WrongTypeError for the first field of a dataclass whose value its annotation does not allow.

    Fields that a subclass adds are its own to check, and those ``known`` to be right are not.

    ``Annotated[int, allowed]`` allows the numbers of a range, ``Annotated[tuple[…], allowed]``
    the lengths in a container; ``allowed`` may be a function that makes it from the number of
    ``players``. Dataclasses that the core reads check their fields with this when they are made.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Taken:
    ...     tricks: Annotated[tuple[Annotated[int, range(14)], ...], lambda players: [players]]
    >>> check_fields(Taken, Taken((1, 2)), players=3)
    Traceback (most recent call last):
    clumond_solver.base.errors.WrongTypeError: Taken.tricks: a tuple of 3 (each a whole number \
from 0 to 13) is needed, not (1, 2) (tuple)
    """
    for name, fits, needed in _checks(class_, players):
        given = getattr(value, name)
        if name not in known and not fits(given):
            raise wrong_type(given, f"{type(value).__name__}.{name}: {needed}")


_Given = ParamSpec("_Given")

_Answer = TypeVar("_Answer")


def checked(function: Callable[_Given, _Answer]) -> Callable[_Given, _Answer]:
    """Decorate a function so that it checks the types of its arguments by its annotations.

    WrongTypeError names the first argument that is wrong. A check takes about a microsecond, so
    what is called by the thousand checks its own arguments.

    >>> from collections.abc import Collection
    >>> @checked
    ... def lead(cards: Collection[str], seat: int = 0) -> int:
    ...     return len(cards) + seat
    >>> lead(["SA"], seat=1)
    2
    >>> lead("SA")
    Traceback (most recent call last):
    clumond_solver.base.errors.WrongTypeError: cards: a collection (each a str) is needed, \
not 'SA' (str)
    """

    @wraps(function)
    def with_checks(*args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        by_place, by_name = _checks_of_arguments(function)
        for value, (name, fits, needed) in zip(args, by_place, strict=False):
            if not fits(value):
                raise wrong_type(value, f"{name}: {needed}")
        for name, value in kwargs.items():
            fits, needed = by_name.get(name, _ANYTHING)
            if not fits(value):
                raise wrong_type(value, f"{name}: {needed}")
        return function(*args, **kwargs)

    return with_checks


def check_given(function: Callable[..., object], **given: object) -> None:
    """Check some arguments of a function by its annotations, as `checked` does all of them."""
    _, by_name = _checks_of_arguments(function)
    for name, value in given.items():
        fits, needed = by_name[name]
        if not fits(value):
            raise wrong_type(value, f"{name}: {needed}")


@cache
def _checks_of_arguments(
    function: Callable[..., object],
) -> tuple[list[tuple[str, Callable[[Any], bool], str]], dict[str, _Check]]:
    """The checks of the arguments given by place, and of those given by name."""
    hints = get_type_hints(function, include_extras=True)
    parameters = signature(function).parameters.values()
    by_name = {p.name: _check_of(hints.get(p.name, object), 0) for p in parameters}
    by_place = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    return [(name, *by_name[name]) for name in by_place], by_name


@lru_cache
def _checks(class_: Any, players: int) -> list[tuple[str, Callable[[Any], bool], str]]:
    hints = get_type_hints(class_, include_extras=True)
    names = [field.name for field in fields(class_) if field.init]
    return [(name, *_check_of(hints[name], players)) for name in names]


def _check_of(hint: Any, players: int) -> _Check:
    """The check of values that an annotation allows."""
    kind, arguments = get_origin(hint) or hint, get_args(hint)
    if kind is Annotated:
        return _check_of_number_or_length(*arguments[:2], players=players)
    if kind in {Union, UnionType}:
        tests, words = _checks_of_all(arguments, players)
        # One `isinstance` for all classes comes first, since nearly every union includes None.
        classes = tuple(part for part in arguments if _is_plain(part))
        others = (test for test, part in zip(tests, arguments, strict=True) if part not in classes)
        needed = " or ".join(words).replace("True or False or ", "True, False or ")
        return reduce(_either, others, lambda value: isinstance(value, classes)), needed
    if kind is collections.abc.Callable:
        return callable, "a function"
    if kind in _NUMBERS:
        return _NUMBERS[kind]
    return _check_of_class(kind, arguments, players)


def _check_of_class(kind: Any, arguments: tuple[Any, ...], players: int) -> _Check:
    # Type variables and protocols are left to those who use the value.
    if not isinstance(kind, type) or kind is object or getattr(kind, "_is_protocol", False):
        return _ANYTHING
    if issubclass(kind, tuple | frozenset):
        return _check_of_items(kind, arguments, players)
    if kind in _CONTAINERS and arguments:
        return _check_of_container(kind, arguments, players)
    article = "an" if kind.__name__[0] in "AEIOU" else "a"
    needed = "None" if kind is NoneType else f"{article} {kind.__name__}"
    return kind.__instancecheck__, needed


def _is_plain(part: Any) -> bool:
    """Whether a part of a union is a class of which every member is right."""
    return isinstance(part, type) and part not in _NUMBERS and not issubclass(part, tuple)


def _check_of_number_or_length(kind: Any, allowed: Any, *, players: int) -> _Check:
    if allowed is FINITE:
        return is_finite, "a number"
    allowed = allowed(players) if callable(allowed) else allowed
    if isinstance(allowed, range):
        words = f"{allowed.start} to {allowed.stop - 1}"
    else:
        words = " or ".join(map(str, allowed))
    if kind is int:
        return _is_whole_in(allowed), f"a whole number from {words}"
    fits, needed, lengths = *_check_of(kind, players), frozenset(allowed)
    return (
        lambda value: fits(value) and len(value) in lengths,
        needed.replace("a tuple", f"a tuple of {words}", 1),
    )


def _check_of_items(kind: Any, arguments: tuple[Any, ...], players: int) -> _Check:
    """The check of a set, a tuple of any length, or a tuple with a type for each item."""
    if kind is frozenset or arguments[1:] == (...,):
        fits, needed = _check_of(arguments[0], players)
        return (
            lambda value: isinstance(value, kind) and all(map(fits, value)),
            f"a {kind.__name__} (each {needed})",
        )
    parts = arguments or get_type_hints(kind, include_extras=True).values()
    tests, words = _checks_of_all(parts, players)
    return (
        lambda value: (
            isinstance(value, kind) and len(value) == len(tests) and all(map(call, tests, value))
        ),
        f"a {kind.__name__} ({', '.join(words)})",
    )


def _check_of_container(kind: Any, arguments: tuple[Any, ...], players: int) -> _Check:
    """The check of a mapping with its keys and values, or of a sequence with its items."""
    tests, words = _checks_of_all(arguments, players)
    if kind is collections.abc.Mapping:
        needed = f"a mapping (each key {words[0]}, each value {words[1]})"
        return (
            lambda value: (
                isinstance(value, kind)
                and all(tests[0](key) and tests[1](item) for key, item in value.items())
            ),
            needed,
        )
    return (
        # A text is a sequence of texts, but never what is meant.
        lambda value: (
            isinstance(value, kind)
            and not isinstance(value, str | bytes)
            and all(map(tests[0], value))
        ),
        f"a {kind.__name__.lower()} (each {words[0]})",
    )


def _checks_of_all(
    hints: Iterable[Any], players: int
) -> tuple[tuple[Callable[[Any], bool], ...], tuple[str, ...]]:
    tests, words = zip(*(_check_of(hint, players) for hint in hints), strict=True)
    return tests, words


def _is_whole(value: Any) -> bool:
    try:
        index(value)
    except TypeError:
        return False
    return True


def _is_number(value: Any) -> bool:
    return isinstance(value, Real)


_ANYTHING: _Check = (lambda value: True, "anything")

# Numbers and flags of Python or NumPy, which has two names for its flags.
_NUMBERS: dict[Any, _Check] = {
    bool: (
        lambda value: value is False or value is True or type(value).__name__ in {"bool", "bool_"},
        "True or False",
    ),
    int: (_is_whole, "a whole number"),
    float: (_is_number, "a number"),
}

_CONTAINERS = frozenset(
    {collections.abc.Mapping, collections.abc.Sequence, collections.abc.Collection}
)


def _either(test: Callable[[Any], bool], other: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: test(value) or other(value)


def _is_whole_in(allowed: range) -> Callable[[Any], bool]:
    """A test for one of these whole numbers, of Python or NumPy."""
    # Comparing takes half the time of asking the range.
    least, end = allowed.start, allowed.stop

    def fits(value: Any) -> bool:
        try:
            return least <= index(value) < end
        except TypeError:
            return False

    return fits


def path_text(value: object) -> str:
    """A path as a text; WrongTypeError for anything but a path.

    >>> path_text("mine.clumond")
    'mine.clumond'
    """
    if not isinstance(value, str | os.PathLike):
        raise wrong_type(value, "a path")
    path = os.fsdecode(value)
    try:
        if b"\0" not in os.fsencode(path):
            return path
    except UnicodeEncodeError:
        pass
    raise wrong_type(path, "a path of characters that files can be named with")


def check_options(function: Callable[..., object], more: type, given: Mapping[str, object]) -> None:
    """WrongTypeError for an option that a function does not take.

    ``more`` is a `TypedDict` of the options that it takes as ``**options``.
    """
    unknown = given.keys() - more.__annotations__.keys()
    if unknown:
        parameters = signature(function).parameters.values()
        own = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
        raise WrongTypeError(
            f"{function.__name__} has no option {min(unknown)}; there are"
            f" {', '.join([*own, *more.__annotations__])}"
        )


def wrong_type(value: object, needed: str) -> WrongTypeError:
    """The error for a value of the wrong type."""
    return WrongTypeError(f"{needed} is needed, not {shown_value(value)} ({type(value).__name__})")
