"""How much of a hint's effort a review puts into an action, and how much into the rest.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> from clumond_solver.single_dummy.engines import ClumondEngine
>>> view = View.of(ClumondGame().deal(3, ClumondGame().opening()), 0)
>>> part = effort_in_review(ClumondEngine(), view, Effort(games_per_action=96), share=1 / 3)
>>> part and part.games_per_action
32
"""

from __future__ import annotations

import math
from dataclasses import replace

from clumond_solver.knowledge.views import View
from clumond_solver.single_dummy.engine_protocol import Effort, Engine
from clumond_solver.single_dummy.engines import FEWEST_GAMES

#: Games in which the engine replays a reviewed hand: 2 s.
DEFAULT_REPLAYS = 20
#: Positions for a position of a review with all hands open: exact in about the last ten tricks.
REVIEW_NODES = 100_000
# The share of a hint's games after an action whose value is a score, and at least half of so many
# games as say that an action is worse.
_SHARE_OF_GAMES = 1 / 4
# The least iterations for an action of a review that is late.
_FEWEST_ITERATIONS = 100


def effort_in_review(
    engine: Engine, view: View, effort: Effort, share: float, pace: float = 1.0
) -> Effort | None:
    """The part of a hint's effort with which a review rates an action; None to leave it out.

    ``share`` is less than 1 for an engine player's action, ``pace`` for a review that is late.
    """
    if engine.open_value is not None:
        # Chances take all games of a hint, without games none; the deadline sees to the pace.
        games = math.ceil(share * effort.games_per_action)
        return replace(effort, games_per_action=games) if effort.games_per_action else None
    if len(view.legal_actions) < 2:
        return None
    if view.play is None or effort.games_per_action < 2:
        # Calls are searched only, and compared in games if they were costly.
        iterations = min(effort.iterations, int(effort.iterations * pace))
        return replace(effort, iterations=max(_FEWEST_ITERATIONS, iterations), games_per_action=0)
    games = math.ceil(_SHARE_OF_GAMES * pace * share * effort.games_per_action)
    return replace(
        effort,
        iterations=math.ceil(effort.iterations * share),
        games_per_action=max(FEWEST_GAMES // 2, games),
    )
