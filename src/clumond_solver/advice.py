"""Should this hand go for clumond, in which strain, and what is each choice worth?

One hand is known; the rest is dealt at random many times and played out by engines that see
their own cards only. A few games screen all five strains, more narrow them to two, and fresh games
compare these: the figures shown for the two owe nothing to the games that picked them, since the
best of several estimates flatters itself.
Passing is weighed by games too: the seats that have yet to speak may declare, and if nobody does,
each plays for himself.

>>> advice = advise(Hand.parse("AK8732.AK974.KJ4.Q3"), seat=Seat.REARHAND, budget=60, seed=1)
>>> advice.best in Strain, advice.call in {advice.best, None}
(True, True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import NormalDist

from clumond_solver._core.ismcts import Stop
from clumond_solver._workers import Deadline, run_jobs
from clumond_solver.cards import Hand, Strain
from clumond_solver.deals import Seat
from clumond_solver.errors import RuleError, SearchError
from clumond_solver.knowledge import Knowledge
from clumond_solver.quick import quick_estimate
from clumond_solver.results import Advice, Estimate, ExpectedScore
from clumond_solver.rules.clumond import Outcome, ParReading, SeatOutcome
from clumond_solver.rules.clumond_game import (
    ExposedTens,
    Scoring,
    paper_scores,
    settle_chips,
)
from clumond_solver.sampling import checked_seed, sample_deals
from clumond_solver.single_dummy import (
    estimate_of,
    mean,
    mean_error,
    play_games_of,
    relative_score,
    root_value,
)
from clumond_solver.styles import FULL, Style

DEFAULT_BUDGET = 600
DEFAULT_POT = 6
_GAMES_A_SECOND = 320
_ROOT_ITERATIONS = 2000
_STREAMS = 16
# A search's mean reward is far below what the whole game brings: constant, weight of the search and
# of the quick formula, fitted to a game each of 3000 random hands; then the search alone, for Four
# Tens, of which the formula knows nothing, fitted to 2000 hands with tens.
_FIRST_GUESS = (0.0, 0.44, 0.82)
_FROM_SEARCH = (0.1, 2.27)
_GUESS_ERROR = 0.085
# What a first guess counts for when strains are ranked, in games.
_ROOT_WEIGHT = 25
# The same guess by a shorter search: how the later seats rate their hands in Four Tens.
_CALL_ITERATIONS = 200
_CALL_FROM_SEARCH = (0.11, 2.1)
_JOB_GAMES = 4
# Far beyond any table, and exact as a floating-point number.
_MOST_CHIPS = 10**12
# Standard errors between the two best strains from which on only the better one is played.
_STANDS_OUT = 2.0


class Prefer(StrEnum):
    """Which expected score the recommended call maximises."""

    RELATIVE = "relative"
    OWN = "own"


def advise(
    hand: Hand,
    *,
    seat: Seat = Seat.FOREHAND,
    scoring: Scoring | str = Scoring.PAPER,
    pot: int = DEFAULT_POT,
    tens: ExposedTens | None = None,
    par: ParReading | str = ParReading.NEAREST,
    prefer: Prefer | str = Prefer.RELATIVE,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    time: float | None = None,
    threads: int | None = None,
    style: Style = FULL,
    progress: Callable[[Advice], None] | None = None,
) -> Advice:
    """Advise the holder of a hand who is offered to go for clumond.

    ``seat`` says who has already passed: the seats before it have, those after it may still
    declare. ``scoring`` is on paper or in chips; ``pot`` counts only in chips and includes the
    antes. ``tens`` gives where the four tens lie in the Four Tens variant. ``prefer`` says whether
    the call maximises the score relative to the others (the default) or one's own.

    ``budget`` is the number of games played in all (0 for a guess from five searches); a seed
    then fixes the answer, whatever ``threads`` is. With ``time`` (seconds) games are played until
    the time is up instead, and the answer is not reproducible. ``progress`` is called with the
    advice so far after each stage. RuleError for a hand that is not 16 cards of the pack or a
    negative pot, SearchError for a negative budget or time.
    """
    if not 0 <= pot <= _MOST_CHIPS:
        raise RuleError(f"a pot of {pot} chips: 0 to {_MOST_CHIPS}")
    if budget < 0:
        raise SearchError(f"a budget of {budget} games: a count, 0 or more")
    deadline = Deadline(time)
    games = budget if time is None else math.ceil(time * _GAMES_A_SECOND)
    terms = _Terms(Scoring(scoring), pot, tens, ParReading(par))
    study = _Study(hand, Seat(seat), terms, checked_seed(seed), style)
    study.look(threads)
    for stage in (study.screen, study.narrow, study.compare, study.decide, study.pass_on):
        if progress is not None:
            progress(study.advice(Prefer(prefer), complete=False))
        stage(games, deadline, threads)
    return study.advice(Prefer(prefer), complete=not deadline.passed)


@dataclass(frozen=True, slots=True)
class _Terms:
    """What is played for."""

    scoring: Scoring
    pot: int
    tens: ExposedTens | None
    par: ParReading

    @property
    def stakes(self) -> tuple[int, int]:
        """What a declarer gains who succeeds, and each other seat if he fails."""
        return (10, 5) if self.scoring is Scoring.PAPER else (self.pot, self.pot // 2)

    @property
    def break_even(self) -> float:
        """The chance of success at which declaring is worth 0 relative to the others."""
        win, loss = self.stakes
        return loss / (win + loss) if win + loss else 1.0

    def scores(self, outcome: Outcome) -> Sequence[int]:
        """What each seat gains by a finished hand."""
        if self.scoring is Scoring.PAPER:
            return paper_scores(outcome, self.par)
        return settle_chips(outcome, self.pot, self.par).gains


class _Study:
    """What is known about one hand so far, and how to find out more."""

    def __init__(self, hand: Hand, seat: Seat, terms: _Terms, seed: int, style: Style) -> None:
        self._hand = hand
        self._seat = seat
        self._terms = terms
        self._seed = seed
        self._style = style
        self._supplementary = (0, 0, 0) if terms.tens is None else terms.tens.supplementary
        self._roots: dict[Strain, float] = {}
        self._screened: dict[Strain, list[SeatOutcome]] = {strain: [] for strain in Strain}
        self._fresh: dict[Strain, list[SeatOutcome]] = {strain: [] for strain in Strain}
        self._passed: list[tuple[float, float]] = []
        self._known = {strain: self._start(strain) for strain in Strain}

    def _start(self, strain: Strain) -> Knowledge:
        return Knowledge.at_start(
            self._hand, self._seat, self._seat, strain, supplementary=self._supplementary
        )

    def _stream(self, number: int) -> int:
        """A seed for one purpose of this study."""
        return (self._seed * _STREAMS + number) % (1 << 64)

    # The stages, each given the games of the whole budget.

    def look(self, threads: int | None) -> None:
        """Search each strain once, without playing."""
        jobs = [self._root_job(strain) for strain in Strain]
        values = run_jobs(jobs, threads=threads)
        self._roots = {
            strain: self._first_guess(strain, root)
            for strain, root in zip(Strain, values, strict=True)
        }

    def _first_guess(self, strain: Strain, root: float) -> float:
        if any(self._supplementary):
            constant, of_root = _FROM_SEARCH
            guess = constant + of_root * root
        else:
            constant, of_root, of_quick = _FIRST_GUESS
            guess = constant + of_root * root + of_quick * quick_estimate(self._hand, strain)
        return min(0.95, max(0.01, guess))

    def _root_job(self, strain: Strain) -> Callable[[Stop], float]:
        return lambda stop: root_value(
            self._known[strain], _ROOT_ITERATIONS, self._stream(0), stop, self._style
        )

    def screen(self, games: int, deadline: Deadline, threads: int | None) -> None:
        """A few games in every strain: an eighth of the budget."""
        self._play(self._screened, dict.fromkeys(Strain, games // 40), 1, deadline, threads)

    def narrow(self, games: int, deadline: Deadline, threads: int | None) -> None:
        """More games for the three best: three thirty-seconds of the budget."""
        self._play(
            self._screened, dict.fromkeys(self._ranking()[:3], games // 32), 2, deadline, threads
        )

    def compare(self, games: int, deadline: Deadline, threads: int | None) -> None:
        """Fresh games for the two best: nine thirty-seconds of the budget."""
        self._play(
            self._fresh, dict.fromkeys(self._ranking()[:2], games * 9 // 64), 3, deadline, threads
        )

    def decide(self, games: int, deadline: Deadline, threads: int | None) -> None:
        """As many once more: for the better of the two alone if it stands out, else levelling."""
        best, other, *_ = self._ranking()
        ours, theirs = self._estimate(best), self._estimate(other)
        error = math.hypot(ours.standard_error, theirs.standard_error)
        more = 2 * (games * 9 // 64)
        ahead = len(self._fresh[best]) - len(self._fresh[other])
        stands_out = ours.p - theirs.p > _STANDS_OUT * error
        for_best = more if stands_out else min(more, max(0, (more - ahead) // 2))
        counts = {best: for_best, other: more - for_best}
        self._play(self._fresh, counts, 4, deadline, threads)

    def _play(
        self,
        finishes: dict[Strain, list[SeatOutcome]],
        counts: Mapping[Strain, int],
        stream: int,
        deadline: Deadline,
        threads: int | None,
    ) -> None:
        """Play so many games in each of some strains, and add how they finished."""
        order = [
            (strain, first) for strain in counts for first in range(0, counts[strain], _JOB_GAMES)
        ]
        jobs = [
            self._games_job(strain, stream, first, min(_JOB_GAMES, counts[strain] - first))
            for strain, first in order
        ]
        played = run_jobs(jobs, threads=threads, deadline=deadline)
        for (strain, _), outcomes in zip(order, played, strict=False):
            finishes[strain] += [outcome[self._seat] for outcome in outcomes]

    def _games_job(
        self, strain: Strain, stream: int, first: int, games: int
    ) -> Callable[[Stop], list[Outcome]]:
        return lambda stop: play_games_of(
            self._known[strain],
            style=self._style,
            seed=self._stream(stream),
            first=first,
            games=games,
            stop=stop,
        )

    def pass_on(self, games: int, deadline: Deadline, threads: int | None) -> None:
        """Games in which this seat has passed: what is left of the budget, two ninths."""
        jobs = [self._passing_job(game) for game in range(games - self._games)]
        played = run_jobs(jobs, threads=threads, deadline=deadline)
        for scores in (scores for each in played for scores in each):
            self._passed.append((scores[self._seat], relative_score(scores, self._seat)))

    def _passing_job(self, game: int) -> Callable[[Stop], list[Sequence[float]]]:
        return lambda stop: [
            self._terms.scores(outcome) for outcome in self._play_passed(game, stop)
        ]

    def _play_passed(self, game: int, stop: Stop) -> list[Outcome]:
        """One deal: each later seat declares if its hand promises a gain; then it is played."""
        known = Knowledge.at_start(self._hand, self._seat, None, supplementary=self._supplementary)
        [hands] = sample_deals(known, 1, seed=self._stream(5) ^ (game << 32))
        declarer, strain = self._call_of_others(hands, game, stop)
        seat = self._seat if declarer is None else declarer
        start = Knowledge.at_start(
            hands[seat], seat, declarer, strain, supplementary=self._supplementary
        )
        return play_games_of(
            start,
            style=self._style,
            seed=self._stream(6),
            first=game,
            games=1,
            stop=stop,
            hands=hands,
        )

    def _call_of_others(
        self, hands: Sequence[Hand], game: int, stop: Stop
    ) -> tuple[Seat | None, Strain]:
        """The first later seat whose hand looks like a gain declares its best strain."""
        for seat in Seat:
            if seat > self._seat:
                promise = {
                    strain: self._promise(hands[seat], seat, strain, game, stop)
                    for strain in Strain
                }
                best = max(Strain, key=lambda strain: promise[strain])
                if promise[best] > self._terms.break_even:
                    return seat, best
        return None, Strain.NO_TRUMPS

    def _promise(self, hand: Hand, seat: Seat, strain: Strain, game: int, stop: Stop) -> float:
        """The chance at which another seat may rate its hand."""
        if not any(self._supplementary):
            return quick_estimate(hand, strain)
        known = Knowledge.at_start(hand, seat, seat, strain, supplementary=self._supplementary)
        root = root_value(
            known, _CALL_ITERATIONS, self._stream(7) ^ (game << 32), stop, self._style
        )
        constant, of_root = _CALL_FROM_SEARCH
        return constant + of_root * root

    # What it comes to.

    def _ranking(self) -> list[Strain]:
        """The strains by the figures shown for them, best first."""
        return sorted(Strain, key=lambda strain: self._estimate(strain).p, reverse=True)

    def _estimate(self, strain: Strain) -> Estimate:
        """By fresh games alone where there are any, else by the screening and the root value."""
        if self._fresh[strain]:
            return estimate_of(self._fresh[strain])
        screened = self._screened[strain]
        if not screened:
            return Estimate(self._roots[strain], _GUESS_ERROR, 0)
        won = sum(finish.success for finish in screened)
        weight = len(screened) + _ROOT_WEIGHT
        p = (won + _ROOT_WEIGHT * self._roots[strain]) / weight
        return replace(estimate_of(screened), p=p, standard_error=math.sqrt(p * (1 - p) / weight))

    def _declaring(self, estimate: Estimate) -> ExpectedScore:
        win, loss = self._terms.stakes
        return ExpectedScore(
            own=win * estimate.p,
            relative=win * estimate.p - loss * (1 - estimate.p),
            error=(win + loss) * estimate.standard_error,
        )

    def _passing(self) -> ExpectedScore:
        if not self._passed:
            return ExpectedScore(0.0, 0.0, math.inf)
        relative = [score for _, score in self._passed]
        return ExpectedScore(
            mean([own for own, _ in self._passed]), mean(relative), mean_error(relative)
        )

    def advice(self, prefer: Prefer, *, complete: bool) -> Advice:
        """The advice by what is known so far."""
        best = self._ranking()[0]
        estimates = {strain: self._estimate(strain) for strain in Strain}
        declaring = {strain: self._declaring(estimates[strain]) for strain in Strain}
        passing = self._passing()
        win, loss = self._terms.stakes
        if prefer is Prefer.RELATIVE:
            gain = declaring[best].relative - passing.relative
            threshold = (passing.relative + loss) / (win + loss) if win + loss else 1.0
        else:
            gain = declaring[best].own - passing.own
            threshold = passing.own / win if win else 1.0
        error = math.hypot(declaring[best].error, passing.error)
        sure = 0.5 if math.isinf(error) or error == 0 else NormalDist().cdf(abs(gain) / error)
        return Advice(
            call=best if gain > 0 else None,
            best=best,
            estimates=estimates,
            declaring=declaring,
            passing=passing,
            break_even=min(1.0, max(0.0, threshold)),
            confidence=sure,
            games=self._games,
            complete=complete,
        )

    @property
    def _games(self) -> int:
        return (
            sum(map(len, self._screened.values()))
            + sum(map(len, self._fresh.values()))
            + len(self._passed)
        )
