"""The engines of the library: Clumond's own, and the tree search that plays any game.

>>> from clumond_solver.coach.engine_protocol import engine_of
>>> type(engine_of("clumond")).__name__, type(engine_of("clag")).__name__
('ClumondEngine', 'AnyGameEngine')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from clumond_solver.coach.engine_protocol import Task
from clumond_solver.coach.hints import hint_for_action, hint_for_call, hint_for_card
from clumond_solver.coach.reviews import DealReview, HandReview
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.records import Record
from clumond_solver.records.tags import Tags
from clumond_solver.results import Hint, Review
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.players import ClumondPlayer, EnginePlayer
from clumond_solver.single_dummy.styles import (
    CALLS_COMPARED,
    DEALS_SEARCHED,
    GAMES_AFTER_A_CARD,
    GAMES_BEFORE_A_CALL,
    ITERATIONS_FOR_A_CALL,
    Level,
    named_style,
)


class ClumondEngine:
    """Clumond's engine: `advise` for the calls, `choose` for the cards, chances by `rate_cards`."""

    def player(self, level: Level) -> ClumondPlayer:
        """The player of a level."""
        style, iterations = named_style(level)
        return ClumondPlayer(iterations.declarer, GAMES_BEFORE_A_CALL[level], style)

    def hint(self, view: View, task: Task, who: str) -> Hint:
        """The best call, or the best card with chances."""
        if view.play is None:
            return hint_for_call(view, task)
        return hint_for_card(ClumondView.of(view), task, who)

    def review(self, state: TrickState, task: Task) -> Review:
        """A review of the hand, as its players saw it and with all hands open."""
        hand = cast(ClumondState, state)
        return HandReview(self.record(hand, task.players), task, hand.agreement).review()

    def record(self, state: TrickState, players: Sequence[str], tags: Tags = ()) -> Record:
        """The record of the hand, with its calls."""
        return Record.of_hand(cast(ClumondState, state), players=players, tags=tags)


class AnyGameEngine:
    """The engine for any game: a search, and simulated games after the plays it has tried."""

    def player(self, level: Level) -> EnginePlayer:
        """The player of a level."""
        return EnginePlayer(
            DEALS_SEARCHED[level],
            CALLS_COMPARED,
            GAMES_AFTER_A_CARD[level],
            ITERATIONS_FOR_A_CALL[level],
        )

    def hint(self, view: View, task: Task, who: str) -> Hint:
        """The best call or card, with expected gains."""
        return hint_for_action(view, task, who)

    def review(self, state: TrickState, task: Task) -> Review:
        """A review of the deal as its players saw it, or of the task's ``seat`` alone."""
        return DealReview(state, task).review()

    def record(self, state: TrickState, players: Sequence[str], tags: Tags = ()) -> None:
        """None: only Clumond has records."""
