"""Which call or card to choose, for a seat that sees its own cards only, in any game.

`choose_action` chooses a call or a play for the seat to act, from what that seat has seen alone.
Plays are chosen by information-set Monte Carlo tree search: many deals that agree with the view,
one tree over the public plays, every seat maximising its own gain; simulated games after the plays
may then decide. Calls are compared in the same determinizations: a call is made, the others' calls
are guessed, and a short search from what the seat then sees evaluates the play. The worse half of
the calls is dropped, round after round, until one is left.

>>> from clumond_solver.games.clag.game import ClagGame
>>> state = ClagGame(3).deal(5, ClagGame(3).opening())
>>> choice = choose_action(state, seed=1)
>>> choice.action in state.legal_actions, set(choice.values) == set(state.legal_actions)
(True, True)
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from clumond_solver._core.bits.portable_math import exp, log
from clumond_solver._core.single_dummy.any_game_tree_search import random_playouts, search_moves
from clumond_solver.base.cards import Card, shuffled
from clumond_solver.base.checks import check_type
from clumond_solver.base.efforts import (
    DEFAULT_ITERATIONS,
    ITERATIONS_PER_CALL,
    checked_games,
    checked_iterations,
)
from clumond_solver.base.errors import RuleError
from clumond_solver.base.renamed import renamed
from clumond_solver.base.seeds import as_seed, checked_seed, drawn_seed
from clumond_solver.base.stopping import Deadline
from clumond_solver.knowledge.core_any_game import (
    action_of_move,
    board_of_view,
    core_errors,
    hidden_cards_of,
    payoffs_of,
    play_of,
)
from clumond_solver.knowledge.views import View
from clumond_solver.results import ActionValue, Choice
from clumond_solver.rules.actions import Action, Nominate
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import TrickPlay, as_seat
from clumond_solver.single_dummy.any_game_playouts import FinishedGame, GamesAfter, OpenDeals
from clumond_solver.single_dummy.last_tricks import LastChances
from clumond_solver.single_dummy.luck import PairedGames, mean, relative_score

# The iterations of a search that evaluates a call, and the playouts that evaluate another seat's.
_PLAYOUTS_PER_CALL = 10
# At least this many calls are tried, if legal, however few the iterations.
_FEWEST_CALLS = 32
# Fewer games after a call say less of it than the searches.
_FEWEST_GAMES = 24
# If another seat has more calls than this, its call is guessed at random.
_MOST_CALLS_COMPARED = 8
# Deals drawn at once to compare calls, and of how many the likeliest is taken.
_FEWEST_WORLDS, _WORLDS_FOR_A_LIKELY_ONE = 8, 6
# Deals drawn together with the hidden calls.
_WORLDS = 24
# How often a player is assumed to play for his goal, rather than at random.
_PURPOSEFUL_SHARE = 0.5
# Gains of plays that a search does not tell apart.
_ALIKE = 0.1
_CONTRADICTION = "seat {}'s view contradicts itself"


@renamed(games="games_per_action")
def choose_action(
    source: TrickState | View,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    games_per_action: int = 0,
    seed: int = 0,
    time: float | None = None,
) -> Choice[Action]:
    """Choose a call or a card, in any game, for the seat to act, using only what it has seen.

    The arguments and the errors are those of `choose`. If more calls than ``iterations`` (or than
    32) are legal, only that many are compared, drawn by the seed. Every seat maximises its gain
    less the mean of the others'.
    """
    view = view_of(source)
    check_is_to_act(view)
    checked_iterations(iterations)
    seed = checked_seed(seed)
    checked_games(games_per_action)
    has_choice = len(view.legal_actions) > 1
    by_games = games_per_action > 0 and has_choice and GamesAfter.can_be_played(view)
    deadline = Deadline(time)
    search_until = Deadline(time / 2) if time is not None and by_games else deadline
    search = choose_within(view, iterations, search_until, seed=seed)
    if not by_games:
        return search
    after = GamesAfter(view, games_per_action, seed=seed, deadline=deadline)
    choice = after.choose_from_all(search.action)
    return replace(choice, complete=search.complete and choice.complete)


def choose_within(
    view: View, iterations: int, deadline: Deadline, *, seed: int, must_try: Action | None = None
) -> Choice[Action]:
    """Choose as `choose_action` does, within both limits.

    The call ``must_try`` is tried even if there are too many to try all.
    """
    _check_has_actions(view)
    if len(view.legal_actions) == 1:
        return Choice(view.legal_actions[0], {}, 0)
    if view.play is not None and view.play.face_down:
        raise RuleError("cards are played from the top, unseen: there is nothing to choose")
    if view.play is None:
        also = () if must_try is None else (must_try,)
        return CallComparison(view, seed).choose(iterations, deadline, also)
    if view.play.payoffs is None:
        return HiddenCallsSearch(view, seed).choose(iterations, deadline)
    done, _, values = _search(view, iterations, seed, deadline=deadline)
    return Choice(_best_play(view, values, seed), values, done, complete=done >= iterations)


def full_search_of_calls(calls: int, iterations: int = ITERATIONS_PER_CALL) -> int:
    """The iterations with which each of so many calls has ``iterations`` at least once a round."""
    return iterations * calls * _rounds(calls)


def _rounds(calls: int) -> int:
    """The rounds of a comparison of calls, each of which drops half of them."""
    return max(1, calls.bit_length() - 1)


def check_is_to_act(view: View) -> None:
    """RuleError unless the view's seat is to act."""
    if view.turn is None:
        raise RuleError("the deal is over: there is nothing to choose")
    if view.seat != view.turn:
        raise RuleError(f"it is seat {view.turn}'s turn, not {view.seat}'s")


def _check_has_actions(view: View) -> None:
    if not view.legal_actions:
        raise RuleError(f"seat {view.seat} is to act, but its view has no legal actions")


def view_of(source: TrickState | View, seat: int | str | None = None) -> View:
    """A seat's view: of a state, by default of the seat to act; RuleError for another's view."""
    check_type(source, (TrickState, View), "the state of a deal or a view")
    if isinstance(source, View):
        if seat is not None and as_seat(seat, source.layout.players) != source.seat:
            raise RuleError(f"the view is seat {source.seat}'s, not {seat}'s")
        return source
    return View.of(source, seat)


# Plays.


def _most_visited(values: Mapping[Action, ActionValue]) -> Action:
    return max(values, key=lambda action: (values[action].visits, values[action].value))


def _best_play(view: View, values: Mapping[Action, ActionValue], seed: int) -> Action:
    """The most visited play, or in the last tricks one as good that keeps more chances."""

    def are_alike(first: Action, other: Action) -> bool:
        return abs(values[first].value - values[other].value) <= _ALIKE

    def rank(play: Action) -> tuple[int, float]:
        return -values[play].visits, -values[play].value

    return LastChances.of(view).best(sorted(values, key=rank), are_alike, seed)


def _search(
    view: View, iterations: int, seed: int, *, tree: bool = True, deadline: Deadline | None = None
) -> tuple[int, tuple[float, ...], dict[Action, ActionValue]]:
    """The number of deals searched, the seats' mean gains, and the values of the actions."""
    play = play_of(view)
    with core_errors(_CONTRADICTION.format(view.seat)):
        result = search_moves(
            board_of_view(view),
            payoffs_of(view),
            hidden_cards_of(view),
            iterations,
            seed,
            (deadline or Deadline(None)).stop(checks_signals=True),
            tree=tree and not play.face_down,
        )
    if result is None:
        raise view.contradiction_error()
    done, scores, moves = result
    values: dict[Action, ActionValue] = {
        action_of_move(play.rules, card, named, led): ActionValue(visits, value)
        for card, named, led, visits, value in moves
    }
    return done, scores, values


# Plays where calls are hidden.


class HiddenCallsSearch:
    """Chooses a play where the players' goals depend on calls that the seat has not seen.

    Deals are drawn together with these calls, and weighted by the likelihood of what the others
    played, given the goals that their calls set. Every deal is searched as if its calls were known,
    with iterations in proportion to its weight.
    """

    def __init__(self, view: View, seed: int) -> None:
        self._view = view
        self._seed = seed
        self.worlds = view.sample_worlds(_WORLDS, seed)
        log_likelihoods = [self._log_likelihood(world) for world in self.worlds]
        greatest = max(log_likelihoods)
        weights = [exp(log_likelihood - greatest) for log_likelihood in log_likelihoods]
        self.weights = [weight / math.fsum(weights) for weight in weights]

    def choose(self, iterations: int, deadline: Deadline) -> Choice[Action]:
        """The play with the most visits, summed over all deals."""
        visits: dict[Action, int] = dict.fromkeys(self._view.legal_actions, 0)
        gains = dict.fromkeys(visits, 0.0)
        planned = 0
        for number, (world, weight) in enumerate(zip(self.worlds, self.weights, strict=True)):
            share = round(iterations * weight)
            planned += share
            if share and not (deadline.passed and any(visits.values())):
                values = self._values(world, share, number, deadline)
                for action, value in values.items():
                    visits[action] += value.visits
                    gains[action] += value.visits * value.value
        values = {
            action: ActionValue(count, gains[action] / max(count, 1))
            for action, count in visits.items()
        }
        done = sum(visits.values())
        return Choice(_most_visited(values), values, done, complete=done >= planned)

    def _values(
        self, world: TrickState, iterations: int, number: int, deadline: Deadline
    ) -> dict[Action, ActionValue]:
        seed = as_seed(self._seed + number)
        view = View.of(world, self._view.seat, all_calls=True)
        if view.play is None or view.play.payoffs is None:
            return self._values_by_playouts(world, iterations, random.Random(seed), deadline)
        return _search(view, iterations, seed, deadline=deadline)[2]

    def _values_by_playouts(
        self, world: TrickState, iterations: int, source: random.Random, deadline: Deadline
    ) -> dict[Action, ActionValue]:
        """The values of all actions by random playouts, for games without payoffs."""
        actions = list(self._view.legal_actions)
        values = dict.fromkeys(actions, ActionValue(0, 0.0))
        for number in range(iterations):
            if number and deadline.passed:
                break
            action = actions[number % len(actions)]
            after = world.copy()
            after.push(action)
            gain = relative_score(played_out(after, source), self._view.seat)
            visits, value = values[action].visits + 1, values[action].value
            values[action] = ActionValue(visits, value + (gain - value) / visits)
        return values

    def _log_likelihood(self, world: TrickState) -> float:
        """The logarithm of the likelihood of the others' plays, given the goals of this deal."""
        try:
            goals = world.payoffs.goals
        except RuleError:
            return 0.0
        actual = world.play
        if actual is None:
            return 0.0
        play = actual.rewound()
        total = 0.0
        for played in actual.history:
            goal = goals[played.seat]
            if played.seat != self._view.seat and goal is not None and len(play.legal_plays) > 1:
                wants_trick = play.tricks_taken[played.seat] < goal
                total += log(_chance_of(played.card, play, wants_trick=wants_trick))
            play.push(played.card, named=played.named, led=played.led)
        return total


def _chance_of(card: Card, play: TrickPlay, *, wants_trick: bool) -> float:
    """The chance that a player who wants the trick, or does not, plays a card."""
    legal = tuple(play.legal_plays)
    if play.led is None:
        ranked = play.rules.ranked(play.rules.suit_of(card))
        suits_goal = (2 * ranked.index(card) >= len(ranked)) is wants_trick
        return (1 + _PURPOSEFUL_SHARE if suits_goal else 1 - _PURPOSEFUL_SHARE) / len(legal)
    best = max(play.rules.power(play.led, other) for other in play.trick)
    winning = {other for other in legal if play.rules.power(play.led, other) > best}
    suitable = winning if wants_trick else set(legal) - winning
    purposeful = (card in suitable) / len(suitable) if suitable else 1 / len(legal)
    return _PURPOSEFUL_SHARE * purposeful + (1 - _PURPOSEFUL_SHARE) / len(legal)


def played_out(state: TrickState, source: random.Random) -> Sequence[float]:
    """The scores after the deal is finished at random, in the state itself."""
    while not state.is_over:
        actions = tuple(state.legal_actions)
        state.push(actions[int(source.random() * len(actions))])
    return state.scores


# Calls.


class CallComparison(PairedGames[Action]):
    """Compares a seat's calls by making them in the same determinizations.

    scores    by call the seats' gains in each determinization searched, in the same order.
    games     by call games played in the same deals, one each; none where all pass, or play unseen.
    next      by call the seat's own usual calls after it, if they are the same in every deal.
    complete  whether no deadline has cut the work short.
    """

    def __init__(self, view: View, seed: int) -> None:
        """Prepare to compare calls; RuleError without a legal one."""
        _check_has_actions(view)
        self.scores: dict[Action, list[Sequence[float]]] = {}
        self.games: dict[Action, list[FinishedGame]] = {}
        self.next: dict[Action, tuple[Action, ...]] = {}
        self.complete = True
        self._visits: dict[Action, int] = {}
        self._played: dict[Action, list[Sequence[float]]] = {}
        self._view = view
        self._seed = seed
        self._source = random.Random(seed)
        self._determinizations: list[TrickState] = []
        self._suiting: dict[Action, bool] = {}

    def choose(
        self, iterations: int, deadline: Deadline, also: Collection[Action] = ()
    ) -> Choice[Action]:
        """Halve the calls in each round (sequential halving), by equally many searches.

        ``also`` are tried, but not chosen if they do not suit the hand and another call does.
        """
        remaining = self._calls_to_try(iterations, deadline, also)
        while len(remaining) > 1:
            budget = (iterations - sum(self._visits.values())) // _rounds(len(remaining))
            self._search_on(remaining, budget, deadline)
            remaining = [call for call in remaining if call in self.scores]
            remaining.sort(key=lambda call: -self.value(call))
            remaining = remaining[: len(remaining) // 2]
        values = {
            call: ActionValue(visits, self.value(call)) for call, visits in self._visits.items()
        }
        done = sum(self._visits.values())
        best = self.first_for_hand([*remaining, *sorted(values, key=lambda c: -values[c].value)])
        return Choice(best, values, done, complete=self.complete)

    def first_for_hand(self, calls: Sequence[Action]) -> Action:
        """The first of these calls that suits the hand; if none does, the first."""
        return next(filter(self.suits_hand, calls), calls[0])

    def compare(self, calls: Sequence[Action], games: int, deadline: Deadline) -> None:
        """Play up to so many games after each of these calls: its figures from now on.

        If there is time for a few only, the figures are still those of the searches.
        """
        number = len(self._played.get(calls[0], ()))
        while number < games and not (number and deadline.passed):
            for call in calls:
                self._played.setdefault(call, []).append(self._finished(call, number))
            number += 1
        self.complete &= number >= games
        if number < min(games, _FEWEST_GAMES) and calls[0] in self.scores:
            self._played.clear()
            self.games.clear()

    def best_first(self, calls: Sequence[Action], games: int, deadline: Deadline) -> list[Action]:
        """Play games after these calls, the more the closer to the best, and sort them."""
        order, remaining = [*calls], len(calls)
        for count, share in (games // 2, 1), (games, 2), (2 * games, 4):
            remaining = max(2, len(calls) // share)
            self.compare(order[:remaining], count, deadline)
            order[:remaining] = sorted(order[:remaining], key=self.value, reverse=True)
            if not self.is_close(*order[:2]):
                break
        best, worse = order[:remaining], order[remaining:]
        return [*best, *sorted(worse, key=lambda call: self.lead(order[0], call))]

    def means(self, call: Action) -> list[float]:
        """The seats' mean gains after a call."""
        return list(map(mean, zip(*self._scores(call), strict=True)))

    def side(self, calls: Sequence[Action]) -> set[int]:
        """The seat and its partners: those who score the same in every deal after these calls."""
        own, seats = self._view.seat, range(self._view.layout.players)
        deals = [scores for call in calls for scores in self._scores(call)]
        side = {seat for seat in seats if all(scores[seat] == scores[own] for scores in deals)}
        # Whoever never scores may do so by himself.
        is_partnership = len(side) < len(seats) and any(scores[own] for scores in deals)
        return side if is_partnership else {own}

    def side_in_play(self, calls: Sequence[Action]) -> Collection[int]:
        """The seat and its partners, by the payoffs of a play that one of these calls leads to."""
        worlds = (self._world_after(call, 0) for call in calls)
        state = next((world for world in worlds if world.play is not None), None)
        with suppress(RuleError):
            return {self._view.seat} if state is None else state.payoffs.side(self._view.seat)
        return {self._view.seat}

    def value(self, call: Action) -> float:
        """The seat's mean gain after a call, less the mean of the others'."""
        return mean(self.gains(call))

    def _world_after(self, call: Action, number: int) -> TrickState:
        """The determinization with this number, with the call made and the others' guessed."""
        state = self._determinization(number).copy()
        state.push(call)
        made = len(state.calls_made)
        is_usual = state.play is None and not state.is_over and state.usual_call is not None
        self._finish_calls(state)
        if is_usual:
            self._note_usual(call, state.calls_made[made:])
        return state

    def _note_usual(self, call: Action, after: Sequence[tuple[int, Action]]) -> None:
        own = tuple(later for seat, later in after if seat == self._view.seat)
        self.next[call] = own if self.next.get(call, own) == own else ()

    def suits_hand(self, call: Action) -> bool:
        """Whether the seat's hand is one for this call, as far as the game says."""
        if self._own_deal is None:
            return True
        if call not in self._suiting:
            state = self._own_deal.copy()
            state.push(call)
            self._suiting[call] = state.is_likely(len(state.calls_made) - 1)
        return self._suiting[call]

    def gains(self, call: Action) -> list[float]:
        """What the seat gains more than the others after a call, deal by deal."""
        return [relative_score(scores, self._view.seat) for scores in self._scores(call)]

    def _scores(self, call: Action) -> list[Sequence[float]]:
        return self._played.get(call) or self.scores[call]

    def _finished(self, call: Action, number: int) -> Sequence[float]:
        """The scores of a game after the call, in the determinization with this number."""
        state = self._world_after(call, number)
        if state.is_over:
            return state.scores
        view = View.with_open_hands(state)
        if not GamesAfter.can_be_played(view):
            return played_out(state, self._source)
        deals = OpenDeals(view)
        game = deals.finished(deals.deal(view.held), as_seed(self._seed + number))
        self.games.setdefault(call, []).append(game)
        return game.scores

    def _search_on(self, calls: Sequence[Action], budget: int, deadline: Deadline) -> None:
        """Search after each of the calls equally often more, with so many iterations in all."""
        iterations = min(ITERATIONS_PER_CALL, max(1, budget // len(calls)))
        spent = spent_at_once = 0
        while spent == 0 or spent + spent_at_once <= budget:
            before = spent
            for number, call in enumerate(calls):
                # Calls are compared at least once, however little time there is.
                if deadline.passed and (call in self.scores or number >= _FEWEST_CALLS):
                    self.complete = False
                    continue
                spent += self._search_after(call, iterations)
            spent_at_once = spent - before
            if not self.complete:
                break

    def _search_after(self, call: Action, iterations: int) -> int:
        """Search after the call in one more determinization; return the iterations done."""
        scores = self.scores.setdefault(call, [])
        gains, done = self._scores_in(len(scores), call, iterations)
        scores.append(gains)
        self._visits[call] = self._visits.get(call, 0) + done
        return done

    def _calls_to_try(
        self, iterations: int, deadline: Deadline, also: Collection[Action]
    ) -> list[Action]:
        """The calls to try; some of them at random if there may be no time for all."""
        calls = self.calls_for_hand()
        calls = (*calls, *(call for call in also if call not in calls))
        if len(calls) == 1:  # One call alone is not compared.
            calls = (*calls, next(call for call in self._view.legal_actions if call not in calls))
        most = max(_FEWEST_CALLS, iterations)
        if len(calls) <= (_FEWEST_CALLS if deadline.has_time_limit else most):
            return list(calls)
        drawn = [call for call in shuffled(calls, random.Random(self._seed)) if call not in also]
        return [*(call for call in calls if call in also), *drawn][:most]

    def _scores_in(self, number: int, call: Action, iterations: int) -> tuple[Sequence[float], int]:
        """All seats' gains after the call, in a determinization, and the iterations for that."""
        state = self._world_after(call, number)
        if state.is_over:
            return state.scores, iterations
        seed = as_seed(self._seed + number)
        view = View.of(state, self._view.seat, all_calls=True)
        if view.play is not None and view.play.payoffs is None:
            return played_out(state, self._source), 1
        return _search(view, iterations, seed)[1], iterations

    def _determinization(self, number: int) -> TrickState:
        while number >= len(self._determinizations):
            seed = as_seed(self._seed + len(self._determinizations))
            self._determinizations += self._likely_worlds(
                max(_FEWEST_WORLDS, len(self._determinizations)), seed
            )
        return self._determinizations[number]

    def _likely_worlds(self, count: int, seed: int) -> list[TrickState]:
        """So many deals, or where a game says which calls suit a hand, the likeliest of more."""
        if self._own_deal is None:
            return self._view.sample_worlds(count, seed)

        def unlikely_calls(world: TrickState) -> int:
            calls = enumerate(world.calls_made)
            others = (number for number, (seat, _) in calls if seat != self._view.seat)
            return sum(not world.is_likely(number) for number in others)

        worlds = self._view.sample_worlds(_WORLDS_FOR_A_LIKELY_ONE * count, seed)
        return sorted(worlds, key=unlikely_calls)[:count]

    @cached_property
    def _own_deal(self) -> TrickState | None:
        """A deal with the seat's own hand; None if the game does not say which calls suit it."""
        [world] = self._view.sample_worlds(1, self._seed)
        return None if type(world).is_likely is TrickState.is_likely else world

    def calls_for_hand(self) -> tuple[Action, ...]:
        """The legal calls that suit the seat's hand; all if none does."""
        calls = tuple(self._view.legal_actions)
        return tuple(filter(self.suits_hand, calls)) or calls

    def _finish_calls(self, state: TrickState) -> None:
        """Make the remaining calls as players who see all cards might."""
        while state.play is None and not state.is_over:
            if (usual := state.usual_call) is not None:
                state.push(usual)
                continue
            calls = state.legal_actions
            if all(isinstance(call, Nominate) for call in calls):
                self._nominate_all(state)
            elif len(calls) > _MOST_CALLS_COMPARED:
                state.push(calls[int(self._source.random() * len(calls))])
            else:
                state.push(max(calls, key=lambda call: self._random_gain(state, call)))

    def _nominate_all(self, state: TrickState) -> None:
        """Let the remaining players nominate the tricks that they take in random play."""
        guess = state.copy()
        while guess.play is None:
            guess.push(next(iter(guess.legal_actions)))
        tricks = self._tricks_at_random(guess)
        while state.play is None:
            wanted = tricks[state.seat_to_act]
            calls = [call for call in state.legal_actions if isinstance(call, Nominate)]
            state.push(min(calls, key=lambda call: abs(call.tricks - wanted)))

    def _tricks_at_random(self, state: TrickState) -> Sequence[float]:
        """The tricks by seat when all play at random from here on."""
        view = View.with_open_hands(state)
        if view.play is not None and view.play.payoffs is None:
            played_out(state, self._source)
            return () if state.play is None else state.play.tricks_taken
        with core_errors(_CONTRADICTION.format(view.seat)):
            return random_playouts(board_of_view(view), 1, drawn_seed(self._source))[0]

    def _random_gain(self, state: TrickState, call: Action) -> float:
        """The calling seat's gain when all play at random after its call."""
        seat = state.seat_to_act
        after = state.copy()
        after.push(call)
        self._finish_calls(after)
        if after.is_over:
            return relative_score(after.scores, seat)
        view = View.with_open_hands(after)
        if view.play is not None and view.play.payoffs is None:
            return relative_score(played_out(after, self._source), seat)
        _, scores, _ = _search(view, _PLAYOUTS_PER_CALL, drawn_seed(self._source), tree=False)
        return relative_score(scores, seat)
