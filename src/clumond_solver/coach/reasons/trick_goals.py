"""How many tricks a deal's payoffs make a seat want."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from clumond_solver.rules.payoffs import Payoffs, Settling


def award_of(payoffs: Payoffs, seat: int) -> int | None:
    """What hitting the seat's number of tricks brings, where nothing else brings anything."""
    goal, worths = payoffs.goals[seat], set(payoffs.trick_points)
    alone = payoffs.settling is Settling.EACH_ALONE and not any(payoffs.card_points)
    if goal is None or not alone or len(worths) > 1 or payoffs.counts[seat] != {goal}:
        return None
    row = payoffs.awards[seat][0]
    others = {award for taken, award in enumerate(row) if taken != goal}
    return row[goal] + goal * sum(worths) if others <= {0} and row[goal] > 0 else None


def trick_step(payoffs: Payoffs, seat: int, taken: int = 0) -> int:
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
    step = trick_step(payoffs, seat, taken)
    if step:
        return 1 if step > 0 else -1
    return int(any(payoffs.card_points) and min(payoffs.card_points) >= 0)


@cache
def goal_of(payoffs: Payoffs, seat: int) -> int | None:
    """The number of tricks that a seat has to hit; None where it only wants many, or few.

    It brings more than any other number, however the rest are shared. If it is all the tricks or
    none, missing it by one costs more than any further trick: else every trick scores, or costs.
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
    further = [max(scores[near]) - min(scores[far]) for near, far in pairwise(misses)]
    return goal if least - max(scores[misses[0]]) > max(further, default=0) else None


def _scores_by_tricks(payoffs: Payoffs, seat: int) -> dict[int, list[int]]:
    """What a seat may score with each number of tricks; empty if that does not settle it."""
    scores: dict[int, list[int]] = {}
    if payoffs.settling is Settling.BY_TABLE:
        for taken, by_seat in payoffs.table:
            scores.setdefault(taken[seat], []).append(by_seat[seat])
    elif payoffs.settling is Settling.EACH_ALONE:
        scores = {taken: [score] for taken, score in enumerate(payoffs.awards[seat][0])}
    return scores
