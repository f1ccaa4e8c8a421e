"""What the player would play at first sight, before any search.

The one place where a first guess comes from.

>>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
>>> chances = first_guess(play)
>>> [str(card) for card in chances], round(sum(chances.values()), 9)
(['D2', 'S4', 'C3', 'CA'], 1.0)
"""

from __future__ import annotations

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RuleError
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.knowledge.core_clumond import seat_knowledge
from clumond_solver.single_dummy.nets import shipped_nets


def first_guess(play: Play) -> dict[Card, float]:
    """How likely the seat to play plays each of its cards at first sight: chances that add up to 1.

    Only what that seat has seen counts. Of touching cards, no card between them being held or
    winning the trick, the lowest stands for all. RuleError if the hand is over.
    """
    turn = play.turn
    if turn is None:
        raise RuleError("the hand is over: there is no card to guess")
    chances = shipped_nets().card_chances(seat_knowledge(Knowledge.of(play, turn)))
    return {Card.from_bit(bit): chance for bit, chance in chances.items()}
