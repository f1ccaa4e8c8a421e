"""Clumond's engine: `advise` for the calls, `choose_card` and `rate_cards` for the cards.

The chance of a card is the share of games that its player wins if he plays the card and all then
play as well as the engine can. The deals of these games agree with what the player has seen, and
are weighted by how well they explain calls and cards. In an undeclared hand the figure is the
expected score on paper instead.

A search only chooses which cards to compare. Games are then played out after each of these cards,
on the same deals. So more games reduce the error of a figure without shifting it, and the error of
the difference between two cards is smaller than that of either figure.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> state = ClumondGame().deal(3, ClumondGame().opening())
>>> rated = ClumondEngine().rate(View.of(state, state.turn), Effort(budget=60))
>>> rated.best in state.legal_actions, rated.unit
(True, 'points ahead of the others')
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import cast

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.clumond_tree_search import likely_deals
from clumond_solver.base.numbers import total
from clumond_solver.base.seeds import other_seed
from clumond_solver.base.stopping import Deadline, run_jobs
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Outcome, Play
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.knowledge.clumond_views import ClumondView, terms_of
from clumond_solver.knowledge.core_clumond import seat_knowledge
from clumond_solver.knowledge.views import View
from clumond_solver.results import Advice, Bounds, Choice, Limit, Loss
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.calibration import card_correction
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.clumond.playouts import (
    GAMES_PER_JOB,
    Playouts,
    players_of,
    styles_of_others,
)
from clumond_solver.single_dummy.clumond.proofs import (
    SurePlan,
    chances_at,
    proof_at,
    settled_by,
    sure_plan,
)
from clumond_solver.single_dummy.corrections import Correction
from clumond_solver.single_dummy.engine_protocol import Effort, Rated, SecondLook
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.levels import FAST, FULL, LEVELS, role_of, style_of
from clumond_solver.single_dummy.luck import PairedGames, mean, mean_error
from clumond_solver.single_dummy.players import ClumondPlayer

#: How many cards are rated, of those that the search prefers.
CARDS_RATED = 3
#: Deals that are weighted, so that few likely ones are missed; fewer deals are listed, none missed.
CANDIDATE_DEALS = 4096
# Weighted deals do not improve declarer's search, but they make his chances more accurate.
_WEIGHTED = replace(FULL, declarer=replace(FULL.declarer, particles=FULL.defender.particles))


# What a card's figures are: with no declarer, for declarer (True), for a defender.
_UNITS = {
    None: "expected points on paper", True: "chance of success", False: "chance of beating declarer"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RatedCards(Rated[PlayCard], PairedGames[PlayCard]):
    """The values of some cards for their player, by games on the same deals.

    view      what the player has seen.
    choice    the search that chose which cards to rate.
    outcomes  by card rated, touching cards included: the outcomes of the games.
    results   by card rated: what the games brought its player, 1 or 0 in a declared hand (for a
              defender 1 where declarer failed), else his score on paper. Cards rated only on
              request come last.
    complete  whether no time limit cut the search or the games short.
    correction  what makes a chance of a share of games won; None where none was measured.
    settled   by card that settles a declared hand: whether its player then succeeds for certain.
    sure      the plan that declarer can make certain, if it was looked for.
    preferred the card that a first look preferred, if these are the games of a second one.
    """

    is_beyond_luck = True
    view: ClumondView
    choice: Choice[PlayCard]
    outcomes: Mapping[PlayCard, Sequence[Outcome]]
    results: Mapping[PlayCard, Sequence[float]]
    complete: bool
    correction: Correction | None
    settled: Mapping[PlayCard, bool]
    sure: SurePlan | None = None
    preferred: PlayCard | None = None

    @property
    def values(self) -> dict[PlayCard, float]:
        """The value of every card rated, the best first; the search's choice before its equals.

        A card's value is the mean of its games, shrunk towards the mean of all cards by the share
        of luck in the differences, since the best of several would otherwise be too high; chances
        are then calibrated.
        """
        means = {card: mean(results) for card, results in self.results.items() if results}
        middle = mean([means[card] for card in self._compared()] or [0.0])
        real_share = self._real_share
        return {
            card: self._calibrated(middle + real_share * (means[card] - middle), card)
            for card in sorted(means, key=self._order)
        }

    def _calibrated(self, value: float, card: PlayCard) -> float:
        """The calibrated chance of a card; the value itself if it is a score on paper.

        Games alone make nothing certain: unless the card settles the hand, a chance is at least
        that of half a game.
        """
        if card in self.settled:
            return float(self.settled[card])
        if self.outcomes[card][0].declarer is None:
            return value
        least = 0.5 / (len(self.results[card]) + 1)
        share = min(max(value, least), 1 - least)
        return share if self.correction is None else self.correction.chance(share)

    def _compared(self) -> list[PlayCard]:
        """The cards that the search preferred, one of each group of touching ones.

        Cards rated on request are left out: they must not change the values of others.
        """
        rated = (card for card, results in self.results.items() if results)
        return self.choice.representatives(rated)[:CARDS_RATED]

    @property
    def _real_share(self) -> float:
        """The share of the differences between cards that is not luck, 0 to 1; 1 with a proof."""
        if self.choice.proof is not None or self.preferred is not None:
            return 1.0
        leads = [self.leads(*pair) for pair in combinations(self._compared(), 2)]
        means, errors = map(mean, leads), map(mean_error, leads)
        between = total(lead * lead for lead in means)
        luck = total(error * error for error in errors)
        return max(0.0, 1 - luck / between) if between else 1.0

    def _order(self, card: PlayCard) -> tuple[float, float, bool]:
        return -self.settled.get(card, 0.5), -mean(self.results[card]), card != self.choice.action

    @property
    def in_chances(self) -> bool:
        """Whether the values are chances: in a declared hand."""
        return self.view.declarer is not None

    @property
    def unit(self) -> str:
        """What the values are."""
        return _UNITS[self.view.declarer is self.view.seat if self.in_chances else None]

    @property
    def errors(self) -> dict[PlayCard, float]:
        """The standard errors of the values."""
        return {card: self.error(card) for card in self.values}

    def others(self, best: PlayCard) -> list[PlayCard]:
        """The other cards, best first; touching cards count as one."""
        return [card for card in self.choice.representatives(self.values) if card != best]

    def error(self, card: PlayCard) -> float:
        """The standard error of a card's value, 0 if it is settled.

        An imaginary win and loss keep it above 0 otherwise.
        """
        if card in self.settled:
            return 0.0
        results = self.results[card]
        return mean_error([*results, min(0.0, *results), max(1.0, *results)])

    def gains(self, card: PlayCard) -> Sequence[float]:
        """What the games after a card brought its player."""
        return self.results[card]

    @property
    def best(self) -> PlayCard:
        """The card with the highest value; the search's choice if no game was played.

        A card that makes one ending certain comes first: it gives a plan to keep to.
        """
        if self.preferred is not None:
            return self.preferred
        values = self.values
        if self.sure is not None:
            for card in self.choice.representatives(values):
                if card.card in self.sure.cards:
                    return card
        return next(iter(values), self.choice.action)

    def cost(self, card: PlayCard) -> float:
        """What a card cost its player; 0 unless the best card is significantly better."""
        values, best = self.values, self.best
        return values[best] - values[card] if self.is_better(best, card) else 0.0

    def again(self, card: PlayCard, effort: Effort) -> SecondLook[PlayCard]:
        """The card beside the best one in games of another seed."""
        best = self.best
        both = (group for group in self.choice.groups if best in group or card in group)
        outcomes, complete = _games_after(
            self.view, [*both], replace(effort, seed=other_seed(effort.seed))
        )
        rated = replace(
            self,
            outcomes=outcomes,
            results=_results(outcomes, self.view.seat),
            complete=complete,
            preferred=best,
        )
        return SecondLook(rated, rated.loss(card), rated.is_better(best, card))

    def loss(self, card: PlayCard) -> Loss:
        """What a card loses beside the best one, by games that did not choose it."""
        leads, values, best = self.leads(self.best, card), self.values, self.best
        amount, by_games = values[best] - values[card], mean(leads)
        if best in self.settled and card in self.settled:
            return Loss(amount)
        # As far as the correction stretches the difference, it stretches the error.
        stretch = amount / by_games if by_games else 1.0
        return Loss(amount, stretch * mean_error([*leads, *self._imaginary(leads)]))

    def _imaginary(self, leads: Sequence[float]) -> list[float]:
        """A lead each way, which keeps the error of a chance above 0."""
        return [1.0, -1.0] if self.in_chances else []


def rate_cards(
    view: ClumondView,
    effort: Effort,
    also: Collection[PlayCard] = (),
    on_choice: Callable[[PlayCard], object] | None = None,
) -> RatedCards:
    """Rate the cards that a search prefers, by games after each.

    ``also`` are other legal cards to rate. ``on_choice`` is called with the search's choice before
    any game is played. The search gets a third of the time until the deadline; games played by then
    count. RuleError if it is not the seat's turn.

    >>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    >>> rated = rate_cards(ClumondView.of(play, Seat.FOREHAND), Effort(50, games_per_action=10))
    >>> [(str(card), value) for card, value in rated.values.items()]
    [('play H3', 1.0), ('play DA', 0.0), ('play S2', 0.0), ('play S4', 0.0)]
    """
    seconds = effort.deadline.seconds_for(1 / 3)
    choice = choose_card(view, iterations=effort.iterations, seed=effort.seed, time=seconds)
    if on_choice is not None:
        on_choice(choice.action)
    outcomes, complete = _games_after(view, _groups(choice, also), effort)
    return RatedCards(
        view,
        choice,
        outcomes,
        _results(outcomes, view.seat),
        complete=choice.complete and complete,
        correction=card_correction(
            role_of(view.seat, view.declarer),
            view.tricks_left,
            styles_of_others(effort.opponents, view.seat),
        ),
        settled=_settled(view),
    )


def _games_after(
    view: ClumondView, groups: Sequence[Sequence[PlayCard]], effort: Effort
) -> tuple[dict[PlayCard, list[Outcome]], bool]:
    """The games after the cards of each group, on the same deals; and whether time sufficed."""
    seed, games, opponents = effort.seed, effort.games_per_action, effort.opponents
    settings = _WEIGHTED.settings(effort.iterations, view, view.seat)
    deals = likely_deals(seat_knowledge(view), settings, games, CANDIDATE_DEALS, seed)
    if deals is None:
        raise view.contradiction_error()

    seat = view.seat
    playouts = []
    for card, *_ in groups:
        after = view.after(card)
        players = players_of(after, FAST, opponents, seat=seat)
        playouts.append(Playouts(after, players, seed=seed, deals=deals))

    def job(first: int) -> Callable[[Stop], list[list[Outcome]]]:
        count = min(GAMES_PER_JOB, games - first)
        return lambda stop: [of_group.play(first, count, stop) for of_group in playouts]

    # The first job runs however little time there is.
    jobs = map(job, range(0, max(1, games), GAMES_PER_JOB))
    batches = [next(jobs)(Deadline(None).stop())]
    batches += run_jobs(jobs, threads=effort.threads, deadline=effort.deadline)
    by_group: list[list[Outcome]] = [[] for _ in groups]
    for batch in batches:
        # If time ran out within a batch, use only the deals that were played after every card.
        count = min(map(len, batch))
        for group_outcomes, played in zip(by_group, batch, strict=True):
            group_outcomes.extend(played[:count])
    outcomes = {card: ends for group, ends in zip(groups, by_group, strict=True) for card in group}
    return outcomes, len(by_group[0]) >= games


def _results(
    outcomes: Mapping[PlayCard, Sequence[Outcome]], seat: Seat
) -> dict[PlayCard, list[float]]:
    """What the games after each card brought the seat."""
    return {card: [_result(end, seat) for end in ends] for card, ends in outcomes.items()}


def _settled(view: ClumondView) -> dict[PlayCard, bool]:
    """Whether the seat succeeds, by card that settles a declared hand."""
    if view.declarer is None:
        return {}
    is_declarer = view.seat is view.declarer
    settled = settled_by(view, view.declarer).items()
    proved = chances_at(view).settled.items()
    return {PlayCard(card): succeeds is is_declarer for card, succeeds in settled} | {
        play: succeeds for play, succeeds in proved if isinstance(play, PlayCard)
    }


def _groups(choice: Choice[PlayCard], also: Collection[PlayCard]) -> list[list[PlayCard]]:
    """The cards to rate, in groups of touching cards; the search's choice first."""
    groups = sorted(choice.groups, key=lambda group: _search_order(choice, group))
    chosen = groups[:CARDS_RATED]
    return chosen + [group for group in groups[CARDS_RATED:] if not set(also).isdisjoint(group)]


def _search_order(choice: Choice[PlayCard], group: list[PlayCard]) -> tuple[bool, int, float]:
    value = choice.values[group[0]]
    return choice.action not in group, -value.visits, -value.value


def _result(outcome: Outcome, seat: Seat) -> float:
    if outcome.declarer is None:
        return float(paper_scores(outcome)[seat])
    won = outcome[outcome.declarer].success
    return float(won if seat is outcome.declarer else not won)


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
    def values(self) -> Mapping[Action, float]:
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
        style = style_of(level)
        return ClumondPlayer(style.iterations.declarer, LEVELS[level].games_before_a_call, style)

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

    def rate(
        self,
        view: View,
        effort: Effort,
        also: Collection[Action] = (),
        on_choice: Callable[[Action], object] | None = None,
    ) -> RatedCall | RatedCards:
        """The best call by its value, or the best card by its chance."""
        if view.play is None:
            return self.rate_calls(view, effort)
        seen = ClumondView.of(view)
        is_declarer = seen.seat is seen.declarer
        sure = sure_plan(seen) if is_declarer and proof_at(seen) else None
        cards = [card for card in also if isinstance(card, PlayCard)]
        cards += [PlayCard(card) for card in sure.cards][:1] if sure else []
        return replace(rate_cards(seen, effort, cards, on_choice), sure=sure)

    def rate_calls(self, view: View, effort: Effort) -> RatedCall:
        """The best call."""
        advice = advise(
            view.held[view.seat],
            seat=Seat(view.seat),
            agreement=terms_of(view).agreement,
            opponents=effort.opponents,
            budget=effort.budget,
            seed=effort.seed,
            time=effort.deadline.seconds_for(1),
            threads=effort.threads,
        )
        return RatedCall(view, advice, advice.complete)
