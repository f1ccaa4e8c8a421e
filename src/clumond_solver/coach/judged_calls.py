"""What a call was worth: declaring in a strain or passing, beside the best call, by advice.

>>> from clumond_solver.base.cards import Hand
>>> from clumond_solver.games.clumond.scoring import BASE_AGREEMENT
>>> from clumond_solver.single_dummy.advice import advise
>>> advice = advise(Hand.parse("AK8732.AK974.KJ4.Q3"), budget=60, seed=1)
>>> judged(advice.call, advice, BASE_AGREEMENT).right
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from clumond_solver.base.cards import Strain, StrainLike
from clumond_solver.base.values import Result
from clumond_solver.games.clumond.scoring import Agreement
from clumond_solver.results import Advice

#: With fewer games passing cannot be judged, so that every call would do.
LEAST_GAMES = 24
# A call that costs less than this share of what is at stake is as good as the best.
_AS_GOOD = 0.02


@dataclass(frozen=True, slots=True)
class JudgedCall(Result):
    """What a decision was worth.

    call    the strain declared, or None for a pass.
    advice  what the engine says of the hand.
    cost    by how much the best call is worth more, in points or chips relative to the others, as
            the engine estimates it: 0 or more.
    error   the standard error of the cost.
    right   whether the call is as good as the best: it costs next to nothing, or so little that
            the engine cannot tell it from nothing.
    """

    call: Strain | None
    advice: Advice
    cost: float
    error: float
    right: bool


def judged(call: StrainLike | None, advice: Advice, agreement: Agreement) -> JudgedCall:
    """What declaring in a strain, or passing (None), was worth, by the advice on the hand."""
    chosen = None if call is None else Strain(call)
    worth = advice.passing if chosen is None else advice.declaring[chosen]
    worths = (advice.passing, advice.declaring[advice.best], worth)
    best = max(worths, key=lambda score: score.relative)
    cost = best.relative - worth.relative
    error = math.hypot(best.error, worth.error) if best is not worth else 0.0
    next_to_nothing = _AS_GOOD * sum(agreement.stakes)
    return JudgedCall(chosen, advice, cost, error, cost <= max(next_to_nothing, error))
