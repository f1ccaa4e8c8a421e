"""Proofs that the rest of a deal is forced, from what one player has seen.

A proof tries all ways to play on in all deals that agree with what the seat has seen, or shows
that the seat wins every trick whatever it plays, or that it cannot succeed any more, where success
decides all.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> from clumond_solver.games.sessions import Session
>>> session = Session(ClumondGame(hands=1), seed=3)
>>> is_forced(View.of(session.state, session.state.turn))
False
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import chain

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.errors import ClumondError
from clumond_solver.knowledge.views import PlayView, View
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import AnySuit, TrickRules
from clumond_solver.single_dummy.action_choice import played_out
from clumond_solver.single_dummy.last_tricks import LastChances

# Random playouts before a proof: usually two of them end differently, and no proof is needed.
_PLAYOUTS = 20
# The most deals, and the most actions in all of them, that a proof may try.
_MOST_WORLDS = 400
_MOST_ACTIONS = 6_000
# Longer endings are hardly ever forced, and take long to try.
_MOST_TRICKS = 5


def is_forced(view: View) -> bool:
    """Whether every way to play on, in every deal that the seat may face, gives the same scores.

    Uses only what the seat has seen. False also if there is no proof within the limits.
    """
    play = view.play
    if play is None or play.turn != view.seat or not 1 <= play.tricks_left <= _MOST_TRICKS:
        return False
    try:
        if _ends_differ(view.sample_worlds(_PLAYOUTS, 0), random.Random(0)):
            return False
        return (
            _wins_all(view, play)
            or _is_decided(view, play)
            or _ends_alike(view.all_worlds(_MOST_WORLDS) or ())
        )
    except ClumondError:
        return False


def ends_well(state: TrickState, seat: int) -> bool:
    """Whether a deal whose end is forced brings a seat more than the others have on average."""
    state = state.copy()
    while not state.is_over:
        state.push(next(iter(state.legal_actions)))
    return state.scores[seat] * len(state.scores) > sum(state.scores)


def _ends_differ(worlds: Iterable[TrickState], source: random.Random) -> bool:
    """Whether the deals end differently, each played out once at random."""
    return len({tuple(played_out(world, source)) for world in worlds}) > 1


class _NotProved(Exception):
    """Two ways to play on give different results, or there are too many ways."""


def _ends_alike(worlds: Iterable[TrickState]) -> bool:
    """Whether all ways to play on in all of these deals are known to give the same scores."""
    tried = 0
    ends = set[tuple[int, ...]]()

    def play_out(state: TrickState) -> None:
        nonlocal tried
        if state.is_over:
            ends.add(tuple(state.scores))
        for action in state.legal_actions:
            tried += 1
            if tried > _MOST_ACTIONS or len(ends) > 1:
                raise _NotProved
            state.push(action)
            play_out(state)
            state.pop()

    try:
        for world in worlds:
            play_out(world)
    except _NotProved:
        return False
    return len(ends) == 1


def _wins_all(view: View, play: PlayView) -> bool:
    """Whether the seat to play wins every trick whatever is played, and that settles the deal."""
    rules, own = play.rules, view.held[view.seat]
    played = Hand.from_cards(card for cards in view.played for card in cards)
    others = view.layout.pack - own - played - view.held[-1]
    if rules.wild or rules.declares or not _is_settled_by_winning_all(view, play):
        return False
    if play.trick:
        may_play = Hand.from_cards(a.card for a in view.legal_actions if isinstance(a, PlayCard))
        still_to_come = others if len(play.trick) + 1 < rules.trick_size else ()
        opposing = (*(card_play.card for card_play in play.trick), *still_to_come)
        led = rules.suit_led(play.trick[0])
        if not all(_beats(card, led, opposing, rules) for card in may_play):
            return False
        # The only playable card will not be led later.
        own = own - may_play if len(may_play) == 1 else own
    return all(_beats(card, rules.suit_of(card), others, rules) for card in own)


def _is_decided(view: View, play: PlayView) -> bool:
    """Whether the seat cannot succeed any more, and that decides all scores."""
    if play.payoffs is None or play.payoffs.deciding_seat is None:
        return False
    # Every failure counts alike, and so does every success.
    awards = {*chain(*play.payoffs.awards[play.payoffs.deciding_seat])}
    return len(awards) == 2 and LastChances.of(view).is_lost


def _beats(card: Card, led: AnySuit, others: Iterable[Card], rules: TrickRules) -> bool:
    power = rules.power(led, card)
    return all(rules.power(led, other) < power for other in others)


def _is_settled_by_winning_all(view: View, play: PlayView) -> bool:
    """Whether the scores do not depend on the cards that the others play to tricks of the seat."""
    payoffs = play.payoffs
    if payoffs is None or payoffs.pair_points or play.rules.kept:
        return False
    all_are_played = not (view.held[-1] or view.room[-1] or play.rules.sitting_out)
    return all_are_played or (not any(payoffs.card_points) and payoffs.rest_award is None)
