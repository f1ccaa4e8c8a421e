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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
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
    games_of_any_game,
)
from clumond_solver.base.threads import run_jobs
from clumond_solver.base.values import ProgressCallback, as_int, check_type
from clumond_solver.coach.calls import LEAST_GAMES, judge_by_advice
from clumond_solver.coach.engine_protocol import Task, engine_of
from clumond_solver.coach.hints import best_first, endings_of
from clumond_solver.coach.lines_of_play import stubborn_line
from clumond_solver.coach.reasons import reason, reason_of_action
from clumond_solver.display.text import player_name
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import FULL_HAND, Seat, SeatLike
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
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard, PlayKnownCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.any_game import (
    CallComparison,
    choose_within,
    full_search_of_calls,
)
from clumond_solver.single_dummy.card_choice import choose_card
from clumond_solver.single_dummy.chances import RatedCards, rate_cards
from clumond_solver.single_dummy.games_after import GamesAfter
from clumond_solver.single_dummy.playouts import OpponentsLike, Playouts, players_of
from clumond_solver.single_dummy.styles import FULL

__all__ = ["DEFAULT_LIMIT", "review"]

#: For each position with all hands open.
DEFAULT_LIMIT = Limit(nodes=REVIEW_NODES)
# The share of a time limit that may have passed at the end of a step: of a hand of Clumond, and the
# searches of other games.
_AS_SEEN_UNTIL, _OPEN_HANDS_UNTIL, _CALLS_UNTIL = 0.75, 0.82, 0.95
_SEARCHES_UNTIL = 0.7
# The value of an action is shrunk towards the best one's by this many imaginary visits.
_IMAGINARY_VISITS = 10
# A review plays this share of a hint's games after the best plays, and at least so many.
_SHARE_OF_GAMES, _FEWEST_GAMES = 1 / 4, 24
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
    task = Task(
        iterations,
        card_games,
        call_games,
        seed=seed,
        time=time,
        replays=games,
        limit=limit,
        threads=threads,
        solver=solver,
        every_card=every_card,
        seat=seat,
        agreement=agreement,
        players=players,
        progress=progress,
        on_plays=on_plays,
        opponents=opponents,
    )
    if isinstance(source, TrickState):
        return engine_of(source.layout.game).review(source, task)
    record = source if isinstance(source, Record) else Record.of(source)
    return HandReview(record, task, Agreement(par=record.par, tens=record.tens)).review()


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


class HandReview:
    """Reviews a hand of Clumond, played on ``terms`` unless the task has others."""

    def __init__(self, record: Record, task: Task, terms: Agreement) -> None:
        self.agreement = task.agreement or terms
        self.record = record = replace(record, par=self.agreement.par)
        self.task = task
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
        calls = self._calls(self.task.call_games) if self.task.call_games else ()
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
        if left == 0 or not self.task.card_games:
            self.complete &= not self.task.card_games
            return reviewed
        share, weights = self.shares[index], self.weights[index:]
        rated = rate_cards(
            ClumondView.of(self.play, seat),
            iterations=self.task.iterations,
            games=math.ceil(share * self.task.card_games),
            seed=self.task.seed,
            also=(action,),
            opponents=self.task.opponents,
            threads=self.task.threads,
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
                games=endings_of(view, rated, rated.best),
                others=endings_of(view, rated, PlayCard(card)),
                who=player_name(reviewed.seat, self.record.players),
                explain_signals=self.task.explain_signals,
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
            opponents=self.task.opponents,
            seed=self.task.seed,
            budget=games,
            threads=self.task.threads,
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
        playouts = Playouts(view, players, seed=self.task.seed, hands=start.hands)
        shown_game = start.copy()
        plays = self._played_by_engine(shown_game)
        jobs = (partial(playouts.play, number, 1) for number in range(games))
        deadline = Deadline(self.task.seconds_left())
        batches = run_jobs(jobs, threads=self.task.threads, deadline=deadline)
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
            iterations = min(self.task.iterations, _ITERATIONS_OF_SHOWN_REPLAY)
            cards.append(choose_card(play, iterations=iterations, seed=self.task.seed).card)
            play.push(cards[-1])
        return tuple(cards)


class _MissSolver:
    """Solves for misses, with an equal share of the time for each position."""

    def __init__(self, task: Task, solver: Solver, positions: int) -> None:
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


class DealReview:
    """Reviews a deal of any game, as its players saw it."""

    def __init__(self, state: TrickState, task: Task) -> None:
        self.state = state.copy()
        self.seat = None if task.seat is None else as_int(task.seat, "a seat's number")
        self.task = task
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
            self.plays[index] = self._with_reason(self.plays[index], self.views[index], costly_from)
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
        if self.task.card_games > 1 and GamesAfter.can_be_played(view):
            best, values = self._by_games(view, action, index)
        else:
            best, values = self._by_search(view, action, index)
        # The engine looks at only one of several equivalent actions.
        values.setdefault(action, _value_of_nearest(action, values, values[best]))
        self.views[index] = view
        return replace(
            not_searched,
            best=best,
            cost=max(0.0, values[best] - values[action]),
            values=best_first(best, values),
        )

    def _by_games(
        self, view: View, action: Action, index: int
    ) -> tuple[Action, dict[Action, float]]:
        """The best play in simulated games, and the values of all plays."""
        share = self.task.share_for(index, len(self.actions), _SEARCHES_UNTIL)
        left = self.task.seconds_left(_SEARCHES_UNTIL)
        # Twice an equal part, since the games after later plays are shorter.
        until = Deadline(None if left is None else 2 * left / (len(self.actions) - index + 1))
        iterations = math.ceil(self.task.iterations * self.task.share_for_seat(view.seat))
        search = choose_within(view, iterations, until, seed=self.task.seed)
        choice = self._games(view, until, share).choose_from_all(search.action, [action])
        self.complete &= search.complete and choice.complete
        return choice.action, {tried: value.value for tried, value in choice.values.items()}

    def _games(self, view: View, until: Deadline, share: float = 1.0) -> GamesAfter:
        self.complete &= share == 1
        share *= self.task.share_for_seat(view.seat)
        games = _SHARE_OF_GAMES * share * games_of_any_game(self.task.card_games)
        most = max(_FEWEST_GAMES, int(games))
        return GamesAfter(view, most, seed=self.task.seed, deadline=until)

    def _by_search(
        self, view: View, action: Action, index: int
    ) -> tuple[Action, dict[Action, float]]:
        """The best action by search, and the values of all that were searched."""
        count = self.task.iterations_for(index, len(self.actions), _SEARCHES_UNTIL)
        self.complete &= count == max(count, self.task.iterations)
        if view.play is None:
            count = max(count, full_search_of_calls(len(view.legal_actions)))
        # Fewer iterations suffice to save time for cards, but not in games with many legal calls.
        left = self.task.seconds_left(_SEARCHES_UNTIL) if view.play is None else None
        deadline = Deadline(None if left is None else left / (len(self.actions) - index))
        choice = choose_within(view, count, deadline, seed=self.task.seed, must_try=action)
        self.complete &= choice.complete
        best = choice.values[choice.action].value
        values = {
            searched: (value.visits * value.value + _IMAGINARY_VISITS * best)
            / (value.visits + _IMAGINARY_VISITS)
            for searched, value in choice.values.items()
        }
        values[choice.action] = best
        return choice.action, values

    def _with_reason(self, play: ReviewedPlay, view: View, costly_from: float) -> ReviewedPlay:
        """The play with the reason why another was better; without cost if games show none."""
        if view.play is None and play.cost >= costly_from:
            return self._call_with_reason(play, view)
        games, alike = None, list[Action]()
        can_simulate = self.task.card_games > 1 and GamesAfter.can_be_played(view)
        if play.cost >= costly_from and can_simulate:
            games = self._games(view, Deadline(self.task.seconds_left()))
            choice = games.choose([play.best, play.action])
            self.complete &= choice.complete
            # Nobody is blamed for what luck may explain, nor by a handful of games.
            is_late = choice.values[play.action].visits < _FEWEST_GAMES
            alike = [play.action] if is_late else games.alike(choice, most=math.inf)
        if play.cost < costly_from or play.action in alike:
            return _without_cost(play)
        who = self._name_of(play.seat)
        text = reason_of_action(view, play.best, [play.action], games=games, who=who, is_hint=False)
        return replace(play, reason=text)

    def _call_with_reason(self, play: ReviewedPlay, view: View) -> ReviewedPlay:
        """The call with its cost in simulated games, and the reason; without cost if it is luck."""
        calls, comparison = [play.best, play.action], CallComparison(view, self.task.seed)
        games = games_of_any_game(self.task.card_games) or _FEWEST_GAMES
        comparison.compare(calls, games, Deadline(self.task.seconds_left()))
        self.complete &= comparison.complete
        cost = comparison.lead(*calls)
        if cost <= 0 or comparison.is_close(*calls):
            return _without_cost(play)
        values = {**play.values, **{call: comparison.value(call) for call in calls}}
        text = reason_of_action(
            view, play.best, [play.action], comparison=comparison, who=self._name_of(play.seat)
        )
        return replace(play, cost=cost, values=best_first(play.best, values), reason=text)

    def _name_of(self, seat: int) -> str:
        names = self.task.players
        return player_name(seat, names) if names and names[seat] else "the player"


def _value_of_nearest(action: Action, values: Mapping[Action, float], best: float) -> float:
    """The value of an action that was not searched: the nearest card's of its suit, or the best."""
    if not isinstance(action, PlayKnownCard):
        return best
    card = action.card
    by_distance = [
        (abs(searched.card.rank - card.rank), value)
        for searched, value in values.items()
        if isinstance(searched, PlayKnownCard)
        and type(searched) is type(action)
        and searched.card.suit is card.suit
    ]
    return min(by_distance)[1] if by_distance else best


def _without_cost(play: ReviewedPlay) -> ReviewedPlay:
    """The play as the best one, since games show no better."""
    values = best_first(play.action, play.values)
    return replace(play, best=play.action, cost=0.0, values=values)
