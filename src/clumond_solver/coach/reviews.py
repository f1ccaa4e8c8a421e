"""Reviews of deals, card by card: what was better, by how much, and why.

A review evaluates each card twice: as its player saw it, knowing his own cards only, and with all
hands open. The first evaluation is in chances and says what he could have known; the second is in
tricks off and says what was possible.

>>> play = Play.parse("F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3")
>>> for text in ("S3", "SK", "D8"):
...     play.push(Card.parse(text))
>>> [worst, *_] = review(play, iterations=200, games=4, seed=1).costliest()
>>> str(worst.action), str(worst.best), worst.before, worst.after
('play S3', 'play SA', (0, 0), (1, 1))
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from types import NoneType

from clumond_solver.base.cards import Card
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.efforts import (
    DEFAULT_BUDGET,
    DEFAULT_ITERATIONS,
    DEFAULT_REPLAYS,
    GAMES_PER_CARD,
    REVIEW_NODES,
    checked_games,
)
from clumond_solver.base.threads import run_jobs
from clumond_solver.base.values import ProgressCallback, as_int, check_type
from clumond_solver.coach.calls import LEAST_GAMES, judge_by_advice
from clumond_solver.coach.hints import endings_of
from clumond_solver.coach.lines_of_play import stubborn_line
from clumond_solver.coach.reasons import reason, reason_of_action
from clumond_solver.display.text import player_name
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import FULL_HAND, Seat, SeatLike
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.records import Record, legal_play_of, verify
from clumond_solver.results import (
    BetterLine,
    Bounds,
    Limit,
    Replay,
    Review,
    ReviewedPlay,
    verdict_of,
)
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.card_choice import choose_card
from clumond_solver.single_dummy.chances import RatedCards, rate_cards
from clumond_solver.single_dummy.engines import engine_of
from clumond_solver.single_dummy.games_after import GamesAfter
from clumond_solver.single_dummy.playouts import OpponentsLike, Playouts, players_of
from clumond_solver.single_dummy.rated import Effort
from clumond_solver.single_dummy.styles import FULL, Level
from clumond_solver.single_dummy.tree_search import best_first, compared

__all__ = ["DEFAULT_LIMIT", "review"]

#: For each position with all hands open.
DEFAULT_LIMIT = Limit(nodes=REVIEW_NODES)
# The share of a time limit that may have passed at the end of a step: of a hand of Clumond, and the
# searches of other games.
_AS_SEEN_UNTIL, _OPEN_HANDS_UNTIL, _CALLS_UNTIL = 0.75, 0.82, 0.95
_SEARCHES_UNTIL = 0.7
# Outside Clumond a review plays this share of a hint's games, and at least so many; less for the
# actions of engine players.
_SHARE_OF_GAMES, _FEWEST_GAMES, _SHARE_FOR_ENGINES = 1 / 4, 24, 1 / 3
# The least iterations for an action if time is short.
_FEWEST_ITERATIONS = 100
# Games per second, assumed low until measured.
_CALL_GAMES_PER_SECOND = 200.0
_LEAST_SECONDS = 1e-3
# Iterations for a card in the replays that are counted, and in the one that is shown.
_ITERATIONS_OF_REPLAYS = 100
_ITERATIONS_OF_SHOWN_REPLAY = 500
# With more tricks left, a whole line of best play takes too long.
_MOST_TRICKS_OF_A_LINE = 8


def review(
    source: Record | Play | TrickState,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    card_games: int = GAMES_PER_CARD,
    games: int = DEFAULT_REPLAYS,
    call_games: int = DEFAULT_BUDGET,
    limit: Limit | None = DEFAULT_LIMIT,
    time: float | None = None,
    seed: int = 0,
    seat: SeatLike | int | None = None,
    every_card: bool = False,
    agreement: Agreement | None = None,
    players: Sequence[str] = (),
    opponents: OpponentsLike = None,
    solver: Solver | None = None,
    threads: int = 1,
    progress: ProgressCallback | None = None,
    on_plays: Callable[[Review], object] | None = None,
) -> Review:
    """Review a deal, finished or not: a record, a play, or a state of any game.

    Each card is rated as its player saw it: a search of ``iterations`` deals chooses cards to
    compare, and the engine plays ``card_games`` simulated games after each (0 skips this in
    Clumond). With all hands open, the solver says what each card changed, within ``limit`` for each
    position; a search that is stopped gives bounds. ``every_card`` solves all cards that could have
    been played. ``call_games`` is the budget of `advise` for each call of a whole hand of Clumond
    (0 for none). The engine also replays the same cards ``games`` times (0 for none). ``time``
    (seconds, for the whole review) reduces all these numbers as necessary; the review is then not
    reproducible. ``threads`` play the games; ``solver`` has its own.

    ``agreement`` has the terms of the hand, by default those of the state; records and plays
    count as played on paper. ``seat`` is the seat to solve for with all hands open: by default
    declarer, or in an undeclared hand the player of each card. ``players`` are the names, by seat,
    in the reasons about a state; a record has its own names. ``opponents`` play the others' cards
    in games of Clumond, as in `advise`. ``progress`` is called with the
    numbers of steps done and of all steps, ``on_plays`` after each trick with what is reviewed.

    A review ends at the first illegal card. Games other than Clumond are reviewed as their players
    saw them, in expected scores; ``seat`` then restricts the review to that seat. SearchError for
    numbers out of range.

    >>> from clumond_solver.games.clubs import ClubsGame
    >>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
    >>> state.push(state.legal_actions[0])
    >>> answer = review(state, iterations=50)
    >>> len(answer.plays), answer.in_chances, answer.finished
    (1, False, False)
    """
    check_type(source, (Record, Play, TrickState), "a record, a play or a session's state")
    check_type(agreement, (Agreement, NoneType), "an agreement")
    check_type(limit, (Limit, NoneType), "a limit")
    effort = Effort(iterations, card_games, call_games, seed, threads, opponents)
    task = _Task(
        effort,
        time=time,
        replays=checked_games(games),
        limit=limit,
        solver=solver,
        every_card=every_card,
        seat=seat,
        players=players,
        progress=progress,
        on_plays=on_plays,
    )
    if isinstance(source, TrickState) and not isinstance(source, ClumondState):
        return _DealReview(source, task).review()
    if isinstance(source, ClumondState):
        record, terms = Record.of_hand(source, players=players), source.agreement
    else:
        record = source if isinstance(source, Record) else Record.of(source)
        terms = Agreement(par=record.par, tens=record.tens)
    return _HandReview(record, task, agreement or terms).review()


@dataclass(slots=True)
class _Task:
    """What a caller of `review` asks for, with the clock that starts then."""

    effort: Effort
    time: float | None
    replays: int
    limit: Limit | None
    solver: Solver | None
    every_card: bool
    seat: SeatLike | int | None
    players: Sequence[str]
    progress: ProgressCallback | None
    on_plays: Callable[[Review], object] | None
    deadline: Deadline = field(init=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self.deadline = Deadline(self.time)

    def share_for_seat(self, seat: int) -> float:
        """The share of a review's games for the actions of a seat: less for an engine player's.

        The figures of a person's cards are those of his hints; the others had none.
        """
        styles = self.effort.opponents
        if isinstance(styles, str) or not isinstance(styles, Sequence) or seat >= len(styles):
            return 1.0
        return _SHARE_FOR_ENGINES if str(styles[seat]) in map(str, Level) else 1.0

    def seconds_left(self, until: float = 1.0) -> float | None:
        """Seconds left until this share of the time has passed; None without a limit."""
        if self.time is None:
            return None
        return max(0.0, self.deadline.seconds_left - (1 - until) * self.time)

    def share_for(self, done: int, total: int, until: float) -> float:
        """The share of its full extent that the work on the next of several cards can have."""
        left = self.seconds_left(until)
        if left is None or self.time is None or done == 0:
            return 1.0
        spent = until * self.time - left
        needed = spent / done * (total - done)
        return 1.0 if needed <= left else left / needed


class _ProgressCounter:
    """Counts steps of a review, and reports their number."""

    def __init__(self, progress: ProgressCallback | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def __call__(self, steps: int = 1) -> None:
        self._done += steps
        if self._progress is not None:
            self._progress(self._done, self._total)


class _HandReview:
    """Reviews a hand of Clumond."""

    def __init__(self, record: Record, task: _Task, agreement: Agreement) -> None:
        self.agreement = agreement
        self.record = record = replace(record, par=self.agreement.par)
        self.task = task
        self.effort = task.effort
        self.solver = task.solver or Solver()
        self.play = record.start()
        self.declarer = self.play.declarer
        # The seat to solve for with all hands open; None for the player of each card.
        self.hero = self.declarer if task.seat is None else Seat(task.seat)
        self.plays: list[ReviewedPlay] = []
        self.rated: dict[int, RatedCards] = {}
        self.complete = True
        verification = verify(record)
        self.fault = "" if verification.illegal is None else verification.illegal.reason
        self.finished = verification.finished
        moves = legal_play_of(record).history
        self.cards = tuple(move.card for move in moves)
        self.shares = [task.share_for_seat(move.seat) for move in moves]
        # The time that the games after each card take: those after earlier cards are longer.
        self.weights = [share * (len(moves) - n) for n, share in enumerate(self.shares)]
        self.count_done = _ProgressCounter(task.progress, 2 * len(self.cards) + len(Seat) + 2)

    def review(self) -> Review:
        """Review in five steps: as seen, open hands, reasons, calls, and the engine's replays."""
        for index, card in enumerate(self.cards):
            self.plays.append(self._reviewed_as_seen(card, index))
            self.play.push(card)
            self.count_done()
            if self.task.on_plays and not self.play.trick:
                so_far = Review(self.declarer, self.hero, tuple(self.plays), finished=False)
                self.task.on_plays(so_far)
        self._open_hands()
        better = self._better_line()
        self._reasons()
        calls = self._calls(self.effort.call_games) if self.effort.call_games else ()
        self.count_done(len(Seat) - len(calls))
        replay = self._replay(self.task.replays) if self.task.replays else None
        self.count_done()
        return Review(
            self.declarer,
            self.hero,
            tuple(self.plays),
            fault=self.fault,
            finished=self.finished,
            replay=replay,
            calls=calls,
            scoring=self.agreement.scoring,
            better=better,
            complete=self.complete,
        )

    # As the players saw it.

    def _reviewed_as_seen(self, card: Card, index: int) -> ReviewedPlay:
        seat, action = Seat(self.play.turn or 0), PlayCard(card)
        trick = sum(self.play.tricks_taken) + 1
        reviewed = ReviewedPlay(index + 1, trick, seat, action, action, 0.0)
        left = self.task.seconds_left(_AS_SEEN_UNTIL)
        if left == 0 or not self.effort.games:
            self.complete &= not self.effort.games
            return reviewed
        share, weights = self.shares[index], self.weights[index:]
        rated = rate_cards(
            ClumondView.of(self.play, seat),
            iterations=self.effort.iterations,
            games=math.ceil(share * self.effort.games),
            seed=self.effort.seed,
            also=(action,),
            opponents=self.effort.opponents,
            threads=self.effort.threads,
            deadline=None if left is None else Deadline(left * weights[0] / sum(weights)),
        )
        self.rated[index] = rated
        self.complete &= rated.complete
        cost = rated.cost(action)
        return replace(
            reviewed,
            best=rated.best if cost else action,
            cost=cost,
            values=dict[Action, float](rated.values.items()),
        )

    # With all hands open.

    def _open_hands(self) -> None:
        """Solve all positions, the last one first: its table entries help to solve earlier ones."""
        heroes = [Seat(play.seat) if self.hero is None else self.hero for play in self.plays]
        miss_solver = _MissSolver(self.task, self.solver, len(self.plays))
        costly_from = Review(self.declarer, None, tuple(self.plays)).costly_from
        # The misses of a position, by hero.
        misses = {heroes[-1]: miss_solver.miss(self.play, heroes[-1])} if heroes else {}
        for index in reversed(range(len(self.plays))):
            hero, after = heroes[index], misses[heroes[index]]
            self.play.pop()
            # The position before this card is the one after the previous card, with its hero.
            seats = {hero, heroes[max(0, index - 1)]}
            misses = {seat: miss_solver.miss(self.play, seat) for seat in seats}
            own = self.plays[index].seat == hero
            before, after = _narrowed(misses[hero], after, own=own)
            misses[hero] = before
            reviewed = replace(self.plays[index], before=before, after=after)
            if (
                self.task.every_card
                or reviewed.open_cost(own=own)[0]
                or reviewed.cost >= costly_from
            ):
                reviewed = replace(
                    reviewed, misses=self._misses(miss_solver, hero, reviewed, after)
                )
            self.plays[index] = reviewed
            miss_solver.count_position()
            self.count_done()
        self.complete &= miss_solver.complete

    def _misses(
        self, miss_solver: _MissSolver, hero: Seat, reviewed: ReviewedPlay, after: Bounds
    ) -> dict[Action, Bounds]:
        """The miss after each legal card."""
        misses: dict[Action, Bounds] = {}
        legal = self.play.legal_plays
        for card in legal:
            self.play.push(card)
            played = PlayCard(card) == reviewed.action
            miss = after if played else miss_solver.miss(self.play, hero, share=1 / len(legal))
            misses[PlayCard(card)] = miss
            self.play.pop()
        return misses

    def _better_line(self) -> BetterLine | None:
        """The best line after a better card, at the last turning point of the hand."""
        if self.declarer is None or self.hero is not self.declarer:
            return None
        for index in reversed(range(len(self.plays))):
            reviewed = self.plays[index]
            verdicts = {action: verdict_of(miss) for action, miss in reviewed.misses.items()}
            good = [
                action
                for action in (reviewed.best, *reviewed.misses)
                if reviewed.turned and verdicts.get(action) is verdict_of(reviewed.before)
            ]
            play = self._play_before(index)
            if (
                good
                and isinstance(good[0], PlayCard)
                and play.tricks_left <= _MOST_TRICKS_OF_A_LINE
            ):
                if self.task.seconds_left() == 0:
                    self.complete = False
                    return None
                play.push(good[0].card)
                line = stubborn_line(play, self.solver)
                return BetterLine(
                    reviewed.number, (good[0].card, *line.cards), line.declarer.success
                )
        return None

    # Why.

    def _reasons(self) -> None:
        """Add the reasons why other cards were better to the cards that cost something."""
        for index, reviewed in enumerate(self.plays):
            if not reviewed.cost:
                continue
            view = ClumondView.of(self._play_before(index), Seat(reviewed.seat))
            rated, card = self.rated[index], self.cards[index]
            text = reason(
                view,
                rated.best.card,
                card,
                games=endings_of(rated, rated.best),
                others=endings_of(rated, PlayCard(card)),
                who=player_name(reviewed.seat, self.record.players),
                explain_signals=self.effort.opponents is None,
            )
            self.plays[index] = replace(reviewed, reason=text)
        self.count_done()

    def _play_before(self, index: int) -> Play:
        return self.record.start().after(self.cards[:index])

    # Going for clumond, or passing.

    def _calls(self, most_games: int) -> tuple[ReviewedPlay, ...]:
        """All calls, each judged by `advise` for the hand that was dealt."""
        supplementary = self.record.supplementary or (0, 0, 0)
        if self.record.deal.size < FULL_HAND or supplementary != self.agreement.supplementary:
            return ()
        callers = [seat for seat in Seat if self.declarer is None or seat <= self.declarer]
        calls: list[ReviewedPlay] = []
        games_per_second = _CALL_GAMES_PER_SECOND
        for seat in callers:
            games = most = math.ceil(most_games * self.task.share_for_seat(seat))
            left = self.task.seconds_left(_CALLS_UNTIL)
            if left is not None:
                seconds = left / (len(callers) - len(calls))
                games = min(most, int(games_per_second * seconds))
                if games < min(most, LEAST_GAMES):
                    self.complete = False
                    break
            started = monotonic()
            calls.append(self._call(seat, games, most))
            games_per_second = games / max(monotonic() - started, _LEAST_SECONDS)
            self.count_done()
        return tuple(calls)

    def _call(self, seat: Seat, games: int, most_games: int) -> ReviewedPlay:
        strain = self.record.strain if seat is self.declarer else None
        advice = advise(
            self.record.deal[seat],
            seat=seat,
            agreement=self.agreement,
            opponents=self.effort.opponents,
            seed=self.effort.seed,
            budget=games,
            threads=self.effort.threads,
        )
        self.complete &= games == most_games or advice.games < games
        judgement = judge_by_advice(strain, advice, self.agreement)
        action: Action = Pass() if strain is None else Declare(strain)
        return ReviewedPlay(
            number=seat + 1,
            trick=0,
            seat=seat,
            action=action,
            best=action if judgement.right else next(iter(advice.values)),
            cost=0.0 if judgement.right else judgement.cost,
            values=advice.values,
        )

    # The engine's replays.

    def _replay(self, games: int) -> Replay | None:
        """Games of the engine with the same cards, and one more game whose cards are shown."""
        start = self.record.start()
        if start.turn is None:
            return None
        view = ClumondView.of(start, start.turn)
        players = players_of(view, FULL, iterations=_ITERATIONS_OF_REPLAYS)
        playouts = Playouts(view, players, seed=self.effort.seed, hands=start.hands)
        shown_game = start.copy()
        plays = self._played_by_engine(shown_game)
        jobs = (partial(playouts.play, number, 1) for number in range(games))
        deadline = Deadline(self.task.seconds_left())
        batches = run_jobs(jobs, threads=self.effort.threads, deadline=deadline)
        outcomes = [outcome for batch in batches for outcome in batch]
        self.complete &= shown_game.is_over and len(outcomes) == games
        forehand, middlehand, rearhand = (
            sum(outcome[seat].success for outcome in outcomes) for seat in Seat
        )
        return Replay(
            len(outcomes),
            (forehand, middlehand, rearhand),
            plays,
            shown_game.outcome() if shown_game.is_over else None,
        )

    def _played_by_engine(self, play: Play) -> tuple[Card, ...]:
        """Let the engine play all seats, as long as there is time; return the cards."""
        cards: list[Card] = []
        while not play.is_over and self.task.seconds_left() != 0:
            iterations = min(self.effort.iterations, _ITERATIONS_OF_SHOWN_REPLAY)
            cards.append(choose_card(play, iterations=iterations, seed=self.effort.seed).card)
            play.push(cards[-1])
        return tuple(cards)


class _MissSolver:
    """Solves for misses, with an equal share of the time for each position."""

    def __init__(self, task: _Task, solver: Solver, positions: int) -> None:
        self._solver = solver
        self._limit = task.limit or Limit()
        self._task = task
        self._positions_left = positions
        self.complete = True

    def miss(self, play: Play, hero: Seat, share: float = 1.0) -> Bounds:
        """Bounds on a position's miss, within ``share`` of its limits."""
        seconds = self._limit.time
        left = self._task.seconds_left(_OPEN_HANDS_UNTIL)
        if left is not None:
            fair_share = left / max(1, self._positions_left)
            seconds = fair_share if seconds is None else min(seconds, fair_share)
        limit = Limit.of(Deadline(seconds, nodes=self._limit.nodes), share)
        # The verdict takes far less time than the size of the miss.
        verdict = self._solver.verdict(play, seat=hero, limit=limit)
        if verdict:
            return 0, 0
        nodes = self._solver.nodes
        low, high = self._solver.miss(play, seat=hero, limit=limit)
        if left is not None and (verdict is None or low < high):
            searched = max(nodes, self._solver.nodes)
            self.complete &= limit.nodes is not None and searched >= limit.nodes
        return (low if verdict is None else max(low, 1)), high

    def count_position(self) -> None:
        """Count a position as solved."""
        self._positions_left -= 1


def _narrowed(before: Bounds, after: Bounds, *, own: bool) -> tuple[Bounds, Bounds]:
    """Narrow the bounds before and after a card: the hero's own cards never reduce his miss."""
    if own:
        return (before[0], min(before[1], after[1])), (max(before[0], after[0]), after[1])
    return (max(before[0], after[0]), before[1]), (after[0], min(before[1], after[1]))


class _DealReview:
    """Reviews a deal of any game, as its players saw it."""

    def __init__(self, state: TrickState, task: _Task) -> None:
        self.state = state.copy()
        self.seat = None if task.seat is None else as_int(task.seat, "a seat's number")
        self.task = task
        self.effort = task.effort
        self.engine = engine_of(state.layout.game)
        self.finished = state.is_over
        self.actions = state.actions
        self.complete = True
        self.plays: list[ReviewedPlay] = []
        self.views: dict[int, View] = {}
        self.count_done = _ProgressCounter(task.progress, 2 * len(self.actions))
        for _ in self.actions:
            self.state.pop()

    def review(self) -> Review:
        """Review the actions in turn, then add reasons, the costliest action first."""
        for index, action in enumerate(self.actions):
            self.plays.append(self._reviewed_as_seen(action, index))
            self.state.push(action)
            self.count_done()
            if self.task.on_plays and self.state.play and not self.state.play.trick:
                self.task.on_plays(Review(None, None, tuple(self.plays), finished=False))
        costly_from = Review(None, None, tuple(self.plays)).costly_from
        for index in sorted(self.views, key=lambda index: -self.plays[index].cost):
            if self.plays[index].cost < costly_from:
                self.plays[index] = _without_cost(self.plays[index])
            else:
                self.plays[index] = self._with_reason(self.plays[index], self.views[index])
            self.count_done()
        self.count_done(len(self.actions) - len(self.views))
        calls = {call for play in self.plays for call in (play.action, *play.values)}
        verbs = {
            call.strain: self.state.declare_verb(call.strain)
            for call in calls
            if isinstance(call, Declare)
        }
        return Review(
            None,
            None,
            tuple(self.plays),
            complete=self.complete,
            finished=self.finished,
            verbs=verbs,
        )

    def _reviewed_as_seen(self, action: Action, index: int) -> ReviewedPlay:
        state, seat = self.state, self.state.seat_to_act
        trick = 0 if state.play is None else sum(state.play.tricks_taken) + 1
        not_searched = ReviewedPlay(index + 1, trick, seat, action, action, 0.0)
        face_down = state.play is not None and state.face_down
        if face_down or len(state.legal_actions) < 2 or self.seat not in {None, seat}:
            return not_searched
        if self.task.seconds_left() == 0:
            self.complete = False
            return not_searched
        view = View.of(state, seat)
        rated = self.engine.rate(view, self._effort_as_seen(view, index), also=[action])
        self.complete &= rated.complete
        if not rated.values:
            return not_searched
        self.views[index] = view
        value = rated.value_of(action)
        return replace(
            not_searched,
            best=rated.best,
            cost=max(0.0, rated.values[rated.best] - value),
            values=best_first(rated.best, {**rated.values, action: value}),
        )

    def _effort_as_seen(self, view: View, index: int) -> Effort:
        """The effort for an action; calls are searched only, and compared if they were costly."""
        share = self.task.share_for(index, len(self.actions), _SEARCHES_UNTIL)
        by_games = view.play is not None and self.effort.games > 1
        iterations = self.effort.iterations
        if by_games:
            iterations = math.ceil(iterations * self.task.share_for_seat(view.seat))
        else:
            iterations = max(_FEWEST_ITERATIONS, min(iterations, int(iterations * share)))
        self.complete &= share == 1
        left = self.task.seconds_left(_SEARCHES_UNTIL)
        # Twice an equal part for games, since those after later plays are shorter.
        parts = (len(self.actions) - index + 1) / 2 if by_games else len(self.actions) - index
        return replace(
            self.effort,
            iterations=iterations,
            games=self._games(view.seat, share) if by_games else 0,
            deadline=Deadline(None if left is None else left / parts),
        )

    def _games(self, seat: int, share: float = 1.0) -> int:
        """The games after an action: fewer than a hint's."""
        games = _SHARE_OF_GAMES * share * self.task.share_for_seat(seat) * self.effort.games
        return max(_FEWEST_GAMES // 2, math.ceil(games))

    def _with_reason(self, play: ReviewedPlay, view: View) -> ReviewedPlay:
        """The costly action with the reason why another was better; without cost if it is luck."""
        who, worse = self._name_of(play.seat), [play.action]
        if view.play is not None and not (self.effort.games > 1 and GamesAfter.can_be_played(view)):
            return replace(
                play, reason=reason_of_action(view, play.best, worse, who=who, is_hint=False)
            )
        games = self.effort.games or _FEWEST_GAMES // 2
        effort = replace(
            self.effort,
            games=games if view.play is None else self._games(view.seat),
            deadline=Deadline(self.task.seconds_left()),
        )
        after = compared(view, [play.best, play.action], effort)
        self.complete &= after.complete
        if isinstance(after, GamesAfter):
            # Nobody is blamed for what luck may explain, nor by a handful of games.
            is_late = len(after.gains(play.action)) < _FEWEST_GAMES
            if is_late or not after.is_worse(play.action, play.best):
                return _without_cost(play)
            text = reason_of_action(view, play.best, worse, games=after, who=who, is_hint=False)
            return replace(play, reason=text)
        if not after.is_better(play.best, play.action):
            return _without_cost(play)
        values = {**play.values, **{call: after.value(call) for call in (play.best, play.action)}}
        return replace(
            play,
            cost=after.lead(play.best, play.action),
            values=best_first(play.best, values),
            reason=reason_of_action(view, play.best, worse, comparison=after, who=who),
        )

    def _name_of(self, seat: int) -> str:
        names = self.task.players
        return player_name(seat, names) if names and names[seat] else "the player"


def _without_cost(play: ReviewedPlay) -> ReviewedPlay:
    """The play as the best one, since games show no better."""
    values = best_first(play.action, play.values)
    return replace(play, best=play.action, cost=0.0, values=values)
