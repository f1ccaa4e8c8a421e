"""Clumond: what a hand is worth, what can be forced, and where a played hand turned.

Everything that most users need is importable from here; a name's module is loaded when the name is
first used, so that importing the package costs next to nothing.

>>> from clumond_solver import Card, Suit
>>> Card.parse("C2").suit is Suit.CLUBS
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from clumond_solver.system.drawing import Drawn as _Drawn

if TYPE_CHECKING:
    from clumond_solver.batch.many import advise_many as advise_many
    from clumond_solver.batch.many import solve_many as solve_many
    from clumond_solver.batch.run import run_batch as run_batch
    from clumond_solver.cards import Card as Card
    from clumond_solver.cards import Hand as Hand
    from clumond_solver.cards import Rank as Rank
    from clumond_solver.cards import Strain as Strain
    from clumond_solver.cards import Suit as Suit
    from clumond_solver.double_dummy.solver import Solver as Solver
    from clumond_solver.double_dummy.table_of_a_deal import solve_deal as solve_deal
    from clumond_solver.double_dummy.turning_points import analyse as analyse
    from clumond_solver.errors import BatchError as BatchError
    from clumond_solver.errors import ClumondError as ClumondError
    from clumond_solver.errors import DealError as DealError
    from clumond_solver.errors import IllegalCallError as IllegalCallError
    from clumond_solver.errors import IllegalPlayError as IllegalPlayError
    from clumond_solver.errors import MissingExtraError as MissingExtraError
    from clumond_solver.errors import NotationError as NotationError
    from clumond_solver.errors import RecordError as RecordError
    from clumond_solver.errors import RuleError as RuleError
    from clumond_solver.errors import SearchError as SearchError
    from clumond_solver.games.clumond.deals import Deal as Deal
    from clumond_solver.games.clumond.deals import Seat as Seat
    from clumond_solver.games.clumond.game import ClumondGame as ClumondGame
    from clumond_solver.games.clumond.play import Outcome as Outcome
    from clumond_solver.games.clumond.play import ParReading as ParReading
    from clumond_solver.games.clumond.play import Play as Play
    from clumond_solver.games.clumond.play import Retention as Retention
    from clumond_solver.games.clumond.scoring import Scoring as Scoring
    from clumond_solver.games.clumond.tens import ExposedTens as ExposedTens
    from clumond_solver.records import Record as Record
    from clumond_solver.records import parse_records as parse_records
    from clumond_solver.records import read_records as read_records
    from clumond_solver.records import verify as verify
    from clumond_solver.records import write_records as write_records
    from clumond_solver.results import ActionChoice as ActionChoice
    from clumond_solver.results import ActionValue as ActionValue
    from clumond_solver.results import Advice as Advice
    from clumond_solver.results import Choice as Choice
    from clumond_solver.results import DealTable as DealTable
    from clumond_solver.results import Estimate as Estimate
    from clumond_solver.results import Limit as Limit
    from clumond_solver.results import Reach as Reach
    from clumond_solver.results import ScoreEstimate as ScoreEstimate
    from clumond_solver.results import Solution as Solution
    from clumond_solver.results import TrickRange as TrickRange
    from clumond_solver.rules.game import Session as Session
    from clumond_solver.seen.any_game import View as View
    from clumond_solver.seen.clumond import Knowledge as Knowledge
    from clumond_solver.seen.sampling import sample_deals as sample_deals
    from clumond_solver.single_dummy.advice import advise as advise
    from clumond_solver.single_dummy.any_game import choose_action as choose_action
    from clumond_solver.single_dummy.any_game import estimate_scores as estimate_scores
    from clumond_solver.single_dummy.player import choose as choose
    from clumond_solver.single_dummy.player import estimate as estimate
    from clumond_solver.single_dummy.player import estimate_undeclared as estimate_undeclared
    from clumond_solver.single_dummy.quick_estimate import quick_estimate as quick_estimate

_MODULE_OF = {
    "single_dummy.advice": ("advise",),
    "double_dummy.turning_points": ("analyse",),
    "batch.many": ("advise_many", "solve_many"),
    "batch.run": ("run_batch",),
    "cards": ("Card", "Hand", "Rank", "Strain", "Suit"),
    "games.clumond.deals": ("Deal", "Seat"),
    "double_dummy.solver": ("Solver",),
    "double_dummy.table_of_a_deal": ("solve_deal",),
    "errors": (
        "BatchError",
        "ClumondError",
        "DealError",
        "IllegalCallError",
        "IllegalPlayError",
        "MissingExtraError",
        "NotationError",
        "RecordError",
        "RuleError",
        "SearchError",
    ),
    "single_dummy.any_game": ("choose_action", "estimate_scores"),
    "seen.clumond": ("Knowledge",),
    "single_dummy.quick_estimate": ("quick_estimate",),
    "records": ("Record", "parse_records", "read_records", "verify", "write_records"),
    "results": (
        "ActionChoice",
        "ActionValue",
        "Advice",
        "Choice",
        "DealTable",
        "Estimate",
        "Limit",
        "Reach",
        "ScoreEstimate",
        "Solution",
        "TrickRange",
    ),
    "games.clumond.play": ("Outcome", "ParReading", "Play", "Retention"),
    "games.clumond.game": ("ClumondGame",),
    "games.clumond.scoring": ("Scoring",),
    "games.clumond.tens": ("ExposedTens",),
    "rules.game": ("Session",),
    "seen.sampling": ("sample_deals",),
    "single_dummy.player": ("choose", "estimate", "estimate_undeclared"),
    "seen.any_game": ("View",),
}
_MODULE_OF_NAME = {name: module for module, names in _MODULE_OF.items() for name in names}
__all__ = [*_MODULE_OF_NAME]  # noqa: PLE0604 - names, though not written out a second time


def __getattr__(name: str) -> object:
    """Load the module of a public name; see PEP 562."""
    if name not in _MODULE_OF_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_MODULE_OF_NAME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names."""
    return sorted(_MODULE_OF_NAME)


def _draw(value: object) -> str:
    """Draw a value for a notebook; what draws is loaded when the first picture is asked for."""
    picture: str = import_module("clumond_solver.display.svg").svg(value).text
    return picture


_Drawn.draw = staticmethod(_draw)
