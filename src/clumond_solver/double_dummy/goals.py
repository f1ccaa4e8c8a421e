"""Plays, goals and questions in the core's numbers.

>>> from clumond_solver.base.cards import Strain
>>> from clumond_solver.games.clumond.deals import Deal
>>> OpenPosition.of(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS), Seat.FOREHAND).leader
1

Goals of a seat with all hands open: the trick counts that reach them, by retention.

>>> mask = near_pars(Retention.parse("DDS"), 0, supplementary=0)
>>> [tricks for tricks in range(TRICKS + 1) if mask >> tricks & 1]
[1, 11]

The last two tricks with all hands open: a whole `Solution` from one walk through all lines.

>>> from clumond_solver.games.clumond.deals import Seat
>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
>>> solution = solve_endgame(OpenPosition.of(play, Seat.FOREHAND), ParReading.NEAREST)
>>> solution.verdict, solution.miss
(False, (1, 1))

The results of a query's searches stay in the core's table, so that resuming repeats little work.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple, Protocol

from clumond_solver._core.double_dummy import last_two_tricks
from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.errors import SearchError
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.values import FrozenMap, as_int, check_type
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS, ParReading, Play, Retention
from clumond_solver.games.clumond.scoring import off_table
from clumond_solver.results import Reach, Solution, TrickRange

# Masks of the numbers of tricks that count, by retention: see `goal_masks`.
Goal = tuple[int, ...]


def goal_masks(accepted: Mapping[Retention, int]) -> Goal:
    """The core's form of a goal, given the masks of the trick counts that each retention accepts.

    A mask's index is the retention's diamonds + 4 * its spades + 16 * its hearts.
    """
    masks = [0] * 64
    for retention, mask in accepted.items():
        diamonds, spades, hearts, _ = retention.counts
        masks[diamonds + 4 * spades + 16 * hearts] = mask
    return tuple(masks)


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """A position as the core sees it: seats are numbered clockwise from the hero, 0."""

    hands: tuple[int, int, int]
    leader: int
    table: tuple[int, ...]
    taken: int
    strain: int
    supplementary: int
    tricks_left: int

    @classmethod
    def of(cls, play: Play, hero: Seat) -> OpenPosition:
        """The position of a play, for this hero."""
        hands = play.hands
        return cls(
            (hands[hero].mask, hands[(hero + 1) % 3].mask, hands[(hero + 2) % 3].mask),
            (play.leader - hero) % 3,
            tuple(card.bit for card in play.trick),
            play.tricks_taken[hero],
            play.strain,
            play.supplementary[hero],
            play.tricks_left,
        )


def success(position: OpenPosition) -> Goal:
    """Success: taking a par of the retention."""
    return within(0, position.supplementary, ParReading.NEAREST)


@lru_cache(maxsize=128)
def within(miss: int, supplementary: int, par: ParReading) -> Goal:
    """Being at most `miss` tricks off; 0 is success."""
    return goal_masks({kept: near_pars(kept, miss, supplementary, par) for kept in Retention.all()})


def ending(supplementary: int, retention: Retention | None, tricks: int | None) -> Goal | None:
    """Success with a retention, a number of tricks, or both; None if neither is given."""
    if retention is not None:
        check_type(retention, Retention, "a retention (one of Retention.all())")
    if tricks is None:
        return None if retention is None else exactly(retention, supplementary)
    count = as_int(tricks, "a number of tricks")
    if not 0 <= count <= TRICKS:
        raise SearchError(f"{count} tricks: a number from 0 to {TRICKS}")
    kept = Retention.all() if retention is None else (retention,)
    return goal_masks(dict.fromkeys(kept, 1 << count))


@lru_cache(maxsize=256)
def exactly(retention: Retention, supplementary: int) -> Goal:
    """Success with this retention."""
    return goal_masks({retention: near_pars(retention, 0, supplementary)})


@lru_cache(maxsize=32)
def tricks_within(fewest: int, most: int) -> Goal:
    """From `fewest` to `most` tricks, with any retention."""
    return goal_masks(dict.fromkeys(Retention.all(), (2 << most) - (1 << fewest)))


def near_pars(
    retention: Retention, miss: int, supplementary: int, par: ParReading = ParReading.NEAREST
) -> int:
    """A mask of the trick counts (0 to 13) that are at most `miss` tricks off."""
    row = off_table(supplementary, par)[retention.code]
    return sum(1 << tricks for tricks, off in enumerate(row) if off <= miss)


def worst_miss(position: OpenPosition, par: ParReading = ParReading.NEAREST) -> int:
    """An upper bound on the miss: the most tricks off of all endings that may be possible."""
    lengths = [(position.hands[0] >> 16 * suit & 0xFFFF).bit_count() for suit in Suit]
    codes = {kept.code for kept in Retention.all() if kept.fits(lengths)}
    rows = off_table(position.supplementary, par)
    fewest, most = position.taken, position.taken + position.tricks_left
    return max(max(rows[code][fewest : most + 1]) for code in codes)


# With more tricks left, one search per question is faster.
MOST_TRICKS = 2
_TRICK_COUNTS = range(TRICKS + 1)
# Answers are masks, a bit for each question. The first bit of each kind, after success in bit 0:
_FIRST_RETENTION = 1
_FIRST_MISS = _FIRST_RETENTION + len(Retention.all())
_FIRST_AT_MOST = _FIRST_MISS + len(_TRICK_COUNTS)
_FIRST_AT_LEAST = _FIRST_AT_MOST + len(_TRICK_COUNTS)


def solve_endgame(position: OpenPosition, par: ParReading) -> Solution:
    """The whole solution, where at most `MOST_TRICKS` are left."""
    forced, possible, forced_by_card, line, nodes = last_two_tricks.solve_endgame(
        position.hands,
        position.leader,
        position.table,
        position.taken,
        position.strain,
        _answers_by_ending(position.supplementary, par),
        _FIRST_MISS,
    )
    miss = _lowest_bit(forced >> _FIRST_MISS)
    fewest = _lowest_bit(forced >> _FIRST_AT_MOST)
    most = (forced >> _FIRST_AT_LEAST).bit_length() - 1
    return Solution(
        verdict=bool(forced & 1),
        plays=FrozenMap(
            {Card.from_bit(bit): bool(answers & 1) for bit, answers in forced_by_card.items()}
        ),
        retentions=_reaches(forced >> _FIRST_RETENTION, possible >> _FIRST_RETENTION),
        miss=(miss, miss),
        tricks=TrickRange(fewest=(fewest, fewest), most=(most, most)),
        line=tuple(map(Card.from_bit, line)),
        nodes=nodes,
        exact=True,
    )


@lru_cache(maxsize=32)
def _answers_by_ending(supplementary: int, par: ParReading) -> array[int]:
    """By retention and number of tricks, a mask of the questions that they answer with yes."""
    goals = [
        within(0, supplementary, ParReading.NEAREST),
        *(exactly(kept, supplementary) for kept in Retention.all()),
        *(within(miss, supplementary, par) for miss in _TRICK_COUNTS),
        *(tricks_within(0, most) for most in _TRICK_COUNTS),
        *(tricks_within(fewest, TRICKS) for fewest in _TRICK_COUNTS),
    ]
    return array(
        "Q",
        (
            sum((goal[kept] >> tricks & 1) << bit for bit, goal in enumerate(goals))
            for kept, tricks in product(range(len(goals[0])), _TRICK_COUNTS)
        ),
    )


def _reaches(forced: int, possible: int) -> FrozenMap[Retention, Reach | None]:
    return FrozenMap(
        {
            kept: Reach.FORCED
            if forced >> bit & 1
            else Reach.POSSIBLE
            if possible >> bit & 1
            else Reach.IMPOSSIBLE
            for bit, kept in enumerate(Retention.all())
        }
    )


def _lowest_bit(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


# The nodes of the first search at either end of a bracket, and their growth factor.
FIRST_NODES = 2000
_GROWTH = 4


@dataclass(frozen=True, slots=True)
class SearchTask:
    """A search of the core: can the hero force a goal, with this number of tricks so far?"""

    position: OpenPosition
    goal: Goal
    kind: GoalKind
    taken: int


class Found(NamedTuple):
    """The answer of a search, None if it was stopped; for a yes with help, the play to it."""

    answer: bool | None
    line: tuple[int, ...] = ()


class SearchFunction(Protocol):
    """Runs a search until the deadline, or until it has visited ``max_nodes``."""

    def __call__(self, task: SearchTask, deadline: Deadline, max_nodes: float = math.inf) -> Found:
        """Search."""


class Query(Protocol):
    """A query that may take several deadlines to answer."""

    @property
    def is_undecided(self) -> bool:
        """Whether the answer is still unknown."""

    def work(self, deadline: Deadline) -> None:
        """Work until the answer is known or the deadline has passed."""


def work_through(queries: Sequence[Query], deadline: Deadline) -> None:
    """Work at the undecided queries in rounds, with equal shares of what is left of the deadline.

    A hard query leaves time for the others, and gets back in the next round what they do not need.
    """
    while not deadline.passed and (undecided := [query for query in queries if query.is_undecided]):
        for index, query in enumerate(undecided):
            with deadline.portion(1 / (len(undecided) - index)) as part:
                query.work(part)


class VerdictQuery:
    """Whether the hero can force a goal."""

    def __init__(self, search: SearchFunction, task: SearchTask) -> None:
        self.answer: bool | None = None
        self._search = search
        self._task = task

    @property
    def is_undecided(self) -> bool:
        """Whether the answer is still unknown."""
        return self.answer is None

    def work(self, deadline: Deadline) -> None:
        """Search."""
        self.answer = self._search(self._task, deadline).answer


class Bracket:
    """The least number for which a goal can be forced, with bounds `low` and `high` so far.

    Searches at both ends, with more and more nodes, make the bounds close even under a limit.
    """

    def __init__(
        self, search: SearchFunction, low: int, high: int, task_at: Callable[[int], SearchTask]
    ) -> None:
        self.low, self.high = low, high
        self._search = search
        self._task_at = task_at
        self._nodes = FIRST_NODES

    @property
    def is_undecided(self) -> bool:
        """Whether the number is still unknown."""
        return self.low < self.high

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds known so far."""
        return self.low, self.high

    def work(self, deadline: Deadline) -> None:
        """Search at both ends until the bounds meet or the deadline has passed."""
        while self.is_undecided and not deadline.passed:
            for number in dict.fromkeys((self.low, self.high - 1)):
                answer = self._search(self._task_at(number), deadline, self._nodes).answer
                if answer is not None:
                    if answer:
                        self.high = number
                    else:
                        self.low = number + 1
                    break
            else:
                self._nodes *= _GROWTH


class PossibleQuery:
    """Whether any play at all reaches a goal, and a line that does.

    Searches and beams take turns, each longer than the last, then a search without limit: most
    lines are easy to find one way or the other.
    """

    #: The nodes of a search, and the widths of the beams after it.
    STAGES: tuple[tuple[int, tuple[int, ...]], ...] = (
        (FIRST_NODES, (1, 2)),
        (10_000, (4,)),
        (40_000, (8, 16, 16, 16, 16, 16)),
    )

    def __init__(
        self,
        search: SearchFunction,
        task: SearchTask,
        find_line: Callable[[int, int], tuple[int, ...] | None],
    ) -> None:
        """Prepare the query; `find_line` takes a beam's width and its seed."""
        self.answer: bool | None = None
        self.line: tuple[int, ...] = ()
        self._search = search
        self._task = task
        self._find_line = find_line
        self._stages = list(self.STAGES)

    @property
    def is_undecided(self) -> bool:
        """Whether the answer is still unknown."""
        return self.answer is None

    def work(self, deadline: Deadline) -> None:
        """Work until the answer is known or the deadline has passed."""
        while self.is_undecided and not deadline.passed:
            self.work_at_stage(deadline)

    def work_at_stage(self, deadline: Deadline) -> None:
        """Search once, then look for a line with beams, if that is still to be done."""
        nodes, widths = self._stages[0] if self._stages else (math.inf, ())
        self.answer, self.line = self._search(self._task, deadline, nodes)
        if not widths or not self.is_undecided or deadline.passed:
            return
        del self._stages[0]
        for seed, width in enumerate(widths, sum(widths)):
            line = self._find_line(width, seed)
            if line is not None:
                self.answer, self.line = True, line
                return


def work_at_help(queries: Sequence[PossibleQuery], deadline: Deadline) -> None:
    """Work at the undecided queries, stage by stage, then in rounds."""
    for _ in PossibleQuery.STAGES:
        for query in queries:
            if query.is_undecided and not deadline.passed:
                query.work_at_stage(deadline)
    work_through(queries, deadline)


class RetentionsQuery:
    """The reach of every retention: first what can be forced, then what can be reached with help.

    If no success can be forced, no retention can; so the verdict comes before all.
    """

    def __init__(
        self,
        success: VerdictQuery,
        forced: Mapping[Retention, VerdictQuery],
        possible: Mapping[Retention, PossibleQuery],
    ) -> None:
        self._success = success
        self._forced = forced
        self._possible = possible

    @property
    def is_undecided(self) -> bool:
        """Whether some reach is not fully known."""
        return self._success.is_undecided or bool(self._forced_undecided or self._help_undecided)

    def work(self, deadline: Deadline) -> None:
        """Work until all is known or the deadline has passed."""
        if self._success.is_undecided or self._forced_undecided:
            with deadline.portion(0.5) as part:
                self.work_at_forced(part)
        self.work_at_help(deadline)
        while self.is_undecided and not deadline.passed:
            work_through((self._success, *self._forced_undecided, *self._help_undecided), deadline)

    def work_at_forced(self, deadline: Deadline) -> None:
        """Work only at the question which retentions can be forced."""
        if self._success.is_undecided:
            self._success.work(deadline)
        if self._success.answer is False:
            return
        # What cannot be reached even with help is soon excluded.
        for query in self._possible.values():
            if query.is_undecided and not deadline.passed:
                query.work_at_stage(deadline)
        work_through(self._forced_undecided, deadline)

    def work_at_help(self, deadline: Deadline) -> None:
        """Work only at the question which retentions can be reached with help."""
        work_at_help(self._help_undecided, deadline)

    @property
    def reaches(self) -> Mapping[Retention, Reach | None]:
        """The reaches so far; None where it is unknown whether the retention can be forced."""
        return FrozenMap({kept: self._reach(kept) for kept in self._forced})

    def _is_forced(self, kept: Retention) -> bool | None:
        if self._success.answer is False or self._possible[kept].answer is False:
            return False
        return self._forced[kept].answer

    @property
    def _forced_undecided(self) -> Sequence[VerdictQuery]:
        return [query for kept, query in self._forced.items() if self._is_forced(kept) is None]

    @property
    def _help_undecided(self) -> Sequence[PossibleQuery]:
        return [
            query
            for kept, query in self._possible.items()
            if query.is_undecided and not self._is_forced(kept)
        ]

    def _reach(self, kept: Retention) -> Reach | None:
        forced = self._is_forced(kept)
        if forced is None:
            return None
        if forced:
            return Reach.FORCED
        possible = self._possible[kept].answer
        if possible is None:
            return Reach.UNFORCED
        return Reach.POSSIBLE if possible else Reach.IMPOSSIBLE
