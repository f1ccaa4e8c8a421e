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

import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from operator import le
from types import MappingProxyType

from clumond_solver._core.double_dummy.fastest import new_search
from clumond_solver._core.double_dummy.open_search import BYTES_A_BLOCK, BYTES_FIXED, NO_LIMIT
from clumond_solver.cards import Card, Strain, Suit
from clumond_solver.double_dummy.experience import Experience, Family, shipped
from clumond_solver.errors import SearchError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import TRICKS, Play, Retention, possible_pars
from clumond_solver.results import DealTable, Limit, Reach, Solution, TrickRange

# Nodes that the first look at either end of a bracket may take, and how the looks grow.
_FIRST_LOOK = 2000
_LOOKS_GROW = 4

# Passes that look for a line to a retention before a search does.
_PASSES = 24

MEBIBYTE = 1 << 20
LEAST_MEMORY = MEBIBYTE
DEFAULT_MEMORY = 96 * MEBIBYTE
_MOST_BLOCKS = (1 << 32) - 2

_Goal = tuple[int, ...]


def _goal(accepted: Mapping[Retention, int]) -> _Goal:
    """The core's form of a goal: masks of trick counts by the counts of three suits."""
    masks = [0] * 64
    for retention, mask in accepted.items():
        diamonds, spades, hearts, _ = retention.counts
        masks[diamonds + 4 * spades + 16 * hearts] = mask
    return tuple(masks)


@lru_cache(maxsize=128)
def _within(miss: int, supplementary: int) -> _Goal:
    """Finishing within `miss` tricks of a possible par; 0 is success."""
    return _goal({each: _near_pars(each, miss, supplementary) for each in Retention.all()})


@lru_cache(maxsize=256)
def _exactly(retention: Retention, supplementary: int) -> _Goal:
    """Success with this very retention."""
    return _goal({retention: _near_pars(retention, 0, supplementary)})


@lru_cache(maxsize=2)
def _at_least_all() -> _Goal:
    """A virtual count of thirteen tricks or more."""
    return _goal(dict.fromkeys(Retention.all(), ((1 << 31) - 1) & ~((1 << TRICKS) - 1)))


@lru_cache(maxsize=2)
def _at_most_all() -> _Goal:
    """A virtual count of thirteen tricks or fewer."""
    return _goal(dict.fromkeys(Retention.all(), (2 << TRICKS) - 1))


def _near_pars(retention: Retention, miss: int, supplementary: int) -> int:
    """The trick counts (0 to 13) that end within `miss` of a possible par, as bits."""
    pars = possible_pars(retention.code, supplementary)
    return sum(
        1 << tricks
        for tricks in range(TRICKS + 1)
        if min(abs(tricks + supplementary - par) for par in pars) <= miss
    )


@dataclass(frozen=True, slots=True)
class _Position:
    """A point of the play as the core sees it: seats counted from the hero, player 0."""

    hands: tuple[int, int, int]
    leader: int
    table: tuple[int, ...]
    taken: int
    strain: int
    supplementary: int
    tricks_left: int

    @classmethod
    def of(cls, play: Play, hero: Seat) -> _Position:
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


class _Budget:
    """What is left of a limit that several searches share."""

    def __init__(self, limit: Limit | None, *called_off: threading.Event) -> None:
        self.nodes = 0
        self.stopped = False
        self.called_off = called_off
        nodes = None if limit is None else limit.nodes
        self.most_nodes = NO_LIMIT if nodes is None else min(nodes, NO_LIMIT)
        seconds = None if limit is None else limit.time
        self.deadline = math.inf if seconds is None else time.monotonic() + seconds

    @contextmanager
    def part(self, share: float) -> Iterator[_Budget]:
        """A budget of a share of what is left, so that one hard question leaves some for others."""
        part = _Budget(None, *self.called_off)
        if self.most_nodes != NO_LIMIT:
            part.most_nodes = int(self.nodes_left * share)
        if self.deadline != math.inf:
            part.deadline = time.monotonic() + self.seconds_left * share
        try:
            yield part
        finally:
            self.nodes += part.nodes
            self.stopped |= part.stopped

    @property
    def nodes_left(self) -> int:
        return self.most_nodes if self.most_nodes == NO_LIMIT else self.most_nodes - self.nodes

    @property
    def seconds_left(self) -> float:
        """Negative (no limit) for the core when there is no deadline."""
        if self.deadline == math.inf:
            return -1.0
        return max(0.0, self.deadline - time.monotonic())

    @property
    def spent(self) -> bool:
        if any(event.is_set() for event in self.called_off):
            return True
        return self.nodes_left <= 0 or time.monotonic() >= self.deadline


class Solver:
    """A double-dummy engine with a table of its own; one a thread.

    ``memory`` caps what it allocates, in bytes, from 1 MiB up. The table is filled as searches
    need it and then ages; results never depend on its size, only the time does. Positions met
    before are remembered across calls, plays and deals until `clear`. ``nodes`` tells how many
    positions the last call searched.

    SearchError for a cap below the least, for limits that are none, for an undeclared hand
    without ``seat``, and when two threads use one solver at once.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> play = Play(deal, Seat.FOREHAND, Strain.CLUBS)
    >>> Solver().verdict(play)
    False
    """

    def __init__(
        self,
        memory: int = DEFAULT_MEMORY,
        *,
        _table_blocks: int | None = None,
        _experience: Mapping[Family, Experience] | None = None,
    ) -> None:
        """Set the memory cap, in bytes."""
        if not isinstance(memory, int) or memory < LEAST_MEMORY:
            raise SearchError(
                f"memory cap of {memory} bytes: a solver needs at least {LEAST_MEMORY} (1 MiB)"
            )
        self.memory = memory
        blocks = _table_blocks or (memory - BYTES_FIXED) // BYTES_A_BLOCK
        try:
            self._search = new_search(min(blocks, _MOST_BLOCKS))
        except MemoryError as error:
            raise SearchError(f"memory cap of {memory} bytes: {error}") from None
        for family, found in (shipped() if _experience is None else _experience).items():
            self._search.begin_with(family, found.rates, found.usual_work, found.lead_work)
        self._in_use = threading.Lock()
        self._stopping = threading.Event()
        self.nodes = 0

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
            return self._reaches(position, _within(0, position.supplementary), budget)

    def plays(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> Mapping[Card, bool | None]:
        """Each legal card of whoever is to play: whether the seat can force success after it.

        Empty when the play is over. None marks the cards that the limit left undecided.
        """
        with self._alone():
            hero = _hero(play, seat)
            return self._plays(play, hero, _Budget(_checked(limit), self._stopping))

    def retentions(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> Mapping[Retention, Reach | None]:
        """Each of the twenty retentions: how far it can be reached with exactly its target."""
        with self._alone():
            budget, position = self._start(play, seat, limit)
            with budget.part(0.5) as part:
                makes = self._reaches(position, _within(0, position.supplementary), part)
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
            return self._line(play, _hero(play, seat), bounds, budget)

    def solve(
        self, play: Play, *, seat: Seat | None = None, limit: Limit | None = None
    ) -> Solution:
        """All of it: see `Solution`. The limit is for the whole, and each question gets a share."""
        with self._alone():
            budget, position = self._start(play, seat, limit)
            hero = _hero(play, seat)
            with budget.part(0.5) as part:
                makes = self._reaches(position, _within(0, position.supplementary), part)
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
    ) -> _Cell:
        """One entry of a deal's table."""
        with self._alone():
            position = _Position.of(play, _hero(play, None))
            budget = _Budget(limit, self._stopping, called_off)
            makes = self._reaches(position, _within(0, position.supplementary), budget)
            if misses:
                miss = self._miss(position, budget)
            else:
                miss = (0 if makes is None else 1, _worst_miss(position))
            return _Cell(makes, (0, 0) if makes else miss, budget.nodes)

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
    ) -> tuple[_Budget, _Position]:
        hero = _hero(play, seat)
        return _Budget(_checked(limit), self._stopping), _Position.of(play, hero)

    def _reaches(self, position: _Position, goal: _Goal, budget: _Budget) -> bool | None:
        """Whether the hero forces the goal."""
        return self._ask(position, goal, Family.PARS, position.taken, budget)

    def _ask(  # noqa: PLR0917
        self,
        position: _Position,
        goal: _Goal,
        family: int,
        taken: int,
        budget: _Budget,
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
            family,
            min(most_nodes, budget.nodes_left),
            budget.seconds_left,
        )
        budget.nodes += nodes
        self.nodes += nodes
        budget.stopped |= answer is None and most_nodes == NO_LIMIT
        return answer

    def _least(
        self, low: int, high: int, asked: Callable[[int, int], bool | None], budget: _Budget
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

    def _plays(self, play: Play, hero: Seat, budget: _Budget) -> Mapping[Card, bool | None]:
        goal = _within(0, play.supplementary[hero])
        trial = play.copy()
        verdicts: dict[Card, bool | None] = {}
        for card in play.legal_plays:
            trial.push(card)
            verdicts[card] = self._reaches(_Position.of(trial, hero), goal, budget)
            trial.pop()
        return MappingProxyType(verdicts)

    def _retentions(
        self, position: _Position, makes: bool | None, budget: _Budget
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
        position: _Position,
        retention: Retention,
        possible: bool | None,
        makes: bool | None,
        budget: _Budget,
    ) -> Reach | None:
        if not possible:
            return None if possible is None else Reach.IMPOSSIBLE
        # Who cannot force success at all cannot force it in one particular way.
        goal = _exactly(retention, position.supplementary)
        forced = False if makes is False else self._reaches(position, goal, budget)
        if forced is None:
            return None
        return Reach.FORCED if forced else Reach.POSSIBLE

    def _possible(self, position: _Position, retention: Retention, budget: _Budget) -> bool | None:
        """Whether any play reaches it: after a short search a line is looked for."""
        goal = _exactly(retention, position.supplementary)
        answer = self._ask(position, goal, Family.HELPED, position.taken, budget, _FIRST_LOOK)
        if answer is not None:
            return answer
        if not budget.spent and self._finds_line(position, retention):
            return True
        return self._ask(position, goal, Family.HELPED, position.taken, budget)

    def _finds_line(self, position: _Position, retention: Retention) -> bool:
        keep = sum(count << 4 * suit for suit, count in enumerate(retention.counts))
        return any(
            self._search.helped_line(
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

    def _miss(self, position: _Position, budget: _Budget) -> tuple[int, int]:
        def within(miss: int, nodes: int) -> bool | None:
            goal = _within(miss, position.supplementary)
            return self._ask(position, goal, Family.PARS, position.taken, budget, nodes)

        return self._least(0, _worst_miss(position), within, budget)

    def _trick_range(self, position: _Position, budget: _Budget) -> TrickRange:
        most = self._most(position, budget)
        return TrickRange(fewest=self._fewest(position, budget), most=most)

    def _most(self, position: _Position, budget: _Budget) -> tuple[int, int]:
        """Searches start at a count that makes thirteen the threshold, whatever is asked."""
        taken, left = position.taken, position.tricks_left

        def all_but(fewer: int, nodes: int) -> bool | None:
            start = TRICKS - (left - fewer)
            return self._ask(position, _at_least_all(), Family.MOST, start, budget, nodes)

        low, high = self._least(0, left, all_but, budget)
        return taken + left - high, taken + left - low

    def _fewest(self, position: _Position, budget: _Budget) -> tuple[int, int]:
        taken, left = position.taken, position.tricks_left

        def at_most(more: int, nodes: int) -> bool | None:
            return self._ask(position, _at_most_all(), Family.FEWEST, TRICKS - more, budget, nodes)

        low, high = self._least(0, left, at_most, budget)
        return taken + low, taken + high

    def _line(
        self, play: Play, hero: Seat, bounds: tuple[int, int], budget: _Budget
    ) -> tuple[Card, ...]:
        trial = play.copy()
        cards: list[Card] = []
        while trial.turn is not None:
            card = self._good_card(trial, hero, bounds, budget)
            trial.push(card)
            cards.append(card)
        return tuple(cards)

    def _good_card(self, play: Play, hero: Seat, bounds: tuple[int, int], budget: _Budget) -> Card:
        """The first card that gives nothing away, as far as the bounds of the miss tell."""
        low, high = bounds
        heros = play.turn == hero
        legal = tuple(play.legal_plays)
        threshold = high if heros else low - 1
        if len(legal) == 1 or threshold < 0:
            return legal[0]
        goal = _within(threshold, play.supplementary[hero])
        for card in legal:
            trial = play.copy()
            trial.push(card)
            if self._reaches(_Position.of(trial, hero), goal, budget) is heros:
                return card
        return legal[0]


def solve_deal(
    deal: Deal,
    *,
    threads: int = 2,
    memory: int = DEFAULT_MEMORY,
    limit: Limit | None = None,
    misses: bool = False,
    supplementary: Sequence[int] = (0, 0, 0),
    progress: Callable[[int, int], None] | None = None,
) -> DealTable:
    """Every seat as declarer in every strain, from the first card: fifteen verdicts.

    ``misses`` asks for the miss as well, which takes far longer; without it, the bounds are those
    that the verdict gives. ``limit`` is for each of the fifteen, ``memory`` for all threads
    together. ``progress`` is called in this thread with how many are done, and of how many. The
    answers do not depend on the number of threads; a time limit's do depend on the machine.

    >>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    >>> table = solve_deal(deal, memory=8 << 20, limit=Limit(nodes=2000))
    >>> table.makes[Seat.FOREHAND, Strain.CLUBS], table.miss[Seat.FOREHAND, Strain.CLUBS][0]
    (False, 1)
    """
    if threads < 1:
        raise SearchError(f"{threads} threads: at least 1")
    _checked(limit)
    cells = [(seat, strain) for seat in Seat for strain in Strain]
    plays = {
        (seat, strain): Play(deal, seat, strain, supplementary=supplementary)
        for seat, strain in cells
    }
    table: dict[tuple[Seat, Strain], _Cell] = {}
    with _Crew(threads, memory) as crew:
        for cell, answer in crew.solve(plays, limit, misses=misses):
            table[cell] = answer
            if progress is not None:
                progress(len(table), len(cells))
    return DealTable(
        makes=MappingProxyType({cell: table[cell].makes for cell in cells}),
        miss=MappingProxyType({cell: table[cell].miss for cell in cells}),
        nodes=sum(answer.nodes for answer in table.values()),
    )


@dataclass(frozen=True, slots=True)
class _Cell:
    """One declarer in one strain."""

    makes: bool | None
    miss: tuple[int, int]
    nodes: int


class _Crew:
    """Threads, each with a solver of its own, that can be called off together."""

    def __init__(self, threads: int, memory: int) -> None:
        self._solvers = [Solver(memory // threads) for _ in range(threads)]
        self._idle = list(self._solvers)
        self._pool = ThreadPoolExecutor(threads)
        self._called_off = threading.Event()

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_exception: object) -> None:
        """Nobody starts another search; who is searching stops at once."""
        self._called_off.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        while len(self._idle) < len(self._solvers):
            for solver in self._solvers:
                solver.stop()
            time.sleep(0.001)

    def solve(
        self,
        plays: Mapping[tuple[Seat, Strain], Play],
        limit: Limit | None,
        *,
        misses: bool,
    ) -> Iterator[tuple[tuple[Seat, Strain], _Cell]]:
        """The cells as they are done."""
        at_work = {
            self._pool.submit(self._one, play, limit, misses): cell for cell, play in plays.items()
        }
        for done in as_completed(at_work):
            yield at_work[done], done.result()

    def _one(self, play: Play, limit: Limit | None, misses: bool) -> _Cell:
        solver = self._idle.pop()
        try:
            solver.clear()
            return solver._cell(play, limit, misses=misses, called_off=self._called_off)
        finally:
            self._idle.append(solver)


def _worst_miss(position: _Position) -> int:
    """A miss that cannot be exceeded: the least that every trick count keeps to."""
    low, high = position.taken, position.taken + position.tricks_left
    counts = sum(1 << tricks for tricks in range(low, high + 1))
    lengths = [(position.hands[0] >> 16 * suit & 0xFFFF).bit_count() for suit in Suit]
    return next(
        miss
        for miss in range(2 * TRICKS)
        if all(
            _near_pars(each, miss, position.supplementary) & counts == counts
            for each in Retention.all()
            if all(map(le, each.counts, lengths))
        )
    )


def _checked(limit: Limit | None) -> Limit | None:
    if limit is not None and not isinstance(limit, Limit):
        raise SearchError(f"limit {limit!r}: give a Limit(time=seconds, nodes=count), or None")
    return limit


def _hero(play: Play, seat: Seat | None) -> Seat:
    """The seat whose success is asked for."""
    if seat is not None:
        try:
            return Seat(seat)
        except ValueError:
            raise SearchError(f"seat {seat!r}: one of the three seats, 0 to 2") from None
    if play.declarer is None:
        raise SearchError("nobody declared: say with seat= whose success is asked for")
    return play.declarer
