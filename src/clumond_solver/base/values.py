"""Base classes and checks for all of the library's values.

>>> class Size(IntChoice):
...     SMALL = 0
...     LARGE = 1
>>> Size.SMALL, f"{Size.LARGE!s:>6}", "xy"[Size.LARGE], bool(Size.SMALL), Size.SMALL < Size.LARGE
(Size.SMALL, ' large', 'y', True, True)
"""

from __future__ import annotations

import collections.abc
import json
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum, EnumType, StrEnum
from functools import cache, lru_cache, reduce, wraps
from inspect import signature
from numbers import Real
from operator import add, call, index
from textwrap import shorten
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    ParamSpec,
    SupportsFloat,
    SupportsIndex,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)
from zlib import crc32

from clumond_solver.base.errors import (
    ClumondError,
    RuleError,
    UnknownKeyError,
    WrongTypeError,
    shortened,
    shown_number,
    shown_value,
)

#: Called between steps of a long call as ``progress(done, total)``.
ProgressCallback = Callable[[int, int], None]
#: The same, where ``total`` is None if it is unknown.
StreamProgressCallback = Callable[[int, int | None], None]


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


Key = TypeVar("Key")
Value_co = TypeVar("Value_co", covariant=True)


class FrozenMap(Mapping[Key, Value_co]):
    """An immutable mapping that can be hashed, copied and pickled, and equals a dict.

    Whatever a function takes for a key finds it: a text for a card, a suit for a strain. For a key
    that it lacks it raises UnknownKeyError, which is a KeyError.

    >>> table = FrozenMap({"C": 3, "D": 0})
    >>> table, table == {"D": 0, "C": 3}, len({table, FrozenMap(dict(table))})
    ({'C': 3, 'D': 0}, True, 1)
    >>> from clumond_solver.base.cards import Strain, Suit
    >>> tricks = FrozenMap({Strain.CLUBS: 3, Strain.NO_TRUMPS: 0})
    >>> tricks["clubs"], tricks[Suit.CLUBS], tricks["NT"], "hearts" in tricks
    (3, 3, 0, False)
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[Key, Value_co]) -> None:
        check_type(items, Mapping, "a mapping")
        self._items = dict(items)

    def __getitem__(self, key: Key) -> Value_co:
        try:
            return self._items[key]
        except (KeyError, TypeError):
            return self._items[self._key_meant(key)]

    def _key_meant(self, given: object) -> Key:
        """The key that is given in another form."""
        try:
            key: Any = _as_key(given, tuple(self._items))
        except UnknownKeyError:
            raise
        except ClumondError as error:
            raise UnknownKeyError(str(error)) from None
        if _is_hashable(key) and key in self._items:
            return cast(Key, key)
        keys = ", ".join(map(_key_text, self._items)) or "no keys at all"
        raise UnknownKeyError(f"no {shown_value(given)} here; there are {shortened(keys, 120)}")

    def __iter__(self) -> Iterator[Key]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        """A hash of the keys and values that does not depend on their order."""
        return hash(frozenset((key, _stable(value)) for key, value in self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


def _as_key(given: Any, keys: Sequence[Any]) -> Any:
    """Convert to the type of the keys: text, a namesake of another enumeration, and pairs."""
    kind: Any = type(keys[0]) if keys else object
    if issubclass(kind, tuple) and isinstance(given, tuple | list):
        columns = zip(*keys, strict=True) if len(given) == len(keys[0]) else ()
        return tuple(map(_as_key, given, columns))
    if hasattr(kind, "_key_among"):
        return kind._key_among(given, keys)
    if isinstance(given, kind) or not isinstance(given, str | IntChoice):
        return given
    if issubclass(kind, IntChoice):
        return kind(given)
    return kind.parse(given) if isinstance(given, str) and hasattr(kind, "parse") else given


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


class StableHash:
    """Base of frozen dataclasses whose hash is the same in all processes.

    Python's own hashes of texts, and of None, differ between processes.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Set the hash on the class itself, so that `dataclass` does not replace it."""
        super().__init_subclass__()
        cls.__hash__ = _stable_hash  # type: ignore[assignment]


# Stands in for None: any number that is rare in fields.
_NONE = 0x5EED


def _stable_hash(value: Any) -> int:
    class_: Any = type(value)
    return hash(tuple([_stable(getattr(value, name)) for name in _field_names(class_)]))


@cache
def _field_names(class_: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(class_))


def _stable(value: object) -> object:
    if value is None:
        return _NONE
    if isinstance(value, str):
        return crc32(value.encode("utf-8", "surrogatepass"))
    return tuple(map(_stable, value)) if isinstance(value, tuple) else value


class Result(StableHash):
    """Base of the library's results: frozen, with frozen mappings; `to_dict` gives data for JSON.

    Results can be copied and pickled.
    """

    __slots__ = ()
    _mappings: ClassVar[tuple[str, ...]] = ()
    #: What `to_dict` has besides the fields: properties, and methods that need no argument.
    _derived: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Find the fields that are mappings; annotations are texts throughout the package."""
        super().__init_subclass__()
        annotated = cls.__annotations__.items()
        cls._mappings = tuple(name for name, text in annotated if text.startswith("Mapping["))

    def __post_init__(self) -> None:
        check_fields(type(self), self)
        for name in self._mappings:
            object.__setattr__(self, name, FrozenMap(getattr(self, name)))

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data for JSON, in the library's notation.

        Cards, hands, seats, strains … become texts, also as keys; a key that is a pair becomes two
        texts with a blank between them. Infinity and NaN, which JSON lacks, become None.

        >>> from clumond_solver.results import TrickRange
        >>> TrickRange(fewest=(2, 2), most=(5, 6)).to_dict()
        {'fewest': [2, 2], 'most': [5, 6]}
        """
        derived = ((name, getattr(self, name)) for name in self._derived)
        values = {name: value() if callable(value) else value for name, value in derived}
        return {name: to_jsonable(value) for name, value in (fields_of(self) | values).items()}


# The most characters of a `repr`.
_REPR_WIDTH = 100


class Drawable:
    """A value that has a picture: notebooks call `_repr_svg_`.

    The package sets ``_draw`` when it is imported.
    """

    __slots__ = ()
    _draw: ClassVar[Callable[[object], str]]

    def _repr_svg_(self) -> str:
        return Drawable._draw(self)


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
        first, _, _ = str(self).partition("\n\n")
        return f"<{type(self).__name__}: {shorten(first, _REPR_WIDTH)}>"

    def _repr_html_(self) -> str:
        return Shown._as_html(self)


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a dataclass by name."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


def to_jsonable(value: object) -> Any:
    """Convert a value, and everything in it, to data for JSON; see `Result.to_dict`."""
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {_key_text(key): to_jsonable(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_jsonable(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or (isinstance(value, int) and not isinstance(value, IntChoice)):
        return value
    return to_jsonable(plain(value)) if hasattr(value, "tolist") else str(value)


def plain(value: Any) -> Any:
    """A number, truth value or array of NumPy as one of Python; other values as they are.

    Python's own alone look the same in every text: JSON, `repr`, a saved session.
    """
    return value.tolist() if hasattr(value, "tolist") else value


def set_plain_fields(value: Any) -> None:
    """Make the numbers of NumPy in a frozen dataclass's fields ones of Python."""
    for name, given in fields_of(value).items():
        if hasattr(given, "tolist"):
            object.__setattr__(value, name, plain(given))


def json_text(value: object) -> str:
    """A value that `to_jsonable` converts, as one line of JSON.

    >>> from clumond_solver.base.cards import Card
    >>> json_text({"cards": (Card.parse("HT"), None), "error": float("inf")})
    '{"cards": ["HT", null], "error": null}'
    """
    return json.dumps(to_jsonable(value))


def from_json(text: str | bytes) -> Any:
    """Parse JSON; ValueError also for data that could not be written as JSON again.

    Such data are too deeply nested, or have infinite numbers or lone surrogates.

    >>> from_json('{"total": 1e999}')
    Traceback (most recent call last):
    ValueError: Out of range float values are not JSON compliant
    """
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return data


def _key_text(key: object) -> str:
    return " ".join(map(str, key)) if type(key) is tuple else str(key)


def total(numbers: Iterable[float]) -> float:
    """The sum of floats, added one by one: the same on every Python.

    Since Python 3.12 the built-in `sum` compensates for rounding, which changes the last digits.

    >>> total([1e16, 1.0, -1e16])
    0.0
    """
    return reduce(add, numbers, 0.0)


def check_type(value: object, type_: type | UnionType | tuple[type, ...], needed: str) -> None:
    """WrongTypeError with the text ``needed`` unless the value is of the type.

    >>> check_type("S6", IntChoice, "a card")
    Traceback (most recent call last):
    clumond_solver.base.errors.WrongTypeError: a card is needed, not 'S6' (str)
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
    clumond_solver.base.errors.WrongTypeError: Taken.tricks: a tuple of 3, each a whole number \
from 0 to 13 is needed, not (1, 2) (tuple)
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
    clumond_solver.base.errors.WrongTypeError: cards: a collection, each a str is needed, \
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
        return reduce(_either, others, lambda value: isinstance(value, classes)), " or ".join(words)
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
            f"a {kind.__name__}, each {needed}",
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
        needed = f"a mapping from each {words[0]} to {words[1]}"
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
        f"a {kind.__name__.lower()}, each {words[0]}",
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


def is_finite(value: Any) -> bool:
    """Whether a value is a number of Python or NumPy, but not infinite."""
    try:
        return type(value) is int or abs(plain_number(value)) < math.inf
    except TypeError:
        return False


def plain_number(value: Any) -> Any:
    """A number of Python or NumPy as one of Python: JSON has no other."""
    return float(value) if isinstance(value, float) else index(value)


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
