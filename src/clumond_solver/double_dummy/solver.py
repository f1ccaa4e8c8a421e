"""Double dummy: what a seat can force when all hands are open.

Each method of a `Solver` answers one question, so that it computes no more than needed; `solve`
answers all at once. A question is about what one seat, by default the declarer, can force against
both others, at any point of the play. docs/double_dummy.md explains the method.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import cycle
from typing import NoReturn, TypeVar

from clumond_solver._core.bits.exclusive_lock import ExclusiveUse
from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.double_dummy.build_for_processor import new_search
from clumond_solver._core.double_dummy.open_search import BYTES_FIXED, BYTES_PER_BLOCK, NO_LIMIT
from clumond_solver.base.cards import Card
from clumond_solver.base.checks import as_int, as_tuple, check_type
from clumond_solver.base.errors import SearchError, WrongTypeError, shown_number
from clumond_solver.base.stopping import Deadline, checked_threads, on_stop, processors, run_jobs
from clumond_solver.base.values import FrozenMap
from clumond_solver.base.wording import counted
from clumond_solver.double_dummy.goals import (
    MOST_TRICKS,
    Goal,
    OpenPosition,
    ending,
    exactly,
    solve_endgame,
    success,
    tricks_within,
    within,
    worst_miss,
)
from clumond_solver.double_dummy.move_ordering_prior import (
    GoalKind,
    MoveOrderingPrior,
    shipped_priors,
)
from clumond_solver.double_dummy.queries import (
    Bracket,
    Found,
    PossibleQuery,
    Query,
    RetentionsQuery,
    SearchTask,
    VerdictQuery,
    work_at_help,
    work_through,
)
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import (
    TRICKS,
    ParReading,
    Play,
    Retention,
    as_retention,
    possible_pars,
)
from clumond_solver.results import Limit, Reach, Solution, TrickRange, checked_limit

# Above every number of tricks in `_tricks_lost_query`, which starts to count above 0.
_NO_UPPER_LIMIT = 30
# With so many tricks left narrow searches for pars save more than they take.
_NARROW_TRICKS = 8

MEBIBYTE = 1 << 20
LEAST_MEMORY = MEBIBYTE
DEFAULT_MEMORY = 96 * MEBIBYTE
_MEMORY_PER_THREAD = 16 * MEBIBYTE
_MAX_BLOCKS = (1 << 32) - 2

_AnyQuery = TypeVar("_AnyQuery", bound=Query)
_Key = TypeVar("_Key")
_Work = Callable[[Deadline], object]
_SolverAndWork = tuple["Solver", _Work]
_SolverAndQueries = tuple["Solver", Sequence[Query]]


def checked_memory(memory: int, *, threads: int = 1, least: int = LEAST_MEMORY) -> int:
    """The number of bytes itself; SearchError for fewer than these threads need at least."""
    given = as_int(memory, "a number of bytes")
    if given < least:
        need = "a solver needs" if threads == 1 else f"{threads} threads need"
        cap = counted(given, "byte") if given > 0 else f"{shown_number(given)} bytes"
        raise SearchError(f"memory cap of {cap}: {need} at least {least} ({least >> 20} MiB)")
    return given


def threads_within(memory: int) -> int:
    """The number of threads that the processors and this memory, in bytes, allow."""
    return max(1, min(processors(), memory // _MEMORY_PER_THREAD))


class Solver:
    """A double-dummy solver with a transposition table; only one thread at a time may call it.

    ``memory`` is the most that it allocates, in bytes, at least 1 MiB. The table keeps positions of
    earlier calls, plays and deals until `clear`; when it is full, it reuses its oldest parts. Its
    size never changes an answer, except which ones a limit leaves undecided. ``nodes`` is the
    number of positions that the last call searched.

    ``threads``, 1 to 4096, take a question each of `solve`, `plays` and `tricks`; one question,
    such as a verdict, is no faster with more. The first has half of the memory, the others share
    the rest. Without a limit, answers do not depend on their number; with a limit on nodes, it may
    change which are undecided.

    SearchError for too little memory for a thread, for an invalid number or limit, for an
    undeclared hand without ``seat``, and when two threads call one solver at once.

    >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
    >>> Solver().verdict(play), Solver().miss(play), Solver().tricks(play).most
    (False, (1, 1), (3, 3))
    """

    def __init__(self, memory: int = DEFAULT_MEMORY, *, threads: int = 1) -> None:
        count = checked_threads(threads)
        # One half is for the first thread, the other for its helpers.
        least = LEAST_MEMORY * max(1, 2 * (count - 1))
        self.memory = checked_memory(memory, threads=count, least=least)
        own = self.memory if count == 1 else self.memory // 2
        helpers = [Solver((self.memory - own) // (count - 1)) for _ in range(count - 1)]
        self._create_search(shipped_priors(), (own - BYTES_FIXED) // BYTES_PER_BLOCK)
        self._helpers = helpers
        self._in_use = ExclusiveUse(
            partial(SearchError, "this solver is searching already: use one solver per thread")
        )
        self.nodes = 0

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled, since the table and the searches belong to one thread."""
        raise WrongTypeError("a Solver cannot be copied or pickled: make a new one")

    def _create_search(self, priors: Mapping[GoalKind, MoveOrderingPrior], blocks: int) -> None:
        """Create the core's search; training and tests give other priors or a smaller table."""
        try:
            self._search = new_search(min(blocks, _MAX_BLOCKS))
        except MemoryError as error:
            raise SearchError(f"memory cap of {counted(self.memory, 'byte')}: {error}") from None
        for kind, prior in priors.items():
            self._search.set_prior(kind, prior.rates, prior.expected_log2_nodes, prior.lead_work)

    @property
    def _solvers(self) -> tuple[Solver, ...]:
        return self, *self._helpers

    def clear(self) -> None:
        """Empty the tables, and forget the statistics of moves."""
        with self._exclusive():
            for solver in self._solvers:
                solver._search.clear()

    def stop(self) -> None:
        """Stop the running call, which then answers as at a limit; call this in another thread."""
        for solver in self._solvers:
            solver._search.stop()

    def verdict(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> bool | None:
        """Whether the seat can force success from here; None if the limit stopped the search.

        >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
        >>> Solver().verdict(play)
        True
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            return self._work(self._verdict_query(position, success(position)), deadline).answer

    def can_force(
        self,
        play: Play,
        *,
        retention: Retention | str | None = None,
        tricks: int | None = None,
        seat: SeatLike | None = None,
        limit: Limit | None = None,
    ) -> bool | None:
        """Whether the seat can force one particular ending; None if the limit stopped the search.

        With ``retention`` the ending is success with this retention. With ``tricks`` it is exactly
        that number of tricks (0 to 13, in the whole hand, without supplementary ones) with any
        retention. With both it is that number and that retention, success or not. `line` with the
        same arguments shows how. SearchError if neither is given, or either is out of range.

        >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
        >>> solver = Solver()
        >>> solver.can_force(play, tricks=5), solver.can_force(play, tricks=6)
        (True, False)
        >>> [str(kept) for kept in Retention.all() if solver.can_force(play, retention=kept)]
        ['CSD']
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            goal = ending(position.supplementary, retention, tricks)
            if goal is None:
                raise SearchError("name the ending to force: retention=, tricks=, or both")
            return self._work(self._verdict_query(position, goal), deadline).answer

    def plays(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> Mapping[Card, bool | None]:
        """Whether the seat can force success after each legal card.

        None marks cards that the limit left undecided. Empty when the play is over.
        """
        with self._exclusive():
            deadline, _ = self._start(play, seat, limit)
            plays = _play_queries(play, _hero(play, seat), self._solvers)
            self._work_through(_distribute(plays, self._solvers), deadline)
            return _answers_of(plays)

    def retentions(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> Mapping[Retention, Reach | None]:
        """The reach of success with each of the twenty retentions.

        Where the limit stopped the search: `Reach.UNFORCED` if success cannot be forced but may be
        possible with help, None if even that is unknown.
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            query = self._retentions_query(position)
            query.work(deadline)
            return query.reaches

    def forced_retentions(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> Mapping[Retention, Reach | None]:
        """Which retentions can be forced: all of `retentions` that takes little time.

        The others are `Reach.UNFORCED` (perhaps possible with help), unless they are known to be
        impossible; None marks those that the limit left undecided.
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            query = self._retentions_query(position)
            query.work_at_forced(deadline)
            return FrozenMap(
                {
                    kept: Reach.UNFORCED if reach is Reach.POSSIBLE else reach
                    for kept, reach in query.reaches.items()
                }
            )

    def lines_with_help(
        self,
        play: Play,
        retentions: Iterable[Retention],
        *,
        seat: SeatLike | None = None,
        limit: Limit | None = None,
    ) -> Mapping[Retention, tuple[Card, ...] | None]:
        """For each of the retentions a line of play to success with it, with everybody's help.

        None for a retention that no play reaches. Retentions that the limit left open are missing.

        >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
        >>> lines = Solver().lines_with_help(play, map(Retention.parse, ("CSD", "SSS")))
        >>> [line and [str(card) for card in line] for line in lines.values()]
        [['C3', 'CK', 'CQ'], None]
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            queries = {
                kept: self._possible_query(position, exactly(kept, position.supplementary), kept)
                for kept in map(as_retention, as_tuple(retentions, "an iterable of retentions"))
            }
            work_at_help(list(queries.values()), deadline)
            return FrozenMap(
                {
                    kept: tuple(map(Card.from_bit, query.line)) if query.answer else None
                    for kept, query in queries.items()
                    if not query.is_undecided
                }
            )

    def line_with_help(
        self,
        play: Play,
        *,
        retention: Retention | str | None = None,
        tricks: int | None = None,
        seat: SeatLike | None = None,
        limit: Limit | None = None,
    ) -> tuple[Card, ...] | None:
        """A line of play to success, or to the ending that `can_force` describes, if all help.

        None if no play reaches it; empty if the limit left that open.
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            goal = ending(position.supplementary, retention, tricks) or success(position)
            kept = None if retention is None or tricks is not None else as_retention(retention)
            query = self._possible_query(position, goal, kept)
            query.work(deadline)
            return None if query.answer is False else tuple(map(Card.from_bit, query.line))

    def miss(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> tuple[int, int]:
        """How many tricks off the seat finishes if all play perfectly: bounds (low, high).

        The play's ``par`` says how to count tricks off (`ParReading`). Both bounds are equal unless
        the limit stopped the search.
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            return self._work(self._miss_query(position, play.par), deadline).bounds

    def most(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> tuple[int, int]:
        """Bounds on the most tricks that the seat can force, without supplementary ones."""
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            return _most_tricks(position, self._work(self._tricks_lost_query(position), deadline))

    def fewest(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> tuple[int, int]:
        """Bounds on the fewest tricks that the seat can keep to, without supplementary ones."""
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            return _fewest_tricks(position, self._work(self._tricks_won_query(position), deadline))

    def tricks(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> TrickRange:
        """Bounds on the fewest tricks that the seat can keep to, and on the most it can force."""
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            other = self._solvers[1 % len(self._solvers)]
            lost, won = self._tricks_lost_query(position), other._tricks_won_query(position)
            self._work_through(((self, (lost,)), (other, (won,))), deadline)
            return _trick_range(position, lost, won)

    def line(
        self,
        play: Play,
        *,
        retention: Retention | str | None = None,
        tricks: int | None = None,
        seat: SeatLike | None = None,
        limit: Limit | None = None,
    ) -> tuple[Card, ...]:
        """Best play by all to the end: the seat minimises its tricks off, the others maximise them.

        With ``retention`` or ``tricks`` the line reaches the ending that `can_force` describes or,
        if that cannot be forced, shows the defence that prevents it; it is empty if the limit left
        that undecided.

        Of equally good cards the lowest is played. Where the limit stops the search, the rest of
        the line is legal play, not necessarily good.
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            goals = self._ending_goals(
                position, ending(position.supplementary, retention, tricks), deadline
            )
            if goals is None:
                miss = self._work(self._miss_query(position, play.par), deadline)
                goals = _miss_goals(position, miss, play.par)
            elif goals == (None, None):
                return ()
            return self._line(play, _hero(play, seat), goals, deadline)[0]

    def solve(
        self, play: Play, *, seat: SeatLike | None = None, limit: Limit | None = None
    ) -> Solution:
        """The answers to all questions at once, as a `Solution`.

        All questions share the limit: each gets a part, and what is left goes to those undecided,
        in rounds. With at most two tricks left and no limit on nodes, one walk through all lines
        answers everything.
        """
        with self._exclusive():
            deadline, position = self._start(play, seat, limit)
            hero = _hero(play, seat)
            is_endgame = position.tricks_left <= MOST_TRICKS
            if is_endgame and deadline.max_nodes == math.inf and not deadline.passed:
                solution = solve_endgame(position, play.par)
                self.nodes = solution.nodes
                return solution
            # A query stays with one solver, whose table has its results. The retentions need the
            # verdict and so have the same solver.
            solvers = self._solvers
            for_plays, for_tricks, for_miss = (solvers[i % len(solvers)] for i in (1, 2, 3))
            verdict = self._verdict_query(position, success(position))
            plays = _play_queries(play, hero, [for_plays])
            retentions = self._retentions_query(position, verdict)
            lost = for_tricks._tricks_lost_query(position)
            won = for_tricks._tricks_won_query(position)
            miss = for_miss._miss_query(position, play.par)
            line: tuple[Card, ...] = ()
            line_is_best = False

            def find_line(part: Deadline) -> None:
                nonlocal line, line_is_best
                goals = _miss_goals(position, miss, play.par)
                line, line_is_best = for_miss._line(play, hero, goals, part)

            self._run_in_turn(
                (
                    (self, 0.5, verdict.work),
                    (for_plays, 0.4, partial(work_through, tuple(plays.values()))),
                    (self, 0.3, retentions.work),
                    # Leave more for the miss if it has the same solver.
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
            queries_by_solver: Sequence[_SolverAndQueries] = (
                (self, (verdict, retentions)),
                (for_plays, tuple(plays.values())),
                (for_tricks, (lost, won)),
                (for_miss, (miss,)),
            )
            self._work_through(queries_by_solver, deadline)
            if not line_is_best:
                self._run_in_parallel([(for_miss, find_line)], deadline)
            return Solution(
                verdict=verdict.answer,
                plays=_answers_of(plays),
                retentions=retentions.reaches,
                miss=miss.bounds,
                tricks=_trick_range(position, lost, won),
                line=line,
                nodes=deadline.nodes,
                exact=line_is_best
                and not any(
                    query.is_undecided for _, queries in queries_by_solver for query in queries
                ),
            )

    def _exclusive(self) -> AbstractContextManager[None]:
        """Refuse calls by another thread, or by a signal handler, during this one."""
        return self._in_use.claim()

    def _start(
        self, play: Play, seat: SeatLike | None, limit: Limit | None
    ) -> tuple[Deadline, OpenPosition]:
        for solver in self._solvers:
            solver._search.resume()
        on_stop(self, Solver.stop)
        self.nodes = 0
        hero = _hero(play, seat)
        # The core has its own stop flag: an interrupt can leave the lock of a Python event held.
        limits = checked_limit(limit) or Limit()
        deadline = Deadline(limits.time, lambda: self._search.is_stopped, nodes=limits.nodes)
        return deadline, OpenPosition.of(play, hero)

    def _run_search(
        self, task: SearchTask, deadline: Deadline, max_nodes: float = math.inf
    ) -> Found:
        """Search in the core."""
        if deadline.passed:
            return Found(None)
        position = task.position
        answer, nodes, line = self._search.run(
            position.hands,
            position.leader,
            position.table,
            task.taken,
            position.strain,
            task.goal,
            task.kind,
            int(min(max_nodes, deadline.nodes_left, NO_LIMIT)),
            deadline.seconds_for(1),
            task.kind is GoalKind.PARS and position.tricks_left >= _NARROW_TRICKS,
        )
        deadline.nodes += nodes
        self.nodes += nodes
        return Found(answer, line)

    @staticmethod
    def _work(query: _AnyQuery, deadline: Deadline) -> _AnyQuery:
        """Work at a query until the deadline, and return it."""
        query.work(deadline)
        return query

    def _run_in_turn(
        self, tasks: Sequence[tuple[Solver, float, _Work]], deadline: Deadline
    ) -> None:
        """Let every solver do its tasks one after the other, with a share of its rest for each."""

        def run(tasks_of_one: Sequence[tuple[float, _Work]], deadline: Deadline) -> None:
            for share, task in tasks_of_one:
                with deadline.portion(share) as part:
                    task(part)

        by_solver: dict[Solver, list[tuple[float, _Work]]] = {}
        for solver, share, task in tasks:
            by_solver.setdefault(solver, []).append((share, task))
        self._run_in_parallel(
            [(solver, partial(run, its_tasks)) for solver, its_tasks in by_solver.items()], deadline
        )

    def _work_through(
        self, queries_by_solver: Sequence[_SolverAndQueries], deadline: Deadline
    ) -> None:
        """Let every solver work at its undecided queries until all are settled or time is up."""
        while not deadline.passed:
            undecided_queries: dict[Solver, list[Query]] = {}
            for solver, queries in queries_by_solver:
                if undecided := [query for query in queries if query.is_undecided]:
                    undecided_queries.setdefault(solver, []).extend(undecided)
            if not undecided_queries:
                return
            self._run_in_parallel(
                [
                    (solver, partial(work_through, some))
                    for solver, some in undecided_queries.items()
                ],
                deadline,
            )

    def _run_in_parallel(self, work: Sequence[_SolverAndWork], deadline: Deadline) -> None:
        """Run solvers in threads, with equal shares of the nodes; an exception ends them all."""
        parts = deadline.split(len(work))
        jobs = [
            partial(self._run_on_solver, *pair, part)
            for pair, part in zip(work, parts, strict=True)
        ]
        try:
            run_jobs(jobs, threads=len(jobs))
        finally:
            deadline.nodes += sum(part.nodes for part in parts)
            for solver, _ in work:
                if solver is not self:
                    self.nodes += solver.nodes
                    solver.nodes = 0

    def _run_on_solver(self, solver: Solver, work: _Work, deadline: Deadline, _stop: Stop) -> None:
        """Run work on a solver, claimed because the call that began the work may be over."""
        on_stop(self, Solver.stop)
        with nullcontext() if solver is self else solver._exclusive():
            work(deadline)

    def _verdict_query(self, position: OpenPosition, goal: Goal) -> VerdictQuery:
        return VerdictQuery(
            self._run_search, SearchTask(position, goal, GoalKind.PARS, position.taken)
        )

    def _retentions_query(
        self, position: OpenPosition, verdict: VerdictQuery | None = None
    ) -> RetentionsQuery:
        goals = {kept: exactly(kept, position.supplementary) for kept in Retention.all()}
        return RetentionsQuery(
            verdict or self._verdict_query(position, success(position)),
            {kept: self._verdict_query(position, goal) for kept, goal in goals.items()},
            {kept: self._possible_query(position, goal, kept) for kept, goal in goals.items()},
        )

    def _possible_query(
        self, position: OpenPosition, goal: Goal, retention: Retention | None
    ) -> PossibleQuery:
        """The query about a goal; beams look for lines if it is success with a retention."""
        return PossibleQuery(
            self._run_search,
            SearchTask(position, goal, GoalKind.COOPERATIVE, position.taken),
            partial(self._find_line_with_help, position, retention),
        )

    def _find_line_with_help(
        self, position: OpenPosition, retention: Retention | None, width: int, seed: int
    ) -> tuple[int, ...] | None:
        """A line to success with a retention if all help, by a beam; None proves nothing."""
        if retention is None:
            return None
        keep = sum(count << 4 * suit for suit, count in enumerate(retention.counts))
        for par in possible_pars(retention.code, position.supplementary):
            line = self._search.cooperative_line(
                position.hands,
                position.leader,
                position.table,
                position.taken,
                position.strain,
                par - position.supplementary,
                keep,
                width,
                seed,
            )
            if line is not None:
                return line
        return None

    def _miss_query(self, position: OpenPosition, par: ParReading) -> Bracket:
        def ends_within(miss: int) -> SearchTask:
            goal = within(miss, position.supplementary, par)
            return SearchTask(position, goal, GoalKind.PARS, position.taken)

        return Bracket(self._run_search, worst_miss(position, par), ends_within)

    def _tricks_lost_query(self, position: OpenPosition) -> Bracket:
        """The fewest of the tricks left that the hero must lose if he tries to win all.

        Searches pretend that he has taken as many tricks as make thirteen the goal, so that all
        searches share table entries.
        """

        def loses_at_most(tricks: int) -> SearchTask:
            taken = TRICKS - (position.tricks_left - tricks)
            return SearchTask(
                position, tricks_within(TRICKS, _NO_UPPER_LIMIT), GoalKind.MOST, taken
            )

        return Bracket(self._run_search, position.tricks_left, loses_at_most)

    def _tricks_won_query(self, position: OpenPosition) -> Bracket:
        """The fewest of the tricks left that the hero must win if he tries to win none."""

        def wins_at_most(tricks: int) -> SearchTask:
            return SearchTask(position, tricks_within(0, TRICKS), GoalKind.FEWEST, TRICKS - tricks)

        return Bracket(self._run_search, position.tricks_left, wins_at_most)

    def _ending_goals(
        self, position: OpenPosition, goal: Goal | None, deadline: Deadline
    ) -> _Goals | None:
        """The goals of a line that is about one ending; None without such a goal."""
        if goal is None:
            return None
        forced = self._work(self._verdict_query(position, goal), deadline).answer
        return goal if forced else None, goal if forced is False else None

    def _line(
        self, play: Play, hero: Seat, goals: _Goals, deadline: Deadline
    ) -> tuple[tuple[Card, ...], bool]:
        """Play to the end by the goals; return the cards, and whether time sufficed for all."""
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
        """The first card that keeps the player's goal; None if the deadline came first."""
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


# The goals of a line: the one that the hero keeps, and the one that the others prevent.
_Goals = tuple[Goal | None, Goal | None]


def _miss_goals(position: OpenPosition, miss: Bracket, par: ParReading) -> _Goals:
    low, high = miss.bounds
    prevented = within(low - 1, position.supplementary, par) if low else None
    return within(high, position.supplementary, par), prevented


def _play_queries(play: Play, hero: Seat, solvers: Sequence[Solver]) -> Mapping[Card, VerdictQuery]:
    trial = play.copy()
    verdicts = {}
    for card, solver in zip(play.legal_plays, cycle(solvers)):
        trial.push(card)
        position = OpenPosition.of(trial, hero)
        verdicts[card] = solver._verdict_query(position, success(position))
        trial.pop()
    return verdicts


def _distribute(
    queries: Mapping[_Key, _AnyQuery], solvers: Sequence[Solver]
) -> list[tuple[Solver, Sequence[_AnyQuery]]]:
    """Deal out the queries to the solvers, one after the other."""
    in_order = tuple(queries.values())
    return [(solver, in_order[first :: len(solvers)]) for first, solver in enumerate(solvers)]


def _answers_of(plays: Mapping[Card, VerdictQuery]) -> Mapping[Card, bool | None]:
    return FrozenMap({card: query.answer for card, query in plays.items()})


def _most_tricks(position: OpenPosition, lost: Bracket) -> tuple[int, int]:
    all_tricks = position.taken + position.tricks_left
    return all_tricks - lost.high, all_tricks - lost.low


def _fewest_tricks(position: OpenPosition, won: Bracket) -> tuple[int, int]:
    return position.taken + won.low, position.taken + won.high


def _trick_range(position: OpenPosition, lost: Bracket, won: Bracket) -> TrickRange:
    return TrickRange(fewest=_fewest_tricks(position, won), most=_most_tricks(position, lost))


def _hero(play: Play, seat: SeatLike | None) -> Seat:
    """The seat whose success a call is about."""
    check_type(play, Play, "a play")
    if seat is not None:
        return Seat(seat)
    if play.declarer is None:
        raise SearchError(
            "nobody declared: name the seat whose success counts ({option})", option="seat"
        )
    return play.declarer
