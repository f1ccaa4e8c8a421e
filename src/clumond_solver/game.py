"""The library's games and players, and all that you need to write a game of your own.

docs/rules.md says how.

`register` makes a `Game` known to the command, the page and saved sessions. The game deals a
`TrickState`, which says who may call what, starts the `TrickPlay` under `TrickRules`, and scores
the deal.

>>> play = TrickPlay(TrickRules.plain(2, Suit.HEARTS), [Hand.parse("A..."), Hand.parse(".2..")])
>>> for card in ("SA", "H2"):
...     play.push(card)
>>> play.tricks_taken
(0, 1)
"""

from clumond_solver.base.cards import (
    FULL_PACK,
    PIQUET_PACK,
    Card,
    Chance,
    Hand,
    Pack,
    Rank,
    Strain,
    Suit,
)
from clumond_solver.base.errors import DealError, RuleError
from clumond_solver.display.text.records import score_sheet_text
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.registry import HandAdvice, TableWords, register
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.results import Choice
from clumond_solver.rules.actions import (
    Action,
    Call,
    Declare,
    Give,
    LayAside,
    Nominate,
    Pass,
    PlayCard,
)
from clumond_solver.rules.dealt import DealsGame, DealtState, TotalsGame
from clumond_solver.rules.game import Event, Game, Standing
from clumond_solver.rules.payoffs import Payoffs, PointBand, Settling, points_by_bit
from clumond_solver.rules.states import (
    AsideChoices,
    Fact,
    HandConstraint,
    Layout,
    TrickState,
    card_actions,
)
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.engine_protocol import Effort, Engine, Rated
from clumond_solver.single_dummy.engines import RatedActions, TreeSearch, use_engine
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.players import (
    ClumondPlayer,
    EnginePlayer,
    Player,
    RandomPlayer,
)

__all__ = [
    "FULL_PACK", "PIQUET_PACK", "Action", "AsideChoices", "Call", "Card", "Chance", "Choice",
    "ClabberjassGame", "ClagGame", "ClubsGame", "ClumondGame", "ClumondPlayer", "DealError",
    "DealsGame", "DealtState", "Declare", "Effort", "Engine", "EnginePlayer", "Event", "Fact",
    "Game", "Give", "Hand", "HandAdvice", "HandConstraint", "LayAside", "Layout", "Level",
    "Nominate", "Pack", "Pass", "Payoffs", "PlayCard", "Player", "PointBand", "RandomPlayer",
    "Rank", "Rated", "RatedActions", "RuleError", "Session", "Settling", "Standing", "Strain",
    "Suit", "TableWords", "TotalsGame", "TreeSearch", "TrickPlay", "TrickRules", "TrickState",
    "View", "card_actions", "points_by_bit", "register", "score_sheet_text", "use_engine",
]  # fmt: skip
