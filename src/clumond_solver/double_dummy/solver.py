"""Double dummy: what a seat can force when all hands are open.

A `Solver` answers one question a method, so that only what is asked is computed, or all of them
at once (`solve`). The question is always whether one seat, the declarer unless told otherwise,
reaches a target against both others; it may be asked at any point of the play. See
docs/double_dummy.md for the method.

>>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
>>> Solver().miss(play)
(1, 1)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType

from clumond_solver._core.double_dummy.fastest import new_search
from clumond_solver._core.double_dummy.open_search import BYTES_A_BLOCK, BYTES_FIXED, NO_LIMIT
from clumond_solver.cards import Card
from clumond_solver.compiled.double_dummy import Goal, OpenPosition
from clumond_solver.double_dummy.budget import Budget, checked_limit
from clumond_solver.double_dummy.goals import (
    at_least_all,
    at_most_all,
    exactly,
    within,
    worst_miss,
)
from clumond_solver.double_dummy.move_ordering_prior import (
    GoalKind,
    MoveOrderingPrior,
    shipped_priors,
)
from clumond_solver.errors import SearchError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS, Play, Retention, possible_pars
from clumond_solver.results import Limit, Reach, Solution, TrickRange

# Nodes that the first look at either end of a bracket may take, and how the looks grow.
_FIRST_LOOK = 2000
_LOOKS_GROW = 4

# Passes that look for a line to a retention before a search does.
_PASSES = 24

MEBIBYTE = 1 << 20
LEAST_MEMORY = MEBIBYTE
DEFAULT_MEMORY = 96 * MEBIBYTE
_MAX_BLOCKS = (1 << 32) - 2


class Solver:
    """A double-dummy engine with a table of its own; one a thread.

    ``memory`` caps what it allocates, in bytes, from 1 MiB up. The table is filled as searches
    need it and then ages; results never depend on its size, only the time does. Positions met
    before are remembered across calls, plays and deals until `clear`. ``nodes`` tells how many
    positions the last call searched.

    SearchError for a cap below the least, for limits that are none, for an undeclared hand
    without ``seat``, and when two threads use one solver at once.

    >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
    >>> Solver().verdict(play), Solver().trick_range(play).most
    (False, (3, 3))
    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        """Set the memory cap, in bytes."""
        if not isinstance(memory, int) or memory < LEAST_MEMORY:
            raise SearchError(
                f"memory cap of {memory} bytes: a solver needs at least {LEAST_MEMORY} (1 MiB)"
            )
        self.memory = memory
        self._begin_with(shipped_priors(), (memory - BYTES_FIXED) // BYTES_A_BLOCK)
        self._in_use = threading.Lock()
        self._stopping = threading.Event()
        self.nodes = 0

    def _begin_with(self, priors: Mapping[GoalKind, MoveOrderingPrior], blocks: int) -> None:
        """Take a new core; training and tests choose other priors or a smaller table for it."""
        try:
            self._search = new_search(min(blocks, _MAX_BLOCKS))
        except MemoryError as error:
            raise SearchError(f"memory cap of {self.memory} bytes: {error}") from None
        for kind, prior in priors.items():
            self._search.set_prior(kind, prior.rates, prior.usual_work, prior.lead_work)

    def clear(self) -> None:
        """Forget everything learnt from earlier calls."""
        with self._alone():
            self._search.clear()

    def stop(self) -> None:
        """End the call under way, as a limit would; for use from another thread."""
        self._stopping.set()
        self._search.stop()

    def verdict(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> bool | None:
        """Whether the seat can force success from here; None if the limit stopped the search.

        >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
        >>> Solver().verdict(play)
        True
        """
        with self._alone():
            budget, position = self._start(play, seat, limit)
            return self._reaches(position, within(0, position.supplementary), budget)

    def plays(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> Mapping[Card, bool | None]:
        """Each legal card of whoever is to play: whether the seat can force success after it.

        Empty when the play is over. None marks the cards that the limit left undecided.
        """
        with self._alone():
            hero = hero_of(play, seat)
            return self._plays(play, hero, Budget(checked_limit(limit), self._stopping))

    def retentions(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> Mapping[Retention, Reach | None]:
        """Each of the twenty retentions: how far it can be reached with exactly its target."""
        with self._alone():
            budget, position = self._start(play, seat, limit)
            with budget.part(0.5) as part:
                makes = self._reaches(position, within(0, position.supplementary), part)
            return self._retentions(position, makes, budget)

    def miss(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> tuple[int, int]:
        """Bounds of the smallest m such that a finish within m tricks of a par can be forced.

        Pars are those of the retention's code and of code + 10 that can be reached at all (the
        reading "nearest" of the rules). Both bounds are equal unless the limit stopped the search.
        """
        with self._alone():
            budget, position = self._start(play, seat, limit)
            return self._miss(position, budget)

    def most(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> tuple[int, int]:
        """Bounds of the most tricks the seat can force, without supplementary ones."""
        with self._alone():
            budget, position = self._start(play, seat, limit)
            return self._most(position, budget)

    def fewest(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> tuple[int, int]:
        """Bounds of the fewest tricks the seat can hold itself to, without supplementary ones."""
        with self._alone():
            budget, position = self._start(play, seat, limit)
            return self._fewest(position, budget)

    def trick_range(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> TrickRange:
        """The fewest tricks the seat can hold itself to, and the most it can force."""
        with self._alone():
            budget, position = self._start(play, seat, limit)
            return self._trick_range(position, budget)

    def line(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> tuple[Card, ...]:
        """Best play by all to the end: the seat keeps its miss small, the others large.

        Of equally good cards the lowest in the order of cards is played. Where the limit stops
        the search the rest of the line is legal play, no more.
        """
        with self._alone():
            budget, position = self._start(play, seat, limit)
            bounds = self._miss(position, budget)
            return self._line(play, hero_of(play, seat), bounds, budget)

    def solve(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> Solution:
        """All of it: see `Solution`. The limit is for the whole, and each question gets a share."""
        with self._alone():
            budget, position = self._start(play, seat, limit)
            hero = hero_of(play, seat)
            with budget.part(0.5) as part:
                makes = self._reaches(position, within(0, position.supplementary), part)
            with budget.part(0.4) as part:
                plays = self._plays(play, hero, part)
            with budget.part(0.3) as part:
                retentions = self._retentions(position, makes, part)
            with budget.part(0.4) as part:
                trick_range = self._trick_range(position, part)
            with budget.part(0.8) as part:
                miss = self._miss(position, part)
            line = self._line(play, hero, miss, budget)
            return Solution(
                makes=makes,
                plays=plays,
                retentions=retentions,
                miss=miss,
                trick_range=trick_range,
                line=line,
                nodes=budget.nodes,
                exact=not budget.stopped,
            )

    def _cell(
        self,
        play: Play,
        limit: Limit | None,
        *,
        misses: bool,
        called_off: threading.Event,
    ) -> Cell:
        """One entry of a deal's table."""
        with self._alone():
            position = OpenPosition.of(play, hero_of(play, None))
            budget = Budget(limit, self._stopping, called_off)
            makes = self._reaches(position, within(0, position.supplementary), budget)
            if misses:
                miss = self._miss(position, budget)
            else:
                miss = (0 if makes is None else 1, worst_miss(position))
            return Cell(makes, (0, 0) if makes else miss, budget.nodes)

    def _learnt(self) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
        """For training: tries, successes and usual work of the last call, if it was the first."""
        with self._alone():
            return self._search.learnt()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep a second thread, or a signal handler, out of the search under way."""
        if not self._in_use.acquire(blocking=False):
            raise SearchError("this solver is searching already: use one solver a thread")
        self._stopping.clear()
        self.nodes = 0
        try:
            yield
        finally:
            self._in_use.release()

    def _start(
        self, play: Play, seat: Seat | None, limit: Limit | None
    ) -> tuple[Budget, OpenPosition]:
        hero = hero_of(play, seat)
        return Budget(checked_limit(limit), self._stopping), OpenPosition.of(play, hero)

    def _reaches(self, position: OpenPosition, goal: Goal, budget: Budget) -> bool | None:
        """Whether the hero forces the goal."""
        return self._ask(position, goal, GoalKind.PARS, position.taken, budget)

    def _ask(  # noqa: PLR0917
        self,
        position: OpenPosition,
        goal: Goal,
        goal_kind: int,
        taken: int,
        budget: Budget,
        most_nodes: int = NO_LIMIT,
    ) -> bool | None:
        if budget.spent:
            budget.stopped = True
            return None
        answer, nodes = self._search.run(
            position.hands,
            position.leader,
            position.table,
            taken,
            position.strain,
            goal,
            goal_kind,
            min(most_nodes, budget.nodes_left),
            budget.seconds_left,
        )
        budget.nodes += nodes
        self.nodes += nodes
        budget.stopped |= answer is None and most_nodes == NO_LIMIT
        return answer

    def _least(
        self, low: int, high: int, asked: Callable[[int, int], bool | None], budget: Budget
    ) -> tuple[int, int]:
        """Bounds of the least number for which `asked(number, nodes)`, known to hold at `high`.

        Both ends are pushed in turn with looks of growing size, so that a limit leaves a narrow
        bracket; what one look learns the next finds in the table.
        """
        look = _FIRST_LOOK
        while low < high and not budget.spent:
            before = low, high
            answer = asked(low, look)
            if answer is None:
                answer = asked(high - 1, look) if low < high - 1 else None
                if answer is not None:
                    low, high = (low, high - 1) if answer else (high, high)
            else:
                low, high = (low, low) if answer else (low + 1, high)
            if before == (low, high):
                look *= _LOOKS_GROW
        budget.stopped |= low < high
        return low, high

    def _plays(self, play: Play, hero: Seat, budget: Budget) -> Mapping[Card, bool | None]:
        goal = within(0, play.supplementary[hero])
        trial = play.copy()
        verdicts: dict[Card, bool | None] = {}
        for card in play.legal_plays:
            trial.push(card)
            verdicts[card] = self._reaches(OpenPosition.of(trial, hero), goal, budget)
            trial.pop()
        return MappingProxyType(verdicts)

    def _retentions(
        self, position: OpenPosition, makes: bool | None, budget: Budget
    ) -> Mapping[Retention, Reach | None]:
        """First what can be reached at all, then what of it can be forced: the first is cheaper.

        Each retention gets its share of what is left, so that one hard one leaves some for others.
        """
        every = Retention.all()
        possible: dict[Retention, bool | None] = {}
        with budget.part(0.5) as half:
            for done, each in enumerate(every):
                with half.part(1 / (len(every) - done)) as part:
                    possible[each] = self._possible(position, each, part)
        reached: dict[Retention, Reach | None] = {}
        for done, each in enumerate(every):
            with budget.part(1 / (len(every) - done)) as part:
                reached[each] = self._reach(position, each, possible[each], makes, part)
        return MappingProxyType(reached)

    def _reach(
        self,
        position: OpenPosition,
        retention: Retention,
        possible: bool | None,
        makes: bool | None,
        budget: Budget,
    ) -> Reach | None:
        if not possible:
            return None if possible is None else Reach.IMPOSSIBLE
        # Who cannot force success at all cannot force it in one particular way.
        goal = exactly(retention, position.supplementary)
        forced = False if makes is False else self._reaches(position, goal, budget)
        if forced is None:
            return None
        return Reach.FORCED if forced else Reach.POSSIBLE

    def _possible(
        self, position: OpenPosition, retention: Retention, budget: Budget
    ) -> bool | None:
        """Whether any play reaches it: after a short search a line is looked for."""
        goal = exactly(retention, position.supplementary)
        kind = GoalKind.COOPERATIVE
        answer = self._ask(position, goal, kind, position.taken, budget, _FIRST_LOOK)
        if answer is not None:
            return answer
        if not budget.spent and self._finds_line(position, retention):
            return True
        return self._ask(position, goal, kind, position.taken, budget)

    def _finds_line(self, position: OpenPosition, retention: Retention) -> bool:
        keep = sum(count << 4 * suit for suit, count in enumerate(retention.counts))
        return any(
            self._search.cooperative_line(
                position.hands,
                position.leader,
                position.table,
                position.taken,
                position.strain,
                par - position.supplementary,
                keep,
                _PASSES,
            )
            for par in possible_pars(retention.code, position.supplementary)
        )

    def _miss(self, position: OpenPosition, budget: Budget) -> tuple[int, int]:
        def ends_within(miss: int, nodes: int) -> bool | None:
            goal = within(miss, position.supplementary)
            return self._ask(position, goal, GoalKind.PARS, position.taken, budget, nodes)

        return self._least(0, worst_miss(position), ends_within, budget)

    def _trick_range(self, position: OpenPosition, budget: Budget) -> TrickRange:
        most = self._most(position, budget)
        return TrickRange(fewest=self._fewest(position, budget), most=most)

    def _most(self, position: OpenPosition, budget: Budget) -> tuple[int, int]:
        """Searches start at a count that makes thirteen the threshold, whatever is asked."""
        taken, left = position.taken, position.tricks_left

        def all_but(fewer: int, nodes: int) -> bool | None:
            start = TRICKS - (left - fewer)
            return self._ask(position, at_least_all(), GoalKind.MOST, start, budget, nodes)

        low, high = self._least(0, left, all_but, budget)
        return taken + left - high, taken + left - low

    def _fewest(self, position: OpenPosition, budget: Budget) -> tuple[int, int]:
        taken, left = position.taken, position.tricks_left

        def at_most(more: int, nodes: int) -> bool | None:
            return self._ask(position, at_most_all(), GoalKind.FEWEST, TRICKS - more, budget, nodes)

        low, high = self._least(0, left, at_most, budget)
        return taken + low, taken + high

    def _line(
        self, play: Play, hero: Seat, bounds: tuple[int, int], budget: Budget
    ) -> tuple[Card, ...]:
        trial = play.copy()
        cards: list[Card] = []
        while trial.turn is not None:
            card = self._good_card(trial, hero, bounds, budget)
            trial.push(card)
            cards.append(card)
        return tuple(cards)

    def _good_card(self, play: Play, hero: Seat, bounds: tuple[int, int], budget: Budget) -> Card:
        """The first card that gives nothing away, as far as the bounds of the miss tell."""
        low, high = bounds
        heros = play.turn == hero
        legal = tuple(play.legal_plays)
        threshold = high if heros else low - 1
        if len(legal) == 1 or threshold < 0:
            return legal[0]
        goal = within(threshold, play.supplementary[hero])
        for card in legal:
            trial = play.copy()
            trial.push(card)
            if self._reaches(OpenPosition.of(trial, hero), goal, budget) is heros:
                return card
        return legal[0]


@dataclass(frozen=True, slots=True)
class Cell:
    """One declarer in one strain."""

    makes: bool | None
    miss: tuple[int, int]
    nodes: int


def hero_of(play: Play, seat: Seat | None) -> Seat:
    """The seat whose success is asked for."""
    if seat is not None:
        try:
            return Seat(seat)
        except ValueError:
            raise SearchError(f"seat {seat!r}: one of the three seats, 0 to 2") from None
    if play.declarer is None:
        raise SearchError("nobody declared: say with seat= whose success is asked for")
    return play.declarer
