"""The engine of each game: its own, or the tree search of any game.

>>> from clumond_solver.games.clubs import ClubsGame
>>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
>>> rated = TreeSearch().rate(View.of(state, state.turn), Effort(iterations=50, games_per_action=4))
>>> rated.best in state.legal_actions, max(rated.values.values()) == rated.values[rated.best]
(True, True)

>>> engine_of("clubs").player(Level("strong"))
EnginePlayer(iterations=4000, calls=32, games_per_action=64, call_iterations=50)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from clumond_solver.base.checks import check_type, checked, wrong_type
from clumond_solver.base.efforts import games_of_any_game
from clumond_solver.base.errors import RuleError
from clumond_solver.base.seeds import other_seed
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.wording import ahead_of
from clumond_solver.games import DEFAULT_GAME
from clumond_solver.games.registry import entry
from clumond_solver.knowledge.views import View
from clumond_solver.results import Choice, Loss
from clumond_solver.rules.actions import Action, PlayKnownCard
from clumond_solver.single_dummy.action_choice import (
    CallComparison,
    check_is_to_act,
    choose_within,
    full_search_of_calls,
)
from clumond_solver.single_dummy.any_game_playouts import GamesAfter
from clumond_solver.single_dummy.clumond.clumond_engine import ClumondEngine
from clumond_solver.single_dummy.engine_protocol import Effort, Engine, OpenValue, Rated, SecondLook
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.levels import CALLS_COMPARED, LEVELS
from clumond_solver.single_dummy.luck import mean, mean_error
from clumond_solver.single_dummy.players import EnginePlayer, Player

# The share of a time limit for the search; the rest is for the games after it.
_SEARCH_SHARE = 0.7
# The calls that are compared in simulated games, and the most cards of them all: 2 s.
_MOST_CALLS_COMPARED, _MOST_CARDS_OF_CALLS = 8, 40_000
#: So many games say that an action is worse.
FEWEST_GAMES = 24
# A searched value is shrunk towards the best one's by this many imaginary visits.
_IMAGINARY_VISITS = 10


@dataclass(frozen=True)
class RatedActions(Rated[Action]):
    """Calls or cards of any game, rated in expected gains less the mean of the others'.

    What people see, ``values``, leaves out the gains of partners, who always gain the same.

    view        what the seat to act has seen.
    chosen      the best of them.
    by_action   the values, in any order.
    complete    whether no time limit cut the work short.
    games       the games after the plays, if there were any.
    comparison  the games after the calls, if there were any.
    """

    view: View
    chosen: Action
    by_action: Mapping[Action, float]
    complete: bool = True
    games: GamesAfter | None = None
    comparison: CallComparison | None = None

    @property
    def best(self) -> Action:
        """The best action."""
        return self.chosen

    @property
    def values(self) -> dict[Action, float]:
        """The values, the best action's first; what looks better does so by luck."""
        values = best_first(self.chosen, self.by_action)
        return {action: self.scale * value for action, value in values.items()}

    @property
    def scale(self) -> float:
        """The factor that turns gains over all others into gains over the other side."""
        players = self.view.layout.players
        return (players - 1) / (players - len(self.side))

    @cached_property
    def side(self) -> Collection[int]:
        """The seat and those who score the same as it whatever is played."""
        if self.comparison is not None:
            return self.comparison.side([*self.by_action])
        play = self.view.play
        if play is None:
            return CallComparison(self.view, seed=0).side_in_play([*self.by_action])
        return {self.view.seat} if play.payoffs is None else play.payoffs.side(self.view.seat)

    @property
    def unit(self) -> str:
        """Points ahead of the others, or of the other side."""
        return f"points {ahead_of(self.view.layout.players, len(self.side) - 1)}"

    @property
    def spread(self) -> float:
        """The standard deviation of a game after the best play, in the units of the values."""
        return 0.0 if self.games is None else self.scale * self.games.spread(self.chosen)

    @property
    def alike(self) -> list[Action]:
        """The plays that games cannot distinguish from the best one."""
        if self.games is None:
            return []
        return self.games.alike(self.chosen, self.by_action)

    def value_of(self, action: Action) -> float:
        """An action's value, or that of the nearest card of its suit, or else of the best action.

        Only one of several equivalent actions is rated.
        """
        check_type(action, Action, "an action")
        by_distance = [(0.0, self.values.get(self.chosen, 0.0))]
        if action in self.by_action:
            by_distance = [(0.0, self.values[action])]
        elif isinstance(action, PlayKnownCard):
            by_distance = [
                (abs(rated.card.rank - action.card.rank), value)
                for rated, value in self.values.items()
                if isinstance(rated, PlayKnownCard)
                and type(rated) is type(action)
                and rated.card.suit is action.card.suit
            ] or by_distance
        return min(by_distance)[1]

    @checked
    def may_be_best(self, action: Action) -> bool:
        """Whether luck may explain that an action seems worse than the best one."""
        if self.comparison is not None:
            return not self.comparison.is_better(self.best, action)
        return action in self.alike or super().may_be_best(action)

    @checked
    def again(self, action: Action, effort: Effort) -> SecondLook[Action] | None:
        """The action beside the best one in games of another seed; None if none can be played."""
        if self.view.play is not None and not (
            effort.games_per_action and GamesAfter.can_be_played(self.view)
        ):
            return None
        best = self.best
        played = compared(self.view, [best, action], replace(effort, seed=other_seed(effort.seed)))
        games = played if isinstance(played, GamesAfter) else None
        comparison = played if isinstance(played, CallComparison) else None
        value = mean(played.gains(best)) if comparison is None else comparison.value(best)
        by_action = {best: value, action: value - played.lead(best, action)}
        rated = RatedActions(self.view, best, by_action, played.complete, games, comparison)
        leads = played.leads(best, action)
        loss = Loss(mean(leads), mean_error(leads)) * rated.scale
        is_worse = played.is_worse(action, best) and len(leads) >= FEWEST_GAMES
        return SecondLook(rated, loss, is_worse)


def best_first(best: Action, values: Mapping[Action, float]) -> dict[Action, float]:
    """The values, the best action's first; what looks better does so by luck."""
    most = values.get(best, math.inf)
    capped = {action: min(value, most) for action, value in values.items()}
    return dict(sorted(capped.items(), key=lambda item: (-item[1], item[0] != best)))


class TreeSearch:
    """The engine for any game."""

    open_value: OpenValue | None = None

    def player(self, level: Level) -> Player:
        """The player of a level."""
        settings = LEVELS[Level(level)]
        return EnginePlayer(
            settings.deals_searched,
            CALLS_COMPARED,
            settings.games_after_a_card,
            settings.iterations_for_a_call,
        )

    @checked
    def search(self, view: View, effort: Effort, also: Collection[Action] = ()) -> Choice[Action]:
        """The choice without games after it; the first of ``also`` is tried in any case."""
        iterations = effort.iterations
        if view.play is None:
            iterations = max(iterations, full_search_of_calls(len(view.legal_actions)))
        must_try = next(iter(also), None)
        return choose_within(view, iterations, effort.deadline, seed=effort.seed, must_try=must_try)

    @checked
    def rate(
        self,
        view: View,
        effort: Effort,
        also: Collection[Action] = (),
        on_choice: Callable[[Action], object] | None = None,
    ) -> RatedActions:
        """The best call or card, by games after all that the search has not ruled out.

        ``also`` are actions that need a value, ``on_choice`` is called with the search's choice.
        """
        check_is_to_act(view)
        has_choice = len(view.legal_actions) > 1
        if view.play is None and effort.games_per_action and has_choice:
            return self._rate_calls(view, effort, also, on_choice)
        by_games = effort.games_per_action > 1 and has_choice and GamesAfter.can_be_played(view)
        share = _SEARCH_SHARE if by_games else 1
        until = Deadline(effort.deadline.seconds_for(share))
        choice = self.search(view, replace(effort, deadline=until), also)
        if on_choice is not None:
            on_choice(choice.action)
        if not has_choice:
            return RatedActions(view, choice.action, {}, choice.complete)
        if not by_games:
            return RatedActions(view, choice.action, _shrunk(choice), choice.complete)
        games = _games(view, effort)
        by_games_after = games.choose_from_all(choice.action, also)
        return RatedActions(
            view,
            by_games_after.action,
            {action: value.value for action, value in by_games_after.values.items()},
            choice.complete and games.complete,
            games,
        )

    def _rate_calls(
        self,
        view: View,
        effort: Effort,
        also: Collection[Action],
        on_choice: Callable[[Action], object] | None,
    ) -> RatedActions:
        """The best call; its figures come from the games that its reason counts."""
        comparison = CallComparison(view, effort.seed)
        until = Deadline(effort.deadline.seconds_for(_SEARCH_SHARE))
        iterations = max(effort.iterations, full_search_of_calls(len(view.legal_actions)))
        # This class's own search would only repeat the one of the comparison.
        has_own_search = type(self).search is not TreeSearch.search
        own = self.search(view, replace(effort, deadline=until), also) if has_own_search else None
        needed = [*also] if own is None else [own.action, *also]
        choice = comparison.choose(iterations, until, needed)
        first = (own or choice).action
        if on_choice is not None:
            on_choice(first)
        calls = sorted(choice.values, key=lambda call: (call != first, -comparison.value(call)))
        calls = [
            *calls[:_MOST_CALLS_COMPARED],
            *(c for c in calls[_MOST_CALLS_COMPARED:] if c in also),
        ]
        # Where a call says how many cards are dealt, no hand has any yet.
        cards = len(calls) * max(1, view.layout.hand_size) * view.layout.players
        games = min(
            games_of_any_game(effort.games_per_action),
            max(2 * FEWEST_GAMES, _MOST_CARDS_OF_CALLS // cards),
        )
        calls = comparison.best_first(calls, games, effort.deadline)
        best = comparison.first_for_hand(calls)
        calls.sort(key=lambda call: call != best)
        worths = (comparison.value(calls[0]) - comparison.lead(calls[0], call) for call in calls)
        # Worse calls were compared in fewer deals, where they may look better by luck.
        values = dict(zip(calls, accumulate(worths, min), strict=True))
        complete = comparison.complete
        return RatedActions(view, calls[0], values, complete, comparison=comparison)


def compared(view: View, actions: Sequence[Action], effort: Effort) -> GamesAfter | CallComparison:
    """Games after these actions only: calls, or plays that games can be played after."""
    if view.play is not None:
        games = _games(view, effort)
        games.choose(actions)
        return games
    comparison = CallComparison(view, effort.seed)
    comparison.compare(actions, games_of_any_game(effort.games_per_action), effort.deadline)
    return comparison


def _games(view: View, effort: Effort) -> GamesAfter:
    games = games_of_any_game(effort.games_per_action)
    return GamesAfter(view, games, seed=effort.seed, deadline=effort.deadline)


def _shrunk(choice: Choice[Action]) -> dict[Action, float]:
    """The values of a search, those of actions visited seldom shrunk towards the best one's."""
    if not choice.values:
        return {}
    best = choice.values[choice.action].value
    values = {
        action: (value.visits * value.value + _IMAGINARY_VISITS * best)
        / (value.visits + _IMAGINARY_VISITS)
        for action, value in choice.values.items()
        if value.visits
    }
    return values | {choice.action: best}


_MEMBERS = "player", "rate", "open_value"
_ANY_GAME: Engine = TreeSearch()
_BY_GAME: dict[str, Engine] = {DEFAULT_GAME: ClumondEngine()}


def use_engine(game: str, engine: Engine) -> None:
    """Let a registered game have an engine of its own; the `Layout` of its states has its name.

    NotationError for a game that is not registered, WrongTypeError for what is no engine, RuleError
    for a game whose states name no game, or another, so that the engine would not be asked.
    """
    made = entry(game).game({})
    if isinstance(engine, type) or not all(hasattr(engine, name) for name in _MEMBERS):
        raise wrong_type(engine, f"an engine, with {', '.join(_MEMBERS)},")
    named = made.deal(0, made.opening()).layout.game
    if named != game:
        raise RuleError(
            f"the Layout of {game}'s states names the game {named!r}: it needs game={game!r}"
        )
    _BY_GAME[game] = engine


def engine_of(game: str) -> Engine:
    """The engine of the game with this name: its own, or the tree search."""
    return _BY_GAME.get(game, _ANY_GAME)
