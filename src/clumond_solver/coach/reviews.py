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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.checks import as_int, check_given, check_type
from clumond_solver.base.efforts import (
    DEFAULT_BUDGET,
    DEFAULT_ITERATIONS,
    GAMES_PER_ACTION,
    checked_games,
)
from clumond_solver.base.renamed import renamed
from clumond_solver.base.seeds import other_seed
from clumond_solver.base.stopping import Deadline, ProgressCallback, run_jobs
from clumond_solver.coach.clumond.call_practice import LEAST_GAMES, judge_by_advice, judge_twice
from clumond_solver.coach.clumond.lines_of_play import stubborn_line
from clumond_solver.coach.hints import reason_against, reason_for_call
from clumond_solver.coach.hints_and_reviews import (
    BetterLine,
    Replay,
    Review,
    ReviewedPlay,
    own_verbs,
)
from clumond_solver.coach.review_efforts import DEFAULT_REPLAYS, REVIEW_NODES, effort_in_review
from clumond_solver.coach.reviewed_passes import passes_as_one
from clumond_solver.display.text.hands import player_name
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games import DEFAULT_GAME
from clumond_solver.games.clumond.deals import FULL_HAND, Seat, SeatLike
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.views import View
from clumond_solver.records import Record, legal_play_of, verify
from clumond_solver.results import Advice, Bounds, Limit, Loss, verdict_of
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.clumond.playouts import (
    OpponentsLike,
    Playouts,
    players_of,
    styles_by_seat,
)
from clumond_solver.single_dummy.engine_protocol import Effort, Engine, OpenValue, Rated, SecondLook
from clumond_solver.single_dummy.engines import best_first, engine_of
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.levels import FULL, style_name, style_of

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
        return hand.completed(_review_of_deal(hand.state, task))
    task.seat = None if seat is None else as_int(seat, "a seat's number")
    return _review_of_deal(source, task)


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


class _Position(NamedTuple):
    """An action of a deal, and the deal before it.

    work  what the games after it take of the time for all; those after earlier actions are longer.
    """

    before: TrickState
    action: Action
    work: float

    @property
    def seat(self) -> int:
        """The player of the action."""
        return self.before.played_by(self.before.seat_to_act)

    def not_rated(self, number: int) -> ReviewedPlay:
        """The action, number so many, before anything is known of it."""
        play = self.before.play
        trick = 0 if play is None else sum(play.tricks_taken) + 1
        return ReviewedPlay(number, trick, self.seat, self.action, self.action, 0.0)


def _positions(state: TrickState, task: ReviewTask) -> tuple[_Position, ...]:
    """All actions of a deal, the first one first."""
    state, positions = state.copy(), list[_Position]()
    for left, action in enumerate(reversed(state.actions), 1):
        state.pop()
        work = left * task.share_for_seat(state.decider or 0)
        positions.append(_Position(state.copy(), action, work))
    return tuple(reversed(positions))


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal of any game to review.

    after     the deal after its last action.
    declarer  the seat whose success decides.
    hero      the seat to solve for with all hands open; None for the player of each card.
    only      the only seat to review; None for all.
    """

    after: TrickState
    positions: tuple[_Position, ...]
    engine: Engine
    declarer: int | None
    hero: int | None
    only: int | None

    @classmethod
    def of(cls, state: TrickState, task: ReviewTask) -> _Deal:
        """The deal of a state, with the seats that a task reviews."""
        engine, declarer, hero, only = engine_of(state.layout.game), None, None, task.seat
        if engine.open_value is not None:
            play = View.of(state, 0, all_calls=True).play
            declarer = play.payoffs.deciding_seat if play and play.payoffs else None
            hero, only = declarer if task.seat is None else task.seat, None
        return cls(state.copy(), _positions(state, task), engine, declarer, hero, only)

    def state_after(self, index: int) -> TrickState:
        """The deal after an action."""
        return self.positions[index + 1].before if index + 1 < len(self.positions) else self.after

    def review_of(self, plays: Sequence[ReviewedPlay], unit: str, task: ReviewTask) -> Review:
        """The review so far."""
        styles: tuple[str, ...] = ()
        if self.after.layout.game == DEFAULT_GAME:
            styles = tuple(map(style_name, styles_by_seat(task.effort.opponents)))

        def rate(state: TrickState, action: Action) -> Rated[Any]:
            view, share = View.of(state, state.seat_to_act), task.share_for_seat(state.decider or 0)
            effort = effort_in_review(self.engine, view, task.effort, share) or task.effort
            deadline = Deadline(task.seconds_left(_AGAIN_UNTIL))
            return self.engine.rate(view, replace(effort, deadline=deadline), also=[action])

        def before(index: int) -> TrickState:
            return self.positions[index].before

        merged = passes_as_one(plays, before, rate, task.effort.seed)
        return Review(
            self.declarer,
            self.hero,
            merged,
            complete=task.complete,
            finished=False,
            unit=unit,
            styles=styles,
        )

    def verbs(self, plays: Iterable[ReviewedPlay]) -> dict[str, str]:
        """The verbs of the calls that are played or rated."""
        actions = (action for play in plays for action in (play.action, *play.values))
        return own_verbs(actions, self.after.verb_of)


def _review_of_deal(state: TrickState, task: ReviewTask) -> Review:
    """Review in three steps: as seen, again what that suspects, and with all hands open."""
    deal = _Deal.of(state, task)
    task.steps += len(deal.positions) * (2 if deal.engine.open_value is None else 3)
    looks = _first_looks(deal, task)
    unit = _unit(looks)
    plays = [look.play for look in looks]
    plays = _second_looks(deal, looks, deal.review_of(plays, unit, task).costly_from, task)
    if deal.engine.open_value is not None:
        costly_from = deal.review_of(plays, unit, task).costly_from
        plays = _OpenHands(deal, task, deal.engine.open_value).solved(plays, costly_from)
    reviewed = deal.review_of(plays, unit, task)
    return replace(reviewed, finished=deal.after.is_over, verbs=deal.verbs(reviewed.plays))


# As seen.


class Seen(NamedTuple):
    """What a first look goes by: a view, its rating, and what the action seems to cost."""

    view: View
    rated: Rated[Any]
    cost: float


class _Look(NamedTuple):
    """An action by a first look, with what that goes by, if there was anything to rate."""

    play: ReviewedPlay
    seen: Seen | None = None


def _unit(looks: Sequence[_Look]) -> str:
    """The unit of the values; empty for chances."""
    seen = next((look.seen for look in reversed(looks) if look.seen is not None), None)
    return "" if seen is None or seen.rated.in_chances else seen.rated.unit


def _first_looks(deal: _Deal, task: ReviewTask) -> list[_Look]:
    """All actions as their players saw them."""
    looks: list[_Look] = []
    for index in range(len(deal.positions)):
        looks.append(_first_look(deal, index, task))
        task.count_done()
        play = deal.state_after(index).play
        if task.on_plays and play and not play.trick:
            task.on_plays(deal.review_of([look.play for look in looks], _unit(looks), task))
    return looks


def _first_look(deal: _Deal, index: int, task: ReviewTask) -> _Look:
    """An action as its player saw it, within its share of the time."""
    state, action, _ = position = deal.positions[index]
    not_rated = _Look(position.not_rated(index + 1))
    face_down = state.play is not None and state.face_down
    if face_down or deal.only not in {None, position.seat}:
        return not_rated
    share, view = task.share_for_seat(position.seat), View.of(state, state.seat_to_act)
    in_full = effort_in_review(deal.engine, view, task.effort, share)
    if in_full is None:
        return not_rated
    left = task.seconds_left(_AS_SEEN_UNTIL)
    if left == 0:
        task.complete = False
        return not_rated
    pace = task.pace(index, len(deal.positions), _AS_SEEN_UNTIL)
    effort = effort_in_review(deal.engine, view, task.effort, share, pace) or in_full
    work = [later.work for later in deal.positions[index:]]
    seconds = None if left is None else left * work[0] / sum(work)
    rated = deal.engine.rate(view, replace(effort, deadline=Deadline(seconds)), also=[action])
    task.complete &= rated.complete and effort == in_full
    if not rated.values:
        return not_rated
    values = {**rated.values}
    if action not in values:
        values = best_first(rated.best, values | {action: rated.value_of(action)})
    seen = Seen(view, rated, rated.cost(action))
    return _Look(replace(not_rated.play, values=values), seen)


# Again.


def _second_looks(
    deal: _Deal, looks: Sequence[_Look], costly_from: float, task: ReviewTask
) -> list[ReviewedPlay]:
    """All actions, those that seem to cost something by a second look, the costliest first."""
    plays = [look.play for look in looks]
    costly = [
        (index, look.seen) for index, look in enumerate(looks) if look.seen and look.seen.cost
    ]
    suspects = sorted(costly, key=lambda suspect: -suspect[1].cost)
    for index, seen in suspects:
        plays[index] = looked_at_again(deal.engine, plays[index], seen, costly_from, task)
        task.count_done()
    task.count_done(len(plays) - len(suspects))
    return plays


def looked_at_again(
    engine: Engine, play: ReviewedPlay, seen: Seen, costly_from: float, task: ReviewTask
) -> ReviewedPlay:
    """The action by a second look, which alone blames it, and why.

    Less than ``costly_from`` is blamed only where costs count what luck does not explain.
    """
    view, rated, cost = seen
    least = 0.0 if rated.is_beyond_luck else costly_from
    innocent = replace(play, values=best_first(play.action, play.values))
    if cost < least:
        return innocent
    if task.seconds_left(_AGAIN_UNTIL) == 0:
        task.complete = False
        return innocent
    effort = replace(task.effort, deadline=Deadline(task.seconds_left(_AGAIN_UNTIL)))
    again = rated.again(play.action, effort)
    again = again or _rated_again(engine, view, rated.best, play.action, effort)
    task.complete &= again.rated.complete
    if again.loss.error == math.inf:
        return innocent
    best, worse = map(again.rated.value_of, (rated.best, play.action))
    values = {**play.values, **again.rated.values, rated.best: best, play.action: worse}
    if not again.is_worse or again.loss.amount < least:
        return replace(play, loss=again.loss, values=best_first(play.action, values))
    who = player_name(play.seat, names) if (names := task.players) else "the player"
    values = best_first(rated.best, values)
    alike = (
        other
        for other in rated.values
        if other != rated.best
        and values[other] > values[play.action]
        and (rated.may_be_best(other) or values[rated.best] - values[other] < costly_from)
    )
    return replace(
        play,
        best=rated.best,
        cost=again.loss.amount,
        loss=again.loss,
        values=values,
        reason=reason_against(view, again.rated, play.action, who, task.effort),
        alike=tuple(alike),
    )


def _rated_again(
    engine: Engine, view: View, best: Action, action: Action, effort: Effort
) -> SecondLook[Action]:
    """The second look of an engine that plays no games for it: all rated by another seed."""
    effort = replace(effort, seed=other_seed(effort.seed))
    rated = engine.rate(view, effort, also=[best, action])
    errors = (rated.errors.get(one, 0.0) for one in (best, action))
    loss = Loss(rated.value_of(best) - rated.value_of(action), math.hypot(*errors))
    return SecondLook(rated, loss, rated.best != action and not loss.is_luck)


# With all hands open.


class _OpenHands(NamedTuple):
    """The positions of a deal with all hands open."""

    deal: _Deal
    task: ReviewTask
    open_value: OpenValue

    def solved(self, plays: Sequence[ReviewedPlay], costly_from: float) -> list[ReviewedPlay]:
        """All plays, the last one first: its table entries help to solve earlier positions."""
        heroes = [play.seat if self.deal.hero is None else self.deal.hero for play in plays]
        solved = list(plays)
        # The misses of a position, by hero.
        misses = {hero: self._miss(self.deal.after, hero, len(heroes)) for hero in heroes[-1:]}
        calls = sum(not play.trick for play in plays)
        for index in reversed(range(calls, len(plays))):
            before, hero = self.deal.positions[index].before, heroes[index]
            after = misses[hero]
            # The position before this card is the one after the previous card, with its hero.
            seats = {hero, heroes[max(calls, index - 1)]}
            misses = {seat: self._miss(before, seat, index + 1) for seat in seats}
            own = plays[index].seat == hero
            misses[hero], after = _narrowed(misses[hero], after, own=own)
            play = replace(plays[index], before=misses[hero], after=after)
            if self.task.every_card or play.open_cost(own=own)[0] or play.cost >= costly_from:
                play = replace(play, misses=self._misses(before.copy(), hero, play))
            solved[index] = play
            self.task.count_done()
        self.task.count_done(calls)
        return solved

    def _miss(self, state: TrickState, hero: int, positions: int, share: float = 1.0) -> Bounds:
        """Bounds on a miss, at the last of so many positions, in a share of its limits."""
        task, seconds = self.task, self.task.limit.time
        left = task.seconds_left(_OPEN_HANDS_UNTIL)
        if left is not None:
            seconds = min(left / positions, math.inf if seconds is None else seconds)
        limit = Limit.of(Deadline(seconds, nodes=task.limit.nodes), share)
        started = monotonic()
        low, high = self.open_value(state, hero, limit, task.solver)
        if left is not None and limit.time is not None and low < high:
            task.complete &= monotonic() - started < limit.time
        return low, high

    def _misses(self, state: TrickState, hero: int, played: ReviewedPlay) -> dict[Action, Bounds]:
        """The miss after each legal card."""
        misses: dict[Action, Bounds] = {}
        legal = state.legal_actions
        for action in legal:
            state.push(action)
            known = played.after if action == played.action else None
            misses[action] = known or self._miss(state, hero, played.number, 1 / len(legal))
            state.pop()
        return misses


def _narrowed(before: Bounds, after: Bounds, *, own: bool) -> tuple[Bounds, Bounds]:
    """Narrow the bounds before and after a card: the hero's own cards never reduce his miss."""
    if own:
        return (before[0], min(before[1], after[1])), (max(before[0], after[0]), after[1])
    return (max(before[0], after[0]), before[1]), (after[0], min(before[1], after[1]))


def _call(strain: Strain | None) -> Action:
    return Pass() if strain is None else Declare(strain)


def reviewed_call(
    seat: Seat,
    strain: Strain | None,
    first: Advice,
    again: Callable[[], Advice],
    agreement: Agreement,
    *,
    explain: Callable[[Advice], str],
) -> ReviewedPlay:
    """A call of Clumond, None for a pass, by advice and, if it seems wrong, by more advice."""
    judged, preferred, loss = judge_twice(strain, first, again, agreement)
    call, best = _call(strain), _call(preferred)
    if judged.right:
        return ReviewedPlay(seat + 1, 0, seat, call, call, 0.0, judged.advice.values, loss=loss)
    others = {_call(one): one for one in (None, *Strain) if one not in {strain, preferred}}
    right = {
        action
        for action, one in others.items()
        if judge_by_advice(one, judged.advice, agreement).right
    }
    return ReviewedPlay(
        seat + 1, 0, seat, call, best, judged.cost, judged.advice.values, loss=loss,
        alike=tuple(action for action in judged.advice.values if action in right),
        reason=explain(judged.advice),
    )  # fmt: skip


def _leaders(play: Play, cards: Iterable[Card]) -> tuple[Seat, ...]:
    """The seats that lead the tricks which these cards begin."""
    play, leaders = play.copy(), list[Seat]()
    for card in cards:
        if not play.trick and play.turn is not None:
            leaders.append(play.turn)
        play.push(card)
    return tuple(leaders)


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
                after = before.after([good])
                line = stubborn_line(after, self.solver)
                leaders = _leaders(after, line.cards)
                return BetterLine(play.number, (good, *line.cards), line.declarer.success, leaders)
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
            strain = self.record.strain if seat is self.record.declarer else None
            again = partial(self._advised_again, advised)
            who = player_name(seat, names) if (names := task.players) else "the player"
            explain = partial(reason_for_call, hand=record.deal[seat], who=who)
            calls.append(
                reviewed_call(seat, strain, advice, again, self.agreement, explain=explain)
            )
            task.count_done()
        return tuple(calls)

    def _advised_again(self, advised: Callable[..., Advice]) -> Advice:
        """Advice with a hint's budget and another seed, in what is left of the time."""
        effort, left = self.task.effort, self.task.seconds_left(_CALLS_UNTIL)
        again = advised(seed=other_seed(effort.seed), budget=effort.budget, time=left)
        self.task.complete &= again.complete
        return again

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
