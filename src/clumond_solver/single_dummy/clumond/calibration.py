"""Priors of a hand's chance, their update by games, and corrections of chances by quick games.

The prior mean is a logistic formula of one search's result and of `quick_estimate`. The prior is a
mixture of two beta distributions with that mean: a strong one, which counts as many games, and with
a small probability a weak one, because the formula is sometimes badly wrong. Where games contradict
the strong one, the weak one takes over, so that enough games raise or lower any chance. When the
player changes, `python -m training.calibration` refits all numbers, and `quick_estimate`.

Quick games misjudge chances. A `Correction` of `single_dummy.corrections`, one for each style of
the player and of the others (`levels.LEVELS`), corrects their mean error;
`with_games_error` allows for errors in single hands.

>>> 0 < calibration().advice.chance(search=0.3, formula=0.5) < 1
True
>>> prior = ChancePrior(
...     0.0, 0.5, 0.5, shared_error=0.3, weight=100, outlier_probability=0.1, outlier_weight=5
... )
>>> [round(prior.posterior(0.8, won, 200).p, 2) for won in (200, 160, 0)]
[1.0, 0.8, 0.02]
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import NamedTuple

from clumond_solver._core.bits.portable_math import exp, log
from clumond_solver.base.beta_distribution import log_beta
from clumond_solver.base.errors import SearchError
from clumond_solver.base.numbers import total
from clumond_solver.base.packaged import packaged_data
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.results import Estimate
from clumond_solver.single_dummy.corrections import (
    AGAINST_HINTS,
    NO_CORRECTION,
    Against,
    Correction,
    chance_of_log_odds,
)
from clumond_solver.single_dummy.levels import FAST, FULL, LEVELS, Style

FORMAT = 3
#: The standard deviation, in log odds, of the error in a hand's chance that remains however many
#: games of `FAST` are played; measured against the strongest player (docs/notebook).
GAMES_ERROR = 0.4
# Chances nearer to 0 or 1 than this are replaced by it in log odds.
_LEAST_CHANCE = 0.005


#: The corrections of chances against the styles for which they were measured.
_AGAINST: Mapping[Style, Against] = {
    FAST: AGAINST_HINTS,
    FULL: AGAINST_HINTS,
    **{settings.style: settings.against for settings in LEVELS.values()},
}
_ROLES = ("declarer", "defender")


def hand_correction(style: Style, others: Sequence[Style]) -> Correction | None:
    """The mean correction of this player's hand against others.

    None if games need none, since everybody plays as he is, or if it was never measured.
    """
    measured = [_of_hand(style, other) for other in others]
    correction = _mean_correction([(one, 1.0) for one in measured if one is not None])
    return None if None in measured or correction == NO_CORRECTION else correction


def _of_hand(style: Style, other: Style) -> Correction | None:
    """The correction of a player's hand against another; None if it was never measured."""
    level = next((settings for settings in LEVELS.values() if settings.style == style), None)
    against = _AGAINST.get(other)
    if against is None or (level is None and style != FAST):
        return None
    is_weak = level is not None and not level.follows_hints
    return against.hand_by_level if is_weak else against.hand_by_hints


def card_correction(role: str, tricks_left: int, others: Sequence[Style]) -> Correction | None:
    """The mean correction of a card against others, in the role "declarer" or "defender"."""
    early = tricks_left / TRICKS
    weighed: list[tuple[Correction, float]] = []
    for other in others:
        against = _AGAINST.get(other)
        corrections = getattr(against, role) if against is not None and role in _ROLES else None
        if corrections is None:
            return None
        first, last = corrections
        weighed += [(first, early), (last, 1 - early)]
    return _mean_correction(weighed)


def _mean_correction(weighed: Sequence[tuple[Correction, float]]) -> Correction | None:
    if not weighed:
        return None
    weights = total(weight for _, weight in weighed)
    return Correction(
        exp(total(weight * log(correction.share) for correction, weight in weighed) / weights),
        total(weight * correction.power for correction, weight in weighed) / weights,
    )


class Posterior(NamedTuple):
    """The distribution of a chance, given the prior and games.

    p         mean.
    variance  variance.
    trust     how much `p` changes when the prior mean changes by one, 0 to 1.
    """

    p: float
    variance: float
    trust: float


@dataclass(frozen=True, slots=True)
class ChancePrior:
    """A hand's chance in a strain before any game, and how far to trust it.

    Log odds of the prior mean = constant + of_search * log odds of a search's mean reward (far
    below the share of games won) + of_formula * log odds of the formula's chance.

    shared_error         standard deviation, in log odds, of the error that the priors of a hand in
                         all strains have in common.
    weight               number of games that a prior is worth without that error.
    outlier_probability  probability that a prior is worth far less.
    outlier_weight       number of games that it is worth then.
    """

    constant: float
    of_search: float
    of_formula: float
    shared_error: float
    weight: float
    outlier_probability: float
    outlier_weight: float

    def chance(self, search: float, formula: float) -> float:
        """The prior mean, from a search's mean reward and the formula's chance."""
        logit = self.constant + self.of_search * log_odds(search)
        return chance_of_log_odds(logit + self.of_formula * log_odds(formula))

    def posterior(self, prior_mean: float, won: int, games: int) -> Posterior:
        """The posterior after ``games`` games, ``won`` of them won."""
        outlier = self.outlier_probability
        components = [
            _Component.after(prior_mean, weight, won, games, probability)
            for probability, weight in ((1 - outlier, self.weight), (outlier, self.outlier_weight))
            if probability
        ]
        likeliest = max(component.log_likelihood for component in components)
        scaled = [c.probability * exp(c.log_likelihood - likeliest) for c in components]
        whole = total(scaled)
        weighted = [(part / whole, c) for part, c in zip(scaled, components, strict=True)]
        p = total(share * c.mean for share, c in weighted)
        return Posterior(
            p,
            total(
                share * (c.mean * (1 - c.mean) / (c.weight + 1) + (c.mean - p) ** 2)
                for share, c in weighted
            ),
            total(share * (1 - games / c.weight) for share, c in weighted),
        )


class _Component(NamedTuple):
    """A part of the mixture: its prior probability, and its beta distribution after games."""

    probability: float
    log_likelihood: float
    mean: float
    weight: float

    @classmethod
    def after(
        cls, prior_mean: float, weight: float, won: int, games: int, probability: float
    ) -> _Component:
        wins, losses = prior_mean * weight, (1 - prior_mean) * weight
        likelihood = log_beta(wins + won, losses + games - won) - log_beta(wins, losses)
        return cls(probability, likelihood, (wins + won) / (weight + games), weight + games)


def log_odds(chance: float) -> float:
    """The logarithm of a chance's odds; the chance is clamped to 0.005 … 0.995 first."""
    clamped = _clamped(chance)
    return log(clamped / (1 - clamped))


def _clamped(chance: float) -> float:
    return min(max(chance, _LEAST_CHANCE), 1 - _LEAST_CHANCE)


def shifted(chance: float, shift: float) -> float:
    """The chance after adding ``shift`` to its log odds."""
    return 1 / (1 + (1 - chance) / chance * exp(-shift))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Priors fitted to games of the current player.

    advice            for `advise`.
    advice_with_tens  for `advise` where there are supplementary tricks.
    call_with_tens    for the calls of later seats there, with a shorter search.
    """

    advice: ChancePrior
    advice_with_tens: ChancePrior
    call_with_tens: ChancePrior

    @classmethod
    def parse(cls, text: str) -> Calibration:
        """The numbers in a text that training wrote; SearchError for any other text."""
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                raise SearchError(f"a calibration of format {data['format']}, not {FORMAT}")
            return cls(*(ChancePrior(**data[field.name]) for field in fields(cls)))
        except (KeyError, TypeError, ValueError) as error:
            raise SearchError(f"not a calibration of the single-dummy player: {error}") from error


@cache
def calibration() -> Calibration:
    """The calibration that ships with the library."""
    data = packaged_data("clumond_solver.single_dummy.clumond", "calibration.json")
    return Calibration.parse(data.decode("ascii"))


def calibrated_estimate(estimate: Estimate, correction: Correction) -> Estimate:
    """The estimate with the chance that comes true in place of the share of games won."""
    if estimate.proved is not None:
        return estimate
    p = correction.chance(estimate.p)
    # The derivative of the correction, which has none at 0 and 1.
    share = _clamped(estimate.p)
    chance = correction.chance(share)
    slope = correction.power * chance * (1 - chance) / (share * (1 - share))
    return replace(estimate, p=p, standard_error=slope * estimate.standard_error)


def with_games_error(estimate: Estimate) -> Estimate:
    """The estimate with an error and a range that cover the strongest player's chance.

    >>> by_games = Estimate(p=0.5, standard_error=0.03, games=278)
    >>> round(with_games_error(by_games).standard_error, 3)
    0.104
    """
    if estimate.proved is not None:
        return estimate
    games = estimate.games if estimate.effective_games is None else estimate.effective_games
    # With one imaginary success and one failure, as in `Estimate.of_games`.
    smoothed = (estimate.p * games + 1) / (games + 2)
    spread = smoothed * (1 - smoothed)
    error = math.hypot(estimate.standard_error, GAMES_ERROR * spread)
    return replace(estimate, standard_error=error, effective_games=spread / (error * error))
