"""Signals of the defence as players give and read them, where a table or a style has agreed on it.

A defender gives a signal where its card is worth as much as the best; a reader draws deals that
agree with what the others' cards say, and others with the weight of a doubt.

>>> from clumond_solver.games.clumond.deals import Deal
>>> from clumond_solver.games.clumond.play import Play
>>> deal = Deal.parse("F:K8.A876532.Q32.A984 J965.K9.AJ964.K7632 AQ7432.QJ4.K875.QJ5")
>>> play = Play(deal, Seat.REARHAND, "spades")
>>> play.push("H2")
>>> [suit for _, suit, *_ in signals_read(ClumondView.of(play, Seat.MIDDLEHAND))]
[Suit.HEARTS, Suit.HEARTS]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clumond_solver.base.cards import Card, Hand
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.games.clumond.signals import Signal, SignalKind, signals
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.results import Choice
from clumond_solver.rules.actions import PlayCard

#: What a signal's card may be worth less than the best: a search does not tell such cards apart.
LUCK = 0.02
# The weight of a deal in which a card tells no truth, beside one in which it does: the shares of
# such cards of strong defenders who signal (`benchmarks.signal_match`). Of an opening lead the suit
# has a doubt of its own; its rank has that of all first cards.
_DOUBTS = {
    SignalKind.OPENS: 0.6,
    SignalKind.FIRST: 0.33,
    SignalKind.RETURNS: 0.6,
    SignalKind.LEAVES: 0.14,
}
_ANY_LENGTH = 0xFFFF
# A fact as the core reads it: seat and suit, the card whose rank shows the length or -1, whether
# the suit is the one to open, a bit for each length that agrees, and the doubt.
_CoreSignal = tuple[int, int, int, bool, int, float]


def signals_read(view: ClumondView) -> list[_CoreSignal]:
    """What the defenders' cards said, for the core; nothing if the first cards are not known."""
    if view.declarer is None or not knows_all_plays(view):
        return []
    # What trumps opened say of the other suits follows from the suit opened.
    said = signals(view.plays, view.declarer, view.strain)
    return [
        fact
        for signal in said
        if signal.kind is not SignalKind.ATTACKS
        for fact in _for_core(signal)
    ]


def knows_all_plays(view: ClumondView) -> bool:
    """Whether the play is known from its first card."""
    return view.tricks_left + len(view.plays) // len(Seat) >= TRICKS


def dealt_to(view: ClumondView) -> Hand:
    """The seat's hand with the cards that it has played."""
    return view.hand | Hand.from_cards(card for seat, card in view.plays if seat is view.seat)


def _for_core(signal: Signal) -> Iterator[_CoreSignal]:
    seat, suit, doubt = signal.seat, signal.suit, _DOUBTS[signal.kind]
    if signal.kind is SignalKind.OPENS:
        yield seat, suit, -1, True, _ANY_LENGTH, doubt
    if signal.is_by_rank:
        yield seat, suit, signal.card.bit, False, _ANY_LENGTH, _DOUBTS[SignalKind.FIRST]
    else:
        yield seat, suit, -1, False, sum(1 << length for length in signal.alone), doubt


def with_signal(choice: Choice[PlayCard], view: ClumondView) -> Choice[PlayCard]:
    """The choice with the best card that signals, among those worth as much as the one chosen.

    The choice itself for declarer, and where no such card tells the truth.
    """
    if view.declarer in {None, view.seat} or not knows_all_plays(view):
        return choice
    values = {play: rated.value for play, rated in choice.values.items()}
    least = values[choice.action] - LUCK
    near = [play for play, value in values.items() if value >= least and play != choice.action]
    for play in (choice.action, *sorted(near, key=values.__getitem__, reverse=True)):
        if tells_truth(view, play.card):
            return replace(choice, action=play)
    return choice


def tells_truth(view: ClumondView, card: Card) -> bool:
    """Whether all that a card of the seat to play would say, if anything, is true of its hand."""
    declarer, moves = view.declarer, [*view.plays, (view.seat, card)]
    assert declarer is not None
    dealt = dealt_to(view)
    return all(
        signal.is_true_of(dealt, view.strain)
        for signal in signals(moves, declarer, view.strain)
        if signal.number == len(view.plays)
    )
