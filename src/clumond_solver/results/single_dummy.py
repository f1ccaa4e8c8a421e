"""Results of players who know one hand: choices, chances, estimates, advice and judged calls.

>>> Estimate(p=0.4, standard_error=0.1, games=24).games
24
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from clumond_solver.base.beta_distribution import quantile
from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.drawing import Shown
from clumond_solver.base.values import IntChoice, Result
from clumond_solver.games.clumond.play import Retention, SeatOutcome
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard

ActionT = TypeVar("ActionT", bound=Action)
# Stands in for 0, because the parameters of a beta distribution must be above 0.
_NEARLY_ZERO = 1e-3
# Below this confidence, odds of two to one, neither call is clearly better.
_TOSS_UP = 2 / 3


@dataclass(frozen=True, slots=True)
class ActionValue(Result):
    """A search's rating of one action: the number of visits, and their mean reward.

    The reward is that of the seat that acts. In Clumond it is the chance of success for a declarer,
    the chance of defeating him for a defender, and the expected paper score in an undeclared hand.
    In other games it is the seat's score in the deal, by default less the mean of the others'.
    """

    visits: int
    value: float


@dataclass(frozen=True, slots=True, repr=False)
class Choice(Result, Shown, Generic[ActionT]):
    """The decision of a player who sees only his own hand, with the ratings of all options.

    action      the call or the card.
    values      the ratings of the actions searched (`ActionValue` has the units). In Clumond every
                legal card has a rating; touching cards of a hand, such as queen and king, share
                the same `ActionValue` object. In other games all actions with the same consequences
                share one. Proved values are exact: 1 for certain success, 0 for impossible success.
    iterations  the number of deals searched; 0 if there was nothing to choose.
    proof       a proof about declarer's success; None without one.
    complete    whether no time limit cut the work short.
    """

    action: ActionT
    values: Mapping[ActionT, ActionValue]
    iterations: int
    proof: Proof | None = None
    complete: bool = True

    @property
    def card(self: Choice[PlayCard]) -> Card:
        """The card chosen; only if the action plays one."""
        return self.action.card

    @property
    def groups(self) -> list[list[ActionT]]:
        """The rated actions, grouped by shared rating."""
        by_rating: dict[int, list[ActionT]] = {}
        for action, value in self.values.items():
            by_rating.setdefault(id(value), []).append(action)
        return list(by_rating.values())

    def representatives(self, actions: Iterable[ActionT]) -> list[ActionT]:
        """The first action of every group among these, in their order."""
        first: dict[int, ActionT] = {}
        for action in actions:
            first.setdefault(id(self.values[action]), action)
        return list(first.values())


class Certainty(IntChoice):
    """What is proved of a declarer's success from what he sees; as an int, his chance.

    CERTAIN     he has a plan that succeeds in every deal, whatever the others play.
    IMPOSSIBLE  he succeeds in no deal, whatever anybody plays, himself included.
    """

    IMPOSSIBLE = 0
    CERTAIN = 1


@dataclass(frozen=True, slots=True)
class Proof(Result):
    """A proof about a declarer's success at his turn, from what he sees alone.

    certainty  CERTAIN or IMPOSSIBLE.
    cards      the cards that keep success certain; all legal cards if it is impossible.
    """

    certainty: Certainty
    cards: Hand


@dataclass(frozen=True, slots=True, repr=False)
class Estimate(Result, Shown):
    """A declarer's chance of success, estimated by simulated games: the engine plays sampled deals.

    p                the chance, 0 to 1: the share of the games won, shrunk towards a prior if there
                     is one, and corrected for the known optimism of quick games; 1 or 0 if proved.
    standard_error   the standard error of p, as an estimate of the chance with the strongest player
                     in every seat. It covers the luck of the deals and the inaccuracy of quick
                     games; 0 if proved.
    games            the number of simulated games; 0 for a prior from one search, and for a proof.
    successes        the number of games won, by retention and total of tricks (supplementary ones
                     included): the keys are the ways in which the hand succeeds.
    tricks           the number of games by tricks taken.
    effective_games  the number of games of the strongest player that would give the same standard
                     error; None if p rests on ``games`` alone.
    proved           CERTAIN or IMPOSSIBLE if proved from the hand alone; else None.
    """

    _derived = ("interval",)
    p: float
    standard_error: float
    games: int
    successes: Mapping[tuple[Retention, int], int] = field(default_factory=dict)
    tricks: Mapping[int, int] = field(default_factory=dict)
    effective_games: float | None = None
    proved: Certainty | None = None

    @classmethod
    def of_proof(cls, proved: Certainty) -> Estimate:
        """The exact chance of a hand that cannot fail, or cannot succeed.

        >>> Estimate.of_proof(Certainty.CERTAIN).interval
        (1.0, 1.0)
        """
        return cls(p=float(int(proved)), standard_error=0.0, games=0, proved=proved)

    @classmethod
    def of_games(cls, outcomes: Sequence[SeatOutcome]) -> Estimate:
        """The estimate from declarer's outcomes in at least one game.

        >>> Estimate.of_games([SeatOutcome(Retention.parse("HHS"), 5, 0)] * 4).p
        1.0
        """
        games = len(outcomes)
        p = sum(outcome.success for outcome in outcomes) / games
        # One imaginary success and one failure keep the error above 0 when all games ended alike.
        smoothed = (p * games + 1) / (games + 2)
        return cls(
            p=p,
            standard_error=math.sqrt(smoothed * (1 - smoothed) / games),
            games=games,
            successes=Counter((won.retention, won.total) for won in outcomes if won.success),
            tricks=Counter(outcome.tricks_taken for outcome in outcomes),
        )

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval for the long-run value; it always contains ``p``.

        It runs from 2.5 to 97.5 % of a beta distribution around p that has the weight of
        ``effective_games``, or of ``games`` if that is None (Jeffreys' interval: Brown, Cai and
        DasGupta 2001, "Interval estimation for a binomial proportion"). If success is proved
        certain or impossible, both ends are p.

        >>> low, high = Estimate(p=0.5, standard_error=0.05, games=100).interval
        >>> round(low, 3), round(high, 3)
        (0.403, 0.597)
        """
        if self.proved is not None:
            return self.p, self.p
        weight = self.games if self.effective_games is None else self.effective_games
        if weight == 0:
            return 0.0, 1.0
        # Games that all ended alike leave a posterior no width of its own.
        is_plain = self.effective_games is None or self.p in {0.0, 1.0}
        jeffreys_prior = 0.5 if is_plain else 0.0
        wins = max(self.p * weight + jeffreys_prior, _NEARLY_ZERO)
        losses = max((1 - self.p) * weight + jeffreys_prior, _NEARLY_ZERO)
        low, high = (quantile(share, wins, losses) for share in (0.025, 0.975))
        return min(low, self.p), max(high, self.p)


@dataclass(frozen=True, slots=True)
class ExpectedScore(Result):
    """The expected score of a choice: *own*, and *relative* to the mean of the two others.

    ``relative_score_error`` is the standard error of ``relative``.
    """

    own: float
    relative: float
    relative_score_error: float


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Result, Shown):
    """The advice on a hand before its call: declare or pass, with the value of every choice.

    call        the strain to declare, or None to pass.
    best        the strain that would be declared if passing were not allowed.
    estimates   the chance of success by strain; strains close to the best get more simulated games.
    declaring   the expected score by strain.
    passing     the expected score of passing.
    break_even  the chance of success above which declaring scores more than passing.
    confidence  the probability, 0.5 to 1, that ``call`` beats its alternative: passing, or
                declaring ``best``.
    games       the number of simulated games in all.
    complete    whether the work was finished (the call was clear, or the budget used) rather than
                cut short, as by a time limit.
    """

    call: Strain | None
    best: Strain
    estimates: Mapping[Strain, Estimate]
    declaring: Mapping[Strain, ExpectedScore]
    passing: ExpectedScore
    break_even: float
    confidence: float
    games: int
    complete: bool = True

    @property
    def action(self) -> Action:
        """The call as an action: `Declare` or `Pass`."""
        return Pass() if self.call is None else Declare(self.call)

    @property
    def values(self) -> dict[Action, float]:
        """The relative scores of the calls, best first; without passing if that is not known."""
        values: dict[Action, float] = {
            Declare(strain): score.relative for strain, score in self.declaring.items()
        }
        if self.call is None or math.isfinite(self.passing.relative_score_error):
            values[Pass()] = self.passing.relative
        return dict(sorted(values.items(), key=lambda item: (-item[1], item[0] != self.action)))

    @property
    def is_toss_up(self) -> bool:
        """Whether declaring and passing are about equally likely to be better."""
        return self.confidence < _TOSS_UP


@dataclass(frozen=True, slots=True, repr=False)
class JudgedCall(Result, Shown):
    """The evaluation of a decision to declare or to pass.

    call        the strain declared, or None for a pass.
    advice      the engine's advice on the hand.
    agreement   the terms of the hand.
    cost        the engine's estimate of what the best call would gain over this one, in points or
                chips relative to the others: 0 or more.
    cost_error  the standard error of the cost.
    right       whether the call is as good as the best: its cost is next to nothing, or too small
                for the engine to tell it from nothing.
    """

    call: Strain | None
    advice: Advice
    agreement: Agreement
    cost: float
    cost_error: float
    right: bool


@dataclass(frozen=True, slots=True, repr=False)
class ScoreEstimate(Result, Shown):
    """The mean scores of a deal when engine players finish it, over many simulated games.

    seat                  the seat from whose view the unseen cards were dealt.
    scores                the mean score of the deal, by seat; on paper in an undeclared hand
                          of Clumond.
    own                   the mean score of ``seat``.
    own_score_error       the standard error of ``own``.
    relative              the mean of the score of ``seat`` less the mean score of the others.
    relative_score_error  the standard error of ``relative``.
    games                 the number of simulated games.
    hit_rate              in an undeclared hand of Clumond, the share of the games in which
                          ``seat`` succeeded; else None.
    """

    seat: int
    scores: tuple[float, ...]
    own: float
    own_score_error: float
    relative: float
    relative_score_error: float
    games: int
    hit_rate: float | None = None
