"""What a hand of Clumond is worth: chips out of a pot that is carried over, or points on paper."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement

from clumond_solver.cards import Suit
from clumond_solver.errors import RuleError
from clumond_solver.games.clumond.deals import KEPT_CARDS, Seat
from clumond_solver.games.clumond.play import (
    TRICKS,
    Outcome,
    ParReading,
    Retention,
    SeatOutcome,
)

_PAPER_SUCCESS, _PAPER_DECLARED, PAPER_DEFENCE = 2, 10, 5
_MOST_CODE = KEPT_CARDS * max(Suit)


class Scoring(StrEnum):
    """How hands are paid: chips and a pot that is carried over, or points on paper.

    >>> from clumond_solver.games.clumond.game import ClumondGame
    >>> ClumondGame(scoring=Scoring.CHIPS).opening().totals
    (50, 50, 50)
    """

    CHIPS = "chips"
    PAPER = "paper"


def paper_scores(
    outcome: Outcome, par: ParReading | str = ParReading.NEAREST
) -> tuple[int, int, int]:
    """What each seat scores on paper for a hand.

    Declared: +10 to a declarer who succeeds, else +5 to each defender. Undeclared: +2 to each
    player who succeeds, -1 for each trick off to the others.
    """
    forehand, middlehand, rearhand = (_paper_score(outcome, seat, par) for seat in Seat)
    return forehand, middlehand, rearhand


def _paper_score(outcome: Outcome, seat: Seat, par: ParReading | str) -> int:
    if outcome.declarer is None:
        return _PAPER_SUCCESS if outcome[seat].success else -outcome[seat].off(par)
    if outcome.declarer_succeeded:
        return _PAPER_DECLARED if seat is outcome.declarer else 0
    return 0 if seat is outcome.declarer else PAPER_DEFENCE


@dataclass(frozen=True, slots=True, order=True)
class Settlement:
    """What each seat draws from the pot (negative: pays into it), and what stays in the pot."""

    gains: tuple[int, int, int]
    pot: int


def settle_chips(
    outcome: Outcome, pot: int, par: ParReading | str = ParReading.NEAREST
) -> Settlement:
    """Pay a hand in chips, the antes being in the pot already.

    Declared: success takes the pot; failure splits it between the opponents, an odd chip staying.
    Undeclared: players who are off pay a chip for each trick; then each player who succeeded draws
    a third, rounded down, of the pot as it then stands. RuleError for a negative pot.
    """
    if pot < 0:
        raise RuleError(f"a pot of {pot} chips")
    gains = [0, 0, 0]
    if outcome.declarer is None:
        for seat in Seat:
            gains[seat] = -outcome[seat].off(par)
        filled = pot - sum(gains)
        for seat in Seat:
            if outcome[seat].success:
                gains[seat] = filled // 3
    elif outcome.declarer_succeeded:
        gains[outcome.declarer] = pot
    else:
        for seat in Seat:
            gains[seat] = 0 if seat is outcome.declarer else pot // 2
    return Settlement((gains[0], gains[1], gains[2]), pot - sum(gains))


def _tricks_off(code: int, taken: int, supplementary: int, par: ParReading) -> int:
    return SeatOutcome(_RETENTIONS[code], taken, supplementary).off(par)


# Compiling all awards takes longer than a deal; there are few of them.
@cache
def awards(
    scoring: Scoring,
    par: ParReading,
    pot: int,
    supplementary: tuple[int, int, int],
    declarer: Seat | None,
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By seat, code kept and tricks taken: what success brings, or minus the tricks off."""
    paper = scoring is Scoring.PAPER
    success = _PAPER_DECLARED if paper else pot

    def award(seat: Seat, code: int, taken: int) -> int:
        off = _tricks_off(code, taken, supplementary[seat], par)
        if declarer is None:
            return -off if off or not paper else _PAPER_SUCCESS
        return 0 if off or seat is not declarer else success

    return tuple(
        tuple(
            tuple(award(seat, code, taken) for taken in range(TRICKS + 1))
            for code in range(_MOST_CODE + 1)
        )
        for seat in Seat
    )


_RETENTIONS = {
    int(first) + second + third: Retention((first, second, third))
    for first, second, third in combinations_with_replacement(sorted(Suit, reverse=True), 3)
}
