"""Exact open-card analysis once more, slow and obvious, to compare the compiled searches with."""

from __future__ import annotations

from clumond_solver.double_dummy.forced_scores import ForcedTricks
from clumond_solver.games.clabberjass import ClabberjassState
from clumond_solver.rules.states import legal_card_plays, push_card_play
from clumond_solver.rules.tricks import TrickPlay


def slow_forced_tricks(play: TrickPlay, seat: int) -> ForcedTricks:
    """One question at a time, every way to play tried."""
    numbers = range(play.tricks_taken[seat] + len(play.hands[play.leader]) + 2)
    return ForcedTricks(
        frozenset(n for n in numbers if can_force(play, seat, {n})),
        min(n for n in numbers if can_force(play, seat, set(numbers[: n + 1]))),
        max(n for n in numbers if can_force(play, seat, set(numbers[n:]))),
    )


def can_force(play: TrickPlay, seat: int, wanted: set[int]) -> bool:
    """Whether the seat can force its tricks to be one of these numbers."""
    if play.is_over:
        return play.tricks_taken[seat] in wanted
    for way in legal_card_plays(play):
        push_card_play(play, way)
        forced = can_force(play, seat, wanted)
        play.pop()
        if forced == (play.turn == seat):
            return forced
    return play.turn != seat


def slow_best_lead(state: ClabberjassState, seat: int) -> int:
    """By how many points a seat leads in the end, each player playing for as many as he can."""
    if state.is_over:
        own, other = (state.points[each].total for each in (seat, 1 - seat))
        return own - other
    best = max if state.turn == seat else min
    values = []
    for action in state.legal_actions:
        state.push(action)
        values.append(slow_best_lead(state, seat))
        state.pop()
    return best(values)
