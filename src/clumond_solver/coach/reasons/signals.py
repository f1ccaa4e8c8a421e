# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""What a defender's card tells his partner by the author's signals."""

from __future__ import annotations

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.wording import in_words
from clumond_solver.coach.reasons.facts import Fact, kind
from clumond_solver.coach.reasons.thresholds import FEW_LENGTHS, FEWEST_TRICKS_FOR_SIGNALS
from clumond_solver.coach.reasons.words import Speaker, either, suit_word
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.signals import Lengths, SignalKind, signals
from clumond_solver.knowledge.clumond import ClumondView

# These tell a length by playing the suit again at once, or by not doing so.
_OF_RETURN = {SignalKind.RETURNS, SignalKind.LEAVES}
# And these by the rank of the card: high from an even length, low from an odd one.
_BY_RANK = {SignalKind.OPENS, SignalKind.FIRST}


@kind
def shows(
    say: Speaker,
    card: Card,
    how: SignalKind,
    suit: Suit,
    lengths: Lengths,
    is_even: bool,
    answers: Card | None = None,
) -> str:
    """The lengths of a suit that a card shows to a partner who reads signals.

    ``is_even`` is the parity of the length, ``answers`` the card that partner led, if it answers
    one.
    """
    name, reader = suit_word(suit), "to a partner who reads signals,"
    if how in _OF_RETURN:
        again = f"{'' if how is SignalKind.RETURNS else 'not '}playing {name} again"
        return f"{reader} {again} at once shows that {say.who} had {either(lengths)} of them"
    number = f"an {'even' if is_even else 'odd'} number of {name}"
    least = f", {in_words(lengths[0])} or more" if how is SignalKind.OPENS else ""
    verb = "shows" if answers is None else f"answers partner's {answers.pretty()} with"
    rank = "highest" if is_even else "lowest"
    return f"{reader} {card.pretty()}, {say.whose} {rank}, {verb} {number}{least}"


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
        view = self.view
        # Signals are for the first tricks; they need the play from its first card.
        if view.tricks_left < FEWEST_TRICKS_FOR_SIGNALS or len(self._dealt) < FULL_HAND:
            return None
        new = self._new_signals(card)
        if other is not None and new == self._new_signals(other):
            return None
        for how, suit, lengths in new:
            if how in _BY_RANK or (how in _OF_RETURN and len(lengths) <= FEW_LENGTHS):
                is_answer = how is SignalKind.FIRST and view.leader is not self._declarer
                answers = view.trick[0] if is_answer and view.trick else None
                is_left_out = of_length and how in _OF_RETURN
                is_even = self._dealt.length(suit) % 2 == 0
                return None if is_left_out else shows(card, how, suit, lengths, is_even, answers)
        return None

    def _new_signals(self, card: Card) -> list[tuple[SignalKind, Suit, Lengths]]:
        """The signals of the card that show something new; none if any of them is untrue."""
        moves = self.view.plays
        all_signals = signals([*moves, (self.view.seat, card)], self._declarer, self.view.strain)
        before = {
            (one.seat, one.suit): one.lengths for one in all_signals if one.number < len(moves)
        }
        new = [one for one in all_signals if one.number == len(moves)]
        if not all(one.is_true_of(self._dealt, self.view.strain) for one in new):
            return []
        return [
            (one.kind, one.suit, one.lengths)
            for one in new
            if before.get((one.seat, one.suit)) != one.lengths
        ]
