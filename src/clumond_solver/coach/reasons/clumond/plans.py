"""Why the plan of a guided hand of Clumond is another one than before.

>>> from clumond_solver.games.clumond.play import Retention
>>> before, now = (Retention.parse("HHS"), 5), (Retention.parse("CHD"), 5)
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> change_text(play, Seat.FOREHAND, before, now)
'New plan, as the cards have fallen: ♣♥♦ with five tricks, no longer ♥♥♠ with five tricks.'
"""

from __future__ import annotations

from clumond_solver.base.cards import Rank
from clumond_solver.coach.reasons.clumond.endings import ending_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results.clumond_results import Ending


def change_text(play: Play, seat: Seat, before: Ending, now: Ending) -> str:
    """That a seat's plan has changed, and the card that did it, if the last trick explains it."""
    cause = _cause(play, seat, now[1] - before[1]) or "as the cards have fallen"
    return f"New plan, {cause}: {ending_text(now)}, no longer {ending_text(before)}."


def _cause(play: Play, seat: Seat, more: int) -> str:
    """The card that won or lost the last trick, if the plan has so many more tricks, or fewer."""
    if not play.tricks or not more:
        return ""
    trick = play.tricks[-1]
    own, best = (trick.cards[(who - trick.leader) % len(Seat)] for who in (seat, trick.winner))
    if trick.winner != seat:
        beaten = "took the last trick"
        if own.suit in {best.suit, trick.cards[0].suit}:
            beaten = f"{'beat' if own.suit is best.suit else 'ruffed'} your {own.pretty()}"
        return f"now that {best.pretty()} {beaten}" if more < 0 else ""
    fallen = [card for card in trick.cards if card.suit is own.suit and card != own]
    highest = max(fallen, default=own, key=lambda card: card.rank)
    if more < 0:
        return ""
    if highest is not own and highest.rank >= Rank.QUEEN:
        return f"now that {highest.pretty()} fell under your {own.pretty()}"
    return f"now that your {own.pretty()} took a trick"
