"""Results of searches in any game, all hands open or one hand known, and their limits.

>>> Limit(nodes=1000).nodes, Certainty.CERTAIN > Certainty.IMPOSSIBLE
(1000, True)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.checks import as_int, checked
from clumond_solver.base.enumerations import IntChoice
from clumond_solver.base.errors import RuleError, SearchError, shown_number, shown_value
from clumond_solver.base.stopping import Deadline, check_seconds
from clumond_solver.base.values import Result, Shown, set_plain_fields
from clumond_solver.rules.actions import Action

ActionT = TypeVar("ActionT", bound=Action)

#: A difference of fewer standard errors than this may be luck.
BEYOND_LUCK = 2.0
#: The greatest limit: more nodes than any search visits.
MOST_NODES = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The time and the nodes after which a search stops; None for no limit.

    ``time`` is in seconds, at most 10**9; with it results differ from run to run. ``nodes`` is a
    number of positions; with it results are reproducible. Numbers above 2**63 - 1 count as that.
    SearchError for negative numbers and for a time that is NaN.
    """

    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        check_seconds(self.time)
        set_plain_fields(self)
        if self.nodes is not None:
            if as_int(self.nodes, "a number of nodes") < 0:
                raise SearchError(f"node limit {shown_number(self.nodes)}: a count, 0 or more")
            object.__setattr__(self, "nodes", min(self.nodes, MOST_NODES))

    @classmethod
    @checked
    def of(cls, clock: Deadline, share: float = 1) -> Limit:
        """A share of the time and nodes that are left."""
        nodes = None if clock.max_nodes == math.inf else max(0, int(clock.nodes_left * share))
        return cls(time=clock.seconds_for(share), nodes=nodes)


def checked_limit(limit: Limit | None) -> Limit | None:
    """The limit itself; SearchError for anything else."""
    if limit is not None and not isinstance(limit, Limit):
        raise SearchError(
            f"limit {shown_value(limit)}: give a Limit(time=seconds, nodes=count), or None"
        )
    return limit


class Reach(IntChoice):
    """Whether a seat can end with a retention exactly on target, with all hands open.

    FORCED      the seat can, against any defence.
    POSSIBLE    the seat can only if the defence helps: a line of play ends so.
    UNFORCED    the seat cannot force it; no line with help is known, but there may be one.
    IMPOSSIBLE  no legal play ends so: proved.
    """

    IMPOSSIBLE = 0
    UNFORCED = 1
    POSSIBLE = 2
    FORCED = 3


@dataclass(frozen=True, slots=True)
class TrickRange(Result):
    """The fewest and the most tricks that a seat can force itself to take, all hands open.

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


@dataclass(frozen=True, slots=True)
class ActionValue(Result):
    """A search's rating of one action: the number of visits, and their mean reward.

    The reward is that of the seat that acts. In Clumond it is the chance of success for a declarer,
    the chance of defeating him for a defender, and the expected paper score in an undeclared hand.
    In other games it is the seat's score in the deal, by default less the mean of the others'.

    A search visits most what promises most, and of cards it chooses the one with the most visits:
    the mean of one with fewer is less certain, and may be a little higher.
    """

    visits: int
    value: float


@dataclass(frozen=True, slots=True, repr=False)
class Choice(Result, Shown, Generic[ActionT]):
    """The decision of a player who sees only his own hand, with the ratings of all options.

    action      the call or the card. A search chooses the card with the most visits, not that with
                the best value, unless another is proved to be better or, in the last tricks, keeps
                more chances at much the same value; where signals are agreed on, a card of the same
                value may signal. Of calls, and after games, the best value decides.
    values      the ratings of the actions searched (`ActionValue` has the units). In Clumond every
                legal card has a rating; touching cards of a hand, such as queen and king, share
                the same `ActionValue` object. In other games all actions with the same consequences
                share one. Proved values are exact: 1 for certain success, 0 for impossible success.
    iterations  the number of deals searched; 0 if there was nothing to choose.
    proof       a proof about the player's success; None without one.
    complete    whether no time limit cut the work short.
    """

    action: ActionT
    values: Mapping[ActionT, ActionValue]
    iterations: int
    proof: Proof | None = None
    complete: bool = True

    @property
    def card(self) -> Card:
        """The card chosen; RuleError if the action plays none."""
        card = getattr(self.action, "card", None)
        if not isinstance(card, Card):
            raise RuleError(f"no card was chosen, but “{self.action}”")
        return card

    @property
    def groups(self) -> list[list[ActionT]]:
        """The rated actions, grouped by shared rating."""
        by_rating: dict[int, list[ActionT]] = {}
        for action, value in self.values.items():
            by_rating.setdefault(id(value), []).append(action)
        return list(by_rating.values())

    @checked
    def representatives(self, actions: Iterable[ActionT]) -> list[ActionT]:
        """The first action of every group among these, in their order."""
        first: dict[int, ActionT] = {}
        for action in actions:
            first.setdefault(id(self.values[action]), action)
        return list(first.values())


class Certainty(IntChoice):
    """What is proved of a player's success from what he sees; as an int, his chance.

    CERTAIN     he has a plan that succeeds in every deal, whatever the others play.
    IMPOSSIBLE  he succeeds in no deal, whatever anybody plays, himself included.
    """

    IMPOSSIBLE = 0
    CERTAIN = 1


@dataclass(frozen=True, slots=True)
class Proof(Result):
    """A proof about a player's success at his turn, from what he sees alone.

    A defender succeeds if declarer fails.

    certainty  CERTAIN or IMPOSSIBLE.
    cards      the cards that keep success certain; all legal cards if it is impossible.
    """

    certainty: Certainty
    cards: Hand


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


#: The least and the greatest possible value of a number.
Bounds = tuple[int, int]


@checked
def verdict_of(miss: Bounds | None) -> bool | None:
    """Whether success can be forced, given bounds on the miss; None if they leave it open.

    >>> [verdict_of(miss) for miss in ((0, 0), (1, 4), (0, 2), None)]
    [True, False, None, None]
    """
    if miss is None or miss[0] == 0 < miss[1]:
        return None
    return miss[1] == 0


@dataclass(frozen=True, slots=True)
class Loss(Result):
    """What an action, or several, gave away: an estimate that may be too low as well as too high.

    amount  the estimate, below 0 if the action turned out better than the one preferred.
    error   its standard error.

    >>> both = Loss(0.3, 0.03) + Loss(-0.1, 0.04)
    >>> round(both.amount, 3), round(both.error, 3), both.is_luck, (both * -2.0).is_luck
    (0.2, 0.05, False, True)
    """

    _derived = ("is_luck",)
    amount: float = 0.0
    error: float = 0.0

    def __add__(self, other: Loss) -> Loss:
        return Loss(self.amount + other.amount, math.hypot(self.error, other.error))

    def __mul__(self, factor: float) -> Loss:
        return Loss(self.amount * factor, self.error * abs(factor))

    @property
    def is_luck(self) -> bool:
        """Whether luck may explain that it is above 0."""
        return self.amount <= 0 or self.amount < BEYOND_LUCK * self.error
