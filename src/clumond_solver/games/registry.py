"""Games by name, with their options, for command line, page and saved sessions alike.

`register` adds a game with its name, its options and the words of its table. The library's own
games call it in the modules of this package, other distributions in the modules that they name as
entry points of the group ``clumond_solver.games``.

>>> game = new_game("clag", {"scheme": "mcleod", "players": "5"})
>>> game.name, describe(game)
('Clag (McLeod)', 'clag players=5 scheme=mcleod restricted=yes')
>>> parse_game("clabberjass").players
2
>>> [f"{option.name}={option.default_text}: {option.help}" for option in entry("clubs").options]
['players=4: 3 or 4.']
"""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import NoneType
from typing import Any, cast

from clumond_solver import games
from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.checks import as_text, check_type, checked, path_text
from clumond_solver.base.errors import ClumondError, NotationError, RuleError
from clumond_solver.base.renamed import renamed
from clumond_solver.base.values import Result
from clumond_solver.games.options import (
    Members,
    Option,
    option_names,
    option_text,
    option_value,
    options_of_signature,
    text_of,
    written_option,
)
from clumond_solver.rules.game import DEAL_HEADS, Game, Standing, check_game
from clumond_solver.rules.states import TrickState

#: From a score sheet's text and its game, the texts of the findings.
CheckSheet = Callable[[str, Game[Any]], Sequence[str]]
#: From a standing and the players' names, the text of the score sheet.
WriteSheet = Callable[[Standing, Sequence[str]], str]
ENTRY_POINTS = "clumond_solver.games"
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")


@renamed(needs="counts_with")
@dataclass(frozen=True, slots=True)
class TableWords(Result):
    """The words that a game shows on its table and score sheet.

    about        a description of the game in two lines, for players who choose a game.
    deal         the word for a deal, such as "hand".
    label        the heading of the score sheet's column that describes a deal, such as "contract".
    options      the words for options, by name, and for their values, by "name=value".
    counts_with  by option, the "name=value" of another option without which it does not count.
    also         other names by which people look for the game.
    """

    about: str = ""
    deal: str = DEAL_HEADS[0]
    label: str = DEAL_HEADS[2]
    options: Mapping[str, str] = field(default_factory=dict)
    counts_with: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    @checked
    def option(self, name: str) -> str:
        """An option in the words of players.

        >>> entry("clag").words.option("restricted"), TableWords().option("four_tens")
        ("dealer's nomination restricted", 'four tens')
        """
        return self.options.get(name, name.replace("_", " "))

    @checked
    def value(self, name: str, value: str) -> str:
        """A value of an option in the words of players.

        >>> entry("clumond").words.value("scoring", "paper")
        'points on paper'
        """
        return self.options.get(f"{name}={value}", value)

    @checked
    def values_of(self, name: str) -> tuple[str, ...]:
        """The values of an option that have words."""
        options = (key.partition("=") for key in self.options)
        return tuple(value for option, _, value in options if value and option == name)


@dataclass(frozen=True, slots=True)
class HandAdvice:
    """How advice on a hand, without a session, takes what a game's own deals leave open.

    A game needs none: by default the hand is put into the session's first deal that fits.

    deal         a function that makes a state in which the holder of the hand is to call, from the
                 game, the hand, the card turned up or None, and the number of calls before; it is
                 asked where no number of a deal is given, and only ``options`` differ from usual.
    turned_help  the help text of the option for the card turned up.
    calls        what the calls before may be, for example.
    options      the names of the game's options that matter for advice.
    """

    deal: Callable[[Game[Any], Hand, Card | None, int], TrickState] | None = None
    turned_help: str = "the card turned up"
    calls: str = "pass,pass"
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered game; see `register`."""

    name: str
    make: Callable[..., Game[Any]]
    options: tuple[Option, ...]
    members: Mapping[str, Members]
    options_of: Callable[[Game[Any]], Mapping[str, Any] | None]
    words: TableWords
    hand_advice: HandAdvice | None
    check_sheet: CheckSheet | None
    write_sheet: WriteSheet | None

    def game(self, given: Mapping[str, Any]) -> Game[Any]:
        """The game with these options; NotationError for unknown options."""
        by_name = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in by_name:
                listed = f"use {', '.join(by_name)}" if by_name else "it has none"
                reason = f"{self.name} has no such option ({listed})"
                raise NotationError(reason, f"{name}={text_of(value)}")
        values = {
            name: option_value(by_name[name], self.members.get(name, {}), value)
            for name, value in given.items()
        }
        try:
            return self.make(**values)
        except ClumondError:
            raise
        except ValueError as error:
            raise NotationError(str(error), self.name) from None

    def described(self, values: Mapping[str, Any]) -> str:
        """The name and the values of options as one line; RuleError for any that has no text."""
        words = [
            written_option(option, self.members.get(option.name, {}), values[option.name])
            for option in self.options
            if option.name in values
        ]
        return " ".join([self.name, *words])


# The package's only mutable global state: the registered games, and the names of the library's own.
_ENTRIES: dict[str, Entry] = {}
_OWN: set[str] = set()


@checked
def register(
    name: str,
    make: Callable[..., Game[Any]],
    *,
    options_of: Callable[[Game[Any]], Mapping[str, Any] | None] | None = None,
    words: TableWords = TableWords(),
    hand_advice: HandAdvice | None = None,
    check_sheet: CheckSheet | None = None,
    write_sheet: WriteSheet | None = None,
) -> None:
    """Register a game by name, for `new_game`, saved sessions and `clumond --game NAME`.

    ``make`` is the game's class, or a function that makes the game. Its arguments are the game's
    options: each needs a default, and a line ``argument  meaning`` in the docstring. ``options_of``
    returns the options of a game that ``make`` made, None for any other game; by default the
    attributes of the same names. ``words`` has the words of the game's table, and lists those that
    an option allows; ``hand_advice`` deals a typed hand, ``check_sheet`` finds what in a score
    sheet on paper contradicts the rules, and ``write_sheet`` writes the sheet of a session's
    standing, given the players' names.
    RuleError for the name of one of the library's games; other names can be registered again.

    >>> from clumond_solver.games.clubs import ClubsGame
    >>> register("three-clubs", lambda: ClubsGame(3), options_of=lambda game: None)
    >>> new_game("three-clubs").players
    3
    """
    if not _NAME.fullmatch(name):
        raise RuleError(f"{name!r} is not a name for a game: small letters, digits and hyphens")
    is_own = __name__ != make.__module__ and make.__module__.startswith(f"{games.__name__}.")
    if not is_own:
        _load_own(name)
    if name in _OWN and _ENTRIES[name].make.__module__ != make.__module__:
        raise RuleError(f"{name} is one of the library's own games")
    options, members = options_of_signature(make, words.values_of)
    new = Entry(
        name,
        make,
        options,
        members,
        options_of or _attributes,
        words,
        hand_advice,
        check_sheet,
        write_sheet,
    )
    _check_saves(new)
    _ENTRIES[name] = new
    if is_own:
        _OWN.add(name)


def names() -> tuple[str, ...]:
    """The registered names: Clumond, the library's other games, then all others."""
    _load_own()
    return tuple(
        sorted(_ENTRIES, key=lambda name: (name not in _OWN, name != games.DEFAULT_GAME, name))
    )


def entry(name: str) -> Entry:
    """The entry of a registered game, by its name or another of `TableWords.also`.

    NotationError for any other name.

    >>> entry("Deal with It!").name
    'clag'
    """
    check_type(name, str, "the name of a game")
    if name not in _ENTRIES:
        _load_own(name)
    if name not in _ENTRIES:
        _load_own()
    for known in _ENTRIES.values():
        if name not in _ENTRIES and _letters(name) in map(_letters, known.words.also):
            return known
    if name not in _ENTRIES:
        # Loaded late: it takes longer than all the rest of a command's start.
        from importlib.metadata import entry_points

        for point in entry_points(group=ENTRY_POINTS, name=name):
            point.load()
    if name not in _ENTRIES:
        raise NotationError(f"no such game (use {', '.join(names())})", name)
    return _ENTRIES[name]


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def load_games(file: str | Path) -> tuple[str, ...]:
    """Run a Python file that registers games; return their names.

    RuleError if it registers none; the file may raise other errors.
    """
    _load_own()
    path = Path(path_text(file))
    before = dict(_ENTRIES)
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise RuleError(f"{file} is not a Python file")
    # Unpickling, such as in other processes, imports classes from their module.
    module = sys.modules[path.stem] = module_from_spec(spec)
    spec.loader.exec_module(module)
    new_names = tuple(name for name, current in _ENTRIES.items() if before.get(name) != current)
    if not new_names:
        raise RuleError(f"{file} registers no game")
    return new_names


def new_game(name: str, options: Mapping[str, Any] | None = None, **more: Any) -> Game[Any]:
    """A game by its name: clumond, clag, clubs, clabberjass, or a name that was registered.

    The game's options, such as "players" or "hands", may stand in the text after the name, in a
    mapping, or as further arguments. A value may also be a text: "yes" or "no", a whole number, or
    a name. NotationError for an unknown game or option, or one that is given twice; RuleError for
    options that allow no game.

    >>> new_game("clag players=3") == new_game("clag", {"players": "3"})
    True
    >>> new_game("clag", players=3).players
    3
    """
    check_type(options, (Mapping, NoneType), "a mapping of options")
    name, *words = as_text(name, "the name of a game, and its options").split() or [""]
    given: dict[str, Any] = {}
    written = [word.partition("=") for word in words]
    for key, equals, value in (
        *((key, equals, option_text(value)) for key, equals, value in written),
        *((key, "=", value) for key, value in ({} if options is None else options).items()),
        *((key, "=", value) for key, value in more.items()),
    ):
        if not equals:
            raise NotationError("an option is name=value, such as players=3", key)
        if key in given:
            raise NotationError("this option comes twice", str(key))
        given[key] = value
    return entry(name).game(given)


def as_game(given: object) -> Game[Any]:
    """Return a game, or make the one that a text names, as `new_game` does.

    WrongTypeError for anything else.
    """
    if isinstance(given, str):
        return new_game(given)
    check_game(given)
    return cast(Game[Any], given)


def name_of(game: Game[Any]) -> str:
    """The name of a registered game; RuleError for any other game."""
    return _entry_and_options(game)[0].name


def words_of(game: Game[Any]) -> TableWords:
    """The words of a game's table; the default words for a game that is not registered."""
    registered = _registered(game)
    return TableWords() if registered is None else registered.words


def is_named(game: Game[Any], name: str) -> bool:
    """Whether a game is the registered one of this name."""
    registered = _registered(game)
    return registered is not None and registered.name == name


def hand_advice_of(game: Game[Any]) -> HandAdvice | None:
    """The game's own way to deal a hand; None if it has none, or not with the game's options."""
    registered = _registered(game)
    if registered is None or registered.hand_advice is None:
        return None
    usual, given = (registered.options_of(made) or {} for made in (registered.make(), game))
    differing = {name for name in {*usual, *given} if usual.get(name) != given.get(name)}
    return registered.hand_advice if differing <= {*registered.hand_advice.options} else None


def sheet_writer_of(game: Game[Any]) -> WriteSheet | None:
    """The writer of the game's score sheet; None if it has registered none."""
    registered = _registered(game)
    return None if registered is None else registered.write_sheet


def _registered(game: Game[Any]) -> Entry | None:
    try:
        return _entry_and_options(game)[0]
    except RuleError:
        return None


def describe(game: Game[Any]) -> str:
    """A game's name and options in one line for `parse_game`.

    RuleError for a game that is not registered, such as Clag with a scheme of your own.
    """
    registered, options = _entry_and_options(game)
    return registered.described(options)


def parse_game(text: str) -> Game[Any]:
    """The game that `describe` wrote as this line; errors as of `new_game`."""
    return new_game(text)


@cache
def _load_own(name: str | None = None) -> None:
    """Import the modules of the library's games, or of one of them, which register them."""
    for module in pkgutil.iter_modules(games.__path__):
        if name in {None, module.name}:
            import_module(f"{games.__name__}.{module.name}{'.game' if module.ispkg else ''}")


def _entry_and_options(game: Game[Any]) -> tuple[Entry, Mapping[str, Any]]:
    _load_own()
    for known in _ENTRIES.values():
        if known.make is type(game) or known.options_of is not _attributes:
            options = known.options_of(game)
            if options is not None:
                return known, options
    raise RuleError(f"{game.name} is not a registered game")


def _attributes(game: Game[Any]) -> Mapping[str, Any]:
    return {name: getattr(game, name) for name in option_names(type(game))}


def _check_saves(entry: Entry) -> None:
    """RuleError unless a session of the game with its default options could be saved."""
    if entry.options_of is _attributes and not isinstance(entry.make, type):
        raise RuleError(f"{entry.name} is made by a function: say its options by options_of")
    try:
        values = entry.options_of(entry.make())
    except AttributeError as error:
        reason = f"an option is an attribute of the game, or options_of has it ({error})"
        raise RuleError(f"{entry.name} could not be saved: {reason}") from None
    if values is not None:
        entry.described(values)
