"""A chance before any game, and what games make of it: by Bayes, whatever the guess was.

The guess is a logistic formula of one search and of `quick_estimate`. It is a Beta law around the
formula's chance, worth a fixed number of games; but the formula errs badly now and then, so with a
small probability (``doubt``) it is worth hardly any. Where games contradict it the second law takes
over, so that enough of them lift, or sink, any guess.

>>> guess = FirstGuess(0.0, 0.5, 0.5, shared_error=0.3, weight=100, doubt=0.1, loose_weight=5)
>>> round(guess.chance(search=0.5, formula=0.5), 3)
0.5
>>> [round(guess.after(0.8, won, 200).p, 2) for won in (200, 160, 0)]
[1.0, 0.8, 0.02]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from clumond_solver._core.bits.elementary import exp, log
from clumond_solver.base.beta_laws import log_beta
from clumond_solver.base.values import total

# A search that always, or never, succeeded counts as one that nearly did.
_LEAST = 0.005


class Belief(NamedTuple):
    """What guess and games together say of a chance.

    p         its mean.
    variance  of the chance around it.
    trust     the part of a change of the guess that would show in the mean, 0 to 1.
    """

    p: float
    variance: float
    trust: float


@dataclass(frozen=True, slots=True)
class FirstGuess:
    """How a chance is guessed before any game, and how far guesses are to be trusted.

    constant, of_search, of_formula  logarithm of the odds, from those of a search's mean reward
                  (far below what play brings) and of the formula.
    shared_error  what the guesses of a hand have in common of their errors: standard deviation of
                  the log odds. A hand is misjudged in all strains more than in one.
    weight        what each guess, that set right, counts for in games.
    doubt         the probability that a guess is worth little more than none.
    loose_weight  what it then counts for in games.
    """

    constant: float
    of_search: float
    of_formula: float
    shared_error: float
    weight: float
    doubt: float
    loose_weight: float

    def chance(self, search: float, formula: float) -> float:
        """The chance, from a search's mean reward and the formula's."""
        of_search, of_formula = (log_odds(each) for each in (search, formula))
        moved = self.constant + self.of_search * of_search + self.of_formula * of_formula
        return shifted(0.5, moved)

    def after(self, guess: float, won: int, games: int) -> Belief:
        """What games of which some were won make of a guess."""
        laws = [
            _Law.of(guess, weight, won, games, prior)
            for prior, weight in ((1 - self.doubt, self.weight), (self.doubt, self.loose_weight))
            if prior
        ]
        likeliest = max(law.log_likelihood for law in laws)
        odds = [law.prior * exp(law.log_likelihood - likeliest) for law in laws]
        whole = total(odds)
        shares = [each / whole for each in odds]
        p = total(share * law.mean for share, law in zip(shares, laws, strict=True))
        return Belief(
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
    """A Beta law after games: how likely it made them, and what it is now."""

    prior: float
    log_likelihood: float
    mean: float
    counted: float

    @classmethod
    def of(cls, guess: float, weight: float, won: int, games: int, prior: float) -> _Law:
        wins, losses = guess * weight, (1 - guess) * weight
        seen = log_beta(wins + won, losses + games - won) - log_beta(wins, losses)
        return cls(prior, seen, (wins + won) / (weight + games), weight + games)


def log_odds(chance: float) -> float:
    """The logarithm of a chance's odds, those nearest to 0 and 1 drawn in."""
    inside = min(max(chance, _LEAST), 1 - _LEAST)
    return log(inside / (1 - inside))


def shifted(chance: float, shift: float) -> float:
    """The chance when its log odds move so far."""
    return 1 / (1 + (1 - chance) / chance * exp(-shift))
