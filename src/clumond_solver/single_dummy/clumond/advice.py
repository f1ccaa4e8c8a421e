"""Should this hand go for clumond, in which strain, and what are declaring and passing worth?

One hand is known; the rest is dealt at random many times and played out by engines that see
their own cards only. A few games are played in each of the five strains, some more in the three
best, then games in the two best until the call is clear. A prior, from one search and a formula,
counts like some more games: without it the best of five noisy figures would be too high. A strain
in which the hand is proved to succeed or fail needs neither games nor a prior. Other games give the
value of passing: a later seat may declare, and if nobody does, everybody plays for himself.
Priors and proofs are in `card_choice`, `quick_estimate` and `proofs`, games in `playouts`, their
players in `levels`, corrections in `calibration`.

>>> advice = advise(Hand.parse("AK8732.AK974.KJ4.Q3"), seat=Seat.REARHAND, budget=60, seed=1)
>>> advice.best in Strain, advice.call in {advice.best, None}
(True, True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TypeVar, Unpack

from clumond_solver._core.bits.portable_math import normal_cdf
from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.checks import as_int, check_given, check_options
from clumond_solver.base.efforts import DEFAULT_BUDGET, MOST_GAMES
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.seeds import as_seed, checked_seed
from clumond_solver.base.stopping import Deadline, ProgressCallback, run_jobs
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import Outcome, SeatOutcome
from clumond_solver.games.clumond.scoring import (
    BASE_AGREEMENT,
    Agreement,
    Prefer,
    Terms,
    with_terms,
)
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.results import Advice, Certainty, Estimate, ExpectedScore
from clumond_solver.results.search_results import BEYOND_LUCK
from clumond_solver.single_dummy.clumond.calibration import (
    calibrated_estimate,
    calibration,
    hand_correction,
    shifted,
    with_games_error,
)
from clumond_solver.single_dummy.clumond.card_choice import root_value
from clumond_solver.single_dummy.clumond.playouts import (
    GAMES_PER_JOB,
    OpponentsLike,
    Players,
    Playouts,
    players_of,
    proved_for,
    styles_by_seat,
    styles_of_others,
)
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
from clumond_solver.single_dummy.corrections import STRONG_HAND
from clumond_solver.single_dummy.levels import FAST, FULL, STRONG, Style, StyleLike, style_of
from clumond_solver.single_dummy.luck import (
    joint_error,
    mean,
    mean_error,
    relative_score,
)

_GAMES_PER_SECOND = 150
ROOT_ITERATIONS = 400
# A study has a seed for each purpose of random numbers.
_STREAMS = 16
_ROOT, _DECLARED, _DEALS, _PASSED, _LATER_CALLS = 0, 1, 5, 6, 7
# The search by which the later seats evaluate their hands in Four Tens.
CALL_ITERATIONS = 40
# A call is clear at this confidence if the standard error of its chance is at most this at the
# default budget; a larger budget demands a smaller error.
_CLEAR_CONFIDENCE = 0.999
_CLEAR_ERROR = 0.04
# With players that priors are not calibrated for: the shared error, in log odds, and the weight.
_UNCALIBRATED_SHARED_ERROR = 2.0
_UNCALIBRATED_WEIGHT = 25.0
# The prior on the spread of passing scores is half of what is at stake, worth this many games.
_SPREAD_WEIGHT = 3
# Passing games come first, so that an interrupted study has a value for passing.
_FIRST_PASSING_GAMES = 24
# The number of jobs after which a stage reports progress, and stops if the deadline has passed.
_JOBS_PER_REPORT = 64
Answer = TypeVar("Answer")


def advise(
    hand: Hand,
    *,
    seat: SeatLike = Seat.FOREHAND,
    agreement: Agreement = BASE_AGREEMENT,
    prefer: Prefer | str = Prefer.RELATIVE,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    time: float | None = None,
    threads: int = 1,
    style: StyleLike = "fast",
    opponents: OpponentsLike = None,
    progress: ProgressCallback | None = None,
    watch: Callable[[Advice], None] | None = None,
    **terms: Unpack[Terms],
) -> Advice:
    """Advise a player who may go for clumond: `clumond_solver.advise` without a game.

    RuleError for a hand that is not 16 cards of the pack or a negative pot, SearchError for a
    budget that is not 0 to 10,000,000, and for a time below 0 or above 10**9.
    """
    check_options(advise, Terms, terms)
    check_given(advise, progress=progress, watch=watch)
    agreement = with_terms(agreement, terms)
    if not 0 <= as_int(budget, "a number of games") <= MOST_GAMES:
        raise SearchError(f"a budget of {shown_number(budget)} games: 0 to {MOST_GAMES}")
    workers = _Workers(Deadline(time), threads)
    # The first stages share the games that there is likely to be time for.
    first = budget if time is None else min(budget, math.ceil(time * _GAMES_PER_SECOND))
    study = _Study(hand, Seat(seat), agreement, checked_seed(seed), (style_of(style), opponents))
    preferred = Prefer(prefer)

    for _ in study.stages(first, budget, preferred, workers):
        if watch is not None:
            watch(study.advice(preferred, complete=False))
        if progress is not None:
            progress(study.games, budget)
    return study.advice(preferred, complete=not workers.cut_short)


class _Study:
    """The searches and games for one hand so far, and the choice of the next ones."""

    def __init__(
        self,
        hand: Hand,
        seat: Seat,
        agreement: Agreement,
        seed: int,
        players: tuple[Style, OpponentsLike],
    ) -> None:
        style, opponents = players
        self._hand = hand
        self._seat = seat
        self._agreement = agreement
        self._seed = seed
        self._players = (style, styles_by_seat(opponents))
        self._supplementary = agreement.supplementary
        with_tens = any(self._supplementary)
        self._prior = calibration().advice_with_tens if with_tens else calibration().advice
        others = styles_of_others(opponents, seat)
        self._correction = hand_correction(style, others)
        self._has_fitted_prior = {style, *others} <= {FAST, FULL, STRONG}
        if not self._has_fitted_prior:
            # Priors are fitted to strong play. For other players they roughly rank the strains, but
            # the chances may all be too high or too low.
            self._prior = replace(
                self._prior, shared_error=_UNCALIBRATED_SHARED_ERROR, weight=_UNCALIBRATED_WEIGHT
            )
        self._prior_means: dict[Strain, float] = {}
        self._proved = {
            strain: certainty
            for strain in Strain
            if (
                certainty := proved_for(
                    style, hand, strain, supplementary=self._supplementary[seat]
                )
            )
            is not None
        }
        self._unproved = [strain for strain in Strain if strain not in self._proved]
        self._outcomes: dict[Strain, list[SeatOutcome]] = {strain: [] for strain in Strain}
        self._passing_scores: list[tuple[float, float]] = []
        self._views = {strain: self._view_at_start(hand, seat, seat, strain) for strain in Strain}
        self._view_if_passed = self._view_at_start(hand, seat, None)
        self._playouts = {
            strain: Playouts(view, self._players_in(view), seed=self._stream(_DECLARED))
            for strain, view in self._views.items()
        }

    def _view_at_start(
        self, hand: Hand, seat: Seat, declarer: Seat | None, strain: Strain = Strain.NO_TRUMPS
    ) -> ClumondView:
        return ClumondView.at_start(hand, seat, declarer, strain, supplementary=self._supplementary)

    def _players_in(self, view: ClumondView) -> Players:
        return players_of(view, *self._players, seat=self._seat)

    def _stream(self, number: int) -> int:
        """A seed for one purpose of this study."""
        return as_seed(self._seed * _STREAMS + number)

    def stages(self, first: int, games: int, prefer: Prefer, workers: _Workers) -> Iterator[None]:
        """All stages of a study with a budget of games, of which the first stages share some.

        Yields after every few jobs.
        """
        self._set_priors(workers.threads)
        yield
        yield from self._play_after_pass(min(first // 6, _FIRST_PASSING_GAMES), workers)
        # The less reliable the priors, the more games each strain needs.
        games_each = first // (40 if self._has_fitted_prior else 12)
        yield from self._play(dict.fromkeys(self._unproved, games_each), workers)
        yield from self._play(dict.fromkeys(self._unproved_best_first()[:3], first // 32), workers)
        yield from self._play_after_pass(first // 6, workers)
        while not (workers.cut_short or self.games >= games or self.is_clear(games, prefer)):
            yield from self._play(self._next_counts(games), workers)

    def _set_priors(self, threads: int) -> None:
        """Set the prior means of the strains without a proof, by one search each."""
        jobs = (partial(self._root_value, strain) for strain in self._unproved)
        values = run_jobs(jobs, threads=threads)
        self._prior_means = {
            strain: self._prior.chance(root, quick_estimate(self._hand, strain))
            for strain, root in zip(self._unproved, values, strict=True)
        }

    def _root_value(self, strain: Strain, stop: Stop) -> float:
        view = self._views[strain]
        return root_value(view, ROOT_ITERATIONS, self._stream(_ROOT), stop, FAST)

    def _next_counts(self, games: int) -> dict[Strain, int]:
        """The numbers of games to play next, by strain.

        All for a strain that is clearly best; otherwise the two best get equally many in total.
        """
        more = min(math.ceil(games / 15), games - self.games)
        best, *others = self._unproved_best_first()
        if not others or _is_clearly_best(self._estimates()):
            return {best: more}
        second = others[0]
        surplus = len(self._outcomes[best]) - len(self._outcomes[second])
        for_best = min(more, max(0, (more - surplus) // 2))
        return {second: more - for_best, best: for_best}

    def _unproved_best_first(self) -> list[Strain]:
        """The strains without a proof, the most promising first."""
        return [strain for strain in _best_first(self._estimates()) if strain in self._unproved]

    def _play(self, counts: Mapping[Strain, int], workers: _Workers) -> Iterator[None]:
        """Play this many more games by strain, in turns."""
        played_before = {strain: len(self._outcomes[strain]) for strain in counts}
        jobs = (
            partial(
                self._play_some,
                strain,
                played_before[strain] + start,
                min(GAMES_PER_JOB, count - start),
            )
            for start in range(0, max(counts.values(), default=0), GAMES_PER_JOB)
            for strain, count in counts.items()
            if start < count
        )
        for played in workers.portions(jobs):
            for strain, outcomes in played:
                self._outcomes[strain] += [outcome[self._seat] for outcome in outcomes]
            yield

    def _play_some(
        self, strain: Strain, first: int, games: int, stop: Stop
    ) -> tuple[Strain, list[Outcome]]:
        return strain, self._playouts[strain].play(first, games, stop)

    def _play_after_pass(self, games: int, workers: _Workers) -> Iterator[None]:
        """Play games after a pass until this many have been played in all."""
        jobs = (
            partial(self._game_after_pass, game) for game in range(len(self._passing_scores), games)
        )
        for played in workers.portions(jobs):
            for outcome in chain.from_iterable(played):
                scores = self._agreement.scores(outcome)
                self._passing_scores.append(
                    (scores[self._seat], relative_score(scores, self._seat))
                )
            yield

    def _game_after_pass(self, game: int, stop: Stop) -> list[Outcome]:
        """One deal: a later seat declares if it expects a gain; then the deal is played."""
        seed = self._stream(_DEALS) ^ (game << 32)
        [hands] = sample_deals(self._view_if_passed, 1, seed=seed)
        declarer, strain = self._call_of_others(hands, game, stop)
        seat = self._seat if declarer is None else declarer
        start = self._view_at_start(hands[seat], seat, declarer, strain)
        players = self._players_in(start)
        playouts = Playouts(start, players, seed=self._stream(_PASSED), hands=hands)
        return playouts.play(game, 1, stop)

    def _call_of_others(
        self, hands: Sequence[Hand], game: int, stop: Stop
    ) -> tuple[Seat | None, Strain]:
        """The declarer, the first later seat that expects a gain, and its best strain."""
        for seat in Seat:
            if seat > self._seat:
                chances = {
                    strain: self._quick_chance(hands[seat], seat, strain, game, stop)
                    for strain in Strain
                }
                best = max(Strain, key=lambda strain: chances[strain])
                if chances[best] > self._agreement.zero_gain_chance:
                    return seat, best
        return None, Strain.NO_TRUMPS

    def _quick_chance(self, hand: Hand, seat: Seat, strain: Strain, game: int, stop: Stop) -> float:
        """How another seat estimates its own chance, quickly."""
        if not any(self._supplementary):
            return quick_estimate(hand, strain)
        view = self._view_at_start(hand, seat, seat, strain)
        root = root_value(
            view, CALL_ITERATIONS, self._stream(_LATER_CALLS) ^ (game << 32), stop, FAST
        )
        share = calibration().call_with_tens.chance(root, quick_estimate(hand, strain))
        return STRONG_HAND.chance(share)

    # Results.

    def _estimates(self) -> dict[Strain, Estimate]:
        """The estimates by strain: first all games together shift the priors of all strains."""
        shift, error = self._shift()
        return {strain: self._estimate(strain, shift, error) for strain in Strain}

    def _shift(self) -> tuple[float, float]:
        """How much too low, in log odds, all prior means were, and the standard error of that."""
        surprise, precision = 0.0, 1 / (self._prior.shared_error * self._prior.shared_error)
        for strain, chance in self._prior_means.items():
            games = len(self._outcomes[strain])
            # The more games in a strain, the less of their surprise is due to the shared error.
            shared_part = self._prior.weight / (games + self._prior.weight)
            surprise += shared_part * (self._successes(strain) - games * chance)
            precision += shared_part * games * chance * (1 - chance)
        return surprise / precision, math.sqrt(1 / precision)

    def _successes(self, strain: Strain) -> int:
        return sum(outcome.success for outcome in self._outcomes[strain])

    def _estimate(self, strain: Strain, shift: float, shift_error: float) -> Estimate:
        """The posterior of the shifted prior after the games in the strain."""
        if strain in self._proved:
            return Estimate.of_proof(self._proved[strain])
        outcomes = self._outcomes[strain]
        chance = shifted(self._prior_means[strain], shift)
        p, variance, trust = self._prior.posterior(chance, self._successes(strain), len(outcomes))
        error_of_shift = trust * chance * (1 - chance) * shift_error
        variance += error_of_shift * error_of_shift
        error = math.sqrt(variance)
        played = Estimate.of_games(outcomes) if outcomes else Estimate(p, error, 0)
        posterior = replace(
            played, p=p, standard_error=error, effective_games=p * (1 - p) / variance
        )
        if self._correction is None:
            return posterior
        return calibrated_estimate(posterior, self._correction)

    def is_clear(self, games: int, prefer: Prefer) -> bool:
        """Whether more games would hardly change the call, and its chance is accurate enough."""
        so_far = self._advice(self._estimates(), prefer, complete=False)
        if not self._unproved or so_far.best in self._proved:
            return True
        error = so_far.estimates[so_far.best].standard_error
        return (
            so_far.confidence >= _CLEAR_CONFIDENCE
            and error <= _CLEAR_ERROR * math.sqrt(DEFAULT_BUDGET / games)
            and (so_far.call is None or _is_clearly_best(so_far.estimates))
        )

    def _declaring(self, estimate: Estimate) -> ExpectedScore:
        win, loss = self._agreement.rewards
        return ExpectedScore(
            own=win * estimate.p,
            relative=win * estimate.p - loss * (1 - estimate.p),
            relative_score_error=(win + loss) * estimate.standard_error,
        )

    def _passing(self) -> ExpectedScore:
        if not self._passing_scores:
            return ExpectedScore(0.0, 0.0, math.inf)
        relative = [score for _, score in self._passing_scores]
        return ExpectedScore(
            mean([own for own, _ in self._passing_scores]),
            mean(relative),
            _passing_error(relative, sum(self._agreement.rewards)),
        )

    def _error_of_gain(self, declaring: Estimate, stakes: int, prefer: Prefer) -> float:
        """The standard error of what declaring is worth more than passing."""
        if not self._passing_scores:
            return math.inf
        scores = [own if prefer is Prefer.OWN else ahead for own, ahead in self._passing_scores]
        return joint_error(stakes * declaring.standard_error, _passing_error(scores, stakes))

    def advice(self, prefer: Prefer, *, complete: bool) -> Advice:
        """The advice by all searches and games so far."""
        estimates = {
            strain: with_games_error(estimate)
            if self._correction is not None or estimate.proved is not None
            else replace(estimate, effective_games=None)
            for strain, estimate in self._estimates().items()
        }
        return self._advice(estimates, prefer, complete=complete)

    def _advice(
        self, estimates: Mapping[Strain, Estimate], prefer: Prefer, *, complete: bool
    ) -> Advice:
        best = _best_first(estimates)[0]
        declaring = {strain: self._declaring(estimates[strain]) for strain in Strain}
        passing = self._passing()
        win, loss = self._agreement.rewards
        if prefer is Prefer.RELATIVE:
            declared, passed = declaring[best].relative, passing.relative
        else:
            declared, passed, loss = declaring[best].own, passing.own, 0
        gain = declared - passed
        error = self._error_of_gain(estimates[best], win + loss, prefer)
        confidence = normal_cdf(abs(gain) / error) if 0 < error < math.inf else 0.5
        if gain > 0 and estimates[best].proved is Certainty.CERTAIN:
            confidence = 1.0  # no result scores more than a declarer's success
        return Advice(
            call=best if gain > 0 else None,
            best=best,
            estimates=estimates,
            declaring=declaring,
            passing=passing,
            break_even=_break_even(passed, win, loss),
            confidence=confidence,
            games=self.games,
            complete=complete,
        )

    @property
    def games(self) -> int:
        """Games played so far."""
        return sum(map(len, self._outcomes.values())) + len(self._passing_scores)


@dataclass(slots=True)
class _Workers:
    """The threads that run jobs, their deadline, and whether it has cut the work short."""

    deadline: Deadline
    threads: int
    cut_short: bool = False

    def portions(self, jobs: Iterable[Callable[[Stop], Answer]]) -> Iterator[list[Answer]]:
        """The jobs' answers, a list for each portion of jobs, until the deadline."""
        rest = iter(jobs)
        while portion := list(islice(rest, _JOBS_PER_REPORT)):
            # A job that the deadline stops has played too few games.
            answers = run_jobs(portion, threads=self.threads, deadline=self.deadline)
            self.cut_short |= self.deadline.passed
            yield answers
            if self.cut_short:
                return


def _passing_error(scores: Sequence[float], stakes: int) -> float:
    """The standard error of the mean score; above 0 even if all games scored the same."""
    # In chips, passing costs some even with an empty pot.
    count, prior_spread = len(scores), max(stakes, 1) / 2
    spread = math.sqrt(count) * mean_error(scores) if count > 1 else prior_spread
    squares = (count - 1) * spread * spread + _SPREAD_WEIGHT * prior_spread * prior_spread
    return math.sqrt(squares / (count - 1 + _SPREAD_WEIGHT) / count)


def _break_even(passing: float, win: int, loss: int) -> float:
    """The chance of success above which declaring is worth more than passing.

    >>> _break_even(1, 10, 5), _break_even(-3, 0, 0), _break_even(3, 0, 0)
    (0.4, 0.0, 1.0)
    """
    if not win + loss:
        return 0.0 if passing < 0 else 1.0
    return min(1.0, max(0.0, (passing + loss) / (win + loss)))


def _best_first(estimates: Mapping[Strain, Estimate]) -> list[Strain]:
    return sorted(Strain, key=lambda strain: estimates[strain].p, reverse=True)


def _is_clearly_best(estimates: Mapping[Strain, Estimate]) -> bool:
    """Whether the best strain is ahead of the next beyond doubt: then only its games follow."""
    best, other, *_ = (estimates[strain] for strain in _best_first(estimates))
    error = joint_error(best.standard_error, other.standard_error)
    return best.p - other.p > BEYOND_LUCK * error
