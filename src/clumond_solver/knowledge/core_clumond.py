"""Rules, payoffs and positions of Clumond, compiled into the core's flat state.

The core knows only masks and numbers; this module translates.

>>> from clumond_solver.games.clumond.deals import Deal
>>> clumond_board(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)).turn
1
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from clumond_solver._core.rules.clumond import Board, Payoffs, Rules
from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import RULES, TRICKS, Play
from clumond_solver.games.clumond.scoring import off_table, undeclared_score
from clumond_solver.knowledge.core_rules import tables_of

# The spread of results, in whose units tree searches explore: success is 0 or 1, the score of an
# undeclared hand varies more.
_DECLARED_SCALE = 1.0
_UNDECLARED_SCALE = 3.0


@cache
def clumond_payoffs(declarer: Seat | None, supplementary: tuple[int, int, int]) -> Payoffs:
    """What every ending pays: 1 if declarer succeeds, the paper score in an undeclared hand."""
    payoff, success = [], []
    for seat in Seat:
        table = off_table(supplementary[seat])
        success.append(
            [sum(1 << taken for taken, off in enumerate(row) if not off) for row in table]
        )
        payoff.append([[_value(off, declarer) for off in row] for row in table])
    scale = _UNDECLARED_SCALE if declarer is None else _DECLARED_SCALE
    return Payoffs(-1 if declarer is None else declarer, payoff, success, scale)


def _value(off: int, declarer: Seat | None) -> float:
    return float(undeclared_score(off) if declarer is None else off == 0)


def clumond_board(play: Play) -> Board:
    """The core's board of a play."""
    return board_of(play.strain, play.hands, play.leader, play.trick, play.tricks_taken)


def board_of(
    strain: Strain,
    hands: Sequence[Hand],
    leader: int,
    trick: Sequence[Card],
    tricks_taken: Sequence[int],
) -> Board:
    """The core's board; hidden hands are empty."""
    masks = [hand.mask for hand in hands]
    for offset, card in enumerate(trick):
        masks[(leader + offset) % len(Seat)] |= card.mask
    board = Board(rules_of(strain), masks, leader, tricks_taken, TRICKS - sum(tricks_taken))
    for card in trick:
        board.play(card.bit)
    return board


@cache
def rules_of(strain: Strain) -> Rules:
    """The rules of play in a strain."""
    return tables_of(RULES[strain], tables_type=Rules)
