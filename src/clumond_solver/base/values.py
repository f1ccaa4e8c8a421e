"""Base classes of the library's values: hashed alike everywhere, shown, drawn, given as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from textwrap import shorten
from typing import Any, ClassVar, TypeVar, cast
from zlib import crc32

from clumond_solver.base.checks import check_fields, check_type
from clumond_solver.base.enumerations import IntChoice
from clumond_solver.base.errors import ClumondError, UnknownKeyError, shortened, shown_value
from clumond_solver.base.json_data import key_text, to_jsonable
from clumond_solver.base.numbers import plain

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
        keys = ", ".join(map(_written, self._items)) or "no keys at all"
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


def _written(key: object) -> str:
    """A key as one may write it in Python: a pair as a pair of texts."""
    return str(tuple(map(str, key))) if type(key) is tuple else key_text(key)


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


def set_plain_fields(value: Any) -> None:
    """Make the numbers of NumPy in a frozen dataclass's fields ones of Python."""
    for name, given in fields_of(value).items():
        if hasattr(given, "tolist"):
            object.__setattr__(value, name, plain(given))
