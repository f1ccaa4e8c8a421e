"""What a defender's card tells his partner by the author's signals, or another card would."""

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

# A defender's reasons mention signals while this many tricks are left, and this many lengths.
_SIGNALS_FROM = 7
_FEW = 3


class Signals(Speaker):
    """What a defender's card tells his partner by the author's signals, or another one would."""

    def __init__(self, knowledge: Knowledge, declarer: Seat, who: str) -> None:
        """Know the cards that the seat was dealt."""
        super().__init__(who)
        self.knowledge = knowledge
        self._declarer = declarer
        own = Hand.from_cards(card for seat, card in knowledge.played if seat is knowledge.seat)
        self._dealt = knowledge.hand | own

    def sentences(self, card: Card, other: Card | None) -> Iterable[str]:
        """What the card tells, if that is true; else what the card that they ask for would."""
        # Signals are for the first tricks; where the play began in the middle none can be read.
        if self.knowledge.tricks_left < _SIGNALS_FROM or len(self._dealt) < FULL_HAND:
            return
        shown, asked = self._shown_by(card), self._asked()
        if shown and (other is None or shown != self._shown_by(other)):
            texts = [self._text(card, *news, would=False) for news in shown]
        elif not shown and asked is not None:
            texts = [self._text(asked, *news, would=True) for news in self._shown_by(asked)]
        else:
            return
        yield from (f"By the author's signals {text}." for text in [*filter(None, texts)][:1])

    def _asked(self) -> Card | None:
        """The card that the signals ask for; None where several would do."""
        knowledge = self.knowledge
        if not knowledge.played:
            return signal_card(self._dealt, suit_to_open(self._dealt, knowledge.strain.suit))
        if not knowledge.trick:
            return None
        led = knowledge.trick[0].suit
        fresh = self._dealt.length(led) == knowledge.hand.length(led) > 0
        return signal_card(knowledge.hand, led) if fresh else None

    def _shown_by(self, card: Card) -> list[tuple[SignalKind, Suit, Lengths]]:
        """What the card would show that was not known before; nothing if any of it is untrue."""
        moves = self.knowledge.played
        given = signals(
            [*moves, (self.knowledge.seat, card)], self._declarer, self.knowledge.strain
        )
        before = {
            (signal.seat, signal.suit): signal.lengths
            for signal in given
            if signal.number < len(moves)
        }
        new = [signal for signal in given if signal.number == len(moves)]
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
        """The card led by partner, and how many of its suit it shows."""
        knowledge = self.knowledge
        led = knowledge.trick[0]
        read = infer_lengths(
            knowledge.played, self._declarer, knowledge.strain, knowledge.seat, self._dealt
        )
        lengths = read[led.suit][knowledge.leader] if led.suit in read else ()
        shown = f" ({either(lengths)})" if 0 < len(lengths) <= _FEW else ""
        return f"partner's {led.pretty()}{shown}"
