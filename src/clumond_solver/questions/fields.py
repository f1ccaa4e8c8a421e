"""The fields of questions: how each parameter is given, on the command line and in JSON.

A parameter belongs to the function in whose signature it stands; a row of `FIELDS` says how it is
read and what it is. From both come the command's options and their help, the fields of files of
questions, and those of the page's questions.

>>> from clumond_solver.double_dummy.table_of_a_deal import solve_deal
>>> parameters_of(solve_deal)["nodes"], FIELDS["nodes"].read("all"), FIELDS["nodes"].read(1000)
(None, None, 1000)
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from inspect import signature
from typing import NamedTuple, TypeVar

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.efforts import MOST_GAMES
from clumond_solver.base.errors import ClumondError, NotationError, shown_value
from clumond_solver.base.numbers import number_up_to, whole_number
from clumond_solver.base.seeds import SEEDS
from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat, parse_declarer
from clumond_solver.games.clumond.play import TRICKS, ParReading, Play, Retention, parse_counts
from clumond_solver.games.clumond.scoring import MOST_CHIPS, Agreement, Prefer, Scoring
from clumond_solver.questions.ask_kinds import Ask, Ending, as_asks
from clumond_solver.results import Limit
from clumond_solver.results.search_results import MOST_NODES
from clumond_solver.single_dummy.level_names import STYLE_NAMES

# Instead of a number of nodes: no limit.
ALL_NODES = "all"
_LONGEST_SHOWN = 60
_MOST_TRICKS, _MOST_NODES = 99, 1 << 62

_Choice = TypeVar("_Choice", bound=StrEnum)
_Value = TypeVar("_Value")


class Field(NamedTuple):
    """How the value of a parameter is given; NotationError for a wrong one.

    read     reads a value of JSON.
    parse    reads a word of the command line; it refuses every word for what only JSON gives.
    help     what it is.
    metavar  the word for a value in the command's help.
    choices  all words that may be given, if they are few.
    """

    read: Callable[[object], object]
    parse: Callable[[str], object]
    help: str
    metavar: str | None = None
    choices: tuple[str, ...] = ()

    @property
    def is_flag(self) -> bool:
        """Whether the option alone says it all."""
        return self.read is _yes_or_no


def parameters_of(function: Callable[..., object]) -> dict[str, object]:
    """The parameters of a function that have a field, with their defaults.

    Those of `IN_PARTS` have their parts instead.
    """
    defaults: dict[str, object] = {}
    for name, parameter in signature(function).parameters.items():
        whole = IN_PARTS.get(name)
        if whole is not None:
            defaults |= {part.name: part.default for part in dataclasses.fields(whole)}
        elif name in FIELDS:
            defaults[name] = parameter.default
    return defaults


def readers_of(function: Callable[..., object]) -> dict[str, Callable[[object], object]]:
    """What reads the function's arguments from JSON, by name."""
    return {name: FIELDS[name].read for name in parameters_of(function)}


def check_not_renamed(given: Iterable[object], known: Collection[str]) -> None:
    """NotationError for an old name of a field that is known by another name here."""
    for name in given:
        new = _RENAMED.get(str(name))
        if new in known:
            raise NotationError(f"the field {name!r} is now called {new!r}", str(name))


def read_field(name: str, value: object, read: Callable[[object], object]) -> object:
    """Read a field's value; NotationError names the field."""
    try:
        return read(value)
    except NotationError as error:
        raise NotationError(f"field {name!r}: {error.reason}", error.text, error.offset) from None
    except ValueError as error:
        if isinstance(error, ClumondError):
            raise
        raise NotationError(f"field {name!r}: no such choice", shown(value)) from None


def shown(value: object) -> str:
    """A value as an error shows it."""
    try:
        text = value if isinstance(value, str) else json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return shown_value(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


# Words of the command line.


def _seed_number(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,20}", word) or int(word) >= SEEDS:
        raise NotationError(f"seed {word!r}: a whole number from 0 to 2**64 - 1", "")
    return int(word)


def _number_of_seconds(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise NotationError(f"{word!r} is not a number of seconds", "") from None


def _nodes_or_all(word: str) -> int:
    return MOST_NODES if word.strip().lower() == ALL_NODES else whole_number(word)


def _players(word: str) -> str | tuple[str, ...]:
    names = tuple(name.strip().lower() for name in word.split(","))
    if not set(names) <= set(STYLE_NAMES) or len(names) not in {1, len(Seat)}:
        reason = f"{word!r}: {', '.join(STYLE_NAMES)}, or three of them with commas"
        raise NotationError(reason, "")
    return names if len(names) > 1 else names[0]


# Values of JSON.


def _from_text(parse: Callable[[str], _Value]) -> Callable[[object], _Value]:
    """A function that reads a text of JSON as ``parse`` does."""

    def read(value: object) -> _Value:
        if not isinstance(value, str):
            raise NotationError("expected a text", shown(value))
        return parse(value)

    return read


def _one_of(words: tuple[str, ...]) -> Callable[[object], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise NotationError(f"expected one of {', '.join(words)}", shown(text))
        return text

    return _from_text(parse)


def whole_number_in(value: object) -> object:
    """The whole number that tables may hold as 10.0 or as a text; any other value unchanged."""
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,20}(\.0*)?\s*", value):
        return int(value.partition(".")[0])
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _up_to(most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        number = whole_number_in(value)
        if type(number) is not int or not 0 <= number <= most:
            raise NotationError(f"expected a whole number, 0 to {most}", shown(value))
        return number

    return read


def _seconds(value: object) -> float:
    try:
        if type(value) not in {int, float, str}:
            raise ValueError
        seconds = float(value)  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        raise NotationError("expected a number of seconds", shown(value)) from None
    Limit(time=seconds)
    return seconds


def _three_counts(value: object) -> tuple[int, ...]:
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list) or len(value) != len(Seat):
        raise NotationError("expected three numbers, forehand's first", shown(value))
    return tuple(_up_to(_MOST_TRICKS)(count) for count in value)


def _node_count(value: object) -> int | None:
    return None if value == ALL_NODES else _up_to(_MOST_NODES)(value)


def _yes_or_no(value: object) -> bool:
    word = str(whole_number_in(value)).strip().lower()
    if word not in {"true", "false", "1", "0"}:
        raise NotationError("expected true or false", shown(value))
    return word in {"true", "1"}


def _asks(value: object) -> tuple[Ask, ...]:
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, list) or not words:
        raise NotationError("expected a list of things to ask", shown(value))
    return tuple(Ask(_one_of(tuple(Ask))(word)) for word in words)


def _styles(value: object) -> str | tuple[str, ...]:
    if isinstance(value, str) and "," in value:
        value = [name.strip() for name in value.split(",")]
    names = value if isinstance(value, list) and len(value) == len(Seat) else [value]
    if not all(isinstance(name, str) and name in STYLE_NAMES for name in names):
        listed = ", ".join(STYLE_NAMES)
        raise NotationError(f"expected one of {listed}, or a list of three of them", shown(value))
    return tuple(map(str, names)) if isinstance(value, list) else str(value)


# The rows.


def _text(parse: Callable[[str], object], help: str, metavar: str | None = None) -> Field:
    return Field(_from_text(parse), parse, help, metavar)


def _choice(of: type[_Choice], help: str) -> Field:
    words = tuple(map(str, of))
    read = _one_of(words)
    return Field(lambda value: of(read(value)), str, help, choices=words)


def _count(most: int, help: str, metavar: str | None = None) -> Field:
    return Field(_up_to(most), whole_number, help, metavar)


_COUNTS = (_three_counts, parse_counts)
#: By name of a parameter.
FIELDS: Mapping[str, Field] = {
    "hand": _text(Hand.parse, "sixteen cards: spades, hearts, diamonds, clubs"),
    "deal": _text(Deal.parse, "the deal"),
    "play": _text(Play.parse, "the point of the play"),
    "seat": _text(Seat.parse, "F, M or R (the dealer); the seats before it have passed"),
    "declarer": _text(parse_declarer, "F, M, R or none"),
    "strain": _text(Strain.parse, "C, H, S, D or NT"),
    "leader": _text(Seat.parse, "the seat on lead (default: by the rules)"),
    "tricks": Field(
        *_COUNTS, "tricks taken so far, if hands have fewer than 16 cards", metavar="F,M,R"
    ),
    "supplementary": Field(*_COUNTS, "supplementary tricks (Four Tens)", metavar="F,M,R"),
    "scoring": _choice(Scoring, "points on paper, the same in every hand, or chips from a pot"),
    "pot": _count(MOST_CHIPS, "chips in the pot, antes included", "CHIPS"),
    "par": _choice(
        ParReading,
        "how tricks off are counted: to the nearest par, or, ten taken from ten tricks or more, to"
        " the code",
    ),
    "tens": _text(
        ExposedTens.parse,
        'exposed tens of the Four Tens variant, such as "F=CD M=H common=S"',
        "PLACES",
    ),
    "prefer": _choice(
        Prefer, "which score the call maximises: yours less the mean of the others', or your own"
    ),
    "style": Field(
        _one_of(STYLE_NAMES),
        str,
        "how you alone play: as an easy, medium or strong player, or fast, as one who follows every"
        " hint; full plays slower games",
        choices=STYLE_NAMES,
    ),
    "opponents": Field(
        _styles,
        _players,
        f"how the two others play: {', '.join(STYLE_NAMES)} (as for style), or three of them for"
        " the seats, such as easy,strong,medium (default: they follow every hint, whatever your"
        " style)",
        "LEVEL",
    ),
    "seed": Field(_up_to(SEEDS - 1), _seed_number, "fixes the answer"),
    "budget": _count(MOST_GAMES, "the most simulated games to play", "GAMES"),
    "time": Field(_seconds, _number_of_seconds, "stop after this long", "SECONDS"),
    "nodes": Field(
        _node_count, _nodes_or_all, "stop each search after this many positions", "COUNT"
    ),
    "every_card": Field(_yes_or_no, _yes_or_no, "show the values of all choices at every card"),
    "misses": Field(_yes_or_no, _yes_or_no, "also how many tricks off declarer ends"),
    "with_help": Field(_yes_or_no, _yes_or_no, "also what can be reached with everybody's help"),
    "ask": Field(_asks, as_asks, "answer only these questions, separated by commas", "WHAT"),
    "keep": _text(Retention.parse, "ask about success with these suits kept, such as CSD", "SUITS"),
    "exactly": Field(
        _up_to(TRICKS),
        number_up_to(TRICKS, "a number of tricks"),
        "ask about exactly this number of tricks in the hand",
        "TRICKS",
    ),
}
# By old name of a field, its new one.
_RENAMED: Mapping[str, str] = {"games": "budget", "call_games": "budget"}
#: The parameters that are given by their parts.
IN_PARTS: Mapping[str, type[Agreement | Limit | Ending]] = {
    "agreement": Agreement,
    "limit": Limit,
    "ending": Ending,
}
