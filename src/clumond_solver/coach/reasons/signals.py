"""Sentences about the author's signals: what a defender's card tells his partner."""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.wording import NUMBERS
from clumond_solver.coach.reasons.words import Speaker, either
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.signals import (
    Lengths,
    SignalKind,
    infer_lengths,
    signal_card,
    signals,
    suit_to_open,
)
from clumond_solver.knowledge.clumond import Knowledge

# Signals are mentioned while at least this many tricks are left; lengths, if at most this many are
# possible.
_FEWEST_TRICKS_LEFT = 7
_FEW = 3


class Signals(Speaker):
    """What a defender's card tells his partner by the author's signals, or another one would."""

    def __init__(self, knowledge: Knowledge, declarer: Seat, who: str) -> None:
        """Reconstruct the hand that the seat was dealt."""
        super().__init__(who)
        self.knowledge = knowledge
        self._declarer = declarer
        own = Hand.from_cards(card for seat, card in knowledge.played if seat is knowledge.seat)
        self._dealt = knowledge.hand | own

    def sentences(self, card: Card, other: Card | None) -> Iterable[str]:
        """What the card tells if that is true, else what the card that signals ask for would."""
        # Signals are for the first tricks; they need the play from its first card.
        if self.knowledge.tricks_left < _FEWEST_TRICKS_LEFT or len(self._dealt) < FULL_HAND:
            return
        new_signals, signal = self._new_signals(card), self._proper_signal()
        if new_signals and (other is None or new_signals != self._new_signals(other)):
            texts = [self._text(card, *new, would=False) for new in new_signals]
        elif not new_signals and signal is not None:
            texts = [self._text(signal, *new, would=True) for new in self._new_signals(signal)]
        else:
            return
        yield from (f"By the author's signals {text}." for text in [*filter(None, texts)][:1])

    def _proper_signal(self) -> Card | None:
        """The card that the signals ask for now; None if they ask for none."""
        knowledge = self.knowledge
        if not knowledge.played:
            return signal_card(self._dealt, suit_to_open(self._dealt, knowledge.strain.suit))
        if not knowledge.trick:
            return None
        led = knowledge.trick[0].suit
        is_first_of_suit = self._dealt.length(led) == knowledge.hand.length(led) > 0
        return signal_card(knowledge.hand, led) if is_first_of_suit else None

    def _new_signals(self, card: Card) -> list[tuple[SignalKind, Suit, Lengths]]:
        """The signals of the card that show something new; none if any of them is untrue."""
        moves = self.knowledge.played
        all_signals = signals(
            [*moves, (self.knowledge.seat, card)], self._declarer, self.knowledge.strain
        )
        before = {
            (signal.seat, signal.suit): signal.lengths
            for signal in all_signals
            if signal.number < len(moves)
        }
        new = [signal for signal in all_signals if signal.number == len(moves)]
        if not all(signal.is_true_of(self._dealt, self.knowledge.strain) for signal in new):
            return []
        return [
            (signal.kind, signal.suit, signal.lengths)
            for signal in new
            if before.get((signal.seat, signal.suit)) != signal.lengths
        ]

    def _text(
        self, card: Card, kind: SignalKind, suit: Suit, lengths: Lengths, *, would: bool
    ) -> str:
        suits = suit.name.lower()
        if kind in {SignalKind.RETURNS, SignalKind.LEAVES}:
            round_ = "a" if kind is SignalKind.RETURNS else "no"
            words = f"{round_} second round of {suits} at once says that {self.who} had "
            return words + either(lengths) if len(lengths) <= _FEW else ""
        even = self._dealt.length(suit) % 2 == 0
        words = f"{card.pretty()}, {self.whose} {'highest' if even else 'lowest'},"
        number = f"an {'even' if even else 'odd'} number of {suits}"
        shows, answers = ("would show", "would answer") if would else ("shows", "answers")
        if kind is SignalKind.OPENS:
            return f"{words} {shows} {number}, {NUMBERS[lengths[0]]} or more"
        if not self.knowledge.trick or self.knowledge.leader is self._declarer:
            return f"{words} {shows} {number}"
        return f"{words} {answers} {self._partners_lead()} with {number}"

    def _partners_lead(self) -> str:
        """The card that partner led, and the lengths of its suit that it shows."""
        knowledge = self.knowledge
        led = knowledge.trick[0]
        inferred = infer_lengths(
            knowledge.played, self._declarer, knowledge.strain, knowledge.seat, self._dealt
        )
        lengths = inferred[led.suit][knowledge.leader] if led.suit in inferred else ()
        length_text = f" ({either(lengths)})" if 0 < len(lengths) <= _FEW else ""
        return f"partner's {led.pretty()}{length_text}"
