"""Any game of the library as a PettingZoo environment (AEC); extra ``pettingzoo``.

An episode is a game from its first deal to its last, and its agents are the players. With a
standing it is the one deal that comes next in that standing, and its agents are the seats; `seat_0`
sits on the dealer's left. An agent's reward at the end of a deal is its gain in that deal. An
observation is a dictionary of the vector that `episodes` describes, the mask of legal actions, and
the standing between deals. An action is its index in `Game.actions`.
"""

from __future__ import annotations

from typing import Any

from clumond_solver.base.checks import check_given
from clumond_solver.base.errors import RuleError, missing_extra, shown_value
from clumond_solver.games.registry import as_game
from clumond_solver.rules.game import Game, Standing

__all__ = ["env", "raw_env"]


def env(
    game: Game[Any] | str, standing: Standing | None = None, render_mode: str | None = None
) -> Any:
    """The environment of `raw_env`, wrapped so that calls before `reset` are refused.

    PettingZoo's other wrappers would turn the errors of `step` into assertions and lost games.
    """
    environment = raw_env(game, standing, render_mode)
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(environment)


def raw_env(
    game: Game[Any] | str, standing: Standing | None = None, render_mode: str | None = None
) -> Any:
    """An `AECEnv` that plays whole games, or with a ``standing`` single deals in it.

    ``game`` is a game, or its name (and options) for `new_game`. ``render_mode`` "ansi" makes
    `render` return what everybody has seen. The environment can be pickled and copied at any point.
    Its `step` raises RuleError for an unknown or illegal action. RuleError for another render mode,
    MissingExtraError if PettingZoo is not installed.
    """
    check_given(raw_env, standing=standing, render_mode=render_mode)
    if render_mode not in {None, "ansi"}:
        raise RuleError(
            f"render mode {shown_value(render_mode)}: ansi, or None", option="render_mode"
        )
    try:
        from clumond_solver.adapters.pettingzoo_classes import CardGameEnv
    except ImportError as error:
        raise missing_extra("PettingZoo", "pettingzoo") from error
    return CardGameEnv(as_game(game), standing, render_mode)
