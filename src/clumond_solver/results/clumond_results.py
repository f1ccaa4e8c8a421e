"""Results that are about Clumond: solutions, tables, estimates, advice.

>>> Estimate(p=0.4, standard_error=0.1, games=24).games
24
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clumond_solver.base.beta_distribution import quantile
from clumond_solver.base.cards import Card, Strain, StrainLike
from clumond_solver.base.checks import checked
from clumond_solver.base.errors import SearchError
from clumond_solver.base.values import FrozenMap, Result, Shown
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Retention, SeatOutcome, as_retention
from clumond_solver.results.search_results import Certainty, Reach, TrickRange
from clumond_solver.rules.actions import Action, Declare, Pass

_FULLY_KNOWN = 2
# Below this confidence in an advice, odds of two to one, neither call is clearly better.
_TOSS_UP = 2 / 3
# Stands in for 0, because the parameters of a beta distribution must be above 0.
_NEARLY_ZERO = 1e-3

#: How a seat succeeds: the cards it keeps, and its total of tricks, supplementary ones included.
Plan = tuple[Retention, int]


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Result, Shown):
    """Everything that one seat can force from a position with all hands open (double dummy).

    verdict      whether the seat can force success; None if the limit stopped the search first.
    plays        by legal card of the seat to play, whether success can still be forced after it.
    retentions   the reach of each retention; None if it is undecided whether it can be forced.
    miss         how many tricks off the seat finishes if all play perfectly: bounds (low, high).
    tricks       the fewest and the most tricks that the seat can force.
    line         best play by all from here to the end of the hand.
    nodes        the number of positions searched.
    exact        whether the limit cut nothing short.
    """

    verdict: bool | None
    plays: Mapping[Card, bool | None]
    retentions: Mapping[Retention, Reach | None]
    miss: tuple[int, int]
    tricks: TrickRange
    line: tuple[Card, ...]
    nodes: int
    exact: bool


@dataclass(frozen=True, slots=True)
class DealTable(Result, Shown):
    """What every seat of a deal could force as declarer in every strain.

    verdict  by declarer and strain, whether success can be forced; None if the limit stopped the
             search first.
    miss     by declarer and strain, how far off the defence can hold declarer, in tricks: bounds
             (low, high); 0 and 0 if he can force success.
    nodes    the number of positions searched for the table.

    `str` gives a table with a row for each declarer and a column for each strain: "makes", or the
    bounds on the miss.
    """

    verdict: Mapping[tuple[Seat, Strain], bool | None]
    miss: Mapping[tuple[Seat, Strain], tuple[int, int]]
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether every miss is known."""
        return all(low == high for low, high in self.miss.values())


@dataclass(frozen=True, slots=True, repr=False)
class RetentionTable(Result, Shown):
    """The reach of every retention in every strain for a declarer, from a deal's first card.

    declarer  the declarer's seat.
    reach     the reach by strain and retention; None if it is undecided whether the retention
              can be forced.
    miss      by strain, how far off the defence can hold declarer, in tricks: bounds (low, high);
              0 and 0 if he can force success, whichever three cards he keeps in the end.
    nodes     the number of positions searched for the table.
    lines     by strain and retention, a line of play by all three that ends with the retention on
              target; see `line`.

    `str` gives some sentences, then a table: a row for each retention, a column for each strain.
    """

    declarer: Seat
    reach: Mapping[tuple[Strain, Retention], Reach | None]
    miss: Mapping[Strain, tuple[int, int]]
    nodes: int
    lines: Mapping[tuple[Strain, Retention], tuple[Card, ...]] = FrozenMap({})

    @property
    def exact(self) -> bool:
        """Whether every reach is fully known: neither None nor UNFORCED."""
        return not any(map(self.is_undecided, Strain))

    def is_undecided(self, strain: StrainLike) -> bool:
        """Whether some reach in a strain is not fully known: None or UNFORCED."""
        strain = Strain(strain)
        return any(_amount_known(self.reach[strain, r]) < _FULLY_KNOWN for r in Retention.all())

    def knows_forced(self, strain: StrainLike) -> bool:
        """Whether it is known of every retention in a strain if it can be forced: none is None."""
        strain = Strain(strain)
        return all(self.reach[strain, kept] is not None for kept in Retention.all())

    @checked
    def joined(self, other: RetentionTable) -> RetentionTable:
        """The table with all that this one and another of the same declarer and deal know."""
        return RetentionTable(
            self.declarer,
            {
                cell: max(at, other.reach[cell], key=_amount_known)
                for cell, at in self.reach.items()
            },
            {
                strain: (max(low, other.miss[strain][0]), min(high, other.miss[strain][1]))
                for strain, (low, high) in self.miss.items()
            },
            self.nodes + other.nodes,
            FrozenMap({**self.lines, **other.lines}),
        )

    def forced(self, strain: StrainLike) -> tuple[Retention, ...]:
        """The retentions that can be forced in a strain."""
        strain = Strain(strain)
        return tuple(r for r in Retention.all() if self.reach[strain, r] is Reach.FORCED)

    def line(self, strain: StrainLike, kept: Retention | str) -> tuple[Card, ...] | None:
        """A line of play by all three, from the first card on, to a retention on target.

        None if none is known: always if the retention is impossible, and perhaps if it is forced.
        """
        return self.lines.get((Strain(strain), as_retention(kept)))


def _amount_known(reach: Reach | None) -> int:
    """The amount known of a reach: 0 nothing, 1 that it is not forced, 2 all."""
    return {None: 0, Reach.UNFORCED: 1}.get(reach, _FULLY_KNOWN)


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
    successes: Mapping[Plan, int] = field(default_factory=dict)
    tricks: Mapping[int, int] = field(default_factory=dict)
    effective_games: float | None = None
    proved: Certainty | None = None

    @classmethod
    @checked
    def of_proof(cls, proved: Certainty) -> Estimate:
        """The exact chance of a hand that cannot fail, or cannot succeed.

        >>> Estimate.of_proof(Certainty.CERTAIN).interval
        (1.0, 1.0)
        """
        return cls(p=float(int(proved)), standard_error=0.0, games=0, proved=proved)

    @classmethod
    @checked
    def of_games(cls, outcomes: Sequence[SeatOutcome]) -> Estimate:
        """The estimate from declarer's outcomes in at least one game.

        >>> Estimate.of_games([SeatOutcome(Retention.parse("HHS"), 5, 0)] * 4).p
        1.0
        """
        games = len(outcomes)
        if not games:
            raise SearchError("no outcomes: an estimate needs at least one game")
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
    def values(self) -> Mapping[Action, float]:
        """The relative scores of the calls, best first; without passing if that is not known."""
        values: dict[Action, float] = {
            Declare(strain): score.relative for strain, score in self.declaring.items()
        }
        if self.call is None or math.isfinite(self.passing.relative_score_error):
            values[Pass()] = self.passing.relative
        return FrozenMap(
            dict(sorted(values.items(), key=lambda item: (-item[1], item[0] != self.action)))
        )

    @property
    def is_toss_up(self) -> bool:
        """Whether declaring and passing are about equally likely to be better."""
        return self.confidence < _TOSS_UP
