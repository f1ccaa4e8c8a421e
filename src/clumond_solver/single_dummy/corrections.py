"""Corrections of chances that quick games misjudge.

>>> [round(STRONG_HAND.chance(share), 3) for share in (0.0, 0.2, 0.5, 0.8, 1.0)]
[0.0, 0.161, 0.479, 0.815, 1.0]
"""

from __future__ import annotations

from typing import NamedTuple

from clumond_solver._core.bits.portable_math import exp, log


class Correction(NamedTuple):
    """The odds that come true, as share * odds by games ** power."""

    share: float
    power: float = 1.0

    def chance(self, share_won: float) -> float:
        """The chance that comes true, for a share of games won; 0 and 1 stay."""
        if not 0 < share_won < 1:
            return share_won
        return chance_of_log_odds(log(self.share) + self.power * log(share_won / (1 - share_won)))


def chance_of_log_odds(logit: float) -> float:
    """The chance with these log odds: the logistic function."""
    return 1 / (1 + exp(-logit))


#: How a hand turns out for the strongest player before the first lead, against such players.
#: Games understate strong hands (fitted to games with 1000 random hands and 389 declared ones).
STRONG_HAND = Correction(0.92, 1.13)
#: How a card turns out for the strongest player against such players.
STRONG_CARD = Correction(0.8)
#: Games in which everybody plays as he is need none.
NO_CORRECTION = Correction(1.0)
_STRONG_CARDS = (STRONG_CARD, STRONG_CARD)


class Against(NamedTuple):
    """The corrections of chances against others of a style.

    hand_by_hints  of a hand before the first lead, for one who follows every hint; fitted for
                   medium others to 1714 hands, for easy ones to 539, for the level "strong" to
                   1270, each in its best strain.
    hand_by_level  the same for players of a level, where only strong others are not played as they
                   are: fitted to the same hands in games with the others themselves.
    declarer       of a declarer's card: before the first lead, and at the end. Games overstate his
                   chance against strong players (fitted to 837 games, checked on others); against
                   weaker ones they understate it (docs/single_dummy_figures.md).
    defender       of a defender's card; None if that was never measured.
    """

    hand_by_hints: Correction
    hand_by_level: Correction
    declarer: tuple[Correction, Correction] = _STRONG_CARDS
    defender: tuple[Correction, Correction] | None = _STRONG_CARDS


#: Against one who follows every hint.
AGAINST_HINTS = Against(STRONG_HAND, Correction(0.6))
