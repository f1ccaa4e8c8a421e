"""Reviews of deals, card by card: what was better, by how much, and why.

A review evaluates each card twice: as its player saw it, knowing his own cards only, and with all
hands open. The first evaluation is in chances and says what he could have known; the second is in
tricks off and says what was possible. A review of a hand of Clumond also judges the calls, shows a
better line, and lets the engine play the deal again.

>>> from clumond_solver.base.cards import Card
>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3")
>>> play = play.after(map(Card.parse, ("S3", "SK", "D8")))
>>> [worst, *_] = review(play, iterations=200, replays=4, seed=1).costliest()
>>> str(worst.action), str(worst.best), worst.before, worst.after
('play S3', 'play SA', (0, 0), (1, 1))
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.efforts import (
    DEFAULT_BUDGET,
    DEFAULT_ITERATIONS,
    GAMES_PER_ACTION,
    checked_games,
)
from clumond_solver.base.renamed import renamed
from clumond_solver.base.seeds import other_seed
from clumond_solver.base.stopping import Deadline, run_jobs
from clumond_solver.base.values import ProgressCallback, as_int, check_given, check_type
from clumond_solver.coach.clumond.call_practice import LEAST_GAMES, judge_twice
from clumond_solver.coach.clumond.lines_of_play import stubborn_line
from clumond_solver.coach.hints import reason_against
from clumond_solver.coach.hints_and_reviews import BetterLine, Replay, Review, ReviewedPlay
from clumond_solver.coach.review_efforts import DEFAULT_REPLAYS, REVIEW_NODES, effort_in_review
from clumond_solver.display.text.hands import player_name
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import FULL_HAND, Seat, SeatLike
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.games.registry import DEFAULT_GAME
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.views import View
from clumond_solver.records import Record, legal_play_of, verify
from clumond_solver.results import Advice, Bounds, Limit, Loss, verdict_of
from clumond_solver.rules.actions import Action, Call, Declare, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.clumond.playouts import (
    OpponentsLike,
    Playouts,
    players_of,
    styles_by_seat,
)
from clumond_solver.single_dummy.engine_protocol import Effort, OpenValue, Rated, SecondLook
from clumond_solver.single_dummy.engines import best_first, engine_of
from clumond_solver.single_dummy.levels import FULL, Level, name_of, style_of

#: For each position with all hands open.
DEFAULT_LIMIT = Limit(nodes=REVIEW_NODES)
_NO_LIMIT = Limit()
# The shares of a time limit that may have passed when all is rated as seen, when what that suspects
# is rated again, and after the open hands.
_AS_SEEN_UNTIL, _AGAIN_UNTIL, _OPEN_HANDS_UNTIL = 0.6, 0.75, 0.82
# The share of a time limit that may have passed after the calls.
_CALLS_UNTIL = 0.95
# Games per second, assumed low until measured.
_CALL_GAMES_PER_SECOND = 200.0
_LEAST_SECONDS = 1e-3
# Iterations for a card in the replays that are counted, and in the one that is shown.
_ITERATIONS_OF_REPLAYS = 100
_ITERATIONS_OF_SHOWN_REPLAY = 500
# With more tricks left, a whole line of best play takes too long.
_MOST_TRICKS_OF_A_LINE = 8
# The share of a hint's games for the actions of engine players.
_SHARE_FOR_ENGINES = 1 / 3

#: Where a hand to review comes from.
HandSource = Record | Play | ClumondState


@renamed(card_games="games_per_action", call_games="budget", games="replays")
def review(
    source: HandSource | TrickState,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    games_per_action: int = GAMES_PER_ACTION,
    replays: int = DEFAULT_REPLAYS,
    budget: int = DEFAULT_BUDGET,
    limit: Limit | None = DEFAULT_LIMIT,
    time: float | None = None,
    seed: int = 0,
    seat: int | str | None = None,
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
    compare, and the engine plays ``games_per_action`` simulated games after each (0 skips this in
    Clumond). With all hands open, the solver says what each card changed, within ``limit`` for each
    position; a search that is stopped gives bounds. ``every_card`` solves all cards that could have
    been played. ``budget`` is the budget of `advise` for each call of a whole hand of Clumond
    (0 for none). The engine also replays the same cards ``replays`` times (0 for none). ``time``
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
    check_type(source, HandSource | TrickState, "a record, a play or a session's state")
    check_given(
        review, agreement=agreement, limit=limit, every_card=every_card, players=players,
        solver=solver, progress=progress, on_plays=on_plays,
    )  # fmt: skip
    effort = Effort(iterations, games_per_action, budget, seed, threads, opponents)
    task = ReviewTask(
        effort,
        time=time,
        replays=checked_games(replays),
        limit=limit or _NO_LIMIT,
        solver=solver,
        every_card=every_card,
        players=players,
        progress=progress,
        on_plays=on_plays,
    )
    if isinstance(source, HandSource):
        hand = _HandReview(source, task, seat, agreement)
        return hand.completed(_Reviewer(hand.state, task).review())
    task.seat = None if seat is None else as_int(seat, "a seat's number")
    return _Reviewer(source, task).review()


@dataclass(slots=True)
class ReviewTask:
    """What a caller of `review` asks for, with its clock, which starts now, and its count of steps.

    steps     the number of steps to count.
    complete  whether no time limit has cut the work short so far.

    >>> task = ReviewTask(Effort(opponents=["easy", "fast"]), steps=2, progress=print)
    >>> task.share_for_seat(0) < task.share_for_seat(1), task.seconds_left()
    (True, None)
    >>> task.count_done()
    1 2
    """

    effort: Effort
    time: float | None = None
    replays: int = 0
    limit: Limit = field(default_factory=Limit)
    solver: Solver | None = None
    every_card: bool = False
    seat: int | None = None
    players: Sequence[str] = ()
    progress: ProgressCallback | None = None
    on_plays: Callable[[Review], object] | None = None
    steps: int = 0
    complete: bool = True
    deadline: Deadline = field(init=False)
    _done: int = 0

    def __post_init__(self) -> None:
        self.deadline = Deadline(self.time)

    def count_done(self, steps: int = 1) -> None:
        """Count steps as done, and report their number."""
        self._done += steps
        if self.progress is not None:
            self.progress(self._done, self.steps)

    def share_for_seat(self, seat: int) -> float:
        """The share of a review's games for the actions of a seat: less for an engine player's.

        The figures of a person's cards are those of his hints; the others had none.
        """
        styles = self.effort.opponents
        if not isinstance(styles, tuple) or seat >= len(styles):
            return 1.0
        return _SHARE_FOR_ENGINES if styles[seat] in map(style_of, Level) else 1.0

    def seconds_left(self, until: float = 1.0) -> float | None:
        """Seconds left until this share of the time has passed; None without a limit."""
        if self.time is None:
            return None
        return max(0.0, self.deadline.seconds_left - (1 - until) * self.time)

    def pace(self, done: int, total: int, until: float) -> float:
        """The share of its full extent that the work on the next of several actions can have."""
        left = self.seconds_left(until)
        if left is None or self.time is None or done == 0:
            return 1.0
        spent = until * self.time - left
        needed = spent / done * (total - done)
        return 1.0 if needed <= left else left / needed


class _Reviewer:
    """Reviews a deal of any game."""

    def __init__(self, state: TrickState, task: ReviewTask) -> None:
        self.state = state.copy()
        self.task = task
        self.engine = engine_of(state.layout.game)
        self.open_value = self.engine.open_value
        # The seat whose success decides, the seat to solve for with all hands open (None for the
        # player of each card), and the only seat to review.
        self.declarer, self.hero, self.only = None, None, task.seat
        if self.open_value is not None:
            play = View.of(state, 0, all_calls=True).play
            self.declarer = play.payoffs.deciding_seat if play and play.payoffs else None
            self.hero, self.only = self.declarer if task.seat is None else task.seat, None
        self.actions = state.actions
        self.plays: list[ReviewedPlay] = []
        # By number of the action, from 0.
        self.suspects: dict[int, _Suspect] = {}
        self.unit = ""
        # The time that the games after each action take: those after earlier ones are longer.
        self.weights: list[float] = []
        task.steps += len(self.actions) * (2 if self.open_value is None else 3)
        for number in range(1, len(self.actions) + 1):
            self.state.pop()
            self.weights.insert(0, number * task.share_for_seat(self.state.decider or 0))

    def review(self) -> Review:
        """Review in three steps: as seen, again what that suspects, and with all hands open."""
        task = self.task
        for index, action in enumerate(self.actions):
            self.plays.append(self._reviewed_as_seen(action, index))
            self.state.push(action)
            task.count_done()
            if task.on_plays and self.state.play and not self.state.play.trick:
                task.on_plays(self._so_far())
        costly_from, suspects = self._so_far().costly_from, self.suspects
        for index, suspect in sorted(suspects.items(), key=lambda item: -item[1].cost):
            least = 0.0 if suspect.rated.is_beyond_luck else costly_from
            self.plays[index] = self._looked_at_again(self.plays[index], suspect, least)
            task.count_done()
        task.count_done(len(self.actions) - len(suspects))
        if self.open_value is not None:
            self._solve_open_hands(self.open_value)
        return replace(self._so_far(), finished=self.state.is_over, verbs=self._verbs())

    def _so_far(self) -> Review:
        return Review(
            self.declarer,
            self.hero,
            tuple(self.plays),
            complete=self.task.complete,
            finished=False,
            unit=self.unit,
            styles=self.styles,
        )

    @property
    def styles(self) -> tuple[str, ...]:
        """How the seats of a hand of Clumond are taken to play the others' games, by name."""
        if self.state.layout.game != DEFAULT_GAME:
            return ()
        return tuple(map(name_of, styles_by_seat(self.task.effort.opponents)))

    def _verbs(self) -> dict[str, str]:
        actions = (action for play in self.plays for action in (play.action, *play.values))
        calls = {action for action in actions if isinstance(action, Call)}
        verbs = {str(call): self.state.verb_of(call) for call in calls}
        return {str(c): verbs[str(c)] for c in sorted(calls, key=str) if verbs[str(c)] != c.verb}

    def _reviewed_as_seen(self, action: Action, index: int) -> ReviewedPlay:
        state, turn, task = self.state, self.state.seat_to_act, self.task
        seat = state.played_by(turn)
        trick = 0 if state.play is None else sum(state.play.tricks_taken) + 1
        not_rated = ReviewedPlay(index + 1, trick, seat, action, action, 0.0)
        face_down = state.play is not None and state.face_down
        if face_down or self.only not in {None, seat}:
            return not_rated
        share, view = task.share_for_seat(seat), View.of(state, turn)
        in_full = effort_in_review(self.engine, view, task.effort, share)
        if in_full is None:
            return not_rated
        left = task.seconds_left(_AS_SEEN_UNTIL)
        if left == 0:
            task.complete = False
            return not_rated
        pace = task.pace(index, len(self.actions), _AS_SEEN_UNTIL)
        effort = effort_in_review(self.engine, view, task.effort, share, pace) or in_full
        weights = self.weights[index:]
        seconds = None if left is None else left * weights[0] / sum(weights)
        rated = self.engine.rate(view, replace(effort, deadline=Deadline(seconds)), also=[action])
        task.complete &= rated.complete and effort == in_full
        if not rated.values:
            return not_rated
        self.unit = "" if rated.in_chances else rated.unit
        cost, values = rated.cost(action), {**rated.values}
        if action not in values:
            values = best_first(rated.best, values | {action: rated.value_of(action)})
        if cost:
            self.suspects[index] = _Suspect(view, rated, cost)
        return replace(not_rated, values=values)

    def _solve_open_hands(self, open_value: OpenValue) -> None:
        """Solve all positions, the last one first: its table entries help to solve earlier ones."""
        costly_from = self._so_far().costly_from
        heroes = [play.seat if self.hero is None else self.hero for play in self.plays]
        # The misses of a position, by hero.
        misses = {hero: self._miss(open_value, hero, len(heroes)) for hero in heroes[-1:]}
        calls = sum(not play.trick for play in self.plays)
        for index in reversed(range(calls, len(self.plays))):
            hero, after = heroes[index], misses[heroes[index]]
            self.state.pop()
            # The position before this card is the one after the previous card, with its hero.
            seats = {hero, heroes[max(calls, index - 1)]}
            misses = {seat: self._miss(open_value, seat, index + 1) for seat in seats}
            own = self.plays[index].seat == hero
            before, after = _narrowed(misses[hero], after, own=own)
            misses[hero] = before
            play = replace(self.plays[index], before=before, after=after)
            if self.task.every_card or play.open_cost(own=own)[0] or play.cost >= costly_from:
                play = replace(play, misses=self._misses(open_value, hero, play))
            self.plays[index] = play
            self.task.count_done()
        for action in self.actions[calls:]:
            self.state.push(action)
        self.task.count_done(calls)

    def _miss(self, open_value: OpenValue, hero: int, positions: int, share: float = 1.0) -> Bounds:
        """Bounds on the miss here, the last of so many positions, in a share of its limits."""
        task, seconds = self.task, self.task.limit.time
        left = task.seconds_left(_OPEN_HANDS_UNTIL)
        if left is not None:
            seconds = min(left / positions, math.inf if seconds is None else seconds)
        limit = Limit.of(Deadline(seconds, nodes=task.limit.nodes), share)
        started = monotonic()
        low, high = open_value(self.state, hero, limit, task.solver)
        if left is not None and limit.time is not None and low < high:
            task.complete &= monotonic() - started < limit.time
        return low, high

    def _misses(
        self, open_value: OpenValue, hero: int, played: ReviewedPlay
    ) -> dict[Action, Bounds]:
        """The miss after each legal card."""
        misses: dict[Action, Bounds] = {}
        legal = self.state.legal_actions
        for action in legal:
            self.state.push(action)
            known = played.after if action == played.action else None
            misses[action] = known or self._miss(open_value, hero, played.number, 1 / len(legal))
            self.state.pop()
        return misses

    def _looked_at_again(self, play: ReviewedPlay, suspect: _Suspect, least: float) -> ReviewedPlay:
        """The action by a second look, which alone blames it, for ``least`` or more; and why."""
        view, rated, task = suspect.view, suspect.rated, self.task
        innocent = replace(play, values=best_first(play.action, play.values))
        if suspect.cost < least:
            return innocent
        if task.seconds_left(_AGAIN_UNTIL) == 0:
            task.complete = False
            return innocent
        deadline = Deadline(task.seconds_left(_AGAIN_UNTIL))
        effort = replace(task.effort, deadline=deadline)
        again = rated.again(play.action, effort) or self._rated_again(suspect, play.action, effort)
        task.complete &= again.rated.complete
        if again.loss.error == math.inf:
            return innocent
        best, worse = map(again.rated.value_of, (rated.best, play.action))
        values = {**play.values, **again.rated.values, rated.best: best, play.action: worse}
        if not again.is_worse or again.loss.amount < least:
            return replace(play, loss=again.loss, values=best_first(play.action, values))
        who = player_name(play.seat, names) if (names := task.players) else "the player"
        return replace(
            play,
            best=rated.best,
            cost=again.loss.amount,
            loss=again.loss,
            values=best_first(rated.best, values),
            reason=reason_against(view, again.rated, play.action, who, task.effort),
        )

    def _rated_again(self, suspect: _Suspect, action: Action, effort: Effort) -> SecondLook[Action]:
        """The second look of an engine that plays no games for it: all rated by another seed."""
        best, effort = suspect.rated.best, replace(effort, seed=other_seed(effort.seed))
        rated = self.engine.rate(suspect.view, effort, also=[best, action])
        errors = (rated.errors.get(one, 0.0) for one in (best, action))
        loss = Loss(rated.value_of(best) - rated.value_of(action), math.hypot(*errors))
        return SecondLook(rated, loss, rated.best != action and not loss.is_luck)


class _Suspect(NamedTuple):
    """An action that a first look suspects: what its player had seen, the look, and the cost."""

    view: View
    rated: Rated[Any]
    cost: float


def _narrowed(before: Bounds, after: Bounds, *, own: bool) -> tuple[Bounds, Bounds]:
    """Narrow the bounds before and after a card: the hero's own cards never reduce his miss."""
    if own:
        return (before[0], min(before[1], after[1])), (max(before[0], after[0]), after[1])
    return (max(before[0], after[0]), before[1]), (after[0], min(before[1], after[1]))


def _call(strain: Strain | None) -> Action:
    return Pass() if strain is None else Declare(strain)


class _HandReview:
    """What a review of a hand of Clumond has besides its cards: calls, a better line, replays."""

    def __init__(
        self,
        source: HandSource,
        task: ReviewTask,
        seat: SeatLike | int | None,
        agreement: Agreement | None,
    ) -> None:
        """Take a hand with its terms: by default the state's, and for others those on paper."""
        task.seat = None if seat is None else Seat(seat)
        if isinstance(source, ClumondState):
            record, terms = Record.of_hand(source, players=task.players), source.agreement
        else:
            record = source if isinstance(source, Record) else Record.of(source)
            terms = Agreement(par=record.par, tens=record.tens)
        self.agreement = agreement or terms
        self.record = replace(record, par=self.agreement.par)
        self.task = task
        task.players = record.players
        self.solver = task.solver = task.solver or Solver()
        task.steps += len(Seat) + 1

    @property
    def state(self) -> ClumondState:
        """The hand after its last legal card, without its calls."""
        state = ClumondState.of(self.record.start())
        for move in legal_play_of(self.record).history:
            state.push(PlayCard(move.card))
        return state

    def completed(self, reviewed: Review) -> Review:
        """The review of the cards with all else that belongs to a hand."""
        task, verification = self.task, verify(self.record)
        better = self._better_line(reviewed)
        calls = self._calls() if task.effort.budget else ()
        task.count_done(len(Seat) - len(calls))
        replay = self._replay() if task.replays else None
        task.count_done()
        return replace(
            reviewed,
            fault="" if verification.illegal is None else verification.illegal.reason,
            finished=verification.finished,
            replay=replay,
            calls=calls,
            scoring=self.agreement.scoring,
            better=better,
            complete=task.complete,
        )

    def _better_line(self, reviewed: Review) -> BetterLine | None:
        """The best line after a better card, at the last turning point of the hand."""
        if self.record.declarer is None or reviewed.seat != self.record.declarer:
            return None
        for play in reversed(reviewed.turning_points):
            verdicts = {action: verdict_of(miss) for action, miss in play.misses.items()}
            good = next(
                (
                    action.card
                    for action in (play.best, *play.misses)
                    if isinstance(action, PlayCard)
                    and verdicts.get(action) is verdict_of(play.before)
                ),
                None,
            )
            before = self.record.start().after(self.record.plays[: play.number - 1])
            if good is not None and before.tricks_left <= _MOST_TRICKS_OF_A_LINE:
                if self.task.seconds_left() == 0:
                    self.task.complete = False
                    return None
                line = stubborn_line(before.after([good]), self.solver)
                return BetterLine(play.number, (good, *line.cards), line.declarer.success)
        return None

    # Going for clumond, or passing.

    def _calls(self) -> tuple[ReviewedPlay, ...]:
        """All calls, each judged by `advise` for the hand that was dealt."""
        record, task, effort = self.record, self.task, self.task.effort
        supplementary = record.supplementary or (0, 0, 0)
        if record.deal.size < FULL_HAND or supplementary != self.agreement.supplementary:
            return ()
        callers = [seat for seat in Seat if record.declarer is None or seat <= record.declarer]
        calls: list[ReviewedPlay] = []
        games_per_second = _CALL_GAMES_PER_SECOND
        for seat in callers:
            games = most = math.ceil(effort.budget * task.share_for_seat(seat))
            left = task.seconds_left(_CALLS_UNTIL)
            if left is not None:
                games = min(most, int(games_per_second * left / (len(callers) - len(calls))))
                if games < min(most, LEAST_GAMES):
                    task.complete = False
                    break
            started = monotonic()
            advised = partial(
                advise,
                record.deal[seat],
                seat=seat,
                agreement=self.agreement,
                opponents=effort.opponents,
                budget=games,
                threads=effort.threads,
            )
            advice = advised(seed=effort.seed)
            games_per_second = games / max(monotonic() - started, _LEAST_SECONDS)
            task.complete &= games == most or advice.games < games
            calls.append(self._judged(seat, advice, partial(self._advised_again, advised)))
            task.count_done()
        return tuple(calls)

    def _advised_again(self, advised: Callable[..., Advice]) -> Advice:
        """Advice with a hint's budget and another seed, in what is left of the time."""
        effort, left = self.task.effort, self.task.seconds_left(_CALLS_UNTIL)
        again = advised(seed=other_seed(effort.seed), budget=effort.budget, time=left)
        self.task.complete &= again.complete
        return again

    def _judged(self, seat: Seat, first: Advice, again: Callable[[], Advice]) -> ReviewedPlay:
        strain = self.record.strain if seat is self.record.declarer else None
        judged, preferred, loss = judge_twice(strain, first, again, self.agreement)
        action = _call(strain)
        return ReviewedPlay(
            number=seat + 1,
            trick=0,
            seat=seat,
            action=action,
            best=action if judged.right else _call(preferred),
            cost=0.0 if judged.right else judged.cost,
            values=judged.advice.values,
            loss=loss,
        )

    def _replay(self) -> Replay | None:
        """Games of the engine with the same cards, and one more game whose cards are shown."""
        start, effort, games = self.record.start(), self.task.effort, self.task.replays
        if start.turn is None:
            return None
        view = ClumondView.of(start, start.turn)
        players = players_of(view, FULL, FULL, _ITERATIONS_OF_REPLAYS)
        playouts = Playouts(view, players, seed=effort.seed, hands=start.hands)
        shown_game = start.copy()
        plays = self._played_by_engine(shown_game)
        jobs = (partial(playouts.play, number, 1) for number in range(games))
        deadline = Deadline(self.task.seconds_left())
        batches = run_jobs(jobs, threads=effort.threads, deadline=deadline)
        outcomes = [outcome for batch in batches for outcome in batch]
        self.task.complete &= shown_game.is_over and len(outcomes) == games
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
        effort = self.task.effort
        while not play.is_over and self.task.seconds_left() != 0:
            iterations = min(effort.iterations, _ITERATIONS_OF_SHOWN_REPLAY)
            cards.append(choose_card(play, iterations=iterations, seed=effort.seed).card)
            play.push(cards[-1])
        return tuple(cards)
