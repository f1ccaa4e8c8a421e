"""The results of the engines: frozen values with names, and no engine in them.

>>> Limit(nodes=1000).nodes, Reach.FORCED > Reach.POSSIBLE > Reach.IMPOSSIBLE
(1000, True)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from clumond_solver.base.beta_distribution import quantile
from clumond_solver.base.cards import Card, Hand, Strain, StrainLike
from clumond_solver.base.deadline import checked_seconds
from clumond_solver.base.drawing import Shown
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import IntChoice, Result, as_int
from clumond_solver.base.wording import percent, signed
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Outcome, Retention
from clumond_solver.games.clumond.scoring import Agreement, Scoring
from clumond_solver.rules.actions import Action, Declare, LeadFor, Pass, PlayCard, SetRules

#: More nodes than any search visits.
MOST_NODES = 2**63 - 1
ActionT = TypeVar("ActionT", bound=Action)
# A beta distribution needs counts above 0, so this stands in for 0.
_NEARLY_ZERO = 1e-3
# Below odds of two to one neither call is clearly better.
_TOSS_UP = 2 / 3


@dataclass(frozen=True, slots=True)
class Limit:
    """The time and the nodes after which a search stops; None for no limit.

    ``time`` is in seconds, at most 10**9, and makes results differ from run to run. ``nodes`` is a
    number of positions searched, and makes them reproducible; a larger number counts as 2**63 - 1.
    SearchError for negative numbers and for a time that is NaN.
    """

    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Refuse limits that no search can keep to."""
        checked_seconds(self.time)
        if self.nodes is not None:
            if as_int(self.nodes, "a number of nodes") < 0:
                raise SearchError(f"node limit {shown_number(self.nodes)}: a count, 0 or more")
            object.__setattr__(self, "nodes", min(self.nodes, MOST_NODES))


def checked_limit(limit: Limit | None) -> Limit | None:
    """The limit itself; SearchError for anything else."""
    if limit is not None and not isinstance(limit, Limit):
        raise SearchError(f"limit {limit!r}: give a Limit(time=seconds, nodes=count), or None")
    return limit


class Reach(IntChoice):
    """The reach of a retention exactly on target, with all hands open.

    FORCED      the seat can reach it against any defence.
    POSSIBLE    the seat can reach it only if the defence helps.
    UNFORCED    the seat cannot force it; a limit left open whether the defence could help.
    IMPOSSIBLE  no legal play reaches it.
    """

    IMPOSSIBLE = 0
    UNFORCED = 1
    POSSIBLE = 2
    FORCED = 3


@dataclass(frozen=True, slots=True)
class TrickRange(Result):
    """The fewest tricks a seat can hold itself to, and the most it can force, all hands open.

    fewest, most  pairs (low, high) of bounds, equal when exact. Tricks taken in the whole hand,
                  without supplementary ones: 0 to 13.

    >>> TrickRange(fewest=(2, 2), most=(5, 6)).exact
    False
    """

    fewest: tuple[int, int]
    most: tuple[int, int]

    @property
    def exact(self) -> bool:
        """Whether both ends are known."""
        return self.fewest[0] == self.fewest[1] and self.most[0] == self.most[1]


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Result, Shown):
    """Everything that one seat can force from a position with all hands open (double dummy).

    verdict      whether the seat can force success; None if the limit stopped the search first.
    plays        by legal card of the seat to play, whether success can still be forced after it.
    retentions   by retention, how far it can be reached exactly on target; None if the limit left
                 undecided whether it can be forced.
    miss         how many tricks off the seat ends with best play by all: bounds (low, high).
    tricks       the fewest tricks the seat can hold itself to, and the most it can force.
    line         best play by all from here to the end of the hand.
    nodes        positions searched.
    exact        whether no part was stopped by the limit.
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
class ActionValue(Result):
    """A search's rating of one action: the number of trials, and their mean reward.

    The reward is that of the seat that acts. In Clumond it is the chance of success for a declarer,
    that of defeating him for a defender, the expected paper score in an undeclared hand; elsewhere
    than in Clumond what the seat gains in the deal, less the mean of what the others gain unless
    asked otherwise.
    """

    visits: int
    value: float


@dataclass(frozen=True, slots=True, repr=False)
class Choice(Result, Shown, Generic[ActionT]):
    """The choice of a player who sees only his own hand, with the ratings of all choices.

    action      the call or the card.
    values      the ratings of what was searched (`ActionValue` has the units). In Clumond every
                legal card has one; cards of a hand that touch (a run, such as queen and king) share
                one search, so one rating: the same object. In other games one rating stands for all
                actions with the same consequences. Proved values are exact: 1 where success is
                certain, 0 where it is impossible.
    iterations  the number of deals searched; 0 if there was nothing to choose.
    proof       a proof about declarer's success; None without one.
    """

    action: ActionT
    values: Mapping[ActionT, ActionValue]
    iterations: int
    proof: Proof | None = None

    @property
    def card(self: Choice[PlayCard]) -> Card:
        """The card, where a card is chosen."""
        return self.action.card

    @property
    def groups(self) -> list[list[ActionT]]:
        """The rated actions, grouped by shared rating."""
        alike: dict[int, list[ActionT]] = {}
        for action, value in self.values.items():
            alike.setdefault(id(value), []).append(action)
        return list(alike.values())

    def one_of_each(self, actions: Iterable[ActionT]) -> list[ActionT]:
        """The first action of every group among these, in their order."""
        first: dict[int, ActionT] = {}
        for action in actions:
            first.setdefault(id(self.values[action]), action)
        return list(first.values())


@dataclass(frozen=True, slots=True)
class DealTable(Result, Shown):
    """The table of a deal: what every seat could force as declarer in every strain.

    verdict  by declarer and strain, whether success can be forced; None if the limit stopped the
             search first.
    miss     by declarer and strain, how many tricks off the defence can force declarer to be:
             bounds (low, high); 0 and 0 where he can force success.
    nodes    positions searched for all of it.

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

    def __str__(self) -> str:
        """The table, aligned."""
        lines = [" " * 12 + "".join(f"{strain!s:>7}" for strain in Strain)]
        for seat in Seat:
            cells = (self._cell(seat, strain) for strain in Strain)
            lines.append(f"{seat!s:12}" + "".join(f"{cell:>7}" for cell in cells))
        return "\n".join(lines)

    def _cell(self, seat: Seat, strain: Strain) -> str:
        low, high = self.miss[seat, strain]
        if self.verdict[seat, strain]:
            return "makes"
        return str(low) if low == high else f"{low}-{high}"


@dataclass(frozen=True, slots=True, repr=False)
class RetentionTable(Result, Shown):
    """The reach of every retention in every strain for a declarer, from a deal's first card.

    declarer  the declarer's seat.
    reach     by strain and retention; None if the limit left undecided whether it can be forced.
    miss      by strain, how many tricks off the defence can force declarer to be: bounds (low,
              high); 0 and 0 where he can force success, whichever three cards he keeps in the end.
    nodes     positions searched for all of it.

    `str` gives a sentence, then a table with a row for each retention and a column for each strain.
    """

    declarer: Seat
    reach: Mapping[tuple[Strain, Retention], Reach | None]
    miss: Mapping[Strain, tuple[int, int]]
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether every reach is known."""
        return not any(map(self.is_undecided, Strain))

    def is_undecided(self, strain: Strain) -> bool:
        """Whether a limit left some reach in a strain undecided."""
        return any(_amount_known(self.reach[strain, r]) < _FULLY_KNOWN for r in Retention.all())

    def knows_forced(self, strain: Strain) -> bool:
        """Whether all that can be forced in a strain is known."""
        return all(self.reach[strain, kept] is not None for kept in Retention.all())

    def joined(self, other: RetentionTable) -> RetentionTable:
        """The knowledge of two searches about the same declarer and deal, as one table."""
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
        )

    def forced(self, strain: StrainLike) -> tuple[Retention, ...]:
        """The retentions that can be forced in a strain."""
        strain = Strain(strain)
        return tuple(r for r in Retention.all() if self.reach[strain, r] is Reach.FORCED)


_FULLY_KNOWN = 2


def _amount_known(reach: Reach | None) -> int:
    """The amount known of a reach: 0 nothing, 1 that it is not forced, 2 all."""
    return {None: 0, Reach.UNFORCED: 1}.get(reach, _FULLY_KNOWN)


class Certainty(IntChoice):
    """A proof about a declarer's success from his hand alone; ``int(proof)`` is his chance.

    CERTAIN     from what he sees he has a plan that succeeds in every deal, whatever the others
                play.
    IMPOSSIBLE  he succeeds in no deal, whatever anybody plays, himself included.
    """

    IMPOSSIBLE = 0
    CERTAIN = 1


@dataclass(frozen=True, slots=True)
class Proof(Result):
    """A proof about a declarer's success at his turn, from what he sees alone.

    certainty  CERTAIN or IMPOSSIBLE.
    cards      the cards for which it holds: those that keep success certain, or all legal ones.
    """

    certainty: Certainty
    cards: Hand


@dataclass(frozen=True, slots=True, repr=False)
class Estimate(Result, Shown):
    """A declarer's chance of success, estimated by simulated games: the engine plays sampled deals.

    p               the chance, 0 to 1: the share of the games won, shrunk towards a prior if there
                    is one, and reduced by the known optimism of quick games; 1 or 0 if proved.
    standard_error  of p, as an estimate of the chance when the strongest player sits in every seat;
                    it covers the luck of the deals and the inaccuracy of quick games; 0 if proved.
    games           the number of simulated games; 0 for a prior from one search, and for a proof.
    successes       the number of games won, by retention and total of tricks (supplementary ones
                    included). Its keys are the ways in which the hand succeeds.
    tricks          the number of games by tricks taken.
    effective_games  the number of games of the strongest player that would give the same standard
                    error. None if p rests on ``games`` alone.
    proved          CERTAIN or IMPOSSIBLE if proved from the hand alone; else None.
    """

    p: float
    standard_error: float
    games: int
    successes: Mapping[tuple[Retention, int], int] = field(default_factory=dict)
    tricks: Mapping[int, int] = field(default_factory=dict)
    effective_games: float | None = None
    proved: Certainty | None = None

    @classmethod
    def of_proof(cls, proved: Certainty) -> Estimate:
        """The exact chance of a hand that cannot fail, or that cannot succeed.

        >>> Estimate.of_proof(Certainty.CERTAIN).interval
        (1.0, 1.0)
        """
        return cls(p=float(int(proved)), standard_error=0.0, games=0, proved=proved)

    @property
    def interval(self) -> tuple[float, float]:
        """The range that holds the long-run value 95 times in 100, and always ``p``.

        It runs from 2.5 to 97.5 % of a beta distribution around p that has the weight of
        ``effective_games``, or of ``games`` where that is None (Jeffreys' interval: Brown, Cai
        and DasGupta 2001, "Interval estimation for a binomial proportion"). Where success was
        proved certain or impossible, both ends are p.

        >>> low, high = Estimate(p=0.5, standard_error=0.05, games=100).interval
        >>> round(low, 3), round(high, 3)
        (0.403, 0.597)
        """
        if self.proved is not None:
            return self.p, self.p
        weight = self.games if self.effective_games is None else self.effective_games
        if weight == 0:
            return 0.0, 1.0
        jeffreys_prior = 0.5 if self.effective_games is None else 0.0
        wins = max(self.p * weight + jeffreys_prior, _NEARLY_ZERO)
        losses = max((1 - self.p) * weight + jeffreys_prior, _NEARLY_ZERO)
        low, high = (quantile(share, wins, losses) for share in (0.025, 0.975))
        return min(low, self.p), max(high, self.p)


@dataclass(frozen=True, slots=True)
class ExpectedScore(Result):
    """An expected score of one choice: *own*, and *relative* to the mean of the two others.

    ``relative_score_error`` is the standard error of the relative one.
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
        """The relative scores of the calls, the best first; without passing if it is not known."""
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
    """What a decision to declare or to pass was worth.

    call        the strain declared, or None for a pass.
    advice      what the engine says of the hand.
    agreement   what the hand was played for.
    cost        how much more the best call is worth, in points or chips relative to the others,
                as the engine estimates it: 0 or more.
    cost_error  the standard error of the cost.
    right       whether the call is as good as the best: it costs next to nothing, or so little that
                the engine cannot tell it from nothing.
    """

    call: Strain | None
    advice: Advice
    agreement: Agreement
    cost: float
    cost_error: float
    right: bool


@dataclass(frozen=True, slots=True)
class Hint(Result):
    """The engine's choice in a player's place, the values of the choices, and the reason.

    action      the engine's choice.
    values      the values of the best choices, the best first; choices left out look worse. In a
                declared hand of Clumond they are chances, 0 to 1: declarer's of success, a
                defender's of defeating him. Otherwise they are in ``unit``.
    other       the best of the other choices (touching cards count as one); None without others.
    in_chances  whether the values are chances.
    unit        the unit of values that are not chances, such as "chips ahead of the others".
    plan        the retention and the total of tricks (supplementary ones included) in which
                at least half of the player's successes after ``action`` end; None if none has.
    reason      the reason in sentences; empty where none is both certain and helpful.
    errors      the standard errors of chances.
    complete    whether the work was finished rather than cut short by a time limit.

    `str` is a sentence for the player.

    >>> best, other = PlayCard(Card.parse("D5")), PlayCard(Card.parse("DA"))
    >>> print(Hint(best, {best: 0.5, other: -1.0}, other, reason="It is your last diamond."))
    ♦5 +0.5, ♦A −1.0 points ahead of the others. It is your last diamond.
    """

    action: Action
    values: Mapping[Action, float]
    other: Action | None = None
    in_chances: bool = False
    unit: str = "points ahead of the others"
    plan: tuple[Retention, int] | None = None
    reason: str = ""
    errors: Mapping[Action, float] = field(default_factory=dict)
    complete: bool = True

    def __str__(self) -> str:
        """The choice and the next best with their values, then the reason."""
        if self.action not in self.values:
            choices = f"The only choice: {_as_written(self.action)}"
        else:
            shown = [self.action] if self.other is None else [self.action, self.other]
            choices = ", ".join(
                f"{_as_written(action)} {self.value_text(action)}" for action in shown
            )
            choices += "" if self.in_chances else f" {self.unit}"
        return f"{choices}. {self.reason}".rstrip()

    def value_text(self, action: Action) -> str:
        """The value of a choice in words."""
        value = self.values[action]
        if self.in_chances:
            return percent(value, unbroken=True)
        return signed(value)


def _as_written(action: Action) -> str:
    """An action as players write it: a card or a suit by its symbol."""
    match action:
        case PlayCard(card):
            return card.pretty()
        case LeadFor(card, led):
            return f"{card.pretty()} for {led.symbol}"
        case Declare(strain):
            return strain.symbol
        case SetRules():
            return action.words
    return str(action)


Bounds = tuple[int, int]
#: A card that gives away this chance or more is costly.
COSTLY_CHANCE = 0.05


@dataclass(frozen=True, slots=True)
class ReviewedPlay(Result):
    """One call or card of a deal that was played, reviewed.

    number   its place among the actions of the deal, from 1.
    trick    the trick's number, from 1; 0 for a call.
    seat     the seat that acted.
    action   the call or card.
    best     the engine's choice; the same as ``action`` if that cost nothing.
    cost     its cost as its player saw it, 0 or more: of his chance (0 to 1), or of his expected
             score if the review is not in chances. 0 unless it is greater than its error.
    values   the values of the choices as its player saw them, in the same units, the best first;
             only of those that the engine searched.
    reason   the reason why ``best`` is better; empty where none is both certain and helpful.
    before   with all hands open, the bounds on the least number of tricks off that could be forced
             before it, for declarer or, if nobody declared, for its player. None if not solved.
    after    the same after it.
    misses   the same after every legal card; only for cards that gave something away, for the
             others on request.

    >>> play = ReviewedPlay(1, 1, 0, PlayCard(Card.parse("S2")), PlayCard(Card.parse("SA")), 0.1,
    ...                     before=(0, 0), after=(1, 2))
    >>> play.open_cost(own=True), play.turned
    ((1, 2), True)
    """

    number: int
    trick: int
    seat: int
    action: Action
    best: Action
    cost: float
    values: Mapping[Action, float] = field(default_factory=dict)
    reason: str = ""
    before: Bounds | None = None
    after: Bounds | None = None
    misses: Mapping[Action, Bounds] = field(default_factory=dict)

    def open_cost(self, *, own: bool) -> Bounds:
        """Bounds on the tricks that it gave away with all hands open, 0 or more.

        ``own`` if the open hands are solved for the player's own success.
        """
        if self.before is None or self.after is None:
            return 0, 0
        better, worse = (self.before, self.after) if own else (self.after, self.before)
        return max(0, worse[0] - better[1]), max(0, worse[1] - better[0])

    @property
    def verdict(self) -> bool | None:
        """Whether success can be forced after it with all hands open; None if unknown."""
        return verdict_of(self.after)

    @property
    def turned(self) -> bool:
        """Whether it changed the verdict with all hands open."""
        verdicts = verdict_of(self.before), self.verdict
        return None not in verdicts and verdicts[0] is not verdicts[1]

    @property
    def harmless_cards(self) -> tuple[Action, ...]:
        """The cards known to give nothing away with all hands open."""
        best = self.before
        if best is None or best[0] < best[1]:
            return ()
        return tuple(action for action, bounds in self.misses.items() if bounds == best)


def verdict_of(miss: Bounds | None) -> bool | None:
    """Whether success can be forced, by bounds on the miss; None if they leave it open.

    >>> [verdict_of(miss) for miss in ((0, 0), (1, 4), (0, 2), None)]
    [True, False, None, None]
    """
    if miss is None or miss[0] == 0 < miss[1]:
        return None
    return miss[1] == 0


@dataclass(frozen=True, slots=True)
class Replay(Result):
    """The same cards played by the engine at every seat.

    games      how many times they were played.
    successes  the number of successes by seat.
    plays      the cards of one further game, in order.
    outcome    the outcome of that game.

    >>> Replay(20, (12, 5, 7), (), None).share(0)
    0.6
    """

    games: int
    successes: tuple[int, int, int]
    plays: tuple[Card, ...]
    outcome: Outcome | None

    def share(self, seat: int) -> float:
        """The share of the games in which a seat succeeded, 0 to 1; 0 without games."""
        return self.successes[seat] / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class BetterLine(Result):
    """The rest of a hand of Clumond after a better card, with all hands open.

    number   the place of the card that it replaces among the actions of the hand, from 1.
    cards    the better card, then best play by all to the end.
    success  whether declarer succeeds.
    """

    number: int
    cards: tuple[Card, ...]
    success: bool


@dataclass(frozen=True, slots=True, repr=False)
class Review(Result, Shown):
    """The review of a deal, card by card: what was better, by how much, and why.

    declarer  the declarer; None in undeclared hands and other games. In declared hands costs are
              chances of success, else scores.
    seat      the seat whose success was solved for with all hands open; None if at each card
              its player's success was.
    plays     the actions, in order, up to the first illegal one.
    fault     the illegal action, in words with its trick; empty without one.
    finished  whether the deal was played to its end.
    replay    the same cards played by the engine; None if not requested.
    calls     the calls of a whole hand of Clumond, in order, with costs and values in points on
              paper or chips relative to the others; the other games' calls are among the plays.
    scoring   the unit of ``calls``: points on paper or chips.
    better    how a declared hand could have gone on with a better card in place of the last one
              that turned the verdict; None if no card turned it.
    complete  whether the work was finished rather than cut short by a time limit.

    >>> lead = ReviewedPlay(1, 1, 0, PlayCard(Card.parse("S2")), PlayCard(Card.parse("SA")), 0.1)
    >>> review = Review(Seat.FOREHAND, Seat.FOREHAND, (lead,))
    >>> review.lost(Seat.FOREHAND), review.costliest() == (lead,)
    (0.1, True)
    """

    declarer: Seat | None
    seat: Seat | None
    plays: tuple[ReviewedPlay, ...]
    fault: str = ""
    finished: bool = True
    replay: Replay | None = None
    calls: tuple[ReviewedPlay, ...] = ()
    scoring: Scoring = Scoring.PAPER
    better: BetterLine | None = None
    complete: bool = True

    @property
    def costly_from(self) -> float:
        """The cost from which on an action counts as costly, in the units of the review.

        It is 0.05 in chances; in scores it is 0.05 of the range of all values, but at least 0.05.
        """
        values = [value for play in self.plays for value in play.values.values()]
        if self.in_chances or not values:
            return COSTLY_CHANCE
        return COSTLY_CHANCE * max(1.0, max(values) - min(values))

    def costliest(self, most: int = 5) -> tuple[ReviewedPlay, ...]:
        """The costliest actions as their players saw them, none below `costly_from`."""
        threshold = self.costly_from
        costly = [play for play in self.plays if play.cost >= threshold]
        return tuple(sorted(costly, key=lambda play: -play.cost)[:most])

    def lost(self, seat: int) -> float:
        """The sum of a seat's costs, in the units of the review."""
        return math.fsum(play.cost for play in self.plays if play.seat == seat)

    def is_own(self, play: ReviewedPlay) -> bool:
        """Whether the solver asked about the success of the card's own player."""
        return self.seat is None or play.seat == self.seat

    @property
    def in_chances(self) -> bool:
        """Whether costs are chances of success, 0 to 1."""
        return self.declarer is not None

    @property
    def as_seen(self) -> bool:
        """Whether cards were reviewed as their players saw them."""
        return any(play.values for play in self.plays)

    @property
    def turning_points(self) -> tuple[ReviewedPlay, ...]:
        """The cards that changed the verdict with all hands open."""
        return tuple(play for play in self.plays if play.turned)

    def declarers_chance(self, play: ReviewedPlay) -> tuple[float, float] | None:
        """Declarer's chance before and after a card, as the player of the card saw it.

        None if nobody declared, or if the card was not searched.
        """
        if self.declarer is None or play.action not in play.values:
            return None
        after = play.values[play.action]
        before = after + play.cost
        return (before, after) if play.seat == self.declarer else (1 - before, 1 - after)


@dataclass(frozen=True, slots=True, repr=False)
class ScoreEstimate(Result, Shown):
    """The scores of the seats in a deal that engine players finish, over many simulated games.

    seat                  the seat from whose view the unseen cards were dealt.
    scores                the mean score of the deal, by seat; on paper in an undeclared hand
                          of Clumond.
    own                   the mean score of ``seat``.
    own_score_error       the standard error of ``own``.
    relative              the mean of the score of ``seat`` less the mean score of the others.
    relative_score_error  the standard error of ``relative``.
    games                 the number of simulated games.
    hit_rate              in an undeclared hand of Clumond the share of them in which ``seat``
                          succeeded.
    """

    seat: int
    scores: tuple[float, ...]
    own: float
    own_score_error: float
    relative: float
    relative_score_error: float
    games: int
    hit_rate: float | None = None
