"""How the games behind a hint ended: what a player kept and took, how often, or why he failed.

>>> kept = Retention.parse("HHS")
>>> ended = [SeatOutcome(kept, tricks) for tricks in (5, 5, 5, 5, 5, 6, 7, 4)]
>>> endings = Endings.of(ended)
>>> endings.won, endings.main == (kept, 5), endings.too_many, endings.too_few
(5, True, 2, 1)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clumond_solver.base.wording import NUMBERS, counted_in_words
from clumond_solver.coach.reasons.words import either
from clumond_solver.games.clumond.play import Retention, SeatOutcome

Ending = tuple[Retention, int]

# Fewer successes than that say nothing of how one mostly succeeds.
_FEWEST = 5
# Fewer games say nothing at all.
_FEWEST_GAMES = 20
# The share of successes, or of failures, above which they are mostly so.
_MOSTLY = 0.5
_CLEARLY = 2 / 3
_WORTH_TELLING = 0.2
_MOST_TOTALS = 3
# Two counts differ if this many standard errors lie between them.
_BEYOND_LUCK = 2.5


@dataclass(frozen=True, slots=True)
class Endings:
    """Some games as one seat ended them.

    successes  how many games were won with each three cards kept and total of tricks.
    games      how many were played.
    too_many   how many failed with more tricks than the three cards kept nearest wanted.
    too_few    how many failed with fewer.
    """

    successes: Mapping[Ending, int]
    games: int
    too_many: int = 0
    too_few: int = 0

    @classmethod
    def of(cls, ended: Iterable[SeatOutcome]) -> Endings:
        """Count how the games of a seat ended."""
        ended = list(ended)
        beside = Counter(_beside(outcome) for outcome in ended if not outcome.success)
        won = Counter((outcome.retention, outcome.total) for outcome in ended if outcome.success)
        return cls(won, len(ended), beside[1], beside[-1])

    @property
    def won(self) -> int:
        """How many games were won."""
        return sum(self.successes.values())

    @property
    def best(self) -> list[Ending]:
        """The endings that were won, the most frequent first."""
        return sorted(self.successes, key=lambda ending: (-self.successes[ending], ending))

    @property
    def main(self) -> Ending | None:
        """The ending of at least half of the successes; None without such a one, or with few."""
        if self.won < _FEWEST:
            return None
        first = self.best[0]
        return first if self.successes[first] >= _MOSTLY * self.won else None

    def contrast(self, card: str, others: Endings, other: str, whose: str = "") -> str:
        """The ending that succeeds more often after a card than after another; "" if by luck.

        ``whose`` says whose success it is, such as " for declarer"; "" for the player's own.
        """
        if not self.successes:
            return ""

        def lead(ending: Ending) -> float:
            here, there = self.successes[ending], others.successes.get(ending, 0)
            return (here - there) / math.sqrt(here + there)

        best = max(self.best, key=lead)
        if lead(best) < _BEYOND_LUCK:
            return ""
        often, rarely = self.successes[best], others.successes.get(best, 0)
        return (
            f"One way{whose} to succeed, {_ending(best)}, comes in {often} of {self.games} games"
            f" after {card}, in {rarely or 'none'} after {other}."
        )

    def text(self, card: str, succeeds: str) -> str:
        """How the games after a card are mostly won; ``succeeds`` says who does so.

        >>> Endings({(Retention.parse("HHS"), 5): 8}, 20).text("♥6", "you succeed")
        'In 20 games after ♥6 you succeed 8 times, keeping ♥♥♠ with five tricks.'
        """
        if self.games < _FEWEST_GAMES:
            return ""
        head = f"In {self.games} games after {card} {succeeds}"
        if self.won < _FEWEST:
            return f"{head} in {'only ' if self.won else ''}{NUMBERS[self.won]}."
        head = f"{head} {'always' if self.won == self.games else f'{self.won} times'}"
        first, *more = self.best
        most = self.successes[first]
        if most == self.won:
            return f"{head}, keeping {_ending(first)}."
        if most < max(_FEWEST, _WORTH_TELLING * self.won):
            return f"{head}{self._totals()}."
        how = "mostly" if most >= _MOSTLY * self.won else "most often"
        sentence = f"{head}, {how} keeping {_ending(first)} ({most})"
        if self.successes[more[0]] >= _WORTH_TELLING * self.won:
            sentence += f" or {_ending(more[0])} ({self.successes[more[0]]})"
        return f"{sentence}."

    def plan_text(self) -> str:
        """The ending that is most frequent, and the one that others may turn it into.

        >>> kept = [Retention.parse(text) for text in ("CCH", "CHH")]
        >>> print(Endings({(kept[0], 8): 15, (kept[1], 7): 5}, 20).plan_text().split("; ")[1])
        the others may change it to ♣♥♥ with seven tricks (5).
        """
        first, *more = self.best
        count = self.successes[first]
        often = f"{'all' if count == self.games else f'{count} of'} {self.games} games"
        text = f"The plan is {_ending(first)} ({often})"
        if more:
            text += f"; the others may change it to {_ending(more[0])} ({self.successes[more[0]]})"
        return f"{text}."

    def _totals(self) -> str:
        """The totals of tricks, where no one ending stands out."""
        totals = Counter[int]()
        for (_, total), count in self.successes.items():
            totals[total] += count
        often = sorted(t for t in totals if totals[t] >= _WORTH_TELLING / 2 * self.won)
        if not often:
            return ""
        many = len(often) > _MOST_TOTALS
        tricks = f"{NUMBERS[often[0]]} to {NUMBERS[often[-1]]}" if many else either(often)
        return f", mostly with {tricks} tricks"

    def failing(self, card: str) -> str:
        """Whether declarer mostly fails with too many tricks or too few; "" if neither."""
        failed = self.too_many + self.too_few
        for count, what in (self.too_many, "too many"), (self.too_few, "too few"):
            if failed >= _FEWEST and count >= _CLEARLY * failed:
                share = "all" if count == failed else f"{count} of the"
                games = f"{share} {failed} games that declarer loses after {card}"
                return f"In {games} he has {what} tricks."
        return ""


def _beside(ended: SeatOutcome) -> int:
    """1 with more tricks than what was wanted and is nearest, -1 with fewer; 0 between two."""
    least = min(abs(ended.total - par) for par in ended.pars)
    sides = {ended.total > par for par in ended.pars if abs(ended.total - par) == least}
    return 0 if len(sides) == 2 else 1 if sides == {True} else -1


def _ending(ending: Ending) -> str:
    return f"{ending[0].pretty()} with {counted_in_words(ending[1], 'trick')}"
