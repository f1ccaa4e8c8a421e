# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""What a defender's card tells his partner by the author's signals."""

from __future__ import annotations

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.wording import in_words
from clumond_solver.coach.reasons.facts import Fact, kind
from clumond_solver.coach.reasons.thresholds import FEW_LENGTHS, FEWEST_TRICKS_FOR_SIGNALS
from clumond_solver.coach.reasons.words import Speaker, either, suit_word
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.signals import (
    Lengths,
    SignalKind,
    infer_lengths,
    signals,
)
from clumond_solver.knowledge.clumond import ClumondView

# These tell a length by playing the suit again at once, or by not doing so.
_OF_RETURN = {SignalKind.RETURNS, SignalKind.LEAVES}


@kind
def shows(
    say: Speaker,
    card: Card,
    how: SignalKind,
    suit: Suit,
    lengths: Lengths,
    is_even: bool,
    answers: Card | None = None,
    partners: Lengths = (),
) -> str:
    """The lengths of a suit that a card shows to a partner who reads signals.

    ``is_even`` is the parity of the length. ``answers`` is the card that partner led, if it answers
    one, ``partners`` the lengths that that shows.
    """
    name, reader = suit_word(suit), "to a partner who reads signals,"
    if how in _OF_RETURN:
        again = f"{'' if how is SignalKind.RETURNS else 'not '}playing {name} again"
        return f"{reader} {again} at once shows that {say.who} had {either(lengths)} of them"
    number = f"an {'even' if is_even else 'odd'} number of {name}"
    head = f"{reader} {card.pretty()}, {say.whose} {'highest' if is_even else 'lowest'},"
    if how is SignalKind.OPENS:
        return f"{head} shows {number}, {in_words(lengths[0])} or more"
    if answers is None:
        return f"{head} shows {number}"
    shown = f" ({either(partners)})" if partners else ""
    return f"{head} answers partner's {answers.pretty()}{shown} with {number}"


class Signals:
    """What a defender's card tells his partner by the author's signals."""

    def __init__(self, view: ClumondView, declarer: Seat) -> None:
        """Reconstruct the hand that the seat was dealt."""
        self.view = view
        self._declarer = declarer
        own = Hand.from_cards(card for seat, card in view.plays if seat is view.seat)
        self._dealt = view.hand | own

    def of(self, card: Card, other: Card | None, *, of_length: bool = False) -> Fact | None:
        """What the card tells, if that is true and the other card does not tell it too.

        ``of_length``: only if it tells a length itself, rather than by coming back to a suit.
        """
        # Signals are for the first tricks; they need the play from its first card.
        is_early = self.view.tricks_left >= FEWEST_TRICKS_FOR_SIGNALS
        if not is_early or len(self._dealt) < FULL_HAND:
            return None
        new = self._new_signals(card)
        if other is not None and new == self._new_signals(other):
            return None
        for how, suit, lengths in new:
            if how not in _OF_RETURN or len(lengths) <= FEW_LENGTHS:
                is_left_out = of_length and how in _OF_RETURN
                return None if is_left_out else self._shows(card, how, suit, lengths)
        return None

    def _new_signals(self, card: Card) -> list[tuple[SignalKind, Suit, Lengths]]:
        """The signals of the card that show something new; none if any of them is untrue."""
        moves = self.view.plays
        all_signals = signals([*moves, (self.view.seat, card)], self._declarer, self.view.strain)
        before = {
            (signal.seat, signal.suit): signal.lengths
            for signal in all_signals
            if signal.number < len(moves)
        }
        new = [signal for signal in all_signals if signal.number == len(moves)]
        if not all(signal.is_true_of(self._dealt, self.view.strain) for signal in new):
            return []
        return [
            (signal.kind, signal.suit, signal.lengths)
            for signal in new
            if before.get((signal.seat, signal.suit)) != signal.lengths
        ]

    def _shows(self, card: Card, how: SignalKind, suit: Suit, lengths: Lengths) -> Fact:
        """The signal, and what it answers: the card that partner led, and the lengths it shows."""
        view, is_even = self.view, self._dealt.length(suit) % 2 == 0
        is_first = not view.trick or view.leader is self._declarer
        if is_first or how in {SignalKind.OPENS, *_OF_RETURN}:
            return shows(card, how, suit, lengths, is_even)
        led = view.trick[0]
        inferred = infer_lengths(view.plays, self._declarer, view.strain, view.seat, self._dealt)
        partners = inferred[led.suit][view.leader] if led.suit in inferred else ()
        partners = partners if len(partners) <= FEW_LENGTHS else ()
        return shows(card, how, suit, lengths, is_even, led, partners)
