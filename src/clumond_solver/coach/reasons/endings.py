"""The endings of the games behind a hint: retentions and totals of tricks, how often, and failures.

>>> kept = Retention.parse("HHS")
>>> endings = Endings.of(SeatOutcome(kept, tricks) for tricks in (5, 5, 5, 5, 5, 6, 7, 4))
>>> endings.won, endings.main == (kept, 5), endings.too_many, endings.too_few
(5, True, 2, 1)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clumond_solver.base.cards import Suit
from clumond_solver.base.wording import NUMBERS, counted_in_words
from clumond_solver.coach.reasons.words import either
from clumond_solver.games.clumond.deals import KEPT_CARDS
from clumond_solver.games.clumond.play import Retention, SeatOutcome

Ending = tuple[Retention, int]

# Fewer successes, or failures, do not show what is typical.
_FEWEST = 5
# Fewer games are not mentioned.
_FEWEST_GAMES = 20
# An ending is the main one from this share of the successes; failures have a typical cause from the
# next share; an ending is mentioned from the last share.
_MOSTLY = 0.5
_CLEARLY = 2 / 3
_WORTH_MENTIONING = 0.2
# More totals than this are mentioned as a range.
_MOST_TOTALS = 3
# A wider range of totals says nothing.
_WIDEST = 5
# Two counts differ if their difference is at least this many standard errors.
_BEYOND_LUCK = 2.5


@dataclass(frozen=True, slots=True)
class Endings:
    """The results of one seat in some games.

    successes  number of games won, by retention and total of tricks.
    games      number of games.
    too_many   number of games failed with more tricks than the nearest par.
    too_few    number of games failed with fewer.
    """

    successes: Mapping[Ending, int]
    games: int
    too_many: int = 0
    too_few: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[SeatOutcome]) -> Endings:
        """Count the outcomes of a seat."""
        outcomes = list(outcomes)
        sides = Counter(_side_of_par(outcome) for outcome in outcomes if not outcome.success)
        won = Counter((outcome.retention, outcome.total) for outcome in outcomes if outcome.success)
        return cls(won, len(outcomes), sides[1], sides[-1])

    @property
    def won(self) -> int:
        """The number of games won."""
        return sum(self.successes.values())

    @property
    def best(self) -> list[Ending]:
        """The successful endings, the most frequent first."""
        return sorted(self.successes, key=lambda ending: (-self.successes[ending], ending))

    @property
    def main(self) -> Ending | None:
        """The ending of at least half of the successes; None if there is none, or few successes."""
        if self.won < _FEWEST:
            return None
        first = self.best[0]
        return first if self.successes[first] >= _MOSTLY * self.won else None

    def contrast(self, others: Endings | None) -> Ending | None:
        """The ending that succeeds more often than after another card; None if by luck."""
        if not self.successes or others is None:
            return None

        def lead(ending: Ending) -> float:
            count, other_count = self.successes[ending], others.successes.get(ending, 0)
            return (count - other_count) / math.sqrt(count + other_count)

        best = max(self.best, key=lead)
        if self.main is not None and lead(self.main) >= _BEYOND_LUCK:
            return self.main
        return best if lead(best) >= _BEYOND_LUCK else None

    def contrast_text(
        self, card: str, others: Endings, other: str, succeeds: str, so_far: str = ""
    ) -> str:
        """That an ending succeeds more often after a card than after another; "" if by luck.

        ``succeeds`` is a phrase such as "you succeed", ``so_far`` one such as "he has two".
        """
        best = self.contrast(others)
        if best is None:
            return ""
        count, other_count = self.successes[best], others.successes.get(best, 0)
        often = f"{'all' if self.won == self.games else f'{self.won} of'} {self.games} games"
        more = f" ({so_far})" if so_far else ""
        difference = self.won - others.won
        beyond_luck = difference >= _BEYOND_LUCK * math.sqrt(self.won + others.won)
        if count < _MOSTLY * self.won:
            after = f"After {card} {succeeds} in {often}, after {other} in {others.won or 'none'}."
            return after if beyond_luck else ""
        keeping = "always keeping" if count == self.won else f"{count} of them keeping"
        end = f"only {other_count} end" if other_count > 1 else f"{other_count or 'none'} ends"
        return (
            f"After {card} {succeeds} in {often}, {keeping} {ending_text(best)}{more}; after"
            f" {other} {end} so."
        )

    @property
    def totals(self) -> list[int]:
        """The frequent totals of the successes, most of them together; [] if few succeed."""
        counts = Counter[int]()
        for (_, total), count in self.successes.items():
            counts[total] += count
        frequent = sorted(t for t in counts if counts[t] >= _WORTH_MENTIONING * self.won)
        mostly = sum(counts[total] for total in frequent) >= _MOSTLY * self.won
        narrow = frequent and frequent[-1] - frequent[0] <= _MOST_TOTALS
        return frequent if self.won >= _FEWEST and mostly and narrow else []

    def usually_kept(self, suit: Suit) -> tuple[int, str]:
        """How many cards of a suit most successes keep at most, and how many successes that are.

        "" if few succeed.

        >>> Endings({(Retention.parse("HHS"), 5): 8}, 20).usually_kept(Suit.CLUBS)
        (0, 'all 8')
        """
        if self.won < _FEWEST:
            return 0, ""
        for most in range(KEPT_CARDS + 1):
            count = sum(
                count for (kept, _), count in self.successes.items() if kept.counts[suit] <= most
            )
            if count >= _CLEARLY * self.won:
                break
        return most, f"all {count}" if count == self.won else f"{count} of the {self.won}"

    def usually_one_kept(self, suit: Suit) -> str:
        """How many successes keep a card of a suit; "" if not most of them, or if few succeed.

        >>> Endings({(Retention.parse("HHS"), 5): 8}, 20).usually_one_kept(Suit.SPADES)
        'all 8'
        """
        count = sum(count for (kept, _), count in self.successes.items() if suit in kept.suits)
        if self.won < _FEWEST or count < _CLEARLY * self.won:
            return ""
        return f"all {count}" if count == self.won else f"{count} of the {self.won}"

    def success_text(self, card: str, succeeds: str) -> str:
        """How the games after a card are mostly won; ``succeeds`` is a phrase such as below.

        >>> Endings({(Retention.parse("HHS"), 5): 8}, 20).success_text("♥6", "you succeed")
        'In 20 games after ♥6 you succeed 8 times, keeping ♥♥♠ with five tricks.'
        """
        if self.games < _FEWEST_GAMES:
            return ""
        head = f"In {self.games} games after {card} {succeeds}"
        if self.won < _FEWEST:
            only = "only " if self.won else ""
            return f"{head} in {only}{NUMBERS[self.won]}."
        head = f"{head} {'always' if self.won == self.games else f'{self.won} times'}"
        first, *more = self.best
        most = self.successes[first]
        if most == self.won:
            return f"{head}, keeping {ending_text(first)}."
        if most < max(_FEWEST, _WORTH_MENTIONING * self.won):
            return f"{head}{self._totals()}."
        how = "mostly" if most >= _MOSTLY * self.won else "most often"
        sentence = f"{head}, {how} keeping {ending_text(first)} ({most})"
        if self.successes[more[0]] >= _WORTH_MENTIONING * self.won:
            sentence += f" or {ending_text(more[0])} ({self.successes[more[0]]})"
        return f"{sentence}."

    @property
    def is_rare(self) -> bool:
        """Whether success is rare in many games."""
        return self.games >= _FEWEST_GAMES and self.won < _FEWEST

    def plan_text(self) -> str:
        """The most frequent ending, and the next one, which others' play may force.

        >>> kept = [Retention.parse(text) for text in ("CCH", "CHH")]
        >>> print(Endings({(kept[0], 8): 15, (kept[1], 7): 5}, 20).plan_text().split("; ")[1])
        the others may change it to ♣♥♥ with seven tricks (5).
        """
        first, *more = self.best
        count = self.successes[first]
        often = f"{'all' if count == self.games else f'{count} of'} {self.games} games"
        text = f"The plan is {ending_text(first)} ({often})"
        if more:
            text += (
                f"; the others may change it to {ending_text(more[0])} ({self.successes[more[0]]})"
            )
        return f"{text}."

    def _totals(self) -> str:
        """The frequent totals, if no single ending is frequent."""
        totals = Counter[int]()
        for (_, total), count in self.successes.items():
            totals[total] += count
        frequent = sorted(t for t in totals if totals[t] >= _WORTH_MENTIONING / 2 * self.won)
        if not frequent:
            return ""
        tricks = either(frequent)
        if frequent[-1] - frequent[0] > _WIDEST:
            return ""
        if len(frequent) > _MOST_TOTALS:
            tricks = f"{NUMBERS[frequent[0]]} to {NUMBERS[frequent[-1]]}"
        return f", mostly with {tricks} tricks"

    @property
    def fails_by_too_many(self) -> bool | None:
        """Whether most failures have too many tricks or, if False, too few; None if neither."""
        failed = self.too_many + self.too_few
        if failed < _FEWEST or max(self.too_many, self.too_few) < _CLEARLY * failed:
            return None
        return self.too_many > self.too_few

    def failure_text(self, card: str) -> str:
        """Whether declarer mostly fails with too many tricks or too few; "" if neither."""
        if (many := self.fails_by_too_many) is None:
            return ""
        failed, count = self.too_many + self.too_few, max(self.too_many, self.too_few)
        share = "all" if count == failed else f"{count} of the"
        games = f"{share} {failed} games that declarer loses after {card}"
        return f"In {games} he has too {'many' if many else 'few'} tricks."


def _side_of_par(outcome: SeatOutcome) -> int:
    """1 for more tricks than the nearest par, -1 for fewer, 0 halfway between two pars."""
    least = min(abs(outcome.total - par) for par in outcome.pars)
    sides = {outcome.total > par for par in outcome.pars if abs(outcome.total - par) == least}
    return 0 if len(sides) == 2 else 1 if sides == {True} else -1


def ending_text(ending: Ending) -> str:
    """What is kept, with how many tricks."""
    return f"{ending[0].pretty()} with {counted_in_words(ending[1], 'trick')}"
