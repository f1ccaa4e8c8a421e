"""Practice of the call: hands to declare or pass with, the cost of a call, and a running score.

The hand is chosen by `quick_estimate`: the easier the question, the further its best chance lies
from the one at which declaring gains nothing. `advise` then judges the call.

>>> question = call_question(5, difficulty=4)
>>> len(question.hand), question.seat in Seat, question == call_question(5, difficulty=4)
(16, True, True)
>>> passed = judge_call(question, None, budget=60)
>>> passed.cost >= 0.0, CallScore().after(passed).asked
(True, 1)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from clumond_solver.base.cards import Hand, Strain, StrainLike, below
from clumond_solver.base.checks import as_int, check_type, wrong_type
from clumond_solver.base.efforts import DEFAULT_BUDGET
from clumond_solver.base.errors import NotationError, RuleError, shown_number
from clumond_solver.base.seeds import checked_seed, drawn_seed, other_seed, source_of
from clumond_solver.base.stopping import ProgressCallback
from clumond_solver.base.values import Result, Shown
from clumond_solver.coach.grade_thresholds import RIGHT_COST
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.scoring import DEFAULT_SCORING, Agreement, Scoring
from clumond_solver.games.sessions import Session
from clumond_solver.results import Advice, ExpectedScore, Loss
from clumond_solver.rules.actions import Declare, Pass, parse_action_among
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.playouts import OpponentsLike
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
from clumond_solver.single_dummy.levels import StyleLike

#: The difficulties: from clear decisions to those that hardly matter.
EASIEST, HARDEST = 1, 10
DEFAULT_DIFFICULTY = 3
#: With fewer games the value of passing would be so uncertain that any call counts as right.
LEAST_GAMES = 24
# The distances of the easiest and the hardest hands' chances from zero gain, and the tolerance.
_EASIEST_DISTANCE, _HARDEST_DISTANCE, _TOLERANCE = 0.2, 0.01, 0.015
_EASIEST_RATING, _RATING_STEP = 1000, 100
_MOST_DEALS = 300
_LEAST_ANTE, _ANTE_CHOICES = 2, 9
_GAME = ClumondGame()
_CALLS = (Pass(), *map(Declare, Strain))


@dataclass(frozen=True, slots=True)
class CallQuestion(Result):
    """A hand to decide on: declare, in which strain, or pass?

    hand          sixteen cards.
    seat          the seat that holds them; the seats before it have passed.
    agreement     the terms of the hand, with its pot.
    seed          the seed of the hand and of the advice on it.
    difficulty    1 to 10; the higher, the closer the decision.
    session_seed  the seed of a session whose first deal gives the seat this hand.
    """

    hand: Hand
    seat: Seat
    agreement: Agreement
    seed: int
    difficulty: int
    session_seed: int

    @property
    def rating(self) -> int:
        """How hard the decision is as a rating: 1,000 if it is easiest, 1,900 if hardest."""
        return _EASIEST_RATING + _RATING_STEP * (self.difficulty - EASIEST)

    def session(self) -> Session[ClumondState]:
        """A session of this one hand, at the seat's turn to call."""
        ante = self.agreement.pot // len(Seat)
        game = ClumondGame(scoring=self.agreement.scoring, ante=ante, hands=1)
        session = Session(game, self.session_seed)
        for _ in range(self.seat):
            session.push(Pass())
        return session


@dataclass(frozen=True, slots=True, repr=False)
class JudgedCall(Result, Shown):
    """The evaluation of a decision to declare or to pass.

    call        the strain declared, or None for a pass.
    advice      the engine's advice on the hand.
    agreement   the terms of the hand.
    cost        the engine's estimate of what the best call would gain over this one, in points or
                chips relative to the others: 0 or more.
    cost_error  the standard error of the cost.
    right       whether the call is as good as the best: its cost is next to nothing, or too small
                for the engine to tell it from nothing.
    """

    call: Strain | None
    advice: Advice
    agreement: Agreement
    cost: float
    cost_error: float
    right: bool


@dataclass(frozen=True, slots=True)
class CallScore(Result):
    """A running score; each right call makes the next hand harder, each wrong one much easier.

    asked       the number of hands decided on.
    right       the number of right calls.
    cost        the points or chips that wrong calls gave away.
    streak      the number of right calls in a row.
    difficulty  the difficulty of the next hand.

    >>> CallScore(difficulty=10).difficulty
    10
    """

    asked: int = 0
    right: int = 0
    cost: float = 0.0
    streak: int = 0
    difficulty: int = DEFAULT_DIFFICULTY

    def __post_init__(self) -> None:
        _checked_difficulty(self.difficulty)

    def after(self, judged: JudgedCall) -> CallScore:
        """The score after one more call."""
        step = 1 if judged.right else -2
        return CallScore(
            self.asked + 1,
            self.right + judged.right,
            self.cost + (0.0 if judged.right else judged.cost),
            self.streak + 1 if judged.right else 0,
            min(HARDEST, max(EASIEST, self.difficulty + step)),
        )


def call_question(
    seed: int, *, difficulty: int = DEFAULT_DIFFICULTY, scoring: Scoring | str = DEFAULT_SCORING
) -> CallQuestion:
    """Make a hand to practise the call with: declare or pass? `judge_call` judges the answer.

    The seed (0 to 2**64 - 1), the difficulty and the scoring ("paper" or "chips") fix the hand, its
    seat and, in chips, the pot. ``difficulty`` goes from 1, easy, to 10, where the hand's chance is
    very close to the one at which declaring gains nothing, and above it as often as below.
    SearchError for a seed out of range, RuleError for another difficulty or scoring.
    """
    source = source_of(checked_seed(seed) * (HARDEST + 1) + _checked_difficulty(difficulty))
    seat = Seat(below(len(Seat), source))
    pot = len(Seat) * (_LEAST_ANTE + below(_ANTE_CHOICES, source))
    agreement = Agreement(Scoring(scoring), pot)
    step = (_EASIEST_DISTANCE - _HARDEST_DISTANCE) / (HARDEST - EASIEST)
    distance = _EASIEST_DISTANCE - step * (difficulty - EASIEST)
    target = agreement.zero_gain_chance + (distance if source.random() < 0.5 else -distance)
    best, best_seed, best_error = Hand(), 0, math.inf
    for _ in range(_MOST_DEALS):
        deal_seed = drawn_seed(source)
        hand = Session(_GAME, deal_seed).state.deal[seat]
        chance = max(quick_estimate(hand, strain) for strain in Strain)
        if abs(chance - target) < best_error:
            best, best_seed, best_error = hand, deal_seed, abs(chance - target)
        if best_error <= _TOLERANCE:
            break
    return CallQuestion(best, seat, agreement, seed, difficulty, best_seed)


def judge_call(
    question: CallQuestion,
    call: StrainLike | None,
    *,
    budget: int = DEFAULT_BUDGET,
    style: StyleLike = "fast",
    opponents: OpponentsLike = None,
    threads: int = 1,
    progress: ProgressCallback | None = None,
) -> JudgedCall:
    """Judge the answer to a `call_question`: what it cost, and what would have been right.

    ``call`` is the strain declared, or None or "pass" for passing; a text may be that of an action,
    such as "declare S". ``budget``, ``style``,
    ``opponents`` and ``progress`` are as in `advise`; a call that seems wrong is judged by advice
    of another seed. Question, call, budget, style and opponents alone fix the result.
    """
    check_type(question, CallQuestion, "a hand to decide on")
    strain = _strain_called(call)
    advised = partial(
        advise,
        question.hand,
        seat=question.seat,
        agreement=question.agreement,
        budget=budget,
        style=style,
        opponents=opponents,
        threads=threads,
    )
    first = advised(seed=question.seed, progress=progress)
    again = partial(advised, seed=other_seed(question.seed))
    return judge_twice(strain, first, again, question.agreement).judged


def _strain_called(call: StrainLike | None) -> Strain | None:
    """The strain that a call declares; None for a pass."""
    if isinstance(call, bool):
        raise wrong_type(call, 'a strain, None or "pass"')
    if not isinstance(call, str):
        return None if call is None else Strain(call)
    with suppress(NotationError):
        said = parse_action_among(call, _CALLS)
        if isinstance(said, Pass | Declare):
            return said.strain if isinstance(said, Declare) else None
    raise NotationError("no such call (use C, H, S, D, NT or pass)", call)


class Judgement(NamedTuple):
    """A call judged by advice, and what seems wrong by more advice, whose figures then count.

    So luck in the first advice cannot make them too high.

    judged     the call, judged.
    preferred  the call that the first advice preferred.
    loss       what the call lost beside that by the second advice; None without one.
    """

    judged: JudgedCall
    preferred: Strain | None
    loss: Loss | None


def judge_twice(
    call: Strain | None, advice: Advice, again: Callable[[], Advice], agreement: Agreement
) -> Judgement:
    """Judge a call by the advice on the hand and, if it seems wrong, by more advice."""
    first = judge_by_advice(call, advice, agreement)
    if first.right:
        return Judgement(first, call, None)
    preferred = max((None, advice.best), key=lambda other: _expected(advice, other).relative)
    second = again()
    best, expected = _expected(second, preferred), _expected(second, call)
    loss = Loss(
        best.relative - expected.relative,
        math.hypot(best.relative_score_error, expected.relative_score_error),
    )
    right = _is_right(loss, agreement)
    judged = JudgedCall(call, second, agreement, max(0.0, loss.amount), loss.error, right)
    return Judgement(judged, preferred, loss)


def judge_by_advice(call: Strain | None, advice: Advice, agreement: Agreement) -> JudgedCall:
    """Judge declaring in a strain, or passing (None), by the advice on the hand."""
    expected = _expected(advice, call)
    candidates = (advice.passing, advice.declaring[advice.best], expected)
    best = max(candidates, key=lambda score: score.relative)
    errors = (best.relative_score_error, expected.relative_score_error)
    error = math.hypot(*errors) if best is not expected else 0.0
    loss = Loss(best.relative - expected.relative, error)
    return JudgedCall(call, advice, agreement, loss.amount, error, _is_right(loss, agreement))


def _expected(advice: Advice, call: Strain | None) -> ExpectedScore:
    return advice.passing if call is None else advice.declaring[call]


def _is_right(loss: Loss, agreement: Agreement) -> bool:
    return loss.amount <= max(RIGHT_COST * sum(agreement.rewards), loss.error)


def _checked_difficulty(difficulty: int) -> int:
    if not EASIEST <= as_int(difficulty, "a difficulty") <= HARDEST:
        raise RuleError(f"difficulty {shown_number(difficulty)}: {EASIEST} to {HARDEST}")
    return difficulty
