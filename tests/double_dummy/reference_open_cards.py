"""Exact open-card analysis once more, slow and obvious, to compare the compiled searches with."""

from __future__ import annotations

from clumond_solver.cards import Suit
from clumond_solver.double_dummy.any_game import ForcedTricks
from clumond_solver.games.clabberjass import LAST_TRICK, card_points
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


def slow_best_points(play: TrickPlay, seat: int, trump: Suit) -> int:
    """The points of a seat's tricks in the end, each player playing for as many as he can."""
    if play.is_over:
        cards = sum(card_points(card, trump) for card in play.cards_won[seat])
        return cards + (LAST_TRICK if play.leader == seat else 0)
    values = []
    for card in play.legal_plays:
        play.push(card)
        values.append(slow_best_points(play, seat, trump))
        play.pop()
    return max(values) if play.turn == seat else min(values)
