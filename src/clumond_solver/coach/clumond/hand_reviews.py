"""What a review of a hand of Clumond has besides its cards: calls, a better line, and replays.

>>> record = Record.of(Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F "
...                               "tricks=4,4,4"))
>>> from clumond_solver.single_dummy.engine_protocol import Effort
>>> HandReview.of(record, ReviewTask(Effort())).state.play.declarer
Seat.FOREHAND
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Self

from clumond_solver.base.cards import Card
from clumond_solver.base.stopping import Deadline, run_jobs
from clumond_solver.coach.clumond.call_practice import LEAST_GAMES, judge_by_advice
from clumond_solver.coach.clumond.lines_of_play import stubborn_line
from clumond_solver.coach.review_task import ReviewTask
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import FULL_HAND, Seat, SeatLike
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.records import Record, Verification, legal_play_of, verify
from clumond_solver.results import Advice, BetterLine, Replay, Review, ReviewedPlay, verdict_of
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.clumond.playouts import Playouts, players_of
from clumond_solver.single_dummy.levels import FULL

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

#: Where a hand to review comes from.
HandSource = Record | Play | ClumondState


@dataclass(frozen=True, slots=True)
class HandReview:
    """A hand of Clumond to review, and what its review needs besides the cards."""

    record: Record
    agreement: Agreement
    task: ReviewTask
    verification: Verification

    @classmethod
    def of(
        cls,
        source: HandSource,
        task: ReviewTask,
        seat: SeatLike | int | None = None,
        agreement: Agreement | None = None,
    ) -> Self:
        """A hand with its terms: by default the state's, and for others those on paper."""
        task.seat = None if seat is None else Seat(seat)
        if isinstance(source, ClumondState):
            record, terms = Record.of_hand(source, players=task.players), source.agreement
        else:
            record = source if isinstance(source, Record) else Record.of(source)
            terms = Agreement(par=record.par, tens=record.tens)
        terms = agreement or terms
        record = replace(record, par=terms.par)
        task.players, task.solver = record.players, task.solver or Solver()
        task.steps += len(Seat) + 1
        return cls(record, terms, task, verify(record))

    @property
    def state(self) -> ClumondState:
        """The hand after its last legal card, without its calls."""
        state = ClumondState.of(self.record.start())
        for move in legal_play_of(self.record).history:
            state.push(PlayCard(move.card))
        return state

    def completed(self, reviewed: Review) -> Review:
        """The review of the cards with all else that belongs to a hand."""
        illegal, task = self.verification.illegal, self.task
        better = self._better_line(reviewed)
        calls = self._calls() if task.effort.call_games else ()
        task.count_done(len(Seat) - len(calls))
        replay = self._replay() if task.replays else None
        task.count_done()
        return replace(
            reviewed,
            fault="" if illegal is None else illegal.reason,
            finished=self.verification.finished,
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
                line = stubborn_line(before.after([good]), self.task.solver or Solver())
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
            games = most = math.ceil(effort.call_games * task.share_for_seat(seat))
            left = task.seconds_left(_CALLS_UNTIL)
            if left is not None:
                games = min(most, int(games_per_second * left / (len(callers) - len(calls))))
                if games < min(most, LEAST_GAMES):
                    task.complete = False
                    break
            started = monotonic()
            advice = advise(
                record.deal[seat],
                seat=seat,
                agreement=self.agreement,
                opponents=effort.opponents,
                seed=effort.seed,
                budget=games,
                threads=effort.threads,
            )
            games_per_second = games / max(monotonic() - started, _LEAST_SECONDS)
            task.complete &= games == most or advice.games < games
            calls.append(self._judged(seat, advice))
            task.count_done()
        return tuple(calls)

    def _judged(self, seat: Seat, advice: Advice) -> ReviewedPlay:
        strain = self.record.strain if seat is self.record.declarer else None
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

    def _replay(self) -> Replay | None:
        """Games of the engine with the same cards, and one more game whose cards are shown."""
        start, effort, games = self.record.start(), self.task.effort, self.task.replays
        if start.turn is None:
            return None
        view = ClumondView.of(start, start.turn)
        players = players_of(view, FULL, iterations=_ITERATIONS_OF_REPLAYS)
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
