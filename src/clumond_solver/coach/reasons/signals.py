"""What a defender's card tells his partner by the author's signals."""

from __future__ import annotations

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.wording import in_words
from clumond_solver.coach.reasons.words import Speaker, either
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.signals import (
    Lengths,
    SignalKind,
    infer_lengths,
    signals,
)
from clumond_solver.knowledge.clumond import ClumondView

# Signals are mentioned while at least this many tricks are left; lengths, if at most this many are
# possible.
_FEWEST_TRICKS_LEFT = 7
_FEW = 3


class Signals(Speaker):
    """What a defender's card tells his partner by the author's signals."""

    def __init__(self, view: ClumondView, declarer: Seat, who: str) -> None:
        """Reconstruct the hand that the seat was dealt."""
        super().__init__(who)
        self.view = view
        self._declarer = declarer
        own = Hand.from_cards(card for seat, card in view.plays if seat is view.seat)
        self._dealt = view.hand | own

    def sentence(self, card: Card, other: Card | None, *, of_length: bool = False) -> str:
        """What the card tells, if that is true and the other card does not tell it too; or "".

        ``of_length``: only if it tells a length itself, rather than by coming back to a suit.
        """
        # Signals are for the first tricks; they need the play from its first card.
        if self.view.tricks_left < _FEWEST_TRICKS_LEFT or len(self._dealt) < FULL_HAND:
            return ""
        new_signals = self._new_signals(card)
        if other is not None and new_signals == self._new_signals(other):
            return ""
        for kind, suit, lengths in new_signals:
            if text := self._text(card, kind, suit, lengths):
                is_by_return = kind in {SignalKind.RETURNS, SignalKind.LEAVES}
                return (
                    "" if of_length and is_by_return else f"To a partner who reads signals, {text}."
                )
        return ""

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

    def _text(self, card: Card, kind: SignalKind, suit: Suit, lengths: Lengths) -> str:
        suits = suit.name.lower()
        if kind in {SignalKind.RETURNS, SignalKind.LEAVES}:
            played = "playing" if kind is SignalKind.RETURNS else "not playing"
            words = f"{played} {suits} again at once shows that {self.who} had "
            return f"{words}{either(lengths)} of them" if len(lengths) <= _FEW else ""
        even = self._dealt.length(suit) % 2 == 0
        words = f"{card.pretty()}, {self.whose} {'highest' if even else 'lowest'},"
        number = f"an {'even' if even else 'odd'} number of {suits}"
        if kind is SignalKind.OPENS:
            return f"{words} shows {number}, {in_words(lengths[0])} or more"
        if not self.view.trick or self.view.leader is self._declarer:
            return f"{words} shows {number}"
        return f"{words} answers {self._partners_lead()} with {number}"

    def _partners_lead(self) -> str:
        """The card that partner led, and the lengths of its suit that it shows."""
        view = self.view
        led = view.trick[0]
        inferred = infer_lengths(view.plays, self._declarer, view.strain, view.seat, self._dealt)
        lengths = inferred[led.suit][view.leader] if led.suit in inferred else ()
        length_text = f" ({either(lengths)})" if 0 < len(lengths) <= _FEW else ""
        return f"partner's {led.pretty()}{length_text}"
