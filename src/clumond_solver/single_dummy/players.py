"""Players: functions of a `View`, which is all that they know, and a seed.

Here are the library's engines, Clumond's own and the one for any game, and a random player.

>>> from clumond_solver.games.clubs import ClubsGame
>>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
>>> view = View.of(state, state.turn)
>>> [player(view, 1) in state.legal_actions for player in (EnginePlayer(50), RandomPlayer())]
[True, True]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TYPE_CHECKING

from clumond_solver.base.cards import shuffled
from clumond_solver.base.checks import as_int, check_type
from clumond_solver.base.efforts import ITERATIONS_PER_CALL, checked_games, checked_iterations
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.renamed import renamed
from clumond_solver.base.seeds import source_of
from clumond_solver.base.values import set_plain_fields
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.knowledge.clumond_views import ClumondView, terms_of
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, Nominate
from clumond_solver.rules.states import TrickState

if TYPE_CHECKING:
    from clumond_solver.results import Choice
    from clumond_solver.single_dummy.levels import StyleLike

#: Chooses an action by the view of the seat to act and a seed, 0 to 2**64 - 1, and by nothing else.
#: A player must be picklable to be used in several processes.
Player = Callable[[View, int], Action]

# The deals in which a nomination must fail, where the trumps may be hidden.
_WORLDS = 8


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Chooses among the legal actions, all equally likely."""

    def __call__(self, view: View, seed: int) -> Action:
        """One of the legal actions."""
        check_type(view, View, "a view of the seat to act")
        legal = view.legal_actions
        return legal[int(source_of(seed).random() * len(legal))]


@renamed(games="games_per_action")
@dataclass(frozen=True, slots=True)
class EnginePlayer:
    """A player of any game who acts by `choose_action`.

    iterations        the number of deals searched for a card, 1 or more.
    calls             the most calls compared, drawn at random where more are legal; None for all.
    games_per_action  the number of simulated games after each of the best cards; 0 for none.
    call_iterations   the least number of iterations for each call compared, 1 or more.

    SearchError for numbers out of range.
    """

    iterations: int = 1000
    calls: int | None = None
    games_per_action: int = 0
    call_iterations: int = ITERATIONS_PER_CALL

    def __post_init__(self) -> None:
        set_plain_fields(self)
        checked_iterations(self.iterations)
        if self.calls is not None and as_int(self.calls, "a number of calls") < 1:
            raise SearchError(f"{shown_number(self.calls)} calls: 1 or more")
        checked_games(self.games_per_action)
        checked_iterations(self.call_iterations)

    def __call__(self, view: View, seed: int) -> Action:
        """A call, or a card."""
        return self.choice(view, seed).action

    def choice(self, view: View, seed: int) -> Choice[Action]:
        """The call or card chosen, with the values of all that were compared."""
        from clumond_solver.single_dummy.action_choice import (
            CallComparison,
            check_is_to_act,
            choose_action,
            full_search_of_calls,
        )

        check_type(view, View, "a view of the seat to act")
        check_is_to_act(view)
        iterations = self.iterations
        if view.play is None and len(view.legal_actions) > 1:
            view = replace(view, legal_actions=_calls_that_can_succeed(view, seed))
            calls = CallComparison(view, seed).calls_for_hand()
            view = replace(view, legal_actions=calls)
            if self.calls is not None and len(calls) > self.calls:
                drawn = shuffled(calls, source_of(seed))[: self.calls]
                view = replace(view, legal_actions=tuple(drawn))
            least = full_search_of_calls(len(view.legal_actions), self.call_iterations)
            iterations = max(iterations, least)
        return choose_action(
            view, iterations=iterations, games_per_action=self.games_per_action, seed=seed
        )


def _calls_that_can_succeed(view: View, seed: int) -> tuple[Action, ...]:
    """The legal calls without nominations of fewer tricks than the seat is certain to take."""
    legal = view.legal_actions
    if not any(isinstance(call, Nominate) for call in legal):
        return legal
    sure = min(map(_sure_tricks, view.sample_worlds(_WORLDS, seed), repeat(view.seat)))
    return tuple(c for c in legal if not isinstance(c, Nominate) or c.tricks >= sure) or legal


def _sure_tricks(world: TrickState, seat: int) -> int:
    """How many of the seat's cards win whatever trick they are played to."""
    while world.play is None and world.legal_actions:
        world.push(world.legal_actions[0])
    if world.play is None:
        return 0
    hand = world.play.hands[seat]
    out = [card for card in world.layout.pack if card not in hand]
    return sum(world.play.rules.always_wins(card, out) for card in hand)


@renamed(games="budget")
@dataclass(frozen=True, slots=True)
class ClumondPlayer:
    """Clumond's own engine: `advise` for the call, `choose_card` for the cards.

    iterations  the number of deals searched for a card, 1 or more.
    budget      the budget of `advise` for a call, 0 or more.
    style       how it plays its cards, as a `Style` or by name; None for the strongest.
    """

    iterations: int = 1000
    budget: int = 200
    style: StyleLike | None = None

    def __post_init__(self) -> None:
        from clumond_solver.single_dummy.levels import style_of

        if self.style is not None:
            object.__setattr__(self, "style", style_of(self.style))
        checked_iterations(self.iterations)
        checked_games(self.budget)

    def __call__(self, view: View, seed: int) -> Action:
        """A call, or a card."""
        check_type(view, View, "a view of the seat to act")
        if view.play is None:
            return self._call(view, seed)
        from clumond_solver.single_dummy.clumond.card_choice import choose_card

        seen = ClumondView.of(view)
        return choose_card(seen, iterations=self.iterations, seed=seed, style=self.style).action

    def _call(self, view: View, seed: int) -> Action:
        from clumond_solver.single_dummy.clumond.advice import advise

        agreement, hand = terms_of(view).agreement, view.held[view.seat]
        return advise(
            hand, seat=Seat(view.seat), agreement=agreement, budget=self.budget, seed=seed
        ).action
