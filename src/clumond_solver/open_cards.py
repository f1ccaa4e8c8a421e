"""What can be done with all hands open, exactly, in any game of the library; the plain statement.

Two questions, never mixed:

- *One against all*: what a seat can force when all others play together against it
  (`forced_score`, `forced_actions`, `forced_tricks`).
- *Each for himself*: how the deal ends when everybody plays for his own score and knows that the
  others do so too (`selfish_scores`).

This is a reference: it tries every action, and suits the last tricks of a deal. The compiled
engines answer the same questions for whole deals.

>>> from clumond_solver.cards import Card, Hand
>>> from clumond_solver.rules.tricks import TrickRules
>>> hands = [Hand.parse("A2..."), Hand.parse("K3..."), Hand.parse("Q4...")]
>>> forced = forced_tricks(TrickPlay(TrickRules.plain(3), hands), 0)
>>> sorted(forced.exactly), forced.fewest, forced.most
([1], 1, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from clumond_solver.cards import Hand
from clumond_solver.errors import SearchError
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import TrickState, lay, ways_to_play
from clumond_solver.rules.tricks import TrickPlay

_T = TypeVar("_T")


def forced_score(state: TrickState, seat: int) -> int:
    """The most that a seat can be sure to gain in a deal, whatever all others do together."""
    if state.is_over:
        return state.scores[seat]
    best = max if state.turn == seat else min
    return best(forced_actions(state, seat).values())


def forced_actions(state: TrickState, seat: int) -> dict[Action, int]:
    """For each legal action of the seat to act: what ``seat`` can be sure to gain after it."""
    return {
        action: _after(state, action, lambda: forced_score(state, seat))
        for action in state.legal_actions
    }


def selfish_scores(state: TrickState) -> tuple[int, ...]:
    """Each seat's gain when everybody plays for his own and foresees that all others do.

    Of actions that bring him the same a player takes the one that leaves the others least in
    all, and the first of those: with more than two players, another rule may end differently.
    """
    if state.is_over:
        return state.scores
    seat = state.turn or 0
    outcomes = [
        _after(state, action, lambda: selfish_scores(state)) for action in state.legal_actions
    ]
    return max(outcomes, key=lambda scores: (scores[seat], scores[seat] - sum(scores)))


def _after(state: TrickState, action: Action, ask: Callable[[], _T]) -> _T:
    state.push(action)
    answer = ask()
    state.pop()
    return answer


@dataclass(frozen=True, slots=True)
class ForcedTricks:
    """How many tricks a seat can force against all others, those it has taken among them.

    exactly  each number that it can force to be its total.
    fewest   the smallest number that it can be sure not to exceed.
    most     the largest number that it can be sure to reach.
    """

    exactly: frozenset[int]
    fewest: int
    most: int


def forced_tricks(play: TrickPlay, seat: int) -> ForcedTricks:
    """What numbers of tricks a seat can force against all others, all hands being open.

    SearchError for a seat that does not play.
    """
    if not 0 <= seat < play.rules.players:
        raise SearchError(f"no seat {seat} among {play.rules.players} players")
    sets = _sets_of_tricks(play.copy(), seat, {})
    taken = play.tricks_taken[seat]
    exactly = [number for number in range(sets.exactly.bit_length()) if sets.exactly >> number & 1]
    return ForcedTricks(
        frozenset(taken + number for number in exactly),
        fewest=taken + (sets.at_most & -sets.at_most).bit_length() - 1,
        most=taken + sets.at_least.bit_length() - 1,
    )


class _Sets(NamedTuple):
    """Numbers of tricks still to be won, bit n for n: can be forced, exactly, or as a bound.

    Whether a number can be forced does not depend on the others, so that each bit is a game of
    its own and all are played at once.
    """

    exactly: int
    at_most: int
    at_least: int


# No hand has as many cards: "at most this many" always holds.
_MANY = 63


def _sets_of_tricks(
    play: TrickPlay, seat: int, known: dict[tuple[tuple[Hand, ...], int], _Sets]
) -> _Sets:
    if play.is_over:
        return _Sets(1, (1 << _MANY) - 1, 1)
    key = (play.hands, play.leader)
    if not play.trick and key in known:
        return known[key]
    ours = play.turn == seat
    sets = _Sets(0, 0, 0) if ours else _Sets(-1, -1, -1)
    for way in ways_to_play(play):
        before = play.tricks_taken[seat]
        lay(play, way)
        after = _sets_of_tricks(play, seat, known)
        if play.tricks_taken[seat] > before:
            after = _Sets(after.exactly << 1, after.at_most << 1, after.at_least << 1 | 1)
        play.pop()
        join = int.__or__ if ours else int.__and__
        sets = _Sets(*(join(old, new) for old, new in zip(sets, after, strict=True)))
    if not play.trick:
        known[key] = sets
    return sets
