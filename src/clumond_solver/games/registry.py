"""The games of the library by name, with what a table agrees on as plain texts.

>>> game = new_game("clag", {"scheme": "mcleod", "players": "5"})
>>> game.name, describe(game)
('Clag (McLeod)', 'clag players=5 scheme=mcleod restricted=yes')
>>> read_game("clabberjass").players
2
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from clumond_solver.errors import NotationError, RuleError
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clag.game import CallersGame, ClagGame
from clumond_solver.games.clag.schemes import SCHEMES
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.rules.game import Game

Value = bool | int | str | None
CALLERS_SCHEME = "raf"
CLAG_SCHEMES = (*SCHEMES, CALLERS_SCHEME)


def new_game(name: str, options: Mapping[str, str] | None = None) -> Game[Any]:
    """A game by its name: clumond, clag, clubs or clabberjass.

    ``options`` are the fields of the game (`ClumondGame`, `ClagGame`, `CallersGame`, `ClubsGame`)
    as texts: yes or no, whole numbers, names. NotationError for a game or an option that is not
    known, RuleError for an agreement under which no game could be played.
    """
    maker = _MAKERS.get(name)
    if maker is None:
        raise NotationError(f"no such game (use {', '.join(GAMES)})", name)
    values = {each: _value(text) for each, text in (options or {}).items()}
    try:
        return maker(**values)
    except TypeError:
        text = " ".join(f"{each}={text}" for each, text in (options or {}).items())
        raise NotationError(f"{name} has no such option, or not of this kind", text) from None
    except RuleError:
        raise
    except ValueError as error:
        raise NotationError(str(error), name) from None


def describe(game: Game[Any]) -> str:
    """A game's name and options in one line, which `read_game` reads.

    RuleError for a game that is none of the library's, such as one by a scheme of one's own.
    """
    if isinstance(game, CallersGame):
        return f"clag {_options(game)} scheme={CALLERS_SCHEME}"
    if isinstance(game, ClagGame):
        names = [name for name, scheme in SCHEMES.items() if scheme == game.scheme]
        if names:
            return (
                f"clag players={game.players} scheme={names[0]} restricted={_text(game.restricted)}"
            )
    for name, kind in _KINDS.items():
        if isinstance(game, kind):
            return f"{name} {_options(game)}".strip()
    raise RuleError(f"{game.name} is not in the catalogue of games")


def read_game(text: str) -> Game[Any]:
    """The game that `describe` wrote down; errors as of `new_game`."""
    name, *words = text.split() or [""]
    options = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in options:
            raise NotationError("an option reads name=value, and comes once", word)
        options[key] = value
    return new_game(name, options)


def _clag(
    players: int = 4, scheme: str = "foss", restricted: bool = True, hands: int | None = None
) -> Game[Any]:
    if scheme == CALLERS_SCHEME:
        return CallersGame(players, 12 if hands is None else hands, restricted)
    if scheme not in SCHEMES:
        raise NotationError(f"no such scheme (use {', '.join(CLAG_SCHEMES)})", str(scheme))
    if hands is not None:
        raise RuleError(f"{hands} deals: the scheme {scheme} fixes how many there are")
    return ClagGame(players, SCHEMES[scheme], restricted)


_KINDS: dict[str, type[Any]] = {
    "clumond": ClumondGame,
    "clubs": ClubsGame,
    "clabberjass": ClabberjassGame,
}
GAMES = ("clumond", "clag", "clubs", "clabberjass")
_MAKERS: dict[str, Callable[..., Game[Any]]] = {**_KINDS, "clag": _clag}


def _options(game: Any) -> str:
    return " ".join(f"{each.name}={_text(getattr(game, each.name))}" for each in fields(game))


def _text(value: Value) -> str:
    if value is None:
        return "none"
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"


def _value(text: str) -> Value:
    if text in {"yes", "no", "none"}:
        return {"yes": True, "no": False, "none": None}[text]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text
