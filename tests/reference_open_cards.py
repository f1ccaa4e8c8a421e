"""Exact open-card analysis once more, slow and obvious: what the compiled searches must agree with."""

from __future__ import annotations

from clumond_solver.open_cards import ForcedTricks
from clumond_solver.rules.clabberjass import ClabberjassState
from clumond_solver.rules.states import lay, ways_to_play
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
    for way in ways_to_play(play):
        lay(play, way)
        forced = can_force(play, seat, wanted)
        play.pop()
        if forced == (play.turn == seat):
            return forced
    return play.turn != seat


def slow_best_points(state: ClabberjassState, seat: int) -> int:
    """All the points that a seat has in the end, each player playing for as many as he can."""
    if state.is_over:
        return state.points[seat].total
    values = []
    for action in state.legal_actions:
        state.push(action)
        values.append(slow_best_points(state, seat))
        state.pop()
    return max(values) if state.turn == seat else min(values)
