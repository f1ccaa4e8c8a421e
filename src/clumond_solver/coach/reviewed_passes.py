"""In a review, the cards that a seat passes on together are one decision, as they are in a hint.

The engine rates them one after the other. The better pass goes on, as a hint does, from the first
card that cost something; it is rated with all cards but its last, as the pass that was made.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from clumond_solver.base.cards import Hand
from clumond_solver.coach.hints import rest_of_passing
from clumond_solver.coach.hints_and_reviews import ReviewedPlay
from clumond_solver.results import Loss
from clumond_solver.rules.actions import Action, Give, GiveCards
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.engine_protocol import Rated
from clumond_solver.single_dummy.engines import best_first

#: What an engine makes of the deal before an action, and the action.
Rate = Callable[[TrickState, Action], Rated[Any]]


def passes_as_one(
    plays: Sequence[ReviewedPlay], before: Callable[[int], TrickState], rate: Rate, seed: int = 0
) -> tuple[ReviewedPlay, ...]:
    """The plays, each pass of several cards as one; ``before`` gives the deal before an index."""
    return tuple(_as_one(plays, before, rate, seed))


def _as_one(
    plays: Sequence[ReviewedPlay], before: Callable[[int], TrickState], rate: Rate, seed: int
) -> Iterator[ReviewedPlay]:
    for (is_give, _), several in groupby(plays, lambda p: (isinstance(p.action, Give), p.seat)):
        group = [*several]
        if not is_give or len(group) == 1:
            yield from group
            continue
        costly = next((give for give in group if give.best != give.action), None)
        done = _as_played(group)
        if costly is None:
            yield done
            continue
        state = before(costly.number - 1).copy()
        better = [costly.best, *rest_of_passing(state, costly.best, seed)]
        for give in better[:-1]:
            state.push(give)
        kept = [give.action for give in group[: costly.number - group[0].number]]
        rated = rate(state, better[-1])
        error = rated.errors.get(better[-1], 0.0)
        yield _against(done, costly, _cards([*kept, *better]), rated.value_of(better[-1]), error)


def _as_played(gives: Sequence[ReviewedPlay]) -> ReviewedPlay:
    """A pass that costs nothing, with what any other card would be worth instead of the last."""
    actions = [give.action for give in gives]
    played = _cards(actions)
    rated = gives[-1].values if all(give.values for give in gives) else {}
    values: dict[Action, float] = {
        _cards([*actions[:-1], one]): value for one, value in rated.items()
    }
    return replace(gives[0], action=played, best=played, cost=0.0, loss=None, reason="",
                   values=best_first(played, values), alike=())  # fmt: skip


def _against(
    done: ReviewedPlay, costly: ReviewedPlay, best: GiveCards, value: float, error: float
) -> ReviewedPlay:
    """The pass beside a better one, which is blamed on it unless luck explains the difference."""
    worth = done.values.get(done.action, value)
    loss = Loss(value - worth, math.sqrt(2) * error)
    if best == done.action or loss.amount <= 0 or loss.is_luck:
        return replace(done, loss=loss)
    values = best_first(best, {**done.values, done.action: worth, best: value})
    return replace(
        done, best=best, cost=loss.amount, loss=loss, values=values, reason=costly.reason
    )


def _cards(gives: Sequence[Action]) -> GiveCards:
    return GiveCards(Hand.from_cards(give.card for give in gives if isinstance(give, Give)))
