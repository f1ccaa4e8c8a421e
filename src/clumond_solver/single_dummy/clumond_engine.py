"""Clumond's own engine: `advise` for the calls, `choose_card` and `rate_cards` for the cards.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> state = ClumondGame().deal(3, ClumondGame().opening())
>>> rated = ClumondEngine().rate(View.of(state, state.turn), Effort(call_games=60))
>>> rated.best in state.legal_actions, rated.unit
(True, 'points ahead of the others')
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import cast

from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView, terms_of
from clumond_solver.results import Advice, Bounds, Limit
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.chances import RatedCards, rate_cards
from clumond_solver.single_dummy.players import ClumondPlayer
from clumond_solver.single_dummy.proofs import proof_at, sure_plan
from clumond_solver.single_dummy.rated import Effort, Rated
from clumond_solver.single_dummy.styles import GAMES_BEFORE_A_CALL, Level, named_style


@dataclass(frozen=True)
class RatedCall(Rated[Action]):
    """The call that `advise` advises."""

    view: View
    advice: Advice
    complete: bool

    @property
    def best(self) -> Action:
        """The call advised."""
        return self.advice.action

    @property
    def values(self) -> dict[Action, float]:
        """The relative scores of the calls."""
        return self.advice.values

    @property
    def unit(self) -> str:
        """Points or chips ahead of the others."""
        return f"{terms_of(self.view).agreement.scoring.unit} ahead of the others"

    def others(self, best: Action) -> list[Action]:
        """Passing, or declaring the best strain."""
        return [Declare(self.advice.best) if best == Pass() else Pass()]


class ClumondEngine:
    """Clumond's own engine."""

    def player(self, level: Level) -> ClumondPlayer:
        """The player of a level."""
        style, iterations = named_style(level)
        return ClumondPlayer(iterations.declarer, GAMES_BEFORE_A_CALL[level], style)

    def open_value(
        self, state: TrickState, seat: int, limit: Limit, solver: Solver | None = None
    ) -> Bounds:
        """Bounds on the seat's miss."""
        play, solver = cast(Play, state.play), solver or Solver()
        # The verdict takes far less time than the size of the miss.
        verdict = solver.verdict(play, seat=Seat(seat), limit=limit)
        if verdict:
            return 0, 0
        low, high = solver.miss(play, seat=Seat(seat), limit=limit)
        return (low if verdict is None else max(low, 1)), high

    def effort_in_review(
        self, view: View, effort: Effort, share: float, pace: float = 1.0
    ) -> Effort | None:
        """The games of a hint, without games none; the deadline sees to the pace."""
        return replace(effort, games=math.ceil(share * effort.games)) if effort.games else None

    def rate(
        self,
        view: View,
        effort: Effort,
        also: Collection[Action] = (),
        on_choice: Callable[[Action], object] | None = None,
    ) -> RatedCall | RatedCards:
        """The best call by its value, or the best card by its chance."""
        if view.play is None:
            return self._rate_calls(view, effort)
        seen = ClumondView.of(view)
        sure = sure_plan(seen) if proof_at(seen) else None
        cards = [card for card in also if isinstance(card, PlayCard)]
        cards += [PlayCard(card) for card in sure.cards][:1] if sure else []
        rated = rate_cards(
            seen,
            iterations=effort.iterations,
            games=effort.games,
            seed=effort.seed,
            also=cards,
            opponents=effort.opponents,
            deadline=effort.deadline,
            threads=effort.threads,
            on_choice=on_choice,
        )
        return replace(rated, sure=sure)

    def _rate_calls(self, view: View, effort: Effort) -> RatedCall:
        advice = advise(
            view.held[view.seat],
            seat=Seat(view.seat),
            agreement=terms_of(view).agreement,
            opponents=effort.opponents,
            budget=effort.call_games,
            seed=effort.seed,
            time=effort.deadline.seconds_for(1),
            threads=effort.threads,
        )
        return RatedCall(view, advice, advice.complete)
