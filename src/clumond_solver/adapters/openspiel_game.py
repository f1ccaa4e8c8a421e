"""Any game of the library as an OpenSpiel game written in Python; extra ``openspiel``.

The OpenSpiel game is a whole game from its first deal to its last, or with a standing the one deal
that comes next in it. Chance deals the pack card by card, each remaining card equally likely, so
every node's distribution is explicit; then the players act. An action is its index in
`Game.actions`, and returns are the players' gains at the end.

A player observes the deal under way: as a text (`str` of its `Observation`), and as a tensor of the
vector's parts (see `episodes`) and the standing. The information state adds all earlier deals to
the text, and the table of events to the tensor. Whole games have no information-state tensor, since
it would have to hold every earlier deal.
"""

from __future__ import annotations

import re
from typing import Any

from clumond_solver.base.checks import check_given
from clumond_solver.base.errors import RuleError, missing_extra
from clumond_solver.games.registry import as_game, describe
from clumond_solver.rules.game import Game, Standing

__all__ = ["register_in_openspiel"]


def register_in_openspiel(
    game: Game[Any] | str, standing: Standing | None = None, name: str | None = None
) -> str:
    """Register the game with OpenSpiel, once, and return the name that `load_game` takes.

    ``game`` is a game, or its name (and options) for `new_game`; its games and states can be
    pickled.
    With a ``standing`` the OpenSpiel game is the one deal that comes next, otherwise the whole
    game. By default the name is made of the game's name and all its options, with ``one_deal`` for
    a single deal. Registering the same game by the same name again changes nothing; RuleError if
    another game, or a deal in another standing, has the name. MissingExtraError if OpenSpiel is not
    installed.
    """
    try:
        from clumond_solver.adapters.openspiel_classes import Subject, registered
    except ImportError as error:
        raise missing_extra("OpenSpiel", "openspiel") from error

    check_given(register_in_openspiel, standing=standing, name=name)
    played = as_game(game)
    subject = Subject(played, standing, name or _name(played, standing))
    known = registered(subject)
    if known is None or known.key != subject.key:
        raise RuleError(
            f"OpenSpiel has another game, or a deal in another standing, named {subject.name}:"
            " give this one another name ({option}...)",
            option="name",
        )
    return subject.name


def _name(game: Game[Any], standing: Standing | None) -> str:
    """A name for OpenSpiel; with all options if the game is registered with the library."""
    try:
        description = describe(game)
    except RuleError:
        description = f"{game.name} {game.players}"
    words = ["clumond_solver", *re.findall(r"[a-z0-9]+", description.lower())]
    return "_".join([*words, "one", "deal"] if standing is not None else words)
