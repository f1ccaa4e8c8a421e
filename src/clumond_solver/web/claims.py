"""Whether the rest of a deal is forced, as one player can know it.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> from clumond_solver.rules.game import Session
>>> session = Session(ClumondGame(hands=1), seed=3)
>>> is_forced(View.of(session.state, session.state.turn))
False
"""

from __future__ import annotations

from clumond_solver.errors import ClumondError
from clumond_solver.rules.states import TrickState
from clumond_solver.seen.any_game import View

# Deals imagined, and the actions tried in all of them together, before it is given up.
_WORLDS = 60
_MOST_TRIED = 4000
# Of longer ends hardly any is forced, and trying takes time.
_MOST_TRICKS = 5


class _Open(Exception):
    """Two ways to go on lead to two results, or there are too many ways."""


def is_forced(view: View, seed: int = 0) -> bool:
    """Whether every way to play on, in every deal imagined, brings everybody the same.

    It rests on what the seat has seen alone: the deals agree with its view.
    """
    if view.play is None or not 1 <= view.play.left <= _MOST_TRICKS:
        return False
    tried = 0
    result: tuple[int, ...] | None = None

    def follow(state: TrickState) -> None:
        nonlocal tried, result
        if state.is_over:
            scores = tuple(state.scores)
            if result is not None and scores != result:
                raise _Open
            result = scores
            return
        for action in state.legal_actions:
            tried += 1
            if tried > _MOST_TRIED:
                raise _Open
            state.push(action)
            follow(state)
            state.pop()

    try:
        for world in view.worlds(_WORLDS, seed):
            follow(world)
    except (_Open, ClumondError):
        return False
    return True
