"""Rules, goals and positions of the package, compiled into the flat state of the engines.

The engines know only masks and numbers; this is the one place that translates.

>>> from clumond_solver.games.clumond.deals import Deal
>>> board_of(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)).turn
1
"""

from __future__ import annotations

from functools import cache

from clumond_solver._core.rules.clumond import Board, Tables, Targets
from clumond_solver.cards import Strain, Suit
from clumond_solver.compiled.trick_rules import tables_of
from clumond_solver.games.clumond.deals import KEPT_CARDS, Seat
from clumond_solver.games.clumond.play import TRICKS, Play, possible_pars
from clumond_solver.rules.tricks import TrickRules
from clumond_solver.seen.clumond import Knowledge

_CODES = range(KEPT_CARDS * max(Suit) + 1)
_TRICK_COUNTS = range(TRICKS + 1)
# Exploration is measured in these: success is 0 or 1, an undeclared hand's score spreads wider.
_DECLARED_SCALE = 1.0
_UNDECLARED_SCALE = 3.0


@cache
def targets_of(declarer: Seat | None, supplementary: tuple[int, int, int]) -> Targets:
    """What each finish is worth: success to a declarer, the paper score in an undeclared hand."""
    payoff = []
    success = []
    for seat in Seat:
        pars = [possible_pars(code, supplementary[seat]) for code in _CODES]
        off = [
            [min(abs(taken + supplementary[seat] - par) for par in each) for taken in _TRICK_COUNTS]
            for each in pars
        ]
        success.append(
            [sum(1 << taken for taken in _TRICK_COUNTS if not row[taken]) for row in off]
        )
        payoff.append([[_worth(miss, declarer) for miss in row] for row in off])
    scale = _UNDECLARED_SCALE if declarer is None else _DECLARED_SCALE
    return Targets(len(Seat), -1 if declarer is None else declarer, payoff, success, scale)


def _worth(off: int, declarer: Seat | None) -> float:
    if declarer is not None:
        return float(off == 0)
    return 2.0 if off == 0 else -float(off)


def board_of(source: Play | Knowledge) -> Board:
    """The position of a play, or of what a seat knows of it (the hidden hands are left empty)."""
    if isinstance(source, Play):
        masks = [hand.mask for hand in source.hands]
    else:
        masks = [source.hand.mask if seat == source.seat else 0 for seat in Seat]
    return Board(
        _CLUMOND_TABLES[source.strain],
        masks,
        source.leader,
        source.tricks_left,
        source.tricks_taken,
        [card.bit for card in source.trick],
    )


_CLUMOND_TABLES = {
    strain: Tables(tables_of(TrickRules.plain(len(Seat), strain.suit, kept=KEPT_CARDS)))
    for strain in Strain
}
