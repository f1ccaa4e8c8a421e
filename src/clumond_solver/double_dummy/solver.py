"""Double dummy: what a seat can force when all hands are open.

A `Solver` answers one question a method, so that it computes no more than needed, or all of them
at once (`solve`). The question is always whether one seat, by default the declarer,
reaches a target against both others, at any point of the play. See
docs/double_dummy.md for the method.

>>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
>>> Solver().miss(play)
(1, 1)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import cycle
from typing import TypeVar

from clumond_solver._core.bits.claim import ExclusiveUse
from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.double_dummy.fastest import new_search
from clumond_solver._core.double_dummy.open_search import BYTES_FIXED, BYTES_PER_BLOCK, NO_LIMIT
from clumond_solver.base.cards import Card
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.stopping import on_stop
from clumond_solver.base.threads import checked_threads, processors, run_jobs
from clumond_solver.base.values import FrozenMap, as_int, check_type
from clumond_solver.double_dummy.goals import (
    ending,
    exactly,
    success,
    tricks_within,
    within,
    worst_miss,
)
from clumond_solver.double_dummy.last_two_tricks import MOST_TRICKS, solve_endgame
from clumond_solver.double_dummy.move_ordering_prior import (
    GoalKind,
    MoveOrderingPrior,
    shipped_priors,
)
from clumond_solver.double_dummy.open_position import Goal, OpenPosition
from clumond_solver.double_dummy.queries import (
    Bracket,
    PossibleQuery,
    Query,
    RetentionQuery,
    SearchTask,
    VerdictQuery,
    work_through,
)
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import TRICKS, ParReading, Play, Retention, possible_pars
from clumond_solver.results import Limit, Reach, Solution, TrickRange, checked_limit

# Playouts that look for a line to a retention before a search does.
_COOPERATIVE_PLAYOUTS = 24

# The tricks that `_tricks_lost_query` counts, from a number above 0, never reach this limit.
_NO_UPPER_LIMIT = 30

MEBIBYTE = 1 << 20
LEAST_MEMORY = MEBIBYTE
DEFAULT_MEMORY = 96 * MEBIBYTE
_MEMORY_PER_THREAD = 16 * MEBIBYTE
_MAX_BLOCKS = (1 << 32) - 2

_AnyQuery = TypeVar("_AnyQuery", bound=Query)
_Key = TypeVar("_Key")
_EngineAndWork = tuple["Solver", Callable[[Deadline], object]]
_EngineAndQueries = tuple["Solver", Sequence[Query]]


def threads_within(memory: int) -> int:
    """The number of threads that processors and memory allow."""
    return max(1, min(processors(), memory // _MEMORY_PER_THREAD))


class Solver:
    """A double-dummy engine with a table of its own; each thread of yours needs its own solver.

    ``memory`` caps what it allocates, in bytes, from 1 MiB up. The table is filled as searches
    need it, then reuses its oldest parts; its size changes the time, never a result. Positions met
    before are remembered across calls, plays and deals until `clear`. ``nodes`` is the number of
    positions that the last call searched.

    ``threads``, 1 to 4096, work in parallel at the questions of `solve`, `plays`, `retentions` and
    `tricks`. The first has half of the memory, the others share the rest. Without a limit values
    do not depend on the number; with a limit of nodes it fixes what stays open.

    SearchError for a cap below the minimum of a thread, for an invalid number or limit, for an
    undeclared hand without ``seat``, and when two threads call one solver at once.

    >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
    >>> Solver().verdict(play), Solver().tricks(play).most
    (False, (3, 3))
    """

    def __init__(self, memory: int = DEFAULT_MEMORY, *, threads: int = 1) -> None:
        """Set the memory cap, in bytes, and how many threads share it."""
        count = checked_threads(threads)
        self.memory = as_int(memory, "a number of bytes")
        # One half is for the first thread, the other for its helpers.
        least = LEAST_MEMORY * max(1, 2 * (count - 1))
        if self.memory < least:
            need = "a solver needs" if count == 1 else f"{count} threads need"
            raise SearchError(
                f"memory cap of {shown_number(memory)} bytes: {need} at least {least}"
                f" ({least >> 20} MiB)"
            )
        own = self.memory if count == 1 else self.memory // 2
        helpers = [Solver((self.memory - own) // (count - 1)) for _ in range(count - 1)]
        self._begin_with(shipped_priors(), (own - BYTES_FIXED) // BYTES_PER_BLOCK)
        self._helpers = helpers
        self._in_use = ExclusiveUse(
            partial(SearchError, "this solver is searching already: use one solver a thread")
        )
        self.nodes = 0

    def _begin_with(self, priors: Mapping[GoalKind, MoveOrderingPrior], blocks: int) -> None:
        """Take a new core; training and tests choose other priors or a smaller table for it."""
        try:
            self._search = new_search(min(blocks, _MAX_BLOCKS))
        except MemoryError as error:
            raise SearchError(f"memory cap of {shown_number(self.memory)} bytes: {error}") from None
        for kind, prior in priors.items():
            self._search.set_prior(kind, prior.rates, prior.expected_log2_nodes, prior.lead_work)

    @property
    def _engines(self) -> tuple[Solver, ...]:
        return self, *self._helpers

    def clear(self) -> None:
        """Forget everything learned from earlier calls."""
        with self._alone():
            for engine in self._engines:
                engine._search.clear()

    def stop(self) -> None:
        """End the running call as a limit would; call it from another thread."""
        for engine in self._engines:
            engine._search.stop()

    def verdict(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> bool | None:
        """Whether the seat can force success from here; None if the limit stopped the search.

        >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
        >>> Solver().verdict(play)
        True
        """
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            return self._work(self._verdict_query(position, success(position)), deadline).answer

    def can_force(
        self,
        play: Play,
        *,
        retention: Retention | None = None,
        tricks: int | None = None,
        seat: SeatLike | None = None,
        limit: Limit | None = None,
    ) -> bool | None:
        """Whether the seat can force one particular ending; None if the limit stopped the search.

        With ``retention`` the ending is success with these suits kept. With ``tricks`` it is that
        number of tricks exactly (0 to 13, in the whole hand, without supplementary ones), whatever
        is kept. With both it is that number and those suits, success or not. `line` with the same
        arguments shows how. SearchError if neither is given, or either is out of range.

        >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
        >>> solver = Solver()
        >>> solver.can_force(play, tricks=5), solver.can_force(play, tricks=6)
        (True, False)
        >>> [str(kept) for kept in Retention.all() if solver.can_force(play, retention=kept)]
        ['CSD']
        """
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            goal = ending(position.supplementary, retention, tricks)
            if goal is None:
                raise SearchError("name the ending to force: retention=, tricks=, or both")
            return self._work(self._verdict_query(position, goal), deadline).answer

    def plays(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> Mapping[Card, bool | None]:
        """For each legal card now: whether the seat can force success after it.

        Empty when the play is over. None marks the cards that the limit left undecided.
        """
        with self._alone():
            deadline, _ = self._start(play, seat, limit)
            plays = _play_queries(play, _hero(play, seat), self._engines)
            self._work_through(_distributed(plays, self._engines), deadline)
            return _answers_of(plays)

    def retentions(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> Mapping[Retention, Reach | None]:
        """For each of the twenty retentions: how far it can be reached with exactly its target.

        Where the limit stopped the search: `Reach.UNFORCED` if it cannot be forced and may or may
        not be possible with help, None if even that is unknown.
        """
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            verdict = self._verdict_query(position, success(position))
            with deadline.portion(0.5) as part:
                verdict.work(part)
            retentions = _retention_queries(position, verdict, self._engines)
            self._work_at_retentions(retentions, self._engines, deadline)
            possible = {kept: reached.possible for kept, reached in retentions.items()}
            unsettled: list[_EngineAndQueries] = [
                (self, (verdict,)),
                *_distributed(possible, self._engines),
            ]
            self._work_through(unsettled, deadline)
            return _reaches_of(retentions)

    def miss(
        self,
        play: Play,
        *,
        seat: SeatLike | None = None,
        par: ParReading | str | None = None,
        limit: Limit | None = None,
    ) -> tuple[int, int]:
        """How many tricks off the seat ends with best play by all: bounds (low, high).

        ``par``, "nearest" or "reduced", says how to count tricks off (`ParReading`); by default
        that of the play. Both bounds are equal unless the limit stopped the search.
        """
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            return self._work(self._miss_query(position, _par_reading(play, par)), deadline).bounds

    def most(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> tuple[int, int]:
        """Bounds on the most tricks that the seat can force, without supplementary ones."""
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            return _most_tricks(position, self._work(self._tricks_lost_query(position), deadline))

    def fewest(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> tuple[int, int]:
        """Bounds on the fewest tricks the seat can hold itself to, without supplementary ones."""
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            return _fewest_tricks(position, self._work(self._tricks_won_query(position), deadline))

    def tricks(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> TrickRange:
        """Bounds on the fewest tricks the seat can hold itself to, and on the most it can force."""
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            other = self._engines[1 % len(self._engines)]
            lost, won = self._tricks_lost_query(position), other._tricks_won_query(position)
            self._work_through(((self, (lost,)), (other, (won,))), deadline)
            return _trick_range(position, lost, won)

    def line(
        self,
        play: Play,
        *,
        retention: Retention | None = None,
        tricks: int | None = None,
        seat: SeatLike | None = None,
        par: ParReading | str | None = None,
        limit: Limit | None = None,
    ) -> tuple[Card, ...]:
        """Best play by all to the end: the seat minimises its tricks off, the others maximise them.

        With ``retention`` or ``tricks`` the line reaches the ending that `can_force` describes or,
        if that cannot be forced, shows the defence that prevents it; it is empty if the limit left
        that undecided. ``par`` is as in `miss`.

        Of equally good cards the lowest is played. Where the limit stops the search, the rest of
        the line is legal play, not necessarily good.
        """
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            goals = self._ending_goals(
                position, ending(position.supplementary, retention, tricks), deadline
            )
            if goals is None:
                reading = _par_reading(play, par)
                goals = _miss_goals(
                    position, self._work(self._miss_query(position, reading), deadline), reading
                )
            elif goals == (None, None):
                return ()
            return self._line(play, _hero(play, seat), goals, deadline)[0]

    def solve(
        self,
        play: Play,
        *,
        seat: SeatLike | None = None,
        par: ParReading | str | None = None,
        limit: Limit | None = None,
    ) -> Solution:
        """The answers to all questions at once, as a `Solution`.

        One limit covers them all: each question gets a share of it, and what is left goes to those
        still undecided, in rounds. With at most two tricks left and no limit on nodes, a single
        pass over every card answers everything. ``par`` is as in `miss`.
        """
        with self._alone():
            deadline, position = self._start(play, seat, limit)
            hero, par = _hero(play, seat), _par_reading(play, par)
            endgame = position.tricks_left <= MOST_TRICKS
            if endgame and deadline.max_nodes == math.inf and not deadline.passed:
                solution = solve_endgame(position, par)
                self.nodes = solution.nodes
                return solution
            # A query stays with one engine, whose table has its results; retentions need the
            # verdict, so both share one.
            engines = self._engines
            for_plays, for_tricks, for_miss = (engines[at % len(engines)] for at in (1, 2, 3))
            verdict = self._verdict_query(position, success(position))
            plays = _play_queries(play, hero, [for_plays])
            retentions = _retention_queries(position, verdict, [self])
            lost = for_tricks._tricks_lost_query(position)
            won = for_tricks._tricks_won_query(position)
            miss = for_miss._miss_query(position, par)
            line: tuple[Card, ...] = ()
            line_is_best = False

            def find_line(part: Deadline) -> None:
                nonlocal line, line_is_best
                goals = _miss_goals(position, miss, par)
                line, line_is_best = for_miss._line(play, hero, goals, part)

            self._take_turns(
                (
                    (self, 0.5, verdict.work),
                    (for_plays, 0.4, partial(work_through, tuple(plays.values()))),
                    (self, 0.3, partial(self._work_at_retentions, retentions, [self])),
                    # The miss waits for nothing if it has an engine of its own.
                    (
                        for_tricks,
                        0.4 if for_tricks is for_miss else 0.8,
                        partial(work_through, (lost, won)),
                    ),
                    (for_miss, 0.8, miss.work),
                    (for_miss, 0.5, find_line),
                ),
                deadline,
            )
            possible = [reached.possible for reached in retentions.values()]
            queries_of: Sequence[_EngineAndQueries] = (
                (self, (verdict, *possible, *retentions.values())),
                (for_plays, tuple(plays.values())),
                (for_tricks, (lost, won)),
                (for_miss, (miss,)),
            )
            self._work_through(queries_of, deadline)
            if not line_is_best:
                self._side_by_side([(for_miss, find_line)], deadline)
            return Solution(
                verdict=verdict.answer,
                plays=_answers_of(plays),
                retentions=_reaches_of(retentions),
                miss=miss.bounds,
                tricks=_trick_range(position, lost, won),
                line=line,
                nodes=deadline.nodes,
                exact=line_is_best
                and not any(query.is_open for _, some in queries_of for query in some),
            )

    def _alone(self) -> AbstractContextManager[None]:
        """Keep a second thread, or a signal handler, out of the search under way."""
        return self._in_use.claim()

    def _start(
        self, play: Play, seat: SeatLike | None, limit: Limit | None
    ) -> tuple[Deadline, OpenPosition]:
        for engine in self._engines:
            engine._search.resume()
        on_stop(self, Solver.stop)
        self.nodes = 0
        hero = _hero(play, seat)
        # The stop flag is the core's: an interrupt can leave the lock of a Python event held.
        given = checked_limit(limit) or Limit()
        deadline = Deadline(given.time, lambda: self._search.is_stopped, nodes=given.nodes)
        return deadline, OpenPosition.of(play, hero)

    def _ask(
        self, task: SearchTask, deadline: Deadline, max_nodes: float = math.inf
    ) -> bool | None:
        """Search in the core; None if it was stopped."""
        if deadline.passed:
            return None
        position = task.position
        answer, nodes = self._search.run(
            position.hands,
            position.leader,
            position.table,
            task.taken,
            position.strain,
            task.goal,
            task.kind,
            int(min(max_nodes, deadline.nodes_left, NO_LIMIT)),
            deadline.seconds_for(1),
        )
        deadline.nodes += nodes
        self.nodes += nodes
        return answer

    @staticmethod
    def _work(query: _AnyQuery, deadline: Deadline) -> _AnyQuery:
        """Work at one query till the deadline."""
        query.work(deadline)
        return query

    def _take_turns(
        self,
        tasks: Sequence[tuple[Solver, float, Callable[[Deadline], object]]],
        deadline: Deadline,
    ) -> None:
        """Every engine does its tasks in turn, with a share of what is left to it for each."""

        def do(
            mine: Sequence[tuple[float, Callable[[Deadline], object]]], deadline: Deadline
        ) -> None:
            for share, task in mine:
                with deadline.portion(share) as part:
                    task(part)

        by_engine: dict[Solver, list[tuple[float, Callable[[Deadline], object]]]] = {}
        for engine, share, task in tasks:
            by_engine.setdefault(engine, []).append((share, task))
        self._side_by_side(
            [(engine, partial(do, mine)) for engine, mine in by_engine.items()], deadline
        )

    def _work_through(self, queries_of: Sequence[_EngineAndQueries], deadline: Deadline) -> None:
        """Let every engine work at its open queries until all is settled or spent."""
        while not deadline.passed:
            still_open: dict[Solver, list[Query]] = {}
            for engine, queries in queries_of:
                if some := [query for query in queries if query.is_open]:
                    still_open.setdefault(engine, []).extend(some)
            if not still_open:
                return
            self._side_by_side(
                [(engine, partial(work_through, some)) for engine, some in still_open.items()],
                deadline,
            )

    def _side_by_side(self, work: Sequence[_EngineAndWork], deadline: Deadline) -> None:
        """Run engines in threads, with equal shares of the nodes; any exception ends them all."""
        parts = deadline.split(len(work))
        jobs = [
            partial(self._work_beside, *pair, part) for pair, part in zip(work, parts, strict=True)
        ]
        try:
            run_jobs(jobs, threads=len(jobs))
        finally:
            deadline.nodes += sum(part.nodes for part in parts)
            for engine, _ in work:
                if engine is not self:
                    self.nodes += engine.nodes
                    engine.nodes = 0

    def _work_beside(
        self, engine: Solver, work: Callable[[Deadline], object], deadline: Deadline, _stop: Stop
    ) -> None:
        """Work by an engine. It is claimed, because the call that began the work may be over."""
        on_stop(self, Solver.stop)
        with nullcontext() if engine is self else engine._alone():
            work(deadline)

    def _verdict_query(self, position: OpenPosition, goal: Goal) -> VerdictQuery:
        return VerdictQuery(self._ask, SearchTask(position, goal, GoalKind.PARS, position.taken))

    def _retention_query(
        self, position: OpenPosition, retention: Retention, verdict: VerdictQuery
    ) -> RetentionQuery:
        goal = exactly(retention, position.supplementary)
        task = SearchTask(position, goal, GoalKind.COOPERATIVE, position.taken)
        possible = PossibleQuery(self._ask, task, lambda: self._finds_line(position, retention))
        return RetentionQuery(verdict, possible, self._verdict_query(position, goal))

    def _work_at_retentions(
        self,
        retentions: Mapping[Retention, RetentionQuery],
        engines: Sequence[Solver],
        deadline: Deadline,
    ) -> None:
        """Search what can be reached at all, which is cheaper, then what can be forced."""
        possible = {kept: reached.possible for kept, reached in retentions.items()}
        with deadline.portion(0.5) as half:
            self._work_through(_distributed(possible, engines), half)
        self._work_through(_distributed(retentions, engines), deadline)

    def _finds_line(self, position: OpenPosition, retention: Retention) -> bool:
        """Whether playouts find a line to a retention that all players help to reach."""
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
                _COOPERATIVE_PLAYOUTS,
            )
            for par in possible_pars(retention.code, position.supplementary)
        )

    def _miss_query(self, position: OpenPosition, par: ParReading) -> Bracket:
        def ends_within(miss: int) -> SearchTask:
            goal = within(miss, position.supplementary, par)
            return SearchTask(position, goal, GoalKind.PARS, position.taken)

        return Bracket(self._ask, 0, worst_miss(position, par), ends_within)

    def _tricks_lost_query(self, position: OpenPosition) -> Bracket:
        """The fewest of the tricks left that he must lose if he tries to win all.

        Searches start at a count that always makes thirteen the threshold, so that all thresholds
        share table entries.
        """

        def loses_at_most(tricks: int) -> SearchTask:
            taken = TRICKS - (position.tricks_left - tricks)
            return SearchTask(
                position, tricks_within(TRICKS, _NO_UPPER_LIMIT), GoalKind.MOST, taken
            )

        return Bracket(self._ask, 0, position.tricks_left, loses_at_most)

    def _tricks_won_query(self, position: OpenPosition) -> Bracket:
        """The fewest of the tricks left that he must win if he tries to win none."""

        def wins_at_most(tricks: int) -> SearchTask:
            return SearchTask(position, tricks_within(0, TRICKS), GoalKind.FEWEST, TRICKS - tricks)

        return Bracket(self._ask, 0, position.tricks_left, wins_at_most)

    def _ending_goals(
        self, position: OpenPosition, goal: Goal | None, deadline: Deadline
    ) -> _Goals | None:
        """What to play for if the question is about one ending; else None."""
        if goal is None:
            return None
        forced = self._work(self._verdict_query(position, goal), deadline).answer
        return goal if forced else None, goal if forced is False else None

    def _line(
        self, play: Play, hero: Seat, goals: _Goals, deadline: Deadline
    ) -> tuple[tuple[Card, ...], bool]:
        """Play by the goals to the end; whether the deadline left time for every choice."""
        trial = play.copy()
        cards: list[Card] = []
        complete = True
        while trial.turn is not None:
            card = self._good_card(trial, hero, goals, deadline)
            complete &= card is not None
            card = next(iter(trial.legal_plays)) if card is None else card
            trial.push(card)
            cards.append(card)
        return tuple(cards), complete

    def _good_card(self, play: Play, hero: Seat, goals: _Goals, deadline: Deadline) -> Card | None:
        """The first card that gives nothing away; None if the deadline came first."""
        is_heros_turn = play.turn == hero
        legal = tuple(play.legal_plays)
        goal = goals[0] if is_heros_turn else goals[1]
        if len(legal) == 1 or goal is None:
            return legal[0]
        for card in legal:
            verdict = self._verdict_query(OpenPosition.of(play.after([card]), hero), goal)
            if self._work(verdict, deadline).answer is is_heros_turn:
                return card
        return None


# In a line: the goal that the hero keeps in reach, and the one that the others keep out of it.
_Goals = tuple[Goal | None, Goal | None]


def _miss_goals(position: OpenPosition, miss: Bracket, par: ParReading | str) -> _Goals:
    low, high = miss.bounds
    reading = ParReading(par)
    stopped = within(low - 1, position.supplementary, reading) if low else None
    return within(high, position.supplementary, reading), stopped


def _play_queries(play: Play, hero: Seat, engines: Sequence[Solver]) -> Mapping[Card, VerdictQuery]:
    trial = play.copy()
    verdicts = {}
    for card, engine in zip(play.legal_plays, cycle(engines)):
        trial.push(card)
        position = OpenPosition.of(trial, hero)
        verdicts[card] = engine._verdict_query(position, success(position))
        trial.pop()
    return verdicts


def _retention_queries(
    position: OpenPosition, verdict: VerdictQuery, engines: Sequence[Solver]
) -> Mapping[Retention, RetentionQuery]:
    return {
        kept: engine._retention_query(position, kept, verdict)
        for kept, engine in zip(Retention.all(), cycle(engines))
    }


def _distributed(
    queries: Mapping[_Key, _AnyQuery], engines: Sequence[Solver]
) -> list[tuple[Solver, Sequence[_AnyQuery]]]:
    """The engines' queries, distributed by their places."""
    every = tuple(queries.values())
    return [(engine, every[at :: len(engines)]) for at, engine in enumerate(engines)]


def _answers_of(plays: Mapping[Card, VerdictQuery]) -> Mapping[Card, bool | None]:
    return FrozenMap({card: verdict.answer for card, verdict in plays.items()})


def _reaches_of(retentions: Mapping[Retention, RetentionQuery]) -> Mapping[Retention, Reach | None]:
    return FrozenMap({kept: reached.reach for kept, reached in retentions.items()})


def _most_tricks(position: OpenPosition, lost: Bracket) -> tuple[int, int]:
    at_best = position.taken + position.tricks_left
    return at_best - lost.high, at_best - lost.low


def _fewest_tricks(position: OpenPosition, won: Bracket) -> tuple[int, int]:
    return position.taken + won.low, position.taken + won.high


def _trick_range(position: OpenPosition, lost: Bracket, won: Bracket) -> TrickRange:
    return TrickRange(fewest=_fewest_tricks(position, won), most=_most_tricks(position, lost))


def _par_reading(play: Play, par: ParReading | str | None) -> ParReading:
    return ParReading(play.par if par is None else par)


def _hero(play: Play, seat: SeatLike | None) -> Seat:
    """The seat whose success a call is about."""
    check_type(play, Play, "a play")
    if seat is not None:
        return Seat(seat)
    if play.declarer is None:
        raise SearchError(
            "nobody declared: say with seat= whose success is asked for", option="seat"
        )
    return play.declarer
