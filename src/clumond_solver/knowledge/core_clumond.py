"""Rules, payoffs and positions of Clumond, compiled into the core's flat state.

The core knows only masks and numbers; this module translates.

>>> from clumond_solver.base.cards import Strain
>>> from clumond_solver.games.clumond.deals import Deal, Seat
>>> from clumond_solver.games.clumond.play import Play
>>> clumond_board(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)).turn
1
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from clumond_solver._core.rules.clumond_tricks import Board, Payoffs, Rules
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver.base.cards import Hand, Strain, Suit
from clumond_solver.base.checks import as_int, check_type
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.seeds import checked_seed
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import RULES, Play
from clumond_solver.games.clumond.scoring import off_table, undeclared_score
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_any_game import core_errors, tables_of
from clumond_solver.knowledge.views import MOST_DEALS

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


def clumond_board(source: Play | ClumondView) -> Board:
    """The core's board of a play, or of what a seat knows of it: hidden hands are empty."""
    if isinstance(source, Play):
        return _board(source, source.hands)
    hands = [source.hand if seat is source.seat else Hand() for seat in Seat]
    with core_errors(f"{source.seat}'s view contradicts itself"):
        return _board(source, hands)


def _board(source: Play | ClumondView, hands: Sequence[Hand]) -> Board:
    masks = [hand.mask for hand in hands]
    for offset, card in enumerate(source.trick):
        masks[(source.leader + offset) % len(Seat)] |= card.mask
    board = Board(
        rules_of(source.strain), masks, source.leader, source.tricks_taken, source.tricks_left
    )
    for card in source.trick:
        board.play(card.bit)
    return board


def seat_knowledge(view: ClumondView) -> SeatKnowledge:
    """The core's form of what a seat knows, for searches and for games on deals drawn from it."""
    with core_errors(f"{view.seat}'s view contradicts itself"):
        return SeatKnowledge(
            clumond_board(view),
            clumond_payoffs(view.declarer, view.supplementary),
            view.seat,
            view.unseen.mask,
            view.sizes,
            _open_suits(view),
            [(seat, card.bit) for seat, card in view.plays],
        )


def open_knowledge(view: ClumondView, hands: Sequence[Hand]) -> SeatKnowledge:
    """The core's form of the same point with these hands, for games of this deal only."""
    return SeatKnowledge(
        clumond_board(view.play_of(hands)),
        clumond_payoffs(view.declarer, view.supplementary),
        -1,
        0,
        view.sizes,
        _open_suits(view),
    )


def _open_suits(view: ClumondView) -> list[int]:
    """By seat, the mask of the suits in which it has not shown a void, less what it cannot hold."""
    return [
        sum(suit.mask for suit in Suit if suit not in void)
        & ~(view.pool - view.may_hold[seat]).mask
        for seat, void in zip(Seat, view.voids, strict=True)
    ]


def sample_masks(view: ClumondView, count: int, *, seed: int = 0) -> list[tuple[int, int, int]]:
    """Draw deals as the masks of their hands, uniform over all that agree with the view.

    The seed, 0 to 2**64 - 1, fixes the deals. SearchError for a negative count; RuleError if no
    deal agrees with the view.
    """
    check_type(view, ClumondView, "a view of a hand of Clumond")
    if not 0 <= as_int(count, "a number of deals") <= MOST_DEALS:
        raise SearchError(f"{shown_number(count)} deals to sample: 0 to {MOST_DEALS}")
    drawn = seat_knowledge(view).draw(count, checked_seed(seed))
    if drawn is None:
        raise view.contradiction_error()
    own = view.hand.mask
    if view.seat is Seat.FOREHAND:
        return [(own, left, right) for left, right in drawn]
    if view.seat is Seat.MIDDLEHAND:
        return [(right, own, left) for left, right in drawn]
    return [(left, right, own) for left, right in drawn]


def sample_deals(view: ClumondView, count: int, *, seed: int = 0) -> list[tuple[Hand, Hand, Hand]]:
    """The deals of `sample_masks` as hands, by seat, as held now."""
    return [(Hand(f), Hand(m), Hand(r)) for f, m, r in sample_masks(view, count, seed=seed)]


@cache
def rules_of(strain: Strain) -> Rules:
    """The rules of play in a strain."""
    return tables_of(RULES[strain], tables_type=Rules)
