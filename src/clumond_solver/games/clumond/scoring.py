"""The scoring of a hand of Clumond, its Four Tens variant, and a table's agreement on both.

Players win chips from a pot that is carried over, or points on paper. An `Agreement` holds all that
players, engines and advice must know of a hand besides the cards.

>>> Agreement().rewards, Agreement(Scoring.CHIPS, pot=9).rewards
(Rewards(success=10, defence=5), Rewards(success=9, defence=4))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import NoneType
from typing import NamedTuple, TypedDict

from clumond_solver.base.cards import Suit
from clumond_solver.base.checks import as_int, check_type, checked
from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.base.values import set_plain_fields
from clumond_solver.games.clumond.deals import KEPT_CARDS, ExposedTens, Seat
from clumond_solver.games.clumond.play import TRICKS, Outcome, ParReading, tricks_off


class Prefer(StrChoice):
    """Which expected score the recommended call maximises.

    RELATIVE  the caller's score less the mean of the others'.
    OWN       the caller's score alone.

    >>> [str(score) for score in Prefer]
    ['relative', 'own']
    """

    RELATIVE = "relative"
    OWN = "own"


DEFAULT_ANTE = 2
DEFAULT_POT = DEFAULT_ANTE * len(Seat)
MOST_CODE = KEPT_CARDS * max(Suit)
# More than any table needs, and exact as a float.
MOST_CHIPS = 10**12
# A success in an undeclared hand on paper; a failure scores below 0.
_UNDECLARED_SUCCESS = 2


class Scoring(StrChoice):
    """The unit of scores: chips with a pot that is carried over, or points on paper.

    >>> from clumond_solver.games.clumond.game import ClumondGame
    >>> ClumondGame(scoring=Scoring.CHIPS).opening().totals
    (50, 50, 50)
    """

    CHIPS = "chips"
    PAPER = "paper"

    @property
    def unit(self) -> str:
        """The unit in words: "chips" or "points"."""
        return "chips" if self is Scoring.CHIPS else "points"


#: On paper a hand has the same rewards whatever came before, so that advice, practice, reviews and
#: sessions agree on its value. A new pot has the same `zero_gain_chance`.
DEFAULT_SCORING = Scoring.PAPER


class Rewards(NamedTuple):
    """The rewards of a declared hand.

    success  the gain of a declarer who succeeds.
    defence  the gain of each other seat if declarer fails.
    """

    success: int
    defence: int


_ON_PAPER = Rewards(10, 5)


@dataclass(frozen=True, slots=True, order=True)
class Settlement:
    """The seats' gains from the pot (negative for payments), and the chips that stay in it."""

    gains: tuple[int, int, int]
    pot: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """The terms of a hand: scoring, pot, par and tens.

    scoring  the unit of scores (`Scoring`): "paper" or "chips".
    pot      the chips in the pot, antes included, 0 to 10**12; used only with Scoring.CHIPS.
    par      the way to count tricks off (`ParReading`): "nearest" or "reduced".
    tens     the places of the four tens in the Four Tens variant; None in the base game.

    RuleError for a pot out of range and for unknown words.
    """

    scoring: Scoring = DEFAULT_SCORING
    pot: int = DEFAULT_POT
    par: ParReading = ParReading.NEAREST
    tens: ExposedTens | None = None

    def __post_init__(self) -> None:
        """Convert texts of ``scoring``, ``par`` and ``tens``, and refuse a pot out of range."""
        object.__setattr__(self, "scoring", Scoring(self.scoring))
        object.__setattr__(self, "par", ParReading(self.par))
        if isinstance(self.tens, str):
            object.__setattr__(self, "tens", ExposedTens.parse(self.tens))
        check_type(self.tens, (ExposedTens, NoneType), "where the four tens lie")
        if not 0 <= as_int(self.pot, "a pot in chips") <= MOST_CHIPS:
            raise RuleError(f"a pot of {shown_number(self.pot)} chips: 0 to {MOST_CHIPS}")
        set_plain_fields(self)

    @property
    def rewards(self) -> Rewards:
        """The rewards of a declared hand: 10 and 5 on paper; in chips the pot and half of it."""
        on_paper = self.scoring is Scoring.PAPER
        return _ON_PAPER if on_paper else Rewards(self.pot, self.pot // 2)

    @property
    def zero_gain_chance(self) -> float:
        """The chance of success, 0 to 1, at which declaring gains 0 relative to the others.

        The break-even (`Advice.break_even`) is the chance at which it gains as much as passing.
        """
        success, defence = self.rewards
        return defence / (success + defence) if success + defence else 1.0

    @property
    def supplementary(self) -> tuple[int, int, int]:
        """Each seat's supplementary tricks; none in the base game."""
        return (0, 0, 0) if self.tens is None else self.tens.supplementary

    @checked
    def scores(self, outcome: Outcome) -> tuple[int, int, int]:
        """The gains by seat of a finished hand, without antes."""
        if self.scoring is Scoring.PAPER:
            return paper_scores(outcome, self.par)
        return settle_chips(outcome, self.pot, self.par).gains


BASE_AGREEMENT = Agreement()


class Terms(TypedDict, total=False):
    """The terms of an `Agreement` one by one, as keyword arguments."""

    scoring: Scoring | str
    pot: int
    par: ParReading | str
    tens: ExposedTens | str | None


def with_terms(agreement: Agreement, terms: Terms) -> Agreement:
    """The agreement with some terms replaced; RuleError for a pot on paper."""
    check_type(agreement, Agreement, "an agreement")
    agreed = replace(agreement, **terms) if terms else agreement  # type: ignore[arg-type]
    if "pot" in terms and agreed.scoring is Scoring.PAPER:
        raise RuleError('{option} counts only with scoring="chips"', option="pot")
    return agreed


@checked
def paper_scores(outcome: Outcome, par: ParReading | str | None = None) -> tuple[int, int, int]:
    """The scores on paper by seat.

    Declared: +10 to a declarer who succeeds, else +5 to each defender. Undeclared: +2 to each
    player who succeeds, -1 per trick off to the others. ``par`` says how to count tricks off, by
    default as the outcome does.
    """
    forehand, middlehand, rearhand = (_paper_score(outcome, seat, par) for seat in Seat)
    return forehand, middlehand, rearhand


def _paper_score(outcome: Outcome, seat: Seat, par: ParReading | str | None) -> int:
    if outcome.declarer is None:
        return undeclared_score(outcome[seat].off(par))
    succeeded = outcome.declarer_succeeded
    if seat is outcome.declarer:
        return _ON_PAPER.success if succeeded else 0
    return 0 if succeeded else _ON_PAPER.defence


def undeclared_score(off: int) -> int:
    """The score on paper of a player who is ``off`` tricks off in an undeclared hand."""
    return -off if off else _UNDECLARED_SUCCESS


@checked
def settle_chips(outcome: Outcome, pot: int, par: ParReading | str | None = None) -> Settlement:
    """Pay a hand in chips; the pot already includes the antes.

    Declared: a declarer who succeeds takes the pot; if he fails, the opponents split it, and an odd
    chip stays. Undeclared: players who are off pay a chip per trick; then each player who succeeded
    draws a third of the resulting pot, rounded down. ``par`` says how to count tricks off, by
    default as the outcome does. RuleError for a negative pot.
    """
    rewards = Agreement(Scoring.CHIPS, pot).rewards
    gains = [0, 0, 0]
    if outcome.declarer is None:
        for seat in Seat:
            gains[seat] = -outcome[seat].off(par)
        filled = pot - sum(gains)
        for seat in Seat:
            if outcome[seat].success:
                gains[seat] = filled // 3
    elif outcome.declarer_succeeded:
        gains[outcome.declarer] = rewards.success
    else:
        for seat in Seat:
            gains[seat] = 0 if seat is outcome.declarer else rewards.defence
    return Settlement((gains[0], gains[1], gains[2]), pot - sum(gains))


# Cached, because computing all awards takes longer than dealing a hand.
@cache
def awards(
    agreement: Agreement, declarer: Seat | None, supplementary: Sequence[int]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The awards of `Payoffs`, by seat, code kept and tricks taken."""

    def award(off: int, seat: Seat) -> int:
        if declarer is None:
            return undeclared_score(off) if agreement.scoring is Scoring.PAPER else -off
        return 0 if off or seat is not declarer else agreement.rewards.success

    return tuple(
        tuple(
            tuple(award(off, seat) for off in row)
            for row in off_table(supplementary[seat], agreement.par)
        )
        for seat in Seat
    )


@cache
def off_table(
    supplementary: int, par: ParReading = ParReading.NEAREST
) -> tuple[tuple[int, ...], ...]:
    """The tricks off by code kept and tricks taken."""
    return tuple(
        tuple(
            tricks_off(code, taken + supplementary, supplementary, par)
            for taken in range(TRICKS + 1)
        )
        for code in range(MOST_CODE + 1)
    )
