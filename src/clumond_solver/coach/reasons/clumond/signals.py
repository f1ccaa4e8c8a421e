"""What a defender's card tells his partner by the author's signals."""

from __future__ import annotations

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.coach.reasons.clumond.wordings_of_clumond import OF_RETURN, shows
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.coach.reasons.thresholds import FEW_LENGTHS, FEWEST_TRICKS_FOR_SIGNALS
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.signals import Lengths, SignalKind, signals
from clumond_solver.knowledge.clumond_views import ClumondView

# These tell a length by the rank of the card: high from an even length, low from an odd one.
_BY_RANK = {SignalKind.OPENS, SignalKind.FIRST}


def shown_length(
    view: ClumondView, declarer: Seat, card: Card, other: Card | None, *, of_length: bool = False
) -> Fact | None:
    """What the card tells, if that is true and the other card does not tell it too.

    ``of_length``: only if it tells a length itself, rather than by coming back to a suit.
    """
    own = Hand.from_cards(played for seat, played in view.plays if seat is view.seat)
    dealt = view.hand | own
    # Signals are for the first tricks; they need the play from its first card.
    if view.tricks_left < FEWEST_TRICKS_FOR_SIGNALS or len(dealt) < FULL_HAND:
        return None
    new = _new_signals(view, declarer, dealt, card)
    if other is not None and new == _new_signals(view, declarer, dealt, other):
        return None
    for how, suit, lengths in new:
        if how in _BY_RANK or (how in OF_RETURN and len(lengths) <= FEW_LENGTHS):
            is_answer = how is SignalKind.FIRST and view.leader is not declarer
            answers = view.trick[0] if is_answer and view.trick else None
            is_left_out = of_length and how in OF_RETURN
            is_even = dealt.length(suit) % 2 == 0
            return None if is_left_out else shows(card, how, suit, lengths, is_even, answers)
    return None


def _new_signals(
    view: ClumondView, declarer: Seat, dealt: Hand, card: Card
) -> list[tuple[SignalKind, Suit, Lengths]]:
    """The signals of the card that show something new; none if any of them is untrue."""
    moves = view.plays
    all_signals = signals([*moves, (view.seat, card)], declarer, view.strain)
    before = {(one.seat, one.suit): one.lengths for one in all_signals if one.number < len(moves)}
    new = [one for one in all_signals if one.number == len(moves)]
    if not all(one.is_true_of(dealt, view.strain) for one in new):
        return []
    return [
        (one.kind, one.suit, one.lengths)
        for one in new
        if before.get((one.seat, one.suit)) != one.lengths
    ]
