"""Clumond: what a hand is worth, what can be forced, and where a played hand turned.

Where to start; `help` of a name says more:

Hand, Deal, Play        cards, the three hands of a deal, a point of the play, by `parse`
advise, quick_estimate  is this hand worth declaring, or in another game what to call?
choose, hint            the best call or card of the seat to act; its value, and why (any game)
estimate                how often a hand succeeds as declarer, estimate_undeclared what it scores
estimate_scores         what a deal will score (any game)
Solver, solve_deal      what can be forced (all hands open)
verify, review          was a hand played by the rules, what did every card cost, what was better?
new_game, Session       Clumond, Clag, Clubs and Clabberjass, deal after deal
answer_many, run_batch  thousands of questions, on all processors
play_match              which player of a game is better, and how surely

`clumond_solver.results` has the types of the engines' results, `clumond_solver.practice` those of
hints and reviews, puzzles and calls to judge, `clumond_solver.game` games, players, and what a game
of one's own needs. A name's module is loaded when the name is first used, so that the import is
quick.

>>> from clumond_solver import Card, Suit
>>> Card.parse("C2").suit is Suit.CLUBS
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from clumond_solver.base.values import Drawable as _Drawable
from clumond_solver.base.values import Shown as _Shown
from clumond_solver.base.version import __version__ as __version__

if TYPE_CHECKING:
    from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
    from clumond_solver.base.errors import (
        BatchError,
        ClumondError,
        DealError,
        IllegalPlayError,
        MissingExtraError,
        NotationError,
        RecordError,
        RuleError,
        SearchError,
        SessionError,
        WrongTypeError,
    )
    from clumond_solver.base.stopping import Stopper, in_thread
    from clumond_solver.batch.matches import play_match
    from clumond_solver.batch.run import answer_many, run_batch
    from clumond_solver.coach.advice import advise
    from clumond_solver.coach.hints import hint
    from clumond_solver.coach.reviews import review
    from clumond_solver.double_dummy.solver import Solver
    from clumond_solver.double_dummy.table_of_a_deal import solve_deal, solve_retentions
    from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat, deals
    from clumond_solver.games.clumond.play import ParReading, Play, Retention
    from clumond_solver.games.clumond.scoring import Agreement, Prefer, Scoring
    from clumond_solver.games.registry import new_game
    from clumond_solver.games.sessions import Session
    from clumond_solver.knowledge.clumond_views import ClumondView
    from clumond_solver.knowledge.views import View
    from clumond_solver.questions.ask_kinds import Ask, Ending
    from clumond_solver.questions.kinds import (
        AdviseQuestion,
        RetentionsQuestion,
        SolveQuestion,
        TableQuestion,
    )
    from clumond_solver.records import Record, parse_records, read_records, verify, write_records
    from clumond_solver.results import Limit
    from clumond_solver.rules.actions import parse_action
    from clumond_solver.rules.game import Game
    from clumond_solver.single_dummy.choose_and_estimate import (
        choose,
        estimate,
        estimate_scores,
        estimate_undeclared,
    )
    from clumond_solver.single_dummy.clumond.proofs import prove
    from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
    from clumond_solver.single_dummy.levels import Style


__all__ = [
    "AdviseQuestion", "Agreement", "Ask", "BatchError", "Card", "ClumondError", "ClumondView",
    "Deal", "DealError", "Ending", "ExposedTens", "Game", "Hand", "IllegalPlayError", "Limit",
    "MissingExtraError", "NotationError", "ParReading", "Play", "Prefer", "Rank", "Record",
    "RecordError", "Retention", "RetentionsQuestion", "RuleError", "Scoring", "SearchError", "Seat",
    "Session", "SessionError", "SolveQuestion", "Solver", "Stopper", "Strain", "Style", "Suit",
    "TableQuestion", "View", "WrongTypeError", "advise", "answer_many", "choose", "deals",
    "estimate", "estimate_scores", "estimate_undeclared", "hint", "in_thread", "new_game",
    "parse_action", "parse_records", "play_match", "prove", "quick_estimate", "read_records",
    "review", "run_batch", "solve_deal", "solve_retentions", "verify", "write_records",
]  # fmt: skip

# Hidden from type checkers, which would accept any misspelt name because of `__getattr__`.
if not TYPE_CHECKING:
    # The imports above once more, as a table, so that they load late; a test compares the two.
    _HOMES = {
        "base.cards": "Card Hand Rank Strain Suit",
        "base.errors": "BatchError ClumondError DealError IllegalPlayError MissingExtraError "
        "NotationError RecordError RuleError SearchError SessionError WrongTypeError",
        "base.stopping": "Stopper in_thread",
        "questions.ask_kinds": "Ask Ending",
        "batch.matches": "play_match",
        "questions.kinds": "AdviseQuestion RetentionsQuestion SolveQuestion TableQuestion",
        "batch.run": "answer_many run_batch",
        "coach.advice": "advise",
        "coach.hints": "hint",
        "coach.reviews": "review",
        "double_dummy.solver": "Solver",
        "double_dummy.table_of_a_deal": "solve_deal solve_retentions",
        "games.clumond.deals": "Deal ExposedTens Seat deals",
        "games.clumond.play": "ParReading Play Retention",
        "games.clumond.scoring": "Agreement Prefer Scoring",
        "games.registry": "new_game",
        "games.sessions": "Session",
        "knowledge.views": "View",
        "knowledge.clumond_views": "ClumondView",
        "records": "Record parse_records read_records verify write_records",
        "results": "Limit",
        "rules.actions": "parse_action",
        "rules.game": "Game",
        "single_dummy.choose_and_estimate": "choose estimate estimate_scores estimate_undeclared",
        "single_dummy.clumond.proofs": "prove",
        "single_dummy.clumond.quick_estimate": "quick_estimate",
        "single_dummy.levels": "Style",
    }
    _OTHER_FACES = ("results", "practice", "game")
    _HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        """Load the module of a public name; see PEP 562."""
        if name not in _HOME_OF:
            faces = () if name.startswith("_") else _OTHER_FACES
            modules = [import_module(f"{__name__}.{face}") for face in faces]
            homes = [module.__name__ for module in modules if name in module.__all__]
            hint = f"; {homes[0]} has it" if homes else ""
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
        value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return [*__all__]


def _draw(value: object) -> str:
    """The picture of the value as SVG, which notebooks show."""
    return str(import_module("clumond_solver.display.svg").svg(value).text)


def _text(result: object) -> str:
    """The result in words, as `print` shows it."""
    return str(import_module("clumond_solver.display.text.results").result_text(result))


def _table(result: object) -> str:
    """The result as HTML, which notebooks show."""
    return str(import_module("clumond_solver.display.notebook").html(result))


_Drawable._draw = staticmethod(_draw)
_Shown._as_text = staticmethod(_text)
_Shown._as_html = staticmethod(_table)
