"""The number of tricks that a seat needs by the payoffs of a deal."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from clumond_solver.rules.payoffs import Payoffs, Settling


def award_of(payoffs: Payoffs, seat: int) -> int | None:
    """The score for hitting the seat's number of tricks; None if anything else scores as well."""
    goal, trick_points = payoffs.goals[seat], set(payoffs.trick_points)
    is_alone = payoffs.settling is Settling.EACH_ALONE and not any(payoffs.card_points)
    if goal is None or not is_alone or len(trick_points) > 1 or payoffs.counts[seat] != {goal}:
        return None
    row = payoffs.awards[seat][0]
    others = {award for taken, award in enumerate(row) if taken != goal}
    return row[goal] + goal * sum(trick_points) if others <= {0} and row[goal] > 0 else None


def points_per_trick(payoffs: Payoffs, seat: int, taken: int = 0) -> int:
    """What a further trick counts for itself, where all count the same."""
    steps = {after - before for before, after in pairwise(payoffs.awards[seat][0][taken:])}
    if len(steps) != 1:
        return 0
    worths, further = set(payoffs.trick_points), set(range(taken, len(payoffs.awards[seat][0])))
    always = len(worths) == 1 < len(payoffs.trick_points) and payoffs.counts[seat] >= further
    return steps.pop() + (worths.pop() if always else 0)


def aim_of(payoffs: Payoffs, seat: int, taken: int, left: int) -> int:
    """1 if the seat wants all the tricks left, -1 if it wants none, 0 if that depends.

    >>> aim_of(Payoffs.by_tricks([[0, 10, 0, 0]] * 3, goals=(1, 1, 1)), seat=0, taken=1, left=2)
    -1
    """
    goal = goal_of(payoffs, seat)
    if goal is not None and taken <= goal:
        return -1 if goal == taken else int(goal - taken == left)
    step = points_per_trick(payoffs, seat, taken)
    if step:
        return 1 if step > 0 else -1
    return int(any(payoffs.card_points) and min(payoffs.card_points) >= 0)


@cache
def goal_of(payoffs: Payoffs, seat: int) -> int | None:
    """The exact number of tricks that a seat needs; None if it only wants many tricks, or few.

    This number scores more than any other, however the others share the rest. If it is all tricks
    or none, then missing it by one must also cost more than any further trick does.
    """
    goal, scores = payoffs.goals[seat], _scores_by_tricks(payoffs, seat)
    if goal is None or goal not in scores or len(scores) == 1:
        return None
    least = min(scores[goal])
    if any(max(possible) >= least for taken, possible in scores.items() if taken != goal):
        return None
    if goal not in {min(scores), max(scores)}:
        return goal
    misses = sorted(set(scores) - {goal}, key=lambda taken: abs(taken - goal))
    further_costs = [max(scores[near]) - min(scores[far]) for near, far in pairwise(misses)]
    return goal if least - max(scores[misses[0]]) > max(further_costs, default=0) else None


def _scores_by_tricks(payoffs: Payoffs, seat: int) -> dict[int, list[int]]:
    """The possible scores of a seat by its number of tricks; empty if other things count too."""
    scores: dict[int, list[int]] = {}
    if payoffs.settling is Settling.BY_TABLE:
        for taken, by_seat in payoffs.table:
            scores.setdefault(taken[seat], []).append(by_seat[seat])
    elif payoffs.settling is Settling.EACH_ALONE:
        scores = {taken: [score] for taken, score in enumerate(payoffs.awards[seat][0])}
    return scores
