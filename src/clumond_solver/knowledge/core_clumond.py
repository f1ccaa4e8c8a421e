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
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver.base.cards import Hand, Strain, Suit
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import RULES, Play
from clumond_solver.games.clumond.scoring import off_table, undeclared_score
from clumond_solver.knowledge.clumond import Knowledge
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


def clumond_board(source: Play | Knowledge) -> Board:
    """The core's board of a play, or of what a seat knows of it (hidden hands are empty)."""
    masks = [hand.mask for hand in source.hands]
    for offset, card in enumerate(source.trick):
        masks[(source.leader + offset) % len(Seat)] |= card.mask
    board = Board(
        rules_of(source.strain), masks, source.leader, source.tricks_taken, source.tricks_left
    )
    for card in source.trick:
        board.play(card.bit)
    return board


def seat_knowledge(knowledge: Knowledge) -> SeatKnowledge:
    """The core's form of what a seat knows, for searches and for games on deals drawn from it."""
    return SeatKnowledge(
        clumond_board(knowledge),
        clumond_payoffs(knowledge.declarer, knowledge.supplementary),
        knowledge.seat,
        knowledge.unseen.mask,
        knowledge.sizes,
        _open_suits(knowledge),
        [(seat, card.bit) for seat, card in knowledge.played],
    )


def open_knowledge(knowledge: Knowledge, hands: Sequence[Hand]) -> SeatKnowledge:
    """The core's form of the same point with these hands, for games of this deal only."""
    return SeatKnowledge(
        clumond_board(knowledge.play(hands)),
        clumond_payoffs(knowledge.declarer, knowledge.supplementary),
        -1,
        0,
        knowledge.sizes,
        _open_suits(knowledge),
    )


def _open_suits(knowledge: Knowledge) -> list[int]:
    """By seat, the mask of the suits in which it has not shown a void."""
    return [sum(suit.mask for suit in Suit if suit not in knowledge.voids[seat]) for seat in Seat]


@cache
def rules_of(strain: Strain) -> Rules:
    """The rules of play in a strain."""
    return tables_of(RULES[strain], tables_type=Rules)
