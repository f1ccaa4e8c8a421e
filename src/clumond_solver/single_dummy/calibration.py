"""Priors of a hand's chance, their update by games, and what such chances are worth.

The prior mean is a logistic formula of one search and of `quick_estimate`. The prior mixes two beta
distributions around it: one worth many games and, since the formula errs badly now and then, with a
small probability one worth a few. Where games contradict the first the second takes over, so enough
games lift, or sink, any prior. `python -m training.calibration` refits the numbers and the quick
formula whenever the player changes.

Fast games misstate the chance that the strongest player has: `calibrated_hand` and
`calibrated_card` correct that, and `with_games_error` allows for the errors that they make from
hand to hand.

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
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from clumond_solver._core.bits.elementary import exp, log
from clumond_solver.base.beta_distribution import log_beta
from clumond_solver.base.errors import SearchError
from clumond_solver.base.values import total
from clumond_solver.results import Estimate

_FORMAT = 3
#: Games of `FAST` compared with the strongest player: the standard deviation, in log odds, of a
#: hand's error that more games do not remove (docs/notebook).
GAMES_ERROR = 0.4
#: Games overstate the chance of the seat that plays them out: this share of its odds is real with
#: the strongest player (fitted to 837 of his games, checked on others: single_dummy_figures.md).
SHARE_OF_ODDS = 0.8
#: Before the first lead it is a share of a power of the odds: games say too little for strong hands
#: (fitted to 1000 random hands and 389 declared ones beside him).
HAND_SHARE_OF_ODDS, HAND_POWER_OF_ODDS = 0.92, 1.13
# A search that always, or never, succeeded counts as one that nearly did.
_LEAST = 0.005


class Posterior(NamedTuple):
    """What prior and games together say of a chance.

    p         its mean.
    variance  of the chance around it.
    trust     the part of a change of the prior mean that would show in `p`, 0 to 1.
    """

    p: float
    variance: float
    trust: float


@dataclass(frozen=True, slots=True)
class ChancePrior:
    """A hand's chance in a strain before any game, and how far to trust it.

    constant, of_search, of_formula  logarithm of the odds, from those of a search's mean reward
                         (far below what play brings) and of the formula.
    shared_error         what the priors of a hand have in common of their errors: standard
                         deviation of the log odds. A hand is misjudged in all strains more than
                         in one.
    weight               what each prior, corrected for that, counts for in games.
    outlier_probability  the probability that a prior is worth little more than none.
    outlier_weight       what it then counts for in games.
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
        return shifted(0.5, logit + self.of_formula * log_odds(formula))

    def posterior(self, prior_mean: float, won: int, games: int) -> Posterior:
        """What games, some of them won, make of a prior mean."""
        outlier = self.outlier_probability
        laws = [
            _Law.of(prior_mean, weight, won, games, probability)
            for probability, weight in ((1 - outlier, self.weight), (outlier, self.outlier_weight))
            if probability
        ]
        likeliest = max(law.log_likelihood for law in laws)
        odds = [law.probability * exp(law.log_likelihood - likeliest) for law in laws]
        whole = total(odds)
        shares = [law_odds / whole for law_odds in odds]
        p = total(share * law.mean for share, law in zip(shares, laws, strict=True))
        return Posterior(
            p,
            total(
                share * (law.mean * (1 - law.mean) / (law.counted + 1) + (law.mean - p) ** 2)
                for share, law in zip(shares, laws, strict=True)
            ),
            total(
                share * (1 - games / law.counted) for share, law in zip(shares, laws, strict=True)
            ),
        )


class _Law(NamedTuple):
    """A Beta distribution after games: its probability, their likelihood, and what it is now."""

    probability: float
    log_likelihood: float
    mean: float
    counted: float

    @classmethod
    def of(cls, mean: float, weight: float, won: int, games: int, probability: float) -> _Law:
        wins, losses = mean * weight, (1 - mean) * weight
        likelihood = log_beta(wins + won, losses + games - won) - log_beta(wins, losses)
        return cls(probability, likelihood, (wins + won) / (weight + games), weight + games)


def log_odds(chance: float) -> float:
    """The logarithm of a chance's odds, those nearest to 0 and 1 drawn in."""
    inside = min(max(chance, _LEAST), 1 - _LEAST)
    return log(inside / (1 - inside))


def shifted(chance: float, shift: float) -> float:
    """The chance when its log odds move so far."""
    return 1 / (1 + (1 - chance) / chance * exp(-shift))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Priors fitted to games of the player as he is.

    advice            of `advise`.
    advice_with_tens  the same where there are supplementary tricks.
    call_with_tens    the same from the short search by which later seats rate their hands.
    """

    advice: ChancePrior
    advice_with_tens: ChancePrior
    call_with_tens: ChancePrior

    @classmethod
    def parse(cls, text: str) -> Calibration:
        """Read what `to_json` writes; SearchError for any other text."""
        try:
            data = json.loads(text)
            if data["format"] != _FORMAT:
                raise SearchError(f"a calibration of format {data['format']}, not {_FORMAT}")
            return cls(
                ChancePrior(**data["advice"]),
                ChancePrior(**data["advice_with_tens"]),
                ChancePrior(**data["call_with_tens"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise SearchError(f"no calibration of the single-dummy player: {error}") from error

    def to_json(self) -> str:
        """The numbers as text."""
        return json.dumps({"format": _FORMAT} | asdict(self), indent=1) + "\n"


@cache
def calibration() -> Calibration:
    """The calibration that ships with the library."""
    source = files("clumond_solver.single_dummy").joinpath("calibration.json")
    return Calibration.parse(source.read_text(encoding="ascii"))


def calibrated_card(share: float) -> float:
    """The calibrated chance of a card, for a share of games won; 0 and 1 stay.

    >>> [round(calibrated_card(share), 3) for share in (0.0, 0.2, 0.5, 1.0)]
    [0.0, 0.167, 0.444, 1.0]
    """
    won = SHARE_OF_ODDS * share
    return won / (1 - share + won)


def calibrated_hand(share: float) -> float:
    """The calibrated chance of a hand before the first lead, for a share of games won.

    >>> [round(calibrated_hand(share), 3) for share in (0.0, 0.2, 0.5, 0.8, 1.0)]
    [0.0, 0.161, 0.479, 0.815, 1.0]
    """
    if not 0 < share < 1:
        return share
    return shifted(0.5, log(HAND_SHARE_OF_ODDS) + HAND_POWER_OF_ODDS * log(share / (1 - share)))


def calibrated_estimate(estimate: Estimate) -> Estimate:
    """The estimate with the calibrated chance in place of the share of games won."""
    if estimate.proved is not None:
        return estimate
    p = calibrated_hand(estimate.p)
    inside = min(max(estimate.p, _LEAST), 1 - _LEAST)
    near = calibrated_hand(inside)
    slope = HAND_POWER_OF_ODDS * near * (1 - near) / (inside * (1 - inside))
    return replace(estimate, p=p, standard_error=slope * estimate.standard_error)


def with_games_error(estimate: Estimate) -> Estimate:
    """The estimate with an error and a range that cover the strongest player's chance.

    >>> by_games = Estimate(p=0.5, standard_error=0.03, games=278)
    >>> round(with_games_error(by_games).standard_error, 3)
    0.104
    """
    if estimate.proved is not None:
        return estimate
    counted = estimate.games if estimate.effective_games is None else estimate.effective_games
    # With one imaginary success and one failure, as in `player.estimate_of`.
    smoothed = (estimate.p * counted + 1) / (counted + 2)
    spread = smoothed * (1 - smoothed)
    error = math.hypot(estimate.standard_error, GAMES_ERROR * spread)
    return replace(estimate, standard_error=error, effective_games=spread / (error * error))
