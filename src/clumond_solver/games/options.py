"""The options of games: which values they have, and how these are written and read back.

An option has the type of its annotation, however that is spelled, or without one of its default.

>>> def make(hands: "int | None" = None, pace: float = 1.0, sides: Literal[2, 3] = 2): ...
>>> options, members = options_of_signature(make)
>>> for option in options:
...     print(option.name, option.kind, *option.choices)
hands a whole number or none
pace a number
sides a word 2 3
>>> written_option(options[2], members["sides"], 3), option_value(options[2], members["sides"], "3")
('sides=3', 3)
"""

from __future__ import annotations

import inspect
import math
import re
import sys
import typing
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from clumond_solver.base.errors import NotationError, RuleError, shown_value
from clumond_solver.base.numbers import plain
from clumond_solver.base.values import Result

#: A value of an option in texts and forms; its game may get a member of an enumeration instead.
Value = bool | int | float | str | None
#: The values of an option with choices, by their texts.
Members = Mapping[str, Any]
_MOST_DIGITS = 9
_OR_NONE = " or none"
_KINDS: Mapping[frozenset[object], str] = {
    frozenset({bool}): "yes or no",
    frozenset({int}): "a whole number",
    frozenset({float}): "a number",
    frozenset({int, float}): "a number",
    frozenset({str}): "a word",
}
# What would end a word of a saved session, or its line.
_UNSAFE = re.compile(r"[\\%\s\x00-\x1f\x7f\ud800-\udfff]")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")
# A docstring's line about an option: its name, and, two spaces on, its help.
_HELP = re.compile(r"^(\w+) {2,}(\S.*(?:\n {4,}\S.*)*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Option(Result):
    """An option of a game.

    name     the name of the argument of the function that makes the game.
    default  the default value; of choices its text.
    kind     "yes or no", "a whole number", "a number" or "a word"; the last three also "or none".
    help     the meaning in a line.
    choices  the words allowed; empty if any word is.
    """

    _derived = ("default_text",)
    name: str
    default: Value
    kind: str
    help: str = ""
    choices: tuple[str, ...] = ()

    @property
    def default_text(self) -> str:
        """The default as text."""
        return text_of(self.default)

    def read(self, given: Value) -> Value:
        """Return a value, or parse its text; NotationError for a value of another kind."""
        text, kind = text_of(given), self.kind.removesuffix(_OR_NONE)
        if self.choices and text not in self.choices:
            raise NotationError(f"no such {self.name} (use {', '.join(self.choices)})", text)
        if kind != self.kind and text == "none":
            return None
        value = _parsed(text, kind)
        if value is None:
            is_long = kind == "a whole number" and re.fullmatch("-?[0-9]+", text)
            limit = f", of at most {_MOST_DIGITS} digits" if is_long else ""
            raise NotationError(f"{self.name} must be {self.kind}{limit}", text)
        return value


def text_of(value: object) -> str:
    """The text of an option's value."""
    value = plain(value)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    try:
        return str(value)
    except ValueError:  # Python writes no number of thousands of digits.
        return shown_value(value)


def _parsed(text: str, kind: str) -> Value:
    """The value of that kind; None for a text that is none."""
    if kind == "yes or no":
        return {"yes": True, "no": False}.get(text)
    if kind == "a whole number":
        return int(text) if re.fullmatch(rf"-?[0-9]{{1,{_MOST_DIGITS}}}", text) else None
    if kind == "a number":
        with suppress(ValueError):
            return float(text) if math.isfinite(float(text)) else None
        return None
    return text


def option_value(option: Option, members: Members, given: Any) -> Any:
    """The value, or that of a text, as the game gets it; NotationError as from `Option.read`."""
    if isinstance(given, Enum):
        given = _text_of_member(given)
    value = option.read(given)
    return members.get(str(value), value)


def written_option(option: Option, members: Members, value: Any) -> str:
    """The option and its value as a word of a saved session; RuleError if it could not be read."""
    text = next((text for text, member in members.items() if _same(member, value)), text_of(value))
    with suppress(NotationError):
        if _same(members.get(text, value), option_value(option, members, text)):
            return f"{option.name}={_UNSAFE.sub(_escape, text)}"
    raise RuleError(f"{option.name}={shown_value(value)} cannot be saved: it must be {option.kind}")


def _escape(character: re.Match[str]) -> str:
    return f"\\u{ord(character[0]):04x}"


def option_text(word: str) -> str:
    """The text of a value that `written_option` wrote."""
    return _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), word)


def _same(one: object, other: object) -> bool:
    """Whether two values are equal, and both or neither truth values: True equals 1."""
    return one == other and isinstance(plain(one), bool) is isinstance(plain(other), bool)


def option_names(make: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the options that are a function's arguments."""
    return tuple(inspect.signature(make).parameters)


def options_of_signature(
    make: Callable[..., Any], words: Callable[[str], tuple[str, ...]] = lambda name: ()
) -> tuple[tuple[Option, ...], dict[str, Members]]:
    """The options that are a function's arguments, and the members of those with choices.

    ``words`` has the values of an option whose values are texts. RuleError for an argument without
    a default, and for a type whose values have no text that could be read back.
    """
    helps = dict(_HELP.findall(inspect.getdoc(make) or ""))
    options: list[Option] = []
    members: dict[str, Members] = {}
    for name, parameter in inspect.signature(make).parameters.items():
        default = parameter.default
        if default is parameter.empty:
            raise RuleError(f"{name} of {make!r} has no default: every option needs one")
        kind, choices = _kind_and_members(make, parameter)
        if isinstance(default, str) and not isinstance(default, Enum) and not choices:
            choices = {word: word for word in words(name)}
        if choices:
            members[name] = choices
            default = next((text for text, member in choices.items() if member == default), default)
        help_ = " ".join(helps.get(name, "").split())
        options.append(Option(name, default, kind, help_, tuple(choices)))
    return tuple(options), members


def _kind_and_members(
    make: Callable[..., Any], parameter: inspect.Parameter
) -> tuple[str, dict[str, Any]]:
    """The kind of an option, and its values by their texts if it has choices."""
    default = parameter.default
    hint = _evaluated(make, parameter)
    parts = {type(default)} if hint in {Any, object, parameter.empty} else {*_alternatives(hint)}
    is_optional = default is None or NoneType in parts or Literal[None] in parts
    parts -= {NoneType, Literal[None]}
    values = [True, False] if parts == {bool} and is_optional else _listed_values(parts)
    if values and is_optional:
        values.append(None)
    members = {_text_of_member(value): value for value in values}
    if values and len(members) == len(values):
        return "a word", members
    kind = _KINDS.get(frozenset(parts))
    if kind is None or values:
        raise RuleError(
            f"{parameter.name} of {make!r} cannot be saved as text: annotate it as a bool, an int,"
            " a float, a str, an enumeration or a Literal, or as one of these or None"
        )
    return kind + _OR_NONE * is_optional, {}


def _listed_values(parts: set[Any]) -> list[Any]:
    """The values of a Literal, or of an enumeration; none for other types."""
    if parts and all(get_origin(part) is Literal for part in parts):
        return [value for part in parts for value in get_args(part)]
    enumerations = [part for part in parts if isinstance(part, type) and issubclass(part, Enum)]
    # An argument may also take the texts of its enumeration.
    return list(enumerations[0]) if len(enumerations) == 1 and len(parts - {str}) == 1 else []


def _text_of_member(value: Any) -> str:
    if not isinstance(value, Enum):
        return text_of(value)
    return value.value if isinstance(value.value, str) else value.name.lower()


def _evaluated(make: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """The annotation as a type; empty for a name that only type checkers see."""
    names = vars(sys.modules[make.__module__])
    holder = type("Holder", (), {"__annotations__": {"option": parameter.annotation}})
    with suppress(NameError, AttributeError):
        return get_type_hints(holder, names, include_extras=True)["option"]
    return parameter.empty


def _alternatives(hint: Any) -> Iterator[Any]:
    """The types of a union, without what wraps them."""
    if get_origin(hint) is Annotated:
        yield from _alternatives(get_args(hint)[0])
    elif get_origin(hint) in {Union, UnionType}:
        for part in get_args(hint):
            yield from _alternatives(part)
    elif isinstance(hint, typing.NewType):
        yield from _alternatives(hint.__supertype__)
    elif hasattr(hint, "__value__"):
        yield from _alternatives(hint.__value__)
    else:
        yield hint
