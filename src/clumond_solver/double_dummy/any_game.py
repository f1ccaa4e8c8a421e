"""What can be done with all hands open, exactly, in any game of the library.

Two questions, never mixed:

- *One against all*: what a seat can force when all others play together against it
  (`forced_score`, `forced_actions`, `forced_tricks`).
- *Each for himself*: how the deal ends when everybody plays for his own score and knows that the
  others do so too (`selfish_scores`).

Numbers of tricks (any game, foremost Clag) and card points (Clabberjass) are found by compiled
searches, from the first card on. Scores in general are found by trying every action, which suits
the last tricks of a deal: the end of a hand of Clubs, for one.

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
from typing import TypeVar

from clumond_solver._core.double_dummy.best_points import BestPoints
from clumond_solver._core.double_dummy.forced_tricks import ForcedTricks as ForcedTricksSearch
from clumond_solver.cards import Card
from clumond_solver.compiled.trick_rules import board_of_play, tables_of
from clumond_solver.errors import SearchError
from clumond_solver.games.clabberjass import (
    DEALER,
    LAST_TRICK,
    NON_DEALER,
    ClabberjassState,
    card_points,
    settled_points,
)
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import TrickPlay

_T = TypeVar("_T")


def forced_score(state: TrickState, seat: int) -> int:
    """The most that a seat can be sure to gain in a deal, whatever all others do together.

    Every action is tried, so that it suits the last tricks of a deal: four players with three cards
    each take less than a second, with four cards each minutes.
    """
    if state.is_over:
        return state.scores[seat]
    best = max if state.turn == seat else min
    return best(forced_actions(state, seat).values())


def forced_actions(state: TrickState, seat: int) -> dict[Action, int]:
    """For each legal action of the seat to act: what ``seat`` can be sure to gain after it.

    Empty when the deal is over; as slow as `forced_score`.
    """
    return {
        action: _after(state, action, lambda: forced_score(state, seat))
        for action in state.legal_actions
    }


def selfish_scores(state: TrickState) -> tuple[int, ...]:
    """Each seat's gain when everybody plays for his own and foresees that all others do.

    Of actions that bring him the same a player takes the one that leaves the others least in
    all, and the first of those: with more than two players, another rule may end differently.
    As slow as `forced_score`.
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

    Where all hands are played from the top there is nothing to choose, and one number. SearchError
    for a seat that does not play, or while one is bound to open with a certain card.
    """
    if not 0 <= seat < play.rules.players:
        raise SearchError(f"no seat {seat} among {play.rules.players} players")
    taken = play.tricks_taken[seat]
    if play.is_bound:
        final = _played_from_the_top(play).tricks_taken[seat]
        return ForcedTricks(frozenset({final}), final, final)
    tables = tables_of(play.rules)
    exactly, at_most, at_least = ForcedTricksSearch(tables).forced(
        board_of_play(play, tables), seat
    )
    return ForcedTricks(
        frozenset(
            taken + number for number in range(exactly.bit_length()) if exactly >> number & 1
        ),
        fewest=taken + (at_most & -at_most).bit_length() - 1,
        most=taken + at_least.bit_length() - 1,
    )


def _played_from_the_top(play: TrickPlay) -> TrickPlay:
    twin = play.copy()
    while not twin.is_over:
        if len(twin.legal_plays) > 1:
            raise SearchError("one player is bound to open with a certain card: play it first")
        twin.push(next(iter(twin.legal_plays)))
    return twin


@dataclass(frozen=True, slots=True)
class OpenPoints:
    """How a deal of Clabberjass ends with both hands open and best play.

    points  what each seat scores in all, before the bidder's failure is looked at.
    scores  what each seat gains in the deal.
    plays   for each legal card the points, in all, of the seat that plays it.
    """

    points: tuple[int, int]
    scores: tuple[int, int]
    plays: dict[Card, int]


def best_points(state: ClabberjassState) -> OpenPoints:
    """The best play of a deal of Clabberjass with both hands open, from its first card on.

    SearchError while trump is not fixed, and once the last trick is complete.

    More points are never worse for a seat, whoever has bid: so each plays for as many as possible,
    and what one wins the other does not.
    """
    play, trump, bidder = state.play, state.trump, state.bidder
    if play is None or trump is None or bidder is None or play.turn is None:
        raise SearchError("open cards are played out once trump is fixed and before the last trick")
    tables = tables_of(play.rules, lambda card: card_points(card, trump), (LAST_TRICK,))
    search = BestPoints(tables)
    had = [each.total for each in state.points]
    on_table = sum(card_points(card, trump) for card in play.trick)
    held = sum(card_points(card, trump) for hand in play.hands for card in hand)
    to_come = on_table + held + LAST_TRICK

    def total(at: TrickPlay, seat: int, won: int) -> int:
        return had[seat] + won + search.value(board_of_play(at, tables), seat)

    turn = play.turn
    plays = {}
    for card in play.legal_plays:
        after = play.copy()
        after.push(card)
        won = after.cards_won[turn] - play.cards_won[turn]
        worth = sum(card_points(each, trump) for each in won)
        if after.is_over:
            plays[card] = had[turn] + worth + (LAST_TRICK if after.leader == turn else 0)
        else:
            plays[card] = total(after, turn, worth)
    best = max(plays.values())
    points = [0, 0]
    points[turn] = best
    points[1 - turn] = sum(had) + to_come - best
    both = points[NON_DEALER], points[DEALER]
    return OpenPoints(both, settled_points(both, bidder), plays)
