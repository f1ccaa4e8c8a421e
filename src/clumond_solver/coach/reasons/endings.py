"""The endings of the games behind a hint: retentions and totals of tricks, how often, and failures.

>>> kept = Retention.parse("HHS")
>>> endings = Endings.of(SeatOutcome(kept, tricks) for tricks in (5, 5, 5, 5, 5, 6, 7, 4))
>>> endings.won, endings.main == (kept, 5), endings.too_many, endings.too_few
(5, True, 2, 1)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import counted_in_words, in_words, joined
from clumond_solver.coach.reasons.words import either, range_text
from clumond_solver.games.clumond.deals import KEPT_CARDS
from clumond_solver.games.clumond.play import Retention, SeatOutcome
from clumond_solver.single_dummy.mean_scores import BEYOND_COUNTS, BEYOND_PICKED

Ending = tuple[Retention, int]

# Fewer successes, or failures, do not show what is typical.
_FEWEST = 5
# Nor do failures in a smaller share of the games.
_OFTEN_FAILED = 0.1
# Success is rare up to this chance.
_RARE = 0.05
# Fewer games are not mentioned.
_FEWEST_GAMES = 20
# An ending is the main one from this share of the successes; failures have a typical cause from the
# next share; an ending is mentioned from the last share.
_MOSTLY = 0.5
_CLEARLY = 2 / 3
# Failures of one kind are about as many as the others up to this ratio.
_ABOUT_AS_OFTEN = 1.3
_WORTH_MENTIONING = 0.2
# More totals than this are mentioned as a range.
_MOST_TOTALS = 3
#: With so many tricks left, the total to aim for is open.
EARLY = 10
#: More endings that may still succeed are not named.
FEW_ENDINGS = 2


class Fault(Enum):
    """How a game fails: with more tricks than the nearest par, or with fewer."""

    TOO_MANY = "too many"
    TOO_FEW = "too few"

    def fits(self, needs: Sequence[int], left: int) -> bool:
        """Whether who needs so many of the tricks left can well fail so."""
        return [*needs] != ([left] if self is Fault.TOO_MANY else [0])

    @property
    def remedy(self) -> int:
        """1 if more tricks help, -1 if fewer do."""
        return 1 if self is Fault.TOO_FEW else -1


@dataclass(frozen=True, slots=True)
class Endings:
    """The results of one seat in some games.

    successes  number of games won, by retention and total of tricks.
    games      number of games.
    too_many   number of games failed with more tricks than the nearest par.
    too_few    number of games failed with fewer; others fail halfway between two pars.
    missed     the sum of the tricks by which the games missed the nearest par.
    chance     the chance of success that is shown, 0 to 1; None where none is.
    """

    successes: Mapping[Ending, int]
    games: int
    too_many: int = 0
    too_few: int = 0
    missed: int = 0
    chance: float | None = None

    @classmethod
    def of(cls, outcomes: Iterable[SeatOutcome], chance: float | None = None) -> Endings:
        """Count the outcomes of a seat."""
        outcomes = list(outcomes)
        sides = Counter(_side_of_par(outcome) for outcome in outcomes if not outcome.success)
        won = Counter((outcome.retention, outcome.total) for outcome in outcomes if outcome.success)
        missed = sum(outcome.off() for outcome in outcomes)
        return cls(won, len(outcomes), sides[1], sides[-1], missed, chance)

    @property
    def mean_miss(self) -> str:
        """By how many tricks a game misses on average, to one place."""
        return f"{self.missed / self.games:.1f}"

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

    def number(self, fault: Fault) -> int:
        """How many games failed so."""
        return self.too_many if fault is Fault.TOO_MANY else self.too_few

    @property
    def fault(self) -> Fault | None:
        """How most of the failures failed; None if neither way, or if few failed."""
        failed = self.games - self.won
        worst = max(Fault, key=self.number)
        least = max(_FEWEST, _OFTEN_FAILED * self.games)
        few = failed < least or self.number(worst) < _CLEARLY * failed
        return None if few else worst

    def failed_text(self) -> str:
        """In how many games the seat fails, and how: a clause without a subject.

        >>> Endings({}, 96, 58, 20).failed_text().partition(", ")[2]
        'with too many tricks in 58, with too few in 20, between two pars in 18'
        """
        failed = self.games - self.won
        often = f"all {self.games}" if not self.won else f"{failed} of {self.games}"
        ways = {
            "with too many tricks": self.too_many,
            "with too few": self.too_few,
            "between two pars": failed - self.too_many - self.too_few,
        }
        counts = (f"{way} in {count}" for way, count in ways.items() if count)
        return f"fails in {often} games, {', '.join(counts)}"

    def faults_text(self) -> str:
        """That these games fail both ways: a clause, or "".

        It is empty if few games fail, or nearly all in one way.
        """
        if self.fault is not None or min(self.too_many, self.too_few) < _FEWEST:
            return ""
        less, more = sorted(Fault, key=self.number)
        if self.number(more) <= _ABOUT_AS_OFTEN * self.number(less):
            return f"about as often with {less.value} tricks as with {more.value}"
        return f"more often with {more.value} tricks than with {less.value}"

    def extra_fault(self, others: Endings, *, is_worse: bool = True) -> Fault | None:
        """How these games fail that succeed after another card; None if both ways, or by luck.

        ``is_worse`` False: these may be won less often by luck.
        """
        beyond = BEYOND_COUNTS if is_worse else BEYOND_PICKED
        for fault in Fault:
            here, there = self.number(fault), others.number(fault)
            luck = beyond * math.sqrt(here + there)
            if here > there and here - there >= max(luck, _CLEARLY * (others.won - self.won)):
                return fault
        return None

    @property
    def frequent(self) -> list[Ending]:
        """The main ending, and another frequent one, or two frequent ones; [] if there are none."""
        if self.won < _FEWEST:
            return []
        often = [it for it in self.best[:2] if self.successes[it] >= _WORTH_MENTIONING * self.won]
        return often if len(often) == 2 or self.main else []

    def either_way(self, who_can: str, *, is_early: bool) -> str:
        """Why a trick more or less matters little: a clause, or "".

        >>> kept = [Retention.parse(text) for text in ("HHS", "HHH")]
        >>> games = Endings({(kept[0], 5): 20, (kept[1], 6): 20}, 60)
        >>> games.either_way("you can", is_early=False)
        'you can keep three cards for five or six tricks'
        """
        often, wider = self.totals, self._often(_WORTH_MENTIONING / 2)
        if self.won >= _FEWEST and len(wider) > _MOST_TOTALS and _is_run(wider):
            often = wider
        if len(often) < 2 or not (is_early or _is_run(often)):
            return ""
        many = len(often) > _MOST_TOTALS
        number = f"anything from {range_text(often)}" if many else either(often)
        return f"{who_can} keep three cards for {number} tricks"

    def fault_text(self, others: Endings, of: str = "") -> str:
        """What fails more often after one of two cards, told of the other one; "" if unclear.

        ``of`` may repeat how many games there are.

        >>> kept = Retention.parse("HHS")
        >>> one, two = Endings({(kept, 5): 30}, 60, 5, 25), Endings({(kept, 5): 10}, 60, 25, 25)
        >>> one.fault_text(two)
        'with too many tricks in 25 games instead of 5'
        >>> two.fault_text(one, " of 60")
        'with too many tricks in 5 of 60 games instead of 25'
        """
        worse, better = sorted((self, others), key=lambda endings: endings.won)
        if (fault := worse.extra_fault(better)) is None:
            return ""
        there, here = others.number(fault) or ("none" if of else "no"), self.number(fault) or "none"
        return f"with {fault.value} tricks in {there}{of} games instead of {here}"

    def beside_text(self, other: str, others: Endings) -> str:
        """How often success comes after another card, and what fails there: a clause."""
        failing = self.fault_text(others)
        text = f"after {other} {_times(others.won, others.games)}"
        return f"{text}, {failing}" if failing else text

    @property
    def totals(self) -> list[int]:
        """The frequent totals of the successes, most of them together; [] if few succeed."""
        often = self._often(_WORTH_MENTIONING)
        count = sum(count for (_, total), count in self.successes.items() if total in often)
        narrow = often and often[-1] - often[0] <= _MOST_TOTALS
        return often if self.won >= _FEWEST and count >= _MOSTLY * self.won and narrow else []

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

    def success_text(self, card: str, succeeds: str, beside: str = "") -> str:
        """How often the games after a card are won; ``succeeds`` is a phrase such as below.

        ``beside``, by `beside_text`, says how the games after another card end.

        >>> Endings({(Retention.parse("HHS"), 5): 8}, 20).success_text("♥6", "you succeed")
        'In 20 games after ♥6 you succeed 8 times.'
        """
        if self.games < _FEWEST_GAMES:
            return ""
        tail = f"; {beside}." if beside else "."
        if self.won == self.games:
            return f"In all {self.games} games after {card} {succeeds}{tail}"
        head = f"In {self.games} games after {card} {succeeds}"
        if self.won < _FEWEST:
            only = "only " if self.won else ""
            return f"{head} in {only}{in_words(self.won)}{tail}"
        return f"{head} {_times(self.won, self.games)}{tail}"

    @property
    def is_rare(self) -> bool:
        """Whether success is rare in many games, and by the chance that is shown."""
        few = self.games >= _FEWEST_GAMES and self.won < _FEWEST
        return few and max(self.chance or 0.0, self.won / self.games) <= _RARE

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

    def _often(self, share: float) -> list[int]:
        """The totals that at least a share of the successes has."""
        counts = Counter[int]()
        for (_, total), count in self.successes.items():
            counts[total] += count
        return sorted(total for total in counts if counts[total] >= share * self.won)


def _is_run(numbers: Sequence[int]) -> bool:
    """Whether increasing numbers leave none out."""
    return numbers[-1] - numbers[0] == len(numbers) - 1


def _times(count: int, games: int) -> str:
    if count == games:
        return "always"
    return f"{count} times" if count > 1 else "once" if count else "never"


class Proved(NamedTuple):
    """What is proved of a player's success: the sentence, and the retention that it names."""

    text: str
    kept: Retention | None = None


class Beside(NamedTuple):
    """What else a reason for a card rests on, beside the card that it is compared with.

    proved    what is said of a proof first; None without one.
    alike     cards about as good, with the endings after them.
    is_worse  False if the card compared may be worse only by luck.
    """

    proved: Proved | None = None
    alike: Mapping[Card, Endings | None] = MappingProxyType({})
    is_worse: bool = True


NOTHING_BESIDE = Beside()


def share_text(needs: Sequence[int], left: int) -> str:
    """How many of the tricks left are needed, by the numbers that may be.

    >>> share_text([2, 3], 9), share_text([1], 1)
    ('two or three of the nine tricks left', 'the last trick')
    """
    if [*needs] == [left]:
        return "every trick left" if left > 1 else "the last trick"
    number = "none" if [*needs] == [0] else range_text(needs)
    return f"{number} of the {in_words(left)} {'trick' if left == 1 else 'tricks'} left"


def needs_text(endings: Sequence[Ending], needs: str, total: int, left: int) -> str:
    """How many of the tricks left the endings want; ``needs`` is "you need" or the like.

    >>> kept = [Retention.parse(text) for text in ("HHS", "HHH", "CHD")]
    >>> needs_text([(kept[0], 5), (kept[1], 6)], "you need", 3, 8)
    'For ♥♥♠ you need two of the eight tricks left, for ♥♥♥ three'
    >>> needs_text([(kept[0], 5), (kept[2], 5)], "you need", 3, 8)
    'For ♥♥♠ or ♣♥♦ you need two of the eight tricks left'
    """
    names = list(dict.fromkeys(kept.pretty() for kept, _ in endings))
    wanted = [ending[1] - total for ending in endings]
    if len({*wanted}) == 1:
        return f"For {joined(names)} {needs} {share_text(wanted[:1], left)}"
    text = f"For {endings[0][0].pretty()} {needs} {share_text(wanted[:1], left)}"
    return f"{text}, for {endings[1][0].pretty()} {in_words(wanted[1])}"


def _side_of_par(outcome: SeatOutcome) -> int:
    """1 for more tricks than the nearest par, -1 for fewer, 0 halfway between two pars."""
    least = min(abs(outcome.total - par) for par in outcome.pars)
    sides = {outcome.total > par for par in outcome.pars if abs(outcome.total - par) == least}
    return 0 if len(sides) == 2 else 1 if sides == {True} else -1


def ending_text(ending: Ending) -> str:
    """What is kept, with how many tricks."""
    return f"{ending[0].pretty()} with {counted_in_words(ending[1], 'trick')}"
