"""Exact answers with all hands open, in any game of the library.

There are two different questions:

- *One against all*: what a seat can force when all others play together against it
  (`forced_score`, `forced_actions`, `forced_tricks`).
- *Every seat for itself*: how the deal ends when all play for their own scores and know that the
  others do so too (`selfish_scores`).

Compiled searches give numbers of tricks (in any game, mainly for Clag) and card points
(Clabberjass) from the first card on. Other scores are found by trying all actions, which is fast
enough for the last tricks of a deal, such as the end of a hand of Clubs.

>>> from clumond_solver.base.cards import Card, Hand
>>> from clumond_solver.rules.tricks import TrickRules
>>> hands = [Hand.parse("A2..."), Hand.parse("K3..."), Hand.parse("Q4...")]
>>> forced = forced_tricks(TrickPlay(TrickRules.plain(3), hands), 0)
>>> sorted(forced.exactly), forced.fewest, forced.most
([1], 1, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from clumond_solver._core.double_dummy.any_game_search import BestPoints
from clumond_solver._core.double_dummy.any_game_search import ForcedTricks as ForcedTricksSearch
from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.errors import RuleError, SearchError
from clumond_solver.base.stopping import Deadline, check_not_stopped
from clumond_solver.games.clabberjass import (
    DEALER,
    LAST_TRICK_POINTS,
    NON_DEALER,
    ClabberjassState,
    card_points,
    clabberjass_rules,
    settled_scores,
)
from clumond_solver.knowledge.core_any_game import board_of_play, core_errors, tables_of
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import TrickPlay

_T = TypeVar("_T")


def forced_score(state: TrickState, seat: int) -> int:
    """The most that a seat can force as its gain in a deal, against all others together.

    It tries all actions: with four players, three cards each take less than a second, four cards
    each take minutes.
    """
    if state.is_over:
        return state.scores[seat]
    best = max if state.turn == seat else min
    return best(forced_actions(state, seat).values())


def forced_actions(state: TrickState, seat: int) -> dict[Action, int]:
    """The gain that ``seat`` can force after each legal action of the seat to act.

    Empty when the deal is over; as slow as `forced_score`.
    """
    return {
        action: _value_after(state, action, lambda: forced_score(state, seat))
        for action in state.legal_actions
    }


def selfish_scores(state: TrickState) -> tuple[int, ...]:
    """Each seat's gain when all play for themselves and foresee that the others do.

    Of actions with the same gain, a player chooses the one with the least total for the others, and
    the first of these: with more than two players, other tie-breaks may give other results. As slow
    as `forced_score`.
    """
    if state.is_over:
        return state.scores
    seat = state.seat_to_act
    outcomes = [
        _value_after(state, action, lambda: selfish_scores(state)) for action in state.legal_actions
    ]
    return max(outcomes, key=lambda scores: (scores[seat], scores[seat] - sum(scores)))


def _value_after(state: TrickState, action: Action, evaluate: Callable[[], _T]) -> _T:
    check_not_stopped()
    state.push(action)
    value = evaluate()
    state.pop()
    return value


@dataclass(frozen=True, slots=True)
class ForcedTricks:
    """How many tricks a seat can force against all others, including those it has taken.

    exactly  the numbers that it can force to be its total.
    fewest   the smallest number that it can force not to exceed.
    most     the largest number that it can force to reach.
    """

    exactly: frozenset[int]
    fewest: int
    most: int


_tables = lru_cache(maxsize=256)(tables_of)


def forced_tricks(play: TrickPlay, seat: int) -> ForcedTricks:
    """The numbers of tricks that a seat can force against all others, with all hands open.

    Hands that must be played from the top give one number. SearchError for a seat that does not
    play, or while a player must still lead a certain card.
    """
    if not 0 <= seat < play.rules.players:
        raise SearchError(f"no seat {seat} among {play.rules.players} players")
    taken = play.tricks_taken[seat]
    if play.has_forced_cards:
        final = _played_from_the_top(play).tricks_taken[seat]
        return ForcedTricks(frozenset({final}), final, final)
    with core_errors("the play cannot be searched"):
        tables = _tables(play.rules)
        board = board_of_play(play, tables)
    stop = Deadline(None).stop(checks_signals=True)
    exactly, at_most, at_least = (
        [taken + number for number in range(mask.bit_length()) if mask >> number & 1]
        for mask in ForcedTricksSearch(tables).forced_numbers(board, seat, stop)
    )
    check_not_stopped()
    return ForcedTricks(frozenset(exactly), fewest=min(at_most), most=max(at_least))


def _played_from_the_top(play: TrickPlay) -> TrickPlay:
    rest = play.copy()
    while not rest.is_over:
        if len(rest.legal_plays) > 1:
            raise SearchError("one player must open with a certain card: play it first")
        rest.push(next(iter(rest.legal_plays)))
    return rest


@dataclass(frozen=True, slots=True)
class OpenPoints:
    """How a deal of Clabberjass ends with both hands open and best play.

    points   each seat's points in the end, before the settlement with the bidder.
    scores   each seat's gain in the deal.
    margins  the final lead in points of the seat to play, by legal card.
    """

    points: tuple[int, int]
    scores: tuple[int, int]
    margins: dict[Card, int]


def best_points(state: TrickState) -> OpenPoints:
    """The results of best play in a deal of Clabberjass with both hands open.

    Each seat plays for the greatest margin in points, whoever has bid; sequences count for a seat
    that takes a trick. SearchError before trumps are fixed and after the last trick, RuleError for
    other games.
    """
    if not isinstance(state, ClabberjassState):
        raise RuleError("card points are counted in Clabberjass only")
    play, trump, bidder = state.play, state.trump, state.bidder
    if play is None or trump is None or bidder is None or play.turn is None:
        raise SearchError("best play: only once trump is fixed and before the last trick ends")
    best_play = _BestPlay(state, trump)
    margins = {card: best_play.margin(play.after([card]), play.turn) for card in play.legal_plays}
    points = best_play.points(play)
    return OpenPoints(points, settled_scores(points, bidder), margins)


class _BestPlay:
    """Best play in a deal of Clabberjass: by margins while it is open whether sequences count."""

    def __init__(self, state: ClabberjassState, trump: Suit) -> None:
        self._trump = trump
        self._announced = state.announced
        holder = max((NON_DEALER, DEALER), key=lambda seat: self._announced[seat].sequences)
        self._holder, self._bonus = holder, self._announced[holder].sequences
        rules = state.play.rules if state.play is not None else clabberjass_rules(trump)
        self._tables = tables_of(rules, lambda card: card_points(card, trump), (LAST_TRICK_POINTS,))
        self._points_search = BestPoints(self._tables)
        self._margin_search = BestPoints(self._tables)

    def margin(self, play: TrickPlay, seat: int) -> int:
        """The seat's lead in points in the end."""
        if play.is_over or not self._sequences_pending(play):
            points = self.points(play)
            return points[seat] - points[1 - seat]
        won = self._won_so_far(play)
        value = self._value(self._margin_search, play, seat, self._holder, self._bonus)
        return won[seat] - won[1 - seat] + value - self._points_left(play)

    def points(self, play: TrickPlay) -> tuple[int, int]:
        """The points of each seat in the end."""
        while (turn := play.turn) is not None and self._sequences_pending(play):
            next_plays = [play.after([card]) for card in play.legal_plays]
            margins = [self.margin(after, turn) for after in next_plays]
            play = next_plays[margins.index(max(margins))]
        first, second = self._won_so_far(play)
        if play.is_over:
            return first, second
        won = self._value(self._points_search, play, NON_DEALER)
        return first + won, second + self._points_left(play) - won

    def _value(
        self, search: BestPoints, play: TrickPlay, seat: int, holder: int = -1, bonus: int = 0
    ) -> int:
        """A search's answer; SearchError if the running call is stopped."""
        stop = Deadline(None).stop(checks_signals=True)
        value = search.value(board_of_play(play, self._tables), seat, holder, bonus, stop)
        check_not_stopped()
        return value

    def _sequences_pending(self, play: TrickPlay) -> bool:
        """Whether it is undecided if sequences will count."""
        return self._bonus > 0 and not play.tricks_taken[self._holder]

    def _won_so_far(self, play: TrickPlay) -> tuple[int, int]:
        """The points of each seat from the complete tricks."""
        return tuple(  # type: ignore[return-value]
            self._announced[seat].bella
            + (self._announced[seat].sequences if play.tricks_taken[seat] else 0)
            + sum(card_points(card, self._trump) for card in play.cards_won[seat])
            + (LAST_TRICK_POINTS if play.is_over and play.leader == seat else 0)
            for seat in (NON_DEALER, DEALER)
        )

    def _points_left(self, play: TrickPlay) -> int:
        cards = [*play.trick, *(card for hand in play.hands for card in hand)]
        return sum(card_points(card, self._trump) for card in cards) + LAST_TRICK_POINTS
