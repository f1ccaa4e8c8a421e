"""Why the plan of a guided hand of Clumond is another one than before.

>>> before, now = parse_ending("♥♥♠ with five tricks"), parse_ending("♣♥♦ with five tricks")
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> change_text(play, Seat.FOREHAND, before, now)
'New plan, as the cards have fallen: ♣♥♦ with five tricks, no longer ♥♥♠ with five tricks.'
"""

from __future__ import annotations

from clumond_solver.base.cards import Rank
from clumond_solver.base.errors import NotationError
from clumond_solver.base.wording import counted_in_words
from clumond_solver.coach.reasons.endings import Ending, ending_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention

# Supplementary tricks included.
_MOST_TRICKS = 52


def parse_ending(text: str) -> Ending:
    """Read the text of an ending, as `ending_text` writes it; NotationError otherwise."""
    kept, _, tricks = text.partition(" with ")
    totals = [n for n in range(_MOST_TRICKS) if counted_in_words(n, "trick") == tricks]
    if not totals:
        raise NotationError("no number of tricks", text)
    return Retention.parse(kept), totals[0]


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
